//! ECMA-262 regular expressions (with the `u` flag) as a tree.
//!
//! The parser is strict where `regress` is lenient (`\b+`, `\u{+41}`, a group name used twice in
//! one alternative); `regress` is asked all the same, so that no expression passes that it would
//! refuse.

mod class;
mod escape;

use std::collections::BTreeSet;
use std::str::Chars;

use super::charset::CharSet;
use super::property::Properties;
use super::utf8::{Encoding, encode};
use super::{Budget, PatternError};
use escape::Escape;

/// How deep groups may nest: the parser, like the steps after it, recurses into them.
const MAX_DEPTH: usize = 128;

/// The stack for `regress`, which recurses once per alternative and overflows a usual stack at a
/// few thousand of them. [`MAX_SOURCE`](super::MAX_SOURCE) bounds what it needs.
const REGRESS_STACK: usize = 64 << 20;

/// What it costs to encode a range of code points: each of its ends is a way through UTF-8.
const STEPS_PER_RANGE: usize = 100;

/// A parsed expression.
pub(super) struct Parsed {
    /// The expression.
    pub(super) root: Node,
    /// Whether a position inside of a code point can be told from one between two of them only by
    /// its next byte: because an encoding is [cut](Encoding::cut), or because `\B` would hold.
    pub(super) waits: bool,
    /// Whether there is a `\b` or `\B`.
    pub(super) words: bool,
}

/// A part of an expression.
pub(super) enum Node {
    /// One code point of a set.
    Set(Encoding),
    /// One after the other; none is the empty expression.
    Concat(Vec<Node>),
    /// Any of them.
    Alternation(Vec<Node>),
    /// `node` from `min` to `max` times; no `max` is no bound.
    Repeat {
        /// What is repeated.
        node: Box<Node>,
        /// The least repetitions.
        min: u32,
        /// The most.
        max: Option<u32>,
    },
    /// `^`, `$`, `\b`, `\B`.
    Assertion(Assertion),
    /// `(?=…)` or `(?!…)`.
    Lookahead {
        /// What must (not) follow.
        node: Box<Node>,
        /// Whether it must not.
        negative: bool,
    },
    /// A valid construct that is not lowered, by name.
    Refused(&'static str),
}

/// A condition on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Assertion {
    /// `^`
    Start,
    /// `$`
    End,
    /// `\b`
    Boundary,
    /// `\B`
    NoBoundary,
}

/// Parses an expression.
///
/// # Errors
/// [`PatternError::Invalid`]; for too many sets or Unicode properties the others.
/// (A construct that is not lowered becomes [`Node::Refused`].)
pub(super) fn parse(source: &str, budget: &mut Budget) -> Result<Parsed, PatternError> {
    let mut parser = Parser {
        budget,
        sets: 0,
        rest: source.chars(),
        properties: Properties::default(),
        depth: 0,
        groups: 0,
        references: Vec::new(),
        waits: false,
        words: false,
    };
    let (root, names) = parser.disjunction()?;
    if parser.peek().is_some() {
        return Err(invalid("unbalanced `)`"));
    }
    for reference in &parser.references {
        let exists = match reference {
            Reference::Number(number) => *number <= parser.groups,
            Reference::Name(name) => names.contains(name),
        };
        if !exists {
            return Err(invalid(format!(
                "no group for the back-reference {reference:?}"
            )));
        }
    }
    ask_regress(source)?;
    Ok(Parsed {
        root,
        waits: parser.waits || parser.words,
        words: parser.words,
    })
}

/// The second opinion on validity.
fn ask_regress(source: &str) -> Result<(), PatternError> {
    let mut flags = regress::Flags::from("u");
    // The optimiser has no say in what is valid.
    flags.no_opt = true;
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(REGRESS_STACK)
            .spawn_scoped(scope, || {
                regress::Regex::with_flags(source, flags).map(drop)
            })
            .map_err(|error| invalid(format!("no thread to check it in: {error}")))?
            .join()
            .map_err(|_| invalid("regress gave up on it"))?
            .map_err(|error| invalid(error.text))
    })
}

