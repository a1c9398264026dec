//! Vulkan's validation layer over a `cargo test`: it is turned on by the environment, writes to a pipe, and each of its messages that
//! [`accepted`] does not list fails the step.
//!
//! With synchronization validation a suite takes a tenth longer at most (`faults` on llvmpipe: 11.4 s, with it 12.3; on SwiftShader 33.8 and 34.1),
//! so it is on in all of them. A pipe and not a file, because the layer empties its file whenever a program makes an instance.

mod accepted;
mod message;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::thread::{self, JoinHandle};

use accepted::{ACCEPTED, Accepted};
use message::{Kind, Message, Messages};

/// The layer, as instances name it.
const LAYER: &str = "VK_LAYER_KHRONOS_validation";

/// The line that ends the pipe: tests cannot close it for each other.
const END: &str = "xtask: end of the messages";

/// The layer's messages during one command.
pub(crate) struct Watch {
    version: String,
    settings: PathBuf,
    pipe: PipeWriter,
    reader: JoinHandle<io::Result<Heard>>,
    /// The test targets of the command.
    targets: Vec<String>,
}

/// The layer's output.
#[derive(Debug, Default)]
struct Heard {
    /// The number of instances that programs made with the layer in them.
    instances: u64,
    /// The number of times that each accepted message was seen.
    accepted: BTreeMap<&'static str, u64>,
    refused: u64,
}

impl Watch {
    /// Turns the layer of this manifest on for `command`, which has not been started.
    pub(crate) fn over(command: &mut Command, manifest: &Path) -> Result<Self, String> {
        let version = version(manifest)?;
        let (read, pipe) = io::pipe().map_err(|why| format!("no pipe for the validation layer: {why}"))?;
        // Opened anew by each test under this name, as Linux allows.
        let (own, number) = (process::id(), pipe.as_raw_fd());
        let name = format!("/proc/{own}/fd/{number}");
        let settings = env::temp_dir().join(format!("reduce-validation-{own}-{number}.txt"));
        fs::write(&settings, settings_for(&name)).map_err(|why| format!("{}: {why}", settings.display()))?;
        command
            .env("VK_INSTANCE_LAYERS", LAYER)
            .env("VK_LAYER_PATH", manifest.parent().unwrap_or(manifest))
            .env("VK_LAYER_SETTINGS_PATH", &settings)
            // Debug information names WGSL as the language of a shader. The layer of Vulkan 1.3.239 does not know it, and then looks
            // at nothing else in that shader.
            .env("WGPU_DEBUG", "0");
        let words: Vec<String> = command
            .get_args()
            .map(|arg| arg.to_string_lossy().into_owned())
            .collect();
        let targets = words.windows(2).filter(|pair| pair[0] == "--test");
        Ok(Self {
            version,
            settings,
            pipe,
            reader: thread::spawn(move || listen(read)),
            targets: targets.map(|pair| pair[1].clone()).collect(),
        })
    }

    /// Ends the watch once the command is done; an error if the layer was not there or reported a mistake.
    pub(crate) fn finish(mut self) -> Result<(), String> {
        let ended = writeln!(self.pipe, "\n{END}");
        // While the pipe is open: once it is closed, another watch may get its number, and settings of this name.
        let _ = fs::remove_file(&self.settings);
        drop(self.pipe);
        let heard = self.reader.join();
        let heard = match (ended, heard) {
            (Ok(()), Ok(Ok(heard))) => heard,
            (Err(why), _) | (_, Ok(Err(why))) => return Err(format!("the validation layer's pipe: {why}")),
            (_, Err(_)) => return Err("what reads the validation layer's messages panicked".into()),
        };
        let accepted: u64 = heard.accepted.values().sum();
        eprintln!(
            "validation layer {}: {} instances, {accepted} accepted messages, {} others",
            self.version, heard.instances, heard.refused
        );
        heard.verdict(&self.targets)
    }
}

impl Heard {
    fn add(&mut self, message: &Message) {
        if message.says_that_it_is_on() {
            self.instances += 1;
            return;
        }
        if message.kind == Kind::Information {
            return;
        }
        match ACCEPTED.iter().find(|accepted| accepted.is(message)) {
            Some(accepted) => *self.accepted.entry(accepted.name).or_default() += 1,
            None => {
                self.refused += 1;
                // At once: the results of the tests that ran are printed next.
                eprintln!("\nvalidation layer:\n{}", message.text);
            }
        }
    }

    fn verdict(&self, targets: &[String]) -> Result<(), String> {
        if self.refused > 0 {
            return Err(format!(
                "the validation layer reported {} mistakes, see above",
                self.refused
            ));
        }
        if self.instances < targets.len() as u64 {
            return Err(format!(
                "the validation layer was in {} instances of {} test targets",
                self.instances,
                targets.len()
            ));
        }
        let missed = |accepted: &&Accepted| {
            let ran = accepted
                .made_by
                .is_some_and(|made_by| targets.iter().any(|target| target == made_by));
            ran && !self.accepted.contains_key(accepted.name)
        };
        match ACCEPTED.iter().find(missed) {
            Some(missed) => Err(format!(
                "the validation layer did not see what a test does for it: {}",
                missed.name
            )),
            None => Ok(()),
        }
    }
}

