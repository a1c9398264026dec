//! The two traits of the framework and their laws.

use std::any::TypeId;

use crate::input::element::Element;
use crate::monoid::column_form;
use crate::monoid::member::{ColumnForm, Member, MemberAtomics, all_combined, all_over_subgroup};
use crate::monoid::output::Outcome;
use crate::needs::Needs;
use crate::types::gpu_type::{GpuType, Storable};
use crate::wgsl::{Module, construct_of, snake_case};

/// A type with an associative operation and a neutral element.
///
/// # Laws
/// * `combine(combine(a, b), c)` is `combine(a, combine(b, c))`, exactly or up to rounding.
/// * `combine(identity(), a)` and `combine(a, identity())` are `a`.
/// * `combine(a, b)` is `combine(b, a)` unless [`COMMUTATIVE`](Self::COMMUTATIVE) is false.
///
/// Floating-point operations are associative up to rounding only. The engines therefore all use one tree, which
/// depends on the number of elements and on the types alone; see [`Shape`](crate::Shape). The identity is the result for
/// no elements at all; the tree itself never combines it.
///
/// Derive it with [`Reduce`](crate::Reduce):
///
/// ```
/// use reduce_core::{Monoid, Reduce};
///
/// #[repr(C)]
/// #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
/// struct Range {
///     #[reduce(min)]
///     low: i32,
///     #[reduce(max)]
///     high: i32,
/// }
/// let both = Range::combine(Range { low: 1, high: 2 }, Range { low: -1, high: 0 });
/// assert_eq!(both, Range { low: -1, high: 2 });
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a Monoid",
    label = "no identity and combine",
    note = "a state is a struct with a `#[gpu] impl Monoid`, or one that derives `Reduce`; a number alone does not say how two of them are combined: a field of it takes an operator, as in `#[reduce(sum)]`"
)]
pub trait Monoid: Storable + MonoidOnGpu {
    /// Whether operands may change places.
    const COMMUTATIVE: bool = true;
    /// Whether the operation is associative and commutative to the last bit, as integer sums and minima are.
    const EXACT: bool = false;
    /// For a derived monoid, whether any values of its fields make a state; none where that is not known.
    #[doc(hidden)]
    const FIELDWISE: Option<bool> = None;

    /// For a tuple of states: whether one keeps the order of the input, and the bits of another depend on the canonical order.
    #[doc(hidden)]
    const MIXED: bool = false;

    /// Fields in which every lifted element has the same value.
    #[doc(hidden)]
    const COUNTS: &'static [&'static str] = &[];

    /// The neutral element: the result of reducing nothing.
    fn identity() -> Self;
    /// Joins two neighbouring results, `a` before `b`.
    fn combine(a: Self, b: Self) -> Self;

    /// `combine(a, b)` where all elements of `a` stand before all those of `b` in the input: fewer operations for monoids that look at positions,
    /// such as an arg-max, where the first operand wins without a comparison of positions that are equally good. Either operand may be the identity, which has no elements: a mask leaves
    /// it, and a `lift` may return it.
    ///
    /// The engines call it where they know the order. It has to give the bits of `combine`, which is its default.
    ///
    /// ```
    /// use reduce_core::{Monoid, ops::ArgMax, Indexed, Reduction};
    /// let [first, second] = [0, 1].map(|index| ArgMax::<f32>::lift(Indexed { index, value: 7.0 }));
    /// assert_eq!(ArgMax::combine_in_order(first, second), ArgMax::combine(second, first));
    /// ```
    #[inline(always)]
    fn combine_in_order(a: Self, b: Self) -> Self {
        Self::combine(a, b)
    }

    /// `combine(b, a)`; in a [`MIXED`](Self::MIXED) state, only the members that may change places do.
    #[doc(hidden)]
    fn combine_swapped(a: Self, b: Self) -> Self {
        if Self::COMMUTATIVE {
            Self::combine(b, a)
        } else {
            Self::combine(a, b)
        }
    }

    /// The functions for a member of that name which is such a monoid itself.
    #[doc(hidden)]
    fn wgsl_member(name: &'static str) -> Member {
        Member {
            name,
            kind: Self::wgsl_type,
            combine: |a, b, module| format!("{}({a}, {b})", Self::wgsl_combine(module)),
            column: Self::wgsl_column,
            shuffle: Self::wgsl_shuffle,
            subgroup: |x, module| Some(format!("{}({x})", Self::wgsl_subgroup(module)?)),
            atomics: MemberAtomics::Each(Self::wgsl_members),
        }
    }

    /// The members of a monoid that is combined member by member.
    #[doc(hidden)]
    fn wgsl_members() -> Vec<Member> {
        Vec::new()
    }

    /// Declares `combine` in `module` and returns its name. Code that overrides it implements [`MonoidOnGpu`] as well.
    #[doc(hidden)]
    fn wgsl_combine(module: &mut Module) -> String
    where
        Self: Storable,
    {
        unwritten::<Self>("combine", module)
    }

    /// Whether `combine_in_order` is written.
    #[doc(hidden)]
    const HAS_ORDER: bool = false;

    /// Declares `combine_in_order` and returns its name.
    #[doc(hidden)]
    fn wgsl_combine_in_order(module: &mut Module) -> String
    where
        Self: Storable,
    {
        Self::wgsl_combine(module)
    }

    /// A form in which columns are folded in fewer operations, where there is one.
    #[doc(hidden)]
    fn wgsl_column(module: &mut Module) -> Option<ColumnForm> {
        if Self::HAS_ORDER {
            return Some(ColumnForm {
                kind: Self::wgsl_type(module),
                to_key: None,
                fold: Self::wgsl_combine_in_order(module),
                combine: Self::wgsl_combine(module),
                from_key: None,
                shuffle: None,
            });
        }
        column_of_members::<Self>(module)
    }

    /// Declares a function that folds the states of a whole subgroup at once, where built-ins do that, and returns its name.
    #[doc(hidden)]
    fn wgsl_subgroup(module: &mut Module) -> Option<String> {
        subgroup_of_members::<Self>(module)
    }

    /// Declares a function that returns `identity()` in `module` and returns its name.
    #[doc(hidden)]
    fn wgsl_identity(module: &mut Module) -> String {
        StateInWgsl::of::<Self>().identity(|module| Self::identity().wgsl_value(module), module)
    }
}

