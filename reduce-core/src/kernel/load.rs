//! How a kernel loads elements: the bindings of an input, the loads of a row, and an element from what was loaded.
//!
//! An invocation reads V neighbouring elements of a row at a time, its *group*; a row's groups are numbered throughout the
//! input. Whatever parts an element has, one group number finds them all.

use minijinja::context;
use minijinja::value::Value;

use crate::input::element::{Part, Storage, Unpack};
use crate::operator::recipe::Recipe;
use crate::wgsl::Module;

/// What the loads of the parts are called; `x` for an input of one part.
const NAMES: [char; 7] = ['x', 'y', 'z', 'w', 'v', 'u', 't'];

/// The loads of one element type, V elements a group.
pub(crate) struct Loader {
    parts: Vec<PartLoad>,
    per_invocation: u32,
    element: fn(&mut std::vec::IntoIter<String>, &str, &mut Module) -> String,
}

struct PartLoad {
    name: char,
    /// What its binding is an array of.
    word: String,
    how: How,
}

/// How a group of one part lies in its words.
#[derive(Clone, Copy)]
enum How {
    /// Anywhere: every element is loaded by its number, from words that hold one each or several.
    Unaligned(Option<(u32, Unpack)>),
    /// The group is one scalar, struct or vector.
    Word,
    /// One word an element.
    Each,
    /// The group is one vector of u32, each with several elements.
    Packed { bits: u32, unpack: Unpack },
    /// The group is a part of a u32.
    Within { bits: u32, unpack: Unpack },
}

/// The names of vector components.
const COMPONENTS: [&str; 4] = ["x", "y", "z", "w"];

impl Loader {
    /// The loads of a kernel; of a `unaligned` one, an element at a time and from any element of a buffer on.
    pub(crate) fn new(recipe: &Recipe, per_invocation: u32, unaligned: bool, module: &mut Module) -> Self {
        let parts = (recipe.parts)().into_iter().zip(NAMES);
        Self {
            parts: parts
                .map(|(part, name)| {
                    if unaligned {
                        PartLoad::unaligned(part, name, module)
                    } else {
                        PartLoad::new(part, name, per_invocation, module)
                    }
                })
                .collect(),
            per_invocation,
            element: recipe.element,
        }
    }

    /// The bindings of the input: the first is 0, the others come behind those of the results and the `Pass`.
    pub(crate) fn bindings(&self) -> Vec<Value> {
        let number = |index: usize| if index == 0 { 0 } else { index + 2 };
        let parts = self.parts.iter().enumerate();
        parts
            .map(|(index, part)| {
                let (start, step) = (part.start(), part.step());
                context! { number => number(index), name => part.binding(), word => &part.word, start => start, step => step }
            })
            .collect()
    }

    /// The loads of the group `group` that may be issued before it is known how many of its elements there are.
    pub(crate) fn group_loads(&self, row: u32, group: &str) -> Vec<Value> {
        self.parts
            .iter()
            .filter_map(|part| part.group_load(row, group, self.per_invocation))
            .collect()
    }

    /// The loads of one element of the group.
    pub(crate) fn own_loads(&self, row: u32, group: &str, column: u32) -> Vec<Value> {
        let parts = self.parts.iter();
        parts
            .filter_map(|part| part.own_load(row, group, column, self.per_invocation))
            .collect()
    }

    /// All loads of the group.
    pub(crate) fn loads(&self, row: u32, group: &str) -> Vec<Value> {
        let own = (0..self.per_invocation).flat_map(|column| self.own_loads(row, group, column));
        self.group_loads(row, group).into_iter().chain(own).collect()
    }

    /// The element in `column` of the group, whose first has the position `p` of the row.
    pub(crate) fn element(&self, row: u32, group: &str, column: u32, module: &mut Module) -> String {
        let values = self
            .parts
            .iter()
            .map(|part| part.value(row, group, column, self.per_invocation, module));
        let values: Vec<String> = values.collect();
        let position = if self.per_invocation == 1 {
            format!("p{row}")
        } else {
            format!("p{row} + {column}u")
        };
        (self.element)(&mut values.into_iter(), &position, module)
    }

    /// The words of the group, if it is whole words of packed bytes.
    pub(crate) fn words(&self, row: u32) -> Option<Vec<String>> {
        let [part] = self.parts.as_slice() else { return None };
        let How::Packed { bits: 8, .. } = part.how else {
            return None;
        };
        let (name, words) = (part.name, self.per_invocation / 4);
        Some(match words {
            1 => vec![format!("{name}{row}")],
            words => COMPONENTS[..words as usize]
                .iter()
                .map(|component| format!("{name}{row}.{component}"))
                .collect(),
        })
    }