fn invalid(why: impl Into<String>) -> PatternError {
    PatternError::Invalid(why.into())
}

/// The target of a back-reference. It need not come before the reference.
#[derive(Debug)]
enum Reference {
    Number(u32),
    Name(String),
}

struct Parser<'a> {
    budget: &'a mut Budget,
    /// How many sets of code points there were: the automaton has a state for each.
    sets: usize,
    rest: Chars<'a>,
    properties: Properties,
    depth: usize,
    /// Capturing groups so far.
    groups: u32,
    references: Vec<Reference>,
    waits: bool,
    words: bool,
}

/// A part, and the group names in it.
type Named = (Node, BTreeSet<String>);

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn next(&mut self) -> Option<char> {
        self.rest.next()
    }

    /// Consumes `text` if it is next.
    fn eat(&mut self, text: &str) -> bool {
        let rest = self.rest.as_str().strip_prefix(text);
        if let Some(rest) = rest {
            self.rest = rest.chars();
        }
        rest.is_some()
    }

    /// *Disjunction*: alternatives up to a `)` or the end.
    fn disjunction(&mut self) -> Result<Named, PatternError> {
        if self.depth == MAX_DEPTH {
            return Err(invalid(format!("groups nested more than {MAX_DEPTH} deep")));
        }
        self.depth += 1;
        let (first, mut names) = self.alternative()?;
        let mut alternatives = vec![first];
        while self.eat("|") {
            // Two alternatives may use one name, for at most one of them takes part in a match.
            let (alternative, more) = self.alternative()?;
            alternatives.push(alternative);
            names.extend(more);
        }
        self.depth -= 1;
        let node = match alternatives.len() {
            1 => alternatives.remove(0),
            _ => Node::Alternation(alternatives),
        };
        Ok((node, names))
    }

    /// *Alternative*: terms up to a `|`, a `)` or the end.
    fn alternative(&mut self) -> Result<Named, PatternError> {
        let mut terms = Vec::new();
        let mut names = BTreeSet::new();
        while let Some(c) = self.peek().filter(|c| !matches!(c, '|' | ')')) {
            let (node, quantifiable) = match c {
                '(' => {
                    let ((node, more), quantifiable) = self.group()?;
                    for name in more {
                        if let Some(twice) = names.replace(name) {
                            return Err(invalid(format!("two groups named {twice:?}")));
                        }
                    }
                    (node, quantifiable)
                }
                _ => self.atom()?,
            };
            terms.push(match self.quantifier()? {
                None => node,
                Some(_) if !quantifiable => {
                    return Err(invalid("a quantifier after an assertion"));
                }
                Some((min, max)) => Node::Repeat {
                    node: Box::new(node),
                    min,
                    max,
                },
            });
        }
        let node = match terms.len() {
            1 => terms.remove(0),
            _ => Node::Concat(terms),
        };
        Ok((node, names))
    }

    /// A group of any kind, and whether a quantifier may follow.
    fn group(&mut self) -> Result<(Named, bool), PatternError> {
        self.next();
        let mut own_name = None;
        let kind = if !self.eat("?") {
            Group::Plain { captures: true }
        } else if self.eat(":") {
            Group::Plain { captures: false }
        } else if self.eat("=") {
            Group::Lookahead { negative: false }
        } else if self.eat("!") {
            Group::Lookahead { negative: true }
        } else if self.eat("<=") || self.eat("<!") {
            Group::Lookbehind
        } else if self.eat("<") {
            own_name = Some(self.group_name()?);
            Group::Plain { captures: true }
        } else {
            // `regress` knows which modifiers there are.
            while self
                .peek()
                .is_some_and(|c| c.is_ascii_lowercase() || c == '-')
            {
                self.next();
            }
            if !self.eat(":") {
                return Err(invalid("unknown kind of group after `(?`"));
            }
            Group::Modifiers
        };
        if matches!(kind, Group::Plain { captures: true }) {
            self.groups += 1;
        }
        let (node, mut names) = self.disjunction()?;
        if !self.eat(")") {
            return Err(invalid("unbalanced `(`"));
        }
        if let Some(twice) = own_name.and_then(|name| names.replace(name)) {
            return Err(invalid(format!("two groups named {twice:?}")));
        }
        let (node, quantifiable) = match kind {
            Group::Plain { .. } => (node, true),
            Group::Lookahead { negative } => (
                Node::Lookahead {
                    node: Box::new(node),
                    negative,
                },
                false,
            ),
            Group::Lookbehind => (Node::Refused("lookbehind"), false),
            Group::Modifiers => (Node::Refused("inline modifiers `(?i:…)`"), true),
        };
        Ok(((node, names), quantifiable))
    }

    /// A group's name, after the `<`. `regress` checks that it is an identifier.
    fn group_name(&mut self) -> Result<String, PatternError> {
        let mut name = String::new();
        loop {
            match self.next() {
                Some('>') => return Ok(name),
                Some('\\') if self.eat("u") => {
                    let code = self.unicode_escape()?;
                    name.extend(char::from_u32(code));
                }
                Some(c) => name.push(c),
                None => return Err(invalid("unterminated group name")),
            }
        }
    }

    /// An atom or assertion that is no group, and whether a quantifier may follow.
    fn atom(&mut self) -> Result<(Node, bool), PatternError> {
        let set = match self.next() {
            Some('^') => return Ok((Node::Assertion(Assertion::Start), false)),
            Some('$') => return Ok((Node::Assertion(Assertion::End), false)),
            Some('.') => CharSet::dot(),
            Some('[') => self.class()?,
            Some('\\') => match self.atom_escape()? {
                Escape::Set(set) => set,
                Escape::Boundary(assertion) => {
                    self.words = true;
                    return Ok((Node::Assertion(assertion), false));
                }
                Escape::Reference(reference) => {
                    self.references.push(reference);
                    return Ok((Node::Refused("back-reference"), true));
                }
            },
            Some(c @ ('*' | '+' | '?' | '{')) => {
                return Err(invalid(format!("nothing to repeat before {c:?}")));
            }
            Some(c @ (']' | '}')) => return Err(invalid(format!("unbalanced {c:?}"))),
            Some(c) => CharSet::one(u32::from(c)),
            None => return Err(invalid("unexpected end")),
        };
        self.sets += 1;
        self.budget
            .spend(set.ranges().len() * STEPS_PER_RANGE, self.sets)?;
        let encoding = encode(&set);
        self.waits |= encoding.cut;
        Ok((Node::Set(encoding), true))
    }

    /// A quantifier, if one is next. That it may be lazy does not change what is matched.
    fn quantifier(&mut self) -> Result<Option<(u32, Option<u32>)>, PatternError> {
        let bounds = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                self.next();
                let min = self
                    .number()
                    .ok_or_else(|| invalid("no number after `{`"))?;
                let max = if self.eat(",") {
                    self.number()
                } else {
                    Some(min)
                };
                if self.peek() != Some('}') {
                    return Err(invalid("no `}` after a quantifier"));
                }
                if max.is_some_and(|max| max < min) {
                    return Err(invalid("a quantifier with its bounds reversed"));
                }
                (min, max)
            }
            _ => return Ok(None),
        };
        self.next();
        self.eat("?");
        Ok(Some(bounds))
    }

    /// A decimal number, if one is next. One too large is [`u32::MAX`]: no automaton has that many
    /// states, either.
    fn number(&mut self) -> Option<u32> {
        let mut number = None::<u32>;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            self.next();
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
        }
        number
    }
}

/// What a `(` opens.
#[derive(Clone, Copy)]
enum Group {
    Plain { captures: bool },
    Lookahead { negative: bool },
    Lookbehind,
    Modifiers,
}
