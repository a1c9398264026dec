//! Forms that are left out for now: legal Rust that the macro refuses or gets wrong. Each goes when its defect does.

/// `i32::MAX.wrapping_shl(7)` and the like: WGSL computes constants while it is compiled, and none may overflow.
pub(super) const METHODS_OF_CONSTANTS: bool = true;

/// `a < b` of bools, which WGSL does not have.
pub(super) const ORDER_OF_BOOLS: bool = true;

/// `f(x).min(y)`, `f(x)[0]`, and the like without a `let` that names the type: the probe learns what a free function
/// returns too late.
pub(super) const RESULTS_USED_AT_ONCE: bool = true;

/// `b |= x > y`: the probe says `b = b | x > y`, which is another expression.
pub(super) const COMPARISON_ASSIGNED_TO_BOOL: bool = true;

/// A variable `this` in a method: the probe calls `self` so.
pub(super) const VARIABLES_CALLED_THIS: bool = true;

/// `min`, `max`, `clamp`, `pow` and others branch in WGSL, which does not count as control flow of the operator: without
/// an `if` of its own it is unrolled, and SwiftShader compiles for minutes until its memory is gone.
pub(super) const HIDDEN_BRANCHES_ARE_KNOWN: bool = true;

/// `-(-5.0)`, which becomes `--5.0f`.
pub(super) const NEGATED_NEGATIVE_LITERALS: bool = true;

/// `f(a < b, c > d)` and tuples and arrays like it: WGSL takes `a < b, c >` for a type with arguments.
pub(super) const COMPARISONS_IN_LISTS: bool = true;

/// `for mut i in 0..4 { i += 1; }`: the loop's own counter changes, which in Rust is a copy.
pub(super) const CHANGED_COUNTERS: bool = true;

/// `(-2_000_000_000..2_000_000_000).step_by(900_000_000)`: the remaining distance overflows an i32, and the loop ends.
pub(super) const WIDE_RANGES: bool = true;

/// `-2147483648`: WGSL reads the digits first, which are too many for an i32.
pub(super) const LEAST_LITERAL: bool = true;

/// A function that ends in a `loop` without `break`, which returns from inside: naga misses a `return` behind it.
pub(super) const LOOPS_AS_VALUES: bool = true;

/// `a[{ a[0] = 7; 0 }]`: the array is read before the index changes it.
pub(super) const EFFECTS_IN_INDICES: bool = true;

/// `==` and `<` of tuples and arrays, which WGSL does not have.
pub(super) const COMPARISONS_OF_COMPOUNDS: bool = true;

/// `use E::*;` in one block and `use F::*;` in another one of the same function: the text of all imports stands together, where a name of both is
/// ambiguous.
pub(super) const IMPORTS_FROM_SEVERAL_ENUMS: bool = false;
