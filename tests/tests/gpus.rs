//! Two GPUs of different makers reduce together: llvmpipe and SwiftShader, by `cargo xtask test gpus`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test reports by panicking")]

use std::sync::LazyLock;

use reduce_tests::inputs::{Kind, input};
use reduce_tests::operators::Stats;
use reduce_tests::ops::{ArgMax, Dot, Histogram, Sum, Variance};
use reduce_tests::parameters::Scaled;
use reduce_tests::two_orders::Many;
use reduce_tests::written::Compose;
use reduce_wgpu::prelude::*;

/// Both, opened as users open them.
fn both() -> &'static Gpus {
    static GPUS: LazyLock<Gpus> = LazyLock::new(|| Gpus::all().unwrap_or_else(|error| panic!("{error}")));
    let names: Vec<&str> = GPUS.gpus().iter().map(Gpu::name).collect();
    let is_there = |name: &str| names.iter().any(|known| known.contains(name));
    assert!(
        names.len() == 2 && is_there("llvmpipe") && is_there("SwiftShader"),
        "this run is for both drivers, but the adapters are {names:?}"
    );
    &GPUS
}

/// From nothing over one tile, for one of the two only, to shards of unequal length.
const LENGTHS: [usize; 8] = [0, 1, 131_072, 131_073, 262_144, 262_145, 500_000, 1_000_003];

#[test]
fn two_devices_have_the_bits_of_one() {
    let data: Vec<f32> = input(Kind::Ordinary, 1_000_003);
    let (gpus, cpu) = (both(), Cpu::new());
    for len in LENGTHS {
        let data = &data[..len];
        let sharded = gpus.upload(data).unwrap();
        assert_eq!(sharded.len(), len);
        let sum = cpu.reduce::<Sum<f32>>(data).unwrap().to_bits();
        assert_eq!(gpus.reduce::<Sum<f32>>(data).unwrap().to_bits(), sum, "{len}");
        assert_eq!(gpus.reduce::<Sum<f32>>(&sharded).unwrap().to_bits(), sum, "{len}");
        let stats = cpu.reduce::<Stats>(data).unwrap();
        assert_eq!(gpus.reduce::<Stats>(&sharded).unwrap(), stats, "{len}");
        // Positions go on from one shard to the next.
        let best = cpu.reduce::<ArgMax<f32>>(data).unwrap();
        assert_eq!(gpus.reduce::<ArgMax<f32>>(&sharded).unwrap(), best, "{len}");
    }
}

#[test]
fn counts_of_two_devices_are_those_of_one() {
    let data: Vec<f32> = input(Kind::Ordinary, 1_000_003);
    let value = Histogram::<f32, 100>::new(-40.0, 50.0);
    let (gpus, cpu) = (
        both().reducer_using(value).unwrap(),
        Cpu::new().reducer_using(value).unwrap(),
    );
    for len in LENGTHS {
        assert_eq!(
            gpus.reduce(&data[..len]).unwrap(),
            cpu.reduce(&data[..len]).unwrap(),
            "{len}"
        );
    }
}

#[test]
fn parameters_are_those_of_the_value() {
    let data: Vec<f32> = input(Kind::Ordinary, 1_000_003);
    let reducer = both().reducer_using(Scaled { by: 0.5f32 }).unwrap();
    for by in [0.5, 3.0] {
        reducer.set(Scaled { by });
        let whole = Cpu::new().reducer_using(Scaled { by }).unwrap().reduce(&data).unwrap();
        assert_eq!(reducer.reduce(&data).unwrap().to_bits(), whole.to_bits(), "{by}");
    }
}

#[test]
fn the_order_of_the_input_is_kept() {
    let data: Vec<f32> = input(Kind::NearOne, 600_000);
    let whole = Cpu::new().reduce::<Compose>(&data).unwrap();
    assert_eq!(both().reduce::<Compose>(&data).unwrap(), whole);
}

#[test]
fn a_tuple_has_the_orders_of_its_members() {
    let data: Vec<f32> = input(Kind::Ordinary, 600_000);
    for len in LENGTHS.into_iter().filter(|len| *len <= data.len()) {
        let (found, whole) = (
            both().reduce::<Many>(&data[..len]).unwrap(),
            Cpu::new().reduce::<Many>(&data[..len]).unwrap(),
        );
        assert_eq!(format!("{found:?}"), format!("{whole:?}"), "{len}");
    }
}

