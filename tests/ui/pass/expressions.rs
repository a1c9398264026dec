//! What `lift` and `finish` can say.
#![deny(warnings, clippy::pedantic, clippy::absolute_paths, unsafe_code)]
#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "they are the subject"
)]

use reduce_wgpu::{OpSource, prelude::*};

const SCALE: f32 = 0.5;
const WEIGHTS: [f32; 2] = [1.0, -1.0];

mod limits {
    pub(super) const MOST: u32 = 3;
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = f32, output = bool, finish = !(positive == 2) ^ (rounded > 0 && words != limits::MOST))]
struct Mixed {
    #[reduce(min, lift = f32::INFINITY)]
    never: f32,
    #[reduce(max, lift = -x.abs() * SCALE)]
    scaled: f32,
    #[reduce(sum, lift = WEIGHTS)]
    weights: [f32; 2],
    #[reduce(sum, lift = if x > 0.0 { 1 } else if x < -1.0 { 2 } else { 0 })]
    positive: u32,
    #[reduce(sum, lift = (x + 0.5).floor() as i32)]
    rounded: i32,
    #[reduce(xor, lift = (x.to_bits() >> 3 | 0xff) & !1)]
    words: u32,
    #[reduce(any, lift = x >= 0.0 && x < 1.0 || x == -3.0)]
    inside: u32,
    #[reduce(all, lift = true)]
    all: u32,
    #[reduce(sum, lift = [-1.0, x][1])]
    last: f32,
    #[reduce(sum, lift = 1_000e-3_f32 + 2 as f32)]
    literal: f32,
}

#[test]
fn expressions_have_the_meaning_of_rust() -> Result<(), Error> {
    let reducer = Cpu::new().reducer::<Mixed>()?;
    assert!(!reducer.reduce(&[1.0, -0.25])?);
    let one = Mixed::lift(0.25);
    assert_eq!((one.positive, one.rounded, one.inside, one.all), (1, 0, 1, 1));
    assert_eq!((one.scaled, one.last, one.literal), (-0.125, 0.25, 3.0));
    OpSource::of::<Mixed>(&Caps::webgpu())?;
    assert_eq!(one.words, (0.25f32.to_bits() >> 3 | 0xff) & !1);
    Ok(())
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Particle {
    position: [f32; 3],
    mass: f32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = Particle, output = f32, finish = moment[0] / mass)]
struct Centre {
    #[reduce(sum, lift = [x.position[0] * x.mass, x.position[1] * x.mass, x.position[2] * x.mass])]
    moment: [f32; 3],
    #[reduce(sum, lift = x.mass)]
    mass: f32,
}

#[test]
fn structs_are_inputs() -> Result<(), Error> {
    let at = |place: f32, mass: f32| Particle {
        position: [place, 0.0, 0.0],
        mass,
    };
    let centre = Cpu::new().reduce::<Centre>(&[at(0.0, 1.0), at(4.0, 3.0)])?;
    assert_eq!(centre.to_bits(), 3.0f32.to_bits());
    OpSource::of::<Centre>(&Caps::webgpu())?;
    Ok(())
}
