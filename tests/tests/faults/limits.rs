//! A request beyond a limit of the device is refused with numbers and the device's name.

use reduce_tests::child;
use reduce_tests::device::{adapter, borrowed, gpu, request};
use reduce_tests::operators::Bands;
use reduce_wgpu::prelude::*;
use wgpu::{Features, Limits};

use crate::works;

/// A state of 64 KiB.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
struct Huge {
    #[reduce(sum, lift = [x; 16384])]
    sums: [f32; 16384],
}

fn refused<R: Operator<Params: NoParameters>>(gpu: &Gpu, data: &[R::Input]) -> String {
    match gpu.reduce::<R>(data) {
        Ok(_) => panic!("nothing was refused"),
        Err(error) => {
            assert!(matches!(error, Error::Limit { .. }), "{error}");
            error.to_string()
        }
    }
}

#[test]
fn a_state_too_large_for_workgroup_memory() {
    let (caps, name) = (gpu().caps(), gpu().name());
    assert_eq!(
        refused::<Huge>(gpu(), &[1.0, 2.0]),
        format!(
            "a workgroup of Huge states takes 65536 bytes of workgroup memory, but {name} allows {}; \
             use a smaller state, or Cpu::new()",
            caps.max_workgroup_bytes
        )
    );
    works(gpu());
}

/// The remedy that the message names. In a child, since a stack that overflows takes the process along.
#[test]
fn the_cpu_takes_a_state_of_any_size() {
    let said = child::run("limits::the_cpu_takes_a_state_of_any_size", &[], || {
        let data: Vec<f32> = (0..20_000).map(|i| i as f32).collect();
        let huge = Cpu::new().reduce::<Huge>(&data).unwrap();
        format!("{:?}", huge.sums.map(|sum| sum - huge.sums[0]).iter().sum::<f32>())
    });
    assert_eq!(said.unwrap_or("0.0".to_owned()), "0.0");
}

/// A state of 1 KiB.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
struct Kilobyte {
    #[reduce(sum, lift = [x; 256])]
    sums: [f32; 256],
}

/// Workgroup memory for 16 states, for 3, for a single one: the tree is the same.
#[test]
fn large_states_meet_a_few_at_a_time() {
    let data: Vec<f32> = (0..8193).map(|i| (i as f32).sin()).collect();
    let expected = Cpu::new().reduce::<Kilobyte>(&data).unwrap();
    assert_eq!(gpu().reduce::<Kilobyte>(&data).unwrap(), expected);
    let small = [
        borrowed(|_, limits| limits.max_compute_workgroup_storage_size = 16 << 10),
        borrowed(|_, limits| limits.max_compute_workgroup_storage_size = 4000),
        borrowed(|_, limits| limits.max_compute_workgroup_storage_size = 1024),
    ];
    for gpu in small {
        for len in [2, 257, data.len()] {
            let expected = Cpu::new().reduce::<Kilobyte>(&data[..len]).unwrap();
            assert_eq!(gpu.reduce::<Kilobyte>(&data[..len]).unwrap(), expected, "{len}");
        }
    }
}

/// The limits that wgpu asks of the least devices that compute at all.
#[test]
fn downlevel_limits_are_enough() {
    let gpu = borrowed(|features, limits| {
        *features = Features::empty();
        *limits = Limits::downlevel_defaults();
    });
    assert!(gpu.caps().max_workgroup_bytes <= 16 << 10);
    let data: Vec<f32> = (0..300_007).map(|i| (i as f32).sin()).collect();
    let cpu = Cpu::new();
    let sum = cpu.reduce::<ops::Sum<f32>>(&data).unwrap();
    assert_eq!(gpu.reduce::<ops::Sum<f32>>(&data).unwrap().to_bits(), sum.to_bits());
    let dot = cpu.reduce::<ops::Dot<f32>>((&data, &data)).unwrap();
    assert!((gpu.reduce::<ops::Dot<f32>>((&data, &data)).unwrap() - dot).abs() <= 1e-5 * dot);
    let bands = cpu.reduce::<Bands>(&data).unwrap();
    assert_eq!(gpu.reduce::<Bands>(&data).unwrap(), bands);
    let large = cpu.reduce::<Kilobyte>(&data[..10_000]).unwrap();
    assert_eq!(gpu.reduce::<Kilobyte>(&data[..10_000]).unwrap(), large);
}

