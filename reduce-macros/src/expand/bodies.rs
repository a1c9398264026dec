//! The expressions of `lift` and `finish`: lowered, and shown to naga where every type in them is seen.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::{Expr, Ident, parse_quote};

use crate::ast::{Field, Struct};
use crate::check::{Draft, Refusal, known_type};
use crate::errors::Errors;
use crate::lower::{Lowered, Lowerer};
use crate::spans::{ends, starting};

/// The lowered expressions of a `Reduce` item.
pub(super) struct Bodies {
    /// One a field; none where the field's own type lifts.
    pub(super) lifts: Vec<Option<Body>>,
    pub(super) lift_slots: TokenStream,
    pub(super) lift_checks: TokenStream,
    pub(super) finish: Option<Body>,
    pub(super) finish_slots: TokenStream,
    pub(super) finish_checks: TokenStream,
}

/// An expression as written and, unless it was refused, lowered.
pub(super) struct Body {
    pub(super) expr: Expr,
    pub(super) lowered: Option<Lowered>,
}

impl Bodies {
    pub(super) fn lower(item: &Struct<'_>, errors: &Errors) -> Self {
        let mut lift = Lowerer::lift(item, errors);
        let lifts = item
            .fields
            .iter()
            .map(|field| lower_lift(item, field, &mut lift))
            .collect();
        let mut finish = Lowerer::finish(item, errors);
        let finished = item.options.finish.clone().map(|expr| Body {
            lowered: finish.expr(&expr),
            expr,
        });
        Self {
            lifts,
            lift_slots: lift.declarations(),
            lift_checks: lift.checks(),
            finish: finished,
            finish_slots: finish.declarations(),
            finish_checks: finish.checks(),
        }
    }

    /// What naga says of the functions of which every type is seen.
    pub(super) fn check(&self, item: &Struct<'_>) -> Result<(), Refusal> {
        let Some(mut draft) = state(item) else { return Ok(()) };
        if let (Some(input), Some(lifts)) = (item.options.input.as_ref().and_then(known_type), self.lift_texts()) {
            draft.line(&format!("fn lift(x: {input}) -> State {{ return State("), None);
            for (expr, text) in lifts {
                draft.line(&format!("{text},"), Some(expr.to_token_stream()));
            }
            draft.line("); }", None);
        }
        if let (Some(finish), Some(output)) = (&self.finish, item.options.output.as_ref().and_then(known_type))
            && let Some(text) = finish.lowered.as_ref().and_then(Lowered::draft)
        {
            draft.line(&format!("fn finish(s: State) -> {output} {{ return"), None);
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
    let lowered = if field.is_flag() {
        lowerer.flag(&expr)
    } else {
        lowerer.expr(&expr)
    };
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
/// rustc evaluates a constant only if its types are right. As the user's expressions are in it, rustc speaks first of
/// types, at the user's tokens and better than naga.
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
