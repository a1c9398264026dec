//! The calls of free functions, followed while a program is compiled: a way that comes back to its start is recursion, which WGSL has not.
//!
//! Macros see one function each, and types are not needed to follow names. Calls of methods depend on types: recursion through them is found where
//! the text is made (`Module::refusal`).

use super::words::Words;

/// The most functions on a way, and the most steps from one start. Beyond them the text of the operator tells.
const LONGEST: usize = 24;
const STEPS: u32 = 2000;

/// The message where a name is cut apart.
const CUT: &str = "a function calls itself; WGSL has no recursion: write a loop";

/// A function and the place of its name.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The module.
    pub module: &'static str,
    /// The name.
    pub function: &'static str,
    /// The file.
    pub file: &'static str,
    /// The line.
    pub line: u32,
}

/// A way of calls.
#[derive(Debug)]
pub struct Calls {
    way: [Place; LONGEST],
    length: usize,
    steps: u32,
}

impl Calls {
    /// The way that starts at `place`.
    #[must_use]
    pub const fn from(place: Place) -> Self {
        Self {
            way: [place; LONGEST],
            length: 1,
            steps: 0,
        }
    }

    /// Goes on to the function at `place`; returns whether its calls are to be followed, and [`left`](Self::leave).
    ///
    /// # Panics
    /// If the way started there: each circle is reported once, at its first function.
    #[track_caller]
    #[allow(clippy::panic, reason = "rustc shows it as an error of the program that it compiles")]
    pub const fn enter(&mut self, place: Place) -> bool {
        self.steps += 1;
        if self.way[0].is(&place) {
            if self.starts_at_its_first() {
                let words = self.words();
                panic!("{}", words.text(CUT));
            }
            return false;
        }
        if self.length == LONGEST || self.steps > STEPS || self.has(&place) {
            return false;
        }
        self.way[self.length] = place;
        self.length += 1;
        true
    }

    /// Goes back to the caller.
    pub const fn leave(&mut self) {
        self.length -= 1;
    }

    const fn has(&self, place: &Place) -> bool {
        let mut index = 0;
        while index < self.length {
            if self.way[index].is(place) {
                return true;
            }
            index += 1;
        }
        false
    }

    /// Whether no function on the way stands before the one that it started at.
    const fn starts_at_its_first(&self) -> bool {
        let mut index = 1;
        while index < self.length {
            if self.way[index].is_before(&self.way[0]) {
                return false;
            }
            index += 1;
        }
        true
    }

    /// `` `even` calls itself through `odd` (src/parity.rs:12); … ``
    const fn words(&self) -> Words {
        let mut words = Words::new().then("`").then(self.way[0].function).then("` calls itself");
        let mut index = 1;
        while index < self.length {
            let Place {
                function, file, line, ..
            } = self.way[index];
            words = words
                .then(if index == 1 { " through `" } else { " and `" })
                .then(function);
            words = words.then("` (").then(file).then(":").number(line as u64).then(")");
            index += 1;
        }
        words.then("; WGSL has no recursion: write a loop")
    }
}

impl Place {
    const fn is(&self, other: &Self) -> bool {
        self.line == other.line
            && order(self.function, other.function) == 0
            && order(self.module, other.module) == 0
            && order(self.file, other.file) == 0
    }

    const fn is_before(&self, other: &Self) -> bool {
        let (file, function) = (order(self.file, other.file), order(self.function, other.function));
        file < 0 || file == 0 && (self.line < other.line || self.line == other.line && function < 0)
    }
}

/// Below 0 if `a` comes before `b`, above if after it.
const fn order(a: &str, b: &str) -> i32 {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut index = 0;
    while index < a.len() && index < b.len() {
        if a[index] != b[index] {
            return a[index] as i32 - b[index] as i32;
        }
        index += 1;
    }
    (a.len() > b.len()) as i32 - (a.len() < b.len()) as i32
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::{Calls, Place};

    const fn place(function: &'static str, line: u32) -> Place {
        Place {
            module: "parity",
            function,
            file: "parity.rs",
            line,
        }
    }

    fn message(call: impl FnOnce() + std::panic::UnwindSafe) -> String {
        *catch_unwind(call).unwrap_err().downcast::<String>().unwrap()
    }

    #[test]
    fn a_circle_is_reported_at_its_first_function() {
        let (even, odd, not) = (place("even", 7), place("odd", 120), place("not", 9));
        assert_eq!(
            message(move || {
                let mut calls = Calls::from(even);
                assert!(calls.enter(odd) && calls.enter(not));
                calls.enter(even);
            }),
            "`even` calls itself through `odd` (parity.rs:120) and `not` (parity.rs:9); WGSL has no recursion: write a loop"
        );
        let mut from_odd = Calls::from(odd);
        assert!(from_odd.enter(even) && !from_odd.enter(odd));
    }

    #[test]
    fn a_circle_beside_the_way_ends() {
        let mut calls = Calls::from(place("start", 1));
        assert!(calls.enter(place("even", 2)) && calls.enter(place("odd", 3)) && !calls.enter(place("even", 2)));
        calls.leave();
        calls.leave();
        assert!(calls.enter(place("odd", 3)));
    }
}
