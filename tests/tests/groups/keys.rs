//! Runs of equal keys, and keys anywhere.

use std::collections::BTreeMap;
use std::fmt::Debug;

use reduce_tests::inputs::{Kind, Random, input};
use reduce_tests::two_orders::HashOfBytes;
use reduce_wgpu::Key;
use reduce_wgpu::prelude::*;

use super::{assert_law, engine};

#[test]
fn runs_are_of_neighbours() {
    let data: Vec<f32> = input(Kind::Ordinary, 50_000);
    let mut random = Random(11);
    for most in [1, 2, 16, 3000] {
        let mut keys: Vec<String> = Vec::new();
        while keys.len() < data.len() {
            let run = 1 + random.bits() % most;
            keys.extend((0..run).map(|_| format!("key {}", run % 5)));
        }
        keys.truncate(data.len());
        let found = engine().reduce_each::<ops::Variance<f32>>(&data, Runs(&keys)).unwrap();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut expected = Vec::new();
        for (index, key) in keys.iter().enumerate() {
            if index == 0 || *key != keys[index - 1] {
                groups.push(Vec::new());
                expected.push(key.clone());
            }
            groups.last_mut().unwrap().push(index);
        }
        assert_eq!(found.keys, expected);
        assert_law::<ops::Variance<f32>>(&data, &groups, &found.values, &|| format!("runs of up to {most}"));
    }
}

/// The groups of these keys by a map of their order.
fn check<K: Key + Debug>(keys: &[K], order: impl Fn(K) -> i128) {
    let data: Vec<u8> = input(Kind::Ordinary, keys.len());
    let mut map: BTreeMap<i128, Vec<usize>> = BTreeMap::new();
    for (index, key) in keys.iter().enumerate() {
        map.entry(order(*key)).or_default().push(index);
    }
    let context = || format!("{} keys of {}", keys.len(), std::any::type_name::<K>());
    let found = engine().reduce_each::<HashOfBytes>(&data, Keys(keys)).unwrap();
    let (ranks, groups): (Vec<i128>, Vec<Vec<usize>>) = map.into_iter().unzip();
    assert_eq!(
        found.keys.iter().map(|key| order(*key)).collect::<Vec<_>>(),
        ranks,
        "{}",
        context()
    );
    assert_law::<HashOfBytes>(&data, &groups, &found.values, &context);
}

#[test]
fn keys_are_anywhere() {
    let mut random = Random(3);
    for len in [0, 1, 2, 1000, 70_000] {
        let mut bits = || random.bits();
        check(&(0..len).map(|_| bits() as u8).collect::<Vec<_>>(), i128::from);
        check(&(0..len).map(|_| bits() as i8).collect::<Vec<_>>(), i128::from);
        check(&(0..len).map(|_| (bits() % 300) as u32).collect::<Vec<_>>(), i128::from);
        check(&(0..len).map(|_| bits() as i32 % 5000).collect::<Vec<_>>(), i128::from);
        check(&(0..len).map(|_| bits() >> 3 << 40).collect::<Vec<_>>(), i128::from);
        check(
            &(0..len).map(|_| (bits() % 4) as i64 - (1 << 61)).collect::<Vec<_>>(),
            i128::from,
        );
        check(
            &(0..len).map(|_| bits().is_multiple_of(3)).collect::<Vec<_>>(),
            i128::from,
        );
    }
}

#[test]
fn floats_are_keys_in_total_order() {
    let nan = f32::from_bits(0xffc0_1234);
    let keys = [
        0.5,
        -0.0,
        f32::NAN,
        0.0,
        f32::INFINITY,
        nan,
        -7.0,
        0.5,
        f32::NEG_INFINITY,
    ];
    let found = engine()
        .reduce_each::<ops::Sum<u32>>(&[1, 2, 4, 8, 16, 32, 64, 128, 256], Keys(&keys))
        .unwrap();
    let bits: Vec<u32> = found.keys.iter().map(|key| key.to_bits()).collect();
    let expected = [f32::NEG_INFINITY, -7.0, -0.0, 0.0, 0.5, f32::INFINITY, f32::NAN].map(f32::to_bits);
    assert_eq!(bits, expected);
    assert_eq!(found.values, [256, 64, 2, 8, 129, 16, 36]);
    // Each NaN is a run of its own, as `==` says.
    let runs = engine()
        .reduce_each::<ops::Count<f32>>(&[0.0; 3], Runs(&[f32::NAN, f32::NAN, 1.0]))
        .unwrap();
    assert_eq!(runs.values, [1, 1, 1]);
}
