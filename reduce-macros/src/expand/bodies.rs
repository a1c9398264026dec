//! The expressions of `lift` and `finish`: lowered, and shown to naga where every type in them is seen.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::{Expr, Ident, Member, parse_quote};

use super::gpu_type::members;
use super::shared::{of_type, output, private};
use crate::ast::{Field, Struct};
use crate::body::{Lowerer, Probe, Text, Value, this};
use crate::errors::Errors;
use crate::rules;
use crate::spans::{ends, placed, starting};
use crate::validate::{Draft, Refusal};
use crate::wgsl::{self, known_type};

/// The name of the state parameter of `finish` in WGSL.
const STATE: &str = "s";

/// The lowered expressions of a `Reduce` item.
pub(super) struct Bodies {
    /// One per field; none where the field's own type lifts.
    pub(super) lifts: Vec<Option<Body>>,
    pub(super) finish: Option<Body>,
    /// Why `finish` is for the host alone, if it is.
    pub(super) on_host: Option<String>,
    /// The statements that infer the types in `lift` and in `finish`.
    pub(super) lift_inference: TokenStream,
    pub(super) finish_inference: TokenStream,
    /// The control flow of `lift` and of `finish`, as a `Flow`.
    pub(super) lift_flow: TokenStream,
    pub(super) finish_flow: TokenStream,
}

/// An expression as written and, unless it was refused, lowered.
pub(super) struct Body {
    pub(super) expr: Expr,
    pub(super) lowered: Option<Lowered>,
}

/// An expression in WGSL: the statements that it needs in front, and its value.
pub(super) struct Lowered {
    pub(super) statements: Text,
    pub(super) value: Value,
}

impl Bodies {
    pub(super) fn lower(item: &Struct<'_>, errors: &Errors) -> Self {
        let refused = Errors::default();
        let (mut lift, mut finish) = (lift_lowerer(item, errors), finish_lowerer(item, &refused));
        let lifts: Vec<Option<Body>> = item
            .fields
            .iter()
            .map(|field| lower_lift(item, field, &mut lift))
            .collect();
        let no_wgsl = item.options.output.as_ref().and_then(rules::output_refusal);
        let finished = item.options.finish.clone().map(|expr| Body {
            lowered: match no_wgsl {
                Some(_) => None,
                None => lowered(finish.expr(&expr), &mut finish),
            },
            expr,
        });
        let on_host = no_wgsl.map(|(_, reason)| reason.to_owned()).or_else(|| refused.first());
        let flow = |lowerer: &Lowerer<'_>| {
            let (p, checked, branches) = (private(item), lowerer.checked, lowerer.branches);
            quote!(#p::Flow { checked: #checked, branches: #branches, raw: false })
        };
        let bodies = Self {
            lift_inference: lift_inference(item, &lifts, &lift),
            finish_inference: finish_inference(item, finished.as_ref(), &finish),
            lift_flow: flow(&lift),
            finish_flow: flow(&finish),
            lifts,
            finish: finished,
            on_host,
        };
        if refused.is_wrong() {
            errors.append(refused);
        }
        bodies
    }

    /// naga's verdict on the functions in which every type is seen.
    pub(super) fn check(&self, item: &Struct<'_>) -> Result<(), Refusal> {
        let Some(mut draft) = state(item) else { return Ok(()) };
        if let (Some(input), Some(lifts)) = (item.options.input.as_ref().and_then(known_type), self.lift_texts()) {
            draft.line(&format!("fn lift(x: {input}) -> State {{"), None);
            draft.line("return State(", None);
            for (expr, text) in lifts {
                draft.line(&format!("{text},"), Some(expr.to_token_stream()));
            }
            draft.line("); }", None);
        }
        if let (Some(finish), Some(output)) = (&self.finish, item.options.output.as_ref().and_then(known_type))
            && let Some(text) = finish.lowered.as_ref().and_then(Lowered::draft)
        {
            draft.line(&format!("fn finish({STATE}: State) -> {output} {{ return"), None);
            draft.line(&text, Some(finish.expr.to_token_stream()));
            draft.line("; }", None);
        }
        draft.check()
    }

    /// The expressions of `lift` with their drafts, if each has one.
    fn lift_texts(&self) -> Option<Vec<(&Expr, String)>> {
        let texts = self.lifts.iter().map(|lift| {
            let lift = lift.as_ref()?;
            Some((&lift.expr, lift.lowered.as_ref()?.draft()?))
        });
        texts.collect()
    }
}

impl Lowered {
    /// The text for naga; none if there are statements, where a literal without a type would become an i32 or an f32.
    fn draft(&self) -> Option<String> {
        self.statements.is_empty().then(|| self.value.text.draft()).flatten()
    }
}

fn lowered(value: Option<Value>, lowerer: &mut Lowerer<'_>) -> Option<Lowered> {
    let statements = lowerer.take_statements();
    value.map(|value| Lowered { statements, value })
}

