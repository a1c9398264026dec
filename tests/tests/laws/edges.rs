//! The documented values of the built-in operators: no elements, one element, special floats, wrapping integers.

use reduce_tests::operators::Stats;
use reduce_tests::ops::*;
use reduce_wgpu::{Cpu, NoParameters, Operator};

fn reduce<R: Operator<Params: NoParameters>>(data: &[R::Input]) -> R::Output {
    Cpu::new().reduce::<R>(data).unwrap()
}

#[test]
fn no_elements_give_what_is_documented() {
    assert_eq!(reduce::<Sum<f32>>(&[]).to_bits(), (-0.0f32).to_bits());
    assert_eq!(reduce::<Sum<f64>>(&[]).to_bits(), (-0.0f64).to_bits());
    assert_eq!((reduce::<Sum<i32>>(&[]), reduce::<Sum<u32>>(&[])), (0, 0));
    assert_eq!((reduce::<Sum<i64>>(&[]), reduce::<Sum<u64>>(&[])), (0, 0));
    assert_eq!(
        (
            reduce::<Product<f32>>(&[]),
            reduce::<Product<i32>>(&[]),
            reduce::<Product<u32>>(&[])
        ),
        (1.0, 1, 1)
    );
    assert_eq!(
        (reduce::<Min<f32>>(&[]), reduce::<Max<f32>>(&[])),
        (f32::INFINITY, f32::NEG_INFINITY)
    );
    assert_eq!(
        (reduce::<Min<f64>>(&[]), reduce::<Max<f64>>(&[])),
        (f64::INFINITY, f64::NEG_INFINITY)
    );
    assert_eq!((reduce::<Min<i32>>(&[]), reduce::<Max<i32>>(&[])), (i32::MAX, i32::MIN));
    assert_eq!((reduce::<Min<u32>>(&[]), reduce::<Max<u32>>(&[])), (u32::MAX, 0));
    assert_eq!((reduce::<Min<i64>>(&[]), reduce::<Max<u64>>(&[])), (i64::MAX, 0));
    let range = reduce::<MinMax<f32>>(&[]);
    assert_eq!((range.min, range.max), (f32::INFINITY, f32::NEG_INFINITY));
    assert!(reduce::<Mean<f32>>(&[]).is_nan() && reduce::<Mean<u32>>(&[]).is_nan());
    assert!(!reduce::<Any<f32>>(&[]) && reduce::<All<i32>>(&[]));
    assert_eq!(reduce::<Count<f32>>(&[]), 0);
    let none = Stats {
        count: 0,
        sum: 0.0,
        min: f32::INFINITY,
        max: f32::NEG_INFINITY,
    };
    assert_eq!(reduce::<Stats>(&[]), none);
}

#[test]
fn one_element_is_its_own_result() {
    assert_eq!(reduce::<Sum<f32>>(&[-0.0]).to_bits(), (-0.0f32).to_bits());
    assert_eq!(reduce::<Sum<f32>>(&[0.0]).to_bits(), 0.0f32.to_bits());
    assert_eq!(reduce::<Product<i32>>(&[-7]), -7);
    assert_eq!((reduce::<Min<u32>>(&[9]), reduce::<Max<u32>>(&[9])), (9, 9));
    assert_eq!((reduce::<Mean<f32>>(&[0.1]), reduce::<Mean<i32>>(&[-3])), (0.1, -3.0));
    assert_eq!(reduce::<Count<u32>>(&[0]), 1);
    assert_eq!(reduce::<Sum<f32>>(&[1e-45]), 1e-45);
}

#[test]
fn minima_and_maxima_follow_ieee_754() {
    let mixed = [1.0, -0.0, 0.0, -1.0, f32::INFINITY, f32::NEG_INFINITY];
    assert_eq!(
        (reduce::<Min<f32>>(&mixed), reduce::<Max<f32>>(&mixed)),
        (f32::NEG_INFINITY, f32::INFINITY)
    );
    for zeros in [[0.0f32, -0.0], [-0.0, 0.0]] {
        assert_eq!(reduce::<Min<f32>>(&zeros).to_bits(), (-0.0f32).to_bits());
        assert_eq!(reduce::<Max<f32>>(&zeros).to_bits(), 0.0f32.to_bits());
    }
    for bits in [0x7fc0_0000u32, 0xffc0_0000, 0x7f80_0001, 0xffff_ffff] {
        for place in [0, 700, 1999] {
            let mut data = vec![f32::INFINITY; 2000];
            data[3] = f32::NEG_INFINITY;
            data[place] = f32::from_bits(bits);
            // Which NaN comes out is not the driver's choice: always the same one.
            assert_eq!(reduce::<Min<f32>>(&data).to_bits(), 0x7fc0_0000);
            assert_eq!(reduce::<Max<f32>>(&data).to_bits(), 0x7fc0_0000);
        }
    }
    assert_eq!(
        (
            reduce::<Min<f32>>(&[1e-45, 2e-45]),
            reduce::<Max<f32>>(&[-1e-45, -2e-45])
        ),
        (1e-45, -1e-45)
    );
}

