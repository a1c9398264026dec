//! The choices of how a reduction is carried out.

use crate::caps::Caps;
use crate::choice::strategy::Strategy;
use crate::error::Error;
use crate::monoid::operator::Operator;
use crate::operator::recipe::Recipe;
use crate::operator::validate;
use crate::tuning::{self, COUNTS_IN_FLIGHT, COUNTS_WORKGROUPS, LARGE_STATE_BYTES, Measured, ROWS, WORKGROUP_SIZE};

/// The choices of the kernels of a reduction. In the canonical order none of them changes a bit of a result.
///
/// [`Policy::of`] makes the choices that `reducer` uses, from measured values; the fields can be set otherwise.
///
/// ```
/// use reduce_core::{Caps, Kernels, Policy, ops};
/// let caps = Caps::webgpu_subgroups();
/// let policy = Policy { in_flight: 4, ..Policy::of::<ops::Sum<f32>>(&caps) };
/// let kernels = Kernels::with::<ops::Sum<f32>>(policy, &caps)?;
/// assert_eq!(kernels.all()[0].in_flight(), 4);
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Policy {
    /// The kernels: those of the canonical order, or a strategy of the ladder. The other choices are the canonical order's, but for
    /// `workgroup`.
    pub strategy: Strategy,
    /// Invocations of a workgroup of a strategy: a power of two from 2 to 1024. The canonical order has 256, which its bits depend on.
    pub workgroup: u32,
    /// Loads of an invocation that are issued before the first is used: 1, 2, 4, 8, 16 or 32. More hide more of the memory's latency,
    /// and take more registers and compile longer.
    pub in_flight: u32,
    /// Whether invocations exchange states by shuffles inside a subgroup, where the device has subgroups and workgroup memory for
    /// one state of each; workgroup memory alone otherwise.
    pub subgroups: bool,
    /// Whether a built-in such as `subgroupAdd` folds the states of a subgroup instead, where the monoid is exact and every
    /// member of its state has one: 32-bit integers, bits, and minima and maxima of f32.
    pub built_ins: bool,
    /// Whether dot products with ones add packed u8 or i8 where the monoid is exact. The sum of a whole load is lifted then.
    pub packed_dot: bool,
    /// The most workgroups that a short input is given by sharing each tile among several, one column per invocation, so that it keeps more of the
    /// device busy. An input that would take more has one workgroup per tile. As many as the device dispatches where it ends loops early: a single
    /// tile is shared then as well.
    pub split_workgroups: u32,
    /// The most workgroups that an exact monoid is given by longer tiles than the canonical ones, where it would take more; the input is
    /// cut into short ones where it would take few. 0 for the canonical ones always.
    pub variable_workgroups: u32,
}

impl Policy {
    /// The choices for `R` on a device with `caps`: a pure function, which needs no device.
    #[must_use]
    pub fn of<R: Operator>(caps: &Caps) -> Self {
        Self::chosen(&Recipe::of::<R>(), caps).0
    }

    /// The choices for `R` by `strategy`; one of the ladder gets the largest workgroup of up to 256 invocations that the device has room for.
    ///
    /// ```
    /// use reduce_core::{Caps, Policy, Strategy, ops};
    /// let policy = Policy::with_strategy::<ops::Sum<f32>>(Strategy::Recursive, &Caps::webgpu());
    /// assert_eq!((policy.strategy, policy.workgroup), (Strategy::Recursive, 256));
    /// ```
    #[must_use]
    pub fn with_strategy<R: Operator>(strategy: Strategy, caps: &Caps) -> Self {
        Self::with_strategy_of(&Recipe::of::<R>(), strategy, caps)
    }

    fn with_strategy_of(recipe: &Recipe, strategy: Strategy, caps: &Caps) -> Self {
        let policy = Self {
            strategy,
            ..Self::chosen(recipe, caps).0
        };
        #[cfg(feature = "strategies")]
        if let Some(kernel) = strategy.kernel() {
            return Self {
                workgroup: kernel.largest_workgroup(recipe.state_bytes as u32, policy, caps),
                ..policy
            };
        }
        policy
    }

