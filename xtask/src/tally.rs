//! Counts tests from the lines that libtest prints at the end of each test binary.

use std::fmt;
use std::ops::AddAssign;

/// The number of tests with each outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) ignored: u64,
    measured: u64,
    filtered: u64,
}

impl Tally {
    /// Adds what a line such as `test result: ok. 3 passed; 0 failed; 1 ignored; …` counts; other lines count nothing.
    pub(crate) fn read(&mut self, line: &str) {
        let Some(counts) = line.strip_prefix("test result: ") else {
            return;
        };
        for count in counts.split("; ") {
            // Words from the right, because the first count has the verdict before it: `ok. 3 passed`.
            let words: Vec<&str> = count.trim_end().trim_end_matches(" out").split(' ').collect();
            let [.., number, kind] = words[..] else {
                continue;
            };
            let number = number.parse().unwrap_or(0);
            match kind {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "ignored" => self.ignored += number,
                "measured" => self.measured += number,
                "filtered" => self.filtered += number,
                _ => {}
            }
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
        self.measured += other.measured;
        self.filtered += other.filtered;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            passed,
            failed,
            ignored,
            measured,
            filtered,
        } = self;
        write!(
            f,
            "{passed} passed; {failed} failed; {ignored} ignored; {measured} measured; {filtered} filtered out"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_lines_add_up_and_read_back() {
        let mut tally = Tally::default();
        tally.read("running 3 tests\n");
        tally.read("test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 4 filtered out; finished in 0.01s\n");
        tally.read(
            "test result: FAILED. 5 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out; finished in 9.00s\n",
        );
        assert_eq!(
            tally,
            Tally {
                passed: 7,
                failed: 3,
                ignored: 1,
                measured: 0,
                filtered: 4
            }
        );

        let mut again = Tally::default();
        again.read(&format!("test result: ok. {tally}; finished in 1.00s"));
        assert_eq!(again, tally);
    }
}