#[test]
fn infinite_sums() {
    assert_eq!(reduce::<Sum<f32>>(&[f32::INFINITY, 1.0]), f32::INFINITY);
    assert_eq!(
        reduce::<Sum<f32>>(&[f32::INFINITY, f32::NEG_INFINITY]).to_bits(),
        0x7fc0_0000
    );
    assert_eq!(reduce::<Sum<f32>>(&[f32::MAX, f32::MAX]), f32::INFINITY);
    assert_eq!(reduce::<Product<f32>>(&[0.0, f32::INFINITY]).to_bits(), 0x7fc0_0000);
}

#[test]
fn integers_wrap() {
    assert_eq!(reduce::<Sum<i32>>(&[i32::MAX, 1]), i32::MIN);
    assert_eq!(reduce::<Sum<u32>>(&[u32::MAX, 2]), 1);
    assert_eq!(reduce::<Sum<i64>>(&[i64::MIN, -1]), i64::MAX);
    assert_eq!(reduce::<Sum<u64>>(&[u64::MAX, u64::MAX]), u64::MAX - 1);
    assert_eq!(reduce::<Product<i32>>(&[i32::MIN, -1]), i32::MIN);
    assert_eq!(reduce::<Product<u32>>(&[1 << 31, 3]), 1 << 31);
    // 100 000 times 2^31: an even number of them is nothing.
    assert_eq!(reduce::<Sum<u32>>(&vec![1 << 31; 100_000]), 0);
}

#[test]
fn means_of_integers_are_floats() {
    assert_eq!(reduce::<Mean<i32>>(&[1, 2]), 1.5);
    assert_eq!(reduce::<Mean<i32>>(&[i32::MIN, i32::MIN]), f64::from(i32::MIN));
    assert_eq!(reduce::<Mean<u32>>(&[u32::MAX, u32::MAX]), 4_294_967_295.0);
    assert_eq!(reduce::<Mean<u32>>(&[0, 0, 1]), 1.0 / 3.0);
    assert_eq!(reduce::<Mean<i64>>(&[-4, 1 << 40]), ((1u64 << 39) - 2) as f64);
    assert_eq!(reduce::<Mean<f64>>(&[0.5, 1.0]), 0.75);
}

#[test]
fn anything_but_zero_is_true() {
    assert!(!reduce::<Any<f32>>(&[0.0, -0.0]) && !reduce::<All<f32>>(&[1.0, -0.0]));
    assert!(reduce::<Any<f32>>(&[0.0, f32::NAN]) && reduce::<All<f32>>(&[f32::NAN, -f32::NAN, f32::INFINITY]));
    assert!(reduce::<Any<f32>>(&[0.0, 1e-45]) && reduce::<All<f32>>(&[1e-45, -1e-45]));
    assert!(!reduce::<Any<f64>>(&[-0.0]) && reduce::<Any<f64>>(&[f64::NAN]) && reduce::<All<f64>>(&[5e-324]));
    assert!(reduce::<Any<i32>>(&[0, i32::MIN]) && reduce::<All<u32>>(&[1, u32::MAX]));
    assert!(!reduce::<All<u64>>(&[1, 0]) && reduce::<Any<i64>>(&[0, 1 << 32]));
    for place in [0, 999, 40_000, 99_999] {
        let mut data = vec![0u32; 100_000];
        data[place] = 1 << 31;
        assert!(reduce::<Any<u32>>(&data), "{place}");
        let data: Vec<u32> = data.iter().map(|&x| u32::from(x == 0)).collect();
        assert!(!reduce::<All<u32>>(&data), "{place}");
    }
}

#[test]
fn counts_are_lengths() {
    for len in [1, 255, 256, 1023, 1025, 32_767, 32_769, 200_000] {
        assert_eq!(reduce::<Count<f32>>(&vec![f32::NAN; len]), len as u64);
        assert_eq!(reduce::<Stats>(&vec![1.0; len]).count, len as u32);
    }
}
