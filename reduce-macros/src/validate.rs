//! WGSL that naga parses and validates as the macro runs: that of an item whose types are all seen, and WGSL by hand.

use naga::front::wgsl::Frontend;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use proc_macro2::TokenStream;

use crate::raw::{Declared, Function};

/// Parses and validates WGSL that a user wrote, for any device; the error is naga's message.
pub(crate) fn raw(text: &str) -> Result<Declared, String> {
    let module = Frontend::new()
        .parse(text)
        .map_err(|error| error.emit_to_string(text).trim_end().to_owned())?;
    Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .map_err(|error| error.emit_to_string(text).trim_end().to_owned())?;
    let spelled = |ty: naga::Handle<naga::Type>| type_name(&module, ty);
    let functions = module.functions.iter().map(|(_, function)| Function {
        name: function.name.clone().unwrap_or_default(),
        parameters: function.arguments.iter().map(|argument| spelled(argument.ty)).collect(),
        output: function.result.as_ref().map(|result| spelled(result.ty)),
    });
    let others = match () {
        () if !module.entry_points.is_empty() => Some("an entry point"),
        () if !module.global_variables.is_empty() => Some("a variable outside of the function"),
        () => None,
    };
    Ok(Declared {
        functions: functions.collect(),
        constants: module
            .constants
            .iter()
            .filter_map(|(_, constant)| constant.name.clone())
            .collect(),
        others,
    })
}

/// The spelling of a type as in [`known_type`].
fn type_name(module: &naga::Module, ty: naga::Handle<naga::Type>) -> String {
    match &module.types[ty].inner {
        naga::TypeInner::Scalar(scalar) if scalar.kind == naga::ScalarKind::Bool => "bool".to_owned(),
        naga::TypeInner::Scalar(scalar) => {
            let kind = match scalar.kind {
                naga::ScalarKind::Sint => "i",
                naga::ScalarKind::Uint => "u",
                _ => "f",
            };
            format!("{kind}{}", u32::from(scalar.width) * 8)
        }
        naga::TypeInner::Array {
            base,
            size: naga::ArraySize::Constant(length),
            ..
        } => format!("array<{}, {length}>", type_name(module, *base)),
        _ => "another type".to_owned(),
    }
}

/// WGSL under construction that remembers which Rust tokens each line came from.
#[derive(Default)]
pub(crate) struct Draft {
    text: String,
    lines: Vec<Option<TokenStream>>,
}

/// Types are rustc's to check, so any refusal of the parser is about the value of a constant expression.
const CONSTANTS: &str = "; WGSL computes constants while it is compiled, and none may be infinite or NaN: \
    name a Rust constant, as in `f32::INFINITY`";

/// naga's refusal of a text.
pub(crate) struct Refusal {
    /// The Rust tokens that it came from, if they are known.
    pub(crate) place: Option<TokenStream>,
    pub(crate) message: String,
}

impl Draft {
    /// Appends one line.
    pub(crate) fn line(&mut self, text: &str, place: Option<TokenStream>) {
        self.text.push_str(&text.replace('\n', " "));
        self.text.push('\n');
        self.lines.push(place);
    }

    /// Parses and validates the text.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        let module = Frontend::new().parse(&self.text).map_err(|error| {
            let spans = error.labels().map(|(span, _)| span).collect();
            self.refusal(spans, format!("{}{CONSTANTS}", innermost(&error)))
        })?;
        let validated = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module);
        validated.map(|_| ()).map_err(|error| {
            let spans = error.spans().map(|(span, _)| *span).collect();
            self.refusal(spans, innermost(error.as_inner()))
        })
    }

    /// The refusal at the narrowest of `spans` that came from Rust tokens.
    fn refusal(&self, mut spans: Vec<naga::Span>, message: String) -> Refusal {
        spans.sort_by_key(|span| span.to_range().map_or(usize::MAX, |range| range.len()));
        let line = |span: &naga::Span| span.location(&self.text).line_number as usize - 1;
        let index = spans.iter().map(line).find(|index| self.place(*index).is_some());
        let Some(index) = index else {
            return Refusal { place: None, message };
        };
        let text = self.text.lines().nth(index).unwrap_or_default().trim_end_matches(',');
        Refusal {
            place: self.place(index),
            message: format!("{message}\nWGSL: {text}"),
        }
    }

    fn place(&self, line: usize) -> Option<TokenStream> {
        self.lines.get(line).cloned().flatten()
    }
}

/// The innermost message of an error: the outer ones count expressions that the user did not number.
fn innermost(error: &dyn std::error::Error) -> String {
    let mut innermost = error;
    while let Some(cause) = innermost.source() {
        innermost = cause;
    }
    innermost.to_string()
}
