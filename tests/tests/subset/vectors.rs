//! The rows of `glam`'s vectors, and vectors as elements, states and fields.

use glam::{IVec2, IVec3, IVec4, UVec2, UVec3, UVec4, Vec2, Vec3, Vec4};
use reduce_tests::device::gpu;
use reduce_tests::inputs::Random;
use reduce_wgpu::Cpu;
use reduce_wgpu::prelude::*;

use crate::as_word;
use crate::rows::Bound::{By, Ulps};
use crate::rows::{Row, Rows, Words, between, rows};

/// Every kind of vector as a field: the largest alignment first.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub(crate) struct Vectors {
    a: Vec4,
    b: Vec4,
    p: Vec3,
    x: f32,
    q: Vec3,
    y: f32,
    r: Vec2,
    t: Vec2,
    g: IVec3,
    i: i32,
    h: IVec4,
    k: IVec2,
    l: UVec2,
    u: UVec3,
    v: u32,
    w: UVec4,
}

fn any(_: bool) -> Vec<Vectors> {
    let mut random = Random(13);
    let mut float = || (random.bits() % 513) as f32 / 4.0 - 64.0;
    let mut other = Random(14);
    let mut int = || (other.bits() % 81) as i32 - 40;
    let mut whole = Random(15);
    let mut uint = || (whole.bits() % 40) as u32 + 1;
    (0..3000)
        .map(|_| Vectors {
            a: Vec4::new(float(), float(), float(), float()),
            b: Vec4::new(float(), float(), float(), float()),
            p: Vec3::new(float(), float(), float()),
            x: float() + 0.125,
            q: Vec3::new(float(), float(), float()),
            y: float(),
            r: Vec2::new(float(), float()),
            t: Vec2::new(float(), 0.75),
            g: IVec3::new(int(), int(), int()),
            i: int(),
            h: IVec4::new(int(), int(), int(), int()),
            k: IVec2::new(int(), int()),
            l: UVec2::new(uint(), uint()),
            u: UVec3::new(uint(), uint(), uint()),
            v: uint(),
            w: UVec4::new(uint(), uint(), uint(), uint()),
        })
        .collect()
}

/// All components count, and so does their order.
#[gpu]
fn two(v: Vec2) -> f32 {
    v.x + v.y * 3.0
}

#[gpu]
fn three(v: Vec3) -> f32 {
    v.x + v.y * 3.0 + v.z * 5.0
}

#[gpu]
fn four(v: Vec4) -> f32 {
    v.x + v.y * 3.0 + v.z * 5.0 + v.w * 7.0
}

#[gpu]
fn of_signed(v: IVec3) -> i32 {
    v.x + v.y * 1000 + v.z * 1_000_000
}

#[gpu]
fn of_unsigned(v: UVec3) -> u32 {
    v.x + v.y * 1000 + v.z * 1_000_000
}

/// Sums of quarters are exact; quotients are not.
fn near(_: &Vectors, r: f64) -> f64 {
    1e-2 + r.abs() * 1e-5
}

rows! {
    /// Vectors of floats in quarters, whose sums and products are exact.
    Floats of Vectors { a b p x q y r t } from any;
    "Vec2" [two(r + t * 2.0)] sum;
    "Vec3" [three(p + q * 2.0)] sum;
    "Vec4" [four(a + b * 2.0)] sum;
    "Vec3::new(x, y, z)" [three(Vec3::new(x, y, 3.0)) + two(Vec2::new(x, y)) + four(Vec4::new(x, y, 1.0, 2.0))] sum;
    "Vec3::splat(x)" [three(Vec3::splat(x)) + two(Vec2::splat(y)) + four(Vec4::splat(x))] sum;
    "Vec3::ZERO, Vec3::ONE, Vec3::X" [three(Vec3::ZERO + Vec3::ONE + Vec3::Y * x)] sum;
    "v.x" [p.x + q.z * 3.0 + a.w * 5.0 + r.y] sum;
    "v.x = value" [{ let mut v = p; v.x = x; v.z += y; three(v) }] sum;
    "v + w" [three(p + q)] sum;
    "v - w" [three(p - q)] sum;
    "v * w" [three(p * q)] sum;
    "v / w" [three(p / Vec3::splat(4.0))] sum;
    "v + x" [three(p + x)] sum;
    "v * x" [three(p * x)] sum;
    "x * v" [three(x * p) + three(2.0 * p)] sum;
    "v / x" [three(p / 2.0)] sum;
    "-v" [three(-p) + four(-a) * 2.0] sum;
    "v == w" [p.floor() == q.floor() || p == p] truth;
    "v != w" [p.floor() != q.floor()] truth;
    "v.dot(w)" [p.dot(q) + r.dot(t) + a.dot(b)] sum;
    "v.cross(w)" [three(p.cross(q))] sum;
    "v.length()" [p.length() + a.length() * 3.0] float within Ulps(16.0);
    "v.length_squared()" [p.length_squared() + r.length_squared() * 3.0 + a.length_squared()] sum;
    "v.length_recip()" [(p + 100.0).length_recip()] float within Ulps(16.0);
    "v.distance(w)" [p.distance(q)] float within Ulps(8.0);
    "v.distance_squared(w)" [p.distance_squared(q)] sum;
    "v.normalize()" [three((p + 100.0).normalize())] float within By(near);
    "v.lerp(w, x)" [three(p.lerp(q, 0.25))] sum;
    "v.min(w)" [three(p.min(q)) + four(a.min(b)) + two(r.min(t))] sum;
    "v.max(w)" [three(p.max(q)) + four(a.max(b)) + two(r.max(t))] sum;
    "v.clamp(low, high)" [three(p.clamp(Vec3::splat(-9.5), Vec3::new(1.0, 20.0, 30.0)))] sum;
    "v.abs()" [three(p.abs()) + four(a.abs())] sum;
    "v.signum()" [three(p.signum())] sum;
    "v.floor()" [three(p.floor()) + four(a.floor())] sum;
    "v.ceil()" [three(p.ceil()) + four(a.ceil())] sum;
    "v.trunc()" [three(p.trunc()) + four(a.trunc())] sum;
    "v.fract()" [three(p.fract())] sum;
    "v.recip()" [three((p.abs() + 1.0).recip())] float within By(near);
    "v.element_sum()" [p.element_sum() + a.element_sum()] sum;
    "v.element_product()" [(p * 0.125).trunc().element_product()] sum;
    "v.extend(x)" [four(p.extend(x)) + three(r.extend(y))] sum;
    "v.truncate()" [three(a.truncate()) + two(p.truncate())] sum;
    "v.as_ivec3()" [of_signed(p.as_ivec3())] signed;
    "v.as_uvec3()" [of_unsigned(p.abs().as_uvec3())] unsigned;
}

