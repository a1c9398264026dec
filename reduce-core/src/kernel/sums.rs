//! Loads of packed bytes that become states by their sums: a dot product adds the bytes of a word that a mask chooses.

use super::column::Column;
use super::load::Loader;
use crate::choice::policy::Policy;
use crate::monoid::any_order::SumOfBytes;
use crate::operator::op::OperatorWgsl;
use crate::operator::recipe::Recipe;
use crate::operator::validate::has_loops;
use crate::wgsl::Module;

/// Bytes of a word.
const BYTES: usize = 4;

/// The loads of a kernel whose elements become states by their sums.
pub(super) struct Sums {
    of: SumOfBytes,
    /// The words of a load, by the names of a function that was handed it.
    words: Vec<String>,
}

impl Sums {
    /// The sums of a kernel, if its policy, its operator and its loads allow them. An operator with loops does not: its `lift` might not end for a sum.
    pub(super) fn of(
        recipe: &Recipe,
        (op, policy): (&OperatorWgsl, Policy),
        (column, loader): (&Column, &Loader),
        module: &mut Module,
    ) -> Option<Self> {
        let words = loader.words(loader.handed())?;
        let takes = policy.packed_dot && column.is_plain && !has_loops(op.module.wgsl());
        let of = takes.then(|| (recipe.sum_of_bytes)(module)).flatten()?;
        Some(Self { of, words })
    }

    /// Declares the functions that make a state of the first `count` elements of a load, one for each group that takes turns in it; returns how a function that was handed the load calls
    /// each.
    pub(super) fn lifted(&self, loader: &Loader, count: u32, module: &mut Module) -> Vec<String> {
        let lift = &self.of.lift;
        let groups = loader.in_turn();
        let functions = (0..groups).map(|group| {
            let bytes: Vec<usize> = (group..count)
                .step_by(groups as usize)
                .map(|byte| byte as usize)
                .collect();
            if let [byte] = bytes.as_slice() {
                let elements = loader.elements(loader.handed(), "group", module);
                return format!("{lift}({})", elements[*byte]);
            }
            let name = format!("{lift}_{}", if groups == 1 { "load" } else { "turn" });
            let function = module.function_once(&name, &|module, name| self.function(loader, &bytes, name, module));
            format!("{function}({})", loader.handed_on())
        });
        functions.collect()
    }

    /// The function `name` that makes a state of these bytes of a load.
    fn function(&self, loader: &Loader, bytes: &[usize], name: &str, module: &mut Module) -> String {
        let SumOfBytes {
            dot,
            lift,
            combine,
            kind,
            ..
        } = &self.of;
        let chosen = self.words.iter().enumerate().filter_map(|(index, word)| {
            let of_word = bytes.iter().filter(|byte| **byte / BYTES == index);
            let mask = of_word.fold(0u32, |mask, byte| mask | 1 << (byte % BYTES * 8));
            (mask != 0).then(|| format!("{dot}({word}, {mask:#010x}u)"))
        });
        let sum = chosen.collect::<Vec<_>>().join("\n        + ");
        let parameters = loader.parameters();
        let count = bytes.len();
        let result = match self.of.gives_all() {
            true => format!("    return {lift}(\n        {sum}\n    );\n"),
            false => {
                let elements = loader.elements(loader.handed(), "group", module);
                let lifted = bytes.iter().map(|byte| format!("{lift}({})", elements[*byte]));
                let lifted: Vec<String> = lifted.collect();
                let all = lifted.chunks(BYTES).map(|of_word| {
                    let folded = of_word
                        .iter()
                        .cloned()
                        .reduce(|all, one| format!("{combine}({all}, {one})"));
                    folded.unwrap_or_default()
                });
                let all = all.enumerate().map(|(index, four)| match index {
                    0 => format!("    var all = {four};\n"),
                    _ => format!("    all = {combine}(all, {four});\n"),
                });
                let all: String = all.collect();
                let state = self.of.state("of_sum", "all", module);
                format!("    let of_sum = {lift}(\n        {sum}\n    );\n{all}    return {state};\n")
            }
        };
        format!(
            "// {count} elements at once: dot products with ones are their sum.\nfn {name}({parameters}) -> {kind} {{\n{result}}}"
        )
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

    use crate::{Along, Caps, Kernels, ops};

    /// Of three channels, the first has the first and the fourth byte of the first word; their count is no sum of bytes.
    #[test]
    fn masks_choose_the_bytes_of_each_channel() {
        let kernels = Kernels::of::<ops::Mean<u8>>(&Caps::nvidia()).unwrap();
        let shaders = kernels.each(&[1 << 20, 3], &Along([0])).unwrap();
        let text = shaders[0].wgsl();
        for call in [
            "x_0.x, 0x01000001u",
            "x_0.x, 0x00000100u",
            "x_1.x, 0x00010000u",
            "x_2.w, 0x01000001u",
        ] {
            assert!(text.contains(&format!("dot4U8Packed(loaded.{call})")), "{call}: {text}");
        }
        assert!(text.contains("// 16 elements at once"), "{text}");
        assert!(text.contains(".total, all.count)"), "{text}");
    }
}
