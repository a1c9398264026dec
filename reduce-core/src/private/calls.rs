//! Calls of free functions: their WGSL, and the types that a call finds beside a function that has none.

use crate::wgsl::Module;

/// The call of `function`.
#[must_use]
pub fn called(function: String, arguments: &[String]) -> String {
    format!("{function}({})", arguments.join(", "))
}

/// The WGSL of a call of a free function, which only `#[gpu]` writes.
#[derive(Debug)]
pub struct FreeCall(String);

impl FreeCall {
    /// The call of `function`.
    ///
    /// # Safety
    /// The text reaches drivers without bounds checks: `function` is one that the module declares.
    #[must_use]
    pub unsafe fn new(function: String, arguments: &[String]) -> Self {
        Self(called(function, arguments))
    }

    /// The expression.
    #[must_use]
    pub fn text(self) -> String {
        self.0
    }
}

/// Stands for the call of a function that the macro refused.
pub fn free_call_not_lowered(function: &str, module: &mut Module) -> FreeCall {
    FreeCall(not_lowered(function, module))
}

/// Stands for the WGSL of a function that the macro refused: the program does not compile, and if it does after all, the
/// operator is an error where it is first used.
pub fn not_lowered(function: &str, module: &mut Module) -> String {
    module.refuse(format!("`{function}` has no WGSL"));
    function.to_owned()
}

/// The items that a call of a free function finds instead of its WGSL.
pub mod fallback {
    use std::marker::PhantomData;

    use super::FreeCall;
    use crate::lower::calls::Calls;
    use crate::wgsl::Module;

    /// Stands in for the type that `#[gpu]` puts beside a function of the same name.
    #[allow(non_camel_case_types, reason = "an import of the function's type takes its place")]
    #[derive(Debug)]
    pub enum companion {}

    impl companion {
        /// Never compiles.
        ///
        /// # Panics
        /// With the message, which rustc shows as an error at the call.
        #[track_caller]
        #[allow(clippy::panic, reason = "rustc shows it as an error of the program that it compiles")]
        pub const fn exists(message: &'static str) {
            panic!("{}", message)
        }

        /// [`exists`](Self::exists) says it all.
        pub const fn follow(_: &mut Calls) {}

        /// Never run.
        pub fn call<S>(_: PhantomData<S>, _: &[String], _: &mut Module) -> FreeCall {
            FreeCall(String::new())
        }
    }
}

/// The types beside `std::cmp::min` and `max`, by which imports of these are known.
macro_rules! extremum {
    ($module:ident $name:literal) => {
        pub mod $module {
            use std::marker::PhantomData;

            use super::FreeCall;
            use crate::lower::calls::Calls;
            use crate::lower::operable::Comparable;
            use crate::lower::order::extremum;
            use crate::wgsl::Module;

            /// Stands beside the function of the standard library.
            #[allow(
                non_camel_case_types,
                reason = "an import of a function's type takes its place"
            )]
            #[derive(Debug)]
            pub enum companion {}

            impl companion {
                /// It has WGSL.
                pub const fn exists(_: &'static str) {}

                /// It calls nothing.
                pub const fn follow(_: &mut Calls) {}

                /// The call.
                pub fn call<T: Comparable>(
                    _: PhantomData<fn() -> fn(T, T) -> T>,
                    arguments: &[String],
                    module: &mut Module,
                ) -> FreeCall {
                    FreeCall(extremum::<T>($name, arguments, module))
                }
            }
        }
    };
}

extremum!(fallback_min "min");
extremum!(fallback_max "max");
