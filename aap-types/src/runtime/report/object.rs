//! The walk through objects.

use serde_json::map::Iter;
use serde_json::{Map, Value};

use super::Walk;
use crate::runtime::fault::{Cause, Keyword, Path};
use crate::runtime::properties::{Declared, LookUps, Properties};
use crate::runtime::schema::{Members, Rule};
use crate::runtime::{message, verdict};

impl Walk {
    pub(super) fn object(
        &mut self,
        rule: &'static Rule,
        members: &Map<String, Value>,
        value: &Value,
        path: &Path<'_>,
    ) {
        let count = members.len();
        match rule {
            Rule::Properties(_) | Rule::OnlyProperties(_) => {
                self.properties(rule, members, path);
            }
            Rule::Members(rules) => self.members(rule, rules, members, path),
            Rule::Required(names) => self.required(rule, names, members, path),
            Rule::MinProperties(min) if count < *min => {
                self.add(path, rule, Cause::Count(count));
            }
            Rule::MaxProperties(max) if count > *max => {
                self.add(path, rule, Cause::Count(count));
            }
            Rule::PropertyNames(schema) => {
                for name in members.keys() {
                    if !verdict::of_string(schema, name) {
                        let name = self.faults.cut(name);
                        self.add(path, rule, Cause::Name(name));
                    }
                }
            }
            Rule::DependentRequired(dependencies) => {
                for (name, needed) in *dependencies {
                    if !members.contains_key(*name) {
                        continue;
                    }
                    for needed in needed.iter().filter(|name| !members.contains_key(**name)) {
                        let message = message::missing_with(needed, name);
                        let cause = self.faults.told(Keyword::OfRule, &message);
                        self.add(path, rule, cause);
                    }
                }
            }
            Rule::DependentSchemas(dependencies) => {
                for (name, schema) in *dependencies {
                    if members.contains_key(*name) {
                        self.check(schema, value, path);
                    }
                }
            }
            _ => {}
        }
    }

    fn required(
        &mut self,
        rule: &'static Rule,
        names: &[&'static str],
        members: &Map<String, Value>,
        path: &Path<'_>,
    ) {
        for name in names.iter().filter(|name| !members.contains_key(**name)) {
            self.add(path, rule, Cause::Missing(name));
        }
    }

    pub(super) fn properties(
        &mut self,
        rule: &'static Rule,
        members: &Map<String, Value>,
        path: &Path<'_>,
    ) {
        let Some(Declared { properties, open }) = Declared::by(rule) else {
            return;
        };
        let first = self.first_fault();
        if open && self.numbers.is_none() && properties.are_few_beside(members.len()) {
            return self.few(rule, properties, members, path);
        }
        let begin = self.faults.len();
        let mut look_ups = properties.look_ups();
        let mut rest = members.iter();
        if let Some(first) = first {
            for (name, _) in rest.by_ref().take(first) {
                // All that counts is which members are there, if any is needed.
                if !properties.required().is_empty() {
                    look_ups.find(name);
                }
            }
            if let Some((name, value)) = rest.next() {
                let schema = look_ups.find(name);
                self.faulty(rule, (name, value, schema), first, path);
            }
        }
        while let Some(fault) = self.next_fault(&mut look_ups, &mut rest, open) {
            self.faulty(rule, fault, members.len() - rest.len() - 1, path);
        }
        if !look_ups.are_complete(members) {
            let end = self.faults.len();
            self.required(rule, properties.required(), members, path);
            // An object's own faults come before those of its members.
            self.faults.bring_forward(end, begin);
        }
    }

    /// The next member that is not valid as far as that is known without a walk.
    #[inline]
    fn next_fault<'a>(
        &self,
        look_ups: &mut LookUps,
        rest: &mut Iter<'a>,
        open: bool,
    ) -> Option<verdict::Fault<'a>> {
        while let Some((name, value)) = rest.next() {
            let schema = look_ups.find(name);
            let valid = match schema {
                Some(schema) => self.is_clear(schema, value) || self.is_valid(schema, value),
                None => open,
            };
            if !valid {
                return Some((name, value, schema));
            }
            // Where one member is valid, more are.
            if !self.lost && self.numbers.is_none() {
                return verdict::next_fault_traced(look_ups, rest, open, &self.trail);
            }
        }
        None
    }

    #[inline]
    fn faulty(
        &mut self,
        rule: &'static Rule,
        (name, value, schema): verdict::Fault<'_>,
        position: usize,
        path: &Path<'_>,
    ) {
        let path = path.member(name, position);
        match schema {
            Some(schema) => self.walk(schema, value, &path),
            None => self.add(&path, rule, Cause::Unknown),
        }
    }

    /// The same for few properties of a large open object.
    fn few(
        &mut self,
        rule: &'static Rule,
        properties: &'static Properties,
        members: &Map<String, Value>,
        path: &Path<'_>,
    ) {
        self.required(rule, properties.required(), members, path);
        for (name, schema) in properties.entries() {
            let Some(value) = members.get(*name) else {
                continue;
            };
            if !self.is_clear(schema, value) && !self.is_valid(schema, value) {
                let position = members.keys().position(|other| other == name);
                let path = path.member(name, position.unwrap_or_default());
                self.walk(schema, value, &path);
            }
        }
    }

    fn unknown(
        &mut self,
        rule: &'static Rule,
        (position, name): (usize, &String),
        path: &Path<'_>,
    ) {
        self.add(&path.member(name, position), rule, Cause::Unknown);
    }

    fn members(
        &mut self,
        rule: &'static Rule,
        rules: &'static Members,
        members: &Map<String, Value>,
        path: &Path<'_>,
    ) {
        self.required(rule, rules.properties.required(), members, path);
        for (position, (name, value)) in members.iter().enumerate() {
            let declared = rules.properties.find(name).map(|(_, schema)| schema);
            let matching = rules
                .patterns
                .iter()
                .filter(|(pattern, _)| pattern.is_match(name))
                .map(|(_, schema)| *schema);
            let mut is_known = false;
            for schema in declared.into_iter().chain(matching) {
                is_known = true;
                self.member(schema, (position, name), value, path);
            }
            if is_known {
                continue;
            }
            if rules.additional.is_false() {
                self.unknown(rule, (position, name), path);
            } else {
                self.member(rules.additional, (position, name), value, path);
            }
        }
    }
}
