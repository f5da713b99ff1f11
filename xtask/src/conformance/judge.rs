//! Whether the generated code did what a case expects.

use serde_json::Value;

use super::case::{Case, Expected, ExpectedError, Pair};

/// How a case ended.
#[derive(Debug)]
pub enum Verdict {
    /// As expected throughout.
    Right,
    /// The generator refused the schemas, with this reason.
    Refused(String),
    /// These instances were not treated as expected.
    Wrong(Vec<String>),
}

/// Compares what the scratch crate printed for a case with what the case expects.
pub fn judge(case: &Case, output: &Value) -> Verdict {
    let outputs = output.as_array().map(Vec::as_slice).unwrap_or_default();
    if outputs.len() != case.instances.len() {
        return Verdict::Wrong(vec!["the scratch crate gave no answer".to_owned()]);
    }
    let wrong: Vec<(String, bool)> = case
        .instances
        .iter()
        .zip(outputs)
        .filter_map(|(instance, output)| {
            let fault = fault(&instance.expected, output, case.round_trip)?;
            let located =
                matches!(instance.expected, Expected::Valid) && is_unrepresentable(output);
            Some((format!("{}: {fault}", instance.text), located))
        })
        .collect();
    if wrong.is_empty() {
        Verdict::Right
    } else if wrong.iter().all(|(_, located)| *located) {
        // A number that its Rust type cannot hold is refused with its place: no wrong value.
        let reasons: Vec<String> = wrong.into_iter().map(|(reason, _)| reason).collect();
        Verdict::Refused(format!("at run time, {}", reasons.join("; ")))
    } else {
        Verdict::Wrong(wrong.into_iter().map(|(reason, _)| reason).collect())
    }
}

/// Whether the report finds nothing and the typed parse refuses a number with its place.
fn is_unrepresentable(output: &Value) -> bool {
    let valid = output
        .get("report")
        .and_then(Value::as_array)
        .is_some_and(Vec::is_empty);
    valid && output.get("kind").and_then(Value::as_str) == Some("unrepresentable")
}

fn fault(expected: &Expected, output: &Value, round_trip: bool) -> Option<String> {
    if output.get("panic").is_some() {
        return Some("panics".to_owned());
    }
    let typed = output
        .get("typed")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let accepted = typed.is_empty();
    let found: Option<Vec<Pair>> = output.get("report").and_then(Value::as_array).map(|pairs| {
        let text = |pair: &Value, index: usize| {
            pair.get(index)
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        pairs
            .iter()
            .map(|pair| (text(pair, 0), text(pair, 1)))
            .collect()
    });
    if let Some(fault) = other_verdict(output, accepted, found.as_deref()) {
        return Some(fault);
    }
    match expected {
        Expected::Valid => match found {
            None => Some("is no JSON for the report".to_owned()),
            Some(found) if !found.is_empty() => Some(format!("the report finds {found:?}")),
            Some(_) if !accepted => Some(format!("the typed parse refuses: {typed}")),
            Some(_) if round_trip && output.get("equal") != Some(&Value::Bool(true)) => {
                Some(format!(
                    "comes back as {}",
                    output.get("after").unwrap_or(&Value::Null)
                ))
            }
            Some(_) => None,
        },
        Expected::Invalid { errors, may } => match found {
            _ if accepted => Some("the typed parse accepts".to_owned()),
            None => Some("is no JSON for the report".to_owned()),
            Some(found) => compare(errors, may, &found),
        },
        Expected::Either => {
            let valid = found.is_some_and(|found| found.is_empty());
            (valid != accepted).then(|| format!("report says {valid}, typed parse {accepted}"))
        }
    }
}

/// What the verdicts say, where it is not what the typed parse and the report do.
fn other_verdict(output: &Value, accepted: bool, found: Option<&[Pair]>) -> Option<String> {
    let verdicts = output.get("verdicts");
    let verdict = |on: &str| verdicts.and_then(|it| it.get(on)).and_then(Value::as_bool);
    let (text, value) = (verdict("text"), verdict("value"));
    if text != Some(accepted) {
        return Some(format!(
            "the verdict on the text is {text:?}, that of the typed parse {accepted}"
        ));
    }
    let reported = found.map(<[Pair]>::is_empty);
    (value != reported)
        .then(|| format!("the verdict on the value is {value:?}, that of the report {reported:?}"))
}

fn compare(errors: &[ExpectedError], may: &[Pair], found: &[Pair]) -> Option<String> {
    // Our report puts an unknown member at its own pointer; the cases put it at the object.
    let normal: Vec<Pair> = found
        .iter()
        .map(
            |(pointer, keyword)| match (keyword.as_str(), pointer.rsplit_once('/')) {
                ("additionalProperties", Some((object, _))) => (object.to_owned(), keyword.clone()),
                _ => (pointer.clone(), keyword.clone()),
            },
        )
        .collect();
    let fits = |pair: &Pair, error: &ExpectedError| error.any_of.contains(pair);
    for error in errors {
        let count = normal
            .iter()
            .chain(found)
            .filter(|pair| fits(pair, error))
            .count();
        let least = error.min_count;
        if count < least {
            return Some(format!(
                "{:?} is not reported, found {found:?}",
                error.any_of.first()
            ));
        }
    }
    let extra = normal.iter().zip(found).find(|(normal, found)| {
        let wanted = errors
            .iter()
            .any(|error| fits(normal, error) || fits(found, error));
        !wanted && !may.contains(normal) && !may.contains(found) && normal.1 != "if"
    });
    extra.map(|(pair, _)| format!("{pair:?} is reported, which is not expected"))
}
