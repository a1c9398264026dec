//! Groups by key: all elements of one key, wherever they lie.

use std::borrow::Cow;

use rayon::iter::{IndexedParallelIterator as _, ParallelIterator as _};
use rayon::slice::{ParallelSlice as _, ParallelSliceMut as _};

use super::key::{Key, KeyKind, KeyOrder};
use super::layout::Arrangement;
use super::{Grouping, Keyed, Numbers, numbers_in};
use crate::error::Error;
use crate::input::dims::shape_error;
use crate::source::{EnginePart, HostPart, SourcePart};
use crate::tuning::{COUNTED_KEYS, KEYS_OF_A_TASK, NUMBERED_KEYS, SORTED_BY_DEVICES};

/// All elements of one key, one key for each element: a result for each key that there is, in ascending order.
///
/// Keys are integers and floats of up to 64 bits, and `bool`. Floats are in the total order of IEEE 754, in which -0 comes before 0; all NaNs are one
/// key, the last. The elements of a key are in the order of the input.
///
/// On the CPU, the elements of keys that are close together are copied to buckets of keys on rayon's threads, which takes up to three times the memory of elements and keys; other keys are
/// sorted there: O(n log n), in 16 to 48 bytes for each. A GPU sorts keys by radix, in
/// up to 28 bytes for each of up to 32 bits and 44 of more, of which 8 or 12 lie in one binding, whether they are in its memory or in that of the host; few keys in host memory are sorted there.
///
/// ```
/// use reduce_core::{Cpu, Keys, ReduceEach, ops};
/// let keys = [3u8, 1, 3, 1];
/// let sums = Cpu::new().reduce_each::<ops::Sum<f32>>(&[1.0, 2.0, 3.0, 4.0], Keys(&keys))?;
/// assert_eq!((sums.keys, sums.values), (vec![1, 3], vec![6.0, 4.0]));
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keys<S>(pub S);

/// Results by key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups<K, O> {
    /// The key of each group.
    pub keys: Vec<K>,
    /// The result of each group, beside its key.
    pub values: Vec<O>,
}

/// One key for each element: a slice, an array or a `Vec`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` are no keys",
    label = "expected a slice, a Vec or an array of keys"
)]
pub trait KeySource {
    /// The type of a key.
    type Key;
    /// The keys, if they are in host memory.
    ///
    /// # Errors
    /// [`Error::WrongDevice`] if they are in the memory of a device.
    #[doc(hidden)]
    fn keys(&self) -> Result<&[Self::Key], Error>;

    /// The keys, if they are in the memory of a device, and their form there.
    #[doc(hidden)]
    fn on_engine(&self) -> Option<(EnginePart<'_>, KeyKind)> {
        None
    }

    /// The key of these bits, in the form that a device has.
    #[doc(hidden)]
    fn of_bits(&self, _bits: u64) -> Option<Self::Key> {
        None
    }
}

impl<K> KeySource for [K] {
    type Key = K;

    fn keys(&self) -> Result<&[K], Error> {
        Ok(self)
    }
}

impl<K, const N: usize> KeySource for [K; N] {
    type Key = K;

    fn keys(&self) -> Result<&[K], Error> {
        Ok(self)
    }
}

impl<K> KeySource for Vec<K> {
    type Key = K;

    fn keys(&self) -> Result<&[K], Error> {
        Ok(self)
    }
}

impl<K> KeySource for Box<[K]> {
    type Key = K;

    fn keys(&self) -> Result<&[K], Error> {
        Ok(self)
    }
}

impl<S: KeySource + ?Sized> KeySource for &S {
    type Key = S::Key;

    fn keys(&self) -> Result<&[S::Key], Error> {
        (**self).keys()
    }

    fn on_engine(&self) -> Option<(EnginePart<'_>, KeyKind)> {
        (**self).on_engine()
    }

    fn of_bits(&self, bits: u64) -> Option<S::Key> {
        (**self).of_bits(bits)
    }
}

