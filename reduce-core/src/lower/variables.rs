//! The arrays of a function, added up while a program is compiled: WGSL grants the variables of a function so many bytes and no more.
//!
//! The macro counts what it sees (`arrays` in reduce-macros). naga counts all of it, when a kernel is made (`operator::validate`).

use std::marker::PhantomData;

use super::words::Words;
use crate::types::gpu_type::GpuType;

/// Bytes of variables that every implementation of WGSL has to let a function declare (its section on limits).
pub(crate) const VARIABLE_BYTES: u64 = 8192;

/// Refuses the array of this number if it is the first that goes beyond the limit.
///
/// # Panics
/// If it is: each function is reported once.
#[track_caller]
#[allow(clippy::panic, reason = "rustc shows it as an error of the program that it compiles")]
pub const fn variables_fit(function: &str, arrays: &[usize], number: usize) {
    let before = sum(arrays, number);
    if before <= VARIABLE_BYTES && before.saturating_add(arrays[number] as u64) > VARIABLE_BYTES {
        let words = Words::new()
            .then("the arrays in ")
            .then(function)
            .then(" take at least ")
            .number(sum(arrays, arrays.len()))
            .then(" bytes, and WGSL grants the variables of a function ")
            .number(VARIABLE_BYTES)
            .then("; use smaller arrays");
        panic!(
            "{}",
            words.text("the arrays in a function take more than 8192 bytes; use smaller ones")
        );
    }
}

/// The sum of the first of them.
const fn sum(arrays: &[usize], count: usize) -> u64 {
    let (mut total, mut index) = (0u64, 0);
    while index < count {
        total = total.saturating_add(arrays[index] as u64);
        index += 1;
    }
    total
}

/// The bytes that a variable of a type takes at least: the constant of this impl for a type of the GPU, and that of [`NotCounted`] elsewhere.
#[derive(Debug)]
pub struct Counted<T>(PhantomData<T>);

impl<T: GpuType> Counted<T> {
    /// The bytes in a buffer. A type with another form there counts with a quarter of them: a bool takes four bytes in a buffer, and one in a variable.
    pub const BYTES: usize = if T::TWIN { T::BYTES / 4 } else { T::BYTES };
}

/// The bytes of types that do not exist on a device.
pub trait NotCounted {
    /// None that are known.
    const BYTES: usize = 0;
}

impl<T> NotCounted for Counted<T> {}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::{Counted, NotCounted as _, variables_fit};

    #[test]
    fn the_first_array_beyond_the_limit_is_reported_with_the_sum_of_all() {
        let arrays = [8000, 192, 4, 4000];
        for number in [0, 1, 3] {
            variables_fit("`f`", &arrays, number);
        }
        let message = catch_unwind(|| variables_fit("`f`", &arrays, 2)).unwrap_err();
        assert_eq!(
            *message.downcast::<String>().unwrap(),
            "the arrays in `f` take at least 12196 bytes, and WGSL grants the variables of a function 8192; use smaller arrays"
        );
        assert!(catch_unwind(|| variables_fit("`f`", &[usize::MAX, usize::MAX], 0)).is_err());
    }

    #[test]
    fn no_type_counts_with_more_than_it_takes() {
        assert_eq!(Counted::<[u32; 5]>::BYTES, 20);
        // For naga the next three take 16, 8 and 32.
        assert_eq!(Counted::<(u64, u32)>::BYTES, 12 / 4);
        assert_eq!(Counted::<[bool; 8]>::BYTES, 8);
        assert_eq!(Counted::<[u8; 8]>::BYTES, 2);
        assert_eq!(Counted::<String>::BYTES, 0);
    }
}
