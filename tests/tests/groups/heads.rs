//! Short runs of keys: subgroups fold them where bits mark their first elements, whatever their lengths, and longer ones among them in other ways.

use std::fmt::Debug;

use reduce_tests::inputs::{Kind, Random, Sample, input};
use reduce_wgpu::Source;
use reduce_wgpu::prelude::*;

use super::{engine, exactly};

/// Keys of runs, most of them short. Windows of a subgroup have 32 to 256 elements here, a row 1024, a tile 32 768.
fn skewed(random: &mut Random, len: usize) -> Vec<u32> {
    let mut keys = Vec::new();
    while keys.len() < len {
        let any = random.bits();
        let (of, rest) = (any % 2000, any / 2000);
        let run = match of {
            0 => 1000 + rest % 50,
            1 if rest.is_multiple_of(20) => 40_000,
            1..8 => 200 + rest % 200,
            8..100 => 9 + rest % 60,
            _ => 1 + rest % 7,
        };
        keys.extend(std::iter::repeat_n(any as u32, run as usize));
    }
    keys.truncate(len);
    keys
}

/// Runs of these keys have the results of the CPU.
fn check<R, T>(data: &[T], keys: &[u32], context: &str)
where
    R: Operator<Params: NoParameters, Output: Debug>,
    for<'d> &'d [T]: Source<R::Input>,
{
    let on_engine = engine().upload(keys).unwrap();
    let expected = Cpu::new().reduce_each::<R>(data, Runs(keys)).unwrap();
    let found = engine().reduce_each::<R>(data, Runs(&on_engine)).unwrap();
    let name = std::any::type_name::<R>();
    assert_eq!(exactly(&found.keys), exactly(&expected.keys), "keys {context}");
    let different = found.values.iter().zip(&expected.values);
    let different = different.map(|(a, b)| exactly(a) != exactly(b)).position(|is| is);
    assert_eq!(different, None, "the first different run {context}, {name}");
}

fn check_all(keys: &[u32], context: &str) {
    fn ordinary<T: Sample>(len: usize) -> Vec<T> {
        input(Kind::Ordinary, len)
    }
    let floats = ordinary::<f32>(keys.len());
    check::<ops::Sum<f32>, f32>(&floats, keys, context);
    check::<ops::Variance<f32>, f32>(&floats, keys, context);
    // Of more bytes, and of columns in another form than states.
    check::<(ops::Min<f32>, ops::Max<f32>, ops::Sum<f32>), f32>(&floats, keys, context);
    check::<ops::Sum<i32>, i32>(&ordinary(keys.len()), keys, context);
}

#[test]
fn runs_of_all_lengths() {
    let mut random = Random(21);
    // A workgroup has 14 336 elements.
    for len in [1, 9, 33, 14_335, 14_336, 14_337, 150_000] {
        let keys = skewed(&mut random, len);
        check_all(&keys, &format!("of {len} elements"));
    }
}

#[test]
fn runs_of_one_length() {
    for run in [1, 2, 3, 7, 8, 9, 16, 28, 31, 32, 33, 56, 63, 64] {
        let keys: Vec<u32> = (0..43_210).map(|index| index / run).collect();
        check_all(&keys, &format!("of {run}"));
    }
}

#[test]
fn long_runs_among_single_elements() {
    // Each begins at another place of a window, and ends at any.
    for long in [225, 257, 1023, 1024, 1025, 5000] {
        let mut keys = Vec::new();
        for number in 0..40u32 {
            keys.extend(std::iter::repeat_n(2 * number, long + number as usize % 3));
            keys.extend((0..50 * long as u32 + 13 * number).map(|index| 2 * index + 1));
        }
        keys.truncate(200_000);
        check_all(&keys, &format!("of {long} among single elements"));
    }
}
