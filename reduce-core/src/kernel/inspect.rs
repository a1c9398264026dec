//! The kernels of a reduction, to read: their shaders, and a page that explains them.

use std::fmt::Write as _;

use crate::arithmetic::Arithmetic;
use crate::caps::{Caps, Subgroups};
use crate::choice::policy::{Choice, Policy};
use crate::choice::strategy::Strategy;
use crate::error::Error;
use crate::kernel::resources::Resources;
use crate::kernel::{self, Kernel, Step};
use crate::monoid::operator::Operator;
use crate::operator::op::OperatorWgsl;
use crate::operator::recipe::{Bins, Recipe};
use crate::operator::reproducibility::{self, Reproducibility};
use crate::operator::validate::{self, Floats};
use crate::tuning::{ROWS, WORKGROUP_SIZE};

/// The kernels of one reduction for one set of abilities; no device is needed to make them.
///
/// ```
/// use reduce_core::{Caps, Kernels, ops};
/// let kernels = Kernels::of::<ops::Sum<f32>>(&Caps::webgpu())?;
/// assert!(kernels.wgsl().contains("fn sum_f32_combine("));
/// println!("{}", kernels.explain());
/// # Ok::<(), reduce_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Kernels {
    pub(crate) op: OperatorWgsl,
    kernels: Vec<Kernel>,
    pub(crate) recipe: Recipe,
    traits: Traits,
    policy: Policy,
    pub(crate) caps: Caps,
}

#[derive(Clone, Copy, Debug)]
struct Traits {
    bits: Reproducibility,
    /// How the device computes with floats, if the kernels do.
    arithmetic: Option<Arithmetic>,
    element_bytes: usize,
    /// The device that the policy was measured on, if the caller did not choose it.
    measured_on: Option<&'static str>,
}

/// The steps that `reduce` runs by `policy`, in the order of the passes.
fn steps(policy: Policy, recipe: &Recipe) -> Vec<Step> {
    let run = kernel::tree_run(recipe.state_bytes);
    match policy.strategy.kernel() {
        None if recipe.mixed => vec![Step::Tiles, Step::Runs, Step::Tree { run }],
        None => vec![Step::Tiles, Step::Tree { run }],
        Some(kernel) if kernel.beside().is_some() => vec![Step::SetIdentity, Step::FoldElements],
        Some(_) => vec![Step::FoldElements, Step::FoldStates],
    }
}

impl Kernels {
    /// The kernels of `R` for a device with `caps`.
    ///
    /// # Errors
    /// [`Error::MissingFeature`], [`Error::Limit`] or [`Error::InvalidWgsl`].
    pub fn of<R: Operator>(caps: &Caps) -> Result<Self, Error> {
        Self::best(&Recipe::of::<R>(), caps)
    }

    pub(crate) fn best(recipe: &Recipe, caps: &Caps) -> Result<Self, Error> {
        Self::by(recipe, Policy::chosen(recipe, caps).0.into(), caps)
    }

    /// The kernels of `R` by a [`Policy`] or a [`Strategy`], for a device with `caps`.
    ///
    /// # Errors
    /// As [`of`](Self::of); [`Error::Policy`].
    pub fn with<R: Operator>(choice: impl Into<Choice>, caps: &Caps) -> Result<Self, Error> {
        Self::by(&Recipe::of::<R>(), choice.into(), caps)
    }

    fn by(recipe: &Recipe, choice: Choice, caps: &Caps) -> Result<Self, Error> {
        let policy = choice.by(recipe, caps).check()?;
        let (op, floats) = (
            OperatorWgsl::by(recipe, caps)?,
            reproducibility::floats(recipe, caps.arithmetic)?,
        );
        let (chosen, measured_on) = Policy::chosen(recipe, caps);
        let steps = steps(policy, recipe).into_iter();
        let kernels = steps.map(|step| kernel::generate(recipe, step, &op, policy, caps));
        let kernels = kernels.collect::<Result<Vec<_>, Error>>()?;
        let arithmetic = Arithmetic {
            no_contraction: kernels.iter().all(Kernel::is_held),
            ..caps.arithmetic
        };
        let traits = Traits {
            bits: Reproducibility::on(floats, arithmetic),
            arithmetic: (floats != Floats::Compared).then_some(arithmetic),
            element_bytes: (recipe.parts)().iter().map(|part| part.bytes).sum(),
            measured_on: (policy == chosen).then_some(measured_on),
        };
        Ok(Self {
            op,
            kernels,
            recipe: *recipe,
            traits,
            policy,
            caps: caps.clone(),
        })
    }

    /// The choices that these kernels were made by.
    #[must_use]
    pub fn policy(&self) -> Policy {
        self.policy
    }

