//! How the invocations of a workgroup meet: what workgroup memory holds, and whether a subgroup folds by shuffles.

use minijinja::context;
use minijinja::value::Value;

use crate::caps::Caps;
use crate::choice::policy::Policy;
use crate::error::Error;
use crate::operator::op::OperatorWgsl;
use crate::operator::recipe::Recipe;
use crate::tuning::{SOFTWARE_STATE_BYTES, WORKGROUP_SIZE};
use crate::wgsl::Module;

/// How the invocations of a workgroup fold their states; no bit depends on it.
pub(super) struct WorkgroupReduction {
    /// Whether by shuffles inside a subgroup.
    pub(super) subgroups: bool,
    /// States that workgroup memory holds at a time: a power of two.
    pub(super) slots: u32,
}

impl WorkgroupReduction {
    /// One slot a subgroup where they fit, else as many as do for the right neighbours of half of the invocations.
    ///
    /// # Errors
    /// [`Error::Limit`] if a workgroup has too few invocations or no room for a single state.
    pub(super) fn of(op: &OperatorWgsl, policy: Policy, caps: &Caps, state: u32) -> Result<Self, Error> {
        let limit = |what: &str, asked: u32, unit, limit: u32, remedy| Error::Limit {
            what: format!("a workgroup of {} {what}", op.name),
            asked: asked.into(),
            unit,
            limit: limit.into(),
            device: caps.device.clone(),
            remedy,
        };
        if caps.max_invocations < WORKGROUP_SIZE {
            return Err(limit(
                "invocations",
                WORKGROUP_SIZE,
                "invocations",
                caps.max_invocations,
                "request a device with WebGPU's default limits, or use Cpu::new()",
            ));
        }
        let room = caps.max_workgroup_bytes / state.max(1);
        let one_a_subgroup = caps
            .subgroups
            .filter(|_| policy.subgroups)
            .map(|sizes| WORKGROUP_SIZE / sizes.min.clamp(1, WORKGROUP_SIZE));
        match one_a_subgroup.filter(|slots| *slots <= room) {
            Some(slots) => Ok(Self { subgroups: true, slots }),
            None if room == 0 => Err(limit(
                "states",
                state,
                "bytes of workgroup memory",
                caps.max_workgroup_bytes,
                "use a smaller state, or Cpu::new()",
            )),
            None => Ok(Self {
                subgroups: false,
                slots: (1 << room.ilog2()).min(WORKGROUP_SIZE / 2),
            }),
        }
    }
}

impl WorkgroupReduction {
    /// The most levels at which an invocation combines.
    pub(super) fn levels(&self) -> u32 {
        // Where all pairs of a level do not find room at once, they come one after the other.
        if self.subgroups || self.slots == WORKGROUP_SIZE / 2 {
            WORKGROUP_SIZE.ilog2()
        } else {
            WORKGROUP_SIZE
        }
    }

    /// The holes of its template.
    pub(super) fn value(&self, built_in: Option<&BuiltIn>) -> Value {
        context! {
            workgroup_size => WORKGROUP_SIZE, subgroups => self.subgroups,
            slots => self.slots, smallest_subgroup => WORKGROUP_SIZE / self.slots,
            built_in => built_in.map(|built_in| &built_in.fold), identity => built_in.map(|built_in| &built_in.identity),
        }
    }
}

/// # Errors
/// [`Error::Limit`] of a state that the compiler of a program on the CPU takes minutes for, or crashes of.
pub(super) fn check_state(operator: &str, bytes: usize, caps: &Caps) -> Result<(), Error> {
    if !caps.software || bytes <= SOFTWARE_STATE_BYTES {
        return Ok(());
    }
    Err(Error::Limit {
        what: format!("the state of {operator}"),
        asked: bytes as u64,
        unit: "bytes",
        limit: SOFTWARE_STATE_BYTES as u64,
        device: caps.device.clone(),
        remedy: "use a smaller state, or Cpu::new()",
    })
}

/// A subgroup that is folded by built-ins: the function that does it, and the one that returns the identity.
pub(super) struct BuiltIn {
    pub(super) fold: String,
    pub(super) identity: String,
}

/// The built-ins of an exact monoid, where `policy` wants them.
pub(super) fn built_in(recipe: &Recipe, policy: Policy, module: &mut Module) -> Option<BuiltIn> {
    if !policy.built_ins || !recipe.takes_any_order {
        return None;
    }
    let fold = (recipe.subgroup)(module)?;
    let identity = (recipe.identity)(module);
    Some(BuiltIn { fold, identity })
}
