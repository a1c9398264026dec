//! One part of an element: how a group of it lies in its words, and what is loaded of it.

use super::{COMPONENTS, Load, Named};
use crate::input::element::{Part, Storage, Unpack};
use crate::wgsl::Module;

/// The loads of a part.
pub(super) struct PartLoad {
    pub(super) name: char,
    /// Whether a group may begin between two vectors, of which a function of the kernel makes one.
    shifted: bool,
    /// The vectors of a group.
    vectors: u32,
    /// The element type of its binding, which is an array.
    pub(super) word: String,
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

impl PartLoad {
    pub(super) fn new(part: Part, name: char, per_invocation: u32, module: &mut Module) -> Self {
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
        Self {
            name,
            shifted: false,
            vectors: 1,
            word,
            how,
        }
    }

    /// The loads of groups that are so many of these.
    pub(super) fn several(self, vectors: u32) -> Self {
        Self { vectors, ..self }
    }

    /// The loads of groups that may begin between two vectors, where these are of scalars or of packed elements.
    pub(super) fn shifted(self) -> Self {
        Self {
            shifted: matches!(self.how, How::Word | How::Packed { .. }),
            ..self
        }
    }

    /// The function that makes a vector of two.
    pub(super) fn loads_by(&self) -> String {
        format!("load_{}", self.name)
    }

    /// The elements in a component of its vectors.
    pub(super) fn per_component(&self) -> u32 {
        match self.how {
            How::Packed { bits, .. } => 32 / bits,
            _ => 1,
        }
    }

    /// The function that makes several neighbouring vectors of one more.
    pub(super) fn loads_neighbours_by(&self) -> String {
        format!("{}_and_next", self.loads_by())
    }

    /// Whether a group may begin between two vectors.
    pub(super) fn is_shifted(&self) -> bool {
        self.shifted
    }

    /// Says whether a load of this part is one vector whose components are the elements.
    pub(super) fn is_of_scalars(&self) -> bool {
        matches!(self.how, How::Word) && self.word.starts_with("vec")
    }

    /// The components of so many neighbouring vectors, `u0`, `u1`, …, of `per_invocation` elements each.
    pub(super) fn components(&self, vectors: u32, per_invocation: u32) -> Vec<String> {
        let of_one = (per_invocation / self.per_component()) as usize;
        let of_vector = |vector: u32| {
            let components = COMPONENTS.iter().take(of_one);
            components.map(move |component| match of_one {
                1 => format!("u{vector}"),
                _ => format!("u{vector}.{component}"),
            })
        };
        (0..vectors).flat_map(of_vector).collect()
    }

    pub(super) fn unaligned(part: Part, name: char, module: &mut Module) -> Self {
        let (word, packed) = match part.storage {
            Storage::Typed { wgsl, .. } => (wgsl(module), None),
            Storage::Narrow(unpack) => ("u32".to_owned(), Some((part.bytes as u32 * 8, unpack))),
        };
        let how = How::Unaligned(packed);
        Self {
            name,
            shifted: false,
            vectors: 1,
            word,
            how,
        }
    }

    /// The name of its binding.
    pub(super) fn binding(&self) -> String {
        match self.name {
            'x' => "input".to_owned(),
            name => format!("input_{name}"),
        }
    }

    /// The member of `Pass` that says where the first element of an unaligned part is.
    pub(super) fn start(&self) -> String {
        format!("start_{}", self.name)
    }

    /// The member of `Pass` that says how far it is from one element of an unaligned part to the next.
    pub(super) fn step(&self) -> String {
        format!("step_{}", self.name)
    }

    /// The function that says where an element is in the buffer of an unaligned part.
    pub(super) fn at(&self) -> String {
        format!("at_{}", self.name)
    }

    /// Whether an element is found in what was loaded by the number of its group.
    pub(super) fn asks_for_group(&self) -> bool {
        matches!(self.how, How::Within { .. } | How::Unaligned(Some(_)))
    }

    /// All loads of a group.
    pub(super) fn loads(&self, named: Named<'_>, group: &str, per_invocation: u32) -> Vec<Load> {
        let own = (0..per_invocation).filter_map(|column| self.own_load(named, group, column, per_invocation));
        self.group_loads(named, group, per_invocation)
            .into_iter()
            .chain(own)
            .collect()
    }

    /// The loads of a whole group, where it is one vector or several.
    pub(super) fn group_loads(&self, named: Named<'_>, group: &str, per_invocation: u32) -> Vec<Load> {
        let index = match self.how {
            How::Each | How::Unaligned(_) => return Vec::new(),
            How::Word | How::Packed { .. } => group.to_owned(),
            How::Within { bits, .. } => format!("{} / {}u", operand(group), 32 / bits / per_invocation),
        };
        if self.vectors == 1 {
            return vec![self.load(named.part(self.name), &index)];
        }
        let loads = (0..self.vectors).map(|vector| {
            // An input may end with some of the vectors of a group, of which the first is there.
            let index = match vector {
                0 => number(group, vector, self.vectors),
                _ => format!(
                    "min({}, arrayLength(&{}) - 1u)",
                    number(group, vector, self.vectors),
                    self.binding()
                ),
            };
            self.load(self.own_name(named, vector), &index)
        });
        loads.collect()
    }

