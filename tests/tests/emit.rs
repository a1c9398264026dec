//! Kernels in the languages of the drivers: spirv-val takes the SPIR-V, glslang the GLSL; MSL and HLSL have the expected text.
//!
//! `cargo xtask test emit` names the two programs.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test reports by panicking")]

use std::io::Write as _;
use std::process::{Command, Stdio};

use reduce_tests::operators::Stats;
use reduce_tests::ops::{ArgMax, Dot, L1Norm, L2Norm, LogSumExp, MinMax, Sum, Variance};
use reduce_tests::parameters::{InTwoOrders, Polynomial};
use reduce_tests::two_orders::Many;
use reduce_tests::written::{Compose, Spectrum, Spread};
use reduce_wgpu::prelude::*;
use reduce_wgpu::{Kernel, Needs, Step};

fn everything() -> Caps {
    Caps::webgpu_subgroups().with(|caps| caps.offers = Needs::F64.union(Needs::I64).union(Needs::COHERENT))
}

/// The kernels of `R` by every strategy that takes it, and those that only `encode` uses.
fn kernels<R: Operator>() -> Vec<(String, Kernel)> {
    let mut found = Vec::new();
    for caps in [everything(), everything().with(|caps| caps.subgroups = None)] {
        let size = if caps.subgroups.is_some() { "with" } else { "without" };
        for strategy in Strategy::ALL {
            match Kernels::with::<R>(strategy, &caps) {
                Ok(kernels) => found.extend(kernels.all().iter().map(|kernel| {
                    let name = format!(
                        "{} {} by {strategy}, {size} subgroups",
                        R::wgsl_name(),
                        kernel.step().name()
                    );
                    (name, kernel.clone())
                })),
                Err(Error::Policy { .. }) => {}
                Err(error) => panic!("{strategy}: {error}"),
            }
        }
        for step in [
            Step::SplitTiles,
            Step::UnalignedTiles,
            Step::Finish,
            Step::Prepare,
            Step::Read,
        ]
        .into_iter()
        .chain(caps.subgroups.map(|_| Step::Subgroups))
        {
            let kernel = Kernels::kernel::<R>(step, &caps).unwrap();
            found.push((format!("{} {}, {size} subgroups", R::wgsl_name(), step.name()), kernel));
        }
    }
    found
}

fn all() -> Vec<(String, Kernel)> {
    let mut all = kernels::<Sum<f32>>();
    all.extend(kernels::<Sum<u8>>());
    all.extend(kernels::<MinMax<i32>>());
    all.extend(kernels::<Stats>());
    all.extend(kernels::<ArgMax<f32>>());
    all.extend(kernels::<Spread>());
    all.extend(kernels::<Compose>());
    all.extend(kernels::<Many>());
    all.extend(kernels::<Spectrum<5>>());
    all.extend(kernels::<LogSumExp<f32>>());
    all.extend(kernels::<Variance<f32>>());
    all.extend(kernels::<Dot<f32>>());
    all.extend(kernels::<L1Norm<f32>>());
    all.extend(kernels::<L2Norm<f32>>());
    all.extend(kernels::<Variance<half::f16>>());
    all.extend(kernels::<Polynomial>());
    all.extend(kernels::<InTwoOrders>());
    all
}

/// The message of the program named by `variable` about `input`; `None` if it is content.
fn judged(variable: &str, arguments: &[&str], input: &[u8]) -> Option<String> {
    let program = std::env::var(variable)
        .unwrap_or_else(|_| panic!("{variable} is not set: run this by `cargo xtask test emit`"));
    let mut child = Command::new(program)
        .args(arguments)
        // glslang leaves its output behind.
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (!output.status.success()).then(|| String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn spirv_val_takes_every_kernel() {
    let all = all();
    assert!(all.len() > 300, "{}", all.len());
    for (name, kernel) in all {
        let words = kernel.spirv().unwrap_or_else(|error| panic!("{name}: {error}"));
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let said = judged("REDUCE_SPIRV_VAL", &["--target-env", "vulkan1.1", "-"], &bytes);
        assert_eq!(said, None, "{name}\n{}", kernel.wgsl());
    }
}

#[test]
fn glslang_takes_every_kernel() {
    // It takes a tenth of a second to start.
    let mut some = kernels::<Stats>();
    some.extend(kernels::<ArgMax<f32>>());
    some.extend(kernels::<Spectrum<5>>());
    some.extend(kernels::<Dot<f32>>());
    for (name, kernel) in some {
        let text = kernel.glsl().unwrap_or_else(|error| panic!("{name}: {error}"));
        let arguments = ["--stdin", "-S", "comp", "--target-env", "opengl"];
        let arguments = if text.contains("subgroup") {
            ["--stdin", "-S", "comp", "--target-env", "vulkan1.1"]
        } else {
            arguments
        };
        let said = judged("REDUCE_GLSLANG", &arguments, text.as_bytes());
        assert_eq!(said, None, "{name}\n{text}");
    }
}

#[test]
fn metal_and_direct3d_get_a_kernel_each() {
    for (name, kernel) in all() {
        let metal = kernel.msl().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(metal.contains("kernel void main_("), "{name}\n{metal}");
        let direct3d = kernel.hlsl().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(direct3d.contains("[numthreads("), "{name}\n{direct3d}");
        assert!(kernel.naga_ir().unwrap().contains("entry_points"), "{name}");
    }
    let kernels = Kernels::of::<Stats>(&Caps::webgpu()).unwrap();
    assert_eq!(kernels.spirv().unwrap().len(), 2);
    for text in [kernels.msl(), kernels.hlsl(), kernels.glsl()] {
        assert_eq!(text.unwrap().matches("// ---- ").count(), 2);
    }
}

/// A type that a language lacks is an error, not a panic of its printer.
#[test]
fn metal_has_no_64_bit_floats() {
    let kernels = Kernels::of::<Sum<f64>>(&everything()).unwrap();
    let error = kernels.msl().unwrap_err().to_string();
    assert!(
        error.starts_with("the tiles kernel has no MSL: ") && error.ends_with("; wgsl() shows what it does"),
        "{error}"
    );
    assert!(kernels.spirv().is_ok());
}
