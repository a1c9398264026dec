//! Groups by keys on the device in the caller's encoder: those of `reduce_each`, as many as find room.

use std::fmt::Debug;

use bytemuck::Pod;
use reduce_tests::device::{Driver, gpu, read};
use reduce_tests::inputs::{Kind, Random, input};
use reduce_wgpu::Key;
use reduce_wgpu::prelude::*;

use super::{buffer, encoder};

/// The keys as words, the results and the number of groups of `Sum<f32>` by a grouping of keys on the device, with room for so many.
fn encoded<G: Grouping>(data: &[f32], grouping: G, words: usize, room: usize) -> (Vec<u8>, Vec<f32>, usize) {
    let sum = gpu().reducer::<ops::Sum<f32>>().unwrap();
    let elements = gpu().upload(data).unwrap();
    // All of them begin behind 256 bytes that nobody touches.
    let [keys, values, count] =
        [4 * words * room, 4 * room, 4].map(|bytes| buffer(gpu(), &vec![0xff; 256 + bytes + 16]));
    let mut encoder = encoder(gpu());
    let to = GroupBuffers::new(
        keys.slice(256..256 + (4 * words * room) as u64),
        values.slice(256..256 + 4 * room as u64),
        count.slice(256..260),
    );
    sum.encode_each(&mut encoder, &elements, grouping, to).unwrap();
    gpu().queue().submit([encoder.finish()]);
    let [keys, values, count] = [&keys, &values, &count].map(|buffer| read(gpu(), buffer));
    for (bytes, written) in [(&keys, 4 * words * room), (&values, 4 * room), (&count, 4)] {
        let beside = bytes[..256].iter().chain(&bytes[256 + written..]);
        assert!(
            beside.copied().all(|byte| byte == 0xff),
            "nothing beside them is touched"
        );
    }
    let count = u32::from_le_bytes(*count[256..].first_chunk().unwrap()) as usize;
    let values = bytemuck::pod_collect_to_vec(&values[256..256 + 4 * room]);
    (keys[256..256 + 4 * words * room].to_vec(), values, count)
}

/// Groups in buffers are those of `reduce_each`, for as many as find room.
fn check<K: Element + Key + Pod + Debug + PartialEq>(keys: &[K], bits: impl Fn(&K) -> u64) {
    let data: Vec<f32> = input(Kind::Ordinary, keys.len());
    let on_gpu = gpu().upload(keys).unwrap();
    let mut bytes = bytemuck::cast_slice(keys).to_vec();
    bytes.resize(bytes.len().next_multiple_of(4), 0);
    let in_buffer = buffer(gpu(), &bytes);
    let words = size_of::<K>().div_ceil(4);
    let cases = [
        (
            "keys",
            Cpu::new().reduce_each::<ops::Sum<f32>>(&data, Keys(keys)).unwrap(),
        ),
        (
            "runs",
            Cpu::new().reduce_each::<ops::Sum<f32>>(&data, Runs(keys)).unwrap(),
        ),
    ];
    for (what, expected) in cases {
        let groups = expected.keys.len();
        for room in [groups + 300, groups, groups / 2 + 1, 1, 0] {
            let slice = in_buffer.slice(..size_of_val(keys) as u64);
            let (found, values, count) = match what {
                "keys" if room % 2 == 0 => encoded(&data, Keys(&on_gpu), words, room),
                "keys" => encoded(&data, Keys(DeviceKeys::<K>::new(slice)), words, room),
                _ if room % 2 == 0 => encoded(&data, Runs(&on_gpu), words, room),
                _ => encoded(&data, Runs(DeviceKeys::<K>::new(slice)), words, room),
            };
            assert_eq!(count, groups, "{what} of {}", std::any::type_name::<K>());
            let some = room.min(groups);
            let found = found.chunks_exact(4 * words).map(|key| {
                let mut word = [0; 8];
                word[..key.len()].copy_from_slice(key);
                u64::from_le_bytes(word)
            });
            assert_eq!(
                found.take(some).collect::<Vec<_>>(),
                expected.keys[..some].iter().map(&bits).collect::<Vec<_>>()
            );
            for (found, expected) in values.iter().zip(&expected.values[..some]) {
                assert_eq!(
                    found.to_bits(),
                    expected.to_bits(),
                    "{what} with room for {room} of {groups}"
                );
            }
            // The results of no elements stand behind them, as far as there are elements.
            let others = room.min(data.len()).saturating_sub(some);
            assert!(values[some..some + others].iter().all(|value| *value == 0.0));
        }
    }
}

/// A long group among single elements: these are folded where bits mark them, that one by a list.
#[test]
fn a_long_group_among_single_elements() {
    for (long, begin) in [(1024, 14_000), (1025, 13_500), (5000, 9000), (40_000, 11)] {
        let mut keys: Vec<u32> = (0..45_000).collect();
        keys[begin..begin + long].fill(begin as u32);
        check(&keys, |key| u64::from(*key));
    }
}