/// Refuses keys of which there are more or fewer than elements.
///
/// # Errors
/// [`Error::Shape`].
#[doc(hidden)]
pub fn check_len(keys: usize, shape: &[usize]) -> Result<(), Error> {
    let len: usize = shape.iter().product();
    if keys == len {
        return Ok(());
    }
    Err(shape_error(
        format!("{keys} keys for {len} elements"),
        "give one key for each element",
    ))
}

impl<S: KeySource<Key: Key>> Grouping for Keys<S> {
    type Results<O> = Groups<S::Key, O>;
    type Names = Vec<S::Key>;

    fn arrange(&self, shape: &[usize]) -> Result<(Arrangement, Vec<S::Key>), Error> {
        arranged(self.0.keys()?, shape)
    }

    fn arrange_read(&self, shape: &[usize], bytes: &[u8]) -> Result<(Arrangement, Vec<S::Key>), Error> {
        arranged(&read(&self.0, bytes), shape)
    }

    fn keyed(&self) -> Option<Keyed<'_>> {
        let (part, kind) = self.0.on_engine()?;
        Some(Keyed {
            keys: SourcePart::Engine(part),
            kind,
            sorts: true,
        })
    }

    fn ranked(&self) -> Option<Keyed<'_>> {
        let keys = self.0.keys().ok().filter(|keys| keys.len() >= SORTED_BY_DEVICES)?;
        let bits = S::Key::KEY_KIND.bits.max(32);
        let bytes = ranks_in_words(keys, bits as usize / 8);
        Some(Keyed {
            keys: SourcePart::Host(HostPart {
                bytes: Cow::Owned(bytes),
                element: bits as usize / 8,
            }),
            kind: KeyKind {
                bits,
                order: KeyOrder::Unsigned,
            },
            sorts: true,
        })
    }

    fn numbers(&self, len: usize) -> Option<Numbers<'_>> {
        let keys = self.0.keys().ok().filter(|keys| keys.len() == len)?;
        if !(NUMBERED_KEYS..u32::MAX as usize).contains(&len) {
            return None;
        }
        let chunks = keys.par_chunks(KEYS_OF_A_TASK).map(|keys| {
            let ranks = keys.iter().map(|key| key.rank());
            ranks.fold((u64::MAX, 0), |(least, most), rank| (least.min(rank), most.max(rank)))
        });
        let (least, most) = chunks.reduce(
            || (u64::MAX, 0),
            |(least, most), (low, high)| (least.min(low), most.max(high)),
        );
        let width = most.saturating_sub(least);
        (width < COUNTED_KEYS * len as u64 && width < u64::from(u32::MAX)).then(|| Numbers {
            count: width as usize + 1,
            least,
            number: Box::new(move |range, numbers| {
                numbers.extend(keys[range].iter().map(|key| (key.rank() - least) as u32));
            }),
        })
    }

    fn names_of_numbers(&self, numbers: &Numbers<'_>, present: &[u32]) -> Option<Vec<S::Key>> {
        let ranks = present.iter().map(|number| numbers.least + u64::from(*number));
        Some(ranks.map(S::Key::of_rank).collect())
    }

    fn names_of(&self, keys: &[u64]) -> Option<Vec<S::Key>> {
        // A device is given the ranks of keys in host memory.
        let name = match self.0.on_engine() {
            Some(_) => S::Key::of_bits,
            None => S::Key::of_rank,
        };
        Some(keys.iter().map(|key| name(*key)).collect())
    }

    fn named<O>(keys: Vec<S::Key>, values: Vec<O>) -> Groups<S::Key, O> {
        Groups { keys, values }
    }
}

/// The groups of these keys, and the key of each.
///
/// # Errors
/// [`Error::Shape`].
fn arranged<K: Key>(keys: &[K], shape: &[usize]) -> Result<(Arrangement, Vec<K>), Error> {
    check_len(keys.len(), shape)?;
    let ranks: Vec<u64> = keys.iter().map(|key| key.rank()).collect();
    let Listed { order, offsets, ranks } = listed(&ranks);
    let names = ranks.into_iter().map(K::of_rank).collect();
    Ok((Arrangement::Listed { order, offsets }, names))
}

