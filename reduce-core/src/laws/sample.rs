//! Values of any storable type, filled in scalar by scalar, from simple to special.

use super::leaves::{Leaf, Scalar, bytes, leaves};
use super::operator::Bytes;
use crate::input::element::{Element, Storage};
use crate::types::gpu_type::Storable;

/// The values that a scalar may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Domain {
    /// All.
    Any,
    /// Small ones above zero.
    Positive,
}

/// The kind of values to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// 0, ±1, ±2, ½ and the like.
    Simple,
    /// Fractions and integers of some digits.
    Ordinary,
    /// Floats near 1, thousands of which can be multiplied; small integers.
    NearOne,
    /// Simple ones, except that one integer is the greatest of its type.
    Large,
    /// Special ones among ordinary ones.
    Special,
    /// [`Special`](Self::Special) without numbers below the normal range, which a driver may take for zero.
    Normal,
}

/// SplitMix64, so that every run draws the same values.
#[derive(Clone, Debug)]
pub(super) struct Random(pub(super) u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub(super) fn below(&mut self, n: usize) -> usize {
        (self.bits() % n.max(1) as u64) as usize
    }

    /// A number from 0 to 1, in steps of 2^-24.
    fn fraction(&mut self) -> f64 {
        (self.bits() >> 40) as f64 / f64::from(1 << 24)
    }

    fn pick(&mut self, values: &[f64]) -> f64 {
        values[self.below(values.len())]
    }
}

/// Values from the simplest on; also the order in which a counterexample is made simpler.
const SIMPLE: [f64; 17] = [
    0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 3.0, -3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 1.5, 0.25, -0.25,
];

/// Draws and changes values of one type.
#[derive(Clone, Debug)]
pub(super) struct Sampler {
    pub(super) domain: Domain,
    leaves: Vec<Leaf>,
    size: usize,
    name: String,
    members: &'static [(&'static str, &'static str)],
}

impl Sampler {
    pub(super) fn of<T: Storable>(domain: Domain) -> Self {
        Self {
            domain,
            leaves: leaves(T::wgsl_stored, T::BYTES),
            size: T::BYTES,
            name: T::wgsl_name(),
            members: T::MEMBERS,
        }
    }

    /// A sampler for the elements of an input, all of whose values are valid.
    pub(super) fn of_elements<E: Element>() -> Self {
        let (mut all, mut size) = (Vec::new(), 0);
        for part in E::layout() {
            let of_part = match part.storage {
                Storage::Typed { wgsl, .. } => leaves(wgsl, part.bytes),
                Storage::Narrow(_) => bytes(part.bytes),
            };
            all.extend(of_part.into_iter().map(|leaf| Leaf {
                offset: size + leaf.offset,
                ..leaf
            }));
            size += part.bytes;
        }
        Self {
            domain: Domain::Any,
            leaves: all,
            size,
            name: E::wgsl_name(),
            members: E::MEMBERS,
        }
    }

    pub(super) fn is_scalar(&self) -> bool {
        self.leaves.len() == 1
    }

    pub(super) fn leaves(&self) -> &[Leaf] {
        &self.leaves
    }

    /// The next value.
    pub(super) fn draw(&self, mode: Mode, random: &mut Random) -> Bytes {
        let mut value = vec![0; self.size];
        let large = (mode == Mode::Large).then(|| random.below(self.leaves.len()));
        for (index, leaf) in self.leaves.iter().enumerate() {
            if large == Some(index)
                && let Some(greatest) = greatest(leaf.scalar)
            {
                self.put(&mut value, leaf, greatest);
                continue;
            }
            // Only a few of many fields are special: a NaN in each would hide the others.
            let special = matches!(mode, Mode::Special | Mode::Normal) && random.below(self.leaves.len().max(3)) == 0;
            let number = match (mode, self.domain) {
                (Mode::Simple | Mode::Large, _) => self.simple(leaf.scalar, random),
                (_, Domain::Any) if special => {
                    self.put(&mut value, leaf, special_bits(leaf.scalar, mode, random));
                    continue;
                }
                (Mode::NearOne, _) if is_float(leaf.scalar) => 1.0 + (random.fraction() - 0.5) / 512.0,
                (Mode::NearOne, _) => self.simple(leaf.scalar, random),
                _ => self.ordinary(leaf.scalar, random),
            };
            self.put(&mut value, leaf, encode(leaf.scalar, number));
        }
        value
    }

    fn simple(&self, scalar: Scalar, random: &mut Random) -> f64 {
        let values = self.simple_values(scalar);
        random.pick(&values)
    }

