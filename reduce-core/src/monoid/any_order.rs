//! The alternatives of an exact monoid to the canonical order: built-ins that fold a subgroup or the bytes of a load at once.
//!
//! Integer sums, minima and bit operations have the same bits in any order, so the hardware's own reductions give the result
//! of the canonical tree. [`Monoid::EXACT`] says for which monoids this holds; a [`Policy`](crate::Policy) says whether they are used.

use std::any::TypeId;

use crate::monoid::member::{Member, MemberAtomics};
use crate::monoid::operator::Operator;
use crate::monoid::traits::Monoid;
use crate::types::construct::construct;
use crate::types::gpu_type::GpuType;
use crate::types::kind::Kind;
use crate::wgsl::Module;

/// One 32-bit integer of a state that an atomic combines in memory.
pub(crate) struct Atomic {
    /// Its name in memory.
    pub(crate) name: String,
    /// Its path in a state.
    pub(crate) path: String,
    /// The atomic function that combines it.
    pub(crate) function: &'static str,
}

/// The type of a state in memory that atomics combine, and how they do.
pub(crate) type Atomics = (String, Vec<Atomic>);

/// Declares that type, if every member has such an atomic.
pub(crate) fn atomics<S: Monoid>(module: &mut Module) -> Option<Atomics> {
    /// Stands for the type in memory of `S` among the declarations of a module.
    struct Of<S>(S);
    if !is_exact::<S>() {
        return None;
    }
    atomics_of(&S::wgsl_members(), TypeId::of::<Of<S>>(), &S::wgsl_name(), module)
}

/// [`atomics`] from these members, for the state called `state`.
fn atomics_of(members: &[Member], key: TypeId, state: &str, module: &mut Module) -> Option<Atomics> {
    /// More integers than a state should add one by one.
    const MOST: usize = 16;
    let mut found = Vec::new();
    collect(members, "", &mut found, module)?;
    if found.is_empty() || found.len() > MOST {
        return None;
    }
    let (mut atomics, mut members): (Vec<Atomic>, Vec<(String, String)>) = (Vec::new(), Vec::new());
    for (path, kind, function) in found {
        let mut name = flat(&path);
        while members.iter().any(|(known, _)| *known == name) {
            name.push('_');
        }
        members.push((name.clone(), format!("atomic<{kind}>")));
        atomics.push(Atomic { name, path, function });
    }
    let kind = module.structure_of(key, &format!("{state}Atomic"), members);
    Some((kind, atomics))
}

/// Adds the path, the type and the atomic of each 32-bit integer of these members of the state at `path`; `None` if not all of it is
/// made of those.
fn collect(
    members: &[Member],
    path: &str,
    found: &mut Vec<(String, String, &'static str)>,
    module: &mut Module,
) -> Option<()> {
    for member in members {
        let path = format!("{path}.{}", member.name);
        match member.atomics {
            MemberAtomics::None => return None,
            MemberAtomics::One(function) => found.push((path, (member.kind)(module), function)),
            MemberAtomics::Each(members) => {
                let members = members();
                if members.is_empty() {
                    return None;
                }
                collect(&members, &path, found, module)?;
            }
        }
    }
    Some(())
}

/// A path as one name: `.bounds[2].low` is `bounds_2_low`.
fn flat(path: &str) -> String {
    let words = path.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("_")
}

const fn is_exact<S: Monoid>() -> bool {
    S::EXACT && S::COMMUTATIVE
}

/// Whether the order of the operands changes no bit of a state.
pub(crate) const fn takes_any_order<R: Operator>() -> bool {
    is_exact::<R::State>()
}

/// The dot product of four packed bytes, if elements of that kind are bytes.
const fn dot(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Unsigned(8) => Some("dot4U8Packed"),
        Kind::Signed(8) => Some("dot4I8Packed"),
        _ => None,
    }
}

/// Whether elements are bytes, and some members of the state are their sums, which dot products can add.
pub(crate) const fn adds_bytes<R: Operator>() -> bool {
    dot(R::Input::KIND).is_some() && !R::PLAIN_SUMS.is_empty() && takes_any_order::<R>()
}

/// How the state of several packed bytes is made from their sum.
pub(crate) struct SumOfBytes {
    /// The dot product of two words.
    pub(crate) dot: &'static str,
    /// The function that lifts an element, and so the sum of several.
    pub(crate) lift: String,
    pub(crate) combine: String,
    /// The type of a state.
    pub(crate) kind: String,
    construct: fn(&[String], &mut Module) -> String,
    members: &'static [(&'static str, &'static str)],
    sums: &'static [&'static str],
}

impl SumOfBytes {
    /// The functions of an operator that [adds bytes](adds_bytes).
    ///
    /// `lift` is called with a sum, which may be greater than any element: not where it has loops, which may not end then.
    pub(crate) fn of<R: Operator>(module: &mut Module) -> Option<Self> {
        // By a constant: rustc compiles the rest for reductions of bytes alone.
        if const { !adds_bytes::<R>() } {
            return None;
        }
        Some(Self {
            dot: dot(R::Input::KIND)?,
            lift: R::wgsl_lift(module),
            combine: R::State::wgsl_combine(module),
            kind: R::State::wgsl_type(module),
            construct: construct::<R::State>,
            members: R::State::MEMBERS,
            sums: R::PLAIN_SUMS,
        })
    }

    /// Says whether every member of a state comes from the sum.
    pub(crate) fn gives_all(&self) -> bool {
        self.members.iter().all(|(_, member)| self.sums.contains(member))
    }

    /// A state with the sums of `of_sum`, and the other members of `all`.
    pub(crate) fn state(&self, of_sum: &str, all: &str, module: &mut Module) -> String {
        let members = self.members.iter().map(|(_, member)| {
            let from = if self.sums.contains(member) { of_sum } else { all };
            format!("{from}.{member}")
        });
        (self.construct)(&members.collect::<Vec<_>>(), module)
    }
}
