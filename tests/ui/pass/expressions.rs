//! What `lift` and `finish` can say.
#![deny(warnings, clippy::pedantic, clippy::absolute_paths)]
#![forbid(unsafe_code)]
#![allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "they are the subject"
)]

use reduce_wgpu::{OperatorWgsl, prelude::*};

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
    OperatorWgsl::of::<Mixed>(&Caps::webgpu())?;
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

/// Where lifts say what functions with `#[gpu]` say: calls, blocks, `match`, loops, structs, tuples, computed indices.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = [f32; 4], output = f32, finish = { let half = total / 2.0; half.max(f32::min(least, 0.0)) })]
struct Rich {
    #[reduce(sum, lift = { let mut sum = 0.0; for i in 0..4 { sum += x[i]; } sum })]
    total: f32,
    #[reduce(min, lift = clamped(x[WHICH], 0.5).powi(2))]
    least: f32,
    #[reduce(sum, lift = match x[0] as i32 { 0 | 1 => 10, 2..=5 => 20, n if n < 0 => 30, _ => 40 })]
    kinds: u32,
    #[reduce(max, lift = (x[1], x[2]).1 + Point { at: x[3] }.at)]
    parts: f32,
    #[reduce(any, lift = { let big = x[0] > 2.0; big && x[1] > 0.0 })]
    big: u32,
    #[reduce(sum, lift = if x[0] > 1.0 { clamped(x[0], 1.0) } else { [1.0, 2.0][x[3] as usize % 2] })]
    chosen: f32,
}

const WHICH: usize = 2;

#[repr(C)]
#[derive(Clone, Copy, GpuType)]
struct Point {
    at: f32,
}

#[gpu]
fn clamped(x: f32, most: f32) -> f32 {
    x.clamp(-most, most)
}

#[test]
fn lifts_say_what_functions_say() -> Result<(), Error> {
    let data = [[1.0, 2.0, 3.0, 4.0], [2.5, 0.5, -2.0, 1.0]];
    let state = Rich::combine(Rich::lift(data[0]), Rich::lift(data[1]));
    let expected = Rich {
        total: 12.0,
        least: 0.25,
        kinds: 30,
        parts: 7.0,
        big: 1,
        chosen: 2.0,
    };
    assert_eq!(state, expected);
    assert_eq!(Cpu::new().reduce::<Rich>(&data)?.to_bits(), 6.0f32.to_bits());
    OperatorWgsl::of::<Rich>(&Caps::webgpu())?;
    Ok(())
}

/// A literal in a block gets its type from what is said of it later.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u32, output = u32, finish = { let two = 2; sum / two })]
struct Late {
    #[reduce(sum, lift = { let one = 1; x + one })]
    sum: u32,
}

#[test]
fn literals_in_blocks_get_their_types() -> Result<(), Error> {
    assert_eq!(Cpu::new().reduce::<Late>(&[2, 4])?, 4);
    let source = OperatorWgsl::of::<Late>(&Caps::webgpu())?;
    assert!(
        source.module.wgsl().contains("let one = 1u;"),
        "{}",
        source.module.wgsl()
    );
    Ok(())
}

/// Plain values are selected, without a branch; what must not run otherwise stays behind one.
#[gpu]
fn chooses(a: f32, b: [f32; 2], at: u32) -> f32 {
    let least = if a < b[0] && a > -1.0 { a } else { b[0] };
    let both = if at == 1 { (least, a) } else { (a, least) };
    let pair = if at == 2 { both } else { (0.0, 1.0) };
    if at < 2 && b[at as usize] > 0.0 { pair.0 } else { pair.1 }
}

/// A method of a type's own, in a module that forbids unsafe code.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Limits {
    low: f32,
    high: f32,
}

#[gpu]
impl Limits {
    fn hold(self, x: f32) -> f32 {
        x.max(self.low).min(self.high)
    }
}

struct Chosen;

#[gpu]
impl Reduction for Chosen {
    type Input = f32;
    type State = ops::Sum<f32>;
    type Output = f32;
    fn lift(x: f32) -> ops::Sum<f32> {
        let limits = Limits { low: -2.0, high: 2.0 };
        ops::Sum::<f32>::lift(limits.hold(chooses(x, [x, 1.0], 1)))
    }
    fn finish(s: ops::Sum<f32>) -> f32 {
        ops::Sum::<f32>::finish(s)
    }
}

#[test]
fn plain_values_are_selected() -> Result<(), Error> {
    let source = OperatorWgsl::of::<Chosen>(&Caps::webgpu())?;
    let text = source.module.wgsl();
    assert!(
        text.contains("let least = select(b[0u], a, (a < b[0u]) & (a > -1.0f));"),
        "{text}"
    );
    assert!(text.contains("let both = select_tuple_f32_f32("), "{text}");
    assert!(text.contains("let pair = select_tuple_f32_f32("), "{text}");
    assert!(text.contains("at < 2u && b["), "{text}");
    assert_eq!(Cpu::new().reduce::<Chosen>(&[0.5])?.to_bits(), 0.0f32.to_bits());
    Ok(())
}

#[test]
fn structs_are_inputs() -> Result<(), Error> {
    let at = |place: f32, mass: f32| Particle {
        position: [place, 0.0, 0.0],
        mass,
    };
    let centre = Cpu::new().reduce::<Centre>(&[at(0.0, 1.0), at(4.0, 3.0)])?;
    assert_eq!(centre.to_bits(), 3.0f32.to_bits());
    OperatorWgsl::of::<Centre>(&Caps::webgpu())?;
    Ok(())
}
