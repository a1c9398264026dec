//! Members of states: the functions that write their WGSL.

use crate::types::words::shuffle;
use crate::wgsl::Module;

/// A member of a state and the functions that write its WGSL.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// Its name in WGSL.
    pub(crate) name: &'static str,
    /// Its type.
    pub(crate) kind: fn(&mut Module) -> String,
    /// The expression that combines two expressions.
    pub(crate) combine: fn(&str, &str, &mut Module) -> String,
    /// A form of its own in which columns are folded.
    pub(crate) column: fn(&mut Module) -> Option<ColumnForm>,
    /// The expression that fetches an expression from the lane at a distance, which is an expression as well.
    pub(crate) shuffle: fn(&str, &str, &mut Module) -> String,
    /// The expression that folds an expression over a subgroup, where there is one.
    pub(crate) subgroup: fn(&str, &mut Module) -> Option<String>,
    pub(crate) atomics: MemberAtomics,
}

/// The atomics that combine a member in memory.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub(crate) enum MemberAtomics {
    /// There are none for all of it.
    None,
    /// One, of this name.
    One(&'static str),
    /// The atomics of its own members.
    Each(fn() -> Vec<Member>),
}

impl Member {
    /// The expression that combines the members of `a` and `b`.
    pub(crate) fn combined(&self, module: &mut Module) -> String {
        (self.combine)(&format!("a.{}", self.name), &format!("b.{}", self.name), module)
    }

    /// The expression that fetches the member of `value` from another lane.
    pub(crate) fn fetched(&self, module: &mut Module) -> String {
        (self.shuffle)(&format!("value.{}", self.name), "distance", module)
    }

    /// The expression that folds the member of `x` over a subgroup.
    pub(crate) fn over_subgroup(&self, module: &mut Module) -> Option<String> {
        (self.subgroup)(&format!("x.{}", self.name), module)
    }
}

/// The expressions that combine the members of `a` and `b`.
pub(crate) fn all_combined(members: &[Member], module: &mut Module) -> Vec<String> {
    members.iter().map(|member| member.combined(module)).collect()
}

/// The expressions that fold the members of `x` over a subgroup, if there are members and each has one.
pub(crate) fn all_over_subgroup(members: &[Member], module: &mut Module) -> Option<Vec<String>> {
    let folded: Option<Vec<String>> = members.iter().map(|member| member.over_subgroup(module)).collect();
    folded.filter(|folded| !folded.is_empty())
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
    /// How a lane fetches it from another lane; none where lanes exchange the value itself.
    pub shuffle: Option<Shuffle>,
}

/// How a lane fetches a value from the lane at a distance.
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
    pub(crate) fn of(&self, value: &str, module: &Module) -> String {
        match self {
            Self::Scalar => shuffle(value, "distance", module),
            Self::Array { kind, len, each } => {
                let elements: Vec<String> = (0..*len).map(|k| each.of(&format!("{value}[{k}]"), module)).collect();
                format!("{kind}({})", elements.join(", "))
            }
            Self::Function(name) => format!("{name}({value}, distance)"),
        }
    }
}
