//! A struct of results: each field is the result of a reduction of its own, and the struct an operator whose state is theirs.
//!
//! Fields with an operator of the derive are the results of hidden structs, one for all fields of one type: they have no padding.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{DeriveInput, Ident, Member, Type, WhereClause, parse_quote};

use super::mapped::Mapped;
use super::monoid::combinable;
use super::parameters;
use super::shared::{Expand, bounds_on_fields, mentions_parameters, private, private_at};
use crate::ast::{Derive, Field, Struct};
use crate::attr::Param;
use crate::gpu::finish::outcome;
use crate::spans::{ends, mentions, placed};
use crate::words::ResultOf;

/// Operators in one tuple; more are in tuples of tuples.
const MOST: usize = 8;

/// An operator of the struct, and the fields that its result fills.
struct Part<'i> {
    operator: TokenStream,
    /// The value of its parameters, an expression; none where it has none.
    params: Option<TokenStream>,
    /// The input that it reads, if that is seen to be the struct's.
    reads_input: bool,
    /// The hidden struct behind it, if there is one.
    hidden: Option<DeriveInput>,
    /// The declaration of what its `lift` makes of the elements, if it has one.
    mapping: Option<TokenStream>,
    fields: Vec<&'i Field<'i>>,
}

/// The impls of a struct that asks for results of the type `input`.
pub(super) fn impls(item: &Struct<'_>, input: &Type, expand: Expand<'_>) -> TokenStream {
    let at = least_known(item);
    let p = private_at(item, at);
    let mut ident = item.ident.clone();
    ident.set_span(ident.span().located_at(at));
    let (generics, arguments, _) = item.generics.split_for_impl();
    let clause = clause(item, input);
    let parts = parts(item, input);
    let (read, tuple) = members(item, &parts, input, at);
    let names = unpacked(&parts);
    let paths = paths(item, &parts);
    let this = quote!(#ident #arguments);
    let (outcome, name, fingerprint) = (outcome(&this, &p), item.wgsl(), item.fingerprint);
    let (owner, value) = match &item.options.params {
        None => (this.clone(), TokenStream::new()),
        Some(params) => {
            let mut owner = parameters::name(item);
            owner.set_span(ident.span());
            let owner = quote!(#owner #arguments);
            let value = operator_value(item, params, &parts, (&owner, &clause));
            (owner, value)
        }
    };
    let values = item.fields.iter().map(|field| &field.member).zip(values(item, &parts));
    let values = values.map(|(member, value)| quote!(#member: #value));
    let phantoms = &item.phantoms;
    let members = quote_spanned!(at=> <#tuple as #p::Operator>);
    let hidden = parts
        .iter()
        .filter_map(|part| part.hidden.as_ref())
        .map(|hidden| declared(item, hidden, expand));
    let mappings = parts.iter().filter_map(|part| part.mapping.as_ref());
    let operator = quote_spanned! {at=>
        #[automatically_derived]
        impl #generics #p::Operator for #owner #clause {
            type Input = #read;
            type State = #members::State;
            type Output = #this;
            type Params = #members::Params;
            #outcome
            const FINISH_NEEDS: #p::Needs = #members::FINISH_NEEDS;
            const SPLITS: ::core::primitive::bool = true;

            fn constant_lifts() -> #p::Vec<&'static ::core::primitive::str> {
                #members::constant_lifts()
            }

            fn each_leaf<__V: #p::VisitLeaf>(visitor: &mut __V, path: &::core::primitive::str, word: ::core::primitive::usize) {
                #p::each_leaf_of_results::<Self, #tuple, __V>(visitor, path, word);
            }

            fn fold_tile<__F: #p::FoldTile, __S: #p::Slices<Item = Self::Input>>(params: &Self::Params, tile: __S) -> Self::State {
                #members::fold_tile::<__F, __S>(params, tile)
            }

            #[inline(always)]
            fn lift_with(params: &Self::Params, x: Self::Input) -> Self::State {
                #members::lift_with(params, x)
            }

            #[inline(always)]
            fn finish_with(params: &Self::Params, state: Self::State) -> #this {
                let #names = #members::finish_with(params, state);
                #ident { #(#values,)* #(#phantoms: #p::PhantomData,)* }
            }

            fn wgsl_name() -> #p::String { #p::text(#name) }

            fn wgsl_lift(module: &mut #p::Module) -> #p::String {
                #members::wgsl_lift(module)
            }

            fn wgsl_finish(module: &mut #p::Module) -> #p::String {
                #p::finish_of_results::<Self, #tuple>(&[#(#paths),*], #fingerprint, module)
            }
        }
    };
    // Code of the macro's: `#![forbid(unsafe_code)]` is about the user's.
    let p = private(item);
    quote! {
        #(#hidden)*
        #(#mappings)*

        // SAFETY: the text is that of the members.
        #[automatically_derived]
        unsafe impl #generics #p::ReductionOnGpu for #owner #clause {}

        #operator
        #value
    }
}

