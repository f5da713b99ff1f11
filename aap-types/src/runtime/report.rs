//! The report: every violation of an instance, found by walking a constraint table.

use std::cmp::Ordering;

use serde_json::Value;

use super::document::Order;
use super::fault::{Cause, Faults, Keyword, Path, Place};
use super::message;
use super::schema::{Holds, Rule, Schema, Types};
use super::verdict;
use super::{equality, number, text};
use crate::rejection::{Rejection, Unrepresentable};
use crate::violation::{Violation, Violations};

mod object;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests;

/// Everything that is wrong with an instance.
#[derive(Debug, Default)]
pub struct Report {
    /// Broken keywords, in document order, then by keyword.
    pub violations: Vec<Violation>,
    /// Numbers that their Rust type cannot hold.
    pub unrepresentable: Vec<Unrepresentable>,
}

/// Every violation of `value`, and every number that its Rust type cannot hold.
///
/// `order` is the order in which the text names its members; without it the value's own order counts.
#[must_use]
pub fn report(schema: &'static Schema, value: &Value, order: Option<Order<'_>>) -> Report {
    let (faults, unrepresentable) = walk(schema, value, order);
    Report {
        violations: faults.violations(),
        unrepresentable,
    }
}

/// Whether nothing keeps `value` from being read; `order` is as for [`report`].
///
/// # Errors
/// Every violation; if there is none, the first number that its Rust type cannot hold.
pub fn readable(
    schema: &'static Schema,
    value: &Value,
    order: Option<Order<'_>>,
) -> Result<(), Rejection> {
    // Which numbers fit matters only where nothing else is wrong, and takes longer to tell.
    violations(schema, value, order).map_err(Rejection::Invalid)?;
    let (_, unrepresentable) = walk(schema, value, None);
    match unrepresentable.into_iter().next() {
        Some(number) => Err(Rejection::Unrepresentable(number)),
        None => Ok(()),
    }
}

fn walk(
    schema: &'static Schema,
    value: &Value,
    order: Option<Order<'_>>,
) -> (Faults, Vec<Unrepresentable>) {
    let mut walk = Walk {
        numbers: Some(Vec::new()),
        ..Walk::default()
    };
    walk.check(schema, value, &Path::root());
    walk.faults.settle();
    let Walk {
        mut faults,
        numbers,
        ..
    } = walk;
    // Whether a type could hold a number matters only where the schema takes the number.
    let mut unrepresentable = Vec::new();
    for (place, number) in numbers.unwrap_or_default() {
        if !faults.is_any_at(&place) {
            unrepresentable.push(number);
        }
    }
    if let Some(order) = order {
        faults.settle_by(order);
    }
    faults.limit();
    (faults, unrepresentable)
}

/// All violations of `value`, or none.
///
/// # Errors
/// Every violation.
pub fn validate(schema: &'static Schema, value: &Value) -> Result<(), Violations> {
    violations(schema, value, None)
}

fn violations(
    schema: &'static Schema,
    value: &Value,
    order: Option<Order<'_>>,
) -> Result<(), Violations> {
    let mut walk = Walk::default();
    walk.check(schema, value, &Path::root());
    if walk.faults.is_empty() {
        return Ok(());
    }
    match order {
        Some(order) => walk.faults.settle_by(order),
        None => walk.faults.settle(),
    }
    walk.faults.limit();
    Err(Violations::of(walk.faults))
}

/// A walk through an instance, and what it has found so far.
#[derive(Default)]
struct Walk {
    faults: Faults,
    /// Numbers that their Rust type cannot hold, where those are asked for.
    numbers: Option<Vec<(Place, Unrepresentable)>>,
    /// The way to the first fault of the value at hand, whose verdict is known: what comes before it
    /// is valid.
    trail: verdict::Trail,
    /// Whether a fault is known to lie ahead, but not where: then verdicts would be given again on
    /// what has one already.
    lost: bool,
}

impl Walk {
    fn check(&mut self, schema: &'static Schema, value: &Value, path: &Path<'_>) {
        if !self.is_clear(schema, value) && !self.is_valid(schema, value) {
            self.walk(schema, value, path);
        }
    }

    /// Whether a look is enough to see that there is nothing to find.
    #[inline(always)]
    fn is_clear(&self, schema: &'static Schema, value: &Value) -> bool {
        verdict::is_clear(schema, value) && !(value.is_number() && self.numbers.is_some())
    }

    /// Whether there is nothing to find, as far as that is known without a walk. After `false` the
    /// value is walked through at once.
    #[inline]
    fn is_valid(&self, schema: &'static Schema, value: &Value) -> bool {
        if self.lost || self.numbers.is_some() {
            return self.is_known_to_be_valid(schema, value);
        }
        debug_assert!(self.trail.is_empty(), "a trail is followed to its end");
        verdict::traced(schema, value, &self.trail)
    }

