//! The counts of groups in the memory of a workgroup, and the loads of the kernels that count.

use minijinja::context;
use minijinja::value::Value;

use crate::caps::Caps;
use crate::choice::policy::Policy;
use crate::error::Error;
use crate::kernel::load::Loader;
use crate::kernel::step::{GroupElements, GroupPlaces};
use crate::operator::recipe::Bins;
use crate::tuning::{COUNTED_AT_ONCE, COUNTS_COPIES, GROUP_COUNTS_BYTES, GROUP_COUNTS_OF_COPIES, WORKGROUP_SIZE};

/// Bytes of a count.
pub(super) const COUNT: u32 = 4;

/// Loads of so many elements that are issued before the first is used, where `narrower` of them have the elements of a load of 16 bytes.
///
/// # Errors
/// [`Error::Policy`] if the policy divides no tile.
pub(super) fn in_flight(per_invocation: u32, narrower: u32, policy: Policy, caps: &Caps) -> Result<u32, Error> {
    let most = (COUNTED_AT_ONCE / per_invocation).max(1);
    Ok(match caps.software {
        true => 1,
        false => (policy.check()?.in_flight * narrower.max(1)).min(most),
    })
}

/// Places from the counts of one group to those of the next, of so many in the memory of a workgroup.
pub(super) fn apart(bins: Bins, groups: u32, caps: &Caps) -> u32 {
    match (caps.software, groups) {
        // The last place is for what has no bin.
        (true, _) => bins.count + 1,
        (false, 1) => bins.count,
        (false, _) => bins.count | 1,
    }
}

/// Copies of the counts of each of so many groups: neighbouring invocations count in different ones, and wait for each other less. Each has to be cleared and
/// added up, which few elements are not worth.
fn copies(bins: Bins, groups: u32, caps: &Caps) -> u32 {
    if caps.software {
        return 1;
    }
    let counts = groups * apart(bins, groups, caps);
    let most = (room(caps) / counts)
        .min(GROUP_COUNTS_OF_COPIES / counts)
        .min(WORKGROUP_SIZE / groups);
    (1 << most.max(1).ilog2()).min(COUNTS_COPIES)
}

/// The counts of the groups of a workgroup.
pub(super) struct Counted {
    groups: u32,
    apart: u32,
    copies: u32,
}

impl Counted {
    pub(super) fn of(bins: Bins, groups: u32, caps: &Caps) -> Self {
        Self {
            groups,
            apart: apart(bins, groups, caps),
            copies: copies(bins, groups, caps),
        }
    }

    /// Words of workgroup memory.
    pub(super) fn words(&self) -> u32 {
        self.groups * self.apart * self.copies
    }

    /// The holes of the templates that count elements of groups: of the counts, and of what these kernels have alike. `bin` finds the bin of an element.
    pub(super) fn value(
        &self,
        (bins, bin): (Bins, &str),
        kind: GroupElements,
        loader: &Loader,
        in_flight: u32,
        caps: &Caps,
    ) -> Value {
        context! {
            workgroup_size => WORKGROUP_SIZE, in_rows => true, in_groups => true, subgroups => false, counts => true, positioned => false, rows_many => true,
            is_shifted => kind.places == GroupPlaces::Shifted, is_inside => false, groups_a_load => 1, elements_a_load => kind.columns, per_invocation => kind.columns, in_flight => in_flight,
            bins => bins.count, bin => bin, groups => self.groups, apart => self.apart, copies => self.copies, sparing => caps.software, parts => loader.bindings(),
            parameter => ", first_slot: u32", beside => ", first_slot", counts_of => " in this copy of the counts of a group",
        }
    }
}

/// Counts that the memory of a workgroup has room for.
pub(super) fn room(caps: &Caps) -> u32 {
    caps.max_workgroup_bytes.min(GROUP_COUNTS_BYTES) / COUNT
}