/// The impl that makes the parameters of all operators of those of the struct, on the host.
fn operator_value(
    item: &Struct<'_>,
    params: &[Param],
    parts: &[Part<'_>],
    (owner, clause): (&TokenStream, &WhereClause),
) -> TokenStream {
    let p = private(item);
    let (generics, _, _) = item.generics.split_for_impl();
    let names = params.iter().map(|param| &param.ident);
    let values = parts.iter().map(|part| {
        let (operator, at) = (&part.operator, part.fields.first().map_or_else(Span::call_site, place));
        let p = private_at(item, at);
        let none = quote_spanned!(at=> <<#operator as #p::Operator>::Params as #p::NoParameters>::NONE);
        part.params.clone().unwrap_or(none)
    });
    let values = grouped(values.collect(), &|tokens| quote!((#(#tokens),*)));
    quote! {
        #[automatically_derived]
        impl #generics #p::OperatorValue for #owner #clause {
            type Operator = Self;

            #[allow(unused_variables, reason = "no operator needs to read all of them")]
            fn params(self) -> <Self as #p::Operator>::Params {
                let Self { #(#names),* } = self;
                #values
            }
        }
    }
}

/// The place of the reduction of a field, or of its type.
fn place(field: &&Field<'_>) -> Span {
    let reduction = field.options.reduction.as_ref().map(ResultOf::place);
    ends(reduction.unwrap_or_else(|| field.ty.to_token_stream())).0
}

/// The where clause of the impls: the item's own, and what the hidden structs need.
pub(super) fn clause(item: &Struct<'_>, input: &Type) -> WhereClause {
    let mut clause = bounds_on_fields(item, |field| match &field.options.operator {
        Some(_) => combinable(item, field),
        None => TokenStream::new(),
    });
    if mentions_parameters(item, input) {
        let p = private(item);
        clause.predicates.push(parse_quote!(#input: #p::Element));
    }
    clause
}

/// The operators of the struct: one for each reduction, one for all fields of a type with operators of the derive.
fn parts<'i>(item: &'i Struct<'i>, input: &Type) -> Vec<Part<'i>> {
    let mut parts: Vec<Part<'i>> = Vec::new();
    for field in &item.fields {
        let own = field.ty;
        let (mut mapping, mut reads_input) = (None, false);
        let operator = match (&field.options.reduction, &field.options.lift) {
            (Some(reduction), Some(lift)) => {
                let mapped = Mapped::of(item, field, (reduction, lift), input);
                (mapping, reads_input) = (Some(mapped.declared), mapped.reads_input);
                mapped.operator
            }
            (Some(reduction), None) => {
                let is_generic = mentions_parameters(item, input);
                reduction.operator(input, is_generic, &item.krate)
            }
            (None, _) if field.options.operator.is_none() => own.to_token_stream(),
            (None, _) => {
                let same = |part: &&mut Part<'_>| {
                    part.hidden.is_some() && part.fields.iter().any(|other| tokens(other.ty) == tokens(own))
                };
                if let Some(part) = parts.iter_mut().find(same) {
                    part.fields.push(field);
                } else {
                    parts.push(Part {
                        operator: TokenStream::new(),
                        params: None,
                        reads_input: true,
                        hidden: Some(parse_quote!(
                            struct Hidden {}
                        )),
                        mapping: None,
                        fields: vec![field],
                    });
                }
                continue;
            }
        };
        let using = field.options.using.as_ref();
        parts.push(Part {
            operator,
            params: using.map(|using| {
                let at = ends(using).0;
                let p = private_at(item, at);
                quote_spanned!(at=> #p::OperatorValue::params(#using))
            }),
            reads_input,
            hidden: None,
            mapping,
            fields: vec![field],
        });
    }
    let (_, arguments, _) = item.generics.split_for_impl();
    let mut number = 0;
    for part in parts.iter_mut().filter(|part| part.hidden.is_some()) {
        number += 1;
        let name = if number == 1 { String::new() } else { number.to_string() };
        let ident = format_ident!("{}Fields{name}", item.ident);
        let read = read(item, &part.fields);
        part.operator = quote!(#ident #arguments);
        if !read.is_empty() {
            let (name, names) = (format_ident!("{ident}Params"), read.iter().map(|param| &param.ident));
            part.operator = quote!(#name #arguments);
            part.params = Some(quote!(#name { #(#names),* }));
        }
        part.hidden = Some(hidden(item, &ident, (&part.fields, &read), input));
    }
    parts
}

fn tokens(ty: &Type) -> String {
    ty.to_token_stream().to_string()
}

/// The parameters that the `lift`s of these fields read.
fn read<'i>(item: &'i Struct<'_>, fields: &[&Field<'_>]) -> Vec<&'i Param> {
    let lifts: TokenStream = fields
        .iter()
        .filter_map(|field| field.options.lift.as_ref())
        .map(ToTokens::to_token_stream)
        .collect();
    let params = item.options.params.iter().flatten();
    params.filter(|param| mentions(&lifts, &param.ident)).collect()
}

/// The struct that holds these fields, whose `lift`s read these parameters, to be derived `Reduce` for.
fn hidden(item: &Struct<'_>, ident: &Ident, (fields, read): (&[&Field<'_>], &[&Param]), input: &Type) -> DeriveInput {
    let (krate, vis, generics) = (&item.krate, item.vis, item.generics);
    let (_, arguments, clause) = generics.split_for_impl();
    let fields = fields.iter().enumerate().map(|(index, field)| {
        let (name, ty, operator) = (hidden_name(field, index), field.ty, &field.options.operator);
        let lift = field.options.lift.as_ref().map(|lift| quote!(, lift = #lift));
        quote!(#[reduce(#operator #lift)] #name: #ty)
    });
    let phantom = (!generics.params.is_empty()).then(|| {
        let (p, this) = (private(item), item.ident);
        quote!(__item: #p::PhantomData<fn() -> #this #arguments>)
    });
    let params = read.iter().map(|Param { ident, ty }| quote!(#ident: #ty));
    let params = (!read.is_empty()).then(|| quote!(, params(#(#params),*)));
    parse_quote! {
        #[repr(C)]
        #[reduce(crate = #krate, input = #input #params)]
        #vis struct #ident #generics #clause { #(#fields,)* #phantom }
    }
}

/// The name of a field in a hidden struct.
fn hidden_name(field: &Field<'_>, index: usize) -> Ident {
    match &field.member {
        Member::Named(ident) => ident.clone(),
        Member::Unnamed(_) => format_ident!("field{index}"),
    }
}

/// Declares a hidden struct and derives for it.
fn declared(item: &Struct<'_>, hidden: &DeriveInput, expand: Expand<'_>) -> TokenStream {
    let (p, ident, derived) = (private(item), &hidden.ident, expand(hidden, Derive::Reduce));
    let (generics, arguments, clause) = hidden.generics.split_for_impl();
    let mut plain = hidden.clone();
    plain.attrs.retain(|attribute| attribute.path().is_ident("repr"));
    if let syn::Data::Struct(data) = &mut plain.data {
        data.fields.iter_mut().for_each(|field| field.attrs.clear());
    }
    quote! {
        #[allow(unreachable_pub, dead_code, reason = "reachable as a part of an associated type only")]
        #plain
        impl #generics #p::Clone for #ident #arguments #clause {
            fn clone(&self) -> Self { *self }
        }
        impl #generics ::core::marker::Copy for #ident #arguments #clause {}
        #derived
    }
}

/// The input that all members read, and the tuple of them, as types.
fn members(item: &Struct<'_>, parts: &[Part<'_>], input: &Type, at: Span) -> (TokenStream, TokenStream) {
    let p = private_at(item, at);
    let reads = |part: &Part<'_>| {
        let operator = placed(&part.operator, at);
        match part.reads_input {
            true => placed(input, at),
            false => quote_spanned!(at=> <#operator as #p::Operator>::Input),
        }
    };
    let others = parts.iter().filter(|part| !part.reads_input);
    let read = others.fold(placed(input, at), |read, part| {
        let other = reads(part);
        quote_spanned!(at=> <#read as #p::Both<#other>>::Input)
    });
    let readers = parts.iter().map(|part| {
        let (operator, other) = (placed(&part.operator, at), reads(part));
        quote_spanned!(at=> <#read as #p::ReadAs<#other>>::Reader<#operator>)
    });
    let members = grouped(readers.collect(), &|tokens| quote_spanned!(at=> (#(#tokens),*)));
    (read, members)
}

/// The place of the code that is about all fields: of the reduction that the macro knows least about, because rustc reports one that is none wherever it
/// is mentioned, in equal words, and prints messages that are equal in words and place once.
fn least_known(item: &Struct<'_>) -> Span {
    let reductions = || item.fields.iter().filter_map(|field| field.options.reduction.as_ref());
    let by = reductions().find(|reduction| matches!(reduction, ResultOf::By(_)));
    by.or_else(|| reductions().next())
        .map_or_else(Span::call_site, |reduction| ends(reduction.place()).0)
}

/// `each` as tuples of at most [`MOST`], in tuples where there are more of them.
fn grouped(each: Vec<TokenStream>, tuple: &dyn Fn(&[TokenStream]) -> TokenStream) -> TokenStream {
    if let [only] = each.as_slice() {
        return only.clone();
    }
    if each.len() <= MOST {
        return tuple(&each);
    }
    let tuples = each.chunks(MOST).map(|few| match few {
        [only] => only.clone(),
        few => tuple(few),
    });
    grouped(tuples.collect(), tuple)
}

/// The pattern of the members' output.
fn unpacked(parts: &[Part<'_>]) -> TokenStream {
    let names = (0..parts.len()).map(|index| result(index).into_token_stream());
    grouped(names.collect(), &|tokens| quote!((#(#tokens),*)))
}

/// The name of the result of a part.
fn result(index: usize) -> Ident {
    Ident::new(&format!("result{index}"), Span::mixed_site())
}

/// For each field, the part that it is of and its place there.
fn part_of(field: &Field<'_>, parts: &[Part<'_>]) -> (usize, usize) {
    let place = parts.iter().enumerate().find_map(|(index, part)| {
        let at = part.fields.iter().position(|other| other.member == field.member)?;
        Some((index, at))
    });
    place.unwrap_or_default()
}

/// The expressions of the fields, at the types of these: that of a result may be another.
fn values(item: &Struct<'_>, parts: &[Part<'_>]) -> Vec<TokenStream> {
    let value = |field: &Field<'_>| {
        let (index, at) = part_of(field, parts);
        let mut result = result(index);
        result.set_span(Span::mixed_site().located_at(ends(field.ty).0));
        if parts[index].hidden.is_some() {
            let name = hidden_name(field, at);
            return quote!(#result.#name);
        }
        result.into_token_stream()
    };
    item.fields.iter().map(value).collect()
}

/// The paths of the fields in the members' output in WGSL.
fn paths(item: &Struct<'_>, parts: &[Part<'_>]) -> Vec<String> {
    let of_parts = tuple_paths(parts.len());
    let path = |field: &Field<'_>| {
        let (index, at) = part_of(field, parts);
        let mut path = of_parts[index].clone();
        if parts[index].hidden.is_some() {
            let name = crate::wgsl::member(&hidden_name(field, at).to_string());
            path += &format!(".{name}");
        }
        path
    };
    item.fields.iter().map(path).collect()
}

/// The paths of `count` members in tuples as [`grouped`] makes them.
fn tuple_paths(count: usize) -> Vec<String> {
    if count == 1 {
        return vec![String::new()];
    }
    if count <= MOST {
        return (0..count).map(|index| format!("._{index}")).collect();
    }
    let tuples = count.div_ceil(MOST);
    let outer = tuple_paths(tuples);
    let each = (0..count).map(|index| {
        let (tuple, inner) = (index / MOST, index % MOST);
        let alone = count - tuple * MOST == 1;
        if alone {
            outer[tuple].clone()
        } else {
            format!("{}._{inner}", outer[tuple])
        }
    });
    each.collect()
}