#[test]
fn too_few_invocations_in_a_workgroup() {
    let gpu = borrowed(|_, limits| limits.max_compute_invocations_per_workgroup = 128);
    assert_eq!(
        refused::<ops::Sum<f32>>(&gpu, &[1.0, 2.0]),
        format!(
            "a workgroup of Sum_f32 invocations takes 256 invocations, but {} allows 128; \
             request a device with WebGPU's default limits, or use Cpu::new()",
            gpu.name()
        )
    );
}

#[test]
fn too_narrow_a_workgroup() {
    let gpu = borrowed(|_, limits| limits.max_compute_workgroup_size_x = 64);
    let said = refused::<ops::Sum<f32>>(&gpu, &[1.0, 2.0]);
    assert!(
        said.contains("takes 256 invocations, but ") && said.contains(" allows 64; "),
        "{said}"
    );
}

#[test]
fn too_little_workgroup_memory() {
    let gpu = borrowed(|features, limits| {
        features.remove(Features::SUBGROUP);
        limits.max_compute_workgroup_storage_size = 96;
    });
    assert_eq!(
        refused::<Bands>(&gpu, &[1.0, 2.0]),
        format!(
            "a workgroup of Bands states takes 108 bytes of workgroup memory, but {} allows 96; \
             use a smaller state, or Cpu::new()",
            gpu.name()
        )
    );
    // Six states at a time go through as many slots.
    works(&gpu);
}

#[test]
fn a_binding_that_holds_no_tile() {
    let gpu = borrowed(|_, limits| limits.max_storage_buffer_binding_size = 100 * 1024);
    let message = format!(
        "one tile of the input takes 131072 bytes in one binding, but {} allows 102400; \
         request the adapter's own limits for the device, or use Cpu::new()",
        gpu.name()
    );
    assert_eq!(refused::<ops::Sum<f32>>(&gpu, &[1.0, 2.0]), message);
    assert_eq!(gpu.upload(&[1.0f32]).unwrap_err().to_string(), message);
}

/// Tile results that fit no binding, where a tile of the input does.
#[test]
fn more_tile_results_than_a_binding_holds() {
    let gpu = borrowed(|_, limits| limits.max_storage_buffer_binding_size = 128 * 1024);
    let tiles = 128 * 1024 / 108 + 1;
    let data = vec![1.0f32; tiles * Partial::<Bands>::tile_len() as usize];
    let error = gpu.reduce::<Bands>(&gpu.upload(&data).unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "the tile results takes {} bytes in one binding, but {} allows 131072; reduce a shorter input at a time",
            tiles * 108,
            gpu.name()
        )
    );
    // A slice is reduced as it comes, a few tiles at a time.
    assert_eq!(
        gpu.reduce::<Bands>(&data).unwrap(),
        Cpu::new().reduce::<Bands>(&data).unwrap()
    );
    works(&gpu);
}

/// A device with fewer buffers than every reduction binds.
#[test]
fn a_device_with_a_single_storage_buffer() {
    let adapter = adapter();
    let (device, queue) = request(&adapter, |_, limits| limits.max_storage_buffers_per_shader_stage = 1);
    let error = Gpu::from_wgpu(&adapter, device, queue).unwrap_err();
    let said = error.to_string();
    assert!(matches!(error, Error::Driver { .. }), "{error:?}");
    assert!(
        said.contains("limit is 1, count was 2") && said.contains("`max_storage_buffers_per_shader_stage`"),
        "{said}"
    );
}