    /// The simple values that the scalar can have, the simplest first.
    fn simple_values(&self, scalar: Scalar) -> Vec<f64> {
        let fits = |x: &f64| match (scalar, self.domain) {
            (_, Domain::Positive) if *x <= 0.0 => false,
            (Scalar::F32 | Scalar::F64, _) => true,
            (Scalar::I32 | Scalar::I64, _) => x.fract() == 0.0,
            _ => x.fract() == 0.0 && *x >= 0.0,
        };
        SIMPLE.into_iter().filter(fits).collect()
    }

    fn ordinary(&self, scalar: Scalar, random: &mut Random) -> f64 {
        let magnitude = 0.5 + random.fraction() * 15.5;
        let negative = self.domain == Domain::Any && random.below(2) == 0;
        match scalar {
            Scalar::F32 | Scalar::F64 if negative => -magnitude,
            Scalar::F32 | Scalar::F64 => magnitude,
            Scalar::I32 | Scalar::I64 if negative => -(magnitude * 60.0).floor(),
            Scalar::Byte => (magnitude * 16.0).floor(),
            _ if self.domain == Domain::Positive => magnitude.ceil(),
            _ => (magnitude * 60.0).floor(),
        }
    }

    /// Simpler values for the scalar at `leaf` of `value`, the simplest first.
    pub(super) fn simpler(&self, value: &[u8], leaf: &Leaf) -> Vec<Bytes> {
        let bits = self.get(value, leaf);
        let rank = |bits: u64| {
            let specials = specials(leaf.scalar);
            let simple = self.simple_values(leaf.scalar);
            let known = simple.iter().position(|&x| encode(leaf.scalar, x) == bits);
            let special = specials.iter().position(|&special| special == bits);
            known.or(special.map(|index| 200 + index)).unwrap_or(100)
        };
        let now = rank(bits);
        let mut candidates: Vec<u64> = self
            .simple_values(leaf.scalar)
            .into_iter()
            .map(|x| encode(leaf.scalar, x))
            .collect();
        if self.domain == Domain::Any {
            candidates.extend(specials(leaf.scalar));
        }
        let mut simpler: Vec<u64> = candidates
            .into_iter()
            .filter(|&candidate| rank(candidate) < now)
            .collect();
        if now == 100 {
            simpler.extend(shorter(leaf.scalar, bits));
        }
        let put = |bits| {
            let mut value = value.to_vec();
            self.put(&mut value, leaf, bits);
            value
        };
        simpler.into_iter().map(put).collect()
    }

    /// The bits of a scalar.
    pub(super) fn get(&self, value: &[u8], leaf: &Leaf) -> u64 {
        let bytes = &value[leaf.offset..][..leaf.scalar.width()];
        match *bytes {
            [a] => a.into(),
            [a, b, c, d] => u32::from_ne_bytes([a, b, c, d]).into(),
            [a, b, c, d, e, f, g, h] => u64::from_ne_bytes([a, b, c, d, e, f, g, h]),
            _ => 0,
        }
    }

    fn put(&self, value: &mut [u8], leaf: &Leaf, bits: u64) {
        let width = leaf.scalar.width();
        let place = &mut value[leaf.offset..][..width];
        match width {
            1 => place.copy_from_slice(&(bits as u8).to_ne_bytes()),
            4 => place.copy_from_slice(&(bits as u32).to_ne_bytes()),
            _ => place.copy_from_slice(&bits.to_ne_bytes()),
        }
    }

    /// The number that a float scalar holds; none for another one.
    pub(super) fn float(&self, value: &[u8], leaf: &Leaf) -> Option<f64> {
        float(leaf.scalar, self.get(value, leaf))
    }

    /// The value with floats below the normal range replaced by zeros of their sign.
    pub(super) fn flushed(&self, mut value: Bytes) -> Bytes {
        for leaf in &self.leaves {
            let bits = self.get(&value, leaf);
            let subnormal = match leaf.scalar {
                Scalar::F32 => f32::from_bits(bits as u32).is_subnormal(),
                Scalar::F64 => f64::from_bits(bits).is_subnormal(),
                _ => false,
            };
            if subnormal {
                let sign = 1 << (8 * leaf.scalar.width() - 1);
                self.put(&mut value, leaf, bits & sign);
            }
        }
        value
    }

    /// The Rust path of a WGSL path: the first member has a name of its own in each.
    pub(super) fn rust_path(&self, path: &str) -> String {
        let path = path.strip_prefix('.').unwrap_or(path);
        let end = path.find(['.', '[']).unwrap_or(path.len());
        let known = self.members.iter().find(|(_, wgsl)| *wgsl == &path[..end]);
        known.map_or_else(|| path.to_owned(), |(rust, _)| format!("{rust}{}", &path[end..]))
    }