/// The form of a struct, if one of its members has one.
fn column_of_members<S: Monoid>(module: &mut Module) -> Option<ColumnForm> {
    /// Stands for the form of `S` among the declarations of a module.
    struct Of<S>(S);
    let keys = (TypeId::of::<S>(), TypeId::of::<Of<S>>());
    column_form::of_struct(
        keys,
        &S::wgsl_members(),
        |module| (S::wgsl_type(module), S::wgsl_name()),
        module,
    )
}

/// A state as plain functions and numbers: what declares its functions is compiled once, and not once per state.
struct StateInWgsl {
    /// A function, because Rust 1.89 has no `TypeId` in constants.
    id: fn() -> TypeId,
    name: fn() -> String,
    kind: fn(&mut Module) -> String,
    members: fn() -> Vec<Member>,
    fingerprint: u64,
    takes_any_order: bool,
}

impl StateInWgsl {
    const fn of<S: Monoid>() -> Self {
        Self {
            id: TypeId::of::<S>,
            name: S::wgsl_name,
            kind: S::wgsl_type,
            members: S::wgsl_members,
            fingerprint: S::FINGERPRINT,
            takes_any_order: S::EXACT && S::COMMUTATIVE,
        }
    }

    /// The name of a function of the state.
    fn wanted(&self, function: &str) -> String {
        format!("{}_{function}", snake_case(&(self.name)()))
    }

    fn identity(&self, value: fn(&mut Module) -> String, module: &mut Module) -> String {
        module.function_of(((self.id)(), "identity"), &self.wanted("identity"), &|module, name| {
            let kind = (self.kind)(module);
            let value = value(module);
            format!("fn {name}() -> {kind} {{\n    return {value};\n}}")
        })
    }

    fn combine(&self, module: &mut Module) -> String {
        module.function_of(((self.id)(), "combine"), &self.wanted("combine"), &|module, name| {
            let kind = (self.kind)(module);
            // A derived monoid is its fields and their operators.
            module.note(self.fingerprint);
            let members = all_combined(&(self.members)(), module);
            let value = construct_of(&kind, &members);
            format!("fn {name}(a: {kind}, b: {kind}) -> {kind} {{\n    return {value};\n}}")
        })
    }

    fn subgroup(&self, module: &mut Module) -> Option<String> {
        let members = all_over_subgroup(&(self.members)(), module)?;
        let wanted = self.wanted("subgroup");
        Some(module.function_of(((self.id)(), "subgroup"), &wanted, &|module, name| {
            let kind = (self.kind)(module);
            let value = construct_of(&kind, &members);
            format!(
                "// The states of a whole subgroup, in whatever order the device takes{}.\n\
                 fn {name}(x: {kind}) -> {kind} {{\n    return {value};\n}}",
                if self.takes_any_order {
                    ": no bit depends on it"
                } else {
                    ""
                }
            )
        }))
    }
}

/// Declares the function that folds the states of a subgroup, if built-ins do that for every member.
fn subgroup_of_members<S: Monoid>(module: &mut Module) -> Option<String> {
    StateInWgsl::of::<S>().subgroup(module)
}

