//! The kernels of the strategies of the ladder: one over elements, one over the states that it leaves, from the same template.

use minijinja::context;
use minijinja::value::Value;

use super::load::{Load, Loader, Named};
use super::of_template::Filled;
use super::shader::Kernel;
use super::step::Step;
use super::tree::tree_steps;
use super::workgroup;
use crate::caps::Caps;
use crate::choice::policy::Policy;
use crate::choice::strategy::table::{Exchange, LadderKernel};
use crate::error::Error;
use crate::monoid::any_order::Atomic;
use crate::operator::op::OperatorWgsl;
use crate::operator::recipe::Recipe;
use crate::wgsl::Module;

/// Generates the kernel of `step` by `strategy` on a device with `caps`.
///
/// # Errors
/// [`Error::Policy`] if the strategy cannot express the monoid, [`Error::Limit`] if a workgroup does not fit the device,
/// [`Error::InvalidWgsl`] if naga refuses the text.
pub(super) fn generate(
    recipe: &Recipe,
    step: Step,
    ladder: &LadderKernel,
    op: &OperatorWgsl,
    policy: Policy,
    caps: &Caps,
) -> Result<Kernel, Error> {
    ladder.check(recipe, &op.name, policy, caps)?;
    workgroup::check_state(&op.name, recipe.state_bytes, caps)?;
    let mut module = caps.module();
    let fragments = if step == Step::FoldStates || step == Step::SetIdentity {
        Fragments::over_states(recipe, ladder, &mut module)
    } else {
        Fragments::over_elements(recipe, ladder, step.is_unaligned(), &mut module)
    };
    fragments.fill(step, ladder, op, policy, caps, &module)
}

/// The parts of an operator that fill the holes of a strategy's template.
struct Fragments {
    state: String,
    stored: String,
    store: String,
    load: String,
    combine: String,
    identity: String,
    built_in: Option<String>,
    shuffle: String,
    /// The type of the output.
    target: String,
    atomics: Vec<Value>,
    state_bytes: u32,
    reads: Reads,
}

/// How an invocation reads what it folds.
#[derive(Default)]
struct Reads {
    elements: bool,
    unaligned: bool,
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
    fn over_elements(recipe: &Recipe, ladder: &LadderKernel, unaligned: bool, module: &mut Module) -> Self {
        let (state, lift) = ((recipe.state)(module), (recipe.lift)(module));
        let vector = if ladder.is_vector() {
            recipe.shape.per_invocation
        } else {
            1
        };
        let loader = Loader::new(recipe, vector, unaligned, module);
        let row = Named::of_row("0");
        let elements = loader.elements(row, "index", module).into_iter();
        let reads = Reads {
            elements: true,
            unaligned,
            positioned: recipe.positioned,
            vector,
            lifted: elements.map(|element| format!("{lift}({element})")).collect(),
            bindings: loader.bindings(),
            loads: Load::values(loader.loads(row, "index")),
            group_loads: Load::values(loader.group_loads(row, "index")),
            own_loads: (0..vector)
                .map(|column| Load::values(loader.own_loads(row, "index", column)))
                .collect(),
        };
        let mut fragments = Self::of(recipe, ladder, state, reads, module);
        if ladder.exchange == Exchange::Atomics {
            let (target, atomics) = (recipe.atomics)(module).unwrap_or_default();
            fragments.target = target;
            fragments.atomics = atomics
                .into_iter()
                .map(|Atomic { function, name, path }| context! { function => function, name => name, path => path })
                .collect();
        }
        fragments
    }

    fn over_states(recipe: &Recipe, ladder: &LadderKernel, module: &mut Module) -> Self {
        let state = (recipe.state)(module);
        let load = (recipe.load)(module);
        let reads = Reads {
            vector: 1,
            lifted: vec![super::template::called("states[index]", &load)],
            ..Reads::default()
        };
        Self::of(recipe, ladder, state, reads, module)
    }

