//! Bodies that round: products, sums, quotients and roots of positive floats, compared within a bound.
//!
//! Every value stays between 1/2 and 4 and nothing is subtracted, so each operation adds a few units in the last place to
//! the relative error and none magnifies it.

use super::random::Random;

/// Operations of a body.
const OPERATIONS: usize = 12;

/// A case of `OPERATIONS` variables, each computed from earlier ones.
pub(super) fn case(mut random: Random) -> String {
    let mut text = String::from("    #[gpu]\n    pub fn body(x0: f32, x1: f32) -> f32 {\n");
    for index in 2..2 + OPERATIONS {
        let mut operand = || format!("x{}", random.below(index));
        let (a, b, c) = (operand(), operand(), operand());
        let value = match random.below(8) {
            0 => format!("({a} + {b}) * 0.5"),
            1 => format!("({a} * {b} + {c}) * 0.25"),
            2 => format!("({a} / {b}).sqrt()"),
            3 => format!("({a} * {b}).sqrt()"),
            4 => format!("{a}.mul_add({b}, {c}) / 4.0"),
            5 => format!("{a} * {b} / {c}"),
            6 => format!("if {a} < {b} {{ {a} * 1.25 }} else {{ {a} / 1.25 }}"),
            _ => format!("1.0 / ({a} + {b}) + {c}"),
        };
        // A comparison of rounded values may come out either way: only inputs are compared.
        let value = if value.starts_with("if") {
            format!("if x0 < x1 {{ {a} * 1.25 }} else {{ {b} / 1.25 }}")
        } else {
            value
        };
        text += &format!("        let x{index} = ({value}).clamp(0.5, 4.0);\n");
    }
    text + &format!("        x{}\n    }}\n", 1 + OPERATIONS)
        + "    pub struct Case;\n    #[gpu]\n    impl Reduction for Case {\n        type Input = Probe;\n        \
           type State = Real;\n        type Output = Real;\n        fn lift(x: Probe) -> Real {\n            \
           let f = if x.f == x.g { x.g } else { x.f };\n            \
           Real { value: body(positive(f), positive(x.g)) }\n        }\n        \
           fn finish(state: Real) -> Real { state }\n    }\n"
}
