//! Parameters of operators: values that `lift` and `finish` read, as words of 32 bits on a device and in files.

use std::vec::IntoIter;

use crate::types::gpu_type::{GpuType, Storable};
use crate::types::stored::from_bytes;
use crate::wgsl::Module;

/// The parameters of an operator: `()`, a [`GpuType`](crate::GpuType) with fields, or a tuple of parameters.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the parameters of an operator",
    label = "has no WGSL layout",
    note = "write `#[repr(C)]` and `#[derive(Clone, Copy, GpuType)]` above the struct"
)]
pub trait Parameters: Clone + Send + Sync + 'static {
    /// Words of a value.
    #[doc(hidden)]
    const WORDS: usize;

    /// Appends the words of this value.
    #[doc(hidden)]
    fn write_words(&self, words: &mut Vec<u32>);

    /// Declares the type of a value.
    #[doc(hidden)]
    fn wgsl_params(module: &mut Module) -> String;

    /// The WGSL expression of the value whose words these are.
    #[doc(hidden)]
    fn wgsl(words: &mut IntoIter<String>, module: &mut Module) -> String;

    /// The value that the first words spell, which are taken away.
    ///
    /// # Errors
    /// If there are too few.
    #[doc(hidden)]
    fn read_words(words: &mut &[u32]) -> Option<Self>;
}

impl Parameters for () {
    const WORDS: usize = 0;

    fn write_words(&self, _: &mut Vec<u32>) {}

    fn wgsl_params(_: &mut Module) -> String {
        String::new()
    }

    fn wgsl(_: &mut IntoIter<String>, _: &mut Module) -> String {
        String::new()
    }

    fn read_words(_: &mut &[u32]) -> Option<Self> {
        Some(())
    }
}

impl<T: Storable> Parameters for T {
    const WORDS: usize = T::BYTES / 4;

    fn write_words(&self, words: &mut Vec<u32>) {
        extend_by_words_of(words, &self.to_bytes());
    }

    fn wgsl_params(module: &mut Module) -> String {
        <T as GpuType>::wgsl_type(module)
    }

    fn wgsl(words: &mut IntoIter<String>, module: &mut Module) -> String {
        T::wgsl_of_words(words, module)
    }

    fn read_words(words: &mut &[u32]) -> Option<Self> {
        let own = words.split_off(..Self::WORDS)?;
        from_bytes(&bytes_of_words(own))
    }
}

/// Appends the words that these bytes are: compiled once, as the next is, and not once per type of parameters.
fn extend_by_words_of(words: &mut Vec<u32>, bytes: &[u8]) {
    let (quads, _) = bytes.as_chunks();
    words.extend(quads.iter().map(|quad| u32::from_le_bytes(*quad)));
}

fn bytes_of_words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The parameters of operators that have none: `()`, and tuples of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has parameters, and no values are given here",
    label = "its `lift` and `finish` take `&self`",
    note = "make a reducer of a value: `reducer_using({Self} {{ … }})?`, and call `reduce` on that; in `check_monoid!` write `using = {Self} {{ … }}`"
)]
pub trait NoParameters: Parameters {
    /// The only value.
    #[doc(hidden)]
    const NONE: Self;
}

impl NoParameters for () {
    const NONE: Self = ();
}

/// The parameters of a tuple of operators of these.
macro_rules! tuple {
    ($($p:ident $index:tt),*) => {
        impl<$($p: Parameters),*> Parameters for ($($p,)*) {
            const WORDS: usize = 0 $(+ $p::WORDS)*;

            fn write_words(&self, words: &mut Vec<u32>) {
                $(self.$index.write_words(words);)*
            }

            /// Never asked for, as the next: each member reads its own.
            fn wgsl_params(module: &mut Module) -> String {
                [$($p::wgsl_params(module)),*].join(", ")
            }

            fn wgsl(words: &mut IntoIter<String>, module: &mut Module) -> String {
                [$($p::wgsl(words, module)),*].join(", ")
            }

            fn read_words(words: &mut &[u32]) -> Option<Self> {
                Some(($($p::read_words(words)?,)*))
            }
        }

        impl<$($p: NoParameters),*> NoParameters for ($($p,)*) {
            const NONE: Self = ($($p::NONE,)*);
        }
    };
}

tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);

/// The words of `params`.
#[doc(hidden)]
pub fn words<P: Parameters>(params: &P) -> Vec<u32> {
    let mut words = Vec::with_capacity(P::WORDS);
    params.write_words(&mut words);
    words
}