    fn of(recipe: &Recipe, ladder: &LadderKernel, state: String, reads: Reads, module: &mut Module) -> Self {
        Self {
            store: (recipe.store)(module),
            load: (recipe.load)(module),
            combine: (recipe.combine)(module),
            identity: (recipe.identity)(module),
            built_in: (ladder.exchange == Exchange::BuiltIns)
                .then(|| (recipe.subgroup)(module))
                .flatten(),
            shuffle: match ladder.exchange {
                Exchange::Shuffles | Exchange::MemoryThenShuffles => (recipe.shuffle)(module),
                _ => String::new(),
            },
            target: match ladder.exchange {
                Exchange::LastWorkgroup => (recipe.counted)(module),
                _ => format!("array<{}>", (recipe.stored)(module)),
            },
            stored: (recipe.stored)(module),
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
        ladder: &LadderKernel,
        op: &OperatorWgsl,
        policy: Policy,
        caps: &Caps,
        module: &Module,
    ) -> Result<Kernel, Error> {
        let Reads {
            elements,
            unaligned,
            vector,
            bindings,
            ..
        } = self.reads;
        let (invocations, slots) = (ladder.workgroup_size(policy), ladder.slots(policy, caps));
        let items = ladder.per_invocation(elements.then_some(vector));
        let (smallest, largest) = caps.subgroups.map_or((1, 1), |sizes| (sizes.min, sizes.max));
        let inputs = if elements { bindings.len() as u32 } else { 1 };
        let counts = ladder.exchange == Exchange::LastWorkgroup;
        let exchanged = context! { kind => &self.state, combine => &self.combine, shuffle => &self.shuffle };
        let context = context! {
            state => self.state, stored => self.stored, store => self.store, load => self.load, combine => self.combine, identity => self.identity, shuffle => self.shuffle,
            exchanged => exchanged,
            target => self.target, atomics => self.atomics, coherent => counts, in_rows => true, counts => counts,
            built_in => self.built_in,
            subgroups => ladder.needs_subgroups(), slots => slots, smallest_subgroup => invocations / slots.clamp(1, invocations),
            workgroup_size => invocations, per_invocation => vector, items => items,
            unit => ladder.is_tiled().then_some(invocations * items), tile => invocations * items,
            elements => elements, positioned => self.reads.positioned, unaligned => unaligned, parts => bindings,
            one_by_one => !ladder.is_vector(), loads => self.reads.loads, lifted => self.reads.lifted,
            group_loads => self.reads.group_loads, own_loads => self.reads.own_loads, column_tree => tree_steps(vector),
            status => inputs + 2, distances => halves(invocations / 2, smallest), shuffled => halves((invocations / 2).min(largest / 2), 1),
        };
        let template = match step {
            Step::SetIdentity => "ladder/set_identity.wgsl",
            _ => ladder.template.name,
        };
        let what = format!("{}'s {} kernel by {}", op.name, step.name(), policy.strategy);
        let filled = Filled {
            template,
            context: &context,
            module,
            calls: None,
        };
        let kernel = Kernel {
            inputs,
            // Those of a vector are one load.
            in_flight: if ladder.is_vector() { 1 } else { items },
            built_in: ladder.exchange == Exchange::BuiltIns,
            ..filled.kernel(step, &what, op, caps)?
        };
        Ok(match step {
            Step::SetIdentity => kernel,
            _ => Kernel {
                workgroup_size: invocations,
                workgroup_bytes: slots * self.state_bytes,
                subgroups: ladder.needs_subgroups(),
                ..kernel
            },
        })
    }
}

/// `from` and its halves down to `to`.
fn halves(from: u32, to: u32) -> Vec<u32> {
    let halves = std::iter::successors(Some(from), |distance| Some(distance / 2));
    halves.take_while(|distance| *distance >= to.max(1)).collect()
}
