//! The rows of a tile as an invocation sees them: what it loads of each, and what it lifts.

use minijinja::context;
use minijinja::value::Value;

use super::load::Loader;
use crate::wgsl::Module;

/// The rows of an invocation that are loaded before the first is used: their loads, the elements that they hold, and those lifted,
/// by `lift_of_word` several at once.
pub(super) fn rows(
    loader: &Loader,
    stride: u32,
    in_flight: u32,
    lift: &str,
    (lift_of_word, merged): (Option<&str>, u32),
    module: &mut Module,
) -> Vec<Value> {
    (0..in_flight)
        .map(|row| {
            let group = format!("here + {}u", row * stride);
            let elements = loader.elements(row, &group, module);
            let lifted = match lift_of_word.zip(loader.words(row)) {
                Some((lift, words)) => columns_of(called(lift, &words), 1),
                None => columns_of(called(lift, &elements), merged),
            };
            context! { loads => loader.loads(row, &group), elements => elements, lifted => lifted }
        })
        .collect()
}

/// Lifted elements, of which `merged` neighbours go to one column each.
fn columns_of(lifted: Vec<String>, merged: u32) -> Vec<Value> {
    let numbered = (0..).zip(lifted);
    numbered
        .map(|(index, value)| context! { column => index / merged, is_first => index % merged == 0, value => value })
        .collect()
}

fn called(function: &str, arguments: &[String]) -> Vec<String> {
    arguments
        .iter()
        .map(|argument| format!("{function}({argument})"))
        .collect()
}

/// One row of an invocation that may end early: what is loaded for all of it, and what for each element.
pub(super) fn row(loader: &Loader, per_invocation: u32, module: &mut Module) -> Value {
    let own: Vec<_> = (0..per_invocation)
        .map(|column| loader.own_loads(0, "here", column))
        .collect();
    context! {
        loads => loader.group_loads(0, "here"), own => own, elements => loader.elements(0, "here", module),
    }
}
