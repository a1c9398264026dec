//! Statistics are as exact as their inputs deserve: 64 bits for numbers of 64, exact sums of integers, counts beyond 2^32.

use reduce_tests::inputs::{Kind, Sample, input};
use reduce_tests::nist;
use reduce_tests::ops::*;
use reduce_wgpu::{Cpu, CpuReducer, Error, Indexed, Monoid, NoParameters, Operator, Partial, Reduction, Source};

fn reduce<R: Operator<Params: NoParameters>>(data: impl Source<R::Input>) -> R::Output {
    Cpu::new().reduce::<R>(data).unwrap()
}

#[test]
fn certified_data_have_the_digits_that_numpy_gives() {
    for set in nist::num_acc() {
        let (mean, deviation) = reduce::<(Mean<f64>, StdDev<f64, 1>)>(&set.data);
        let digits = (nist::digits(mean, set.mean), nist::digits(deviation, set.deviation));
        assert!(
            digits.0 >= 15.0 && digits.1 >= set.numpy_digits,
            "{}: {mean} and {deviation} have {digits:?} digits",
            set.name
        );
    }
}

/// Sums of integers in 128 bits, and the statistics that follow from them.
fn integers<T>()
where
    T: Sample + Into<i128> + Copy + reduce_wgpu::Number<Real = f64>,
{
    for kind in Kind::ALL {
        let data = input::<T>(kind, 100_003);
        for len in [1, 2, 255, 1025, data.len()] {
            let data = &data[..len];
            let numbers: Vec<i128> = data.iter().map(|&x| x.into()).collect();
            let (n, total) = (len as i128, numbers.iter().sum::<i128>());
            let bits = |x: f64| x.to_bits();
            assert_eq!(
                bits(reduce::<Mean<T>>(data)),
                bits(total as f64 / n as f64),
                "{len} {kind:?}"
            );
            assert_eq!(bits(reduce::<KahanSum<T>>(data)), bits(total as f64));
            let magnitudes: i128 = numbers.iter().map(|x| x.abs()).sum();
            assert_eq!(bits(reduce::<L1Norm<T>>(data)), bits(magnitudes as f64));
            if size_of::<T>() == 8 {
                continue;
            }
            let squares: i128 = numbers.iter().map(|x| x * x).sum();
            assert_eq!(bits(reduce::<L2Norm<T>>(data)), bits((squares as f64).sqrt()));
            // n Σx² − (Σx)² fits 128 bits here.
            let exact = (n * squares - total * total) as f64 / (n * n) as f64;
            let found = reduce::<Variance<T>>(data);
            assert!(
                (found - exact).abs() <= exact * 4.0 * f64::EPSILON,
                "{len} {kind:?}: {found} beside {exact}"
            );
            assert_eq!(bits(reduce::<StdDev<T>>(data)), bits(found.sqrt()));
        }
    }
}

#[test]
fn sums_of_integers_are_exact() {
    integers::<u8>();
    integers::<i8>();
    integers::<u16>();
    integers::<i16>();
    integers::<u32>();
    integers::<i32>();
    integers::<u64>();
    integers::<i64>();
}

#[test]
fn a_variance_of_large_integers_has_no_cancellation() {
    let data = [i32::MAX, i32::MAX - 2, i32::MAX - 4];
    assert_eq!(reduce::<Variance<i32, 1>>(&data), 4.0);
    let data = [u32::MAX, u32::MAX - 1, u32::MAX].repeat(10_000);
    assert!((reduce::<Variance<u32>>(&data) - 2.0 / 9.0).abs() < 1e-15);
    assert!(reduce::<Variance<u8, 1>>(&[4]).is_nan() && reduce::<Variance<i16>>(&[]).is_nan());
    let spread: [i32; 4] = [i32::MIN, i32::MAX, i32::MIN, i32::MAX];
    assert_eq!(reduce::<Variance<i32>>(&spread), (f64::from(u32::MAX) / 2.0).powi(2));
}

