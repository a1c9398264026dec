//! `check_monoid!`: one line of a test that tries the laws of an operator, its WGSL, and the CPU beside a GPU.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::{Mutex, PoisonError};

use reduce_core::laws::{Broken, Check, Itself};
use reduce_core::{Error, Monoid, NoParameters, Operator, OperatorValue};

use crate::device::shared::Gpu;

/// Checks a [`Monoid`], or a [`Operator`] and the monoid of its state; panics with everything that is wrong.
///
/// ```
/// # use reduce_wgpu::prelude::*;
/// #[repr(C)]
/// #[derive(Clone, Copy, Debug, PartialEq, GpuType)]
/// struct Span { low: f32, high: f32 }
///
/// #[gpu]
/// impl Monoid for Span {
///     fn identity() -> Self { Span { low: f32::INFINITY, high: f32::NEG_INFINITY } }
///     fn combine(a: Self, b: Self) -> Self {
///         let low = if b.low < a.low { b.low } else { a.low };
///         let high = if b.high > a.high { b.high } else { a.high };
///         Span { low, high }
///     }
/// }
/// # /*
/// #[test]
/// fn laws() {
///     check_monoid!(Span);
/// }
/// # */
/// # check_monoid!(Span, cpu);
/// ```
///
/// It checks, with the same values in every run:
///
/// * the WGSL: every kernel for devices with and without subgroups of all sizes is generated, and accepted by naga;
/// * that no function panics, integers that add up beyond their type included, and that each gives the same result when it is called again;
/// * that `identity()` is neutral on both sides;
/// * that `combine` is associative, and commutative unless `COMMUTATIVE` is false; to the last bit if `EXACT` is true, else up
///   to rounding;
/// * that `combine_in_order`, where it is written, gives the bits of `combine`; the elements that make the states come from a reduction, so
///   for a monoid alone this takes `from`;
/// * that the CPU and the GPU of [`Gpu::new`] agree on inputs of 0 to 5 elements, about a subgroup, a row, a tile, and two
///   tiles and one: to the last bit where all operations are exact, else up to rounding; `--nocapture` shows which.
///
/// A broken law is shown with the smallest counterexample that was found and with its remedy. How values are drawn, and what
/// "up to rounding" means, is said at [`Check`](reduce_core::laws::Check). Options follow the type, in any order:
///
/// | | |
/// |---|---|
/// | `cpu` | no GPU is looked for |
/// | `tolerance = 1e-3` | how much floats may differ, relative to the largest magnitude that takes part |
/// | `from = Spread` | the states of this reduction, for a monoid with states that are not valid |
/// | `using = Above { limit: 0.5 }` | the parameters of an operator whose `lift` and `finish` take `&self` |
/// | `states = [a, b]` | states to try among the others, with each other, and as they are: infinities and NaN too |
///
/// # Panics
/// With a message for each broken law; if there is no GPU, unless `cpu` is given.
#[macro_export]
macro_rules! check_monoid {
    (@parse [$($subject:tt)*] [$($calls:tt)*] [$gpu:expr] $name:expr;) => {{
        #[allow(unused_imports, reason = "which of them apply depends on the type")]
        use $crate::check_monoid::{ByDebug as _, ByFields as _, ByMonoid as _, ByReduction as _};
        let subject = $($subject)*;
        let (state, input) = (subject.state(), subject.input());
        let check = subject.check($name).shown((&&state).show(), (&&input).show()) $($calls)*;
        ::std::println!("{}", $crate::check_monoid::run(&check, $name, $gpu));
    }};
    (@parse [$($subject:tt)*] [$($calls:tt)*] [$gpu:expr] $name:expr; cpu $(, $($rest:tt)*)?) => {
        $crate::check_monoid!(@parse [$($subject)*] [$($calls)*] [false] $name; $($($rest)*)?)
    };
    (@parse [$($subject:tt)*] [$($calls:tt)*] [$gpu:expr] $name:expr; tolerance = $tolerance:expr $(, $($rest:tt)*)?) => {
        $crate::check_monoid!(@parse [$($subject)*] [$($calls)* .tolerance($tolerance)] [$gpu] $name; $($($rest)*)?)
    };
    (@parse [$($subject:tt)*] [$($calls:tt)*] [$gpu:expr] $name:expr; states = $states:expr $(, $($rest:tt)*)?) => {
        $crate::check_monoid!(@parse [$($subject)*] [$($calls)* .states($states)] [$gpu] $name; $($($rest)*)?)
    };
    (@parse [(&&$target:expr).subject()] [$($calls:tt)*] [$gpu:expr] $name:expr; from = $from:ty $(, $($rest:tt)*)?) => {
        $crate::check_monoid!(
            @parse [$crate::check_monoid::Subject::<$from>::with_state($target)] [$($calls)*] [$gpu] $name; $($($rest)*)?
        )
    };
    (@parse [(&&$target:expr).subject()] [$($calls:tt)*] [$gpu:expr] $name:expr; using = $value:expr $(, $($rest:tt)*)?) => {
        $crate::check_monoid!(
            @parse [$crate::check_monoid::Parametric::new($target, $value)] [$($calls)*] [$gpu] $name; $($($rest)*)?
        )
    };
    (@parse [$($subject:tt)*] [$($calls:tt)*] [$gpu:expr] $name:expr; $option:tt $($rest:tt)*) => {
        ::core::compile_error!(::core::concat!(
            "`", ::core::stringify!($option), "` is no option of check_monoid!; there are `cpu`, `tolerance = 1e-3`, ",
            "`from = SomeReduction` or `using = value` (once) and `states = [a, b]`"
        ))
    };
    ($checked:ty $(, $($options:tt)*)?) => {
        $crate::check_monoid!(
            @parse [(&&$crate::check_monoid::Target::<$checked>::new()).subject()] [] [true] ::core::stringify!($checked);
            $($($options)*)?
        )
    };
}

