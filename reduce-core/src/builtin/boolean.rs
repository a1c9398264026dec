//! `bool` as an element: a byte, which kernels read as a truth value. Reductions of numbers take it as 0 or 1, as numpy does.

use std::borrow::Cow;

use crate::builtin::number::Number;
use crate::hash::name;
use crate::input::element::{Element, Part, Storage};
use crate::lower::cast::cast;
use crate::lower::method::Method;
use crate::wgsl::Module;

// SAFETY: the parts are those of the bytes, and the text reads no others.
unsafe impl Element for bool {
    const WIDEST: usize = 1;

    fn parts() -> Vec<Part> {
        vec![Part {
            bytes: 1,
            storage: Storage::Narrow(|word, bit, _| format!("(extractBits({word}, {bit}, 8u) != 0u)")),
        }]
    }

    fn bytes(data: &[bool]) -> Vec<Cow<'_, [u8]>> {
        vec![Cow::Borrowed(bytemuck::cast_slice(data))]
    }

    fn encode(&self, to: &mut Vec<u8>) {
        to.push(u8::from(*self));
    }

    /// Any byte but 0 is true, as to kernels.
    fn decode(from: &mut &[u8]) -> Option<bool> {
        from.split_off_first().map(|byte| *byte != 0)
    }

    fn wgsl_element(values: &mut std::vec::IntoIter<String>, _: &str, _: &mut Module) -> String {
        values.next().unwrap_or_default()
    }
}

impl Number for bool {
    type Wide = u32;

    #[inline(always)]
    fn widen(self) -> u32 {
        u32::from(self)
    }

    #[inline(always)]
    fn to_f32(self) -> f32 {
        f32::from(u8::from(self))
    }
}

// SAFETY: the text of the call indexes nothing.
unsafe impl Method<{ name("widen") }> for bool {
    fn call(arguments: &[String], module: &mut Module) -> String {
        cast::<bool, u32>(&arguments.concat(), module)
    }
}

// SAFETY: the text of the call indexes nothing.
unsafe impl Method<{ name("to_f32") }> for bool {
    fn call(arguments: &[String], module: &mut Module) -> String {
        cast::<bool, f32>(&arguments.concat(), module)
    }
}
