//! The words of `#[reduce(…)]` on a field: operators that combine the field, and reductions whose result it is.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};
use syn::{GenericArgument, Ident, Path, PathArguments, Type};

use crate::spans::placed;

/// The field operators, as they are written.
pub(crate) const OPERATORS: [&str; 9] = ["sum", "product", "min", "max", "and", "or", "xor", "any", "all"];

/// The reductions that have a word, and the operator of each.
pub(crate) const REDUCTIONS: [(&str, &str); 12] = [
    ("mean", "Mean"),
    ("variance", "Variance"),
    ("stddev", "StdDev"),
    ("argmin", "ArgMin"),
    ("argmax", "ArgMax"),
    ("count", "Count"),
    ("minmax", "MinMax"),
    ("l1norm", "L1Norm"),
    ("l2norm", "L2Norm"),
    ("linfnorm", "LInfNorm"),
    ("logsumexp", "LogSumExp"),
    ("kahansum", "KahanSum"),
];

/// The reduction whose result a field is.
pub(crate) enum ResultOf {
    /// A word, of the elements of the input.
    Word(Ident),
    /// `by = Type`.
    By(Box<Type>),
}

impl ResultOf {
    /// Whether it is this word.
    pub(crate) fn is(&self, known: &str) -> bool {
        matches!(self, Self::Word(word) if word == known)
    }

    /// Whether it reads the positions of the elements.
    pub(crate) fn reads_positions(&self) -> bool {
        self.is("argmin") || self.is("argmax")
    }

    /// The type of the values that it reads, where its result is of this type and its operator is a word.
    pub(crate) fn value<'t>(&self, result: &'t Type) -> Option<&'t Type> {
        match self {
            Self::By(_) => None,
            Self::Word(word) if word == "minmax" => Some(argument(result, "MinMax")),
            Self::Word(_) => Some(element(result)),
        }
    }

    /// The tokens that name it, for messages.
    pub(crate) fn place(&self) -> TokenStream {
        match self {
            Self::Word(word) => word.to_token_stream(),
            Self::By(ty) => ty.to_token_stream(),
        }
    }

    /// Its operator, for this input; `is_generic` says whether that may depend on parameters.
    pub(crate) fn operator(&self, input: &Type, is_generic: bool, krate: &Path) -> TokenStream {
        match self {
            Self::By(ty) => ty.to_token_stream(),
            Self::Word(word) => {
                let (span, element) = (word.span(), element(input));
                let krate = placed(krate.to_token_stream(), span);
                let name = REDUCTIONS.iter().find(|(known, _)| word == known);
                let name = Ident::new(name.map_or("Sum", |(_, name)| name), span);
                // Elements of any type can be counted.
                if is_generic || self.is("count") {
                    return quote_spanned!(span=> #krate::ops::#name<#element>);
                }
                let element = placed(element.to_token_stream(), span);
                quote_spanned!(span=> #krate::ops::#name<<#element as #krate::on_gpu::IsNumber>::Same>)
            }
        }
    }
}

/// Whether `key` names a field operator.
pub(crate) fn is_operator(key: &Ident) -> bool {
    OPERATORS.iter().any(|operator| key == operator)
}

/// Whether `key` names a reduction.
pub(crate) fn is_reduction(key: &Ident) -> bool {
    REDUCTIONS.iter().any(|(word, _)| key == word)
}

/// The type of the elements of an input: `f32` of `Indexed<f32>`.
pub(crate) fn element(input: &Type) -> &Type {
    argument(input, "Indexed")
}

/// The argument of a type of this name, or the type itself.
fn argument<'t>(input: &'t Type, name: &str) -> &'t Type {
    let Type::Path(path) = input else { return input };
    let Some(last) = path.path.segments.last().filter(|last| last.ident == name) else {
        return input;
    };
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return input;
    };
    match arguments.args.first() {
        Some(GenericArgument::Type(element)) => element,
        _ => input,
    }
}
