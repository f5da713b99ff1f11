//! Conditions on numbers.

use proc_macro2::TokenStream;
use quote::quote;
use serde_json::Number;

use super::{Condition, NoExpression, Place};
use crate::model::Type;
use crate::schema::Keywords;

/// `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`.
pub(super) fn numbers(
    keywords: &Keywords,
    value: &Type,
    place: &Place,
    found: &mut Vec<Condition>,
) -> Result<(), NoExpression> {
    if keywords.multiple_of.is_some() {
        return Err(NoExpression);
    }
    let number = place.scalar();
    let bound = |bound: &Option<Number>| {
        bound
            .as_ref()
            .map(|bound| literal(bound, value))
            .transpose()
    };
    // No unsigned number is below zero.
    let minimum = keywords.minimum.as_ref();
    let minimum = minimum.filter(|minimum| {
        *value != Type::Unsigned || minimum.as_f64().is_none_or(|minimum| minimum > 0.0)
    });
    let minimum = minimum.map(|minimum| literal(minimum, value)).transpose()?;
    let maximum = bound(&keywords.maximum)?;
    if let (Some(Bound::At(minimum)), Some(Bound::At(maximum))) = (&minimum, &maximum) {
        let number = place.reference();
        found.push(Condition::call(
            quote!((#minimum..=#maximum).contains(#number)),
        ));
    } else {
        found.extend(minimum.map(|minimum| match minimum {
            Bound::Below => Condition::Always,
            Bound::Above => Condition::Never,
            Bound::At(bound) => {
                Condition::test(quote!(#number >= #bound), quote!(#number < #bound))
            }
        }));
        found.extend(maximum.map(|maximum| match maximum {
            Bound::Below => Condition::Never,
            Bound::Above => Condition::Always,
            Bound::At(bound) => {
                Condition::test(quote!(#number <= #bound), quote!(#number > #bound))
            }
        }));
    }
    found.extend(
        bound(&keywords.exclusive_minimum)?.map(|minimum| match minimum {
            Bound::Below => Condition::Always,
            Bound::Above => Condition::Never,
            Bound::At(bound) => {
                Condition::test(quote!(#number > #bound), quote!(#number <= #bound))
            }
        }),
    );
    found.extend(
        bound(&keywords.exclusive_maximum)?.map(|maximum| match maximum {
            Bound::Below => Condition::Never,
            Bound::Above => Condition::Always,
            Bound::At(bound) => {
                Condition::test(quote!(#number < #bound), quote!(#number >= #bound))
            }
        }),
    );
    Ok(())
}

/// A bound as the type's values see it.
enum Bound {
    /// Below every value of the type.
    Below,
    /// Above every value of the type.
    Above,
    At(TokenStream),
}

fn literal(bound: &Number, value: &Type) -> Result<Bound, NoExpression> {
    let integer = bound
        .as_i64()
        .map(i128::from)
        .or_else(|| bound.as_u64().map(i128::from));
    match (value, integer) {
        (Type::Unsigned, Some(integer)) => Ok(between(integer, 0, u64::MAX.into())),
        (Type::Signed, Some(integer)) => Ok(between(integer, i64::MIN.into(), i64::MAX.into())),
        (Type::Number, Some(integer)) if integer.unsigned_abs() <= 1 << 53 => {
            let literal: TokenStream = format!("{integer}.0").parse().map_err(|_| NoExpression)?;
            Ok(Bound::At(literal))
        }
        (Type::Number, None) => {
            // Only the shortest spelling orders like the float that it means.
            let float = bound.as_f64().ok_or(NoExpression)?;
            let shortest = Number::from_f64(float).map(|shortest| shortest.to_string());
            if shortest.as_deref() != Some(bound.to_string().as_str()) {
                return Err(NoExpression);
            }
            let literal: TokenStream = format!("{float:?}").parse().map_err(|_| NoExpression)?;
            Ok(Bound::At(literal))
        }
        _ => Err(NoExpression),
    }
}

/// The least value of a type is below nothing, so a bound there excludes nothing.
fn between(bound: i128, least: i128, greatest: i128) -> Bound {
    if bound < least {
        Bound::Below
    } else if bound > greatest {
        Bound::Above
    } else {
        let literal = proc_macro2::Literal::i128_unsuffixed(bound);
        Bound::At(quote!(#literal))
    }
}
