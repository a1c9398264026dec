//! The counts in states that a kernel knows, because all groups have one length: it keeps and exchanges the other members of a state, and a compiler knows every weight.
//!
//! The mean and the deviation of f32 have three words of counts in six.

use minijinja::context;
use minijinja::value::Value;

use super::step::{GroupBounds, GroupElements, GroupRows};
use crate::operator::op::OperatorWgsl;
use crate::operator::validate::{Member, Role};

/// The members of a state of which some are counts.
#[derive(Clone, Copy)]
pub(crate) struct Counts<'a>(&'a [Member]);

/// The counts of the states of invocations.
#[derive(Clone, Copy)]
pub(super) struct KnownCounts<'a> {
    counts: Counts<'a>,
    /// Full rows of columns of each invocation.
    rows: u32,
    /// Elements that the first invocation of a group has beyond these.
    more: u32,
    /// Elements that the last one lacks.
    less: u32,
}

impl<'a> KnownCounts<'a> {
    /// None if the operator has no counts, or the kernel does not know how many elements each state has.
    pub(super) fn of(op: &'a OperatorWgsl, kind: GroupElements) -> Option<Self> {
        let counts = Counts::of(op)?;
        let lanes = kind.lanes;
        let is_made = lanes.slices_log.is_some() && kind.bounds == GroupBounds::OfOneShape && !kind.runs;
        let GroupRows::Few { rows, even, loads, .. } = kind.rows else {
            return None;
        };
        let with = |rows, more, less| KnownCounts {
            counts,
            rows,
            more,
            less,
        };
        let all = kind.columns * loads;
        let known = match lanes.last {
            Some(_) if lanes.packed.is_some() => with(rows, 0, 0),
            Some(last) if lanes.whole && lanes.ends_in_first => with(rows - 1, last, 0),
            Some(last) if lanes.each && rows == 1 => with(1, 0, all - last),
            _ if lanes.whole && (even || rows == 1) => with(rows, 0, 0),
            _ => return None,
        };
        is_made.then_some(known)
    }

    /// Bytes of the members that are no counts.
    pub(super) fn bytes_beside(self) -> usize {
        self.counts.bytes_beside()
    }

    /// The holes of `groups/known_counts.wgsl`, and of the levels at which invocations meet.
    pub(super) fn value(self) -> Value {
        let Self { rows, more, less, .. } = self;
        context! { knows_counts => true, known_rows => rows, known_more => more, known_less => less, ..self.counts.value() }
    }
}

impl<'a> Counts<'a> {
    /// None if the operator has no counts.
    pub(crate) fn of(op: &'a OperatorWgsl) -> Option<Self> {
        op.counts.as_deref().map(Self)
    }

    /// Bytes of the other members.
    pub(crate) fn bytes_beside(self) -> usize {
        let sizes = self.others().map(|member| if member.kind == "f64" { 8 } else { 4 });
        let (end, align) = sizes.fold((0usize, 4), |(end, align), size| {
            (end.next_multiple_of(size) + size, align.max(size))
        });
        end.next_multiple_of(align)
    }

    fn others(self) -> impl Iterator<Item = &'a Member> {
        self.0.iter().filter(|member| member.role == Role::Other)
    }

    /// The members by name, and the types of the counts: a function of a number has it as a literal of each.
    fn value(self) -> Value {
        let mut kinds: Vec<&str> = Vec::new();
        let mut assigned = Vec::new();
        for (index, member) in self.others().enumerate() {
            assigned.push(context! { path => &member.path, value => format!("others.s{index}") });
        }
        for member in self.0 {
            let value = match member.role {
                Role::Other => continue,
                Role::Zero => format!("{}(0)", member.kind),
                Role::Count => {
                    if !kinds.contains(&member.kind) {
                        kinds.push(member.kind);
                    }
                    format!("count_{}", member.kind)
                }
            };
            assigned.push(context! { path => &member.path, value => value });
        }
        let others = self
            .others()
            .map(|member| context! { path => &member.path, kind => member.kind });
        context! {
            uncounted => "uncounted", others => others.collect::<Vec<_>>(), assigned => assigned, count_kinds => kinds,
        }
    }
}

/// The holes of kernels that know no counts.
pub(super) fn none() -> Value {
    context! { knows_counts => false, uncounted => "", count_kinds => Vec::<String>::new() }
}

/// A number as the arguments of a function that takes it in each of these types: literals, from which every compiler makes constants.
///
/// 2^28 f32 in rows of 1024 on an H200, mean and deviation, µs: 259 by conversions of a `let`, and 244 by literals (2026-12-01).
pub(super) fn literals(number: u64, kinds: Vec<String>) -> String {
    let literals = kinds.iter().map(|kind| match kind.as_str() {
        "u32" => format!("{number}u"),
        "i32" => format!("{number}i"),
        "f64" => format!("{number}.0lf"),
        _ => format!("{number}.0f"),
    });
    literals.collect::<Vec<_>>().join(", ")
}
