//! What a device is too small for is refused in numbers, by the device's name.

use reduce_tests::child;
use reduce_tests::device::{adapter, borrowed, gpu, request};
use reduce_tests::operators::{Bands, Stats};
use reduce_wgpu::prelude::*;
use wgpu::Features;

use crate::works;

/// A state of 4 KiB.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)]
struct Huge {
    #[reduce(sum, lift = [x; 1024])]
    sums: [f32; 1024],
}

fn refused<R: Reduction>(gpu: &Gpu, data: &[R::Input]) -> String {
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
    let subgroups = 256 / caps.subgroups.unwrap().min;
    assert_eq!(
        refused::<Huge>(gpu(), &[1.0, 2.0]),
        format!(
            "a workgroup of Huge states takes {} bytes of workgroup memory, but {name} allows {}; \
             use a smaller state, or Cpu::new()",
            subgroups * 4096,
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

#[test]
fn too_few_invocations_in_a_workgroup() {
    let gpu = borrowed(|_, limits| limits.max_compute_invocations_per_workgroup = 128);
    assert_eq!(
        refused::<ops::Sum<f32>>(&gpu, &[1.0, 2.0]),
        format!(
            "a workgroup of Sum_f32 lanes takes 256 invocations, but {} allows 128; \
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
        limits.max_compute_workgroup_storage_size = 1024;
    });
    assert_eq!(
        refused::<Stats>(&gpu, &[1.0, 2.0]),
        format!(
            "a workgroup of Stats states takes 2048 bytes of workgroup memory, but {} allows 1024; \
             use a smaller state, or Cpu::new()",
            gpu.name()
        )
    );
    // Half the lanes, 4 bytes each, is less.
    works(&gpu);
}

#[test]
fn a_binding_that_holds_no_block() {
    let gpu = borrowed(|_, limits| limits.max_storage_buffer_binding_size = 100 * 1024);
    let message = format!(
        "one block of the input takes 131072 bytes in one binding, but {} allows 102400; \
         request the adapter's own limits for the device, or use Cpu::new()",
        gpu.name()
    );
    assert_eq!(refused::<ops::Sum<f32>>(&gpu, &[1.0, 2.0]), message);
    assert_eq!(gpu.upload(&[1.0f32]).unwrap_err().to_string(), message);
}

/// Block results that fit no binding, where a block of the input does.
#[test]
fn more_block_results_than_a_binding_holds() {
    let gpu = borrowed(|_, limits| limits.max_storage_buffer_binding_size = 128 * 1024);
    let blocks = 128 * 1024 / 108 + 1;
    let data = vec![1.0f32; blocks * 8192];
    let error = gpu.reduce::<Bands>(&gpu.upload(&data).unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "the block results takes {} bytes in one binding, but {} allows 131072; reduce a shorter input at a time",
            blocks * 108,
            gpu.name()
        )
    );
    // A slice is reduced as it comes, a few blocks at a time.
    assert_eq!(
        gpu.reduce::<Bands>(&data).unwrap(),
        Cpu::new().reduce::<Bands>(&data).unwrap()
    );
    works(&gpu);
}

/// A device with less than what every reduction binds.
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