rows! {
    /// Vectors of integers.
    Integers of Vectors { g i h k l u v w } from any;
    "IVec2" [k.x + (k + IVec2::splat(i)).y * 3] signed;
    "IVec3" [of_signed(g + IVec3::splat(i))] signed;
    "IVec4" [(h * 2).w + (h - IVec4::splat(i)).x] signed;
    "UVec2" [l.x + (l + UVec2::splat(v)).y * 3] unsigned;
    "UVec3" [of_unsigned(u * 2 + v)] unsigned;
    "UVec4" [(w * 2 % 7).element_sum() + w.w] unsigned;
    "g.abs()" [of_signed(g.abs()) + of_signed(g.signum())] signed;
    "g.min(h)" [of_signed(g.min(IVec3::new(1, 2, -3)).max(-IVec3::splat(9)))] signed;
    "g.dot(h)" [g.dot(IVec3::new(1, 2, 3)) + of_signed(g.cross(IVec3::new(4, 5, 6)))] signed;
    "g.wrapping_add(h)" [of_unsigned(u.wrapping_add(UVec3::new(1, 2, 3)).wrapping_mul(UVec3::splat(3)))] unsigned;
    "g.as_vec3()" [three(g.as_vec3())] sum;
    "g / h" [of_signed(g / IVec3::new(3, -4, 5))] signed;
    "g == h" [g == IVec3::splat(i) || h == h] truth;
}

/// The bounding box of points: a state of vectors, written by hand.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Box3 {
    low: Vec3,
    high: Vec3,
}

#[gpu]
impl Monoid for Box3 {
    const EXACT: bool = true;
    fn identity() -> Self {
        Box3 {
            low: Vec3::INFINITY,
            high: Vec3::NEG_INFINITY,
        }
    }
    fn combine(a: Self, b: Self) -> Self {
        Box3 {
            low: a.low.min(b.low),
            high: a.high.max(b.high),
        }
    }
}

struct Bounds;

#[gpu]
impl Reduction for Bounds {
    type Input = Vec3;
    type State = Box3;
    type Output = Vec3;
    fn lift(x: Vec3) -> Box3 {
        Box3 { low: x, high: x }
    }
    fn finish(s: Box3) -> Vec3 {
        s.high - s.low
    }
}

/// The bounding box of each kind, by the derive.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = Vec4)]
struct Extent {
    #[reduce(min)]
    low: Vec4,
    #[reduce(max)]
    high: Vec4,
    #[reduce(sum, lift = x)]
    sum: Vec4,
}

fn points(len: usize) -> Vec<Vec3> {
    let mut random = Random(16);
    let mut float = || between(&mut random, -1000.0, 1000.0);
    (0..len).map(|_| Vec3::new(float(), float(), float())).collect()
}

#[test]
fn vectors_are_elements_and_states() {
    for len in [0, 1, 2, 3, 255, 256, 257, 8192, 8193, 30_001] {
        let data = points(len);
        let (device, host) = (gpu().reduce::<Bounds>(&data), Cpu::new().reduce::<Bounds>(&data));
        let bits = |v: Vec3| v.to_array().map(f32::to_bits);
        assert_eq!(bits(device.unwrap()), bits(host.unwrap()), "{len} points");
        let data: Vec<Vec4> = data.iter().map(|p| p.extend(p.x * 0.5)).collect();
        let (device, host) = (gpu().reduce::<Extent>(&data), Cpu::new().reduce::<Extent>(&data));
        let (device, host): (Extent, Extent) = (device.unwrap(), host.unwrap());
        let words = |e: &Extent| bytemuck::cast_slice::<_, u32>(std::slice::from_ref(e)).to_vec();
        assert_eq!(words(&device), words(&host), "{len} points: {device:?}, {host:?}");
    }
}