    /// The load of one element of a group, where each has its own.
    pub(super) fn own_load(&self, named: Named<'_>, group: &str, column: u32, per_invocation: u32) -> Option<Load> {
        let index = match self.how {
            How::Each => number(group, column, per_invocation),
            How::Unaligned(None) => self.index(group, column, per_invocation),
            How::Unaligned(Some((bits, _))) => {
                format!("{} / {}u", self.index(group, column, per_invocation), 32 / bits)
            }
            How::Word | How::Packed { .. } | How::Within { .. } => return None,
        };
        Some(self.load(self.own_name(named, column), &index))
    }

    fn load(&self, name: String, index: &str) -> Load {
        let text = match self.shifted {
            true => format!("{}({index})", self.loads_by()),
            false => format!("{}[{index}]", self.binding()),
        };
        Load { name, text }
    }

    fn own_name(&self, named: Named<'_>, column: u32) -> String {
        format!("{}_{column}", named.part(self.name))
    }

    /// The index of an element in the buffer of an unaligned part.
    fn index(&self, group: &str, column: u32, per_invocation: u32) -> String {
        format!("{}({})", self.at(), number(group, column, per_invocation))
    }

    /// How an element at the place `at` of the input is read alone, from the vectors of the others: the type of the word that has it, the load of that, and the element in `x`.
    pub(super) fn alone(&self, per_invocation: u32, module: &mut Module) -> Option<[String; 3]> {
        let scalar = |word: &str| match word.split_once('<') {
            Some((_, scalar)) => scalar.trim_end_matches('>').to_owned(),
            None => word.to_owned(),
        };
        let per_word = match self.how {
            How::Word if per_invocation > 1 => 1,
            How::Packed { bits, .. } => 32 / bits,
            _ => return None,
        };
        let vector = format!("{}[at / {per_invocation}u]", self.binding());
        let load = match per_invocation / per_word {
            1 => vector,
            _ if per_word == 1 => format!("{vector}[at % {per_invocation}u]"),
            _ => format!("{vector}[at % {per_invocation}u / {per_word}u]"),
        };
        let element = match self.how {
            How::Packed { bits, unpack } => unpack("x", &format!("(at % {per_word}u * {bits}u)"), module),
            _ => "x".to_owned(),
        };
        Some([scalar(&self.word), load, element])
    }

    /// The words of what was loaded of a group, if they are whole ones of packed bytes.
    pub(super) fn words(&self, named: Named<'_>, per_invocation: u32) -> Option<Vec<String>> {
        let How::Packed { bits: 8, .. } = self.how else {
            return None;
        };
        let words = per_invocation / self.vectors / 4;
        let names = (0..self.vectors).flat_map(|vector| {
            let name = match self.vectors {
                1 => named.part(self.name),
                _ => self.own_name(named, vector),
            };
            let components = COMPONENTS.iter().take(words as usize);
            let of_vector = components.map(|component| match words {
                1 => name.clone(),
                _ => format!("{name}.{component}"),
            });
            of_vector.collect::<Vec<_>>()
        });
        Some(names.collect())
    }

    /// The element in `column` of a group.
    pub(super) fn value(
        &self,
        named: Named<'_>,
        group: &str,
        column: u32,
        per_invocation: u32,
        module: &mut Module,
    ) -> String {
        let (per_vector, of_several) = (per_invocation / self.vectors, self.vectors > 1);
        let name = match self.how {
            How::Word | How::Packed { .. } if of_several => self.own_name(named, column / per_vector),
            _ => named.part(self.name),
        };
        let component = |index: u32| COMPONENTS.get(index as usize).copied().unwrap_or_default();
        match self.how {
            How::Word if per_invocation == 1 => name,
            How::Word => format!("{name}.{}", component(column % per_vector)),
            How::Each | How::Unaligned(None) => self.own_name(named, column),
            How::Unaligned(Some((bits, unpack))) => {
                let index = self.index(group, column, per_invocation);
                let bit = format!("({index} % {}u * {bits}u)", 32 / bits);
                unpack(&self.own_name(named, column), &bit, module)
            }
            How::Packed { bits, unpack } => {
                let per_word = 32 / bits;
                let bit = format!("{}u", column % per_word * bits);
                if per_vector == per_word {
                    unpack(&name, &bit, module)
                } else {
                    let word = component(column % per_vector / per_word);
                    unpack(&format!("{name}.{word}"), &bit, module)
                }
            }
            How::Within { bits, unpack } => {
                let first = format!("{} % {}u", operand(group), 32 / bits / per_invocation);
                // In parentheses: naga takes `>>` beside `*`, Tint does not.
                let bit = format!("(({}) * {bits}u)", number(&first, column, per_invocation));
                unpack(&name, &bit, module)
            }
        }
    }
}

/// The number of the element in `column` of a group of `per_invocation`.
fn number(group: &str, column: u32, per_invocation: u32) -> String {
    match (per_invocation, column) {
        (1, _) => group.to_owned(),
        (_, 0) => format!("{} * {per_invocation}u", operand(group)),
        _ => format!("{} * {per_invocation}u + {column}u", operand(group)),
    }
}

/// An expression as an operand.
fn operand(text: &str) -> String {
    if text.contains(' ') {
        format!("({text})")
    } else {
        text.to_owned()
    }
}
