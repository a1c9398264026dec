//! `reduce inspect`.

use reduce_wgpu::prelude::*;
use reduce_wgpu::{Needs, Subgroups};

use crate::tools::call;

fn inspect(arguments: &[&str]) -> String {
    call(&[&["inspect"], arguments].concat()).printed()
}

fn refused(arguments: &[&str], code: i32) -> String {
    call(&[&["inspect"], arguments].concat()).refused(code)
}

#[test]
fn the_shaders_are_those_of_the_library() {
    let caps = Caps::webgpu();
    let kernels = Kernels::of::<ops::Variance<f32>>(&caps).unwrap();
    assert_eq!(inspect(&["variance"]), kernels.explain());
    assert_eq!(
        inspect(&["variance", "--emit", "wgsl"]).trim_end(),
        kernels.wgsl().trim_end()
    );
    assert_eq!(
        inspect(&["variance", "--emit", "wgsl-web"]).trim_end(),
        kernels.wgsl_web().trim_end()
    );
}

#[test]
fn other_languages_are_those_of_the_library() {
    let kernels = Kernels::of::<ops::ArgMax<f32>>(&Caps::webgpu()).unwrap();
    for (emit, text) in [
        ("msl", kernels.msl()),
        ("hlsl", kernels.hlsl()),
        ("glsl", kernels.glsl()),
    ] {
        assert_eq!(
            inspect(&["argmax", "--emit", emit]).trim_end(),
            text.unwrap().trim_end()
        );
    }
    let said = refused(&["sum", "--input", "f64", "--offer", "f64", "--emit", "msl"], 1);
    assert!(said.contains("the blocks kernel has no MSL: "), "{said}");
}

#[test]
fn the_device_is_as_it_is_described() {
    let caps = Caps::webgpu_subgroups();
    let kernels = Kernels::of::<ops::Sum<u8>>(&caps).unwrap();
    assert_eq!(
        inspect(&["sum", "--input", "u8", "--caps", "webgpu-subgroups"]),
        kernels.explain()
    );
    let caps = Caps {
        subgroups: Some(Subgroups { min: 32, max: 32 }),
        ..caps
    };
    let kernels = Kernels::of::<ops::Sum<u8>>(&caps).unwrap();
    let wgsl = inspect(&["sum", "--input", "u8", "--subgroup", "32", "--emit", "wgsl"]);
    assert_eq!(wgsl.trim_end(), kernels.wgsl().trim_end());
    let none = inspect(&["sum", "--caps", "webgpu-subgroups", "--subgroup", "none"]);
    assert_eq!(none, inspect(&["sum"]));
    let caps = Caps {
        offers: Needs::F64,
        ..Caps::webgpu()
    };
    let kernels = Kernels::of::<ops::Sum<f64>>(&caps).unwrap();
    assert_eq!(inspect(&["sum", "--input", "f64", "--offer", "f64"]), kernels.explain());
}

#[test]
fn strategies_are_found_by_name() {
    let kernels = Kernels::with::<ops::Sum<u32>>(Strategy::Atomic, &Caps::webgpu()).unwrap();
    let wgsl = inspect(&["sum", "--input", "u32", "--strategy", "atomic", "--emit", "wgsl"]);
    assert_eq!(wgsl.trim_end(), kernels.wgsl().trim_end());
    assert_eq!(
        refused(&["sum", "--strategy", "Atomc"], 2),
        "reduce: there is no strategy `Atomc`; nearest: Atomic\n"
    );
    let said = refused(&["sum", "--strategy", "atomic"], 1);
    assert!(said.contains("Sum_f32") && said.contains("use Strategy::"), "{said}");
}

#[test]
fn a_plan_lists_its_passes() {
    assert_eq!(
        inspect(&["sum", "--emit", "plan", "--length", "100000000"]),
        "sum of 100000000 f32: 4 passes\n  \
           1  blocks: 33554432 of the input from element 0; 1024 workgroups, 32768 each, to buffer 0 from state 0\n  \
           2  blocks: 33554432 of the input from element 33554432; 1024 workgroups, 32768 each, to buffer 0 from state 1024\n  \
           3  blocks: 32891136 of the input from element 67108864; 1004 workgroups, 32768 each, to buffer 0 from state 2048\n  \
           4  tree: 3052 of buffer 0; 1 workgroup, 8192 each, to buffer 1 from state 0\n  \
           buffers of 3052 states and 1 state; the result is in buffer 1\n"
    );
}

#[test]
fn what_a_device_lacks_is_one_sentence() {
    assert_eq!(
        refused(&["sum", "--input", "f64"], 1),
        "reduce: Sum_f64 needs 64-bit floats (SHADER_F64), which any WebGPU device does not have; add it with --offer, or \
         give another --input or --strategy\n"
    );
    assert_eq!(
        refused(&["sum", "--subgroup", "33"], 2),
        "reduce: subgroups have no `33` lanes; give 4, 8, 16, 32, 64, 128 or none\n"
    );
    assert_eq!(
        refused(&["bitand", "--input", "f32"], 2),
        "reduce: bitand reads no f32; it reads i32 u32 i64 u64 i8 u8 i16 u16: convert the input to one of them or name \
         another operator\n"
    );
    assert!(
        refused(&["sum", "--emit", "ptx"], 2)
            .contains("[possible values: explain, plan, wgsl, wgsl-web, msl, hlsl, glsl]")
    );
}
