//! The grammar of `#[gpu(…)]`.

use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Ident, LitStr, Path, Token};

/// The options in `#[gpu(…)]`.
pub(crate) struct GpuOptions {
    /// The crate that generated code refers to.
    pub(crate) krate: Path,
    /// The WGSL of the function, written by hand.
    pub(crate) wgsl: Option<LitStr>,
}

/// Reads `#[gpu(crate = path, wgsl = "…")]`.
pub(crate) fn gpu_options(arguments: proc_macro2::TokenStream, default: Path) -> syn::Result<GpuOptions> {
    let parse = |stream: ParseStream<'_>| {
        let mut options = GpuOptions {
            krate: default.clone(),
            wgsl: None,
        };
        while !stream.is_empty() {
            let key = Ident::parse_any(stream)?;
            if key != "crate" && key != "wgsl" {
                let message = format!("unknown option `{key}`; `#[gpu]` takes `crate = path` and `wgsl = \"…\"`");
                return Err(syn::Error::new(key.span(), message));
            }
            if !stream.peek(Token![=]) {
                return Err(syn::Error::new(
                    key.span(),
                    format!("`{key}` needs a value, as in `{key} = …`"),
                ));
            }
            stream.parse::<Token![=]>()?;
            if key == "crate" {
                options.krate = stream.call(Path::parse_mod_style)?;
            } else {
                let wants =
                    |error: syn::Error| syn::Error::new(error.span(), "`wgsl` takes the text of a function in quotes");
                options.wgsl = Some(stream.parse().map_err(wants)?);
            }
            if !stream.is_empty() {
                stream.parse::<Token![,]>()?;
            }
        }
        Ok(options)
    };
    syn::parse::Parser::parse2(parse, arguments)
}