#[test]
fn tuples_of_packed_and_wide_elements_are_spread_alike() {
    let gpus = both();
    let (a, b): (Vec<f32>, Vec<f32>) = (input(Kind::Ordinary, 400_001), input(Kind::NearOne, 400_001));
    let (left, right) = (gpus.upload(&a).unwrap(), gpus.upload(&b).unwrap());
    let dot = Cpu::new().reduce::<Dot<f32>>((&a, &b)).unwrap().to_bits();
    assert_eq!(gpus.reduce::<Dot<f32>>((&left, &right)).unwrap().to_bits(), dot);
    assert_eq!(gpus.reduce::<Dot<f32>>((&left, &b)).unwrap().to_bits(), dot);
    let bytes: Vec<u8> = input(Kind::AnyBits, 400_001);
    let sharded = gpus.upload(&bytes).unwrap();
    assert_eq!(
        gpus.reduce::<Sum<u8>>(&sharded).unwrap(),
        Cpu::new().reduce::<Sum<u8>>(&bytes).unwrap()
    );
}

#[test]
fn equal_devices_have_the_bits_of_one_for_every_operator() {
    let data: Vec<f32> = input(Kind::Ordinary, 1_000_003);
    for gpu in both().gpus() {
        let twice = Gpus::new([gpu.clone(), gpu.clone(), gpu.clone()]).unwrap();
        let one = gpu.reduce::<Variance<f32>>(&data).unwrap();
        assert_eq!(twice.reduce::<Variance<f32>>(&data).unwrap().to_bits(), one.to_bits());
    }
}

#[test]
fn one_device_reads_its_arrays_and_its_only_shard() {
    let data: Vec<f32> = input(Kind::Ordinary, 300_007);
    for gpu in both().gpus() {
        let alone = Gpus::new([gpu.clone()]).unwrap();
        let (sharded, array) = (alone.upload(&data).unwrap(), gpu.upload(&data).unwrap());
        let expected = gpu.reduce::<Sum<f32>>(&data).unwrap();
        assert_eq!(alone.reduce::<Sum<f32>>(&sharded).unwrap(), expected);
        assert_eq!(alone.reduce::<Sum<f32>>(&array).unwrap(), expected);
        assert_eq!(gpu.reduce::<Sum<f32>>(&sharded).unwrap(), expected);
        assert_eq!(
            gpu.reduce::<Dot<f32>>((&sharded, &data)).unwrap(),
            alone.reduce::<Dot<f32>>((&data, &array)).unwrap()
        );
    }
}

#[test]
fn data_elsewhere_is_refused_by_name() {
    let gpus = both();
    let data = vec![1.0f32; 300_000];
    let (sharded, alone) = (gpus.upload(&data).unwrap(), gpus.gpus()[0].upload(&data).unwrap());
    let names: Vec<&str> = gpus.gpus().iter().map(Gpu::name).collect();
    let remedy = "upload the data to the device that reduces it";
    let error = gpus.gpus()[0].reduce::<Sum<f32>>(&sharded).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "the array lives on {} + {}, the reduction runs on {}; {remedy}",
            names[0], names[1], names[0]
        )
    );
    let error = gpus.reduce::<Sum<f32>>(&alone).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "the array lives on {}, the reduction runs on {} + {}; {remedy}",
            names[0], names[0], names[1]
        )
    );
    let turned = Gpus::new([gpus.gpus()[1].clone(), gpus.gpus()[0].clone()]).unwrap();
    assert!(matches!(
        turned.reduce::<Sum<f32>>(&sharded),
        Err(Error::WrongDevice { .. })
    ));
    assert!(matches!(Gpus::new([]), Err(Error::NoAdapter { .. })));
    assert!(matches!(
        gpus.reduce::<Dot<f32>>((&data, &data[1..])),
        Err(Error::Lengths { .. })
    ));
}

/// Kernels are made for the subgroups of the device, whichever adapter is shown.
#[test]
fn an_adapter_that_did_not_open_the_device_is_refused() {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
    let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::VULKAN));
    assert_eq!(adapters.len(), 2, "{adapters:?}");
    let data: Vec<f32> = input(Kind::Ordinary, 100_000);
    let sum = Cpu::new().reduce::<Sum<f32>>(&data).unwrap();
    for (own, foreign) in [(0, 1), (1, 0)] {
        let descriptor = wgpu::DeviceDescriptor {
            required_features: adapters[own].features() & wgpu::Features::SUBGROUP,
            ..Default::default()
        };
        let (device, queue) = pollster::block_on(adapters[own].request_device(&descriptor)).unwrap();
        let error = Gpu::from_wgpu(&adapters[foreign], device.clone(), queue.clone()).unwrap_err();
        let gpu = Gpu::from_wgpu(&adapters[own], device, queue).unwrap();
        assert_eq!(gpu.reduce::<Sum<f32>>(&data).unwrap().to_bits(), sum.to_bits());
        let other = both().gpus().iter().find(|other| other.name() != gpu.name()).unwrap();
        assert_eq!(
            error,
            Error::ForeignAdapter {
                device: gpu.name().to_owned(),
                adapter: other.name().to_owned(),
            }
        );
        assert_eq!(
            error.to_string(),
            format!(
                "the device was opened by {}, the adapter given is {}; give the adapter that opened the device",
                gpu.name(),
                other.name()
            )
        );
    }
}

