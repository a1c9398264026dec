//! Device resources of a kernel, in numbers: beside the limits in [`Caps`](crate::Caps) they say how many workgroups fit at once.

use crate::kernel::{Kernel, Step};

/// Device resources of one kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Resources {
    /// The step that the kernel does.
    pub step: Step,
    /// Invocations of a workgroup.
    pub workgroup_size: u32,
    /// Bytes of workgroup memory.
    pub workgroup_bytes: u32,
    /// 32-bit words of a state: the registers that one takes, of which an invocation may have several.
    pub state_words: u32,
    /// Loads of an invocation that are issued before the first is used.
    pub in_flight: u32,
    /// Barriers in the text; one in a loop is one.
    pub barriers: u32,
}

impl Resources {
    /// Those of `kernel`, whose states have so many words.
    pub(crate) fn of(kernel: &Kernel, state_words: u32) -> Self {
        Self {
            step: kernel.step(),
            workgroup_size: kernel.workgroup_size(),
            workgroup_bytes: kernel.workgroup_bytes(),
            state_words,
            in_flight: kernel.in_flight(),
            barriers: kernel.barriers(),
        }
    }
}

#[cfg(all(test, feature = "strategies"))]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

    use crate::{Caps, Kernels, Strategy, ops};

    /// The strategies of Harris differ in the loads of an invocation, and in barriers, which subgroups do without.
    #[test]
    fn strategies_differ_in_what_they_take() {
        let of = |strategy| {
            Kernels::with::<ops::Sum<f32>>(strategy, &Caps::nvidia())
                .unwrap()
                .resources()
        };
        let [sequential, unrolled] = [Strategy::Sequential, Strategy::FullyUnrolled].map(|strategy| of(strategy)[0]);
        assert_eq!(
            (sequential.workgroup_size, sequential.state_words, sequential.in_flight),
            (256, 1, 1)
        );
        assert_eq!((unrolled.workgroup_bytes, unrolled.in_flight), (1024, 2));
        assert!(sequential.barriers > 0);
        assert_eq!(of(Strategy::Recursive)[0].in_flight, 8);
        assert_eq!(of(Strategy::Serial)[0].workgroup_size, 1);
        assert_eq!(of(Strategy::Serial)[0].barriers, 0);
    }
}
