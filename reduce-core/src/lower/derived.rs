//! `==` and `<` of structs: member by member, as Rust derives them, or the function that the user wrote.
//!
//! No macro sees both a derive and the body that compares, so whether Rust's own comparison is the derived one is asked of Rust: it compares values
//! of many bits, and an operator whose answers differ is refused. Words that are equal, nearly equal, in another order, zeros of both signs, NaNs
//! and ends of ranges are among them in every member, and each bit alone. (A constant in a pattern would ask the compiler itself, which wants
//! `StructuralPartialEq` there; but a derive would have to write it for types that have no `==` too.)

use crate::lower::comparison::{Part, comparison};
use crate::lower::slot::operate;
use crate::types::gpu_type::GpuType;
use crate::types::stored::from_any_bytes;
use crate::wgsl::Module;

/// How Rust compares two values, if it does.
pub(crate) type Compare<T> = Option<fn(&T, &T) -> bool>;

/// The WGSL of a comparison that the user wrote, if there is one: of the texts of both sides.
pub(crate) type WrittenText = Option<fn(&str, &str, &mut Module) -> String>;

/// A member of a struct: its WGSL path, its type's operators in WGSL, and whether Rust says that it is equal and less in the first of two values.
pub(crate) type ComparedMember<T> = (&'static str, fn() -> Part, fn(&T, &T) -> [Option<bool>; 2]);

/// How a struct is compared.
#[derive(Debug)]
pub struct ComparedStruct<T: 'static> {
    /// `==` by `#[gpu] impl PartialEq`.
    pub written: WrittenText,
    /// `==`.
    pub equal: Compare<T>,
    /// `<`.
    pub before: Compare<T>,
    /// The members, in their order.
    pub members: &'static [ComparedMember<T>],
}

impl<T: GpuType> ComparedStruct<T> {
    /// `left symbol right`; none if the symbol compares nothing.
    pub fn operate(&self, symbol: &str, left: &str, right: &str, module: &mut Module) -> Option<String> {
        let derived = match (symbol, self.written) {
            ("==", Some(text)) => return Some(text(left, right, module)),
            ("!=", Some(text)) => return Some(format!("!{}", text(left, right, module))),
            ("==" | "!=", None) => self.agrees(self.equal, |members| members.iter().all(|[equal, _]| *equal)),
            ("<" | "<=" | ">" | ">=", _) => self.agrees(self.before, |members| {
                let decides = members.iter().find(|[equal, _]| !equal);
                decides.is_some_and(|[_, less]| *less)
            }),
            _ => return None,
        };
        if !derived {
            module.refuse(format!(
                "`{symbol}` of `{}` is not the one that Rust derives: write `#[gpu]` on its `impl PartialEq`, compare its members, or call a function \
                 with `#[gpu]`",
                T::wgsl_name()
            ));
        }
        let parts: Vec<Part> = self.members.iter().map(|(_, part, _)| part()).collect();
        comparison::<T>(symbol, left, right, module, &parts)
    }

    /// Whether Rust's operator gives what `expected` makes of the members, for all pairs of the values that are tried.
    fn agrees(&self, rust: Compare<T>, expected: fn(&[[bool; 2]]) -> bool) -> bool {
        let Some(rust) = rust else { return false };
        tried::<T>().iter().all(|(a, b)| {
            let members = self.members.iter().map(|(_, _, compare)| {
                let [equal, less] = compare(a, b);
                // A member without `<` is never asked for it by a derive.
                equal.map(|equal| [equal, less.unwrap_or_default()])
            });
            let members: Option<Vec<_>> = members.collect();
            members.is_some_and(|members| rust(a, b) == expected(&members))
        })
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

/// A type whose `==` has a WGSL of its own.
///
/// # Safety
/// The text reaches drivers without bounds checks, so only `#[gpu]` implements this trait.
pub unsafe trait WrittenEquality: GpuType {
    /// `left == right`.
    fn equal(left: &str, right: &str, module: &mut Module) -> String;
}

/// Asks for the `==` that a type has by `#[gpu]` and for its part in a struct: the items of these impls where there are such, and those of
/// [`NoWgsl`] elsewhere, so that a field of no type of the GPU is told of once, and not by this function.
#[derive(Debug)]
pub struct AskedWritten<T>(std::marker::PhantomData<T>);

impl<T: WrittenEquality> AskedWritten<T> {
    /// The text.
    pub const EQUAL: WrittenText = Some(T::equal);
}

/// Asks for the part of a struct that a member of type `T` is.
#[derive(Debug)]
pub struct AskedPart<T>(std::marker::PhantomData<T>);

impl<T: GpuType> AskedPart<T> {
    /// The part at a path.
    pub fn at(path: &str) -> Part {
        Part::of::<T>(path)
    }
}

/// The answers for types without one.
pub trait NoWgsl {
    /// None.
    const EQUAL: WrittenText = None;
    /// In code that is never run.
    #[must_use]
    fn at(path: &str) -> Part {
        Part::of::<bool>(path)
    }
}

impl<T> NoWgsl for AskedWritten<T> {}
impl<T> NoWgsl for AskedPart<T> {}

/// `left symbol right` by the `==` that the user wrote.
pub fn compare_written<T: WrittenEquality>(symbol: &str, left: &str, right: &str, module: &mut Module) -> String {
    match symbol {
        "==" => T::equal(left, right, module),
        "!=" => format!("!{}", T::equal(left, right, module)),
        _ => operate::<T, T>(symbol, left, right, module),
    }
}
