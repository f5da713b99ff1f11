//! Who competes in what.

use aap_types::Payload;
use serde::de::IgnoredAny;
use serde_json::Value;

use crate::Outcome;
use crate::kinds::Kind;
use crate::measure::Subject;
use crate::payloads::Sample;

/// A task that several subjects do, each in its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// From a valid text to a typed value.
    Read,
    /// From an invalid text to all that is wrong with it.
    Refuse,
    /// From a text to yes or no.
    Skip,
    /// From a value to yes or no.
    Decide,
    /// From a value to all that is wrong with it.
    Report,
}

impl Task {
    /// Every task, in the order of the tables.
    pub const ALL: [Task; 5] = [
        Task::Read,
        Task::Skip,
        Task::Decide,
        Task::Report,
        Task::Refuse,
    ];

    /// The heading of its table.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Task::Read => "Valid text to typed value",
            Task::Refuse => "Invalid text to every violation",
            Task::Skip => "Text to yes or no",
            Task::Decide => "`Value` to yes or no",
            Task::Report => "`Value` to every violation",
        }
    }
}

/// Names of subjects that a target speaks of.
pub mod name {
    /// Typed and valid, from a text.
    pub const FROM_SLICE: &str = "`from_slice`";
    /// The floor of reading.
    pub const PLAIN: &str = "plain derive";
    /// `Value`, the run-time validator, typify's types.
    pub const VALUE_RUNTIME_TYPIFY: &str = "`Value` + jsonschema + typify";
    /// `Value`, the compile-time validator, typify's types.
    pub const VALUE_COMPILED_TYPIFY: &str = "`Value` + jsonschema macro + typify";
    /// Valid or not, from a text.
    pub const IS_VALID_SLICE: &str = "`is_valid_slice`";
    /// The floor of skipping.
    pub const IGNORED: &str = "`IgnoredAny`";
    /// Yes or no, from a value.
    pub const IS_VALID: &str = "`is_valid`";
    /// Everything wrong, from a value.
    pub const VALIDATE: &str = "`validate`";
    /// The run-time validator.
    pub const RUNTIME: &str = "jsonschema";
    /// The compile-time validator.
    pub const COMPILED: &str = "jsonschema macro";
    /// The other run-time validator.
    pub const BOON: &str = "boon";
}

/// The validators that are made at run time, for one kind of payload.
pub struct Validators {
    runtime: jsonschema::Validator,
    schemas: boon::Schemas,
    index: boon::SchemaIndex,
}

impl Validators {
    /// Those of a kind, both with formats asserted, as ours are.
    ///
    /// # Errors
    /// A validator refuses the schema.
    pub fn of<K: Kind>() -> Outcome<Validators> {
        let schema: Value = serde_json::from_str(K::Ours::SCHEMA)?;
        let runtime = jsonschema::options()
            .should_validate_formats(true)
            .build(&schema)?;
        let mut schemas = boon::Schemas::new();
        let mut compiler = boon::Compiler::new();
        compiler.enable_format_assertions();
        let refused = |error: boon::CompileError| error.to_string();
        compiler
            .add_resource(K::Ours::SCHEMA_ID, schema)
            .map_err(refused)?;
        let index = compiler
            .compile(K::Ours::SCHEMA_ID, &mut schemas)
            .map_err(refused)?;
        Ok(Validators {
            runtime,
            schemas,
            index,
        })
    }

    fn boon<'a>(&'a self, value: &'a Value) -> Option<boon::ValidationError<'a, 'a>> {
        self.schemas.validate(value, self.index).err()
    }

    fn runtime_errors<'a>(&'a self, value: &'a Value) -> Vec<jsonschema::ValidationError<'a>> {
        self.runtime.iter_errors(value).collect()
    }
}

