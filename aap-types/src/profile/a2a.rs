//! The errors of A2A itself.

use std::fmt;

/// An error of A2A 1.0 that is none of AAP's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum A2aErrorKind {
    /// -32001 `TaskNotFoundError`.
    TaskNotFound,
    /// -32002 `TaskNotCancelableError`.
    TaskNotCancelable,
    /// -32003 `PushNotificationNotSupportedError`.
    PushNotificationNotSupported,
    /// -32004 `UnsupportedOperationError`.
    UnsupportedOperation,
    /// -32005 `ContentTypeNotSupportedError`.
    ContentTypeNotSupported,
    /// -32006 `InvalidAgentResponseError`.
    InvalidAgentResponse,
    /// -32007 `ExtendedAgentCardNotConfiguredError`.
    ExtendedAgentCardNotConfigured,
    /// -32008 `ExtensionSupportRequiredError`: the request does not name a required extension.
    ExtensionSupportRequired,
    /// -32009 `VersionNotSupportedError`: the request names an A2A version that is not served.
    VersionNotSupported,
}

impl A2aErrorKind {
    /// Every error, by falling code.
    pub const ALL: &'static [A2aErrorKind] = &[
        A2aErrorKind::TaskNotFound,
        A2aErrorKind::TaskNotCancelable,
        A2aErrorKind::PushNotificationNotSupported,
        A2aErrorKind::UnsupportedOperation,
        A2aErrorKind::ContentTypeNotSupported,
        A2aErrorKind::InvalidAgentResponse,
        A2aErrorKind::ExtendedAgentCardNotConfigured,
        A2aErrorKind::ExtensionSupportRequired,
        A2aErrorKind::VersionNotSupported,
    ];

    /// The code of the JSON-RPC error.
    #[must_use]
    pub const fn jsonrpc_code(self) -> i64 {
        match self {
            A2aErrorKind::TaskNotFound => -32001,
            A2aErrorKind::TaskNotCancelable => -32002,
            A2aErrorKind::PushNotificationNotSupported => -32003,
            A2aErrorKind::UnsupportedOperation => -32004,
            A2aErrorKind::ContentTypeNotSupported => -32005,
            A2aErrorKind::InvalidAgentResponse => -32006,
            A2aErrorKind::ExtendedAgentCardNotConfigured => -32007,
            A2aErrorKind::ExtensionSupportRequired => -32008,
            A2aErrorKind::VersionNotSupported => -32009,
        }
    }

    /// The `reason` of the ErrorInfo.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            A2aErrorKind::TaskNotFound => "TASK_NOT_FOUND",
            A2aErrorKind::TaskNotCancelable => "TASK_NOT_CANCELABLE",
            A2aErrorKind::PushNotificationNotSupported => "PUSH_NOTIFICATION_NOT_SUPPORTED",
            A2aErrorKind::UnsupportedOperation => "UNSUPPORTED_OPERATION",
            A2aErrorKind::ContentTypeNotSupported => "CONTENT_TYPE_NOT_SUPPORTED",
            A2aErrorKind::InvalidAgentResponse => "INVALID_AGENT_RESPONSE",
            A2aErrorKind::ExtendedAgentCardNotConfigured => "EXTENDED_AGENT_CARD_NOT_CONFIGURED",
            A2aErrorKind::ExtensionSupportRequired => "EXTENSION_SUPPORT_REQUIRED",
            A2aErrorKind::VersionNotSupported => "VERSION_NOT_SUPPORTED",
        }
    }

    #[inline]
    pub(super) fn of_code(code: i64) -> Option<A2aErrorKind> {
        let mut all = A2aErrorKind::ALL.iter().copied();
        all.find(|kind| kind.jsonrpc_code() == code)
    }

    #[inline]
    pub(super) fn of_reason(reason: &str) -> Option<A2aErrorKind> {
        let mut all = A2aErrorKind::ALL.iter().copied();
        all.find(|kind| kind.reason() == reason)
    }
}

impl fmt::Display for A2aErrorKind {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason())
    }
}
