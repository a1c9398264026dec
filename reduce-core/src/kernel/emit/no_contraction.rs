//! Marks the float operations of a SPIR-V module, so that no driver fuses or regroups them.
//!
//! "NoContraction: apply only to an arithmetic instruction to indicate the operation cannot be combined with another instruction to form a
//! single operation. […] Furthermore, such operations are not allowed to be reassociated" (SPIR-V, section Decoration). naga has no word for it.

/// Words in front of the instructions.
const HEADER: usize = 5;

const OP_DECORATE: u32 = 71;
const NO_CONTRACTION: u32 = 42;

/// The module with all its float operations marked, and whether there are any.
pub(super) fn marked(words: &[u32]) -> (Vec<u32>, bool) {
    let operations = instructions(words).filter(|(_, instruction)| computes_with_floats(instruction[0]));
    let marks = operations.filter_map(|(_, instruction)| instruction.get(2));
    let marks: Vec<u32> = marks
        .flat_map(|result| [3 << 16 | OP_DECORATE, *result, NO_CONTRACTION])
        .collect();
    // Decorations stand together, between the names and the types.
    let place = instructions(words).find(|(_, instruction)| is_decoration_or_type(instruction[0]));
    let (before, after) = words.split_at(place.map_or(words.len(), |(at, _)| at));
    ([before, &marks, after].concat(), !marks.is_empty())
}

/// The instructions and where they begin.
fn instructions(words: &[u32]) -> impl Iterator<Item = (usize, &[u32])> {
    let mut at = HEADER;
    std::iter::from_fn(move || {
        let length = (words.get(at)? >> 16) as usize;
        // What has no length is no module.
        let instruction = words
            .get(at..at + length)
            .filter(|instruction| !instruction.is_empty())?;
        let start = at;
        at += length;
        Some((start, instruction))
    })
}

/// Negations, sums, differences, products, quotients and remainders, of vectors and matrices as well.
fn computes_with_floats(first: u32) -> bool {
    matches!(first & 0xffff, 127 | 129 | 131 | 133 | 136 | 140..=148)
}

/// OpDecorate, OpMemberDecorate, and the types from OpTypeVoid to OpTypeForwardPointer.
fn is_decoration_or_type(first: u32) -> bool {
    matches!(first & 0xffff, OP_DECORATE | 72 | 19..=39)
}

#[cfg(test)]
mod tests {
    use crate::{Caps, Kernels, ops};

    fn marks(words: &[u32]) -> usize {
        super::instructions(words)
            .filter(|(_, instruction)| {
                instruction[0] & 0xffff == super::OP_DECORATE && instruction[2] == super::NO_CONTRACTION
            })
            .count()
    }

    fn operations(words: &[u32]) -> usize {
        super::instructions(words)
            .filter(|(_, instruction)| super::computes_with_floats(instruction[0]))
            .count()
    }

    #[test]
    fn every_float_operation_is_marked_once() -> Result<(), crate::Error> {
        for words in Kernels::of::<ops::Variance<f32>>(&Caps::webgpu_subgroups())?.spirv()? {
            assert!(operations(&words) > 4);
            assert_eq!(marks(&words), operations(&words));
        }
        for words in Kernels::of::<ops::Max<f32>>(&Caps::webgpu())?.spirv()? {
            assert_eq!(marks(&words), 0);
        }
        Ok(())
    }

    #[test]
    fn what_is_no_module_stays_as_it_is() {
        for words in [&[][..], &[1, 2, 3], &[0; 9], &[0, 0, 0, 0, 0, 9 << 16 | 129, 1]] {
            assert_eq!(super::marked(words), (words.to_vec(), false));
        }
    }
}
