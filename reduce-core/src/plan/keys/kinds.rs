//! A step of each kind over keys: for tests that look at every kernel.

use crate::group::key::Key;
use crate::kernel::inspect::Kernels;
use crate::kernel::{KeyStep, KeysAt, Step};

#[doc(hidden)]
impl Kernels {
    #[doc(hidden)]
    /// A step of each kind over keys: for tests that look at every kernel.
    #[must_use]
    pub fn steps_of_keys() -> Vec<Step> {
        let kinds = [
            <u8 as Key>::KEY_KIND,
            <i16 as Key>::KEY_KIND,
            <half::bf16 as Key>::KEY_KIND,
            <u32 as Key>::KEY_KIND,
            <i32 as Key>::KEY_KIND,
            <f32 as Key>::KEY_KIND,
            <u64 as Key>::KEY_KIND,
            <i64 as Key>::KEY_KIND,
            <f64 as Key>::KEY_KIND,
        ];
        let mut steps = vec![KeyStep::Blocks, KeyStep::Totals];
        steps.extend(kinds.map(KeyStep::Bits));
        let sorted = [1, 2].map(|words| KeysAt::Sorted { words });
        steps.extend(kinds.map(KeyStep::ScatterElements));
        for keys in kinds.map(KeysAt::Input).into_iter().chain(sorted) {
            let heads = |by_vectors, stages| KeyStep::Heads {
                keys,
                by_vectors,
                stages,
            };
            steps.extend([KeyStep::Count(keys), KeyStep::Scatter(keys), heads(false, false)]);
            steps.extend(keys.is_of_words().then(|| heads(true, false)));
            let may_be_staged = keys.is_of_words() && matches!(keys, KeysAt::Input(_));
            steps.extend(may_be_staged.then(|| heads(true, true)));
        }
        for kind in kinds {
            let words = kind.words();
            let both = [KeysAt::Input(kind), KeysAt::Sorted { words }];
            let groups = |keys, has_offsets, by_vectors| KeyStep::Groups {
                keys,
                kind,
                has_offsets,
                by_vectors,
                are_staged: by_vectors && matches!(keys, KeysAt::Input(_)),
            };
            steps.extend(both.map(|keys| groups(keys, true, false)));
            // Unsorted keys of a word may not be read by vectors.
            steps.extend(both[0].is_of_words().then(|| groups(both[0], false, false)));
            steps.extend(both.map(|keys| groups(keys, false, keys.is_of_words())));
        }
        steps.into_iter().map(Step::Keys).collect()
    }
}
