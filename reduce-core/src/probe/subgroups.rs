//! Whether a device cuts a workgroup into subgroups as kernels take it to: into full ones, whose lanes are numbered one after the other.
//!
//! Vulkan lets a driver leave subgroups partly empty unless a pipeline forbids it, which those of wgpu do not.

use crate::caps::Subgroups;
use crate::tuning::WORKGROUP_SIZE;

/// Words that a lane of the kernel of [`Step::Subgroups`](crate::Step::Subgroups) writes.
const WORDS: usize = 4;

/// Bytes that this kernel writes.
pub const BYTES: u64 = WORKGROUP_SIZE as u64 * WORDS as u64 * 4;

/// Whether the lanes that wrote `bytes` fill subgroups of one of `sizes`, each has a place of its own, and shuffles reach the neighbours of the
/// canonical tree.
#[must_use]
pub fn are_full(bytes: &[u8], sizes: Subgroups) -> bool {
    let (words, rest) = bytes.as_chunks::<4>();
    let words: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
    let (lanes, tail) = words.as_chunks::<WORDS>();
    let Some([_, width, ..]) = lanes.first().copied() else {
        return false;
    };
    let possible = width.is_power_of_two() && (sizes.min..=sizes.max).contains(&width);
    let mut free = vec![true; WORKGROUP_SIZE as usize];
    let mut takes_its_place = |&[number, own, lane, met]: &[u32; WORDS]| {
        let place = u64::from(number) * u64::from(width) + u64::from(lane);
        let place = usize::try_from(place).ok().and_then(|place| free.get_mut(place));
        let is_first = place.is_some_and(std::mem::take);
        is_first && own == width && lane < width && met == width - 1
    };
    // As many as there are places, each with its own: none is left over.
    possible
        && rest.is_empty()
        && tail.is_empty()
        && lanes.len() == WORKGROUP_SIZE as usize
        && lanes.iter().all(&mut takes_its_place)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANY: Subgroups = Subgroups { min: 4, max: 128 };

    /// Subgroups of `width` lanes, each with `used` lanes in use.
    fn cut(width: u32, used: u32) -> Vec<[u32; WORDS]> {
        (0..WORKGROUP_SIZE)
            .map(|lane| [lane / used, width, lane % used, width - 1])
            .collect()
    }

    fn judged(lanes: &[[u32; WORDS]]) -> bool {
        are_full(bytemuck::cast_slice(lanes), ANY)
    }

    #[test]
    fn full_subgroups_of_any_size_and_order_are_taken() {
        for width in [4, 8, 16, 32, 64, 128] {
            let mut lanes = cut(width, width);
            assert!(judged(&lanes), "{width}");
            // Which invocation is which lane does not matter.
            lanes.reverse();
            assert!(judged(&lanes), "{width}");
        }
    }

    #[test]
    fn others_are_refused() {
        // Half of each is empty: twice as many subgroups, the last of them beyond workgroup memory.
        assert!(!judged(&cut(32, 16)));
        // The last lane of each is missing.
        assert!(!judged(&cut(32, 31)));
        assert!(!judged(&cut(2, 2)));
        assert!(!judged(&cut(256, 256)));
        assert!(!are_full(
            bytemuck::cast_slice(&cut(8, 8)),
            Subgroups { min: 16, max: 64 }
        ));
        let changed = |place: usize, word: u32| {
            let mut lanes = cut(32, 32);
            lanes[37][place] = word;
            judged(&lanes)
        };
        assert!(changed(2, 5));
        assert!(!changed(0, 2), "two lanes at one place");
        assert!(!changed(0, u32::MAX));
        assert!(!changed(1, 64), "two sizes");
        assert!(!changed(2, 32), "a lane beyond its subgroup");
        assert!(!changed(3, 30), "a shuffle that came from elsewhere");
        assert!(!judged(&cut(32, 32)[1..]));
        assert!(!judged(&[]));
    }
}
