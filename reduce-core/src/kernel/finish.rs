//! The kernel that finishes the last state on the device, for results that stay there.

use minijinja::context;

use super::shader::Kernel;
use super::step::Step;
use super::template::{Rendered, render};
use crate::caps::Caps;
use crate::error::Error;
use crate::needs::Needs;
use crate::operator::op::OperatorWgsl;
use crate::operator::recipe::Recipe;
use crate::operator::validate::Valid;
use crate::wgsl::Module;

/// The functions and words by which a kernel writes results.
pub(super) struct Finish {
    /// The function that returns the identity.
    pub(super) identity: String,
    pub(super) finish: String,
    /// The words of the result `value`.
    pub(super) words: Vec<String>,
}

impl Finish {
    /// # Errors
    /// [`Error::FinishOnHost`] if `finish` or its result has no WGSL.
    pub(super) fn of(recipe: &Recipe, op: &OperatorWgsl, module: &mut Module) -> Result<Self, Error> {
        let (identity, finish) = ((recipe.identity)(module), module.finish(recipe.finish));
        let on_host = |reason: &str| Error::FinishOnHost {
            operator: op.name.clone(),
            reason: reason.to_owned(),
        };
        if let Some(reason) = module.refusal() {
            return Err(on_host(reason));
        }
        let Some(output) = recipe.output else {
            return Err(on_host("its type has no WGSL"));
        };
        let words = (output.words)("value", module);
        Ok(Self {
            identity,
            finish,
            words,
        })
    }
}

/// Generates the finish kernel for a device with `caps`.
///
/// # Errors
/// [`Error::FinishOnHost`] if `finish` or its result has no WGSL, [`Error::MissingFeature`] if the device lacks the type of the result,
/// [`Error::InvalidWgsl`] if naga refuses the text.
pub(super) fn generate(recipe: &Recipe, op: &OperatorWgsl, caps: &Caps) -> Result<Kernel, Error> {
    let refused = |missing: Needs| Error::MissingFeature {
        operator: format!("the result of {}", op.name),
        missing: missing.to_string(),
        device: caps.device.clone(),
        remedy: "read the result on the host with reduce(), which finishes there",
    };
    let missing = recipe.output_needs.without(caps.offers);
    if !missing.is_empty() {
        return Err(refused(missing));
    }
    let mut module = caps.module();
    let (stored, load) = ((recipe.stored)(&mut module), (recipe.load)(&mut module));
    let Finish {
        identity,
        finish,
        words,
    } = Finish::of(recipe, op, &mut module)?;
    let output_words = words.len() as u32;
    let what = format!("{}'s finish kernel", op.name);
    let context = context! {
        stored => stored, load => load, identity => identity, finish => finish, words => words,
    };
    let Rendered { text, watched } = render("finish.wgsl", &context, &module, &what, caps.loop_limit, Some(1))?;
    if let Some(limit) = caps.loop_limit.filter(|_| watched) {
        return Err(limit.error(
            &op.name,
            &caps.device,
            "may be left early in `finish`",
            "read the result on the host with reduce(), which finishes there",
        ));
    }
    let with = |offers: Needs| {
        let caps = Caps { offers, ..caps.clone() };
        Valid::of_kernel(text.clone(), &what, &caps, module.origins())
    };
    // The words of an f64 are made of a u64, and `finish` may use more than its types say.
    let all = Needs::F64.union(Needs::I64);
    let source = with(caps.offers).map_err(|error| match with(all) {
        Ok(_) => refused(all.without(caps.offers)),
        Err(_) => error,
    })?;
    Ok(Kernel {
        output_words,
        watched,
        ..Kernel::of(Step::Finish, source, &module, caps)
    })
}