/// Sees to it that all decide alike, and that all can read what is valid.
///
/// # Errors
/// Somebody does not.
pub fn agree<K: Kind>(sample: &Sample, validators: &Validators) -> Outcome<()> {
    let Sample { label, text, value } = sample;
    let valid = label.violations == 0;
    let found =
        aap_types::validate::<K::Ours>(value).map_or_else(|violations| violations.len(), |()| 0);
    if found != label.violations {
        return Err(format!("{label}: {found} violations").into());
    }
    let verdicts = [
        (name::IS_VALID, aap_types::is_valid::<K::Ours>(value)),
        (
            name::IS_VALID_SLICE,
            aap_types::is_valid_slice::<K::Ours>(text),
        ),
        (name::RUNTIME, validators.runtime.is_valid(value)),
        (name::COMPILED, K::is_valid(value)),
        (name::BOON, validators.boon(value).is_none()),
    ];
    if let Some((name, _)) = verdicts.iter().find(|(_, verdict)| *verdict != valid) {
        return Err(format!("{label}: {name} does not agree").into());
    }
    if valid {
        aap_types::from_slice::<K::Ours>(text).map_err(|error| format!("{label}: {error}"))?;
        K::plain(text).map_err(|error| format!("{label}, plain derive: {error}"))?;
        K::typify(text).map_err(|error| format!("{label}, typify: {error}"))?;
    }
    Ok(())
}

/// Those who compete in a task; ours is the first. None where the task is not for this sample.
#[must_use]
pub fn subjects<'a, K: Kind + 'a>(
    task: Task,
    sample: &'a Sample,
    validators: &'a Validators,
) -> Vec<Subject<'a>> {
    let Sample { label, text, value } = sample;
    let valid = label.violations == 0;
    match task {
        Task::Read if valid => read::<K>(text, validators),
        Task::Refuse if !valid => vec![
            Subject::new(name::FROM_SLICE, || aap_types::from_slice::<K::Ours>(text)),
            Subject::new("`Value` + jsonschema", || {
                serde_json::from_slice::<Value>(text)
                    .map(|value| validators.runtime_errors(&value).len())
            }),
            Subject::new("`Value` + boon", || {
                serde_json::from_slice::<Value>(text).map(|value| validators.boon(&value).is_none())
            }),
        ],
        Task::Skip => vec![
            Subject::new(name::IS_VALID_SLICE, || {
                aap_types::is_valid_slice::<K::Ours>(text)
            }),
            Subject::new(name::IGNORED, || serde_json::from_slice::<IgnoredAny>(text)),
        ],
        Task::Decide => vec![
            Subject::new(name::IS_VALID, || aap_types::is_valid::<K::Ours>(value)),
            Subject::new(name::COMPILED, || K::is_valid(value)),
            Subject::new(name::RUNTIME, || validators.runtime.is_valid(value)),
            Subject::new(name::BOON, || validators.boon(value).is_none()),
        ],
        Task::Report => vec![
            Subject::new(name::VALIDATE, || aap_types::validate::<K::Ours>(value)),
            Subject::new(name::RUNTIME, || validators.runtime_errors(value)),
            Subject::new("`validate`, with texts", || {
                aap_types::validate::<K::Ours>(value).map_err(|found| found.as_slice().len())
            }),
            Subject::new("jsonschema, with texts", || {
                let errors = validators.runtime.iter_errors(value);
                let texts =
                    errors.map(|error| (error.instance_path().to_string(), error.to_string()));
                texts.collect::<Vec<_>>()
            }),
            Subject::new(name::COMPILED, || K::errors(value)),
            Subject::new(name::BOON, || validators.boon(value)),
        ],
        Task::Read | Task::Refuse => Vec::new(),
    }
}

fn read<'a, K: Kind + 'a>(text: &'a [u8], validators: &'a Validators) -> Vec<Subject<'a>> {
    // Checked while it is a `Value`, then turned into typify's types without a copy.
    fn checked<K: Kind>(text: &[u8], is_valid: impl Fn(&Value) -> bool) -> Option<K::Typify> {
        let value: Value = serde_json::from_slice(text).ok()?;
        is_valid(&value).then(|| K::typify_of(value).ok()).flatten()
    }
    vec![
        Subject::new(name::FROM_SLICE, || aap_types::from_slice::<K::Ours>(text)),
        Subject::new(name::PLAIN, || K::plain(text)),
        Subject::new("`Value`", || serde_json::from_slice::<Value>(text)),
        Subject::new("typify, unvalidated", || K::typify(text)),
        Subject::new(name::VALUE_RUNTIME_TYPIFY, || {
            checked::<K>(text, |value| validators.runtime.is_valid(value))
        }),
        Subject::new(name::VALUE_COMPILED_TYPIFY, || {
            checked::<K>(text, K::is_valid)
        }),
        Subject::new("`Value` + boon + typify", || {
            checked::<K>(text, |value| validators.boon(value).is_none())
        }),
    ]
}