/// A whole reduction: every input is lifted into a monoid, the states are combined, the last one is finished.
///
/// `finish(combine(lift(x0), combine(lift(x1), …)))`; for no input, `finish(identity())`. One whose `lift` and `finish` take `&self` is a
/// [`ReductionWithParameters`](crate::ReductionWithParameters); engines take both, and tuples of them, as an [`Operator`](crate::Operator).
///
/// Derive it with `#[derive(Reduce)] #[reduce(input = f32)]`:
///
/// ```
/// use reduce_core::{Cpu, Reduce};
///
/// #[repr(C)]
/// #[derive(Clone, Copy, Debug, PartialEq, Reduce)]
/// #[reduce(input = f32, output = f32, finish = (squares / count as f32).sqrt())]
/// struct RootMeanSquare {
///     #[reduce(sum, lift = x * x)]
///     squares: f32,
///     #[reduce(sum, lift = 1)]
///     count: u32,
/// }
/// assert_eq!(Cpu::new().reduce::<RootMeanSquare>(&[3.0, 4.0, 5.0, 0.0])?, 12.5f32.sqrt());
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a Reduction",
    label = "nothing says what its input is",
    note = "derive `Reduce` for it with `#[reduce(input = …)]`"
)]
pub trait Reduction: ReductionOnGpu + Send + Sync + 'static {
    /// One element of the input.
    type Input: Element;
    /// The state that elements are combined in.
    type State: Monoid;
    /// The result: any Rust type. A device writes one that is a [`GpuType`], where its `finish` has WGSL ([`DeviceOutput`](crate::DeviceOutput)).
    type Output: Send + 'static;

    /// The state of a single element.
    fn lift(x: Self::Input) -> Self::State;
    /// The result of the last state.
    fn finish(state: Self::State) -> Self::Output;

    /// Members of the state, in WGSL, that sum up the elements as they are, or in more words: `lift` of a sum of bytes has their sum there.
    #[doc(hidden)]
    const PLAIN_SUMS: &'static [&'static str] = &[];

    /// Fields of the state, in Rust, that `lift` sets to a literal other than zero: a count, most likely.
    #[doc(hidden)]
    const CONSTANT_LIFTS: &'static [&'static str] = <Self::State as Monoid>::COUNTS;

    /// The functions of the result.
    #[doc(hidden)]
    const OUTCOME: Outcome<Self::Output> = Outcome::ON_HOST;

    /// Device abilities needed to finish the last state.
    #[doc(hidden)]
    const FINISH_NEEDS: Needs = Self::OUTCOME.needs;

    /// The name that this reduction lends to messages and generated text.
    #[doc(hidden)]
    fn wgsl_name() -> String {
        Self::State::wgsl_name()
    }
    /// Declares `lift` in `module` and returns its name. Code that overrides it implements [`ReductionOnGpu`] as well.
    #[doc(hidden)]
    fn wgsl_lift(module: &mut Module) -> String
    where
        Self::Input: Element,
        Self::State: Storable,
    {
        unwritten::<Self>("lift", module)
    }
    /// Declares `finish` in `module` and returns its name.
    #[doc(hidden)]
    fn wgsl_finish(module: &mut Module) -> String
    where
        Self::State: Storable,
    {
        unwritten::<Self>("finish", module)
    }
}

/// Declares the combine function of a derived monoid.
#[doc(hidden)]
pub fn combine_function<S: Monoid>(module: &mut Module) -> String {
    StateInWgsl::of::<S>().combine(module)
}

/// The functions of a [`Monoid`] exist in WGSL: a trait of its own, so that rustc says what to write where they do not.
///
/// # Safety
/// The hidden functions of the monoid return text that reaches drivers without bounds checks, so only the macros implement this trait.
#[diagnostic::on_unimplemented(
    message = "this `impl Monoid` has no WGSL",
    label = "`combine` is written for the CPU only",
    note = "write `#[gpu]` above the impl"
)]
pub unsafe trait MonoidOnGpu {}

/// The functions of a [`Reduction`] exist in WGSL.
///
/// # Safety
/// As for [`MonoidOnGpu`].
#[diagnostic::on_unimplemented(
    message = "this `impl Reduction` has no WGSL",
    label = "`lift` and `finish` are written for the CPU only",
    note = "write `#[gpu]` above the impl"
)]
pub unsafe trait ReductionOnGpu {}

/// Refuses a function that nothing wrote, although a marker above says otherwise.
fn unwritten<T: ?Sized>(function: &str, module: &mut Module) -> String {
    module.refuse(format!("`{function}` of {} has no WGSL", std::any::type_name::<T>()));
    function.to_owned()
}