#[test]
fn groups_are_written_as_far_as_there_is_room() {
    let mut random = Random(21);
    for len in [1, 9, 2048, 30_000] {
        let bits: Vec<u64> = (0..len).map(|_| random.bits()).collect();
        check(&bits.iter().map(|bits| *bits as u32 % 700).collect::<Vec<_>>(), |key| {
            u64::from(*key)
        });
        check(&bits.iter().map(|bits| *bits as u8).collect::<Vec<_>>(), |key| {
            u64::from(*key)
        });
        check(&bits.iter().map(|bits| *bits as i32 >> 22).collect::<Vec<_>>(), |key| {
            u64::from(*key as u32)
        });
        let floats = [1.5f32, -0.0, 0.0, f32::NAN, -7.25, f32::INFINITY];
        check(
            &bits.iter().map(|bits| floats[*bits as usize % 6]).collect::<Vec<_>>(),
            |key| u64::from(key.to_bits()),
        );
        if Driver::of_this_run().has_64_bits() {
            check(&bits.iter().map(|bits| bits >> 60 << 31).collect::<Vec<_>>(), |key| {
                *key
            });
            check(&bits.iter().map(|bits| *bits as i64 >> 59).collect::<Vec<_>>(), |key| {
                *key as u64
            });
        }
    }
}

#[test]
fn no_elements_are_no_groups() {
    let keys = gpu().upload::<u32>(&[]).unwrap();
    let (_, _, count) = encoded(&[], Keys(&keys), 1, 4);
    assert_eq!(count, 0);
}

#[test]
fn buffers_that_do_not_suit_are_refused() {
    let sum = gpu().reducer::<ops::Sum<f32>>().unwrap();
    let data = gpu().upload(&[1.0, 2.0, 3.0]).unwrap();
    let keys = gpu().upload(&[1u32, 2, 1]).unwrap();
    let room = buffer(gpu(), &[0; 64]);
    let all = GroupBuffers::new(&room, &room, &room);
    let mut encoder = encoder(gpu());
    let error = sum.encode_each(&mut encoder, &data, Keys(&keys), &room).unwrap_err();
    assert!(error.to_string().contains("GroupBuffers"), "{error}");
    for error in [
        sum.encode_each(&mut encoder, &data, Keys(&[1u32, 2, 1]), all)
            .unwrap_err(),
        sum.encode_each(&mut encoder, &data, Rows(3), all).unwrap_err(),
    ] {
        assert!(matches!(error, Error::Policy { .. }), "{error}");
    }
    let two = gpu().upload(&[1u32, 2]).unwrap();
    let error = sum.encode_each(&mut encoder, &data, Keys(&two), all).unwrap_err();
    assert!(error.to_string().contains("2 keys for 3 elements"), "{error}");
    let unwritable = gpu().device().create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 64,
        usage: wgpu::BufferUsages::STORAGE,
        mapped_at_creation: false,
    });
    for to in [
        GroupBuffers::new(&unwritable, &room, &room),
        GroupBuffers::new(&room, &room, &unwritable),
        GroupBuffers::new(&room, &room, room.slice(2..6)),
    ] {
        let error = sum.encode_each(&mut encoder, &data, Keys(&keys), to).unwrap_err();
        assert!(matches!(error, Error::Buffer { .. }), "{error}");
    }
}

#[test]
fn keys_and_their_number_may_take_the_place_of_the_elements() {
    let sum = gpu().reducer::<ops::Sum<f32>>().unwrap();
    let elements = buffer(gpu(), bytemuck::cast_slice(&[1.0f32, 2.0, 3.0, 4.0]));
    let values = buffer(gpu(), &[0; 16]);
    let keys = gpu().upload(&[7u32, 3, 7, 3]).unwrap();
    let mut encoder = encoder(gpu());
    let to = GroupBuffers::new(elements.slice(0..8), &values, elements.slice(8..12));
    sum.encode_each(&mut encoder, &elements, Keys(&keys), to).unwrap();
    gpu().queue().submit([encoder.finish()]);
    let words: Vec<u32> = bytemuck::pod_collect_to_vec(&read(gpu(), &elements));
    assert_eq!(words[..3], [3, 7, 2]);
    let sums: Vec<f32> = bytemuck::pod_collect_to_vec(&read(gpu(), &values));
    assert_eq!(sums[..2], [6.0, 4.0]);
}

#[test]
fn keys_that_end_inside_a_word_are_refused() {
    let sum = gpu().reducer::<ops::Sum<f32>>().unwrap();
    let data = gpu().upload(&[1.0, 2.0, 3.0]).unwrap();
    let odd = gpu().device().create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 6,
        usage: wgpu::BufferUsages::STORAGE,
        mapped_at_creation: false,
    });
    let room = buffer(gpu(), &[0; 64]);
    let to = GroupBuffers::new(&room, &room, &room);
    let error = sum
        .encode_each(&mut encoder(gpu()), &data, Keys(DeviceKeys::<u16>::new(&odd)), to)
        .unwrap_err();
    assert!(error.to_string().contains("inside a word"), "{error}");
}
