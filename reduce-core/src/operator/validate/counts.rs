//! The members of a state that follow from the number of its elements alone: a kernel that knows that number need neither keep nor exchange them.
//!
//! A member is such a count if `lift` makes it 1, and `combine` adds it up; or if `lift` makes it an integer 0 which stays 0, as the upper word of a count of less
//! than 2^32 does. Nobody has to promise it.

use naga::{Handle, Module, Scalar, ScalarKind, Type, TypeInner};

use super::properties::{Count, Run, Value, find};

/// A scalar of a state, and where it is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    /// The path from the state: `._0.count`.
    pub(crate) path: String,
    /// Its type in WGSL.
    pub(crate) kind: &'static str,
    pub(crate) role: Role,
}

/// How a member follows from the number of elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// It is that number.
    Count,
    /// It is zero.
    Zero,
    /// It depends on the elements.
    Other,
}

/// The scalars of the state that these functions of `module` lift elements to and combine; none if it has others, if no scalar is a count, or if all are.
pub(crate) fn counts(module: &Module, lift: &str, combine: &str) -> Option<Vec<Member>> {
    let run = Run::of(module, None);
    let (lift, combine) = (find(module, lift)?, find(module, combine)?);
    let state = module.functions[combine].result.as_ref()?.ty;
    let arguments = module.functions[lift].arguments.iter().map(|_| Value::Unknown);
    let lifted = run.call(lift, &arguments.collect::<Vec<_>>())?;
    let mut members = Vec::new();
    push_members(&mut members, module, state, String::new(), &lifted)?;
    // Each round assumes the roles that are left, and takes away those that combine does not keep.
    loop {
        let operand = |count| of_members(module, state, &mut members.iter(), count);
        let combined = run.call(combine, &[operand(Count::LEFT)?, operand(Count::RIGHT)?])?;
        let mut results = Vec::new();
        push_scalars(&mut results, &combined);
        if results.len() != members.len() {
            return None;
        }
        let mut changed = false;
        for (member, result) in members.iter_mut().zip(&results) {
            if member.role != Role::Other && *result != of_role(member.role, Count::BOTH) {
                (member.role, changed) = (Role::Other, true);
            }
        }
        if !changed {
            break;
        }
    }
    let has = |role| members.iter().any(|member| member.role == role);
    (has(Role::Count) && has(Role::Other)).then_some(members)
}

fn of_role(role: Role, count: Count) -> Value {
    match role {
        Role::Count => Value::Count(count),
        Role::Zero => Value::Number(0.0),
        Role::Other => Value::Unknown,
    }
}

/// The scalars of a type, with the roles that their lifted values may have.
fn push_members(
    members: &mut Vec<Member>,
    module: &Module,
    kind: Handle<Type>,
    path: String,
    lifted: &Value,
) -> Option<()> {
    match &module.types[kind].inner {
        TypeInner::Struct { members: of_struct, .. } => {
            for (index, member) in of_struct.iter().enumerate() {
                let path = format!("{path}.{}", member.name.as_ref()?);
                let lifted = match lifted {
                    Value::Struct(lifted) => lifted.get(index)?,
                    _ => &Value::Unknown,
                };
                push_members(members, module, member.ty, path, lifted)?;
            }
        }
        TypeInner::Scalar(scalar) => {
            let (kind, is_integer) = scalar_name(*scalar)?;
            let role = match lifted {
                Value::Number(1.0) => Role::Count,
                Value::Number(0.0) if is_integer => Role::Zero,
                _ => Role::Other,
            };
            members.push(Member { path, kind, role });
        }
        _ => return None,
    }
    Some(())
}

/// The name of a type of scalars, and whether these are integers.
fn scalar_name(scalar: Scalar) -> Option<(&'static str, bool)> {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Uint, 4) => Some(("u32", true)),
        (ScalarKind::Sint, 4) => Some(("i32", true)),
        (ScalarKind::Float, 4) => Some(("f32", false)),
        (ScalarKind::Float, 8) => Some(("f64", false)),
        _ => None,
    }
}

