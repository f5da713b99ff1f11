//! The payload types that are measured, in everybody's types.

use aap_types::{Payload, v1_3};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{compiled, plain, typify};

/// A payload type.
pub trait Kind {
    /// Ours.
    type Ours: Payload + Serialize;
    /// Plain structs.
    type Plain: DeserializeOwned;
    /// typify's.
    type Typify: DeserializeOwned;

    /// What the validator written at compile time decides.
    fn compiled_is_valid(value: &Value) -> bool;

    /// What the validator written at compile time finds.
    fn compiled_errors(value: &Value) -> Vec<jsonschema_compiled::ValidationError<'_>>;
}

macro_rules! kinds {
    ($($name:ident),+ $(,)?) => {$(
        #[doc = concat!("`", stringify!($name), "`.")]
        pub struct $name;

        impl Kind for $name {
            type Ours = v1_3::$name;
            type Plain = plain::$name;
            type Typify = typify::$name;

            fn compiled_is_valid(value: &Value) -> bool {
                compiled::$name::is_valid(value)
            }

            fn compiled_errors(value: &Value) -> Vec<jsonschema_compiled::ValidationError<'_>> {
                compiled::$name::iter_errors(value).collect()
            }
        }
    )+};
}

kinds! {
    AgentCard,
    DealerInformationResponse,
    Error,
    InventoryFacetsResponse,
    InventorySearchRequest,
    InventorySearchResponse,
    LeadSubmitRequest,
    VehicleDetailResponse,
}