    fn is_known_to_be_valid(&self, schema: &'static Schema, value: &Value) -> bool {
        match value {
            Value::Array(_) | Value::Object(_) => schema.outline().accepts(Types::of(value)),
            // A verdict does not say which numbers fit.
            Value::Number(_) if self.numbers.is_some() && schema.may_hold() => false,
            value => verdict::of_value(schema, value),
        }
    }

    /// The position of the first member or element that is not valid, those before being so.
    fn first_fault(&mut self) -> Option<usize> {
        let position = self.trail.step();
        self.lost |= position.is_none();
        position
    }

    fn add(&mut self, path: &Path<'_>, rule: &'static Rule, cause: Cause) {
        self.lost = false;
        self.faults.add(path, rule, cause);
    }

    /// Checks a member that is not clear.
    #[inline(never)]
    fn member(
        &mut self,
        schema: &'static Schema,
        (position, name): (usize, &String),
        value: &Value,
        path: &Path<'_>,
    ) {
        if !self.is_valid(schema, value) {
            self.walk(schema, value, &path.member(name, position));
        }
    }

    fn walk(&mut self, mut schema: &'static Schema, value: &Value, path: &Path<'_>) {
        // A schema that only refers is the schema that it refers to.
        while let [Rule::Ref(target)] = schema.rules() {
            schema = target;
        }
        // The usual rules of arrays and objects, at once.
        let outline = schema.outline();
        match value {
            Value::Array(elements) => {
                if let Some(schema) = outline.elements() {
                    return self.elements(&[], schema, elements, path);
                }
            }
            Value::Object(members) => {
                if let Some(rule) = outline.members() {
                    return self.properties(rule, members, path);
                }
            }
            // No trail leads into these.
            Value::String(_) | Value::Number(_) => {
                debug_assert!(self.trail.is_empty(), "a trail is followed to its end");
                return self.leaf(schema, value, path);
            }
            Value::Null | Value::Bool(_) => {}
        }
        self.rules(schema, value, path);
    }

    /// Goes through the rules of a text or number, the usual ones at once.
    #[inline(never)]
    fn leaf(&mut self, schema: &'static Schema, value: &Value, path: &Path<'_>) {
        let kind = Types::of(value);
        for rule in schema.rules() {
            let holds = match rule {
                Rule::Type(types) => verdict::has_type(value, *types),
                Rule::Minimum(_)
                | Rule::Maximum(_)
                | Rule::ExclusiveMinimum(_)
                | Rule::ExclusiveMaximum(_)
                | Rule::MultipleOf(_) => match value {
                    Value::Number(number) => is_within(rule, number),
                    _ => true,
                },
                Rule::Enum(_) | Rule::Const(_) => verdict::holds(rule, value),
                rule if rule.accepts(kind) && !matches!(rule, Rule::Holds(_)) => true,
                rule => {
                    self.rule(rule, value, path);
                    continue;
                }
            };
            if !holds {
                let found = self.faults.snapshot(value);
                self.add(path, rule, Cause::Found(found));
            }
        }
    }

    #[inline(never)]
    fn rules(&mut self, schema: &'static Schema, value: &Value, path: &Path<'_>) {
        let Some(first) = self.first_fault() else {
            for rule in schema.rules() {
                self.rule(rule, value, path);
            }
            return;
        };
        // Those before hold, as does a leading `type`.
        for (index, rule) in schema.outline().rest().iter().enumerate().skip(first) {
            match rule {
                Rule::Ref(target) if index == first => self.walk(target, value, path),
                rule => {
                    self.lost |= index == first && self.trail.is_empty();
                    self.rule(rule, value, path);
                }
            }
        }
    }

    fn rule(&mut self, rule: &'static Rule, value: &Value, path: &Path<'_>) {
        match rule {
            Rule::Ref(target) => self.check(target, value, path),
            Rule::AllOf(parts) => {
                let first = self.first_fault();
                for (index, part) in parts.iter().enumerate().skip(first.unwrap_or_default()) {
                    if first == Some(index) {
                        self.walk(part, value, path);
                    } else {
                        self.check(part, value, path);
                    }
                }
            }
            Rule::OneOf(branches) => {
                let matches = |branch: &&&'static Schema| verdict::of_value(branch, value);
                let matching = branches.iter().filter(matches).count();
                if matching != 1 {
                    let found = self.faults.snapshot(value);
                    let found = self.faults.found(found);
                    let message = message::not_exactly_one(found, branches, matching);
                    let cause = self.faults.told(Keyword::OfRule, &message);
                    self.add(path, rule, cause);
                }
            }
            Rule::If {
                condition,
                then,
                otherwise,
            } => {
                let branch = if verdict::of_value(condition, value) {
                    then
                } else {
                    otherwise
                };
                self.check(branch, value, path);
            }
            Rule::False
            | Rule::Type(_)
            | Rule::Enum(_)
            | Rule::Const(_)
            | Rule::AnyOf(_)
            | Rule::Not(_) => {
                if !verdict::holds(rule, value) {
                    let found = self.faults.snapshot(value);
                    self.add(path, rule, Cause::Found(found));
                }
            }
            Rule::Holds(holds) => {
                if let Value::Number(value) = value {
                    self.number(*holds, value, path);
                }
            }
            _ => match value {
                Value::Number(value) => {
                    if !is_within(rule, value) {
                        let found = self.faults.number(value);
                        self.add(path, rule, Cause::Found(found));
                    }
                }
                Value::String(value) => self.string(rule, value, path),
                Value::Array(elements) => self.array(rule, elements, path),
                Value::Object(members) => self.object(rule, members, value, path),
                Value::Null | Value::Bool(_) => {}
            },
        }
    }

