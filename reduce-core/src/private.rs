//! The items that generated code refers to. Not a public interface: it changes without notice.

mod calls;
mod functions;
mod never_run;

pub use bytemuck::{Pod, Zeroable};
pub use core::clone::Clone;
pub use core::marker::PhantomData;
pub use core::option::Option;
pub use std::assert;
pub use std::borrow::Cow;
pub use std::format;
pub use std::mem::{align_of, offset_of, size_of};
pub use std::string::String;
pub use std::vec::{IntoIter, Vec};

pub use crate::hash::fingerprint;
pub use crate::input::element::{Element, Slices};
pub use crate::lower::calls::{Calls, Place};
pub use crate::lower::convert::Conversion;
pub use crate::lower::derived::{AskedPart, ComparedEnum, ComparedStruct, NoPart};
pub use crate::lower::elements::{HasElements, HasLength, HasSum};
pub use crate::lower::in_generic::{Compared, NegationOfParameter, OfParameters, Operand, Operands};
pub use crate::lower::method::{AskedInherent, Method, Named, NoInherent};
pub use crate::lower::operable::{
    Comparable, HasComparisons, HasConstants, HasExtrema, HasOperators, HasOrder, Matched, Negation, Operable,
    Operation,
};
pub use crate::lower::slot::{HasDefault, HasMethod, InWgsl, MethodName, Slot, Typed};
pub use crate::lower::variables::{Counted, NotCounted, variables_fit};
pub use crate::lower::written::{
    AskedCompared, AskedWritten, Comparisons, NotCompared, NotWritten, WrittenEquality, WrittenMethod, WrittenOrder,
    WrittenPartialOrder, compare_written, extremum_of,
};
pub use crate::monoid::field;
pub use crate::monoid::held::HeldAs;
pub use crate::monoid::mapped::{Mapping, OfMapped};
pub use crate::monoid::member::Member;
pub use crate::monoid::operator::{FoldTile, Operator, ReductionWithParameters, VisitLeaf};
pub use crate::monoid::output::{Asked, Otherwise, Outcome};
pub use crate::monoid::parameters::{NoParameters, Parameters};
pub use crate::monoid::results::{Both, ReadAs, each_leaf_of_results, finish_of_results};
pub use crate::monoid::traits::{Monoid, MonoidOnGpu, Reduction, ReductionOnGpu, combine_function};
pub use crate::monoid::value::OperatorValue;
pub use crate::needs::Needs;
pub use crate::types::columns::{Columns, Values};
pub use crate::types::construct::construct;
pub use crate::types::gpu_type::{GpuType, Storable, Unpadded};
pub use crate::types::kind::Kind;
pub use crate::types::stored::{
    Case, Members, Stored, Variant, aligned_of_parts, bytes_of_numbers, bytes_of_parts, found, narrow_of, read_number,
    read_plain, write_plain,
};
pub use crate::types::table::FieldTable;
pub use crate::types::variants::construct_variant;
pub use crate::wgsl::{Flow, Module, Written, snake_case};

pub use self::calls::{FreeCall, called, fallback, fallback_max, fallback_min, free_call_not_lowered, not_lowered};
pub use self::functions::{
    Body, Parts, finish_function, finish_with_parameters, finished_on_host, function, lift_function,
    lift_with_parameters, params_type, raw_function,
};
pub use self::never_run::{
    Filtered, NoColumns, apply_0, apply_1, apply_2, apply_3, apply_4, apply_5, apply_6, apply_7, apply_8, best_by,
    best_by_key, filtered, kept_if,
};

/// Joins the pieces of a WGSL text.
#[must_use]
pub fn join<const N: usize>(pieces: [String; N]) -> String {
    pieces.concat()
}

/// A fixed piece of a WGSL text.
#[must_use]
pub fn text(piece: &str) -> String {
    piece.to_owned()
}

/// The WGSL expression of no value, in a function that returns an Option of this type.
pub fn none_of<T: GpuType>(module: &mut Module) -> String {
    T::wgsl_variant("None", &[], module).unwrap_or_default()
}

/// The function of that name of a monoid whose type rustc infers.
pub fn of_monoid<T: Monoid>(_: &Slot<T>, name: &str, module: &mut Module) -> String {
    match name {
        "identity" => T::wgsl_identity(module),
        _ => T::wgsl_combine(module),
    }
}

/// The WGSL expression of the default of the slot's type.
pub fn default_of<T: GpuType + Default>(_: &Slot<T>, module: &mut Module) -> String {
    T::default().wgsl_value(module)
}

/// A type's own name, without its path and its arguments, as a part of a name in WGSL.
#[must_use]
pub fn type_name<T: ?Sized>() -> String {
    let name = std::any::type_name::<T>();
    let name = name.split('<').next().unwrap_or_default();
    let own = name.rsplit("::").next().unwrap_or_default();
    own.chars().filter(char::is_ascii_alphanumeric).collect()
}
