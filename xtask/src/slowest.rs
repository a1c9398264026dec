//! Which tests take longest, from the moments at which libtest prints their lines.
//!
//! libtest times no test of its own on stable Rust. It starts tests in the order of their names, on a number of threads, and the next one
//! when one ends: so the first tests begin with the program, and each later one when another has ended.

use std::time::Duration;

/// The tests of a test program, while it runs.
#[derive(Default)]
struct Running {
    began: Duration,
    expected: usize,
    /// Names and ends, in the order in which they ended.
    ended: Vec<(String, Duration)>,
}

/// The times of the tests of a step.
pub(crate) struct Times {
    threads: usize,
    running: Option<Running>,
    pub(crate) taken: Vec<(String, Duration)>,
}

impl Times {
    /// For test programs that run that many tests at once.
    pub(crate) fn new(threads: usize) -> Self {
        Self {
            threads,
            running: None,
            taken: Vec::new(),
        }
    }

    /// Reads a line of a test program that was printed at `now`.
    pub(crate) fn read(&mut self, line: &str, now: Duration) {
        let line = line.trim_end();
        if let Some(count) = line.strip_prefix("running ") {
            let count = count.split(' ').next().and_then(|count| count.parse().ok());
            self.running = Some(Running {
                began: now,
                expected: count.unwrap_or(0),
                ended: Vec::new(),
            });
        } else if line.starts_with("test result: ") {
            let running = self.running.take().unwrap_or_default();
            // Lines of other programs look alike, such as trybuild's: no time is better than a wrong one.
            if running.ended.len() == running.expected {
                self.taken.extend(running.taken(self.threads));
            }
        } else if let (Some(name), Some(running)) = (ended(line), &mut self.running) {
            running.ended.push((name.to_owned(), now));
        }
    }
}

/// The name in a line such as `test wide::sum_i64 ... ok`; `None` for doctests and trybuild's cases, which are named by paths.
fn ended(line: &str) -> Option<&str> {
    let (name, verdict) = line.strip_prefix("test ")?.split_once(" ... ")?;
    let is_test = !name.contains('/') && (verdict.ends_with("ok") || verdict.ends_with("FAILED"));
    is_test.then(|| name.split(' ').next().unwrap_or(name))
}

impl Running {
    /// The time from the beginning to the end of each test.
    fn taken(self, threads: usize) -> Vec<(String, Duration)> {
        let began: Vec<Duration> = std::iter::repeat_n(self.began, threads)
            .chain(self.ended.iter().map(|(_, end)| *end))
            .collect();
        let mut by_name = self.ended;
        by_name.sort();
        by_name
            .into_iter()
            .zip(began)
            .map(|((name, end), began)| (name, end.saturating_sub(began)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(threads: usize, lines: &[(&str, u64)]) -> Vec<(String, u64)> {
        let mut times = Times::new(threads);
        for (line, second) in lines {
            times.read(line, Duration::from_secs(*second));
        }
        let taken = times.taken.into_iter();
        taken.map(|(name, time)| (name, time.as_secs())).collect()
    }

    fn times(expected: &[(&str, u64)]) -> Vec<(String, u64)> {
        expected
            .iter()
            .map(|(name, time)| ((*name).to_owned(), *time))
            .collect()
    }

    #[test]
    fn a_test_begins_when_another_has_ended() {
        let lines = [
            ("running 4 tests\n", 10),
            ("test b ... ok\n", 12),
            ("test a - should panic ... ok\n", 15),
            ("test c ... FAILED\n", 20),
            ("test d ... ok\n", 21),
            ("test result: FAILED. 3 passed; 1 failed\n", 21),
        ];
        assert_eq!(read(2, &lines), times(&[("a", 5), ("b", 2), ("c", 8), ("d", 6)]));
        let one = [
            ("running 2 tests", 0),
            ("test a ... ok", 3),
            ("test b ... ok", 4),
            ("test result: ok. 2 passed", 4),
        ];
        assert_eq!(read(1, &one), times(&[("a", 3), ("b", 1)]));
    }

    #[test]
    fn lines_of_other_programs_are_no_tests() {
        let lines = [
            ("running 1 test", 0),
            ("test tests/ui/refused.rs ... ok", 1),
            ("test src/lib.rs - f (line 3) ... ok", 1),
            ("test refusals ... ok", 9),
            ("test result: ok. 1 passed", 9),
            ("running 2 tests", 10),
            ("test only_one_line ... ok", 11),
            ("test result: ok. 2 passed", 12),
        ];
        assert_eq!(read(2, &lines), times(&[("refusals", 9)]));
    }
}