    /// All elements of the group.
    pub(crate) fn elements(&self, row: u32, group: &str, module: &mut Module) -> Vec<String> {
        (0..self.per_invocation)
            .map(|column| self.element(row, group, column, module))
            .collect()
    }
}

impl PartLoad {
    fn new(part: Part, name: char, per_invocation: u32, module: &mut Module) -> Self {
        let (word, how) = match part.storage {
            Storage::Typed { wgsl, scalar } if per_invocation > 1 && scalar => {
                (format!("vec{per_invocation}<{}>", wgsl(module)), How::Word)
            }
            Storage::Typed { wgsl, .. } => (wgsl(module), if per_invocation > 1 { How::Each } else { How::Word }),
            Storage::Narrow(unpack) => {
                let bits = part.bytes as u32 * 8;
                match per_invocation * bits / 32 {
                    0 => ("u32".to_owned(), How::Within { bits, unpack }),
                    1 => ("u32".to_owned(), How::Packed { bits, unpack }),
                    words => (format!("vec{words}<u32>"), How::Packed { bits, unpack }),
                }
            }
        };
        Self { name, word, how }
    }

    fn unaligned(part: Part, name: char, module: &mut Module) -> Self {
        let (word, packed) = match part.storage {
            Storage::Typed { wgsl, .. } => (wgsl(module), None),
            Storage::Narrow(unpack) => ("u32".to_owned(), Some((part.bytes as u32 * 8, unpack))),
        };
        let how = How::Unaligned(packed);
        Self { name, word, how }
    }

    /// The member of `Pass` that says where the first element of an unaligned part is.
    fn start(&self) -> String {
        format!("start_{}", self.name)
    }

    /// The member of `Pass` that says how far it is from one element of an unaligned part to the next.
    fn step(&self) -> String {
        format!("step_{}", self.name)
    }

    /// The number of an element in an unaligned part.
    fn number(&self, group: &str, column: u32, per_invocation: u32) -> String {
        let (start, step) = (self.start(), self.step());
        format!("pass_info.{start} + (({group}) * {per_invocation}u + {column}u) * pass_info.{step}")
    }

    fn binding(&self) -> String {
        match self.name {
            'x' => "input".to_owned(),
            name => format!("input_{name}"),
        }
    }

    fn load(&self, name: String, index: &str) -> Value {
        context! { name => name, text => format!("{}[{index}]", self.binding()) }
    }

    fn group_load(&self, row: u32, group: &str, per_invocation: u32) -> Option<Value> {
        let name = format!("{}{row}", self.name);
        match self.how {
            How::Each | How::Unaligned(_) => None,
            How::Word | How::Packed { .. } => Some(self.load(name, group)),
            How::Within { bits, .. } => Some(self.load(name, &format!("({group}) / {}u", 32 / bits / per_invocation))),
        }
    }

    fn own_load(&self, row: u32, group: &str, column: u32, per_invocation: u32) -> Option<Value> {
        let index = match self.how {
            How::Each => format!("({group}) * {per_invocation}u + {column}u"),
            How::Unaligned(None) => self.number(group, column, per_invocation),
            How::Unaligned(Some((bits, _))) => {
                format!("({}) / {}u", self.number(group, column, per_invocation), 32 / bits)
            }
            _ => return None,
        };
        Some(self.load(format!("{}{row}_{column}", self.name), &index))
    }

    fn value(&self, row: u32, group: &str, column: u32, per_invocation: u32, module: &mut Module) -> String {
        let name = self.name;
        let component = |index: u32| COMPONENTS.get(index as usize).copied().unwrap_or_default();
        match self.how {
            How::Word if per_invocation == 1 => format!("{name}{row}"),
            How::Word => format!("{name}{row}.{}", component(column)),
            How::Each | How::Unaligned(None) => format!("{name}{row}_{column}"),
            How::Unaligned(Some((bits, unpack))) => {
                let number = self.number(group, column, per_invocation);
                unpack(
                    &format!("{name}{row}_{column}"),
                    &format!("(({number}) % {}u * {bits}u)", 32 / bits),
                    module,
                )
            }
            How::Packed { bits, unpack } => {
                let per_word = 32 / bits;
                let bit = format!("{}u", column % per_word * bits);
                if per_invocation == per_word {
                    unpack(&format!("{name}{row}"), &bit, module)
                } else {
                    unpack(&format!("{name}{row}.{}", component(column / per_word)), &bit, module)
                }
            }
            How::Within { bits, unpack } => {
                let groups = 32 / bits / per_invocation;
                // In parentheses: naga takes `>>` beside `*`, Tint does not.
                let bit = format!("((({group}) % {groups}u * {per_invocation}u + {column}u) * {bits}u)");
                unpack(&format!("{name}{row}"), &bit, module)
            }
        }
    }
}