/// A type that is to be checked, about which nothing is known.
#[derive(Debug)]
pub struct Target<T>(PhantomData<fn() -> T>);

impl<T> Target<T> {
    /// The type.
    #[allow(clippy::new_without_default, reason = "the macro alone makes it")]
    #[must_use]
    pub fn new() -> Self {
        Self(PhantomData)
    }
}

/// The reduction that is checked, and how its check is made.
#[derive(Debug)]
pub struct Subject<R: Operator>(fn(&str) -> Check<R>);

/// An operator with parameters that is checked, and these.
pub struct Parametric<R: Operator>(R::Params);

/// A type whose values are shown.
#[derive(Debug)]
pub struct Show<T>(PhantomData<fn() -> T>);

impl<R: Operator> Subject<R> {
    /// The reduction whose state is the type.
    #[must_use]
    pub fn with_state(_: Target<R::State>) -> Self
    where
        R::Params: NoParameters,
    {
        Self(Check::reduction)
    }

    /// A check under this name.
    #[must_use]
    pub fn check(&self, name: &str) -> Check<R> {
        (self.0)(name)
    }

    /// Its state.
    pub fn state(&self) -> Show<R::State> {
        Show(PhantomData)
    }

    /// Its input.
    pub fn input(&self) -> Show<R::Input> {
        Show(PhantomData)
    }
}

impl<R: Operator> Parametric<R> {
    /// The operator of this type, with the parameters of a value.
    #[must_use]
    pub fn new(_: Target<R>, value: impl OperatorValue<Operator = R>) -> Self {
        Self(value.params())
    }

    /// A check under this name.
    #[must_use]
    pub fn check(&self, name: &str) -> Check<R> {
        Check::with_params(name, self.0.clone())
    }

    /// Its state.
    pub fn state(&self) -> Show<R::State> {
        Show(PhantomData)
    }

    /// Its input.
    pub fn input(&self) -> Show<R::Input> {
        Show(PhantomData)
    }
}

impl<R: Operator> Debug for Parametric<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Parametric of {}", R::wgsl_name())
    }
}

