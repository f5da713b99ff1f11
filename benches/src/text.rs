//! Writes a value's members in a given order: `Value` sorts them, and a sorted text is easier to
//! read into a sorted map than those that programs send.

use std::collections::HashMap;

use serde_json::Value;

/// The text of a value without white space, the members in the order in which their names first
/// occur in `model`, a text without white space too.
#[must_use]
pub fn in_order_of(value: &Value, model: &str) -> Vec<u8> {
    let mut writer = Writer {
        model,
        ranks: HashMap::new(),
        text: String::new(),
    };
    writer.write(value);
    writer.text.into_bytes()
}

struct Writer<'a> {
    model: &'a str,
    ranks: HashMap<String, usize>,
    text: String,
}

impl Writer<'_> {
    fn write(&mut self, value: &Value) {
        match value {
            Value::Object(members) => {
                let mut members: Vec<(&String, &Value)> = members.iter().collect();
                members.sort_by_key(|(name, _)| self.rank(name));
                self.list(['{', '}'], members, |writer, (name, value)| {
                    writer.text += &Value::String(name.clone()).to_string();
                    writer.text.push(':');
                    writer.write(value);
                });
            }
            Value::Array(elements) => self.list(['[', ']'], elements, Writer::write),
            other => self.text += &other.to_string(),
        }
    }

    fn list<T>(
        &mut self,
        [open, close]: [char; 2],
        parts: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Self, T),
    ) {
        self.text.push(open);
        for (index, part) in parts.into_iter().enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            write(self, part);
        }
        self.text.push(close);
    }

    fn rank(&mut self, name: &str) -> usize {
        if let Some(rank) = self.ranks.get(name) {
            return *rank;
        }
        let member = format!("{}:", Value::String(name.to_owned()));
        let rank = self.model.find(&member).unwrap_or(usize::MAX);
        self.ranks.insert(name.to_owned(), rank);
        rank
    }
}