#[test]
fn carries_go_through_all_words() {
    fn fold<T: Copy + reduce_wgpu::Number>(mut doublings: u32, x: T) -> Partial<Mean<T>>
    where
        Mean<T>: Monoid + Reduction<Input = T, State = Mean<T>>,
    {
        let mut state = Mean::<T>::lift(x);
        while doublings > 0 {
            state = Mean::<T>::combine(state, state);
            doublings -= 1;
        }
        Partial::of_tiles((), &[state], 0, Partial::<Mean<T>>::tile_len()).unwrap()
    }
    // 2^40 of each extreme: 64, 96 and 128 bits are needed.
    assert_eq!(fold(40, u8::MAX).finish().unwrap(), 255.0);
    assert_eq!(fold(40, i16::MIN).finish().unwrap(), -32_768.0);
    assert_eq!(fold(40, u32::MAX).finish().unwrap(), 4_294_967_295.0);
    assert_eq!(fold(40, i32::MIN).finish().unwrap(), -2_147_483_648.0);
    assert_eq!(fold(40, u64::MAX).finish().unwrap(), 18_446_744_073_709_551_615.0);
    assert_eq!(fold(40, i64::MIN).finish().unwrap(), -9_223_372_036_854_775_808.0);
    assert_eq!(fold(40, -1i32).finish().unwrap(), -1.0);
    assert_eq!(fold(40, -1i64).finish().unwrap(), -1.0);
    assert_eq!(fold(40, 0.1f32).finish().unwrap(), 0.1);
    assert_eq!(fold(40, 0.1f64).finish().unwrap(), 0.1);
}

#[test]
fn more_elements_than_32_bits_count_have_a_right_count_and_mean() {
    let piece = [[1u8; 255].as_slice(), &[2]].concat().repeat(1 << 16);
    let reducer: CpuReducer<(Count<u8>, Mean<u8>)> = Cpu::new().reducer().unwrap();
    let mut stream = reducer.stream().unwrap();
    // 257 pieces of 2^24.
    for _ in 0..257 {
        stream.push(&piece).unwrap();
    }
    assert_eq!(stream.finish().unwrap(), ((1 << 32) + (1 << 24), 257.0 / 256.0));
}

#[test]
fn a_position_beyond_32_bits_is_an_error() {
    let cpu = Cpu::new();
    let tile = Partial::<ArgMax<f32>>::tile_len();
    let last = (1 << 32) - tile;
    let data = vec![1.0; tile as usize];
    let at = cpu.partial::<ArgMax<f32>>(&data, last).unwrap();
    let range = at.ranges().remove(0);
    assert_eq!((range.start, range.end), (last, 1 << 32));
    let said = cpu.partial::<ArgMax<f32>>(&data, 1 << 32).unwrap_err();
    assert!(
        matches!(said, Error::Positions { last } if last == (1 << 32) + tile - 1),
        "{said}"
    );
    assert!(
        said.to_string().starts_with("the input goes on to element 4295"),
        "{said}"
    );
    // A reduction that asks for no position has no end.
    cpu.partial::<Sum<f32>>(&data, 1 << 40).unwrap();
    let first = cpu.reduce::<ArgMax<f32>>(&data).unwrap();
    assert_eq!(first, Indexed { index: 0, value: 1.0 });
}

#[test]
fn exponentials_of_f64_have_64_bits() {
    let sum = reduce::<LogSumExp<f64>>(&[1e-9, 0.0]);
    assert!((sum - (2.0f64.ln() + 0.5e-9)).abs() < 1e-15, "{sum}");
    assert!(
        (reduce::<LogSumExp<u64>>(&[1 << 50, (1 << 50) - 1]) - ((1u64 << 50) as f64 + (1.0 + (-1.0f64).exp()).ln()))
            .abs()
            < 0.3
    );
    assert_eq!(reduce::<KahanSum<f64>>(&[1.0, 1e300, -1e300]), 1.0);
}
