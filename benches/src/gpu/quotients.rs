//! The divisions that kernels hold, beside the CPU's on pairs of any bits.

use reduce_wgpu::prelude::*;
use reduce_wgpu::probe::Quotient as _;

/// A hash of quotients by integers, of quotients corrected by the remainders of `fma`, and of quotients by the operator.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = (u32, u32))]
struct Quotients {
    #[reduce(sum, lift = hash(f32::from_bits(x.0).quotient(f32::from_bits(x.1)), x.0))]
    exact: u32,
    #[reduce(sum, lift = hash(f32::from_bits(x.0).corrected_quotient(f32::from_bits(x.1)), x.0))]
    corrected: u32,
    #[reduce(sum, lift = hash(f32::from_bits(x.0) / f32::from_bits(x.1), x.0))]
    operator: u32,
}

#[gpu]
fn hash(quotient: f32, place: u32) -> u32 {
    let bits = if quotient.is_nan() { 1 } else { quotient.to_bits() };
    bits.wrapping_mul(2_654_435_761).rotate_left(9).wrapping_mul(place | 1)
}

/// 2^26 pairs whose exponents are at most this far apart.
pub(crate) fn table(gpu: &Gpu) -> Result<(), Box<dyn std::error::Error>> {
    println!("\n| exponents apart | by integers | corrected by fma | by the operator |");
    println!("|---|---|---|---|");
    let mut word = 1u64;
    let mut random = || {
        word = word
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (word >> 32) as u32
    };
    for spread in [0, 1, 30, 255] {
        let pairs = (0..1 << 26).map(|_| {
            let (dividend, digits) = (random(), random());
            let exponent = (dividend >> 23 & 0xff) + random() % (2 * spread + 1);
            let exponent = exponent.saturating_sub(spread).min(255);
            (dividend, digits & 0x807f_ffff | exponent << 23)
        });
        let (dividends, divisors): (Vec<u32>, Vec<u32>) = pairs.unzip();
        let data = (dividends.as_slice(), divisors.as_slice());
        let (device, host) = (gpu.reduce::<Quotients>(data)?, Cpu::new().reduce::<Quotients>(data)?);
        let equal = |equal: bool| if equal { "equal" } else { "DIFFERENT" };
        println!(
            "| {spread} | {} | {} | {} |",
            equal(device.exact == host.exact),
            equal(device.corrected == host.corrected),
            equal(device.operator == host.operator)
        );
    }
    Ok(())
}
