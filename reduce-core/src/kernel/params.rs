//! The uniform `Pass` of a kernel, which `wgsl/pass.wgsl` declares.

/// The kind of a planned pass, for the prepare kernel.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassKind {
    /// Over elements of the input.
    Tiles,
    /// Over states.
    Tree,
    /// Of the last state.
    Finish,
}

/// The uniform of a pass, and the words behind it that the prepare kernel reads.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassParams {
    /// Elements or states that it folds.
    pub length: u32,
    /// Where the first of its results goes.
    pub first_output: u32,
    /// The position of its first element. Positions are u32 and start again at 0.
    pub first_element: u32,
    /// Of each part of an element that is read one by one: where the first one is in its binding, and how far on the next one.
    pub parts: Vec<[u32; 2]>,
    /// Elements, states, or the last state.
    pub kind: PassKind,
    /// Elements or states that a workgroup folds.
    pub unit: u32,
}

/// The first of the three words behind a `Pass` in its slot: what the pass is, what a workgroup of it folds and where it
/// starts in the input. The prepare kernel puts the workgroups of the dispatch there.
#[doc(hidden)]
pub const KIND_WORD: usize = 20;

impl PassParams {
    /// Bytes of the largest `Pass`: three u32 and two for each of up to eight parts of an element; most kernels leave out the last ones.
    pub const BYTES: u64 = 4 * KIND_WORD as u64;

    /// Of a kernel that is given nothing but a length.
    #[must_use]
    pub fn of_length(length: u32) -> Self {
        Self {
            length,
            first_output: 0,
            first_element: 0,
            parts: Vec::new(),
            kind: PassKind::Tiles,
            unit: 1,
        }
    }

    /// All of them, each `stride` bytes behind the one before.
    #[must_use]
    pub fn slots<'p>(passes: impl ExactSizeIterator<Item = &'p Self>, stride: u64) -> Vec<u8> {
        let stride = stride as usize;
        let mut bytes = vec![0; passes.len() * stride];
        for (pass, slot) in passes.zip(bytes.chunks_mut(stride)) {
            let (words, behind) = slot.split_at_mut(Self::BYTES as usize);
            let first = [pass.length, pass.first_output, pass.first_element];
            write(first.iter().chain(pass.parts.as_flattened()), words);
            write(&[pass.kind as u32, pass.unit, pass.first_element], behind);
        }
        bytes
    }
}

fn write<'w>(words: impl IntoIterator<Item = &'w u32>, to: &mut [u8]) {
    for (word, to) in words.into_iter().zip(to.chunks_mut(4)) {
        to.copy_from_slice(&word.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_has_the_words_of_wgsl_and_of_the_prepare_kernel() {
        let pass = PassParams {
            length: 1,
            first_output: 2,
            first_element: 3,
            parts: vec![[4, 5], [6, 7]],
            kind: PassKind::Tree,
            unit: 8,
        };
        let bytes = PassParams::slots([&PassParams::of_length(9), &pass].into_iter(), 128);
        let words: Vec<u32> = bytes
            .as_chunks::<4>()
            .0
            .iter()
            .map(|word| u32::from_le_bytes(*word))
            .collect();
        assert_eq!((words.len(), words[0], words[1]), (64, 9, 0));
        assert_eq!(words[32..40], [1, 2, 3, 4, 5, 6, 7, 0]);
        assert_eq!(words[32 + KIND_WORD..32 + KIND_WORD + 3], [1, 8, 3]);
    }
}
