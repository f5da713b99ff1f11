//! A payload of a contract becomes one of the next contract without loss, or every loss is named.
//!
//! One test for each conversion that is generated, over the examples of the older contract and over
//! generated instances. `AAP_CASES` raises the number of instances.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use std::collections::BTreeSet;

use aap_tests::instances::Instances;
use aap_tests::oracle::{Oracle, Violation};
use aap_types::runtime::decode::FromSerde;
use aap_types::runtime::{Decode, Model, equality};
use aap_types::upgrades::{Loss, LossKind, UpgradeError};
use aap_types::{Contract, Payload};
use libtest_mimic::{Arguments, Trial};
use serde_json::{Value, json};

/// How many instances are tried for each conversion, at least.
const CASES: usize = 1_000;

fn main() {
    let arguments = Arguments::from_args();
    let upgrades = upgrades();
    let complete = Trial::test("every payload of two neighbours has a conversion", {
        let upgrades = upgrades.clone();
        move || {
            assert_eq!(generated(&upgrades), expected());
            Ok(())
        }
    });
    let cards = Trial::test("a card becomes one of a contract that it lists", {
        let upgrades = upgrades.clone();
        move || {
            let upgraded = upgrades.iter().map(Upgrade::cards_listing_both);
            // Without a neighbour there is nothing to become.
            assert!(upgraded.sum::<usize>() > 0 || upgrades.is_empty());
            Ok(())
        }
    });
    let each = upgrades.into_iter().map(|upgrade| {
        let name = format!("{} {} {}", upgrade.from, upgrade.to, upgrade.file);
        Trial::test(name, move || {
            upgrade.holds();
            Ok(())
        })
    });
    let trials = each.chain([complete, cards]).collect();
    libtest_mimic::run(&arguments, trials).exit();
}

/// A conversion.
#[derive(Clone)]
struct Upgrade {
    /// How the generator says that it is done.
    manner: Manner,
    from: &'static str,
    to: &'static str,
    /// The schema file in the new contract.
    file: &'static str,
    ids: (&'static str, &'static str),
    /// A valid old value's JSON, or none where its Rust type cannot hold it; and what becomes of it.
    convert: fn(&Value) -> Option<Outcome>,
    /// The same for any value of the Rust type's shape, where that cannot fail.
    convert_shape: Option<Shaped>,
}

type Outcome = (Value, Result<Value, UpgradeError>);

type Shaped = fn(&Value) -> Option<(Value, Value)>;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Manner {
    /// `From`.
    Total,
    /// `TryFrom`, as the new schema refuses more.
    Narrowed,
    /// `TryFrom`, as the Rust types differ.
    Retyped,
}

/// Every conversion that is generated.
fn upgrades() -> Vec<Upgrade> {
    macro_rules! table {
        ($([$manner:ident, $file:literal, $old:ident :: $from:ident, $new:ident :: $to:ident])*) => {
            vec![$(table!(@ $manner $file aap_types::$old::$from, aap_types::$new::$to)),*]
        };
        (@ total $file:literal $from:ty, $to:ty) => {
            table!(@@ Total $file $from, $to, |old| Ok(<$to>::from(old)), Some(convert_shape::<$from, $to>))
        };
        (@ narrowed $file:literal $from:ty, $to:ty) => {
            table!(@@ Narrowed $file $from, $to, partial::<$from, $to>, None)
        };
        (@ retyped $file:literal $from:ty, $to:ty) => {
            table!(@@ Retyped $file $from, $to, partial::<$from, $to>, None)
        };
        (@@ $manner:ident $file:literal $from:ty, $to:ty, $convert:expr, $shape:expr) => {
            Upgrade {
                manner: Manner::$manner,
                from: <$from as Payload>::Contract::NAME,
                to: <$to as Payload>::Contract::NAME,
                file: $file,
                ids: (<$from>::SCHEMA_ID, <$to>::SCHEMA_ID),
                convert: |value| convert::<$from, $to>(value, $convert),
                convert_shape: $shape,
            }
        };
    }
    aap_types::for_each_upgrade!(table)
}

