//! Members of states: the questions of a derive about them, and their answers.

/// The question of a derive about a field.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Asked {
    /// The text that combines two.
    Text,
    /// The form for columns as well.
    Form,
    /// The text that fetches the member of `value` from another lane.
    Shuffle,
    /// The text that folds a subgroup, empty where there is none.
    Subgroup,
    /// A line for each 32-bit integer of the field: its path in the field, a blank, and the atomic that combines it; empty if not
    /// all of the field is combined like that.
    Atomic,
}

/// The WGSL of a form in which columns are folded ([`column_form`](crate::monoid::column_form)).
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct ColumnForm {
    /// Its type.
    pub kind: String,
    /// The function that makes it from a value; none where it is the value.
    pub to_key: Option<String>,
    /// The function that combines two of them, where all elements of `a` come before those of `b`.
    pub fold: String,
    /// The function that combines any two.
    pub combine: String,
    /// The function that makes the value from it; none where it is the value.
    pub from_key: Option<String>,
    /// How a lane fetches it from another lane; none where lanes do not fold it, because they do not come in order.
    pub shuffle: Option<Shuffle>,
}

/// How a lane fetches a value from the lane at a xor-distance.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub enum Shuffle {
    /// By the built-in.
    Scalar,
    /// Element by element.
    Array {
        /// The type of the array.
        kind: String,
        /// The number of its elements.
        len: usize,
        /// How each of them is fetched.
        each: Box<Self>,
    },
    /// By this function.
    Function(String),
}

impl Shuffle {
    /// The expression for `value`.
    pub(crate) fn of(&self, value: &str) -> String {
        match self {
            Self::Scalar => format!("subgroupShuffleXor({value}, distance)"),
            Self::Array { kind, len, each } => {
                let elements: Vec<String> = (0..*len).map(|k| each.of(&format!("{value}[{k}]"))).collect();
                format!("{kind}({})", elements.join(", "))
            }
            Self::Function(name) => format!("{name}({value}, distance)"),
        }
    }
}

/// A member of a state: its name and type in WGSL, a form of its own, and without one the text that combines those of `a` and
/// `b`.
#[doc(hidden)]
pub type Member<Name = &'static str> = (Name, String, (Option<ColumnForm>, String));

/// A line for each 32-bit integer of a state with these answers to [`Asked::Atomic`]: its path, its type and its atomic; none if not all of it
/// is made of those.
pub(crate) fn atomic_lines(members: Vec<Member>) -> String {
    let mut lines = String::new();
    for (member, kind, (_, inner)) in members {
        if inner.is_empty() {
            return String::new();
        }
        for line in inner.lines() {
            // For a field itself, the kind is that of the member.
            match line.split_once(' ') {
                Some(("", function)) => lines += &format!(".{member} {kind} {function}\n"),
                Some((path, rest)) => lines += &format!(".{member}{path} {rest}\n"),
                None => return String::new(),
            }
        }
    }
    lines
}
