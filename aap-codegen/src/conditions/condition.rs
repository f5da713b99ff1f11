//! Boolean expressions of generated code, with their negations.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// What must hold of a typed value.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    /// Holds for every value.
    Always,
    /// Holds for none.
    Never,
    /// An expression and its opposite.
    Test {
        is: TokenStream,
        is_not: TokenStream,
    },
    /// All of several.
    All(Vec<Condition>),
    /// Any of several.
    Any(Vec<Condition>),
    /// Exactly one of several, or not.
    One { of: Vec<Condition>, is: bool },
    /// One of two, by a third.
    If(Box<[Condition; 3]>),
    /// What an `Option` holds, where it holds something; `when_none` elsewhere.
    Inside {
        option: TokenStream,
        name: Ident,
        when_none: bool,
        inner: Box<Condition>,
    },
    /// Each element of an iterator, or at least one.
    Each {
        elements: TokenStream,
        name: Ident,
        every: bool,
        inner: Box<Condition>,
    },
}

impl Condition {
    pub(crate) fn test(is: TokenStream, is_not: TokenStream) -> Condition {
        Condition::Test { is, is_not }
    }

    /// A call, whose opposite is `!call`.
    pub(crate) fn call(is: TokenStream) -> Condition {
        let is_not = quote!(!#is);
        Condition::Test { is, is_not }
    }

    pub(crate) fn constant(holds: bool) -> Condition {
        if holds {
            Condition::Always
        } else {
            Condition::Never
        }
    }

    pub(crate) fn all(conditions: impl IntoIterator<Item = Condition>) -> Condition {
        let mut found = Vec::new();
        for condition in conditions {
            match condition {
                Condition::Always => {}
                Condition::Never => return Condition::Never,
                Condition::All(several) => found.extend(several),
                other => found.push(other),
            }
        }
        if found.len() > 1 {
            return Condition::All(found);
        }
        found.pop().unwrap_or(Condition::Always)
    }

    pub(crate) fn any(conditions: impl IntoIterator<Item = Condition>) -> Condition {
        let conditions = conditions.into_iter().map(Condition::not);
        Condition::all(conditions).not()
    }

    pub(crate) fn one(conditions: Vec<Condition>) -> Condition {
        let mut certain = 0_usize;
        let mut of = Vec::new();
        for condition in conditions {
            match condition {
                Condition::Always => certain += 1,
                Condition::Never => {}
                other => of.push(other),
            }
        }
        match (certain, of.len()) {
            (0, 0) | (2.., _) => Condition::Never,
            (0, 1) => of.pop().unwrap_or(Condition::Never),
            (0, _) => Condition::One { of, is: true },
            (1, _) => Condition::any(of).not(),
        }
    }

    pub(crate) fn choice(condition: Condition, then: Condition, otherwise: Condition) -> Condition {
        match (condition, then, otherwise) {
            (_, Condition::Always, Condition::Always) => Condition::Always,
            (Condition::Always, then, _) => then,
            (Condition::Never, _, otherwise) => otherwise,
            (condition, then, Condition::Always) => Condition::any([condition.not(), then]),
            (condition, Condition::Always, otherwise) => Condition::any([condition, otherwise]),
            (condition, then, otherwise) => Condition::If(Box::new([condition, then, otherwise])),
        }
    }

    pub(crate) fn inside(
        option: TokenStream,
        name: Ident,
        when_none: bool,
        inner: Condition,
    ) -> Condition {
        match (when_none, inner) {
            (true, Condition::Always) => Condition::Always,
            (false, Condition::Never) => Condition::Never,
            (when_none, inner) => Condition::Inside {
                option,
                name,
                when_none,
                inner: Box::new(inner),
            },
        }
    }

    pub(crate) fn each(
        elements: TokenStream,
        name: Ident,
        every: bool,
        inner: Condition,
    ) -> Condition {
        match (every, inner) {
            (true, Condition::Always) => Condition::Always,
            (false, Condition::Never) => Condition::Never,
            (every, inner) => Condition::Each {
                elements,
                name,
                every,
                inner: Box::new(inner),
            },
        }
    }

    pub(crate) fn not(self) -> Condition {
        match self {
            Condition::Always => Condition::Never,
            Condition::Never => Condition::Always,
            Condition::Test { is, is_not } => Condition::Test {
                is: is_not,
                is_not: is,
            },
            Condition::All(several) => {
                let mut found = Vec::new();
                for condition in several.into_iter().map(Condition::not) {
                    match condition {
                        Condition::Any(several) => found.extend(several),
                        other => found.push(other),
                    }
                }
                Condition::Any(found)
            }
            Condition::Any(several) => Condition::all(several.into_iter().map(Condition::not)),
            Condition::One { of, is } => Condition::One { of, is: !is },
            Condition::If(parts) => {
                let [condition, then, otherwise] = *parts;
                Condition::If(Box::new([condition, then.not(), otherwise.not()]))
            }
            Condition::Inside {
                option,
                name,
                when_none,
                inner,
            } => Condition::inside(option, name, !when_none, inner.not()),
            Condition::Each {
                elements,
                name,
                every,
                inner,
            } => Condition::each(elements, name, !every, inner.not()),
        }
    }

    /// The expression.
    pub(crate) fn expression(&self) -> TokenStream {
        match self {
            Condition::Always => quote!(true),
            Condition::Never => quote!(false),
            Condition::Test { is, .. } => quote!(#is),
            Condition::All(several) => {
                let several = several.iter().map(Condition::operand);
                quote!(#(#several)&&*)
            }
            Condition::Any(several) => {
                let several = several.iter().map(Condition::operand);
                quote!(#(#several)||*)
            }
            Condition::One { of, is } => {
                let of = of.iter().map(Condition::expression);
                let comparison = if *is { quote!(==) } else { quote!(!=) };
                quote!([#(#of),*].iter().filter(|holds| **holds).count() #comparison 1)
            }
            Condition::If(parts) => {
                let [condition, then, otherwise] = parts.each_ref().map(Condition::expression);
                quote!(if #condition { #then } else { #otherwise })
            }
            Condition::Inside {
                option,
                name,
                when_none,
                inner,
            } => match (when_none, inner.as_ref()) {
                (true, Condition::Never) => quote!(#option.is_none()),
                (false, Condition::Always) => quote!(#option.is_some()),
                (true, inner) => {
                    let inner = inner.expression();
                    quote!(#option.is_none_or(|#name| #inner))
                }
                (false, inner) => {
                    let inner = inner.expression();
                    quote!(#option.is_some_and(|#name| #inner))
                }
            },
            Condition::Each {
                elements,
                name,
                every,
                inner,
            } => {
                let method = if *every { quote!(all) } else { quote!(any) };
                let inner = inner.expression();
                quote!(#elements.#method(|#name| #inner))
            }
        }
    }

    /// The expression as an operand of `&&` or `||`.
    fn operand(&self) -> TokenStream {
        let expression = self.expression();
        match self {
            Condition::All(_) | Condition::Any(_) | Condition::If(_) => quote!((#expression)),
            _ => expression,
        }
    }
}
