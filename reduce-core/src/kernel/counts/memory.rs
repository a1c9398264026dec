//! The counts of groups in the memory of a workgroup, and the loads of the kernels that count.

use crate::caps::Caps;
use crate::choice::policy::Policy;
use crate::error::Error;
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
pub(super) fn copies(bins: Bins, groups: u32, caps: &Caps) -> u32 {
    if caps.software {
        return 1;
    }
    let counts = groups * apart(bins, groups, caps);
    let most = (room(caps) / counts)
        .min(GROUP_COUNTS_OF_COPIES / counts)
        .min(WORKGROUP_SIZE / groups);
    (1 << most.max(1).ilog2()).min(COUNTS_COPIES)
}

/// Counts that the memory of a workgroup has room for.
pub(super) fn room(caps: &Caps) -> u32 {
    caps.max_workgroup_bytes.min(GROUP_COUNTS_BYTES) / COUNT
}
