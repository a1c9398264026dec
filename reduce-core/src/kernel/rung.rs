//! The kernels of the rungs of the ladder: one over elements, one over the states that it leaves, from the same template.

use minijinja::context;
use minijinja::value::Value;

use super::load::Loader;
use super::loops::noticed;
use super::meeting;
use super::shader::Kernel;
use super::step::Step;
use super::template::{Rendered, render};
use super::tree::tree_steps;
use crate::caps::Caps;
use crate::choice::ladder::{Meets, Rung};
use crate::choice::policy::Policy;
use crate::error::Error;
use crate::monoid::any_order::Atomic;
use crate::operator::op::OpSource;
use crate::operator::recipe::Recipe;
use crate::operator::validate::Valid;
use crate::wgsl::Module;

/// Generates the kernel of `step` by `rung` on a device with `caps`.
///
/// # Errors
/// [`Error::Policy`] if the rung cannot express the monoid, [`Error::Limit`] if a workgroup does not fit the device,
/// [`Error::InvalidWgsl`] if naga refuses the text.
pub(super) fn generate(
    recipe: &Recipe,
    step: Step,
    rung: &Rung,
    op: &OpSource,
    policy: Policy,
    caps: &Caps,
) -> Result<Kernel, Error> {
    rung.check(recipe, &op.name, policy, caps)?;
    meeting::check_state(&op.name, recipe.state_bytes, caps)?;
    let mut module = caps.module();
    let fragments = if step == Step::FoldStates || step == Step::SetIdentity {
        Fragments::over_states(recipe, rung, &mut module)
    } else {
        Fragments::over_elements(recipe, rung, step == Step::FoldLooseElements, &mut module)
    };
    fragments.fill(step, rung, op, policy, caps, &module)
}

/// What an operator puts into the holes of a rung's template.
struct Fragments {
    state: String,
    combine: String,
    identity: String,
    built_in: Option<String>,
    shuffle_xor: String,
    /// What the output is.
    target: String,
    atomics: Vec<Value>,
    state_bytes: u32,
    reads: Reads,
}

/// How a lane reads what it folds.
#[derive(Default)]
struct Reads {
    elements: bool,
    loose: bool,
    positioned: bool,
    /// Elements, or states, at once.
    vector: u32,
    /// All of them at once, as states.
    lifted: Vec<String>,
    bindings: Vec<Value>,
    loads: Vec<Value>,
    group_loads: Vec<Value>,
    own_loads: Vec<Vec<Value>>,
}

impl Fragments {
    fn over_elements(recipe: &Recipe, rung: &Rung, loose: bool, module: &mut Module) -> Self {
        let (state, lift) = ((recipe.state)(module), (recipe.lift)(module));
        let vector = if rung.is_vector() { recipe.shape.per_lane } else { 1 };
        let loader = Loader::new(recipe, vector, loose, module);
        let elements = loader.elements(0, "index", module).into_iter();
        let reads = Reads {
            elements: true,
            loose,
            positioned: recipe.positioned,
            vector,
            lifted: elements.map(|element| format!("{lift}({element})")).collect(),
            bindings: loader.bindings(),
            loads: loader.loads(0, "index"),
            group_loads: loader.group_loads(0, "index"),
            own_loads: (0..vector).map(|column| loader.own_loads(0, "index", column)).collect(),
        };
        let mut fragments = Self::of(recipe, rung, state, reads, module);
        if rung.meets == Meets::Atomics {
            let (target, atomics) = (recipe.atomics)(module).unwrap_or_default();
            fragments.target = target;
            fragments.atomics = atomics
                .into_iter()
                .map(|Atomic { function, name, path }| context! { function => function, name => name, path => path })
                .collect();
        }
        fragments
    }

    fn over_states(recipe: &Recipe, rung: &Rung, module: &mut Module) -> Self {
        let state = (recipe.state)(module);
        let reads = Reads {
            vector: 1,
            lifted: vec!["states[index]".to_owned()],
            ..Reads::default()
        };
        Self::of(recipe, rung, state, reads, module)
    }

