//! The declarations of a module that one kernel uses: it holds no function that is not called.

use std::collections::HashSet;

use super::Module;

/// Declarations for one kernel.
pub(crate) struct Used {
    /// Their text.
    pub(crate) declarations: String,
    /// Whether the kernel has to set the zero that no compiler knows.
    pub(crate) opaque: bool,
}

impl Module {
    /// The declarations that `text` uses, and those that they use.
    pub(crate) fn used_by(&self, text: &str) -> Used {
        let (mut mentioned, mut items) = (words(text), Vec::new());
        // A declaration stands before its users.
        for item in self.items().rev() {
            let mut names = declared(item).peekable();
            // Text that a user wrote may declare something other than a function: it stays.
            if names.peek().is_none() || names.any(|name| mentioned.contains(name)) {
                mentioned.extend(words(item));
                items.push(item);
            }
        }
        let variables = self.variables(|name| mentioned.contains(name));
        items.extend(variables.iter().map(String::as_str));
        items.reverse();
        Used {
            declarations: items.join("\n\n"),
            opaque: mentioned.contains("opaque_zero"),
        }
    }
}

/// The names, numbers and keywords of a text, in order.
fn in_order(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.filter(|word| !word.is_empty())
}

fn words(text: &str) -> HashSet<&str> {
    in_order(text).collect()
}

/// The names that an item declares: one, or several where a user wrote the WGSL.
fn declared(item: &str) -> impl Iterator<Item = &str> {
    let pairs = in_order(item).zip(in_order(item).skip(1));
    pairs.filter_map(|(keyword, name)| ["fn", "struct", "const", "alias"].contains(&keyword).then_some(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Of<const N: u8>;

    #[test]
    fn what_is_not_called_is_left_out() {
        let mut module = Module::new();
        module.structure::<Of<0>>("Pair", &|_| vec![("a", "u32".to_owned())]);
        module.structure::<Of<1>>("Alone", &|_| vec![("a", "u32".to_owned())]);
        module.function::<Of<0>>("f", "inner", &|_, name| {
            format!("fn {name}(p: Pair) -> u32 {{\n    return p.a;\n}}")
        });
        module.function::<Of<1>>("f", "hidden", &|module, name| {
            format!("fn {name}() -> u32 {{\n    return {};\n}}", module.opaque_zero())
        });
        module.function::<Of<2>>("f", "outer", &|_, name| {
            format!("fn {name}(p: Pair) -> u32 {{\n    return inner(p);\n}}")
        });
        let names = |text: &str| {
            let used = module.used_by(text);
            let found: Vec<String> = declared(&used.declarations).map(str::to_owned).collect();
            (found.join(" "), used.opaque)
        };
        assert_eq!(names("x = outer(p);"), ("Pair inner outer".to_owned(), false));
        assert_eq!(names("x = hidden();"), ("hidden".to_owned(), true));
        assert_eq!(names("x = outer_edge;"), (String::new(), false));
    }
}