fn convert<A: Payload + serde::Serialize, B: serde::Serialize>(
    value: &Value,
    upgrade: impl Fn(A) -> Result<B, UpgradeError>,
) -> Option<Outcome> {
    let old: A = aap_types::from_value(value.clone()).ok()?;
    let written = serde_json::to_value(&old).unwrap();
    let new = upgrade(old).map(|new| serde_json::to_value(&new).unwrap());
    Some((written, new))
}

/// The conversions of a value and of a reference to it are one.
fn partial<A, B>(old: A) -> Result<B, UpgradeError>
where
    B: TryFrom<A, Error = UpgradeError> + PartialEq + std::fmt::Debug,
    B: for<'a> TryFrom<&'a A, Error = UpgradeError>,
{
    let by_reference = B::try_from(&old);
    let by_value = B::try_from(old);
    assert_eq!(by_reference, by_value);
    by_value
}

fn convert_shape<A, B>(value: &Value) -> Option<(Value, Value)>
where
    A: Model + serde::Serialize,
    B: From<A> + serde::Serialize,
{
    let old = <A as Decode>::decode(FromSerde(value)).ok()?;
    // A value with two members of one name has no JSON.
    let written = serde_json::to_value(&old).ok()?;
    Some((written, serde_json::to_value(B::from(old)).unwrap()))
}

fn expected() -> BTreeSet<(String, String, String)> {
    let neighbours = aap_schemas::contracts().windows(2);
    neighbours
        .flat_map(|pair| {
            let files = pair[0].schemas.iter().map(|file| file.path);
            let kept = files.filter(|path| pair[1].schemas.iter().any(|it| it.path == *path));
            kept.map(|path| {
                (
                    pair[0].name.to_owned(),
                    pair[1].name.to_owned(),
                    path.to_owned(),
                )
            })
        })
        .collect()
}

fn generated(upgrades: &[Upgrade]) -> BTreeSet<(String, String, String)> {
    let names = |it: &Upgrade| (it.from.to_owned(), it.to.to_owned(), it.file.to_owned());
    upgrades.iter().map(names).collect()
}

/// Schemas by their `$id`.
type Documents = Vec<(String, Value)>;

fn documents(contract: &str) -> Documents {
    let source = aap_schemas::by_name(contract).unwrap();
    let document = |file: &aap_schemas::File| {
        let schema: Value = serde_json::from_str(file.text).unwrap();
        (schema["$id"].as_str().unwrap().to_owned(), schema)
    };
    source.schemas.iter().map(document).collect()
}

/// Members that a schema requires and for which it allows but one text.
fn constants(schema: &Value) -> Vec<(&str, &Value)> {
    let required = schema["required"].as_array().into_iter().flatten();
    required
        .filter_map(|name| {
            let name = name.as_str()?;
            let text = schema["properties"][name].get("const")?;
            text.is_string().then_some((name, text))
        })
        .collect()
}

impl Upgrade {
    fn holds(&self) {
        let (old_documents, new_documents) = (documents(self.from), documents(self.to));
        let schema = new_documents
            .iter()
            .find(|(id, _)| id == self.ids.1)
            .unwrap();
        let constants = constants(&schema.1);
        let new_contract = Oracle::new(new_documents.clone(), self.ids.1).unwrap();
        let (mut upgraded, mut refused) = (0, 0);
        for value in self.values(old_documents, new_documents.clone()) {
            if let Some(convert) = self.convert_shape
                && let Some((before, after)) = convert(&value)
            {
                assert_same(&filled(&before, &constants), &after);
            }
            let Some((before, outcome)) = (self.convert)(&value) else {
                continue;
            };
            let before = filled(&before, &constants);
            let violations = new_contract.violations(&before);
            match outcome {
                Ok(after) => {
                    assert!(violations.is_empty(), "{before} violates {violations:?}");
                    assert_same(&before, &after);
                    upgraded += 1;
                }
                Err(error) => {
                    assert_tells(&error, &violations, &before);
                    assert_ne!(self.manner, Manner::Total);
                    refused += 1;
                }
            }
        }
        let refuses = self.manner == Manner::Narrowed;
        assert_eq!(refused > 0, refuses, "{refused} refused, {upgraded} taken");
        assert!(
            upgraded + refused > 100,
            "{upgraded} and {refused} prove nothing"
        );
    }