/// The lowerer of the expressions of `lift`, which see `x`.
fn lift_lowerer<'a>(item: &'a Struct<'_>, errors: &'a Errors) -> Lowerer<'a> {
    let hint = "`lift` sees one element of the input, `x`; the fields can be used in `finish`";
    let mut lowerer = Lowerer::new("`lift`", &item.krate, errors);
    lowerer.is_generic = !item.generics.params.is_empty();
    let length = item.options.input.as_ref().and_then(wgsl::length);
    let x = Ident::new("x", Span::call_site());
    lowerer.returns = false;
    lowerer.reserve("x");
    for lift in item.fields.iter().filter_map(|field| field.options.lift.as_ref()) {
        lowerer.keep_called(lift.to_token_stream());
    }
    lowerer.bind_array(&x, Text::fixed("x"), length);
    lowerer.elsewhere = names(item).map(|(name, _)| (name.clone(), hint)).collect();
    lowerer
}

/// The lowerer of the expression of `finish`, which sees the fields.
fn finish_lowerer<'a>(item: &'a Struct<'_>, errors: &'a Errors) -> Lowerer<'a> {
    let hint = "`finish` sees the fields of the last state; the elements `x` can be used in `lift`";
    let mut lowerer = Lowerer::new("`finish`", &item.krate, errors);
    lowerer.is_generic = !item.generics.params.is_empty();
    lowerer.returns = false;
    lowerer.reserve(STATE);
    if let Some(finish) = &item.options.finish {
        lowerer.keep_called(finish.to_token_stream());
    }
    lowerer.bind(&Ident::new("self", Span::call_site()), Text::fixed(STATE));
    for (name, field) in names(item) {
        let text = Text::fixed(format!("{STATE}.{}", field.wgsl));
        lowerer.bind_array(name, text, wgsl::length(field.ty));
    }
    lowerer.elsewhere = vec![(Ident::new("x", Span::call_site()), hint)];
    lowerer
}

