//! Types and schemas are in sync: contract by contract, file by file.
//!
//! The list of tests comes from the registries: the contracts of `aap_types` and `aap_schemas`,
//! brought together by their extension URIs, and the schema files of each. The test of a file
//! compares our schema with four things, each made in another way:
//!
//! 1. What `schemars` makes of the payload's type. It comes from the constraint tables, so a
//!    keyword that the tables lost or changed on the way from the schema to Rust is seen here.
//! 2. The bundle that the payload carries, which must not need any other document.
//! 3. What the payload says of itself: name, `$id`, `type` of the message.
//! 4. The source text of the types that are made from the file: the members that each struct reads
//!    and writes, those that it demands, the texts of each enum and marker. The tables have no part
//!    in this.
//!
//! # How schemas are compared
//!
//! Both are normalised in one way and then have to be equal. References are followed, to where a
//! schema holds itself. What identifies or describes is dropped: `$schema`, `$id`, `$anchor`,
//! `$defs` and the annotations. `required`, `type` and `enum` have no order. A keyword that every
//! instance satisfies, as `additionalProperties: true` is, counts as absent. Nothing else is
//! changed: the branches of `anyOf` keep their order, and `const` is not an `enum` of one.
//!
//! # That it can fail
//!
//! The test `alterations` of a contract alters every constraint of every file in turn, in a copy,
//! and demands that the comparisons report it, with its file and its JSON Pointer.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use aap_codegen::json::Json;
use aap_tests::agreement::disagreements;
use aap_tests::alteration::{Alteration, alterations};
use aap_tests::generated::{self, Kind, Type};
use aap_tests::oracle::Oracle;
use aap_tests::structure::{Documents, differences};
use aap_types::{ContractInfo, PayloadInfo};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = vec![Trial::test("contracts", same_contracts)];
    for info in aap_types::contracts() {
        // Where there is none, the test `contracts` says so.
        let Some(schemas) = aap_schemas::by_extension_uri(info.extension_uri) else {
            continue;
        };
        let contract = Arc::new(Contract::new(info, schemas));
        for id in contract.schema_ids() {
            let (name, contract) = (contract.short(&id), Arc::clone(&contract));
            let name = format!("{}/{name}", info.name);
            trials.push(Trial::test(name, move || contract.in_sync(&id)));
        }
        let name = format!("{}/alterations", info.name);
        trials.push(Trial::test(name, move || contract.notices_alterations()));
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn same_contracts() -> Result<(), Failed> {
    let types = aap_types::contracts().iter().map(|it| {
        let status = it.status.to_string();
        (
            it.extension_uri,
            it.name,
            it.version,
            status,
            it.schema_base_url,
            it.fingerprint,
        )
    });
    let schemas = aap_schemas::contracts().iter().map(|it| {
        let status = format!("{:?}", it.status).to_lowercase();
        (
            it.extension_uri,
            it.name,
            it.version,
            status,
            it.schema_base_url,
            it.fingerprint,
        )
    });
    let (types, schemas): (Vec<_>, Vec<_>) = (types.collect(), schemas.collect());
    let uris: BTreeSet<&str> = types.iter().map(|it| it.0).collect();
    if types.is_empty() || types != schemas || uris.len() != types.len() {
        return Err(format!("aap-types has {types:#?}, aap-schemas has {schemas:#?}").into());
    }
    Ok(())
}

/// A contract in both registries.
struct Contract {
    info: &'static ContractInfo,
    schemas: &'static aap_schemas::Contract,
    /// Read once a test needs them.
    sources: OnceLock<Result<Sources, String>>,
}

struct Sources {
    /// The schema files, by `$id`.
    documents: Documents,
    types: Vec<Type>,
}

/// The URI of a schema that `schemars` made.
const MADE: &str = "urn:schemars";

impl Contract {
    fn new(info: &'static ContractInfo, schemas: &'static aap_schemas::Contract) -> Contract {
        Contract {
            info,
            schemas,
            sources: OnceLock::new(),
        }
    }

    /// The `$id` of every schema file, and of every payload that has none.
    fn schema_ids(&self) -> BTreeSet<String> {
        let files = self.schemas.schemas.iter();
        let files = files.map(|file| format!("{}{}", self.info.schema_base_url, file.path));
        let payloads = self.info.payloads.iter();
        files
            .chain(payloads.map(|payload| payload.schema_id.to_owned()))
            .collect()
    }

    /// The file of a schema, from the contract's folder.
    fn file<'i>(&self, id: &'i str) -> &'i str {
        id.strip_prefix(self.info.schema_base_url).unwrap_or(id)
    }

    fn short<'i>(&self, id: &'i str) -> &'i str {
        let file = self.file(id);
        file.strip_suffix(".schema.json").unwrap_or(file)
    }

    fn sources(&self) -> Result<&Sources, String> {
        let read = || {
            Ok(Sources {
                documents: self.documents()?,
                types: self.types()?,
            })
        };
        self.sources
            .get_or_init(read)
            .as_ref()
            .map_err(Clone::clone)
    }

    fn documents(&self) -> Result<Documents, String> {
        let document = |file: &aap_schemas::File| {
            let document =
                Json::parse(file.text).map_err(|error| format!("{}: {error}", file.path))?;
            Ok((
                format!("{}{}", self.info.schema_base_url, file.path),
                document,
            ))
        };
        let documents: Result<Vec<_>, String> = self.schemas.schemas.iter().map(document).collect();
        Ok(Documents::new(documents?))
    }

    /// The types in the source text of the contract's module.
    fn types(&self) -> Result<Vec<Type>, String> {
        let module = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../aap-types/src")
            .join(self.info.name.replace('.', "_"));
        let mut types = Vec::new();
        let mut folders = vec![module];
        while let Some(folder) = folders.pop() {
            let error = |error: std::io::Error| format!("{}: {error}", folder.display());
            for entry in fs::read_dir(&folder).map_err(error)? {
                let path = entry.map_err(error)?.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|ending| ending == "rs") {
                    let text = fs::read_to_string(&path).map_err(error)?;
                    let found = generated::types(&text);
                    types.extend(found.map_err(|error| format!("{}: {error}", path.display()))?);
                }
            }
        }
        Ok(types)
    }

    fn payload(&self, id: &str) -> Result<&'static PayloadInfo, String> {
        let payload = self
            .info
            .payloads
            .iter()
            .find(|payload| payload.schema_id == id);
        payload.ok_or_else(|| format!("{}: no payload has this schema", self.file(id)))
    }

    fn in_sync(&self, id: &str) -> Result<(), Failed> {
        let sources = self.sources()?;
        let document = sources.documents.document(id);
        let document =
            document.ok_or_else(|| format!("{id} is the schema of a payload, but no file"))?;
        let payload = self.payload(id)?;

        let made = made(payload)?;
        let mut faults = lines(&differences((&sources.documents, id), (&made, MADE))?);
        let bundle = Json::parse(payload.schema)?;
        let bundle = Documents::new([(id.to_owned(), bundle)]);
        faults.extend(lines(&differences(
            (&sources.documents, id),
            (&bundle, id),
        )?));
        let made_text = payload.json_schema().to_value().to_string();
        for (uri, text) in [(MADE, made_text.as_str()), (id, payload.schema)] {
            let schema = serde_json::from_str(text)?;
            Oracle::new([(uri.to_owned(), schema)], uri).map_err(|error| {
                format!("{}: as a schema for jsonschema: {error}", self.file(id))
            })?;
        }

        faults.extend(self.misnamed(document, payload));
        faults.extend(self.unprefixed(&made));
        let types: Vec<&Type> = sources
            .types
            .iter()
            .filter(|it| it.file == self.file(id))
            .collect();
        if !types.iter().any(|it| it.pointer.is_empty()) {
            faults.push(format!(
                "{}: no type is made from the whole file",
                self.file(id)
            ));
        }
        for one in types {
            faults.extend(lines(&disagreements(
                one,
                &sources.documents,
                self.info.schema_base_url,
            )?));
        }
        self.verdict(faults)
    }

    /// What a payload says of itself, where its schema says otherwise.
    fn misnamed(&self, document: &Json, payload: &PayloadInfo) -> Vec<String> {
        let text = |pointer: &str| document.pointer(pointer).and_then(Json::as_str);
        [
            (
                "/title",
                text("/title").unwrap_or(payload.name),
                payload.name,
            ),
            ("/$id", text("/$id").unwrap_or_default(), payload.schema_id),
            (
                "/properties/type/const",
                text("/properties/type/const").unwrap_or_default(),
                payload.message_type.unwrap_or_default(),
            ),
        ]
        .into_iter()
        .filter(|(_, expected, found)| expected != found)
        .map(|(pointer, expected, found)| {
            let file = self.file(payload.schema_id);
            format!("{file}#{pointer}: the schema has {expected:?}, the payload {found:?}")
        })
        .collect()
    }

    /// The names in a schema that another contract's may have as well.
    fn unprefixed(&self, made: &Documents) -> Vec<String> {
        let prefix = format!("{}_", self.info.name.replace('.', "_"));
        let schema = made.document(MADE);
        let definitions = schema.and_then(|it| it.get("$defs")?.as_object());
        let names = definitions
            .unwrap_or_default()
            .iter()
            .map(|(name, _)| name.as_str());
        let title = schema.and_then(|it| it.get("title")?.as_str());
        title
            .into_iter()
            .chain(names)
            .filter(|name| !name.starts_with(&prefix))
            .map(|name| format!("{MADE}: {name} does not begin with {prefix}"))
            .collect()
    }

    fn notices_alterations(&self) -> Result<(), Failed> {
        let sources = self.sources()?;
        let made: Result<Vec<(&str, Documents)>, String> = self
            .info
            .payloads
            .iter()
            .map(|payload| Ok((payload.schema_id, made(payload)?)))
            .collect();
        let made = made?;
        let mut faults = Vec::new();
        let mut count = 0;
        for id in self.schema_ids() {
            let Some(document) = sources.documents.document(&id) else {
                continue;
            };
            for alteration in alterations(document) {
                count += 1;
                let mut altered = sources.documents.clone();
                altered.insert(id.clone(), alteration.document.clone());
                // A definition may be there for other files only.
                let own = made.iter().filter(|(root, _)| *root == id);
                let others = made.iter().filter(|(root, _)| *root != id);
                let mut noticed = false;
                for (root, made) in own.chain(others) {
                    let found = differences((&altered, root), (made, MADE))?;
                    noticed = found
                        .iter()
                        .any(|it| points_at(&it.source, &id, &alteration));
                    if noticed {
                        break;
                    }
                }
                if !noticed {
                    faults.push(format!(
                        "{}#{}: an altered constraint is not noticed",
                        self.file(&id),
                        alteration.at
                    ));
                }
                faults.extend(self.unnoticed_by_types(sources, &altered, &id, &alteration)?);
            }
        }
        if count == 0 {
            faults.push("there is nothing to alter".to_owned());
        }
        self.verdict(faults)
    }

    /// The types that are made from an altered schema and do not disagree with it.
    fn unnoticed_by_types(
        &self,
        sources: &Sources,
        altered: &Documents,
        id: &str,
        alteration: &Alteration,
    ) -> Result<Vec<String>, String> {
        let at = format!("{id}#{}", alteration.schema);
        let (before, schema) = (sources.documents.at(&at)?.schema, altered.at(&at)?.schema);
        // What other schemas declare as well is still declared.
        let alone = schema.get("allOf").is_none() && schema.get("$ref").is_none();
        let mut faults = Vec::new();
        for one in sources
            .types
            .iter()
            .filter(|it| it.file == self.file(id) && it.pointer == alteration.schema)
        {
            let telling = match (&one.kind, alteration.keyword.as_str()) {
                (Kind::Object(_), "properties" | "required" | "additionalProperties") => alone,
                (Kind::Enum(_), "enum") => texts(before) != texts(schema),
                (Kind::Marker(_), "const") => true,
                _ => false,
            };
            let found = disagreements(one, altered, self.info.schema_base_url)?;
            let expected = format!("{id}#{}/{}", alteration.schema, alteration.keyword);
            if telling && !found.iter().any(|it| it.schema == expected) {
                faults.push(format!(
                    "{}#{}: {} does not disagree with the altered schema",
                    one.file, alteration.at, one.name
                ));
            }
        }
        Ok(faults)
    }

    fn verdict(&self, faults: Vec<String>) -> Result<(), Failed> {
        if faults.is_empty() {
            return Ok(());
        }
        let faults: Vec<String> = faults
            .iter()
            .map(|fault| fault.replace(self.info.schema_base_url, ""))
            .collect();
        let (uri, faults) = (self.info.extension_uri, faults.join("\n"));
        Err(format!("types and schemas of {uri} differ:\n{faults}").into())
    }
}

/// What `schemars` makes of a payload's type.
fn made(payload: &PayloadInfo) -> Result<Documents, String> {
    let schema = payload.json_schema().to_value().to_string();
    Ok(Documents::new([(MADE.to_owned(), Json::parse(&schema)?)]))
}

fn lines<T: ToString>(faults: &[T]) -> Vec<String> {
    faults.iter().map(ToString::to_string).collect()
}

/// The strings of an `enum`.
fn texts(schema: &Json) -> Vec<&str> {
    let values = schema.get("enum").and_then(Json::as_array);
    values
        .unwrap_or_default()
        .iter()
        .filter_map(Json::as_str)
        .collect()
}

/// Whether a difference is what an alteration has to lead to: itself, or, where a schema no longer
/// refers to another, anything in that schema.
fn points_at(found: &str, id: &str, alteration: &Alteration) -> bool {
    if alteration.keyword == "$ref" {
        found.starts_with(&format!("{id}#{}/", alteration.schema))
    } else {
        found == format!("{id}#{}", alteration.at)
    }
}
