//! Groups by key: runs of equal neighbouring keys, and all elements of one key wherever they lie.

use rayon::slice::ParallelSliceMut as _;

use super::Grouping;
use super::layout::Arrangement;
use crate::error::Error;
use crate::input::dims::shape_error;
use crate::tuning::COUNTED_KEYS;

/// Runs of equal neighbouring keys, one key for each element: a result for each run, in the order of the input.
///
/// Keys are of any type with `==`; a key that comes back later begins another run, and each NaN is one of its own.
///
/// ```
/// use reduce_core::{Cpu, ReduceEach, Runs, ops};
/// let keys = ["a", "a", "b", "a"];
/// let sums = Cpu::new().reduce_each::<ops::Sum<u32>>(&[1, 2, 3, 4], Runs(&keys))?;
/// assert_eq!((sums.keys, sums.values), (vec!["a", "b", "a"], vec![3, 3, 4]));
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Runs<S>(pub S);

/// All elements of one key, one key for each element: a result for each key that there is, in ascending order.
///
/// Keys are integers and floats of up to 64 bits, and `bool`. Floats are in the total order of IEEE 754, in which -0 comes before 0; all NaNs are one
/// key, the last. The elements of a key are in the order of the input.
///
/// Keys that are close together are counted, others are sorted on rayon's threads: O(n log n). Either takes 16 to 48 bytes for each key.
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
    /// The keys.
    #[doc(hidden)]
    fn keys(&self) -> &[Self::Key];
}

impl<K> KeySource for [K] {
    type Key = K;

    fn keys(&self) -> &[K] {
        self
    }
}

impl<K, const N: usize> KeySource for [K; N] {
    type Key = K;

    fn keys(&self) -> &[K] {
        self
    }
}

impl<K> KeySource for Vec<K> {
    type Key = K;

    fn keys(&self) -> &[K] {
        self
    }
}

impl<K> KeySource for Box<[K]> {
    type Key = K;

    fn keys(&self) -> &[K] {
        self
    }
}

impl<S: KeySource + ?Sized> KeySource for &S {
    type Key = S::Key;

    fn keys(&self) -> &[S::Key] {
        (**self).keys()
    }
}

/// A type of keys that [`Keys`] sorts: an integer or a float of up to 64 bits, or `bool`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no key",
    label = "keys are integers and floats of up to 64 bits, and bool",
    note = "number other keys first; `Runs` takes any type with `==`"
)]
pub trait Key: Copy + Send + Sync {
    /// A number that is in the order of the keys.
    #[doc(hidden)]
    fn rank(self) -> u64;
    /// The key of a number.
    #[doc(hidden)]
    fn of_rank(rank: u64) -> Self;
}

macro_rules! unsigned {
    ($($t:ty),*) => {$(
        impl Key for $t {
            fn rank(self) -> u64 {
                self as u64
            }

            fn of_rank(rank: u64) -> Self {
                rank as $t
            }
        }
    )*};
}

macro_rules! signed {
    ($($t:ty, $bits:ty);*) => {$(
        impl Key for $t {
            fn rank(self) -> u64 {
                (self ^ <$t>::MIN) as $bits as u64
            }

            fn of_rank(rank: u64) -> Self {
                (rank as $t) ^ <$t>::MIN
            }
        }
    )*};
}

macro_rules! floats {
    ($($t:ty, $bits:ty);*) => {$(
        impl Key for $t {
            fn rank(self) -> u64 {
                const SIGN: $bits = 1 << (<$bits>::BITS - 1);
                let bits = if self.is_nan() { <$t>::NAN.to_bits() & !SIGN } else { self.to_bits() };
                (if bits & SIGN == 0 { bits | SIGN } else { !bits }).into()
            }

            fn of_rank(rank: u64) -> Self {
                const SIGN: $bits = 1 << (<$bits>::BITS - 1);
                let rank = rank as $bits;
                <$t>::from_bits(if rank & SIGN == 0 { !rank } else { rank & !SIGN })
            }
        }
    )*};
}