    fn number(&mut self, holds: Holds, value: &serde_json::Number, path: &Path<'_>) {
        if let Some(numbers) = &mut self.numbers
            && !number::holds(value, holds)
        {
            let place = self.faults.place(path);
            let number = Unrepresentable {
                instance_location: self.faults.pointer(&place),
                message: message::unrepresentable(value, holds),
            };
            numbers.push((place, number));
        }
    }

    fn string(&mut self, rule: &'static Rule, value: &str, path: &Path<'_>) {
        if suits(rule, value) {
            return;
        }
        let cause = match rule {
            Rule::MinLength(_) | Rule::MaxLength(_) => Cause::Count(value.chars().count()),
            _ => Cause::Found(self.faults.text(value)),
        };
        self.add(path, rule, cause);
    }

    fn array(&mut self, rule: &'static Rule, elements: &[Value], path: &Path<'_>) {
        let count = elements.len();
        match rule {
            Rule::Items { prefix, rest } => {
                let is_closed = rest.is_false();
                if is_closed && count > prefix.len() {
                    self.add(path, rule, Cause::Count(count));
                }
                let known = if is_closed {
                    elements.get(..prefix.len()).unwrap_or(elements)
                } else {
                    elements
                };
                self.elements(prefix, rest, known, path);
            }
            Rule::MinItems(min) if count < *min => self.add(path, rule, Cause::Count(count)),
            Rule::MaxItems(max) if count > *max => self.add(path, rule, Cause::Count(count)),
            Rule::UniqueItems => {
                if let Some((earlier, later)) = equality::first_duplicate(elements) {
                    let cause = Cause::Repeated(earlier, later);
                    self.add(path, rule, cause);
                }
            }
            Rule::Contains { schema, min, max } => {
                let matches = |value: &&Value| verdict::of_value(schema, value);
                let matching = elements.iter().filter(matches).count();
                let mut tell = |keyword, message: String| {
                    let cause = self.faults.told(keyword, &message);
                    self.add(path, rule, cause);
                };
                // Two keywords, each with its own say: `contains` asks for a match unless
                // `minContains` is 0, and `minContains` for as many as it says.
                if matching == 0 && *min != Some(0) {
                    tell(Keyword::OfRule, message::too_few_matches(matching, 1));
                }
                if let Some(min) = min.filter(|min| matching < *min) {
                    tell(
                        Keyword::MinContains,
                        message::too_few_matches(matching, min),
                    );
                }
                if let Some(max) = max.filter(|max| matching > *max) {
                    tell(
                        Keyword::MaxContains,
                        message::too_many_matches(matching, max),
                    );
                }
            }
            _ => {}
        }
    }

    fn elements(
        &mut self,
        prefix: &[&'static Schema],
        rest: &'static Schema,
        elements: &[Value],
        path: &Path<'_>,
    ) {
        let first = self.first_fault();
        for (index, value) in elements.iter().enumerate().skip(first.unwrap_or_default()) {
            let schema = prefix.get(index).copied().unwrap_or(rest);
            if self.is_clear(schema, value) {
                continue;
            }
            if first == Some(index) || !self.is_valid(schema, value) {
                self.walk(schema, value, &path.element(index));
            }
        }
    }
}

/// Whether a number is within the rule's bound, if the rule has one.
pub(super) fn is_within(rule: &Rule, value: &serde_json::Number) -> bool {
    match rule {
        Rule::Minimum(bound) => number::compare(value, bound) != Ordering::Less,
        Rule::Maximum(bound) => number::compare(value, bound) != Ordering::Greater,
        Rule::ExclusiveMinimum(bound) => number::compare(value, bound) == Ordering::Greater,
        Rule::ExclusiveMaximum(bound) => number::compare(value, bound) == Ordering::Less,
        Rule::MultipleOf(divisor) => number::is_multiple_of(value, divisor),
        _ => true,
    }
}

/// Whether a string satisfies the rule, if the rule is about strings alone.
pub(super) fn suits(rule: &Rule, value: &str) -> bool {
    match rule {
        Rule::MinLength(min) => text::at_least(value, *min),
        Rule::MaxLength(max) => text::at_most(value, *max),
        Rule::Pattern(pattern) => pattern.is_match(value),
        Rule::Format(format) => format.is_valid(value),
        _ => true,
    }
}
