//! Sources of inputs of several parts: slices, arrays, both, and cuts at different places.

use reduce_tests::device::{borrowed, fresh, gpu};
use reduce_tests::inputs::{Kind, input};
use reduce_tests::operators::{Mixed, Particles, Point};
use reduce_tests::ops::{ArgMax, Dot, Sum};
use reduce_wgpu::{Cpu, Error, Indexed};

#[test]
fn slices_and_arrays_side_by_side() {
    let (a, b) = (
        input::<i32>(Kind::Ordinary, 70_001),
        input::<i32>(Kind::AnyBits, 70_001),
    );
    let expected = Cpu::new().reduce::<Dot<i32>>((&a, &b)).unwrap();
    let (on_a, on_b) = (gpu().upload(&a).unwrap(), gpu().upload(&b).unwrap());
    let reducer = gpu().reducer::<Dot<i32>>().unwrap();
    assert_eq!(reducer.reduce((&a, &b)), Ok(expected));
    assert_eq!(reducer.reduce((&on_a, &b)), Ok(expected));
    assert_eq!(reducer.reduce((&a, &on_b)), Ok(expected));
    assert_eq!(reducer.reduce((&on_a, &on_b)), Ok(expected));
    // The same array twice, and pairs as one array.
    let squares = Cpu::new().reduce::<Dot<i32>>((&a, &a)).unwrap();
    assert_eq!(reducer.reduce((&on_a, &on_a)), Ok(squares));
    let pairs: Vec<(i32, i32)> = a.iter().copied().zip(b.iter().copied()).collect();
    assert_eq!(reducer.reduce(&gpu().upload(&pairs).unwrap()), Ok(expected));
}

#[test]
fn positions_of_an_array() {
    let data = input::<f32>(Kind::Ordinary, 100_001);
    let array = gpu().upload(&data).unwrap();
    let expected = Cpu::new().reduce::<ArgMax<f32>>(&data).unwrap();
    assert_eq!(gpu().reduce::<ArgMax<f32>>(&array), Ok(expected));
    assert_eq!(gpu().reduce::<ArgMax<f32>>(&data), Ok(expected));
    let at = data.iter().position(|&x| x == expected.value).unwrap();
    assert_eq!(expected.index, at as u32);
}

#[test]
fn different_lengths_are_refused_before_anything_runs() {
    let (long, short) = (vec![1.0f32; 5], vec![1.0f32; 4]);
    let array = gpu().upload(&long).unwrap();
    let error = gpu().reduce::<Dot<f32>>((&array, &short)).unwrap_err();
    assert_eq!(error, Error::Lengths { first: 5, other: 4 });
    let none: &[f32] = &[];
    assert!(gpu().reduce::<Dot<f32>>((&long, none)).is_err());
    assert_eq!(
        gpu().reduce::<Dot<f32>>((none, none)).map(f32::to_bits),
        Ok((-0.0f32).to_bits())
    );
}

#[test]
fn arrays_of_another_device_are_refused() {
    let other = fresh();
    let (here, there) = (gpu().upload(&[1i32, 2]).unwrap(), other.upload(&[3i32, 4]).unwrap());
    let error = gpu().reduce::<Dot<i32>>((&here, &there)).unwrap_err();
    assert!(matches!(error, Error::WrongDevice { .. }), "{error}");
}

/// Each part is cut where its own elements fill a binding: bytes at four times as many as words.
#[test]
fn parts_are_cut_at_different_places() {
    let small = borrowed(|_, limits| limits.max_storage_buffer_binding_size = 2 << 20);
    let len = 3_000_001;
    let (bytes, words, bits) = (
        input::<u8>(Kind::Ordinary, len),
        input::<i16>(Kind::Ordinary, len),
        input::<u32>(Kind::Ordinary, len),
    );
    let expected = Cpu::new().reduce::<Mixed>((&bytes, &words, &bits)).unwrap();
    assert_eq!(small.reduce::<Mixed>((&bytes, &words, &bits)), Ok(expected));
    let (points, weights) = (
        input::<Point>(Kind::Ordinary, 500_001),
        input::<f32>(Kind::Ordinary, 500_001),
    );
    let expected = Cpu::new().reduce::<Particles>((&points, &weights)).unwrap();
    assert_eq!(small.reduce::<Particles>((&points, &weights)), Ok(expected));
    // A position beyond the first cut.
    let mut data = vec![0u8; len];
    data[len - 2] = 1;
    let at = small.reduce::<ArgMax<u8>>(&data);
    assert_eq!(
        at,
        Ok(Indexed {
            index: len as u32 - 2,
            value: 1
        })
    );
    assert_eq!(small.reduce::<Sum<u8>>(&data), Ok(1));
}
