//! The macros of the reduce framework. `reduce-wgpu` and `reduce-core` re-export them; use them from there.
//!
//! An item passes through one file per stage: `ast` (the user's item), `attr` (the `#[reduce(…)]` grammar), `valid` (every rule), `body` (Rust to
//! WGSL), `check` (naga), `expand` and `gpu` (the impls), `signature` and `raw` (further needs of `gpu`). `fingerprint` tells operators of one name
//! apart. `fallback` and `unparsed` keep a refused item usable, so that one mistake gives one message; `spans` puts generated tokens where the user's are.

mod ast;
mod attr;
mod body;
mod errors;
mod expand;
mod fallback;
mod fingerprint;
mod gpu;
mod known_traits;
mod raw;
mod rules;
mod signature;
mod spans;
mod unparsed;
mod validate;
mod wgsl;
mod words;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input, parse_quote};

use self::ast::Derive;

/// Derives `GpuType` for a `#[repr(C)]` struct: its WGSL twin, with equal layout asserted at compile time.
#[proc_macro_derive(GpuType, attributes(reduce))]
pub fn gpu_type(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    expand::derive(&item, Derive::GpuType, &parse_quote!(::reduce_wgpu)).into()
}

/// Derives `GpuType` and `Monoid`, and with `#[reduce(input = …)]` a `Reduction`, from operators on the fields.
///
/// On the struct: `input = Type`, `output = Type` with `finish = expression of the fields`, `params(name: Type)`, `crate = path`.
/// On a field: one of `sum product min max and or xor any all`, and `lift = expression of x`; no operator
/// where the field's type is a Monoid itself.
///
/// In a struct of results a field is the result of a reduction: `mean variance stddev argmin argmax count minmax l1norm l2norm linfnorm logsumexp
/// kahansum`, or `by = Type` of any operator, with `using = value` if that has parameters. Such a struct is its own output; it is no Monoid, and a
/// GpuType only if that is derived as well.
#[proc_macro_derive(Reduce, attributes(reduce))]
pub fn reduce(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    expand::derive(&item, Derive::Reduce, &parse_quote!(::reduce_wgpu)).into()
}

/// Says that the trait is derived by [`macro@Reduce`], and reads the item as if that were written.
#[doc(hidden)]
#[proc_macro_derive(Monoid, attributes(reduce))]
pub fn monoid(item: TokenStream) -> TokenStream {
    instead("Monoid", item)
}

/// Likewise.
#[doc(hidden)]
#[proc_macro_derive(Reduction, attributes(reduce))]
pub fn reduction(item: TokenStream) -> TokenStream {
    instead("Reduction", item)
}

fn instead(name: &str, item: TokenStream) -> TokenStream {
    let message = format!("`{name}` is derived by `Reduce`: write `#[derive(Reduce)]`");
    let message = syn::Error::new(proc_macro2::Span::call_site(), message).to_compile_error();
    let item: proc_macro2::TokenStream = reduce(item).into();
    quote::quote!(#message #item).into()
}

/// [`macro@GpuType`] for crates that depend on `reduce-core` alone.
#[doc(hidden)]
#[proc_macro_derive(CoreGpuType, attributes(reduce))]
pub fn core_gpu_type(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    expand::derive(&item, Derive::GpuType, &parse_quote!(::reduce_core)).into()
}

/// [`macro@Reduce`] for crates that depend on `reduce-core` alone.
#[doc(hidden)]
#[proc_macro_derive(CoreReduce, attributes(reduce))]
pub fn core_reduce(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    expand::derive(&item, Derive::Reduce, &parse_quote!(::reduce_core)).into()
}

/// Makes WGSL from ordinary Rust: on `impl Monoid`, `impl Reduction`, a type's own methods, traits of yours with their impls, free functions and consts.
///
/// The item stays as written and runs on the CPU; beside it stands the code that makes its WGSL. `#[gpu(crate = path)]` names
/// the crate if it has another name than `reduce_wgpu`.
///
/// In `impl Reduction`, `lift(&self, x)` and `finish(&self, state)` read the fields of the operator: its parameters, which are known when the program
/// runs. Reducers are made of a value, by `reducer_using`, and all values share one kernel.
///
/// `#[gpu(wgsl = "fn name(x: f32) -> f32 { … }")]` on a free function gives its WGSL by hand, for things that Rust cannot express.
/// naga checks it; the Rust body is its twin on the CPU. Kernels that contain such text run with all of the driver's checks.
///
#[doc = include_str!("../SUBSET.md")]
#[proc_macro_attribute]
pub fn gpu(arguments: TokenStream, item: TokenStream) -> TokenStream {
    attribute(arguments, item, parse_quote!(::reduce_wgpu))
}

/// [`macro@gpu`] for crates that depend on `reduce-core` alone.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn core_gpu(arguments: TokenStream, item: TokenStream) -> TokenStream {
    attribute(arguments, item, parse_quote!(::reduce_core))
}

fn attribute(arguments: TokenStream, item: TokenStream, krate: syn::Path) -> TokenStream {
    let (item, mistake) = match syn::parse::<syn::Item>(item.clone()) {
        Ok(item) => (item, proc_macro2::TokenStream::new()),
        Err(error) => match unparsed::without_bodies(item.into(), &error) {
            (Some(item), mistake) => (item, mistake),
            (None, mistake) => return mistake.into(),
        },
    };
    let options = match attr::gpu_options(arguments.into(), krate) {
        Ok(options) => options,
        Err(error) => {
            let (message, item) = (error.to_compile_error(), quote::ToTokens::into_token_stream(item));
            return quote::quote!(#message #item).into();
        }
    };
    let expanded = gpu::expand(&item, &options);
    quote::quote!(#expanded #mistake).into()
}
