//! `#[gpu]` on `impl Monoid` and `impl Reduction`: hidden functions and constants beside the ones that were written.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Expr, FnArg, Ident, ImplItem, ItemImpl, Path, Stmt, Type, WherePredicate};

use super::finish;
use super::lowered::{Beside, Within, functions, lower, quiet, type_name};
use crate::body::{module, typed};
use crate::errors::Errors;
use crate::expand::is_constant;
use crate::spans::{ends, placed};
use crate::wgsl;

/// A function of a trait, and the hidden one that declares it in WGSL.
type Role = (&'static str, &'static str);

const COMBINE: Role = ("combine", "wgsl_combine");
const IN_ORDER: Role = ("combine_in_order", "wgsl_combine_in_order");
const LIFT: Role = ("lift", "wgsl_lift");
const FINISH: Role = ("finish", "wgsl_finish");

/// The additions to `impl Monoid`.
pub(super) fn monoid(block: &ItemImpl, krate: &Path, errors: &Errors) -> Beside {
    refuse_hidden(block, errors);
    let in_order = functions(block).any(|function| function.sig.ident == IN_ORDER.0);
    let mut inside = trait_functions(block, &[COMBINE], krate, errors);
    if in_order {
        inside.extend(trait_functions(block, &[IN_ORDER], krate, errors));
        inside.push(syn::parse_quote! {
            #[doc(hidden)]
            const HAS_ORDER: ::core::primitive::bool = true;
        });
    }
    // A state that is not `Copy` is reported where it derives `GpuType`.
    let owner = &block.self_ty;
    let granted = is_concrete(block)
        .then(|| granted(quote!(for<'any> #owner: ::core::marker::Copy), owner))
        .flatten();
    Beside {
        inside,
        outside: marked(block, "MonoidOnGpu", krate),
        granted,
        ..Beside::default()
    }
}

/// The additions to `impl Reduction`.
pub(super) fn reduction(block: &ItemImpl, krate: &Path, errors: &Errors) -> Beside {
    let p = quote!(#krate::private);
    refuse_hidden(block, errors);
    let (constants, type_name) = (constant_lifts(block), type_name(&block.self_ty));
    let mut inside = trait_functions(block, &[LIFT, FINISH], krate, errors);
    let constants = crate::expand::constants(constants);
    if !constants.is_empty() {
        inside.push(syn::parse_quote!(#constants));
    }
    if let Some(output) = associated_type(block, "Output") {
        let outcome = finish::outcome(output, &p);
        inside.push(syn::parse_quote!(#outcome));
    }
    inside.push(syn::parse_quote! {
        #[doc(hidden)]
        fn wgsl_name() -> #p::String { #p::text(#type_name) }
    });
    let state = own_state(block);
    let granted = state
        .as_ref()
        .and_then(|state| granted(quote!(for<'any> #state: #p::Monoid), &block.self_ty));
    let asked = state.map(|state| asked(&state, krate));
    let marked = marked(block, "ReductionOnGpu", krate);
    Beside {
        inside,
        outside: quote!(#marked #asked),
        granted,
        ..Beside::default()
    }
}

/// Asks that the state of a reduction is a monoid, and nothing else.
fn asked(state: &Type, krate: &Path) -> TokenStream {
    quote_spanned! {state.span()=>
        const _: () = {
            #[allow(unused, unused_lifetimes, unused_qualifications, trivial_bounds, reason = "read by rustc alone")]
            const fn asked()
            where
                for<'any> #state: ::core::marker::Copy,
            {
                #krate::on_gpu::state::<#state>();
            }
        };
    }
}

/// Whether an impl is of one type: of others, rustc does not take for granted that a bound holds.
fn is_concrete(block: &ItemImpl) -> bool {
    block.generics.params.is_empty()
}

/// The bound that an impl takes for granted, placed behind its header: rustc underlines a header from its first token to its last.
fn granted(bound: TokenStream, owner: &Type) -> Option<WherePredicate> {
    let end = Span::call_site().located_at(ends(owner).1);
    syn::parse2(placed(bound, end)).ok()
}

/// The state of a reduction that is its own, as a type that can be named outside of the impl.
///
/// In the impl, rustc asks for all that a monoid requires, and the impl of [`Monoid`] has been asked for it before: one mistake would be reported twice. So
/// the impl takes for granted that its state is a monoid, and outside of it nothing but that is asked. Of a state with a name this is not worth it: if it is no
/// monoid, rustc says so again wherever the reduction is used.
fn own_state(block: &ItemImpl) -> Option<Type> {
    let written = associated_type(block, "State").filter(|_| is_concrete(block))?;
    let is_own = *written == syn::parse_quote!(Self) || *written == *block.self_ty;
    is_own
        .then(|| syn::parse2(placed(&block.self_ty, written.span())).ok())
        .flatten()
}

/// The associated type of that name as the user wrote it.
pub(super) fn associated_type<'b>(block: &'b ItemImpl, name: &str) -> Option<&'b Type> {
    block.items.iter().find_map(|item| match item {
        ImplItem::Type(item) if item.ident == name => Some(&item.ty),
        _ => None,
    })
}

/// The marker that says that a type has WGSL.
pub(super) fn marked(block: &ItemImpl, marker: &str, krate: &Path) -> TokenStream {
    let (p, owner, marker) = (
        quote!(#krate::private),
        &block.self_ty,
        Ident::new(marker, Span::call_site()),
    );
    let (generics, _, clause) = block.generics.split_for_impl();
    quote! {
        // SAFETY: the hidden functions are written by this macro, from the user's Rust alone.
        #[automatically_derived]
        unsafe impl #generics #p::#marker for #owner #clause {}
    }
}

/// Refuses the hidden items of the traits: only the macro writes them.
fn refuse_hidden(block: &ItemImpl, errors: &Errors) {
    const CONSTANTS: [&str; 4] = ["FIELDWISE", "HAS_ORDER", "PLAIN_SUMS", "CONSTANT_LIFTS"];
    for item in &block.items {
        let ident = match item {
            ImplItem::Fn(function) => &function.sig.ident,
            ImplItem::Const(constant) => &constant.ident,
            _ => continue,
        };
        let name = ident.to_string();
        if name.starts_with("wgsl_") || CONSTANTS.contains(&name.as_str()) {
            errors.at(ident, format!("`{name}` is written by `#[gpu]`: remove it"));
        }
    }
}

/// A hidden function beside each of these that was written.
fn trait_functions(block: &ItemImpl, roles: &[Role], krate: &Path, errors: &Errors) -> Vec<ImplItem> {
    let p = quote!(#krate::private);
    let owner = &block.self_ty;
    let mut inside: Vec<ImplItem> = Vec::new();
    let (quiet, module) = (quiet(), module());
    let reduction = roles.contains(&LIFT);
    let type_name = type_name(owner);
    for (role, hidden) in roles {
        // A function that is missing is reported by rustc, in words of its own.
        let hidden = Ident::new(hidden, Span::call_site());
        let parameters = if role.starts_with("combine") { 2 } else { 1 };
        let lowered = functions(block)
            .find(|function| function.sig.ident == *role)
            // So are a wrong number of parameters, a `self` and references, which the trait does not have.
            .filter(|function| function.sig.inputs.len() == parameters && !function.sig.inputs.iter().any(is_foreign))
            .map(|function| {
                if *role == FINISH.0 {
                    return finish::lowered(function, block, Within::Reduction, krate);
                }
                let lowered = lower(
                    &function.sig,
                    &function.block,
                    &block.generics,
                    Some(owner),
                    if reduction { Within::Reduction } else { Within::Monoid },
                    krate,
                    errors,
                );
                lowered.ok_or_else(|| quote!(#p::not_lowered(#role, #module)))
            });
        let body = match lowered {
            None => quote!(#p::not_lowered(#role, #module)),
            Some(Err(instead)) => instead,
            Some(Ok(lowered)) => {
                let base = wgsl::declaration(&type_name);
                let name = if reduction {
                    quote!(#p::text(#base))
                } else {
                    let typed = typed();
                    quote!(#p::InWgsl::wgsl_name(&#typed.slot::<Self>()))
                };
                let wanted = quote!(#p::format!("{}_{}", #p::snake_case(&#name), #role));
                lowered.declare(&quote!(Self), role, &wanted, krate)
            }
        };
        let clause = required(role, &p);
        inside.push(syn::parse_quote! {
            #[doc(hidden)]
            #quiet
            fn #hidden(#module: &mut #p::Module) -> #p::String #clause { #body }
        });
    }
    inside
}

/// The where clause of a hidden function in its trait, which has what the trait requires anyway: a type that lacks it is reported where the user names
/// it in the impl, and not again where the function uses it. Without `for`, rustc would report the clause as well, of a type without parameters.
fn required(role: &str, p: &TokenStream) -> TokenStream {
    match role {
        "lift" => quote!(where for<'any> Self::Input: #p::Element, for<'any> Self::State: #p::Storable),
        "finish" => quote!(where for<'any> Self::State: #p::Storable),
        _ => quote!(where for<'any> Self: #p::Storable),
    }
}

/// The fields of the state that `lift` sets to a literal other than zero, where it ends with the struct that it makes.
pub(super) fn constant_lifts(block: &ItemImpl) -> Vec<String> {
    let lift = functions(block).find(|function| function.sig.ident == "lift");
    let Some(Stmt::Expr(Expr::Struct(state), None)) = lift.and_then(|lift| lift.block.stmts.last()) else {
        return Vec::new();
    };
    let constant = state.fields.iter().filter(|field| is_constant(&field.expr));
    constant
        .map(|field| field.member.to_token_stream().to_string())
        .collect()
}

/// Whether a parameter is one that no function of the traits has.
fn is_foreign(argument: &FnArg) -> bool {
    match argument {
        FnArg::Receiver(_) => true,
        FnArg::Typed(typed) => matches!(*typed.ty, Type::Reference(_)),
    }
}
