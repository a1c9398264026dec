//! `#[gpu]`: the item stays as it is, and beside it stands the code that makes its WGSL.

mod bounds;
pub(crate) mod finish;
mod lowered;
mod methods;
mod misnamed;
mod numbers;
mod operators;
mod own_calls;
mod own_trait;
mod parameters;
mod receivers;
mod traits;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{ConstParam, GenericParam, Generics, Ident, Item, ItemFn, ItemImpl, Path, ReturnType, Type};

pub(crate) use self::lowered::quiet;
use self::lowered::{Beside, Within, lower};
use crate::attr::GpuOptions;
use crate::body::module;
use crate::errors::Errors;
use crate::known_traits::{is_foreign, is_of_any_type};
use crate::spans::{ends, mentions};
use crate::{raw, signature, wgsl};

/// Expands `#[gpu]` on `item`.
pub(crate) fn expand(item: &Item, options: &GpuOptions) -> TokenStream {
    let (errors, krate) = (Errors::default(), &options.krate);
    if let (Some(wgsl), false) = (&options.wgsl, matches!(item, Item::Fn(_))) {
        errors.at(
            wgsl,
            "`wgsl` goes on a free function, which is called like the one in the text",
        );
    }
    // WGSL by hand has no type parameters at all.
    let completed = options.wgsl.is_none().then(|| {
        let completed = bounds::completed(item, krate, &errors);
        misnamed::completed(numbers::completed(completed, krate, &errors), &errors)
    });
    let item = completed.as_ref().unwrap_or(item);
    let without_self = receivers::dropped(item);
    let item = without_self.as_ref().unwrap_or(item);
    let mut beside = match item {
        Item::Fn(function) => free_function(function, options, &errors),
        Item::Impl(block) => impl_block(block, krate, &errors),
        Item::Trait(own) => Some(own_trait::declaration(own, krate, &errors)),
        Item::Const(_) => Some(Beside::default()),
        other => {
            errors.at(other, "`#[gpu]` goes on functions, consts, traits, and impl blocks: impl Monoid, impl Reduction, a trait of yours, or a type's own methods");
            None
        }
    };
    if let (Some(Item::Impl(block)), Some(beside)) = (&without_self, &mut beside) {
        beside.outside.extend(receivers::value(block, krate));
    }
    let beside = beside.unwrap_or_default();
    let kept = match (item, beside.instead) {
        (_, Some(instead)) => instead,
        (Item::Impl(block), None) => {
            let mut block = block.clone();
            block.items.extend(beside.inside);
            if let Some(granted) = beside.granted {
                let clause = block.generics.make_where_clause();
                clause.where_token.span = granted.span();
                clause.predicates.push(granted);
            }
            finish::without_attribute(&mut block);
            block.to_token_stream()
        }
        (other, None) => other.to_token_stream(),
    };
    let (messages, outside) = (errors.into_tokens(), beside.outside);
    // A GPU has no iterators, so loops are over indices.
    let allowed = matches!(item, Item::Impl(_) | Item::Fn(_))
        .then(|| quote!(#[allow(clippy::needless_range_loop, reason = "there are no iterators on a GPU")]));
    quote!(#allowed #kept #outside #messages)
}

/// `fn name`: a type of the same name, in the other namespace, that callers ask for the WGSL.
fn free_function(item: &ItemFn, options: &GpuOptions, errors: &Errors) -> Option<Beside> {
    let krate = &options.krate;
    let (ident, vis, p) = (&item.sig.ident, &item.vis, quote!(#krate::private));
    let declared = match &options.wgsl {
        Some(wgsl) => {
            let signature = signature::pointer(item);
            raw::declare(item, wgsl, &quote!((#ident, #signature)), &p, errors).map(|declare| (signature, declare))
        }
        None => {
            let lowered = lower(
                &item.sig,
                &item.block,
                &Generics::default(),
                None,
                Within::Anything,
                krate,
                errors,
            );
            lowered.map(|lowered| {
                let types = lowered.parameters.iter().map(|(_, ty)| ty);
                let output = &lowered.output;
                let signature = quote!(fn(#(#types),*) -> #output);
                let name = wgsl::declaration(&ident.to_string());
                let wanted = wanted(&name, &signature, &item.sig.generics, krate);
                let key = quote!((#ident, #signature));
                let (key, instance) = instance(&key, &signature, &item.sig.generics, krate);
                let declare = lowered.declare(&key, "call", &wanted, krate);
                let declare = quote!(#instance #declare);
                (signature, declare)
            })
        }
    };
    let Some((signature, declare)) = declared else {
        return Some(Beside {
            outside: function_stub(item, krate),
            ..Beside::default()
        });
    };
    let (generics, _, clause) = item.sig.generics.split_for_impl();
    let (quiet, module) = (quiet(), module());
    // A bound that rustc proposes stands behind the result, there as in the user's code.
    let end = match &item.sig.output {
        ReturnType::Type(_, output) => ends(output).1,
        ReturnType::Default => Span::call_site(),
    };
    let call = quote_spanned!(Span::call_site().located_at(end)=> FreeCall);
    let calls_nothing = options.wgsl.is_some().then(|| calls_nothing(ident, &p));
    let outside = quote! {
        #[doc(hidden)]
        #[allow(non_camel_case_types, reason = "named after the function, in the other namespace")]
        #vis enum #ident {}

        #calls_nothing

        impl #ident {
            #[doc(hidden)]
            #vis const fn exists(_: &'static ::core::primitive::str) {}

            #[doc(hidden)]
            #quiet
            #vis fn call #generics(
                _: #p::PhantomData<fn() -> #signature>,
                arguments: &[#p::String],
                #module: &mut #p::Module,
            ) -> #p::#call #clause {
                let name = { #declare };
                // SAFETY: the function was declared from the user's Rust, or is checked as it runs.
                unsafe { #p::FreeCall::new(name, arguments) }
            }
        }
    };
    Some(Beside {
        outside,
        ..Beside::default()
    })
}

/// The expression that declares a function of one parameter for `owner`, a type of the macro's, under the name `wanted`; and the messages if it is refused.
pub(crate) fn function_of(
    function: &ItemFn,
    (owner, generics): (&Type, &Generics),
    wanted: &str,
    krate: &Path,
) -> (TokenStream, TokenStream) {
    let (errors, p, module) = (Errors::default(), quote!(#krate::private), module());
    let lowered = lower(
        &function.sig,
        &function.block,
        generics,
        Some(owner),
        Within::Reduction,
        krate,
        &errors,
    );
    let declared = lowered.map(|lowered| {
        let wanted = wgsl::declaration(wanted);
        lowered.declare(&quote!(Self), "map", &quote!(#p::snake_case(&#p::text(#wanted))), krate)
    });
    let declared = declared.unwrap_or_else(|| quote!(#p::not_lowered("lift", #module)));
    (declared, errors.into_tokens())
}

/// Keeps callers of a refused function free of follow-up errors.
fn function_stub(item: &ItemFn, krate: &Path) -> TokenStream {
    let (ident, vis, p) = (&item.sig.ident, &item.vis, quote!(#krate::private));
    let (name, module, followed) = (ident.to_string(), module(), calls_nothing(ident, &p));
    quote! {
        #[doc(hidden)]
        #[allow(non_camel_case_types, reason = "named after the function, in the other namespace")]
        #vis enum #ident {}
        #followed
        impl #ident {
            #[doc(hidden)]
            #vis const fn exists(_: &'static ::core::primitive::str) {}

            #[doc(hidden)]
            #vis fn call<S>(_: #p::PhantomData<fn() -> S>, _: &[#p::String], #module: &mut #p::Module) -> #p::FreeCall {
                #p::free_call_not_lowered(#name, #module)
            }
        }
    }
}

/// [`Lowerer::followed`](crate::body::Lowerer::followed) for a function that calls no other.
fn calls_nothing(ident: &Ident, p: &TokenStream) -> TokenStream {
    quote! {
        impl #ident {
            #[doc(hidden)]
            #[allow(unreachable_pub, reason = "as reachable as the function")]
            pub const fn follow(_: &mut #p::Calls) {}
        }
    }
}

/// The key of a function, and the type in it, if any, that tells its instances apart where its signature does not: by the parameters that no value has.
fn instance(
    key: &TokenStream,
    signature: &TokenStream,
    generics: &Generics,
    krate: &Path,
) -> (TokenStream, TokenStream) {
    let p = quote!(#krate::private);
    let is_told = |parameter: &GenericParam| match parameter {
        GenericParam::Lifetime(_) => true,
        GenericParam::Type(parameter) => bounds::is_of_values(signature, &parameter.ident),
        GenericParam::Const(parameter) => mentions(signature, &parameter.ident),
    };
    if generics.params.iter().all(is_told) {
        return (key.clone(), TokenStream::new());
    }
    let types: Vec<&Ident> = generics.type_params().map(|parameter| &parameter.ident).collect();
    let consts: Vec<&ConstParam> = generics.const_params().collect();
    let values = consts.iter().map(|parameter| &parameter.ident);
    let declared = consts.iter().map(|parameter| {
        let (ident, ty) = (&parameter.ident, &parameter.ty);
        quote!(const #ident: #ty)
    });
    let instance = quote! {
        struct Instance<#(#types,)* #(#declared),*>(#p::PhantomData<(#(#types,)*)>);
    };
    (quote!((#key, Instance<#(#types,)* #(#values),*>)), instance)
}

/// The wanted WGSL name: the function's, then its type arguments.
fn wanted(name: &str, signature: &TokenStream, generics: &Generics, krate: &Path) -> TokenStream {
    let p = quote!(#krate::private);
    let parameters = generics.type_params().map(|parameter| {
        let ident = &parameter.ident;
        let name = if bounds::is_of_values(signature, ident) {
            quote!(<#ident as #p::GpuType>::wgsl_name())
        } else {
            quote!(#p::type_name::<#ident>())
        };
        quote!(#p::text("_"), #name)
    });
    quote!(#p::join([#p::text(#name) #(, #parameters)*]))
}

fn impl_block(block: &ItemImpl, krate: &Path, errors: &Errors) -> Option<Beside> {
    finish::check_attribute(block, errors);
    let Some((path, _)) = &block.trait_ else {
        return Some(methods::of_type(block, krate, errors));
    };
    let last = path.segments.last()?.ident.to_string();
    match last.as_str() {
        "Monoid" => Some(traits::monoid(block, krate, errors)),
        "Reduction" if parameters::are_read(block) => Some(parameters::reduction(block, krate, errors)),
        "Reduction" => Some(traits::reduction(block, krate, errors)),
        // Rust computes its value when the WGSL of a body that asks for it is made.
        "Default" => Some(Beside::default()),
        "From" => operators::conversion(block, path, krate, errors),
        name if operators::is_comparison(name) => operators::comparison(block, path, krate, errors),
        name if operators::is_operator(name) => Some(operators::operator(block, path, krate, errors)),
        name if !is_of_any_type(name) && !is_foreign(name) => own_trait::implementation(block, path, krate, errors),
        _ => {
            errors.at(
                path,
                "`#[gpu]` knows `impl Monoid`, `impl Reduction`, `From`, operators (`PartialEq PartialOrd Ord`, `Add Sub Mul Div Rem BitAnd BitOr` and those with `Assign` behind it, `Neg`), traits of your own, and a type's own methods; put other functions there",
            );
            None
        }
    }
}
