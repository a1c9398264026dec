//! Every operator written in ordinary Rust with `#[gpu]`.

use reduce_tests::device::gpu;
use reduce_tests::for_written_operators;
use reduce_tests::inputs::{Kind, input};
use reduce_tests::written::Compose;
use reduce_wgpu::{NoParameters, Operator};

use crate::agree::agree;

/// Numbers with which no operation goes below the normal range, which a driver may flush.
fn agree_on_ordinary<
    R: Operator<Params: NoParameters, Input: reduce_tests::inputs::Sample, Output: std::fmt::Debug + reduce_wgpu::GpuType>,
>() {
    let data = input::<R::Input>(Kind::Ordinary, 140_001);
    for size in [
        0, 1, 2, 3, 5, 127, 128, 129, 255, 256, 257, 1025, 32_767, 32_768, 32_769, 100_000, 140_001,
    ] {
        agree::<R>(gpu(), &data[..size], Kind::Ordinary);
    }
}

macro_rules! each {
    ($($name:ident: $operator:ty,)*) => {$(
        #[test]
        fn $name() {
            agree_on_ordinary::<$operator>();
        }
    )*};
}

for_written_operators!(each);

/// An operator that does not commute is combined from left to right on the device as well.
#[test]
fn the_last_map_decides() {
    let mut data = vec![1.0f32; 100_000];
    data[0] = -8.0;
    let all = gpu().reduce::<Compose>(&data).unwrap();
    assert_eq!(all, reduce_wgpu::Cpu::new().reduce::<Compose>(&data).unwrap());
}
