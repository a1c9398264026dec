//! A kernel: its text, which was validated, and what a device is told about it.

use super::step::Step;
use crate::caps::Caps;
use crate::operator::validate::Valid;
use crate::wgsl::Module;

/// One validated compute shader with the entry point `main`.
#[derive(Clone, Debug)]
pub struct Kernel {
    pub(super) step: Step,
    pub(super) source: Valid,
    pub(super) workgroup_size: u32,
    pub(super) subgroups: bool,
    pub(super) built_in: bool,
    pub(super) packed_dot: bool,
    pub(super) checked: bool,
    pub(super) raw: bool,
    pub(super) no_contraction: bool,
    pub(super) in_flight: u32,
    pub(super) workgroup_bytes: u32,
    pub(super) inputs: u32,
    pub(super) params: bool,
    pub(super) output_words: u32,
    pub(super) watched: bool,
}

impl Kernel {
    /// A kernel of one invocation that reads one buffer, which holds WGSL of `module`.
    pub(super) fn of(step: Step, source: Valid, module: &Module, caps: &Caps) -> Self {
        Self {
            step,
            workgroup_size: 1,
            workgroup_bytes: 0,
            subgroups: false,
            built_in: false,
            packed_dot: false,
            checked: module.flow().checked,
            raw: module.flow().raw,
            no_contraction: caps.arithmetic.no_contraction,
            in_flight: 1,
            inputs: 1,
            params: source.reads_params(),
            output_words: 0,
            watched: false,
            source,
        }
    }

    /// The step that this kernel does.
    #[must_use]
    pub fn step(&self) -> Step {
        self.step
    }

    /// The shader as wgpu takes it.
    #[must_use]
    pub fn wgsl(&self) -> &str {
        self.source.wgsl()
    }

    /// The shader as browsers take it: they want subgroups enabled by name, which naga cannot parse, and to be told not to check uniformity where each subgroup leaves a loop by itself.
    #[must_use]
    pub fn wgsl_web(&self) -> String {
        let directives = match (self.subgroups, self.step.loops_by_subgroups()) {
            (true, true) => "enable subgroups;\ndiagnostic(off, subgroup_uniformity);\n\n",
            (true, false) => "enable subgroups;\n\n",
            (false, _) => "",
        };
        format!("{directives}{}", self.wgsl())
    }

    /// Whether a user's function has loops or computed indices, which a driver has to check as it runs.
    #[must_use]
    pub fn is_checked(&self) -> bool {
        self.checked
    }

    /// Whether it contains WGSL that a user wrote, for which every check of a driver stays on.
    #[must_use]
    pub fn has_raw_wgsl(&self) -> bool {
        self.raw
    }

    /// Whether the driver of the device that it is made for gets SPIR-V in which no float operation may be fused or regrouped.
    ///
    /// With WGSL of a user's it gets wgpu's own, with every check.
    pub(crate) fn is_held(&self) -> bool {
        self.no_contraction && !self.raw
    }

    /// Whether invocations exchange states by shuffles.
    #[must_use]
    pub fn uses_subgroups(&self) -> bool {
        self.subgroups
    }

    /// Whether a built-in such as `subgroupAdd` folds the states of a subgroup.
    #[must_use]
    pub fn uses_built_ins(&self) -> bool {
        self.built_in
    }

    /// Whether elements are summed up by dot products of packed bytes.
    #[must_use]
    pub fn uses_packed_dot(&self) -> bool {
        self.packed_dot
    }

    /// Invocations of a workgroup.
    #[must_use]
    pub fn workgroup_size(&self) -> u32 {
        self.workgroup_size
    }

    /// Barriers in its text. One in a loop is one, however often it is passed.
    #[must_use]
    pub fn barriers(&self) -> u32 {
        ["workgroupBarrier()", "storageBarrier()"]
            .map(|barrier| self.wgsl().matches(barrier).count() as u32)
            .iter()
            .sum()
    }

    /// Loads of an invocation that are issued before the first is used.
    #[must_use]
    pub fn in_flight(&self) -> u32 {
        self.in_flight
    }

    /// Whether the device may leave its loops early: then it has one more binding, behind all others, for a word that it makes 1 where one was left.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.watched
    }

    /// Buffers that it reads.
    #[must_use]
    pub fn inputs(&self) -> u32 {
        self.inputs
    }

    /// Whether it reads parameters: bind group 1 holds a uniform of their words.
    #[must_use]
    pub fn reads_params(&self) -> bool {
        self.params
    }

    /// Of the finish kernel: 32-bit words of a result.
    #[must_use]
    pub fn output_words(&self) -> u32 {
        self.output_words
    }

    /// Bytes of workgroup memory.
    #[must_use]
    pub fn workgroup_bytes(&self) -> u32 {
        self.workgroup_bytes
    }
}