/// A reduction is checked as such. Method lookup finds this first.
pub trait ByReduction {
    /// The reduction.
    type Reduction: Operator;
    /// The check of this type.
    fn subject(&self) -> Subject<Self::Reduction>
    where
        <Self::Reduction as Operator>::Params: NoParameters;
}

impl<R: Operator> ByReduction for &Target<R> {
    type Reduction = R;
    fn subject(&self) -> Subject<R>
    where
        R::Params: NoParameters,
    {
        Subject(Check::reduction)
    }
}

/// Any other type has to be a monoid.
pub trait ByMonoid<T> {
    /// The check of this type.
    fn subject(&self) -> Subject<Itself<T>>
    where
        T: Monoid;
}

impl<T> ByMonoid<T> for Target<T> {
    fn subject(&self) -> Subject<Itself<T>>
    where
        T: Monoid,
    {
        Subject(Check::monoid)
    }
}

/// How a value with `Debug` is shown. Method lookup finds this first.
pub trait ByDebug<T> {
    /// The function that shows it.
    fn show(&self) -> fn(&T) -> Option<String>;
}

impl<T: Debug> ByDebug<T> for &Show<T> {
    fn show(&self) -> fn(&T) -> Option<String> {
        |value| Some(format!("{value:?}"))
    }
}

/// How a value without `Debug` is shown: by its fields, which the check knows.
pub trait ByFields<T> {
    /// The function that shows it.
    fn show(&self) -> fn(&T) -> Option<String>;
}

impl<T> ByFields<T> for Show<T> {
    fn show(&self) -> fn(&T) -> Option<String> {
        |_| None
    }
}

/// Runs `check` of the operator called `name`; returns a sentence about what was compared.
///
/// # Panics
/// If anything is wrong, with all of it.
#[track_caller]
#[must_use]
#[allow(clippy::panic, reason = "a test reports by panicking")]
pub fn run<R: Operator>(check: &Check<R>, name: &str, on_gpu: bool) -> String {
    if let Err(broken) = check.laws() {
        panic!("{broken}");
    }
    if check.leaves_order_out() {
        panic!(
            "the laws of {name} hold, but its combine_in_order was not tried: a monoid alone does not say which states come before \
             which in an input\n  name a reduction that makes its states: `check_monoid!({name}, from = ItsReduction)`"
        );
    }
    if !on_gpu {
        return format!("{name}: the laws hold on the CPU");
    }
    let gpu = gpu().unwrap_or_else(|error| without_gpu(name, &error));
    match compare(check, &gpu).unwrap_or_else(|error| without_gpu(name, &error)) {
        Ok(compared) => format!("{name}: the laws hold; {compared}"),
        Err(broken) => panic!("{broken}"),
    }
}

/// Compares the CPU with `gpu` on the operator of `check`; returns how.
///
/// # Errors
/// The errors of [`Gpu::reducer`]; inside, the shortest input for which they differ.
pub fn compare<R: Operator>(check: &Check<R>, gpu: &Gpu) -> Result<Result<String, Broken>, Error> {
    let reducer = gpu.reducer_by::<R>(None, check.params())?;
    Ok(check.against_device(gpu.caps(), gpu.name(), |input| reducer.last_state(input)))
}

#[track_caller]
#[allow(clippy::panic, reason = "a test reports by panicking")]
fn without_gpu(name: &str, error: &Error) -> ! {
    panic!(
        "the laws of {name} hold, but it cannot be compared on a GPU: {error}\n  \
         or leave the comparison out: `check_monoid!({name}, cpu)`"
    )
}

/// The GPU that all checks of a process share.
fn gpu() -> Result<Gpu, Error> {
    static GPU: Mutex<Option<Gpu>> = Mutex::new(None);
    let mut kept = GPU.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(gpu) = &*kept {
        return Ok(gpu.clone());
    }
    let gpu = Gpu::new()?;
    *kept = Some(gpu.clone());
    Ok(gpu)
}
