//! Groups by numbers of a short range, one for each element: elements are copied to buckets of numbers, then each bucket is put in the order of its numbers.
//!
//! The elements of a group, which lie anywhere in the input, are side by side then. A list of their places instead would be as long as the input, and its
//! elements would be fetched a cache line each.

use std::ops::Range;

use rayon::ThreadPool;

use super::short::Group;
use super::threads::{Batches, in_batches};
use super::{few_numbers, short, state};
use crate::group::Numbers;
use crate::input::element::{Plain, Slices};
use crate::large_pages;
use crate::monoid::call::finish_with;
use crate::monoid::operator::Operator;
use crate::order::canonical::Shape;
use crate::tuning::{
    BUCKETS_OF_KEYS, KEYS_OF_A_CHUNK, KEYS_OF_A_WAVE, KEYS_WITH_BUCKETS, KEYS_WITH_WAVES, SELECTED_BUCKETS,
    SELECTED_BYTES,
};

/// The numbers of which there are elements, in order, and the result of each.
pub(super) struct ByNumber<O> {
    pub(super) numbers: Vec<u32>,
    pub(super) results: Vec<O>,
}

/// The results of the groups of these numbers.
pub(super) fn results<R: Operator, S: Slices<Item = R::Input>>(
    params: &R::Params,
    data: S,
    numbers: &Numbers<'_>,
    pool: Option<&ThreadPool>,
) -> ByNumber<R::Output> {
    if const { S::MAY_LIE_SIDE_BY_SIDE }
        && let Some(plain) = data.side_by_side()
    {
        return results::<R, S::Viewed>(params, plain, numbers, pool);
    }
    let len = data.len();
    let mut shift = 0;
    while numbers.count > KEYS_WITH_BUCKETS && (numbers.count - 1) >> shift >= BUCKETS_OF_KEYS {
        shift += 1;
    }
    if numbers.count <= KEYS_WITH_WAVES && len > KEYS_OF_A_WAVE {
        return few_numbers::results::<R, S>(params, data, numbers, pool);
    }
    let buckets = ((numbers.count - 1) >> shift) + 1;
    let of_chunks = Batches {
        groups: len.div_ceil(KEYS_OF_A_CHUNK),
        batch: 1,
        elements: len,
    };
    let chunks = in_batches(pool, of_chunks, &|chunks, found| {
        found.extend(chunks.map(|chunk| {
            let range = chunk * KEYS_OF_A_CHUNK..len.min((chunk + 1) * KEYS_OF_A_CHUNK);
            let mut chunk = Chunk::default();
            chunk.fill(data, numbers, range, (buckets, shift));
            chunk
        }));
    });
    let of_buckets = Batches {
        groups: buckets,
        batch: 1,
        elements: len,
    };
    let found = in_batches(pool, of_buckets, &|buckets, found| {
        found.extend(buckets.map(|bucket| of_bucket::<R>(params, &chunks, (bucket, shift), pool)));
    });
    let mut all = ByNumber {
        numbers: Vec::new(),
        results: Vec::new(),
    };
    for ByNumber { numbers, results } in found {
        all.numbers.extend(numbers);
        all.results.extend(results);
    }
    all
}

/// Neighbouring elements in the order of their buckets, those of a bucket in the order of the input.
pub(super) struct Chunk<E> {
    elements: Vec<E>,
    /// The number of each, if they are kept: where a bucket has one number they are not.
    numbers: Vec<u32>,
    /// Where each bucket begins, and the end.
    offsets: Vec<u32>,
}

impl<E> Default for Chunk<E> {
    fn default() -> Self {
        Self {
            elements: Vec::new(),
            numbers: Vec::new(),
            offsets: Vec::new(),
        }
    }
}

impl<E: Copy> Chunk<E> {
    /// Forgets all elements; so many buckets have none then.
    fn clear(&mut self, buckets: usize) {
        self.elements.clear();
        self.numbers.clear();
        self.offsets.clear();
        self.offsets.resize(buckets + 1, 0);
    }

    /// Takes the elements of this range, in the memory of those before.
    pub(super) fn fill<S: Slices<Item = E>>(
        &mut self,
        data: S,
        numbers: &Numbers<'_>,
        range: Range<usize>,
        (buckets, shift): (usize, u32),
    ) {
        let (data, mut of_elements) = (data.cut(range.clone()), Vec::with_capacity(range.len()));
        (numbers.number)(range, &mut of_elements);
        if const { S::MAY_LIE_SIDE_BY_SIDE } {
            let mut gathered = Vec::with_capacity(data.len());
            data.gather(&mut gathered);
            self.put_in_order(&of_elements, (buckets, shift), |index| gathered[index]);
        } else {
            self.put_in_order(&of_elements, (buckets, shift), |index| data.get(index));
        }
    }

    /// Takes the elements with these numbers in the order of their buckets.
    #[inline(always)]
    fn put_in_order(&mut self, numbers: &[u32], (buckets, shift): (usize, u32), element: impl Fn(usize) -> E) {
        if shift == 0 && buckets <= SELECTED_BUCKETS && size_of::<E>() <= SELECTED_BYTES {
            self.select(numbers, buckets, element);
        } else {
            self.sort((numbers, shift > 0), buckets, |number| number >> shift, element);
        }
    }

