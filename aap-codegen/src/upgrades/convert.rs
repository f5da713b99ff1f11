//! Conversions that cannot fail, type by type: `impl From<old> for new`.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::{marker, module, name, node};
use crate::diff::{Side, narrowings};
use crate::model::{Field, Struct, Type, TypeId, TypeKind, UnionVariant, Variant};

type Pair = (TypeId, TypeId);

/// The conversions of the types that payloads are made of.
pub(super) struct Conversions<'a> {
    from: &'a Side,
    to: &'a Side,
    /// Each conversion that was asked for: its code, or why there is none.
    plans: BTreeMap<Pair, Result<Plan, String>>,
}

/// A conversion.
#[derive(Clone)]
struct Plan {
    /// The function's body, with the old value in `old`.
    body: TokenStream,
    /// Whether the body makes use of the old value.
    uses_old: bool,
    /// The conversions that the body calls.
    needs: Vec<Pair>,
}

/// How a value of one type becomes one of another.
enum How {
    /// It is one.
    Same,
    /// By a conversion of its own.
    Into,
    /// Inside an `Option`.
    Inside(Box<How>),
    /// Each element of a list.
    Each(Box<How>),
    /// Each value of a map.
    Values(Box<How>),
    /// From and to a box, or not.
    Boxed(bool, bool),
}