    /// The fields by name, for types without `Debug`.
    pub(super) fn describe(&self, value: &[u8]) -> String {
        let field = |leaf: &Leaf| {
            let text = number(leaf.scalar, self.get(value, leaf));
            match self.rust_path(&leaf.path) {
                path if path.is_empty() => text,
                path => format!("{path}: {text}"),
            }
        };
        let fields: Vec<String> = self.leaves.iter().map(field).collect();
        match self.leaves.first() {
            Some(leaf) if !leaf.path.is_empty() => format!("{} {{ {} }}", self.name, fields.join(", ")),
            _ => fields.join(", "),
        }
    }
}

fn is_float(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::F32 | Scalar::F64)
}

/// The number that the bits of a float stand for.
pub(super) fn float(scalar: Scalar, bits: u64) -> Option<f64> {
    match scalar {
        Scalar::F32 => Some(f32::from_bits(bits as u32).into()),
        Scalar::F64 => Some(f64::from_bits(bits)),
        _ => None,
    }
}

fn number(scalar: Scalar, bits: u64) -> String {
    match scalar {
        Scalar::F32 => format!("{:?}", f32::from_bits(bits as u32)),
        Scalar::F64 => format!("{:?}", f64::from_bits(bits)),
        Scalar::I32 => (bits as u32 as i32).to_string(),
        Scalar::I64 => (bits as i64).to_string(),
        Scalar::U32 | Scalar::U64 | Scalar::Byte => bits.to_string(),
    }
}

fn encode(scalar: Scalar, x: f64) -> u64 {
    match scalar {
        Scalar::F32 => (x as f32).to_bits().into(),
        Scalar::F64 => x.to_bits(),
        Scalar::I32 => u64::from(x as i32 as u32),
        Scalar::I64 => x as i64 as u64,
        Scalar::U32 => u64::from(x as u32),
        Scalar::U64 => x as u64,
        Scalar::Byte => u64::from(x as u8),
    }
}

/// The special values, the simplest first; floats below the normal range last.
fn specials(scalar: Scalar) -> Vec<u64> {
    macro_rules! floats {
        ($t:ty) => {
            [
                <$t>::INFINITY,
                <$t>::NEG_INFINITY,
                <$t>::NAN,
                <$t>::MAX,
                <$t>::MIN,
                -0.0,
                <$t>::MIN_POSITIVE,
                <$t>::from_bits(1),
            ]
            .map(|x| u64::from(x.to_bits()))
            .to_vec()
        };
    }
    match scalar {
        Scalar::F32 => floats!(f32),
        Scalar::F64 => floats!(f64),
        Scalar::I32 => [i32::MAX, i32::MIN, i32::MAX - 1, i32::MIN + 1]
            .map(|x| u64::from(x as u32))
            .to_vec(),
        Scalar::I64 => [i64::MAX, i64::MIN, i64::MAX - 1, i64::MIN + 1]
            .map(|x| x as u64)
            .to_vec(),
        Scalar::U32 => [u32::MAX, 1 << 31, u32::MAX - 1].map(u64::from).to_vec(),
        Scalar::U64 => vec![u64::MAX, 1 << 63, u64::MAX - 1],
        Scalar::Byte => vec![255, 128, 127],
    }
}

/// The greatest value of an integer.
fn greatest(scalar: Scalar) -> Option<u64> {
    match scalar {
        Scalar::F32 | Scalar::F64 => None,
        _ => specials(scalar).first().copied(),
    }
}

/// Numbers with fewer digits near one that is neither simple nor special.
fn shorter(scalar: Scalar, bits: u64) -> Vec<u64> {
    let candidates = match (float(scalar, bits), scalar) {
        (Some(x), _) => vec![encode(scalar, x.round()), encode(scalar, (x * 4.0).round() / 4.0)],
        (None, Scalar::I32) => vec![u64::from((bits as u32 as i32 / 2) as u32)],
        (None, Scalar::I64) => vec![(bits as i64 / 2) as u64],
        (None, _) => vec![bits / 2],
    };
    candidates.into_iter().filter(|&candidate| candidate != bits).collect()
}

fn special_bits(scalar: Scalar, mode: Mode, random: &mut Random) -> u64 {
    let specials = specials(scalar);
    match scalar {
        Scalar::F32 | Scalar::F64 => {
            let count = specials.len() - if mode == Mode::Normal { 2 } else { 0 };
            specials[random.below(count)]
        }
        _ if random.below(2) == 0 => specials[random.below(specials.len())],
        Scalar::I32 | Scalar::U32 => random.bits() >> 32,
        Scalar::Byte => random.bits() >> 56,
        Scalar::I64 | Scalar::U64 => random.bits(),
    }
}