unsigned!(u8, u16, u32, u64, usize);
signed!(i8, u8; i16, u16; i32, u32; i64, u64; isize, usize);
floats!(f32, u32; f64, u64; half::f16, u16; half::bf16, u16);

impl Key for bool {
    fn rank(self) -> u64 {
        self.into()
    }

    fn of_rank(rank: u64) -> Self {
        rank != 0
    }
}

/// Refuses keys of which there are more or fewer than elements.
fn check_len(keys: usize, shape: &[usize]) -> Result<(), Error> {
    let len: usize = shape.iter().product();
    if keys == len {
        return Ok(());
    }
    Err(shape_error(
        format!("{keys} keys for {len} elements"),
        "give one key for each element",
    ))
}

impl<S: KeySource<Key: PartialEq + Clone>> Grouping for Runs<S> {
    type Results<O> = Groups<S::Key, O>;
    type Names = Vec<S::Key>;

    fn arrange(&self, shape: &[usize]) -> Result<(Arrangement, Vec<S::Key>), Error> {
        let keys = self.0.keys();
        check_len(keys.len(), shape)?;
        let begins = (0..keys.len()).filter(|index| *index == 0 || keys[*index] != keys[index - 1]);
        let mut offsets: Vec<usize> = begins.collect();
        let names = offsets.iter().map(|index| keys[*index].clone()).collect();
        offsets.push(keys.len());
        Ok((Arrangement::Cut(offsets), names))
    }

    fn named<O>(keys: Vec<S::Key>, values: Vec<O>) -> Groups<S::Key, O> {
        Groups { keys, values }
    }
}

impl<S: KeySource<Key: Key>> Grouping for Keys<S> {
    type Results<O> = Groups<S::Key, O>;
    type Names = Vec<S::Key>;

    fn arrange(&self, shape: &[usize]) -> Result<(Arrangement, Vec<S::Key>), Error> {
        let keys = self.0.keys();
        check_len(keys.len(), shape)?;
        let ranks: Vec<u64> = keys.iter().map(|key| key.rank()).collect();
        let Listed { order, offsets, ranks } = listed(&ranks);
        let names = ranks.into_iter().map(S::Key::of_rank).collect();
        Ok((Arrangement::Listed { order, offsets }, names))
    }

    fn named<O>(keys: Vec<S::Key>, values: Vec<O>) -> Groups<S::Key, O> {
        Groups { keys, values }
    }
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
    use super::{Key, Listed, counted, listed};

    #[test]
    fn ranks_are_in_the_order_of_keys() {
        fn ascend<K: Key + std::fmt::Debug>(keys: &[K], same: impl Fn(K, K) -> bool) {
            for pair in keys.windows(2) {
                assert!(pair[0].rank() < pair[1].rank(), "{pair:?}");
            }
            for key in keys {
                assert!(same(K::of_rank(key.rank()), *key), "{key:?}");
            }
        }
        ascend(&[i8::MIN, -1, 0, 1, i8::MAX], |a, b| a == b);
        ascend(&[i64::MIN, -1, 0, 1, i64::MAX], |a, b| a == b);
        ascend(&[0, 1, u64::MAX], |a, b| a == b);
        ascend(&[false, true], |a, b| a == b);
        let floats = [
            f32::NEG_INFINITY,
            -1.5,
            -f32::MIN_POSITIVE,
            -0.0,
            0.0,
            1e-45,
            2.0,
            f32::INFINITY,
            f32::NAN,
        ];
        ascend(&floats, |a, b| a.to_bits() == b.to_bits());
        assert_eq!((-f32::NAN).rank(), f32::from_bits(0x7f80_0001).rank());
        ascend(&[-1.0, -0.0, 0.0, f64::NAN], |a, b| a.to_bits() == b.to_bits());
        ascend(&[half::f16::NEG_INFINITY, half::f16::ZERO, half::f16::NAN], |a, b| {
            a.to_bits() == b.to_bits()
        });
    }

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
