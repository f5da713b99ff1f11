//! Validators that `jsonschema` writes at compile time, from the bundles of `aap-types`.

macro_rules! validators {
    ($($schema:literal => $name:ident,)+) => {$(
        #[jsonschema::validator(
            path = $schema,
            draft = Draft202012,
            validate_formats = true,
            methods = { validate = false },
        )]
        #[doc = concat!("`", stringify!($name), "`.")]
        pub struct $name;
    )+};
}

validators! {
    "../../aap-types/src/v1_3/schemas/inventory-search-response.schema.json" => InventorySearchResponse,
    "../../aap-types/src/v1_3/schemas/lead-submit-request.schema.json" => LeadSubmitRequest,
    "../../aap-types/src/v1_3/schemas/inventory-facets-response.schema.json" => InventoryFacetsResponse,
    "../../aap-types/src/v1_3/schemas/dealer-information-response.schema.json" => DealerInformationResponse,
    "../../aap-types/src/v1_3/schemas/agent-card.schema.json" => AgentCard,
    "../../aap-types/src/v1_3/schemas/inventory-search-request.schema.json" => InventorySearchRequest,
    "../../aap-types/src/v1_3/schemas/vehicle-detail-response.schema.json" => VehicleDetailResponse,
    "../../aap-types/src/v1_3/schemas/error.schema.json" => Error,
}
