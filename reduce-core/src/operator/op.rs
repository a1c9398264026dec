//! An operator as WGSL, whole and on its own: the fragments that every kernel is built from.

use crate::caps::Caps;
use crate::error::Error;
use crate::monoid::operator::Operator;
use crate::needs::Needs;
use crate::operator::recipe::Recipe;
use crate::operator::validate::{Folding, Member, Valid, are_weights};
use crate::wgsl::{Counting, Module};

/// The WGSL of one reduction, validated: its types, lift, combine, identity and finish.
#[derive(Clone, Debug)]
pub struct OperatorWgsl {
    /// The operator's name.
    pub name: String,
    /// Everything, as one module.
    pub module: Valid,
    /// The combine step with the declarations that it uses, and nothing else.
    pub combine: Valid,
    /// Whether it divides counts of f64 for weights alone, which kernels of full tiles know.
    pub(crate) weighs: bool,
    /// The members of the state, if some of them follow from the number of elements alone and columns are folded in the state itself.
    pub(crate) counts: Option<Vec<Member>>,
}

impl OperatorWgsl {
    /// The WGSL of `R`.
    ///
    /// # Errors
    /// [`Error::InvalidWgsl`] if naga refuses it, [`Error::MissingFeature`] if its types, or what it does with them, need more
    /// than `caps` offers.
    ///
    /// ```
    /// use reduce_core::{Caps, OperatorWgsl, ops};
    /// let source = OperatorWgsl::of::<ops::Max<u32>>(&Caps::webgpu())?;
    /// assert!(source.combine.wgsl().contains("max(a.max, b.max)"));
    /// # Ok::<(), reduce_core::Error>(())
    /// ```
    pub fn of<R: Operator>(caps: &Caps) -> Result<Self, Error> {
        Self::by(&Recipe::of::<R>(), caps)
    }

    pub(crate) fn by(recipe: &Recipe, caps: &Caps) -> Result<Self, Error> {
        let name = (recipe.name)();
        let module = whole(recipe, &name, caps)?;
        let mut step = caps.module();
        (recipe.combine)(&mut step);
        Ok(Self {
            weighs: weighs(recipe, caps),
            counts: counts(recipe, &module, caps),
            module,
            combine: Valid::with_origins(step.to_string(), &format!("{name}'s combine"), caps, step.origins())?,
            name,
        })
    }
}

/// The members of the state, if kernels may know the counts among them.
fn counts(recipe: &Recipe, module: &Valid, caps: &Caps) -> Option<Vec<Member>> {
    let has_form = (recipe.column)(&mut caps.module()).is_some();
    if has_form || recipe.mixed || recipe.shape.ordered {
        return None;
    }
    // The names that `module` has for them.
    let mut names = caps.module();
    let (lift, combine) = ((recipe.lift)(&mut names), (recipe.combine)(&mut names));
    module.counts(&lift, &combine)
}

/// Whether the operator divides counts of f64, and all of these quotients are the weights of right operands.
pub(crate) fn weighs(recipe: &Recipe, caps: &Caps) -> bool {
    let fields = (recipe.constants)();
    if fields.is_empty() || recipe.shape.ordered || !caps.offers.contains(Needs::F64) {
        return false;
    }
    let mut module = caps.module();
    module.expect_counts(fields, Counting::InFullTiles);
    let (lift, combine) = ((recipe.lift)(&mut module), (recipe.combine)(&mut module));
    let column = (recipe.column)(&mut module).map(|form| ((recipe.lift_to_column)(&lift, &form, &mut module), form));
    let of_column = column.as_ref().map(|(lift, form)| Folding {
        lift,
        combine: vec![&form.fold, &form.combine],
        from_key: form.from_key.as_deref(),
    });
    let of_state = Folding {
        lift: &lift,
        combine: vec![&combine],
        from_key: None,
    };
    let forms: Vec<Folding<'_>> = of_column.into_iter().chain([of_state]).collect();
    module
        .weight()
        .is_some_and(|weight| are_weights(&module.to_string(), weight, &forms))
}

/// All fragments as one module.
fn whole(recipe: &Recipe, name: &str, caps: &Caps) -> Result<Valid, Error> {
    let types = recipe.needs.without(caps.offers);
    // The host finishes; a device may lack the type of the result.
    let mut finished = fragments(recipe, recipe.output_needs.without(caps.offers).is_empty(), caps);
    if finished.refusal().is_some() {
        // A `finish` without WGSL is for the host alone.
        finished = fragments(recipe, false, caps);
    }
    if let Some(message) = finished.refusal() {
        return Err(Error::InvalidWgsl {
            what: name.to_owned(),
            message: message.to_owned(),
        });
    }
    let with = |module: &Module, more: Needs| {
        let offers = caps.offers.union(more);
        let caps = Caps { offers, ..caps.clone() };
        Valid::with_origins(module.to_string(), name, &caps, module.origins())
    };
    if types.is_empty()
        && let Ok(valid) = with(&finished, Needs::NONE)
    {
        return Ok(valid);
    }
    // WGSL that is valid on no device does not fail for want of abilities.
    with(&finished, Needs::F64.union(Needs::I64))?;
    // The text says which abilities are used beyond the types: min of f64 looks at its bits, which are a u64. Nor does a device have to offer what
    // finish uses.
    let needed = fragments(recipe, false, caps);
    let more = [Needs::NONE, Needs::I64, Needs::F64, Needs::F64.union(Needs::I64)];
    let missing = more.map(|more| types.union(more.without(caps.offers)));
    let found = missing
        .into_iter()
        .find_map(|missing| Some((missing, with(&needed, missing).ok()?)));
    match found {
        Some((missing, valid)) if missing.is_empty() => Ok(valid),
        found => Err(Error::MissingFeature {
            operator: name.to_owned(),
            missing: found.map_or(types, |(missing, _)| missing).to_string(),
            device: caps.device.clone(),
            remedy: "use 32-bit types, another adapter, or Cpu::new()",
        }),
    }
}

/// The module that has what every kernel needs, and `finish` if a device is to finish.
fn fragments(recipe: &Recipe, finishes: bool, caps: &Caps) -> Module {
    let mut module = caps.module();
    (recipe.lift)(&mut module);
    (recipe.combine)(&mut module);
    (recipe.identity)(&mut module);
    if finishes {
        module.finish(recipe.finish);
    }
    module
}
