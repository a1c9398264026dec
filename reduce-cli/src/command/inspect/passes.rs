//! The passes over an input, and the resources of each kernel.

use std::fmt::Write as _;

use reduce_wgpu::{Kernels, PassInput, Plan, Resources};

use crate::operator::Operator;

/// The passes, one line each.
pub(super) fn plan(plan: &Plan, operator: &dyn Operator) -> String {
    let mut page = format!("{}\n", title(plan, operator));
    for (index, pass) in plan.passes.iter().enumerate() {
        let from = match pass.input {
            PassInput::Input(start) => format!("the input from element {start}"),
            PassInput::Scratch(buffer) => format!("buffer {buffer}"),
        };
        let _ = writeln!(
            page,
            "  {}  {}: {} of {from}; {}, {} each, to buffer {} from state {}",
            index + 1,
            pass.step.name(),
            pass.length,
            counted(pass.workgroups.into(), "workgroup"),
            pass.unit,
            pass.target,
            pass.first_output,
        );
    }
    let [first, second] = plan.scratch.map(|states| counted(states, "state"));
    let _ = writeln!(
        page,
        "  buffers of {first} and {second}; the result is in buffer {}",
        plan.result
    );
    page
}

/// The kernels, one line each.
pub(super) fn resources(kernels: &Kernels, plan: &Plan, operator: &dyn Operator) -> String {
    let mut page = format!("{}\n\n", title(plan, operator));
    let mut row = |cells: [String; 7]| {
        let [kernel, passes, workgroup_size, memory, words, loads, barriers] = cells;
        let _ = writeln!(
            page,
            "{kernel:14}  {passes:>6}  {workgroup_size:>9}  {memory:>12}  {words:>11}  {loads:>15}  {barriers:>8}"
        );
    };
    row([
        "KERNEL",
        "PASSES",
        "WORKGROUP",
        "MEMORY BYTES",
        "STATE WORDS",
        "LOADS IN FLIGHT",
        "BARRIERS",
    ]
    .map(str::to_owned));
    for Resources {
        step,
        workgroup_size,
        workgroup_bytes,
        state_words,
        in_flight,
        barriers,
    } in kernels.resources()
    {
        // A short tree folds fewer states per invocation than the kernel that is shown.
        let passes = plan
            .passes
            .iter()
            .filter(|pass| pass.step.name() == step.name())
            .count();
        let cells =
            [workgroup_size, workgroup_bytes, state_words, in_flight, barriers].map(|number| number.to_string());
        let [workgroup_size, memory, words, loads, barriers] = cells;
        row([
            step.name().to_owned(),
            passes.to_string(),
            workgroup_size,
            memory,
            words,
            loads,
            barriers,
        ]);
    }
    page.push_str(
        "\nMemory is a workgroup's; a word is 32 bits, and an invocation may hold several states; a barrier in a loop is one.\n",
    );
    page
}

fn title(plan: &Plan, operator: &dyn Operator) -> String {
    let passes = counted(plan.passes.len() as u64, "pass");
    format!("{} of {} {}: {passes}", operator.name(), plan.len, operator.input())
}

/// A count and its noun.
fn counted(count: u64, noun: &str) -> String {
    match (count, noun) {
        (1, noun) => format!("1 {noun}"),
        (count, "pass") => format!("{count} passes"),
        (count, noun) => format!("{count} {noun}s"),
    }
}
