//! Pieces of WGSL that are text alone.

/// `text` as an operand: in parentheses if it is an operation itself.
pub(crate) fn operand(text: &str) -> String {
    let mut depth = 0;
    for c in text.chars() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ' ' if depth == 0 => return format!("({text})"),
            _ => {}
        }
    }
    text.to_owned()
}

/// The expression that makes a struct called `name` of these members.
pub(crate) fn construct_of(name: &str, members: &[String]) -> String {
    let one_line = members.join(", ");
    if members.len() == 1 || one_line.len() + name.len() < 80 {
        format!("{name}({one_line})")
    } else {
        format!("{name}(\n        {},\n    )", members.join(",\n        "))
    }
}

/// `BoundingBox` → `bounding_box`, `Sum_f32` → `sum_f32`.
#[doc(hidden)]
#[must_use]
pub fn snake_case(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 4);
    let mut previous = '_';
    for c in name.chars() {
        if c.is_uppercase() && (previous.is_lowercase() || previous.is_ascii_digit()) {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
        previous = c;
    }
    snake
}
