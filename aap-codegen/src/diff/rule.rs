//! What can differ between two contracts, each kind with an identifier of its own.

use super::semver::Bump;

/// Declares the rules: identifier, what the finding says, and the bump that the specification's
/// policy asks for where neither side breaks.
macro_rules! rules {
    ($($variant:ident $id:literal $bump:ident $meaning:literal;)*) => {
        /// A kind of difference.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $(#[doc = concat!(" `", $id, "`: ", $meaning)] $variant,)*
        }

        impl Rule {
            /// Every rule.
            pub const ALL: &'static [Rule] = &[$(Rule::$variant,)*];

            /// The identifier, which stays the same.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Rule::$variant => $id,)* }
            }

            /// What the rule finds.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Rule::$variant => $meaning,)* }
            }

            /// The least bump that the policy asks for, whoever breaks.
            #[must_use]
            pub const fn least_bump(self) -> Bump {
                match self { $(Rule::$variant => Bump::$bump,)* }
            }
        }
    };
}

rules! {
    FileAdded "file-added" Minor "a schema file is new.";
    FileRemoved "file-removed" Major "a schema file is gone.";
    FileMoved "file-moved" Patch "a schema file has another name and the same meaning.";
    MemberAddedOptional "member-added-optional" Minor "a member is new and may be absent.";
    MemberAddedRequired "member-added-required" Major "a member is new and must be there.";
    MemberRemoved "member-removed" Major "a member is no longer declared.";
    MemberBecameRequired "member-became-required" Major "a member must be there from now on.";
    MemberBecameOptional "member-became-optional" Major "a member may be absent from now on.";
    ObjectClosed "object-closed" Major "an object takes no other members any more.";
    ObjectOpened "object-opened" Major "an object takes other members now.";
    TypeChanged "type-changed" Major "values of some JSON types are refused now, others accepted.";
    TypeNarrowed "type-narrowed" Major "values of some JSON types are refused now.";
    TypeWidened "type-widened" Major "values of more JSON types are accepted now.";
    EnumAdded "enum-added" Major "the values are listed now.";
    EnumRemoved "enum-removed" Major "the values are no longer listed.";
    EnumValueAdded "enum-value-added" Major "a list of values has one more.";
    EnumValueRemoved "enum-value-removed" Major "a list of values has one less.";
    ErrorCodeAdded "error-code-added" Minor "the error table has one more code.";
    ConstChanged "const-changed" Major "the only value allowed is another.";
    BoundTightened "bound-tightened" Major "a bound of a number, a length or a count allows less.";
    BoundLoosened "bound-loosened" Major "a bound of a number, a length or a count allows more.";
    MultipleOfChanged "multiple-of-changed" Major "numbers have to be multiples of something else.";
    PatternAdded "pattern-added" Major "strings have to match a pattern now.";
    PatternRemoved "pattern-removed" Major "strings need not match a pattern any more.";
    PatternChanged "pattern-changed" Major "strings have to match another pattern.";
    FormatAdded "format-added" Major "strings have to have a format now.";
    FormatRemoved "format-removed" Major "strings need not have a format any more.";
    FormatChanged "format-changed" Major "strings have to have another format.";
    UniqueItemsAdded "unique-items-added" Major "an array must not repeat a value any more.";
    UniqueItemsRemoved "unique-items-removed" Major "an array may repeat a value now.";
    ConstraintAdded "constraint-added" Major "a keyword that holds schemas is new.";
    ConstraintRemoved "constraint-removed" Major "a keyword that holds schemas is gone.";
    AlternativeAdded "alternative-added" Major "anyOf or oneOf has one more branch.";
    AlternativeRemoved "alternative-removed" Major "anyOf or oneOf has one branch less.";
    SkillAdded "skill-added" Minor "a skill is new.";
    SkillRemoved "skill-removed" Major "a skill is gone.";
    SkillIdentifierChanged "skill-identifier-changed" Major "a skill's type, media type or tool has another name.";
    ErrorRowChanged "error-row-changed" Major "an error has another JSON-RPC code or another retry default.";
    ErrorEnvelopeChanged "error-envelope-changed" Major "`error.data` has another shape.";
    ActivationTightened "activation-tightened" Major "more requests have to name the extension.";
    ActivationLoosened "activation-loosened" Major "fewer requests have to name the extension.";
    ContextIdBecameRequired "context-id-became-required" Major "responses have to name their context.";
    ContextIdBecameOptional "context-id-became-optional" Major "responses need not name their context any more.";
    CardRuleAdded "card-rule-added" Major "agent cards have to keep one more rule.";
    CardRuleRemoved "card-rule-removed" Major "agent cards need not keep a rule any more.";
    CardAdviceChanged "card-advice-changed" Minor "agent cards should have other `params` or other default modes.";
    McpManifestChanged "mcp-manifest-changed" Minor "the MCP manifest names another version of MCP, or its tools have annotations now, or none any more.";
    BindingAdded "binding-added" Minor "agents may offer one more binding.";
    BindingRemoved "binding-removed" Major "agents may not offer a binding any more.";
    BindingBecameRequired "binding-became-required" Major "agents have to offer a binding.";
    BindingBecameOptional "binding-became-optional" Major "agents need not offer a binding any more.";
    A2aVersionChanged "a2a-version-changed" Major "another version of A2A is spoken.";
}
