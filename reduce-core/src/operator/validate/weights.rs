//! Whether each quotient of a count is the weight of the right operand: its count divided by the count of both.
//!
//! Then a kernel of full tiles knows every quotient before it runs. Below a tile's tree the right operand is one element, and the quotient is
//! 1 by the rows so far; in the tree both operands count alike, and it is 1/2.

use naga::front::wgsl::Frontend;

use super::properties::{Count, Run, Value, find};

/// The names of the functions that fold elements, in WGSL.
pub(crate) struct Folding<'a> {
    pub(crate) lift: &'a str,
    /// Functions of two operands, each of which is in the form of the result of `lift`.
    pub(crate) combine: Vec<&'a str>,
    /// The function that makes another form of a state that is folded in this one.
    pub(crate) from_key: Option<&'a str>,
}

/// Whether these functions of `wgsl`, one form after the other, call `weight` with the count of their right operand and that of both alone, and count
/// the elements that `lift` made.
///
/// A quotient that is not understood is no weight: variables, loops, branches by anything but a count.
pub(crate) fn are_weights(wgsl: &str, weight: &str, forms: &[Folding<'_>]) -> bool {
    let Ok(module) = Frontend::new().parse(wgsl) else {
        return false;
    };
    find(&module, weight).is_some_and(|weight| holds(&Run::of(&module, Some(weight)), forms).is_some())
}

/// `None` if something is no weight, or not understood.
fn holds(run: &Run<'_>, forms: &[Folding<'_>]) -> Option<()> {
    let mut left: Option<Value> = None;
    for form in forms {
        let lift = find(run.module, form.lift)?;
        let arguments = run.module.functions[lift].arguments.iter().map(|_| Value::Unknown);
        let lifted = run.call(lift, &arguments.collect::<Vec<_>>())?;
        let one = lifted.counted(Count::LEFT);
        // The result of the form before it counts as this one does.
        if left.is_some_and(|left| left != one) {
            return None;
        }
        for combine in &form.combine {
            let operands = [one.clone(), lifted.counted(Count::RIGHT)];
            if run.call(find(run.module, combine)?, &operands)? != lifted.counted(Count::BOTH) {
                return None;
            }
        }
        left = Some(match form.from_key {
            Some(from_key) => run.call(find(run.module, from_key)?, &[one])?,
            None => one,
        });
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::{Folding, are_weights};

    const STATE: &str = "struct S { n: f64, mean: f64 }
        fn weight(a: f64, b: f64) -> f64 { return a / b; }
        fn lift(x: f64) -> S { return S(1.0lf, x); }";

    fn holds(wgsl: &str) -> bool {
        let states = Folding {
            lift: "lift",
            combine: vec!["combine"],
            from_key: None,
        };
        are_weights(wgsl, "weight", &[states])
    }

    fn is_understood(functions: &str) -> bool {
        holds(&format!("{STATE}\n{functions}"))
    }

    #[test]
    fn forms_hand_their_counts_on() {
        let with = |from_key: &str| {
            let wgsl = format!(
                "{STATE}
                 struct C {{ mean: f64, n: f64 }}
                 fn to_key(x: f64) -> C {{ let s = lift(x); return C(s.mean, s.n); }}
                 fn fold(a: C, b: C) -> C {{ let n = a.n + b.n; return C(b.mean * weight(b.n, n), n); }}
                 fn from_key(c: C) -> S {{ return {from_key}; }}
                 fn combine(a: S, b: S) -> S {{ let n = a.n + b.n; return S(n, b.mean * weight(b.n, n)); }}"
            );
            let form = |lift, combine, from_key| Folding {
                lift,
                combine: vec![combine],
                from_key,
            };
            are_weights(
                &wgsl,
                "weight",
                &[form("to_key", "fold", Some("from_key")), form("lift", "combine", None)],
            )
        };
        assert!(with("S(c.n, c.mean)"));
        assert!(!with("S(c.n + c.n, c.mean)"));
        assert!(!with("S(c.mean, c.n)"));
    }

    #[test]
    fn weights_of_counts_are_seen() {
        assert!(is_understood(
            "fn combine(a: S, b: S) -> S {
                let n = a.n + b.n;
                let w = select(0.0lf, weight(b.n, n), b.n > 0.0lf);
                return S(n, a.mean + (b.mean - a.mean) * w);
            }"
        ));
        // Nothing is left to divide where there is no element; a state holds at least one.
        assert!(is_understood(
            "fn share(b: S, n: f64) -> f64 { return weight(b.n, n); }
             fn combine(a: S, b: S) -> S {
                let n = b.n + a.n;
                if (n == 0.0lf) { return a; }
                return S(n, a.mean + (b.mean - a.mean) * share(b, n));
             }"
        ));
    }

    #[test]
    fn other_quotients_are_none() {
        let combined = |n: &str, w: &str| {
            is_understood(&format!(
                "fn combine(a: S, b: S) -> S {{ let n = {n}; return S(n, a.mean + (b.mean - a.mean) * {w}); }}"
            ))
        };
        assert!(combined("a.n + b.n", "weight(b.n, n)"));
        // The weight of the left operand, in another ratio, and by something that is no count.
        assert!(!combined("a.n + b.n", "weight(a.n, n)"));
        assert!(!combined("a.n + b.n", "weight(b.n, a.n)"));
        assert!(!combined("a.n + b.n", "weight(b.n, n + b.n)"));
        assert!(!combined("a.n + b.n", "weight(b.n, b.mean)"));
        assert!(!combined("a.n + b.n", "weight(b.mean, n)"));
        // The result does not hold the count of both.
        assert!(!combined("a.n + b.n + 1.0lf", "weight(b.n, n)"));
        assert!(!is_understood(
            "fn combine(a: S, b: S) -> S { let w = weight(b.n, a.n + b.n); return S(a.n, b.mean * w); }"
        ));
        assert!(!is_understood(
            "fn combine(a: S, b: S) -> S { let w = weight(b.n, a.n + b.n); return S(max(a.n, b.n), b.mean * w); }"
        ));
    }

    #[test]
    fn what_is_not_understood_is_none() {
        assert!(!is_understood(
            "fn combine(a: S, b: S) -> S {
                var n = a.n;
                n += b.n;
                return S(n, b.mean * weight(b.n, n));
            }"
        ));
        assert!(!is_understood(
            "fn combine(a: S, b: S) -> S {
                let n = a.n + b.n;
                if (a.mean > b.mean) { return a; }
                return S(n, b.mean * weight(b.n, n));
            }"
        ));
        assert!(!holds("fn f("));
        assert!(!holds(STATE));
        // Elements that count for three.
        let thrice = STATE.replace("1.0lf", "3.0lf");
        let combine = "fn combine(a: S, b: S) -> S { let n = a.n + b.n; return S(n, b.mean * weight(b.n, n)); }";
        assert!(!holds(&format!("{thrice}\n{combine}")));
    }
}
