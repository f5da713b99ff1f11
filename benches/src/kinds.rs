//! The payload types that are measured, ours beside the peers'.

use aap_bench_peers::{self as peers, Peers};
use aap_types::{Payload, v1_3};
use serde::Serialize;

/// A payload type.
pub trait Kind: Peers {
    /// Ours.
    type Ours: Payload + Serialize;
}

macro_rules! kinds {
    ($($name:ident),+ $(,)?) => {$(
        impl Kind for peers::$name {
            type Ours = v1_3::$name;
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
