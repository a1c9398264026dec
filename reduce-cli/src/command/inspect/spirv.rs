//! SPIR-V as text: the disassembly, with the names that the module gives its values.

use std::collections::HashMap;

use reduce_wgpu::{Error, Kernel};
use rspirv::binary::Disassemble as _;
use rspirv::dr;

/// The module of `kernel`, one instruction per line.
///
/// # Errors
/// [`Error::NoTranslation`].
pub(super) fn assembly(kernel: &Kernel) -> Result<String, Error> {
    let module = dr::load_words(kernel.spirv()?).map_err(|why| Error::NoTranslation {
        kernel: kernel.step().name(),
        language: "SPIR-V assembly",
        reason: why.to_string(),
    })?;
    Ok(with_names(&module.disassemble(), &names(&module)))
}

/// The names that the module gives its values; a name that two of them have gets the number of the second.
fn names(module: &dr::Module) -> HashMap<u32, String> {
    let mut names: HashMap<u32, String> = HashMap::new();
    let mut taken: Vec<String> = Vec::new();
    for instruction in &module.debug_names {
        if let [dr::Operand::IdRef(id), dr::Operand::LiteralString(name)] = instruction.operands.as_slice() {
            let plain: String = name
                .chars()
                .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
                .collect();
            let name = if plain.is_empty() || taken.contains(&plain) || plain.starts_with(|c: char| c.is_ascii_digit())
            {
                format!("{plain}_{id}")
            } else {
                plain
            };
            taken.push(name.clone());
            names.insert(*id, name);
        }
    }
    names
}

/// The text with `%state` for `%12`, if that is its name.
fn with_names(text: &str, names: &HashMap<u32, String>) -> String {
    let mut named = String::with_capacity(text.len());
    let mut parts = text.split('%');
    named.extend(parts.next());
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        let (digits, rest) = part.split_at(end);
        let id: Option<u32> = digits.parse().ok();
        let name = id.and_then(|id| names.get(&id));
        named.push('%');
        named.push_str(name.map_or(digits, String::as_str));
        named.push_str(rest);
    }
    named
}