    /// The choices for the canonical order, and the data that they were measured on.
    pub(crate) fn chosen(recipe: &Recipe, caps: &Caps) -> (Self, &'static str) {
        let mut module = caps.module();
        (recipe.lift)(&mut module);
        (recipe.combine)(&mut module);
        let Measured {
            in_flight,
            split_workgroups,
            variable_workgroups,
            on,
        } = tuning::measured(caps.software, module.flow().branches);
        // An operator that counts holds no states.
        let (in_flight, variable_workgroups) = match recipe.bins {
            Some(_) if !caps.software => (COUNTS_IN_FLIGHT, COUNTS_WORKGROUPS),
            _ => (in_flight, variable_workgroups),
        };
        // Every load in flight is one more copy of `combine` in the shader.
        let is_large = is_large(recipe, caps) && recipe.bins.is_none();
        let in_flight = if is_large { 1 } else { in_flight };
        // The fewer elements an invocation has, the fewer rounds its loops take together.
        let ends_loops = caps.loop_limit.is_some() && validate::has_loops(&module.to_string());
        let (split_workgroups, variable_workgroups) = match ends_loops {
            true => (caps.max_workgroups, 0),
            false => (split_workgroups, variable_workgroups),
        };
        let policy = Self {
            strategy: Strategy::Canonical,
            workgroup: WORKGROUP_SIZE,
            in_flight,
            subgroups: !is_large,
            built_ins: true,
            packed_dot: true,
            split_workgroups,
            variable_workgroups,
        };
        (policy, on)
    }

    /// # Errors
    /// [`Error::Policy`] if an invocation's loads or a workgroup cannot be divided like this.
    pub(crate) fn check(self) -> Result<Self, Error> {
        self.strategy.check()?;
        if self.strategy == Strategy::Canonical && self.workgroup != WORKGROUP_SIZE {
            return Err(Error::Policy {
                problem: format!(
                    "workgroups of {} invocations would change the bits of the canonical order",
                    self.workgroup
                ),
                remedy: "set workgroup to 256, or name another Strategy",
            });
        }
        if !self.workgroup.is_power_of_two() || !(2..=1024).contains(&self.workgroup) {
            return Err(Error::Policy {
                problem: format!(
                    "a workgroup of {} invocations cannot be halved until one is left",
                    self.workgroup
                ),
                remedy: "set workgroup to a power of two from 2 to 1024",
            });
        }
        if self.in_flight.is_power_of_two() && self.in_flight <= ROWS {
            return Ok(self);
        }
        Err(Error::Policy {
            problem: format!(
                "{} loads in flight do not divide the {ROWS} of an invocation",
                self.in_flight
            ),
            remedy: "set in_flight to 1, 2, 4, 8, 16 or 32",
        })
    }
}

/// Whether a program on the CPU has to compile a kernel for a state so large that each copy of `combine` costs it seconds.
pub(crate) fn is_large(recipe: &Recipe, caps: &Caps) -> bool {
    caps.software && recipe.state_bytes > LARGE_STATE_BYTES
}

/// The argument of `reducer_with` and [`Kernels::with`](crate::Kernels::with): a [`Policy`], or a [`Strategy`] with the choices that
/// [`Policy::with_strategy`] makes for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// All choices.
    Policy(Policy),
    /// The strategy; the others are made for it.
    Strategy(Strategy),
}

impl Choice {
    /// All choices, for `R` on a device with `caps`.
    #[must_use]
    pub fn policy<R: Operator>(self, caps: &Caps) -> Policy {
        self.by(&Recipe::of::<R>(), caps)
    }

    pub(crate) fn by(self, recipe: &Recipe, caps: &Caps) -> Policy {
        match self {
            Self::Policy(policy) => policy,
            Self::Strategy(strategy) => Policy::with_strategy_of(recipe, strategy, caps),
        }
    }
}

impl From<Policy> for Choice {
    fn from(policy: Policy) -> Self {
        Self::Policy(policy)
    }
}

impl From<Strategy> for Choice {
    fn from(strategy: Strategy) -> Self {
        Self::Strategy(strategy)
    }
}