/// Long enough that every GPU folds whole nodes of the tree, which only the last one may end inside.
#[test]
fn long_inputs_are_split_between_nodes() {
    let bits: Vec<u16> = input(Kind::AnyBits, 1 << 20);
    // Numbers of both signs, between 2^-6 and 2^6.
    let some: Vec<half::f16> = bits
        .iter()
        .map(|bits| half::f16::from_bits((bits & 0xb3ff) + 0x2400))
        .collect();
    let mut data = some.repeat(256);
    data.extend(&some[..54_321]);
    let llvmpipe = both()
        .gpus()
        .iter()
        .find(|gpu| gpu.name().contains("llvmpipe"))
        .unwrap();
    let one = Gpus::new([llvmpipe.clone()]).unwrap();
    let whole = Cpu::new().reduce::<Sum<half::f16>>(&data).unwrap();
    assert!(whole.is_finite() && whole != 0.0);
    let sharded = one.upload(&data).unwrap();
    assert_eq!(
        one.reduce::<Sum<half::f16>>(&sharded).unwrap().to_bits(),
        whole.to_bits()
    );
}

#[test]
fn groups_are_divided_between_two_devices() {
    let data: Vec<f32> = input(Kind::Ordinary, 600_000);
    let (gpus, cpu) = (both(), Cpu::new());
    let offsets: Vec<u32> = (0..=1000).map(|group: u32| group * group * 3 / 5).collect();
    let keys: Vec<u32> = (0..600_000).map(|index| index % 97).collect();
    let mask: Vec<bool> = (0..600_000).map(|index| index % 3 != 0).collect();
    for len in [0, 96, 131_136, 600_000] {
        let (data, mask) = (&data[..len], &mask[..len]);
        for row in [1, 3, 32] {
            let rows = cpu.reduce_each::<Sum<f32>>(data, Rows(row)).unwrap();
            assert_eq!(
                gpus.reduce_each::<Sum<f32>>(data, Rows(row)).unwrap(),
                rows,
                "{len} in rows of {row}"
            );
            let masked = || Masked::new(data, mask).unwrap();
            let rows = cpu.reduce_each::<Sum<f32>>(masked(), Rows(row)).unwrap();
            assert_eq!(gpus.reduce_each::<Sum<f32>>(masked(), Rows(row)).unwrap(), rows);
        }
        let columns = cpu.reduce_each::<ArgMax<f32>>(data, Columns(32)).unwrap();
        assert_eq!(gpus.reduce_each::<ArgMax<f32>>(data, Columns(32)).unwrap(), columns);
        let groups = cpu.reduce_each::<Sum<f32>>(data, Keys(&keys[..len])).unwrap();
        assert_eq!(gpus.reduce_each::<Sum<f32>>(data, Keys(&keys[..len])).unwrap(), groups);
    }
    let segments = cpu.reduce_each::<ArgMax<f32>>(&data, Segments(&offsets)).unwrap();
    assert_eq!(
        gpus.reduce_each::<ArgMax<f32>>(&data, Segments(&offsets)).unwrap(),
        segments
    );
    let one_of_all = [0u32, 600_000];
    let whole = cpu.reduce_each::<Compose>(&data, Segments(&one_of_all)).unwrap();
    assert_eq!(
        gpus.reduce_each::<Compose>(&data, Segments(&one_of_all)).unwrap(),
        whole
    );
}

#[test]
fn shards_hold_whole_groups() {
    let data: Vec<f32> = input(Kind::Ordinary, 600_064);
    let (gpus, cpu) = (both(), Cpu::new());
    let sharded = gpus.upload(&data).unwrap();
    let rows = cpu.reduce_each::<Sum<f32>>(&data, Rows(64)).unwrap();
    assert_eq!(gpus.reduce_each::<Sum<f32>>(&sharded, Rows(64)).unwrap(), rows);
    let cut = sharded.shards()[0].len() as u32;
    // Neither the first group nor the last shard begins with an element of a group.
    let offsets = [5, 5, 100, cut, cut, cut + 7, 600_064];
    let segments = cpu.reduce_each::<Sum<f32>>(&data, Segments(&offsets)).unwrap();
    assert_eq!(
        gpus.reduce_each::<Sum<f32>>(&sharded, Segments(&offsets)).unwrap(),
        segments
    );
    let across = gpus
        .reduce_each::<Sum<f32>>(&sharded, Segments([0, cut - 1, cut + 1]))
        .unwrap_err();
    assert!(across.to_string().contains("group 1 lies on two GPUs"), "{across}");
    let columns = gpus.reduce_each::<Sum<f32>>(&sharded, Columns(64)).unwrap_err();
    assert!(matches!(columns, Error::WrongDevice { .. }), "{columns}");
}