impl<'a> Conversions<'a> {
    pub(super) fn new(from: &'a Side, to: &'a Side) -> Conversions<'a> {
        Conversions {
            from,
            to,
            plans: BTreeMap::new(),
        }
    }

    /// Asks for a conversion; none that it cannot do without is left out.
    ///
    /// # Errors
    /// Why there is none.
    pub(super) fn add(&mut self, from: TypeId, to: TypeId) -> Result<(), String> {
        let mut found: BTreeMap<Pair, Result<Plan, String>> = BTreeMap::new();
        let mut pending = vec![(from, to)];
        while let Some(pair) = pending.pop() {
            if found.contains_key(&pair) {
                continue;
            }
            let plan = match self.plans.get(&pair) {
                Some(known) => known.clone(),
                None => self.plan(pair),
            };
            if let Ok(plan) = &plan {
                pending.extend(&plan.needs);
            }
            found.insert(pair, plan);
        }
        // Types may hold one another, so this goes on until nothing more has to be given up.
        loop {
            let failing = |plan: &Plan| {
                let mut needs = plan.needs.iter();
                needs.find_map(|need| found.get(need)?.as_ref().err().cloned())
            };
            let mut given_up = found.iter().filter_map(|(pair, plan)| {
                let reason = failing(plan.as_ref().ok()?)?;
                Some((*pair, reason))
            });
            let Some((pair, reason)) = given_up.next() else {
                break;
            };
            found.insert(pair, Err(reason));
        }
        let outcome = match found.get(&(from, to)) {
            Some(Err(reason)) => Err(reason.clone()),
            _ => Ok(()),
        };
        // A conversion that only a payload without one has asked for is not needed.
        if outcome.is_ok() {
            self.plans.extend(found);
        }
        outcome
    }

    /// The implementations, by the new type's place in its contract.
    pub(super) fn items(&self) -> Vec<TokenStream> {
        let mut plans: Vec<(&Pair, &Plan)> = self
            .plans
            .iter()
            .filter_map(|(pair, plan)| Some((pair, plan.as_ref().ok()?)))
            .collect();
        plans.sort_by_key(|((from, to), _)| (*to, *from));
        let items = plans.into_iter().map(|((from, to), plan)| {
            let (old, new) = (path(self.from, *from), path(self.to, *to));
            let body = &plan.body;
            let argument = if plan.uses_old {
                quote!(old)
            } else {
                quote!(_)
            };
            quote! {
                impl From<#old> for #new {
                    fn from(#argument: #old) -> Self {
                        #body
                    }
                }
            }
        });
        items.collect()
    }

    fn plan(&self, (from, to): Pair) -> Result<Plan, String> {
        let (a, b) = (self.from.model.type_def(from), self.to.model.type_def(to));
        match (&a.kind, &b.kind) {
            (TypeKind::Struct(old), TypeKind::Struct(new)) => self.structure(to, old, new),
            (TypeKind::Enum(old), TypeKind::Enum(new)) => self.enumeration(from, to, old, new),
            (TypeKind::Text, TypeKind::Text) => self.text(from, to),
            (TypeKind::Marker(old), TypeKind::Marker(new)) if old == new => Ok(Plan {
                body: quote!(Self),
                uses_old: false,
                needs: Vec::new(),
            }),
            (TypeKind::Union(old), TypeKind::Union(new)) => self.union(from, to, old, new),
            (TypeKind::Wrapper(old), TypeKind::Wrapper(new)) => {
                let mut needs = Vec::new();
                let how = self.value(old, new, &mut needs);
                let how = how.ok_or_else(|| self.other_form(from, to))?;
                let value = how.apply(quote!(old.0));
                Ok(Plan {
                    body: quote!(Self(#value)),
                    uses_old: true,
                    needs,
                })
            }
            _ => Err(self.other_form(from, to)),
        }
    }

    fn other_form(&self, from: TypeId, to: TypeId) -> String {
        format!(
            "`{}` does not follow from `{}`",
            name(self.to, to),
            name(self.from, from)
        )
    }

    fn structure(&self, to: TypeId, old: &Struct, new: &Struct) -> Result<Plan, String> {
        let holder = name(self.to, to);
        let mut members = old.fields.iter();
        if let Some(field) = members.find(|field| declared(new, &field.member).is_none()) {
            return Err(format!(
                "`{holder}` does not declare `{}` any more",
                field.member
            ));
        }
        let mut plan = Plan {
            body: TokenStream::new(),
            uses_old: false,
            needs: Vec::new(),
        };
        let mut values = Vec::new();
        for field in &new.fields {
            let ident = format_ident!("{}", field.ident);
            let value = match declared(old, &field.member) {
                Some(before) => {
                    let value = self.field(before, field, &mut plan);
                    value.ok_or_else(|| {
                        format!("`{}` of `{holder}` has another Rust type", field.member)
                    })?
                }
                // A member that was not declared may be among the others.
                None if old.extra.is_some() => {
                    return Err(format!("`{holder}` declares `{}` now", field.member));
                }
                None if !field.required => quote!(None),
                None if marker(self.to, &field.value).is_some() => quote!(Default::default()),
                None => return Err(format!("`{holder}` requires `{}` now", field.member)),
            };
            values.push(quote!(#ident: #value));
        }
        match (&old.extra, &new.extra) {
            (Some(before), Some(after)) => {
                let (before, after) = (format_ident!("{before}"), format_ident!("{after}"));
                plan.uses_old = true;
                values.push(quote!(#after: old.#before));
            }
            (None, Some(after)) => {
                let after = format_ident!("{after}");
                values.push(quote!(#after: Default::default()));
            }
            (Some(_), None) => return Err(format!("`{holder}` takes no other members any more")),
            (None, None) => {}
        }
        plan.body = quote!(Self { #(#values),* });
        Ok(plan)
    }

    /// The value of a field that both structs have.
    fn field(&self, old: &Field, new: &Field, plan: &mut Plan) -> Option<TokenStream> {
        if let (Some(before), Some(after)) =
            (marker(self.from, &old.value), marker(self.to, &new.value))
            && before == after
            && new.required
        {
            return Some(quote!(Default::default()));
        }
        let how = if old.boxed || new.boxed {
            let (from, to, nullable) = match (&old.value, &new.value) {
                (Type::Nullable(from), Type::Nullable(to)) => (&**from, &**to, true),
                (from, to) => (from, to, false),
            };
            let (Type::Named(from), Type::Named(to)) = (from, to) else {
                return None;
            };
            plan.needs.push((*from, *to));
            let boxed = How::Boxed(old.boxed, new.boxed);
            if nullable { boxed.inside() } else { boxed }
        } else {
            self.value(&old.value, &new.value, &mut plan.needs)?
        };
        let ident = format_ident!("{}", old.ident);
        plan.uses_old = true;
        let value = match (old.required, new.required) {
            (true, true) => how.apply(quote!(old.#ident)),
            (true, false) => {
                let value = how.apply(quote!(old.#ident));
                quote!(Some(#value))
            }
            (false, false) => how.inside().apply(quote!(old.#ident)),
            (false, true) => return None,
        };
        Some(value)
    }

    /// How a value follows from one of another type; none where it need not.
    fn value(&self, old: &Type, new: &Type, needs: &mut Vec<Pair>) -> Option<How> {
        match (old, new) {
            (Type::Named(from), Type::Named(to)) => {
                needs.push((*from, *to));
                Some(How::Into)
            }
            (Type::Named(from), Type::String) => {
                let kind = &self.from.model.type_def(*from).kind;
                matches!(kind, TypeKind::Text).then_some(How::Into)
            }
            (Type::Runtime(_), Type::String) => Some(How::Into),
            (Type::List(from), Type::List(to)) => {
                Some(self.value(from, to, needs)?.around(How::Each))
            }
            (Type::Map(from), Type::Map(to)) => {
                Some(self.value(from, to, needs)?.around(How::Values))
            }
            (Type::Nullable(from), Type::Nullable(to)) => {
                Some(self.value(from, to, needs)?.inside())
            }
            (Type::Named(_), _) | (_, Type::Named(_)) => None,
            (old, new) => (old == new).then_some(How::Same),
        }
    }

    fn enumeration(
        &self,
        from: TypeId,
        to: TypeId,
        old: &[Variant],
        new: &[Variant],
    ) -> Result<Plan, String> {
        let old_path = path(self.from, from);
        let mut arms = Vec::new();
        for variant in old {
            let Some(after) = new.iter().find(|it| it.text == variant.text) else {
                let holder = name(self.to, to);
                return Err(format!("`{holder}` has no value `{}`", variant.text));
            };
            let (before, after) = (ident(&variant.ident), ident(&after.ident));
            arms.push(quote!(#old_path::#before => Self::#after,));
        }
        Ok(Plan {
            body: quote!(match old { #(#arms)* }),
            uses_old: true,
            needs: Vec::new(),
        })
    }

    /// The text is not checked again: the new type takes whatever the old one does.
    fn text(&self, from: TypeId, to: TypeId) -> Result<Plan, String> {
        let (node, successor) = (node(self.from, from), node(self.to, to));
        if !narrowings(self.from, self.to, node, successor).is_empty() {
            return Err(self.other_form(from, to));
        }
        Ok(Plan {
            body: quote!(Self::of_checked(old.into_string())),
            uses_old: true,
            needs: Vec::new(),
        })
    }

    fn union(
        &self,
        from: TypeId,
        to: TypeId,
        old: &[UnionVariant],
        new: &[UnionVariant],
    ) -> Result<Plan, String> {
        let old_path = path(self.from, from);
        let mut needs = Vec::new();
        let mut arms = Vec::new();
        for variant in old {
            let after = new.iter().find(|it| it.ident == variant.ident);
            let how = after.and_then(|after| self.value(&variant.value, &after.value, &mut needs));
            let how = how.ok_or_else(|| self.other_form(from, to))?;
            let (name, value) = (ident(variant.ident), how.apply(quote!(value)));
            arms.push(quote!(#old_path::#name(value) => Self::#name(#value),));
        }
        Ok(Plan {
            body: quote!(match old { #(#arms)* }),
            uses_old: true,
            needs,
        })
    }
}

impl How {
    fn around(self, container: fn(Box<How>) -> How) -> How {
        match self {
            How::Same => How::Same,
            how => container(Box::new(how)),
        }
    }

    fn inside(self) -> How {
        self.around(How::Inside)
    }

    /// The new value.
    fn apply(&self, value: TokenStream) -> TokenStream {
        match self {
            How::Same => value,
            How::Into => quote!(#value.into()),
            How::Inside(how) => {
                let function = how.function();
                quote!(#value.map(#function))
            }
            How::Each(how) => {
                let function = how.function();
                quote!(#value.into_iter().map(#function).collect())
            }
            How::Values(how) => {
                let inner = how.apply(quote!(value));
                quote!(#value.into_iter().map(|(name, value)| (name, #inner)).collect())
            }
            How::Boxed(from, to) => {
                let value = if *from { quote!((*#value)) } else { value };
                if *to {
                    quote!(Box::new(#value.into()))
                } else {
                    quote!(#value.into())
                }
            }
        }
    }

    fn function(&self) -> TokenStream {
        match self {
            How::Into => quote!(Into::into),
            how => {
                let inner = how.apply(quote!(value));
                quote!(|value| #inner)
            }
        }
    }
}

fn declared<'s>(structure: &'s Struct, member: &str) -> Option<&'s Field> {
    let mut fields = structure.fields.iter();
    fields.find(|field| field.member == member)
}

fn ident(name: &str) -> Ident {
    format_ident!("{name}")
}

/// A type by its path from the crate's root.
pub(super) fn path(side: &Side, id: TypeId) -> TokenStream {
    let (module, name) = (format_ident!("{}", module(side)), ident(&name(side, id)));
    quote!(#module::#name)
}
