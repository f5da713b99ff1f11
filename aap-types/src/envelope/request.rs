//! From a `SendMessage` request to the typed request in it.

use a2a::{Message, Part, PartContent, Role, SendMessageRequest};
use serde_json::Value;

use super::failure::Failure;
use super::ids::Ids;
use super::media_type;
use crate::payload::{Contract, ContractInfo, SkillInfo};
use crate::pointer::JsonPointer;
use crate::rejection::Rejection;
use crate::runtime::document::Order;
use crate::runtime::message::excerpt;
use crate::runtime::read;
use crate::violation::{Violation, Violations};

/// What a skill may want to know of a call besides its request.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Call<'a> {
    /// The message that the request came in. Only its first part means anything.
    pub message: &'a Message,
    /// The tenant that the request names, where one endpoint serves several dealers.
    pub tenant: Option<&'a str>,
    /// The context of the response: the request's own, or a new one. Whether a buyer may go on with
    /// a context is for the dealer to decide.
    pub context_id: String,
    /// The skill that is called.
    pub skill: &'static SkillInfo,
}

/// Takes the typed request out of a `SendMessage` request, and checks both.
///
/// The first part counts, and no other: it has to be data, with the media type of a request and a
/// payload of the same `type`. Whether the headers let a skill run is not looked at: see
/// [`check_activation`](ContractInfo::check_activation), which comes first.
///
/// | what is wrong | the error |
/// |---|---|
/// | no message id, not of the user's role, no parts | -32602 in A2A's shape, every fault listed |
/// | the first part is no data, or its media type is none of a request | -32005 |
/// | a `type` that the contract does not know | `UNSUPPORTED_SKILL`, whatever the media type |
/// | `type` and media type belong to different skills | `SCHEMA_VALIDATION_FAILED` at `/type`, along with all other violations |
/// | the buyer accepts no output mode that can be sent | -32005 |
/// | the payload breaks its schema | the contract's error, every violation listed |
///
/// # Errors
/// As above; the error has the shape that the contract demands.
pub fn unwrap_request<'a, C: Contract>(
    request: &'a SendMessageRequest,
    ids: &impl Ids,
) -> Result<(C::Request, Call<'a>), Failure> {
    unwrap::<C>(request, None, ids)
}

/// As [`unwrap_request`]; `order` is the order of members in the payload's text.
pub(super) fn unwrap<'a, C: Contract>(
    request: &'a SendMessageRequest,
    order: Option<Order<'_>>,
    ids: &impl Ids,
) -> Result<(C::Request, Call<'a>), Failure> {
    let contract = ContractInfo::of::<C>();
    let message = &request.message;
    if let Some(violations) = Violations::new(message_faults(message)) {
        return Err(Failure::envelope(violations));
    }
    let supported: Vec<&str> = skills(&contract).map(|it| it.request_media_type).collect();
    let (payload, media_type) = match message.parts.first() {
        Some(Part {
            content: PartContent::Data(payload),
            media_type,
            ..
        }) => (payload, media_type.as_deref()),
        other => {
            let found = other.map_or("nothing", kind);
            let text = format!(
                "The first part of the message must be data with the media type of an AAP request, \
                 found {found}."
            );
            return Err(Failure::content_type(text, found, &supported));
        }
    };
    let message_type = payload.get("type").and_then(Value::as_str);
    let by_type = skills(&contract).find(|it| Some(it.request_type) == message_type);
    if let Some(message_type) = message_type
        && contract.payload_of_type(message_type).is_none()
    {
        return Err(Failure::unknown_skill(&contract, message_type));
    }
    let by_media_type = skills(&contract)
        .find(|it| media_type.is_some_and(|found| media_type::same(found, it.request_media_type)));
    let Some(announced) = by_media_type else {
        let found = media_type.unwrap_or("no media type");
        let wanted = by_type.map_or_else(
            || "the media type of an AAP request".to_owned(),
            |skill| skill.request_media_type.to_owned(),
        );
        let text = format!("The first part must have {wanted}, found {}.", shown(found));
        return Err(Failure::content_type(text, &shown(found), &supported));
    };
    let refuse = |rejection| Failure::request(&contract, rejection);
    let skill = match by_type {
        Some(skill) if skill.id == announced.id => skill,
        Some(skill) => {
            let violations = disagreement(announced, skill, payload, order);
            return Err(refuse(Rejection::Invalid(violations)));
        }
        // No `type`, or one that no request has: told by the schema of what was announced.
        None => announced,
    };
    let modes = request.configuration.as_ref();
    let modes = modes.and_then(|it| it.accepted_output_modes.as_deref());
    let modes = modes.unwrap_or_default();
    if !media_type::accepted(modes, skill.response_media_type, &contract) {
        let text = format!(
            "The response to {} has the media type {}, which is not among the accepted output modes.",
            skill.id, skill.response_media_type
        );
        let found = shown(&modes.join(", "));
        return Err(Failure::content_type(
            text,
            &found,
            &[skill.response_media_type],
        ));
    }
    if by_type.is_none() {
        let found = skill.request.report(payload, order).violations;
        if let Some(violations) = Violations::new(found) {
            return Err(refuse(Rejection::Invalid(violations)));
        }
    }
    let typed: C::Request = read::message(payload, order).map_err(refuse)?;
    let call = Call {
        message,
        tenant: given(request.tenant.as_deref()),
        context_id: given(message.context_id.as_deref())
            .map_or_else(|| ids.context_id(), str::to_owned),
        skill,
    };
    Ok((typed, call))
}

