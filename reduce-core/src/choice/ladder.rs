//! The kernels of the ladder's strategies on a device: how much a workgroup folds, and their demands on a monoid.

use crate::caps::Caps;
use crate::choice::policy::Policy;
use crate::choice::strategy::table::{Exchange, Grid, LadderKernel};
use crate::error::Error;
use crate::needs::Needs;
use crate::operator::recipe::Recipe;
use crate::tuning::{LADDER_INVOCATIONS, LADDER_WORKGROUP_SIZE, SOFTWARE_ROUNDS};
use crate::wgsl::Module;

impl LadderKernel {
    /// Invocations of a workgroup.
    pub(crate) fn workgroup_size(&self, policy: Policy) -> u32 {
        match self.exchange {
            Exchange::Alone => 1,
            _ => policy.workgroup,
        }
    }

    /// Whether an invocation loads several elements at once.
    pub(crate) fn is_vector(&self) -> bool {
        self.grid == Grid::Vectors
    }

    /// Elements that an invocation folds at a time, if it may load as many as `vector` at once; or states, if that is `None`.
    pub(crate) fn per_invocation(&self, vector: Option<u32>) -> u32 {
        match self.grid {
            Grid::One => 1,
            Grid::Tiles(per_invocation) | Grid::Strides(per_invocation) => per_invocation,
            Grid::Vectors => vector.unwrap_or(1),
        }
    }

    /// Whether each workgroup folds a fixed number of elements.
    pub(crate) fn is_tiled(&self) -> bool {
        matches!(self.grid, Grid::Tiles(_))
    }

    /// The most elements of a pass: positions in it do not overflow when invocations stride beyond its end, and no loop takes more
    /// rounds than a driver allows.
    pub(crate) fn most_elements(&self, caps: &Caps) -> u64 {
        match self.grid {
            Grid::One if caps.software => SOFTWARE_ROUNDS,
            _ => 1 << 31,
        }
    }

    /// Workgroups of a pass over `length` elements, of which an invocation may load as many as `vector` at once; or over states, if that is `None`.
    pub(crate) fn workgroups(&self, length: u32, policy: Policy, vector: Option<u32>, caps: &Caps) -> u32 {
        let tiles = length.div_ceil(self.workgroup_size(policy) * self.per_invocation(vector));
        match self.grid {
            Grid::One => 1,
            Grid::Tiles(_) => tiles,
            Grid::Strides(_) | Grid::Vectors if vector.is_some() => {
                let groups = LADDER_INVOCATIONS / self.workgroup_size(policy);
                tiles.min(groups).min(caps.max_workgroups)
            }
            Grid::Strides(_) | Grid::Vectors => 1,
        }
    }

    /// States that workgroup memory holds.
    pub(crate) fn slots(&self, policy: Policy, caps: &Caps) -> u32 {
        let smallest = caps.subgroups.map_or(1, |sizes| sizes.min);
        let invocations = policy.workgroup;
        match self.exchange {
            Exchange::Alone => 0,
            Exchange::Shuffles | Exchange::BuiltIns => invocations / smallest.clamp(1, invocations),
            Exchange::Memory | Exchange::MemoryThenShuffles | Exchange::Atomics | Exchange::LastWorkgroup => {
                invocations
            }
        }
    }

    /// The largest workgroup of up to [`LADDER_WORKGROUP_SIZE`] invocations that fits a device with `caps`.
    pub(crate) fn largest_workgroup(&self, state_bytes: u32, policy: Policy, caps: &Caps) -> u32 {
        let mut workgroup = LADDER_WORKGROUP_SIZE;
        let fits = |workgroup: u32| {
            let bytes = u64::from(self.slots(Policy { workgroup, ..policy }, caps)) * u64::from(state_bytes);
            workgroup <= caps.max_invocations && bytes <= caps.max_workgroup_bytes.into()
        };
        while workgroup > 2 && !fits(workgroup) {
            workgroup /= 2;
        }
        workgroup
    }

    /// Whether it can express the reduction of `recipe`, called `operator`, by `policy` on a device with `caps`.
    ///
    /// # Errors
    /// [`Error::Policy`], [`Error::Limit`].
    pub(crate) fn check(&self, recipe: &Recipe, operator: &str, policy: Policy, caps: &Caps) -> Result<(), Error> {
        let strategy = policy.strategy;
        let refuse = |problem: String, remedy| Err(Error::Policy { problem, remedy });
        if !recipe.commutative && !strategy.keeps_order() {
            return refuse(
                format!(
                    "Strategy::{strategy} does not keep the order of the input, and operands of {operator} may not change places"
                ),
                "use Strategy::Canonical, Serial, InterleavedModulo, InterleavedStrided, ContiguousTwoPass or SubgroupShuffle",
            );
        }
        if self.needs_subgroups() && caps.subgroups.is_none() {
            return refuse(
                format!("Strategy::{strategy} needs subgroups, and {} has none", caps.device),
                "use Strategy::Canonical or Sequential, or request Features::SUBGROUP with the device",
            );
        }
        if self.exchange == Exchange::LastWorkgroup && !caps.offers.contains(Needs::COHERENT) {
            return refuse(
                format!(
                    "Strategy::{strategy} needs {}, which {} does not offer",
                    Needs::COHERENT,
                    caps.device
                ),
                "use Strategy::Canonical or InterleavedTwoPass",
            );
        }
        if self.exchange == Exchange::BuiltIns && (recipe.subgroup)(&mut Module::new()).is_none() {
            return refuse(
                format!(
                    "Strategy::{strategy} has no built-in such as subgroupAdd for every member of a state of {operator}"
                ),
                "use Strategy::SubgroupShuffle or Canonical",
            );
        }
        if self.exchange == Exchange::Atomics && (recipe.atomics)(&mut Module::new()).is_none() {
            return refuse(
                format!(
                    "Strategy::{strategy} has no atomic such as atomicAdd for every member of a state of {operator}: they take sums, extremes and bits of i32 and u32"
                ),
                "use Strategy::Canonical or Recursive",
            );
        }
        self.check_workgroup(recipe.state_bytes as u64, operator, policy, caps)
    }

    fn check_workgroup(&self, state: u64, operator: &str, policy: Policy, caps: &Caps) -> Result<(), Error> {
        let limit = |what: &str, asked: u64, unit, limit: u32| Error::Limit {
            what: format!("a workgroup of {operator} {what}"),
            asked,
            unit,
            limit: limit.into(),
            device: caps.device.clone(),
            remedy: "set a smaller `workgroup` in the Policy, or use Strategy::Canonical",
        };
        let invocations = self.workgroup_size(policy);
        if invocations > caps.max_invocations {
            return Err(limit(
                "invocations",
                invocations.into(),
                "invocations",
                caps.max_invocations,
            ));
        }
        let bytes = u64::from(self.slots(policy, caps)) * state;
        if bytes > caps.max_workgroup_bytes.into() {
            return Err(limit(
                "states",
                bytes,
                "bytes of workgroup memory",
                caps.max_workgroup_bytes,
            ));
        }
        Ok(())
    }
}
