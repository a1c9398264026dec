//! `==` and `<` of structs and of enums without fields: member by member, and by the number of the variant, as Rust derives them.
//!
//! Among the values of structs that Rust is asked to compare (`written`) are words that are equal, nearly equal, in another order, zeros of both signs, NaNs and
//! ends of ranges in every member, and each bit alone.

use crate::lower::comparison::{Part, comparison};
use crate::lower::written::{Comparisons, Derived};
use crate::types::gpu_type::GpuType;
use crate::types::stored::from_any_bytes;
use crate::wgsl::Module;

/// A member of a struct: its WGSL path, its type's operators in WGSL, and whether Rust says that it is equal and less in the first of two values.
pub(crate) type ComparedMember<T> = (&'static str, fn() -> Part, fn(&T, &T) -> [Option<bool>; 2]);

/// How a struct is compared.
#[derive(Debug)]
pub struct ComparedStruct<T: 'static> {
    /// The comparisons of the whole.
    pub own: Comparisons<T>,
    /// The members, in their order.
    pub members: &'static [ComparedMember<T>],
}

impl<T: GpuType> ComparedStruct<T> {
    /// `left symbol right`; none if the symbol compares nothing.
    pub fn operate(&self, symbol: &str, left: &str, right: &str, module: &mut Module) -> Option<String> {
        self.own.operate(self, symbol, left, right, module)
    }
}

impl<T: GpuType> Derived<T> for ComparedStruct<T> {
    fn pairs(&self) -> Vec<(T, T)> {
        tried()
    }

    fn equal(&self, a: &T, b: &T) -> Option<bool> {
        for (_, _, compare) in self.members {
            if !compare(a, b)[0]? {
                return Some(false);
            }
        }
        Some(true)
    }

    fn less(&self, a: &T, b: &T) -> Option<bool> {
        for (_, _, compare) in self.members {
            let [equal, less] = compare(a, b);
            if !equal? {
                return less;
            }
        }
        Some(false)
    }

    fn text(&self, symbol: &str, left: &str, right: &str, module: &mut Module) -> Option<String> {
        let parts: Vec<Part> = self.members.iter().map(|(_, part, _)| part()).collect();
        comparison::<T>(symbol, left, right, module, &parts)
    }
}

/// How an enum without fields is compared.
#[derive(Debug)]
pub struct ComparedEnum<T: 'static> {
    /// Its comparisons.
    pub own: Comparisons<T>,
    /// All variants.
    pub all: &'static [T],
}

impl<T: GpuType> ComparedEnum<T> {
    /// `left symbol right` of the words, which is what a derived comparison means; refuses another one.
    pub fn operate(&self, symbol: &str, left: &str, right: &str, module: &mut Module) -> Option<String> {
        self.own.operate(self, symbol, left, right, module)
    }

    /// The word of the variant: the list of all holds it at the same place.
    fn word(&self, value: &T) -> Option<u32> {
        let text = |value: T| value.wgsl_value(&mut Module::new());
        let place = self.all.iter().position(|known| text(*known) == text(*value))?;
        T::VARIANTS.get(place).map(|(_, word, _)| *word)
    }
}

impl<T: GpuType> Derived<T> for ComparedEnum<T> {
    fn pairs(&self) -> Vec<(T, T)> {
        let pairs = self.all.iter().flat_map(|a| self.all.iter().map(|b| (*a, *b)));
        pairs.collect()
    }

    fn equal(&self, a: &T, b: &T) -> Option<bool> {
        Some(self.word(a)? == self.word(b)?)
    }

    fn less(&self, a: &T, b: &T) -> Option<bool> {
        Some(self.word(a)? < self.word(b)?)
    }

    fn text(&self, symbol: &str, left: &str, right: &str, _: &mut Module) -> Option<String> {
        ["==", "!=", "<", "<=", ">", ">="]
            .contains(&symbol)
            .then(|| format!("{left} {symbol} {right}"))
    }
}

/// Words at which comparisons turn: as integers, as f32, and as the upper half of an f64.
const WORDS: [u32; 12] = [
    0,
    1,
    2,
    7,
    0x8000_0000,
    0x7fff_ffff,
    0xffff_ffff,
    0x3f80_0000,
    0x3f80_0001,
    0xbf80_0000,
    0x7fc0_0000,
    0x3ff0_0000,
];

/// Words of which every bit is turned alone: 1.0 as f32, small integers, and letters, whose case is a bit.
const TURNED: [u32; 3] = [0x3f80_0000, 0x0101_0101, 0x4142_4344];

/// Words that are changed one bit at a time; a larger type compares further words among the random ones.
const PLACES: usize = 16;

/// Pairs of values of `T`: each of some hundred with each other, and words that differ in one bit, in both orders.
fn tried<T: GpuType>() -> Vec<(T, T)> {
    let count = T::BYTES.div_ceil(4);
    let values: Vec<T> = patterns(count).iter().filter_map(|words| value(words)).collect();
    let all = values.iter().flat_map(|a| values.iter().map(|b| (*a, *b)));
    let bits = (0..count.min(PLACES)).flat_map(|place| (0..32).map(move |bit| (place, 1 << bit)));
    let turned = bits.flat_map(|(place, bit)| {
        TURNED.map(|word| {
            let mut words = vec![word; count];
            let before = value(&words);
            words[place] ^= bit;
            Some((before?, value(&words)?))
        })
    });
    let turned = turned.flatten().flat_map(|(a, b): (T, T)| [(a, b), (b, a)]);
    all.chain(turned).collect()
}

/// Words of values: some with one word everywhere, each changed in one place, and some of random words.
fn patterns(count: usize) -> Vec<Vec<u32>> {
    let mut state = 0x9e37_79b9_u32;
    let mut random = move || {
        // Xorshift (Marsaglia 2003).
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    let mut patterns: Vec<Vec<u32>> = WORDS.iter().map(|word| vec![*word; count]).collect();
    for place in 0..count.min(PLACES) {
        for word in [1, 0x8000_0000, 0x3f80_0001, 0x7fc0_0000] {
            let mut words = vec![0x3f80_0000; count];
            words[place] = word;
            patterns.push(words);
        }
    }
    for _ in 0..24 {
        patterns.push((0..count).map(|_| WORDS[random() as usize % WORDS.len()]).collect());
        patterns.push((0..count).map(|_| random() % 16).collect());
        patterns.push((0..count).map(|_| random()).collect());
    }
    patterns
}

/// The value of these words, if they are one of `T`.
fn value<T: GpuType>(words: &[u32]) -> Option<T> {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    from_any_bytes(bytes.get(..T::BYTES)?)
}

/// Asks for the part of a struct that a member of type `T` is: the function of this impl where `T` is a type of the GPU, and that of [`NoPart`]
/// elsewhere, so that a field of another type is told of once, and not by this function.
#[derive(Debug)]
pub struct AskedPart<T>(std::marker::PhantomData<T>);

impl<T: GpuType> AskedPart<T> {
    /// The part at a path.
    pub fn at(path: &str) -> Part {
        Part::of::<T>(path)
    }

    /// The part that only this variant has.
    pub fn of_variant(path: &str, variant: u32) -> Part {
        Part::of_variant::<T>(path, variant)
    }
}

/// The answer for types without one.
pub trait NoPart {
    /// In code that is never run.
    #[must_use]
    fn at(path: &str) -> Part {
        Part::of::<bool>(path)
    }

    /// Likewise.
    #[must_use]
    fn of_variant(path: &str, _: u32) -> Part {
        Part::of::<bool>(path)
    }
}

impl<T> NoPart for AskedPart<T> {}
