//! Offsets and keys in arrays on the device, of inputs that no buffer holds: the host reads them, and says which groups are a batch.

use std::fmt::Debug;

use reduce_tests::device::gpu;
use reduce_tests::inputs::{Kind, input};
use reduce_tests::two_orders::Two;
use reduce_wgpu::prelude::*;
use reduce_wgpu::{Grouping, Key};

use super::batches::{BUFFER, small};

/// Asserts that groups by `there` have the results of the CPU by `here`, from a slice and from an array, awaited too.
fn same<R, E, G, H>(data: &[E], there: G, here: H, what: &str)
where
    R: Operator<Params: NoParameters, Output: Debug>,
    E: Element,
    G: Grouping + Copy,
    H: Grouping,
    G::Results<R::Output>: Debug,
    H::Results<R::Output>: Debug,
    for<'d> &'d [E]: Source<R::Input>,
    for<'d> &'d Array<E>: Source<R::Input>,
{
    let gpu = small();
    let expected = format!("{:?}", Cpu::new().reduce_each::<R>(data, here).unwrap());
    let equal = |found: Result<G::Results<R::Output>, Error>, how: &str| {
        let found = format!("{:?}", found.unwrap_or_else(|error| panic!("{what}, {how}: {error}")));
        assert!(found == expected, "{} by {what}, {how}", R::wgsl_name());
    };
    let array = gpu.upload(data).unwrap();
    let reducer = gpu.reducer::<R>().unwrap();
    equal(reducer.reduce_each(data, there), "from host memory");
    equal(reducer.reduce_each(&array, there), "from an array");
    equal(
        pollster::block_on(reducer.reduce_each_async(&array, there)),
        "from an array, awaited",
    );
}

/// Asserts that the results that stay on the device are those of the CPU.
fn same_on_device<G: Grouping>(
    results: Result<Array<f32>, Error>,
    here: G,
    data: &[f32],
    values: fn(G::Results<f32>) -> Vec<f32>,
) {
    let found = small()
        .reduce_each::<ops::Max<f32>>(&results.unwrap(), Rows(1))
        .unwrap();
    assert_eq!(
        found,
        values(Cpu::new().reduce_each::<ops::Sum<f32>>(data, here).unwrap())
    );
}

fn segments<O>(of: fn(usize) -> O)
where
    O: Copy + Element,
    Array<O>: reduce_wgpu::Offsets,
    Vec<O>: reduce_wgpu::Offsets,
{
    let data: Vec<f32> = input(Kind::Ordinary, 4 * BUFFER + 100);
    // None, one, some within a buffer, and some across several.
    let offsets: Vec<O> = [0, 0, 1, 10, BUFFER - 3, 3 * BUFFER, 3 * BUFFER + 2, 4 * BUFFER + 90]
        .map(of)
        .to_vec();
    let there = small().upload(&offsets).unwrap();
    same::<ops::Sum<f32>, _, _, _>(&data, Segments(&there), Segments(&offsets), "offsets");
    let sum = small().reducer::<ops::Sum<f32>>().unwrap();
    same_on_device(
        sum.reduce_each_on_device(&data[..], Segments(&there)),
        Segments(&offsets),
        &data,
        |values| values,
    );
}

#[test]
fn offsets_of_two_widths() {
    segments(|place| place as u32);
    segments(|place| place as u64);
}

/// Of positions that count from the beginning of a group, and of members that keep the order and do not.
#[test]
fn offsets_for_several_operators() {
    let data: Vec<f32> = input(Kind::Ordinary, 3 * BUFFER);
    let offsets = [5u32, 70_000, 70_001, 190_000];
    let there = small().upload(&offsets).unwrap();
    same::<ops::ArgMax<f32>, f32, _, _>(&data, Segments(&there), Segments(&offsets), "offsets");
    same::<Two, _, _, _>(&data, Segments(&there), Segments(&offsets), "offsets");
}

/// More offsets than a binding holds, of elements that one holds.
#[test]
fn offsets_in_several_buffers() {
    let data: Vec<u8> = input(Kind::Ordinary, 2 * BUFFER);
    let offsets: Vec<u32> = (0..=2 * BUFFER as u32).collect();
    let there = small().upload(&offsets).unwrap();
    same::<ops::Sum<u8>, _, _, _>(&data, Segments(&there), Segments(&offsets), "many offsets");
}