/// The keys of a source in the memory of a device, of which these are the bytes.
pub(super) fn read<S: KeySource + ?Sized>(source: &S, bytes: &[u8]) -> Vec<S::Key> {
    let bits = source.on_engine().map_or(8, |(_, kind)| kind.bits);
    let keys = numbers_in(bytes, bits as usize / 8);
    keys.filter_map(|bits| source.of_bits(bits)).collect()
}

/// The ranks of keys, in so many bytes each.
fn ranks_in_words<K: Key>(keys: &[K], bytes: usize) -> Vec<u8> {
    let mut all = vec![0; keys.len() * bytes];
    let chunks = all
        .par_chunks_mut(KEYS_OF_A_TASK * bytes)
        .zip(keys.par_chunks(KEYS_OF_A_TASK));
    chunks.for_each(|(to, keys)| {
        for (to, key) in to.chunks_exact_mut(bytes).zip(keys) {
            to.copy_from_slice(&key.rank().to_le_bytes()[..bytes]);
        }
    });
    all
}

/// Indices in the order of their ranks, equal ones in that of the input; where each rank begins, and the ranks.
struct Listed {
    order: Vec<usize>,
    offsets: Vec<usize>,
    ranks: Vec<u64>,
}

fn listed(ranks: &[u64]) -> Listed {
    let (least, most) = ranks
        .iter()
        .fold((u64::MAX, 0), |(least, most), rank| (least.min(*rank), most.max(*rank)));
    let width = most.saturating_sub(least);
    if width < COUNTED_KEYS * ranks.len() as u64 {
        return counted(ranks, least, width as usize + 1);
    }
    let mut sorted: Vec<(u64, usize)> = ranks.iter().copied().zip(0..).collect();
    // Stable, because the indices ascend.
    sorted.par_sort_unstable();
    let begins = (0..sorted.len()).filter(|at| *at == 0 || sorted[*at].0 != sorted[at - 1].0);
    let mut offsets: Vec<usize> = begins.collect();
    let ranks = offsets.iter().map(|at| sorted[*at].0).collect();
    offsets.push(sorted.len());
    let order = sorted.into_iter().map(|(_, index)| index).collect();
    Listed { order, offsets, ranks }
}

/// [`listed`] for ranks of which there are few, by counting each.
fn counted(ranks: &[u64], least: u64, count: usize) -> Listed {
    let mut next = vec![0usize; count];
    for rank in ranks {
        next[(rank - least) as usize] += 1;
    }
    let (mut offsets, mut seen, mut end) = (vec![0], Vec::new(), 0);
    for (place, next) in next.iter_mut().enumerate() {
        if *next > 0 {
            seen.push(least + place as u64);
            (*next, end) = (end, end + *next);
            offsets.push(end);
        }
    }
    let mut order = vec![0; ranks.len()];
    for (index, rank) in ranks.iter().enumerate() {
        let place = &mut next[(rank - least) as usize];
        order[*place] = index;
        *place += 1;
    }
    Listed {
        order,
        offsets,
        ranks: seen,
    }
}

#[cfg(test)]
mod tests {
    use super::{Listed, counted, listed};

    #[test]
    fn counting_and_sorting_give_one_list() {
        let ranks: Vec<u64> = (0..1000u64).map(|index| index * index * 7919 % 101 + 5).collect();
        let far: Vec<u64> = ranks.iter().map(|rank| rank << 40).collect();
        let (near, sorted) = (counted(&ranks, 5, 101), listed(&far));
        assert_eq!((near.order, near.offsets), (sorted.order, sorted.offsets));
        assert_eq!(
            near.ranks,
            sorted.ranks.iter().map(|rank| rank >> 40).collect::<Vec<_>>()
        );
        let Listed { order, offsets, ranks } = listed(&[]);
        assert_eq!((order.len(), offsets, ranks.len()), (0, vec![0], 0));
    }
}