    /// The kernel of any step of `R`, of those that only `encode` uses as well, for a device with `caps`.
    ///
    /// # Errors
    /// As [`of`](Self::of); [`Error::MissingFeature`] if the device cannot hold the result.
    ///
    /// ```
    /// use reduce_core::{Caps, Kernels, Step, ops};
    /// let finish = Kernels::kernel::<ops::Mean<f32>>(Step::Finish, &Caps::webgpu())?;
    /// assert!(finish.wgsl().contains("mean_f32_finish(state)"));
    /// # Ok::<(), reduce_core::Error>(())
    /// ```
    pub fn kernel<R: Operator>(step: Step, caps: &Caps) -> Result<Kernel, Error> {
        let recipe = Recipe::of::<R>();
        let policy = Policy::chosen(&recipe, caps).0;
        kernel::generate(&recipe, step, &OperatorWgsl::by(&recipe, caps)?, policy, caps)
    }

    /// Whether a kernel of its own folds full tiles.
    pub(crate) fn take_full_tiles(&self) -> bool {
        kernel::takes_full_tiles(&self.recipe, self.op.weighs, &self.caps)
    }

    /// The kernel of another step of the reduction of which these are the kernels.
    #[doc(hidden)]
    pub fn step(&self, step: Step) -> Result<Kernel, Error> {
        kernel::generate(&self.recipe, step, &self.op, self.policy, &self.caps)
    }

    /// The kernels of `reduce` in the order of their passes.
    #[must_use]
    pub fn all(&self) -> &[Kernel] {
        &self.kernels
    }

    /// The operator on its own.
    #[must_use]
    pub fn operator(&self) -> &OperatorWgsl {
        &self.op
    }

    /// The WGSL of the combine step with what it uses.
    #[must_use]
    pub fn combine(&self) -> &str {
        self.op.combine.wgsl()
    }

    /// Every shader as wgpu takes it, one after the other.
    #[must_use]
    pub fn wgsl(&self) -> String {
        self.join(|kernel| kernel.wgsl().to_owned())
    }

    /// Every shader as browsers take it, one after the other.
    #[must_use]
    pub fn wgsl_web(&self) -> String {
        self.join(Kernel::wgsl_web)
    }

    /// Every shader as Vulkan takes it: the words of a module each.
    ///
    /// # Errors
    /// [`Error::NoTranslation`].
    pub fn spirv(&self) -> Result<Vec<Vec<u32>>, Error> {
        self.kernels.iter().map(Kernel::spirv).collect()
    }

    /// The device resources of each kernel, in the order of their passes.
    ///
    /// ```
    /// use reduce_core::{Caps, Kernels, ops};
    /// let kernels = Kernels::of::<ops::MinMax<f32>>(&Caps::webgpu())?;
    /// let tiles = &kernels.resources()[0];
    /// assert_eq!((tiles.workgroup_size, tiles.state_words, tiles.workgroup_bytes), (256, 2, 1024));
    /// # Ok::<(), reduce_core::Error>(())
    /// ```
    #[must_use]
    pub fn resources(&self) -> Vec<Resources> {
        let of = |kernel: &Kernel| {
            let bytes = kernel::state_bytes(&self.recipe, kernel.step());
            Resources::of(kernel, bytes.div_ceil(4) as u32)
        };
        self.kernels.iter().map(of).collect()
    }

    fn join(&self, text: impl Fn(&Kernel) -> String) -> String {
        let texts: Vec<String> = self
            .kernels
            .iter()
            .map(|kernel| format!("// ---- {} ----\n\n{}", kernel.step().name(), text(kernel)))
            .collect();
        texts.join("\n")
    }

    /// On which devices the bits of a result are the same, of those for which these are the kernels.
    ///
    /// [`Reproducibility::of`] is what holds on any device; this counts in what the driver is held to, and what was seen of it when the device
    /// was opened ([`Caps::arithmetic`]).
    ///
    /// ```
    /// use reduce_core::{Caps, Kernels, Reproducibility, ops};
    /// let dot = Kernels::of::<ops::Dot<f32>>(&Caps::nvidia())?;
    /// assert_eq!(dot.reproducibility(), Reproducibility::AcrossDevices);
    /// # Ok::<(), reduce_core::Error>(())
    /// ```
    #[must_use]
    pub fn reproducibility(&self) -> Reproducibility {
        self.traits.bits
    }