    fn of(recipe: &Recipe, rung: &Rung, state: String, reads: Reads, module: &mut Module) -> Self {
        Self {
            combine: (recipe.combine)(module),
            identity: (recipe.identity)(module),
            built_in: (rung.meets == Meets::BuiltIns)
                .then(|| (recipe.subgroup)(module))
                .flatten(),
            shuffle_xor: match rung.meets {
                Meets::Shuffles => (recipe.shuffle_xor)(module),
                _ => String::new(),
            },
            target: match rung.meets {
                Meets::Count => (recipe.counted)(module),
                _ => format!("array<{state}>"),
            },
            atomics: Vec::new(),
            state_bytes: recipe.state_bytes as u32,
            state,
            reads,
        }
    }

    /// The template filled, and validated.
    fn fill(
        self,
        step: Step,
        rung: &Rung,
        op: &OpSource,
        policy: Policy,
        caps: &Caps,
        module: &Module,
    ) -> Result<Kernel, Error> {
        let Reads {
            elements,
            loose,
            vector,
            bindings,
            ..
        } = self.reads;
        let (lanes, slots) = (rung.lanes(policy), rung.slots(policy, caps));
        let items = rung.per_lane(elements.then_some(vector));
        let (smallest, largest) = caps.subgroups.map_or((1, 1), |sizes| (sizes.min, sizes.max));
        let inputs = if elements { bindings.len() as u32 } else { 1 };
        let counts = rung.meets == Meets::Count;
        let lane = context! { kind => &self.state, combine => &self.combine, shuffle_xor => &self.shuffle_xor };
        let context = context! {
            state => self.state, combine => self.combine, identity => self.identity, shuffle_xor => self.shuffle_xor,
            lane => lane,
            target => self.target, atomics => self.atomics, coherent => counts, in_rows => true, counts => counts,
            built_in => self.built_in,
            subgroups => rung.needs_subgroups, slots => slots, smallest_subgroup => lanes / slots.clamp(1, lanes),
            lanes => lanes, per_lane => vector, items => items,
            unit => rung.is_tiled().then_some(lanes * items), tile => lanes * items,
            elements => elements, positioned => self.reads.positioned, loose => loose, parts => bindings,
            one_by_one => !rung.is_vector(), loads => self.reads.loads, lifted => self.reads.lifted,
            group_loads => self.reads.group_loads, own_loads => self.reads.own_loads, column_tree => tree_steps(vector),
            status => inputs + 2, distances => halves(lanes / 2, smallest), shuffled => halves((lanes / 2).min(largest / 2), 1),
        };
        let template = match step {
            Step::SetIdentity => "ladder/set_identity.wgsl",
            _ => rung.template,
        };
        let what = format!("{}'s {} kernel by {}", op.name, step.name(), policy.strategy);
        let Rendered { text, watched } = render(template, &context, module, &what, caps.loop_limit, None)?;
        if watched {
            noticed(op, caps)?;
        }
        Ok(Kernel {
            step,
            source: Valid::of_kernel(text, &what, caps, module.origins())?,
            lanes: if step == Step::SetIdentity { 1 } else { lanes },
            subgroups: rung.needs_subgroups && step != Step::SetIdentity,
            built_in: rung.meets == Meets::BuiltIns,
            packed_dot: false,
            checked: module.flow().checked,
            raw: module.flow().raw,
            no_contraction: caps.arithmetic.no_contraction,
            // Those of a vector are one load.
            in_flight: if rung.is_vector() { 1 } else { items },
            workgroup_bytes: if step == Step::SetIdentity {
                0
            } else {
                slots * self.state_bytes
            },
            output_words: 0,
            inputs,
            watched,
        })
    }
}

/// `from` and its halves down to `to`.
fn halves(from: u32, to: u32) -> Vec<u32> {
    let halves = std::iter::successors(Some(from), |distance| Some(distance / 2));
    halves.take_while(|distance| *distance >= to.max(1)).collect()
}