    /// Tries the older contract's cards with and without an entry for the new one, and counts those
    /// that become cards of the new one.
    fn cards_listing_both(&self) -> usize {
        let [old, new] = [self.from, self.to].map(|name| aap_schemas::by_name(name).unwrap());
        let file = self.file.rsplit('/').next().unwrap();
        let mut upgraded = 0;
        for example in old.examples {
            let payload = example.path.split('.').next().unwrap();
            if file.strip_suffix(".schema.json") != Some(payload) {
                continue;
            }
            let mut card: Value = serde_json::from_str(example.text).unwrap();
            let Some(extensions) = card.pointer_mut("/capabilities/extensions") else {
                continue;
            };
            let extensions = extensions.as_array_mut().unwrap();
            let without = extensions.len();
            extensions.push(json!({"uri": new.extension_uri, "required": true}));
            let Some((before, outcome)) = (self.convert)(&card) else {
                continue;
            };
            if let Ok(after) = outcome {
                assert_same(&before, &after);
                upgraded += 1;
            }
            card["capabilities"]["extensions"]
                .as_array_mut()
                .unwrap()
                .truncate(without);
            let (_, outcome) = (self.convert)(&card).unwrap();
            let losses = outcome.unwrap_err().into_losses();
            let place = "/capabilities/extensions";
            assert!(losses.iter().any(|it| it.instance_location == place));
        }
        upgraded
    }

    /// The older contract's examples, and generated instances: of both contracts, since members that
    /// only the new one declares are nothing special to the old one.
    fn values(&self, old: Documents, new: Documents) -> impl Iterator<Item = Value> {
        let asked = std::env::var("AAP_CASES").map_or(0, |cases| cases.parse().unwrap());
        let source = aap_schemas::by_name(self.from).unwrap();
        let examples = source.examples.iter();
        let examples = examples.map(|file| serde_json::from_str(file.text).unwrap());
        let instances = [(old, self.ids.0), (new, self.ids.1)]
            .map(|(documents, id)| Instances::new(documents, id, 20_260_301).unwrap());
        let instances = instances
            .into_iter()
            .flat_map(move |it| it.take(asked.max(CASES)));
        examples.chain(instances.map(|case| case.value))
    }
}

/// The value with those constants that it lacks.
fn filled(value: &Value, constants: &[(&str, &Value)]) -> Value {
    let mut value = value.clone();
    if let Value::Object(members) = &mut value {
        for (name, text) in constants {
            members.entry(*name).or_insert_with(|| Value::clone(text));
        }
    }
    value
}

fn assert_same(before: &Value, after: &Value) {
    assert!(
        equality::equal(before, after),
        "before {before}\nafter {after}"
    );
}

/// Every loss is named, and nothing else.
fn assert_tells(error: &UpgradeError, violations: &BTreeSet<Violation>, value: &Value) {
    let losses = error.losses();
    assert!(!losses.is_empty());
    let (numbers, refused): (Vec<&Loss>, Vec<&Loss>) = losses
        .iter()
        .partition(|loss| loss.kind == LossKind::Unrepresentable);
    let told: BTreeSet<Violation> = refused
        .iter()
        .map(|loss| {
            let keyword = loss.keyword.as_deref().unwrap();
            (loss.instance_location.to_string(), keyword.to_owned())
        })
        .collect();
    assert_eq!(told, *violations, "{value}");
    for loss in numbers {
        let number = loss.instance_location.resolve(value).unwrap();
        assert!(number.is_number(), "{loss}");
    }
    for loss in losses {
        let expected = match loss.keyword.as_deref() {
            Some("required") => LossKind::Missing,
            Some("additionalProperties") => LossKind::Unknown,
            Some(_) => LossKind::Refused,
            None => LossKind::Unrepresentable,
        };
        assert_eq!(loss.kind, expected, "{loss}");
        assert!(error.to_string().contains(&loss.to_string()));
    }
}