    /// The kernels that run, and the reason for each choice, in words and numbers.
    #[must_use]
    pub fn explain(&self) -> String {
        let Recipe {
            exact,
            commutative,
            mixed,
            state_bytes,
            ..
        } = self.recipe;
        let Traits {
            bits,
            arithmetic,
            element_bytes,
            ..
        } = self.traits;
        let mut page = format!("{} on {}\n", self.op.name, self.caps.device);
        let mut line = |text: String| {
            let _ = writeln!(page, "  {text}");
        };
        line(format!(
            "operator   {}, {}; state {state_bytes} bytes, input element {element_bytes} bytes",
            if exact {
                "exact in any order"
            } else {
                "not claimed exact in any order"
            },
            match (commutative, mixed) {
                (true, _) => "commutative",
                (false, false) => "in input order",
                (false, true) => "some members commutative, some in input order",
            },
        ));
        line(format!("bits       {}", self.bits(bits)));
        if let Some(arithmetic) = arithmetic {
            line(format!("floats     {arithmetic}"));
        }
        if let Some(limit) = self
            .caps
            .loop_limit
            .filter(|_| validate::has_loops(self.op.module.wgsl()))
        {
            line(format!(
                "loops      {limit}; {}",
                match self.is_watched() {
                    true => "where the operator's need more, the call is an Error",
                    false => "the operator's need fewer",
                }
            ));
        }
        match self.policy.strategy {
            Strategy::Canonical => self.explain_canonical(&mut line),
            strategy => {
                line(format!("strategy   {strategy}: {}", strategy.summary()));
                let size = self.kernels.last().map_or(0, Kernel::workgroup_size);
                line(format!("workgroup  {size} invocations"));
            }
        }
        for kernel in &self.kernels {
            line(format!(
                "kernel     {}: {} bytes of workgroup memory",
                kernel.step().name(),
                kernel.workgroup_bytes()
            ));
        }
        page
    }

    /// Whether the device may leave a loop of these kernels early, which calls then report.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.kernels.iter().any(Kernel::is_watched)
    }

    /// The steps of the canonical order.
    fn explain_canonical(&self, line: &mut impl FnMut(String)) {
        let Recipe { shape, state_bytes, .. } = self.recipe;
        let Traits {
            element_bytes,
            measured_on,
            ..
        } = self.traits;
        let inside = if self.kernels[0].uses_built_ins() {
            "built-ins inside, because the monoid is exact"
        } else {
            "shuffles inside"
        };
        let (tile, in_flight) = (shape.tile_len(), self.kernels[0].in_flight());
        if shape.ordered {
            line(format!(
                "order      tiles of {tile} elements = {WORKGROUP_SIZE} runs of {}; runs left to right, then balanced trees over runs and tiles",
                shape.run(),
            ));
        }
        if let Some(Bins { count, .. }) = self.recipe.bins {
            line(format!(
                "order      any: tiles of {tile} elements, counted in {count} bins by atomics in workgroup memory, which has {} of the counts",
                match self.kernels[0].workgroup_bytes() / (4 * count) {
                    1 => "one copy".to_owned(),
                    copies => format!("{copies} copies"),
                }
            ));
        } else if !shape.ordered || self.recipe.mixed {
            line(format!(
                "order      tiles of {tile} elements = {ROWS} rows of {} columns; columns top to bottom, then balanced trees over columns and tiles",
                shape.columns(),
            ));
        }
        if self.recipe.mixed {
            let leaves = (self.recipe.leaves)();
            let named = |commutative| {
                let leaves = leaves.iter().filter(|leaf| leaf.recipe.commutative == commutative);
                leaves
                    .map(|leaf| (leaf.recipe.name)())
                    .collect::<Vec<_>>()
                    .join(" and ")
            };
            line(format!(
                "members    {} by columns, {} by runs: two kernels read each tile, because no order is that of all members",
                named(true),
                named(false),
            ));
        }
        line(format!(
            "workgroup  {WORKGROUP_SIZE} invocations, {in_flight} loads of {} bytes in flight each",
            shape.per_invocation as usize * element_bytes,
        ));
        line(format!(
            "chosen     {}",
            measured_on.map_or_else(|| "by the caller".to_owned(), |on| format!("as measured best on {on}"))
        ));
        line(match self.caps.subgroups.filter(|_| self.kernels[0].uses_subgroups()) {
            Some(Subgroups { min, max }) if min == max => {
                format!("subgroups  of {min} lanes: {inside}, workgroup memory beyond")
            }
            Some(Subgroups { min, max }) => {
                format!("subgroups  of {min} to {max} lanes: {inside}, workgroup memory beyond")
            }
            None => "subgroups  not used: workgroup memory only".to_owned(),
        });
        if self.recipe.takes_any_order && self.policy.variable_workgroups > 0 {
            line(format!(
                "cut        as the device likes where that is faster, into {} workgroups at most: the monoid is exact",
                self.policy.variable_workgroups
            ));
        }
        if self.take_full_tiles() {
            line(
                "weights    of counts are known in full tiles, which a kernel of its own folds: it divides nothing"
                    .to_owned(),
            );
        }
        if self.kernels[0].uses_packed_dot() {
            line("elements   all of a load at a time, by dot products with ones: the monoid is exact".to_owned());
        }
        line(format!(
            "tree       one workgroup folds up to {} states; of more, a pass before it leaves one for every {WORKGROUP_SIZE}",
            WORKGROUP_SIZE * kernel::tree_run(state_bytes)
        ));
    }

    /// On which devices the bits are the same.
    fn bits(&self, canonical: Reproducibility) -> String {
        if self.policy.strategy == Strategy::Canonical || self.recipe.exact {
            return canonical.to_string();
        }
        "those of this strategy, workgroup and device: only the canonical order promises more".to_owned()
    }
}
