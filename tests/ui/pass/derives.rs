//! The two derives of the documentation, word for word.
#![deny(warnings, clippy::pedantic, clippy::absolute_paths)]
#![forbid(unsafe_code)]

use reduce_wgpu::{OperatorWgsl, prelude::*};

// Field by field: the derive is the whole program. Gives GpuType + Monoid, and with `input` a Reduction.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32)] // `x` is the input element in every `lift`
struct Stats {
    #[reduce(sum, lift = 1)]
    count: u32,
    #[reduce(sum)]
    sum: f32, // lift defaults to x
    #[reduce(min)]
    min: f32,
    #[reduce(max)]
    max: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, output = f32, finish = sum / count as f32)]
struct MyMean {
    #[reduce(sum)]
    sum: f32,
    #[reduce(sum, lift = 1)]
    count: u32,
}

// `Welford` has no derived Monoid here, only a place in a buffer.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Welford {
    n: f32,
    mean: f32,
    m2: f32,
}

#[test]
fn derived_reductions_run() -> Result<(), Error> {
    let stats = Cpu::new().reduce::<Stats>(&[2.0, -1.0, 4.5])?;
    assert_eq!(
        stats,
        Stats {
            count: 3,
            sum: 5.5,
            min: -1.0,
            max: 4.5
        }
    );
    assert_eq!(Cpu::new().reduce::<MyMean>(&[1.0, 2.0])?.to_bits(), 1.5f32.to_bits());
    assert_eq!(Welford::wgsl_name(), "Welford");
    OperatorWgsl::of::<Stats>(&Caps::webgpu())?;
    OperatorWgsl::of::<MyMean>(&Caps::webgpu())?;
    Ok(())
}