/// A state of these members.
fn of_members<'m>(
    module: &Module,
    kind: Handle<Type>,
    members: &mut impl Iterator<Item = &'m Member>,
    count: Count,
) -> Option<Value> {
    match &module.types[kind].inner {
        TypeInner::Struct { members: of_struct, .. } => {
            let values = of_struct
                .iter()
                .map(|member| of_members(module, member.ty, members, count));
            values.collect::<Option<_>>().map(Value::Struct)
        }
        _ => members.next().map(|member| of_role(member.role, count)),
    }
}

fn push_scalars(scalars: &mut Vec<Value>, value: &Value) {
    match value {
        Value::Struct(members) => members.iter().for_each(|member| push_scalars(scalars, member)),
        scalar => scalars.push(scalar.clone()),
    }
}

#[cfg(test)]
mod tests {
    use naga::front::wgsl::Frontend;

    use super::*;

    /// The roles of the members of `S`.
    fn roles(members: &str, lift: &str, combine: &str) -> Option<Vec<Role>> {
        let wgsl = format!(
            "struct Words {{ low: u32, high: u32 }}
             fn add(a: Words, b: Words) -> Words {{
                let low = (a.low + b.low);
                let carry = u32(low < a.low);
                return Words(low, ((a.high + b.high) + carry));
             }}
             struct S {{ {members} }}
             fn lift(x: f32) -> S {{ {lift} }}
             fn combine(a: S, b: S) -> S {{ {combine} }}"
        );
        let module = Frontend::new().parse(&wgsl).expect("valid");
        let members = counts(&module, "lift", "combine")?;
        Some(members.iter().map(|member| member.role).collect())
    }

    #[test]
    fn counts_and_their_upper_words_are_found() {
        let found = roles(
            "n: f32, words: Words, sum: f32",
            "return S(1.0f, Words(1u, 0u), x);",
            "return S(a.n + b.n, add(a.words, b.words), a.sum + b.sum);",
        );
        assert_eq!(found, Some(vec![Role::Count, Role::Count, Role::Zero, Role::Other]));
        // After a branch by something that is no count, nothing is known.
        let found = roles(
            "n: u32, mean: f32",
            "return S(1u, x);",
            "let n = a.n + b.n; if (a.mean > b.mean) { return S(n, a.mean); } return S(n, b.mean);",
        );
        assert_eq!(found, None);
        let found = roles(
            "n: i32, mean: f32",
            "return S(1i, x);",
            "let n = a.n + b.n; return S(n, select(a.mean, b.mean, a.mean > b.mean));",
        );
        assert_eq!(found, Some(vec![Role::Count, Role::Other]));
    }

    #[test]
    fn members_that_are_not_added_up_are_none() {
        let found = |lift: &str, combine: &str| roles("n: f32, sum: f32", lift, combine);
        let lift = "return S(1.0f, x);";
        assert_eq!(found(lift, "return S(max(a.n, b.n), a.sum + b.sum);"), None);
        assert_eq!(found(lift, "return S(a.n + a.n, a.sum + b.sum);"), None);
        assert_eq!(found(lift, "return S(a.n + b.n + 1.0f, a.sum + b.sum);"), None);
        assert_eq!(found(lift, "return S(a.sum, a.n + b.n);"), None);
        assert_eq!(found("return S(2.0f, x);", "return S(a.n + b.n, a.sum + b.sum);"), None);
        assert_eq!(
            found(
                "return S(select(0.0f, 1.0f, x > 0.0f), x);",
                "return S(a.n + b.n, a.sum + b.sum);"
            ),
            None
        );
        // Nothing is left to exchange.
        assert_eq!(
            found("return S(1.0f, 1.0f);", "return S(a.n + b.n, a.sum + b.sum);"),
            None
        );
    }

    /// A count that is added to another one that is none is none either.
    #[test]
    fn roles_that_depend_on_others_fall_with_them() {
        let found = roles(
            "n: u32, m: u32, sum: f32",
            "return S(1u, 1u, x);",
            "return S(a.n + b.m, max(a.m, b.m), a.sum + b.sum);",
        );
        assert_eq!(found, None);
        // The sign of a zero of floats is not asked for.
        let found = roles(
            "n: u32, zero: f32",
            "return S(1u, 0.0f);",
            "return S(a.n + b.n, a.zero + b.zero);",
        );
        assert_eq!(found, Some(vec![Role::Count, Role::Other]));
    }
}
