//! What a contract says about a document.

use crate::cli::names;
use crate::payload::{ContractInfo, PayloadInfo};
use crate::pointer::JsonPointer;
use crate::rejection::{Rejection, SyntaxError, Unrepresentable};
use crate::runtime::document::{self, Document, Order};
use crate::runtime::report::Report;
use crate::violation::Violation;

use super::locate;

/// The keyword of a member that is named more than once; no keyword of JSON Schema.
const DUPLICATE_KEY: &str = "duplicateKey";

/// The keyword of a number that no Rust type holds; no keyword of JSON Schema.
const UNREPRESENTABLE: &str = "unrepresentable";

/// A document's content.
pub(super) enum Content<'a> {
    /// A value, and where its payload is.
    Payload {
        document: Document<'a>,
        at: JsonPointer,
    },
    /// JSON that no schema can make valid.
    Faulty(Vec<Violation>),
}

/// What a contract says about a payload.
pub(super) struct Verdict {
    /// The schema; none where the text had faults that came first.
    pub(super) schema: Option<&'static PayloadInfo>,
    /// Where the payload is; none where the text had faults that came first.
    pub(super) at: Option<JsonPointer>,
    /// What is wrong, placed in the whole document, in its order.
    pub(super) violations: Vec<Violation>,
}

impl Verdict {
    pub(super) fn is_valid(&self) -> bool {
        self.violations.is_empty()
    }
}

/// Reads a text and finds the payload in it.
pub(super) fn read<'a>(
    contracts: &'static [ContractInfo],
    bytes: &'a [u8],
) -> Result<Content<'a>, String> {
    match document::parse_with_overflows(json_text(bytes)?) {
        Ok(document) => {
            let at = locate::payload(contracts, &document.value)?;
            Ok(Content::Payload { document, at })
        }
        Err(Rejection::DuplicateKey(error)) => Ok(Content::Faulty(
            error
                .instance_locations
                .into_iter()
                .map(|place| {
                    Violation::new(place, DUPLICATE_KEY, "the member is named more than once")
                })
                .collect(),
        )),
        Err(Rejection::Unrepresentable(error)) => Ok(Content::Faulty(vec![Violation::new(
            error.instance_location,
            UNREPRESENTABLE,
            error.message,
        )])),
        Err(Rejection::Syntax(error)) => Err(syntax(&error)),
        Err(other @ Rejection::Invalid(_)) => Err(other.to_string()),
    }
}

/// The bytes, unless they are no text or an empty one; a parser's words for these are no help.
pub(in crate::cli) fn json_text(bytes: &[u8]) -> Result<&[u8], String> {
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return Err("not JSON: the text is UTF-16, expected UTF-8".to_owned());
    }
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        return Err(
            "not JSON: the text begins with a byte order mark (U+FEFF), which must go".to_owned(),
        );
    }
    if let Err(error) = std::str::from_utf8(bytes) {
        return Err(format!(
            "not JSON: the text is not UTF-8, first at byte {}",
            error.valid_up_to()
        ));
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err("not JSON: the text is empty".to_owned());
    }
    Ok(bytes)
}

pub(in crate::cli) fn syntax(error: &SyntaxError) -> String {
    // serde_json's words; such a text may well be JSON.
    if error.message.starts_with("recursion limit exceeded") {
        let (line, column) = (error.line, error.column);
        return format!("nested too deeply to be read, at line {line} column {column}");
    }
    error.to_string()
}

/// Holds a document against a contract: against the schema of that name, or the one that fits.
///
/// An error says why the contract has no schema for it.
pub(super) fn judge(
    contracts: &'static [ContractInfo],
    contract: &'static ContractInfo,
    name: Option<&str>,
    content: &Content<'_>,
) -> Result<Verdict, String> {
    let named = name
        .map(|name| names::schema(contracts, contract, name, "--contract"))
        .transpose()?;
    let (document, at) = match content {
        Content::Payload { document, at } => (document, at),
        Content::Faulty(violations) => {
            return Ok(Verdict {
                schema: named,
                at: None,
                violations: violations.clone(),
            });
        }
    };
    let payload = at.resolve(&document.value).unwrap_or(&document.value);
    let schema = match named {
        Some(schema) => schema,
        None => locate::schema(contracts, contract, at, payload)?,
    };
    let Report {
        mut violations,
        mut unrepresentable,
    } = schema.report(payload, order_at(document.order(), at));
    let places = violations
        .iter_mut()
        .map(|violation| &mut violation.instance_location);
    let numbers = unrepresentable
        .iter_mut()
        .map(|number| &mut number.instance_location);
    for place in places.chain(numbers) {
        *place = within(at, place);
    }
    // A number that overflows fits no type either.
    unrepresentable.retain(|number| !document.overflows_at(&number.instance_location));
    unrepresentable.extend(document.overflows.iter().cloned());
    let violations = document.of_text(violations);
    let violations = in_document_order(violations, unrepresentable, document.order());
    Ok(Verdict {
        schema: Some(schema),
        at: Some(at.clone()),
        violations,
    })
}

fn child<'a>(order: Order<'a>, token: &str) -> Option<(usize, Order<'a>)> {
    let element = || {
        let index = token.parse().ok()?;
        Some((index, order.element(index)?))
    };
    order.member(token).or_else(element)
}

fn order_at<'a>(order: Order<'a>, pointer: &JsonPointer) -> Option<Order<'a>> {
    pointer
        .tokens()
        .try_fold(order, |order, token| Some(child(order, &token)?.1))
}

/// A place within the value that another one points to.
fn within(at: &JsonPointer, place: &JsonPointer) -> JsonPointer {
    let mut pointer = at.clone();
    place.tokens().for_each(|token| pointer.push(&token));
    pointer
}

/// The violations with the numbers that no type holds among them.
fn in_document_order(
    mut violations: Vec<Violation>,
    numbers: Vec<Unrepresentable>,
    order: Order<'_>,
) -> Vec<Violation> {
    if numbers.is_empty() {
        return violations;
    }
    violations.extend(
        numbers.into_iter().map(|number| {
            Violation::new(number.instance_location, UNREPRESENTABLE, number.message)
        }),
    );
    let positions = |violation: &Violation| {
        let mut order = Some(order);
        let mut positions = Vec::new();
        for token in violation.instance_location.tokens() {
            let step = order.and_then(|order| child(order, &token));
            positions.push(step.map_or(0, |(position, _)| position));
            order = step.map(|(_, order)| order);
        }
        positions
    };
    // Stable, as the report's own order is.
    violations.sort_by_cached_key(|violation| (positions(violation), violation.keyword.clone()));
    violations.dedup();
    violations
}