/// The statements that infer the types in `lift`.
fn lift_inference(item: &Struct<'_>, lifts: &[Option<Body>], lowerer: &Lowerer<'_>) -> TokenStream {
    let Some(input) = &item.options.input else {
        return TokenStream::new();
    };
    let (members, phantoms, p, aliases) = (members(item), &item.phantoms, private(item), aliases(item));
    let probes = item.fields.iter().zip(lifts).map(|(field, lift)| {
        let lowered = lift.as_ref().map(|lift| lift.lowered.as_ref());
        match lowered {
            Some(Some(lowered)) => held(item, field, &lowered.value.probe),
            Some(None) => TokenStream::new(),
            None => own_lift(item, field),
        }
    });
    let values = values(item, lifts);
    let of = |values: &[TokenStream]| {
        let ident = item.ident;
        let kind = if item.generics.params.is_empty() {
            quote!(#ident)
        } else {
            quote!(Self)
        };
        quote!({ #aliases #kind { #(#members: #values,)* #(#phantoms: #p::PhantomData,)* } })
    };
    lowerer.inference(&Probe {
        parameters: vec![(quote!(x), input.to_token_stream())],
        output: quote!(Self),
        written_output: Some(quote!(Self)),
        body: of(&probes.collect::<Vec<_>>()),
        copy: item.generics.params.is_empty().then(|| of(&values)),
        asked: Vec::new(),
        owner: Some(owner(item)),
        in_reduction: false,
    })
}

/// The statements that infer the types in `finish`.
fn finish_inference(item: &Struct<'_>, finish: Option<&Body>, lowerer: &Lowerer<'_>) -> TokenStream {
    let Some((finish, lowered)) = finish.and_then(|body| Some((body, body.lowered.as_ref()?))) else {
        return TokenStream::new();
    };
    let (state, output) = (this(Span::call_site()), output(item));
    let names: Vec<&Ident> = names(item).map(|(name, _)| name).collect();
    let of = |expr: &TokenStream| quote!({ #(let #names = #state.#names;)* #expr });
    lowerer.inference(&Probe {
        parameters: vec![(state.to_token_stream(), quote!(Self))],
        output: output.to_token_stream(),
        written_output: Some(output.to_token_stream()),
        body: of(&lowered.value.probe),
        copy: item
            .generics
            .params
            .is_empty()
            .then(|| of(&crate::body::without_self(finish.expr.to_token_stream()))),
        asked: Vec::new(),
        owner: Some(owner(item)),
        in_reduction: false,
    })
}

/// The type of an item without parameters.
fn owner(item: &Struct<'_>) -> syn::Type {
    let ident = item.ident;
    parse_quote!(#ident)
}

/// The values of the fields for one element `x`, as written.
pub(super) fn values(item: &Struct<'_>, lifts: &[Option<Body>]) -> Vec<TokenStream> {
    let value = |(field, lift): (&Field<'_>, &Option<Body>)| match lift {
        Some(lift) if field.is_flag() => truth(item, &lift.expr.to_token_stream()),
        Some(lift) => held(item, field, &lift.expr.to_token_stream()),
        None => own_lift(item, field),
    };
    item.fields.iter().zip(lifts).map(value).collect()
}

/// The value of a field; without `lift` it is the element, which may be of another type where the macro does not see both.
fn held(item: &Struct<'_>, field: &Field<'_>, value: &TokenStream) -> TokenStream {
    let (Some(input), None, false, false) = (
        &item.options.input,
        &field.options.lift,
        is_seen(item, field),
        field.is_flag(),
    ) else {
        return value.clone();
    };
    let (ty, (start, end)) = (field.ty, ends(field.ty));
    let (p, input) = (placed(private(item), end), placed(input, end));
    starting(start, quote_spanned!(end=> <#input as #p::HeldAs<#ty>>::held(#value)))
}

/// The `lift` of the field's own type.
fn own_lift(item: &Struct<'_>, field: &Field<'_>) -> TokenStream {
    let (own, ty, (start, end)) = (of_type(item, field, "Reduction"), field.ty, ends(field.ty));
    let (x, input) = (x_of(item, field), &item.options.input);
    // The first mention makes rustc report the lack in fewer words; it then leaves out its message about the second.
    starting(
        start,
        quote_spanned!(end=> { let _ = #own::lift; lift_as_field::<#ty, #input>(#x) }),
    )
}

/// A call of `Truth::flag` at the place of its argument.
fn truth(item: &Struct<'_>, argument: &TokenStream) -> TokenStream {
    let span = ends(argument).0;
    let p = placed(private(item), span);
    quote_spanned!(span=> #p::field::Truth::flag(#argument))
}

/// The fields that have names.
pub(super) fn names<'i>(item: &'i Struct<'_>) -> impl Iterator<Item = (&'i Ident, &'i Field<'i>)> {
    item.fields.iter().filter_map(|field| match &field.member {
        Member::Named(ident) => Some((ident, field)),
        Member::Unnamed(_) => None,
    })
}

/// The struct of the state, if the types of all its fields are seen.
fn state(item: &Struct<'_>) -> Option<Draft> {
    let mut draft = Draft::default();
    draft.line("struct State {", None);
    for field in &item.fields {
        draft.line(
            &format!("{}: {},", field.wgsl, known_type(field.ty)?),
            Some(field.place()),
        );
    }
    draft.line("}", None);
    Some(draft)
}

fn lower_lift(item: &Struct<'_>, field: &Field<'_>, lowerer: &mut Lowerer<'_>) -> Option<Body> {
    let expr = match (&field.options.lift, &field.options.operator) {
        (Some(expr), _) => expr.clone(),
        (None, Some(_)) => {
            let x = x_of(item, field);
            parse_quote!(#x)
        }
        (None, None) => return None,
    };
    let value = if field.is_flag() {
        lowerer.flag(&expr, |probe| truth(item, probe))
    } else {
        lowerer.expr(&expr)
    };
    let lowered = lowered(value, lowerer);
    Some(Body { expr, lowered })
}

/// The element in a field without `lift`. Where types may not fit, it stands at the type of the field.
pub(super) fn x_of(item: &Struct<'_>, field: &Field<'_>) -> Ident {
    let place = if is_seen(item, field) {
        Span::call_site()
    } else {
        ends(field.ty).0
    };
    Ident::new("x", place)
}

/// `let` statements for those names of the element that are not its own.
pub(super) fn aliases(item: &Struct<'_>) -> TokenStream {
    let x = Ident::new("x", Span::call_site());
    let silent = item
        .fields
        .iter()
        .filter(|field| field.options.lift.is_none() && !is_seen(item, field));
    let names = silent.map(|field| x_of(item, field));
    quote!(#(let #names = #x;)*)
}

/// Whether the macro sees that the element fits the field.
fn is_seen(item: &Struct<'_>, field: &Field<'_>) -> bool {
    let input = item.options.input.as_ref().and_then(known_type);
    input.is_some() && known_type(field.ty).is_some()
}

/// naga's refusal as a constant that cannot be evaluated.
///
/// rustc evaluates a constant only if its types are right. As the user's expressions are in it, rustc reports types
/// first, at the user's tokens and better than naga.
pub(super) fn refusal(item: &Struct<'_>, refusal: &Refusal, lift: &TokenStream, finish: &TokenStream) -> TokenStream {
    let place = refusal.place.clone().unwrap_or_else(|| item.ident.to_token_stream());
    let ((start, end), message) = (
        ends(place),
        format!("naga refuses the WGSL of this: {}", refusal.message),
    );
    let panic = starting(start, quote_spanned!(end=> ::core::panic!("{}", #message)));
    quote! {
        #[allow(unused, reason = "only serves the types")]
        const _: () = {
            let _ = #lift;
            let _ = #finish;
            #panic
        };
    }
}