/// A text that is there and not empty: ProtoJSON does not tell the two apart.
pub(super) fn given(text: Option<&str>) -> Option<&str> {
    text.filter(|text| !text.is_empty())
}

fn skills(contract: &ContractInfo) -> impl Iterator<Item = &'static SkillInfo> + use<> {
    contract.skills.iter()
}

fn message_faults(message: &Message) -> Vec<Violation> {
    let fault = |member: &str, keyword: &'static str, text: String| {
        let mut place = JsonPointer::root();
        place.push("message");
        place.push(member);
        Violation::new(place, keyword, text)
    };
    let mut faults = Vec::new();
    if message.message_id.is_empty() {
        let text = "expected the message's own id, found none".to_owned();
        faults.push(fault("messageId", "minLength", text));
    }
    if message.role != Role::User {
        let found = match message.role {
            Role::Agent => "ROLE_AGENT",
            _ => "none",
        };
        let text = format!("expected ROLE_USER, found {found}");
        faults.push(fault("role", "const", text));
    }
    if message.parts.is_empty() {
        let text = "expected a part with the typed request, found none".to_owned();
        faults.push(fault("parts", "minItems", text));
    }
    faults
}

/// What a part holds, as a media type where that is implied.
pub(super) fn kind(part: &Part) -> &'static str {
    match part.content {
        PartContent::Text(_) => "text/plain",
        PartContent::Raw(_) => "a file",
        PartContent::Url(_) => "a link to a file",
        PartContent::Data(_) => "data",
    }
}

/// What the other side sent, cut to a sane length.
fn shown(text: &str) -> String {
    const SHOWN: usize = 120;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// The violations of a payload whose media type announces another skill than its `type`.
fn disagreement(
    announced: &SkillInfo,
    skill: &SkillInfo,
    payload: &Value,
    order: Option<Order<'_>>,
) -> Violations {
    let mut place = JsonPointer::root();
    place.push("type");
    let message = format!(
        "expected {}, as the media type says, found {}",
        excerpt(announced.request_type),
        excerpt(skill.request_type)
    );
    let disagreement = Violation::new(place, "const", message);
    let mut violations = skill.request.report(payload, order).violations;
    // The payload's own `type` is that of its schema, so nothing else is wrong at this place.
    let position = |name: &str| position(payload, order, name);
    let own = position("type");
    let before = |violation: &Violation| match violation.instance_location.tokens().next() {
        None => true,
        Some(name) => position(&name) < own,
    };
    let index = violations.iter().take_while(|it| before(it)).count();
    violations.insert(index, disagreement.clone());
    Violations::new(violations).unwrap_or_else(|| disagreement.into())
}

/// Where a member stands in its object.
fn position(payload: &Value, order: Option<Order<'_>>, name: &str) -> Option<usize> {
    match order {
        Some(order) => order.member(name).map(|(position, _)| position),
        None => payload.as_object()?.keys().position(|key| key == name),
    }
}
