//! The free functions that a body calls: where their companions are found, and the way from one function to the next, which ends in recursion or not.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Ident, Path, PathArguments};

use super::Lowerer;
use super::probe::copied_name;

impl Lowerer<'_> {
    /// The name under which the function at `path` and its companion are imported.
    pub(super) fn callee(&mut self, path: &Path) -> Ident {
        let (mut path, place) = (path.clone(), path.span());
        if let Some(last) = path.segments.last_mut() {
            last.arguments = PathArguments::None;
        }
        let text = path.to_token_stream().to_string();
        let known = self
            .callees
            .iter()
            .position(|known| known.to_token_stream().to_string() == text);
        let index = known.unwrap_or_else(|| {
            self.callees.push(path);
            self.callees.len() - 1
        });
        alias(index, place)
    }

    /// The imports of all of them, behind the user's code and before the text that names them; each asks whether the function has WGSL.
    ///
    /// An import of a name that nothing has is an error of its own. The macro is something of that name in any case, so rustc only reports the
    /// call, where it suggests a similar name; and says nothing more about what depends on the copy.
    pub(super) fn imported(&self) -> TokenStream {
        let krate = self.krate;
        let p = quote!(#krate::private);
        let imports = self.callees.iter().enumerate().map(|(index, path)| {
            let alias = alias(index, path.span());
            let decoy = path.get_ident().map(|ident| quote!(macro_rules! #ident { () => {}; }));
            let (copied, imports) = (copied_name(), companion_at(path, &alias, &p));
            let name = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
            let message = format!(
                "`{name}` has no WGSL: write `#[gpu]` above the function; of the standard library's, use the methods of numbers, as in `a.max(b)`"
            );
            let asked = quote_spanned!(place(path)=> companion::exists(#message));
            quote_spanned! {path.span()=>
                #decoy
                use #path as #alias;
                const _: () = {
                    let _ = #copied;
                    #imports
                    #asked
                };
            }
        });
        quote!(#(#imports)*)
    }

    /// The functions of a companion that follow the calls of its function, and the constants that do so from each call.
    ///
    /// Recursion over several functions is seen by no macro, so rustc looks for it while it evaluates these constants.
    pub(crate) fn followed(&self, ident: &Ident) -> TokenStream {
        let krate = self.krate;
        let p = quote!(#krate::private);
        let name = ident.to_string();
        let here = quote_spanned! {ident.span()=>
            #p::Place { module: ::core::module_path!(), function: #name, file: ::core::file!(), line: ::core::line!() }
        };
        let callees = self.callees.iter().enumerate();
        let place = |path: &Path| {
            path.segments
                .last()
                .map_or_else(Span::call_site, |last| last.ident.span())
        };
        let callees: Vec<(Ident, &Path)> = callees.map(|(index, path)| (alias(index, place(path)), path)).collect();
        let further = callees.iter().map(|(callee, path)| {
            let imports = companion_at(path, callee, &p);
            quote!({ #imports companion::follow(calls); })
        });
        let starts = callees.iter().map(|(callee, path)| {
            let imports = companion_at(path, callee, &p);
            quote_spanned! {callee.span()=>
                const _: () = {
                    #imports
                    companion::follow(&mut #p::Calls::from(#here))
                };
            }
        });
        quote! {
            #[allow(non_local_definitions, reason = "it stands where the body's own names are known")]
            impl #ident {
                #[doc(hidden)]
                #[allow(unreachable_pub, reason = "as reachable as the function")]
                #[track_caller]
                pub const fn follow(calls: &mut #p::Calls) {
                    if calls.enter(#here) {
                        #(#further)*
                        calls.leave();
                    }
                }
            }
            #(#starts)*
        }
    }
}

/// The place of the function's own name.
fn place(path: &Path) -> Span {
    path.segments
        .last()
        .map_or_else(Span::call_site, |last| last.ident.span())
}

/// The imports that make the name `companion` mean the type beside the function `callee`.
///
/// Without `#[gpu]` only the function is imported, and the name means the type of the glob, which says so.
pub(super) fn companion_at(path: &Path, callee: &Ident, p: &TokenStream) -> TokenStream {
    // Of these names, functions of the standard library may be imported.
    let fallback = match path.get_ident() {
        Some(ident) if ident == "min" || ident == "max" => format_ident!("fallback_{ident}", span = callee.span()),
        _ => Ident::new("fallback", callee.span()),
    };
    quote_spanned! {callee.span()=>
        use #callee as companion;
        use #p::#fallback::*;
    }
}

fn alias(index: usize, place: Span) -> Ident {
    format_ident!("__callee{index}", span = place)
}
