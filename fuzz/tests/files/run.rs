//! Runs of one format, counted, and the mistakes found in them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::Instant;

use crate::memory;
use crate::random::Random;

/// Bytes of some kind, and the code that reads them.
pub(crate) trait Format {
    /// Its name, which is also that of the test.
    fn name(&self) -> &'static str;

    /// Bytes as a program wrote them.
    fn seeds(&self) -> Vec<Vec<u8>>;

    /// Changes something.
    fn change(&self, bytes: &mut Vec<u8>, random: &mut Random);

    /// Reads the bytes, which may be written to the file `path`, as `random` chooses.
    ///
    /// # Errors
    /// The sentence that says what is wrong with them.
    fn read(&self, bytes: &[u8], path: &Path, random: &mut Random) -> Result<(), String>;

    /// Bytes of memory that reading this many may take.
    fn most(&self, bytes: usize) -> usize;
}

/// The runs that were asked for, by variables that `cargo xtask fuzz files` sets.
struct Request {
    seed: u64,
    first: u64,
    count: u64,
}

impl Request {
    fn of_environment() -> Self {
        let number = |name: &str, otherwise| match std::env::var(name) {
            Ok(text) => text.parse().unwrap_or_else(|why| panic!("{name}={text}: {why}")),
            Err(_) => otherwise,
        };
        Self {
            seed: number("REDUCE_FILES_SEED", 3),
            first: number("REDUCE_FILES_FIRST", 0),
            count: number("REDUCE_FILES_RUNS", 2000),
        }
    }

    /// The choices of a run.
    fn choices(&self, run: u64) -> Random {
        Random(self.seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ run.wrapping_mul(0xd134_2543_de82_ef95))
    }
}

thread_local! {
    /// The place and the message of the last panic of this thread.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Panics are counted; thousands of their messages would tell less.
fn quietly() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |why| {
            let place = why.location().map(ToString::to_string).unwrap_or_default();
            if place.contains("fuzz/tests/files") || place.contains("fuzz\\tests\\files") {
                return loud(why);
            }
            // Panics that differ in their numbers are one.
            let payload = why.payload();
            let fixed = payload.downcast_ref::<&str>().copied();
            let said = fixed.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
            let said = said.unwrap_or("something").replace(|c: char| c.is_ascii_digit(), "#");
            PANIC.set(format!("a panic at {place}: {said}"));
        }));
    });
}

/// The findings, each with its number and the first run that showed it.
#[derive(Default)]
struct Found(BTreeMap<String, (u64, u64)>);

impl Found {
    fn add(&mut self, what: String, run: u64) -> bool {
        let entry = self.0.entry(what).or_insert((0, run));
        entry.0 += 1;
        entry.0 == 1
    }
}

/// Makes the runs that the environment asks for.
#[track_caller]
pub(crate) fn runs(format: &dyn Format) {
    quietly();
    let request = Request::of_environment();
    let directory = Directory::new(format.name());
    let file = directory.0.join("file");
    let seeds = format.seeds();
    for (at, seed) in seeds.iter().enumerate() {
        // Some choices are not for this one, such as a column of another.
        let mut read = (0..64).map(|choices| format.read(seed, &file, &mut Random(choices)));
        assert!(
            read.any(|read| read.is_ok()),
            "{} {at} as it was written",
            format.name()
        );
    }
    let started = Instant::now();
    let (mut found, mut refused, mut peak) = (Found::default(), 0u64, 0);
    for run in request.first..request.first.saturating_add(request.count) {
        let mut random = request.choices(run);
        let mut bytes = random.pick(&seeds);
        for _ in 0..1 + random.below(4) * random.below(2) {
            format.change(&mut bytes, &mut random);
        }
        let read = || panic::catch_unwind(AssertUnwindSafe(|| format.read(&bytes, &file, &mut random)));
        let (read, held) = memory::peak_of(run, read);
        peak = peak.max(held);
        let most = format.most(bytes.len());
        let mut wrong: Vec<String> = Vec::new();
        if held > most {
            wrong.push(format!("more memory than {most} bytes for {}", bytes.len()));
        }
        match read {
            Ok(Ok(())) => {}
            Ok(Err(sentence)) => {
                refused += 1;
                wrong.extend(fault(&sentence).map(|fault| format!("a sentence that {fault}: {sentence}")));
            }
            Err(_) => wrong.push(PANIC.take()),
        }
        for what in wrong {
            if found.add(what, run) && found.0.len() < 50 {
                let name = format!("{}-{}-{run}", format.name(), request.seed);
                std::fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name), &bytes).unwrap();
            }
        }
    }
    println!(
        "{}: {} runs of seed {} in {:.1} s, {refused} refusals, at most {peak} bytes of memory, {} findings",
        format.name(),
        request.count,
        request.seed,
        started.elapsed().as_secs_f64(),
        found.0.len()
    );
    let list: Vec<String> = found
        .0
        .iter()
        .take(50)
        .map(|(what, (count, run))| format!("run {run}, and {} more: {what}", count - 1))
        .collect();
    assert!(list.is_empty(), "{}", list.join("\n"));
}

/// The reason why a refusal is no sentence for users, if there is one.
fn fault(sentence: &str) -> Option<&'static str> {
    // Rust's output for a value whose type has no words for users.
    const DEBUG: [&str; 8] = [
        "Error(",
        "Error {",
        "Some(",
        "Err(",
        "ErrorKind",
        "{ kind",
        "Custom {",
        "Os {",
    ];
    if sentence.split(' ').count() < 4 {
        Some("is no sentence")
    } else if !sentence.contains("; ") {
        Some("has no remedy")
    } else if sentence.contains(char::is_control) {
        Some("has control characters")
    } else if sentence.len() > 4096 {
        Some("is too long")
    } else if DEBUG.iter().any(|word| sentence.contains(word)) {
        Some("is for programmers")
    } else {
        None
    }
}

/// A directory of this process for one format, in memory where there is such a file system; gone at its end.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let memory = Path::new("/dev/shm");
        let around = if memory.is_dir() {
            memory
        } else {
            Path::new(env!("CARGO_TARGET_TMPDIR"))
        };
        let path = around.join(format!("reduce-files-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
