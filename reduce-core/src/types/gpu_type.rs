//! The Rust types that exist on the GPU, their spelling there and the device abilities that they need.

use std::any::TypeId;
use std::vec::IntoIter;

use crate::needs::Needs;
use crate::types::columns::Columns;
use crate::types::kind::Kind;
use crate::types::stored::{Case, Form, Members, Stored, Variant};
use crate::types::table::{FieldTable, Table};
use crate::wgsl::Module;

/// A type that Rust and WGSL share.
///
/// Derive it for structs; scalars, `bool` and `[T; N]` have it already. A type in a buffer has to be
/// [`Storable`] as well, which `bool` is not.
///
/// ```
/// use reduce_core::GpuType;
///
/// #[repr(C)]
/// #[derive(Clone, Copy, GpuType)]
/// struct Particle {
///     position: [f32; 3],
///     mass: f32,
/// }
/// assert_eq!(Particle::wgsl_name(), "Particle");
/// ```
///
/// A struct with padding does not compile, a generic one as soon as a program uses it with types that need padding:
///
/// ```compile_fail,E0080
/// use reduce_core::{Cpu, Number, Reduce};
///
/// #[repr(C)]
/// #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
/// #[reduce(input = T)]
/// struct Counted<T: Number> {
///     #[reduce(sum, lift = 1)]
///     count: u32,
///     #[reduce(sum, lift = x.widen())]
///     sum: T::Wide,
/// }
/// let _ = Cpu::new().reduce::<Counted<f64>>(&[1.0]); // 4 bytes of padding after `count`
/// ```
///
/// # Safety
/// The text that the hidden functions return reaches drivers without bounds checks, so only the derive implements this trait.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no WGSL type",
    label = "not a GPU type",
    note = "use f32, i32, u32 (f64, i64, u64 where the device has them), `[T; N]`, or a struct with `#[derive(GpuType)]`"
)]
pub unsafe trait GpuType: Stored {
    /// Device abilities that a kernel needs before it may mention this type.
    const NEEDS: Needs;
    /// Alignment in bytes in a WGSL storage buffer.
    const ALIGN: usize;
    /// A hash of the type's Rust, the same in every program that declares it alike.
    #[doc(hidden)]
    const FINGERPRINT: u64;
    /// The kind of scalar that this is, or that it is none.
    #[doc(hidden)]
    const KIND: Kind = Kind::Compound;
    /// Whether WGSL can put this type into a vector.
    #[doc(hidden)]
    const SCALAR: bool = false;
    /// Bytes of an element of an array in a buffer, where several share a word; 0 where none do.
    #[doc(hidden)]
    const PACKED: usize = 0;
    /// Proof that Rust and WGSL lay the type out alike; a struct whose layouts differ does not compile.
    #[doc(hidden)]
    const LAYOUT: () = ();
    /// The members of a struct in order, by their Rust and their WGSL names.
    #[doc(hidden)]
    const MEMBERS: &'static [(&'static str, &'static str)] = &[];
    /// The variants of an enum.
    #[doc(hidden)]
    const VARIANTS: &'static [Variant] = &[];
    /// The fields of a derived type, that of the variant of an enum in front of them.
    #[doc(hidden)]
    const FIELDS: &'static [FieldTable] = &[];
    /// The functions of the type.
    #[doc(hidden)]
    const TABLE: &'static Table = &Table {
        id: TypeId::of::<Self>,
        twin: TypeId::of::<Twin<Self>>,
        name: Self::wgsl_name,
        kind: Self::wgsl_type,
        shuffle: Self::wgsl_shuffle,
        select: Self::wgsl_select,
        words: Self::wgsl_words,
        of_words: Self::wgsl_of_words,
        stored: Self::wgsl_stored,
        store: Self::wgsl_store,
        load: Self::wgsl_load,
        has_twin: Self::TWIN,
        members_aligned: Self::MEMBERS_ALIGNED,
        bytes: Self::BYTES,
        fields: Self::FIELDS,
    };
    /// 256 values of this type side by side, one field after the other, for the SIMD loops of the CPU engine.
    #[doc(hidden)]
    type Columns: Columns<Item = Self>;

    /// What [`Stored`] says of the type. Derived code asks here, at the field that it is about: of a type that is none, rustc then says one thing alone.
    #[doc(hidden)]
    const FORM: Form = Form {
        plain: Self::PLAIN,
        bytes: Self::BYTES,
        aligned: Self::ALIGNED,
        twin: Self::TWIN,
    };

    /// [`Stored::write`] as the next member.
    #[doc(hidden)]
    fn write_next(&self, members: &mut Members, to: &mut [u8]) {
        members.write(self, to);
    }

    /// [`Stored::read`] of the next member.
    #[doc(hidden)]
    fn read_next(members: &mut Members, from: &[u8], case: Case) -> Option<Self> {
        members.read(from, case)
    }

    /// Passes by the next member.
    #[doc(hidden)]
    fn skip_next(members: &mut Members) {
        members.skip::<Self>();
    }

    /// The name that this type lends to WGSL identifiers, such as `Stats`, `f32` or `f32x3`.
    fn wgsl_name() -> String;

    /// Declares the type in `module` where it has to be and returns its spelling there.
    #[doc(hidden)]
    fn wgsl_type(module: &mut Module) -> String;

    /// The WGSL expression of this very value.
    #[doc(hidden)]
    fn wgsl_value(self, module: &mut Module) -> String;

    /// The WGSL expression of a variant of an enum with these fields, by their Rust names; none if there is no such variant.
    #[doc(hidden)]
    fn wgsl_variant(_name: &str, _given: &[(&str, String)], _: &mut Module) -> Option<String> {
        None
    }

    /// The WGSL expression that fetches `value` from the lane at `distance`, by the module's way to fetch.
    ///
    /// Subgroup operations take scalars and vectors only, so structs are fetched field by field.
    #[doc(hidden)]
    fn wgsl_shuffle(value: &str, distance: &str, module: &mut Module) -> String;

    /// The WGSL expression of `yes` where `condition` holds, else of `no`, without a branch.
    ///
    /// WGSL's `select` takes scalars and vectors only, so structs and arrays are selected part by part.
    #[doc(hidden)]
    fn wgsl_select(no: &str, yes: &str, condition: &str, _: &mut Module) -> String {
        format!("select({no}, {yes}, {condition})")
    }

    /// The WGSL expressions of the 32-bit words of `value`, as they lie in a buffer, each a u32.
    ///
    /// A type that no buffer can hold is stored like the one that stands for it: a bool as a u32 of 0 or 1, 8 and 16 bit
    /// numbers and a usize as 32 bits, a tuple as its members one after the other.
    #[doc(hidden)]
    fn wgsl_words(value: &str, _: &mut Module) -> Vec<String> {
        vec![format!("bitcast<u32>({value})")]
    }

    /// The WGSL expression of the value whose words these are, as many of them as it takes: the inverse of [`wgsl_words`](Self::wgsl_words).
    #[doc(hidden)]
    fn wgsl_of_words(words: &mut IntoIter<String>, module: &mut Module) -> String {
        format!(
            "bitcast<{}>({})",
            Self::wgsl_type(module),
            words.next().unwrap_or_default()
        )
    }

    /// The WGSL expression of the bits of a packed `value`, in front of which the word has zeros.
    #[doc(hidden)]
    fn wgsl_bits(value: &str, _: &mut Module) -> String {
        value.to_owned()
    }

    /// The WGSL expression of the packed value that begins at a bit of a word.
    #[doc(hidden)]
    fn wgsl_unpacked(word: &str, _bit: usize, _: &mut Module) -> String {
        word.to_owned()
    }

    /// A literal of this type written with the digits that stood in the Rust source.
    #[doc(hidden)]
    fn wgsl_literal(digits: &str) -> String {
        digits.to_owned()
    }

    /// The WGSL of `left symbol right`, where one operand is of this type and WGSL's own operator is not enough.
    #[doc(hidden)]
    fn wgsl_operator<Left: GpuType, Right: GpuType>(
        _symbol: &str,
        _left: &str,
        _right: &str,
        _module: &mut Module,
    ) -> Option<String> {
        None
    }

    /// The WGSL of `-value`, where WGSL's own operator is not enough.
    #[doc(hidden)]
    fn wgsl_negation(_value: &str, _module: &mut Module) -> Option<String> {
        None
    }

    /// This value with every NaN replaced by the one that is the same on all processors.
    ///
    /// Which NaN an operation yields differs between processors (x86 sets the sign bit, NVIDIA sets every
    /// mantissa bit), so results are compared after this.
    #[doc(hidden)]
    #[must_use]
    fn canonical(self) -> Self {
        self
    }
}

/// Stands for the twin of `T` among what a module declares.
struct Twin<T>(T);

/// A [`GpuType`] that a GPU buffer can hold: a number of 32 or 64 bits, an array, a struct or an enum.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot live in a GPU buffer",
    label = "has no WGSL layout",
    note = "use f32, i32, u32 (f64, i64, u64 where the device has them), `[T; N]`, or a struct or an enum with `#[derive(GpuType)]`; a truth value or a tuple is held by a struct"
)]
pub trait Storable: GpuType {}

impl<T: GpuType, const N: usize> Storable for [T; N] {}

/// A type whose Rust bytes are those in a buffer, by a trait: [`Stored::PLAIN`](crate::types::stored::Stored::PLAIN) as a bound.
///
/// # Safety
/// Any bits are a value of the type. Where `<Self as GpuType>::LAYOUT` can be evaluated, no byte of a value is padding.
pub unsafe trait Unpadded: Storable {}

// SAFETY: there is no padding between the elements of an array, and LAYOUT of the array evaluates that of its element.
unsafe impl<T: Unpadded, const N: usize> Unpadded for [T; N] {}