    /// Takes the elements with these numbers in the order of their buckets, with or without the numbers.
    #[inline(always)]
    fn sort(
        &mut self,
        (numbers, keep): (&[u32], bool),
        buckets: usize,
        bucket: impl Fn(u32) -> u32,
        element: impl Fn(usize) -> E,
    ) {
        let len = numbers.len();
        self.clear(buckets);
        if len == 0 {
            return;
        }
        for number in numbers {
            self.offsets[bucket(*number) as usize + 1] += 1;
        }
        let mut end = 0;
        for offset in &mut self.offsets {
            end += *offset;
            *offset = end;
        }
        let mut next = self.offsets.clone();
        let mut place = |number: u32| {
            let next = &mut next[bucket(number) as usize];
            *next += 1;
            (*next - 1) as usize
        };
        self.elements.resize(len, element(0));
        if keep {
            self.numbers.resize(len, 0);
            for (index, number) in numbers.iter().enumerate() {
                let place = place(*number);
                (self.elements[place], self.numbers[place]) = (element(index), *number);
            }
        } else {
            for (index, number) in numbers.iter().enumerate() {
                self.elements[place(*number)] = element(index);
            }
        }
    }

    /// [`sort`](Self::sort) for very few buckets of one number each, by a look at all elements for each: an element waits for no counter of its bucket in memory.
    #[inline(always)]
    fn select(&mut self, numbers: &[u32], buckets: usize, element: impl Fn(usize) -> E) {
        self.clear(buckets);
        if numbers.is_empty() {
            return;
        }
        // Elements of other buckets are written, too: the next one takes their place.
        self.elements.resize(numbers.len() + 1, element(0));
        let mut end = 0;
        for chosen in 0..buckets {
            for (index, number) in numbers.iter().enumerate() {
                self.elements[end] = element(index);
                end += usize::from(*number as usize == chosen);
            }
            self.offsets[chosen + 1] = end as u32;
        }
        self.elements.truncate(numbers.len());
    }

    fn bucket(&self, bucket: usize) -> Range<usize> {
        self.offsets[bucket] as usize..self.offsets[bucket + 1] as usize
    }

    /// The elements of a bucket.
    pub(super) fn of_bucket(&self, bucket: usize) -> &[E] {
        &self.elements[self.bucket(bucket)]
    }
}

/// The results of the numbers of a bucket.
fn of_bucket<R: Operator>(
    params: &R::Params,
    chunks: &[Chunk<R::Input>],
    (bucket, shift): (usize, u32),
    pool: Option<&ThreadPool>,
) -> ByNumber<R::Output> {
    let (mut elements, mut lowest) = (Vec::new(), Vec::new());
    let len = chunks.iter().map(|chunk| chunk.bucket(bucket).len()).sum();
    elements.reserve_exact(len);
    large_pages::ask_for(&elements);
    for chunk in chunks {
        elements.extend_from_slice(chunk.of_bucket(bucket));
        if shift > 0 {
            lowest.extend_from_slice(&chunk.numbers[chunk.bucket(bucket)]);
        }
    }
    let first = (bucket as u32) << shift;
    let mut offsets = vec![0, len as u32];
    if shift > 0 {
        let mut sorted = Chunk::default();
        sorted.sort(
            (&lowest, false),
            1 << shift,
            |number| number - first,
            |index| elements[index],
        );
        (elements, offsets) = (sorted.elements, sorted.offsets);
    }
    let all = Plain::new(&elements[..]);
    let there = offsets
        .windows(2)
        .zip(first..)
        .map(|(pair, number)| (number, pair))
        .filter(|(_, pair)| pair[0] < pair[1]);
    let numbers: Vec<u32> = there.clone().map(|(number, _)| number).collect();
    let ranges: Vec<Range<usize>> = there.map(|(_, pair)| pair[0] as usize..pair[1] as usize).collect();
    let group = |range: &Range<usize>| Group {
        elements: all.cut(range.start..len).positioned(0),
        len: range.len(),
    };
    let append = |groups: Range<usize>, to: &mut Vec<_>| to.extend(ranges[groups].iter().map(group));
    let (mut states, mut next) = (Vec::with_capacity(numbers.len()), 0);
    for (index, range) in ranges.iter().enumerate() {
        // There may be fewer such keys than threads.
        if range.len() >= 2 * Shape::of::<R>().tile_len() as usize {
            short::states::<R, Plain<&[R::Input]>>(params, &append, next..index, &mut states);
            states.push(state::<R>(params, all.cut(range.clone()).positioned(0), pool));
            next = index + 1;
        }
    }
    short::states::<R, Plain<&[R::Input]>>(params, &append, next..numbers.len(), &mut states);
    let results = states
        .into_iter()
        .map(|state| finish_with::<R>(params, state))
        .collect();
    ByNumber { numbers, results }
}