#[test]
fn bad_offsets_that_the_host_has_read() {
    let gpu = small();
    let array = gpu.upload(&vec![1.0f32; 3 * BUFFER]).unwrap();
    let refused = |offsets: &[u32]| {
        let offsets = gpu.upload(offsets).unwrap();
        let refused = gpu.reduce_each::<ops::Sum<f32>>(&array, Segments(&offsets));
        refused.unwrap_err().to_string()
    };
    assert!(refused(&[0, 9, 7]).starts_with("offset 2 is 7, and offset 1 is 9"));
    assert!(refused(&[0, 200_000]).starts_with("offset 1 is 200000, and the input has 196608 elements"));
    assert!(refused(&[]).starts_with("there are no offsets"));
}

/// Groups by these keys, a few of which are long: runs, and wherever they lie.
fn by<K>(data: &[f32], of: fn(usize) -> K)
where
    K: Element + Key + Debug + PartialEq,
{
    let runs: Vec<K> = (0..data.len()).map(|index| of(index / 50_000)).collect();
    let keys: Vec<K> = (0..data.len()).map(|index| of(index * 7919 % 101)).collect();
    let there = [&runs, &keys].map(|keys| small().upload(keys).unwrap());
    same::<ops::Sum<f32>, _, _, _>(data, Runs(&there[0]), Runs(&runs), "runs");
    same::<ops::Sum<f32>, _, _, _>(data, Keys(&there[1]), Keys(&keys), "keys");
}

#[test]
fn keys_of_several_types() {
    let data: Vec<f32> = input(Kind::Ordinary, 4 * BUFFER + 3);
    by(&data, |index| index as u8);
    by(&data, |index| index as i16 - 50);
    by(&data, |index| (index as u64) << 33);
    by(&data, |index| if index == 7 { f32::NAN } else { 3.0 - index as f32 });
    let keys: Vec<u32> = (0..data.len() as u32).map(|index| index % 17).collect();
    let there = small().upload(&keys).unwrap();
    let sum = small().reducer::<ops::Sum<f32>>().unwrap();
    same_on_device(
        sum.reduce_each_on_device(&data[..], Keys(&there)),
        Keys(&keys),
        &data,
        |groups| groups.values,
    );
}

/// More keys than a binding holds, of elements that one holds.
#[test]
fn keys_in_several_buffers() {
    let data: Vec<u8> = input(Kind::Ordinary, 2 * BUFFER);
    let keys: Vec<u64> = (0..data.len() as u64).map(|index| index * 31 % 11).collect();
    let there = small().upload(&keys).unwrap();
    same::<ops::Sum<u8>, _, _, _>(&data, Keys(&there), Keys(&keys), "many keys");
    same::<ops::Sum<u8>, _, _, _>(&data, Runs(&there), Runs(&keys), "many keys");
}

/// Lengths are compared, arrays belong to one device, and buffers of the caller's may not allow copies.
#[test]
fn keys_that_are_refused() {
    let gpu = small();
    let array = gpu.upload(&vec![1.0f32; 3 * BUFFER]).unwrap();
    let few = gpu.upload(&vec![1u32; BUFFER]).unwrap();
    let refused = gpu
        .reduce_each::<ops::Sum<f32>>(&array, Keys(&few))
        .unwrap_err()
        .to_string();
    assert!(refused.starts_with("65536 keys for 196608 elements"), "{refused}");
    let elsewhere = self::gpu().upload(&vec![1u32; 3 * BUFFER]).unwrap();
    let refused = gpu.reduce_each::<ops::Sum<f32>>(&array, Runs(&elsewhere));
    assert!(matches!(refused, Err(Error::WrongDevice { .. })), "{refused:?}");
    let buffer = gpu.device().create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 12 * BUFFER as u64,
        usage: wgpu::BufferUsages::STORAGE,
        mapped_at_creation: false,
    });
    let refused = gpu.reduce_each::<ops::Sum<f32>>(&array, Runs(DeviceKeys::<u32>::new(&buffer)));
    assert!(matches!(refused, Err(Error::Limit { .. })), "{refused:?}");
}