/// The settings of the layer, as its documentation spells them.
fn settings_for(log: &str) -> String {
    format!(
        "khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG\n\
         khronos_validation.log_filename = {log}\n\
         khronos_validation.report_flags = error,warn,perf,info\n\
         khronos_validation.enables = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT\n\
         khronos_validation.enable_message_limit = true\n\
         khronos_validation.duplicate_message_limit = 10\n"
    )
}

/// The version of Vulkan that the layer of this manifest was made for.
fn version(manifest: &Path) -> Result<String, String> {
    let text = fs::read_to_string(manifest).map_err(|why| format!("{}: {why}", manifest.display()))?;
    let after = text.split_once("\"api_version\"").map(|(_, after)| after);
    let version = after.and_then(|after| after.split('"').nth(1));
    version
        .map(ToOwned::to_owned)
        .ok_or_else(|| format!("{} has no api_version", manifest.display()))
}

fn listen(pipe: PipeReader) -> io::Result<Heard> {
    let mut pipe = BufReader::new(pipe);
    let (mut heard, mut messages, mut line) = (Heard::default(), Messages::default(), Vec::new());
    while pipe.read_until(b'\n', &mut line)? > 0 {
        let text = String::from_utf8_lossy(&line);
        if text.trim_end() == END {
            break;
        }
        if let Some(message) = messages.read(text.trim_end()) {
            heard.add(&message);
        }
        line.clear();
    }
    if let Some(message) = messages.rest() {
        heard.add(&message);
    }
    Ok(heard)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic, reason = "a test fails by panicking")]

    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    /// Messages as the layer writes them.
    const ON: &str = "UNASSIGNED-khronos-validation-createinstance-status-message(INFO / SPEC): msgNum: -671457468 - Validation \
                      Information: [ UNASSIGNED-khronos-validation-createinstance-status-message ] Object 0: handle = 0x7f, type = \
                      VK_OBJECT_TYPE_INSTANCE; | Khronos Validation Layer Active:\n    \
                      Current Enables: VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION.\n\n    Objects: 1\n";
    const HAZARD: &str = "SYNC-HAZARD-WRITE-AFTER-WRITE(ERROR / SPEC): msgNum: 1544472022 - Validation Error: [ \
                          SYNC-HAZARD-WRITE-AFTER-WRITE ] Object 0: handle = 0x1; | Hazard\n    Objects: 1\n";

    /// The verdict on what a command wrote to the pipe that the settings name.
    fn verdict(said: &str, targets: &[&str]) -> Result<(), String> {
        static RUN: AtomicU32 = AtomicU32::new(0);
        let run = RUN.fetch_add(1, Ordering::Relaxed);
        let manifest = env::temp_dir().join(format!("reduce-manifest-{}-{run}.json", process::id()));
        fs::write(&manifest, "{ \"api_version\": \"1.3.239\" }").unwrap_or_else(|why| panic!("{why}"));
        let mut command = Command::new("sh");
        // The settings give each test the name of the pipe, which it opens for itself.
        command.args([
            "-c",
            "sed -n 's/.*log_filename = //p' \"$VK_LAYER_SETTINGS_PATH\" | { read log; printf %s \"$SAID\" >$log; }",
        ]);
        command.env("SAID", said).arg("sh");
        command.args(targets.iter().flat_map(|target| ["--test", target]));
        let watch = Watch::over(&mut command, &manifest).unwrap_or_else(|why| panic!("{why}"));
        let _ = fs::remove_file(&manifest);
        assert_eq!(watch.version, "1.3.239");
        let status = command.status().unwrap_or_else(|why| panic!("{why}"));
        assert!(status.success());
        watch.finish()
    }

    #[test]
    fn a_layer_that_is_on_and_has_nothing_to_say_passes() {
        assert_eq!(verdict(ON, &["encode"]), Ok(()));
    }

    #[test]
    fn a_layer_that_is_not_there_fails() {
        let why = verdict("", &["encode"]);
        assert_eq!(
            why,
            Err("the validation layer was in 0 instances of 1 test targets".into())
        );
        assert!(verdict(ON, &["encode", "joined"]).is_err());
    }

    #[test]
    fn a_message_fails() {
        let why = verdict(&format!("{ON}{HAZARD}{ON}"), &["encode"]);
        assert_eq!(why, Err("the validation layer reported 1 mistakes, see above".into()));
    }

    /// A mistake that a test makes on purpose has to be seen.
    #[test]
    fn a_layer_that_misses_a_known_mistake_fails() {
        let why = verdict(ON, &["devices"]).err().unwrap_or_default();
        assert!(why.contains("did not see"), "{why}");
    }
}
