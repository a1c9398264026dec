//! The Tint gate: hands WGSL to the shader compiler of headless Chromium and brings back every message.
//!
//! naga accepts kernels that are wrong (a barrier in non-uniform control flow), so the kernels that the framework generates must also
//! compile here. Whatever keeps the browser from answering for every shader is an error, never an empty list of messages.

mod process;
mod server;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use process::Process;
use server::{News, Server};

/// The executables looked for on `PATH` when `REDUCE_CHROMIUM` is not set.
const EXECUTABLES: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
];

/// The time for which the browser may stay silent: starting from a cold disk takes seconds, a shader takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(180);

/// The time between two checks whether a silent browser has ended.
const HEARTBEAT: Duration = Duration::from_millis(50);

/// One shader handed to Tint.
#[derive(Clone, Debug)]
pub struct Shader {
    /// The name of the verdict.
    pub name: String,
    /// The source, in the web dialect, with a compute entry point called `main`.
    pub wgsl: String,
    /// Whether a pipeline is made from it too, which SwiftShader compiles; Tint has checked the source before.
    pub pipeline: bool,
}

/// The browser's messages about one shader: none = compiled, and the pipeline created that was asked for, without one message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The name of the shader.
    pub name: String,
    /// Every message of any severity, as `severity line:column: text` or, from the pipeline, `error: text`.
    pub messages: Vec<String>,
}

/// One browser run: the adapter that compiled, and the verdict on each shader in the order given.
#[derive(Clone, Debug)]
pub struct Report {
    /// Vendor, architecture and description of the WebGPU adapter.
    pub adapter: String,
    /// The features the adapter offers; `subgroups`, `shader-f16` and `timestamp-query` are switched on where present.
    pub features: Vec<String>,
    /// One verdict per shader.
    pub verdicts: Vec<Verdict>,
}

impl Report {
    /// Whether the adapter offers the WebGPU feature of that name.
    pub fn has(&self, feature: &str) -> bool {
        self.features.iter().any(|offered| offered == feature)
    }
}

/// A Chromium to compile with.
#[derive(Clone, Debug)]
pub struct Browser {
    /// The program to start.
    pub executable: PathBuf,
    /// The time for which it may stay silent before the run counts as failed.
    pub patience: Duration,
}

/// Launches headless Chromium, compiles every shader and creates its pipeline, and collects every message.
///
/// The browser is `REDUCE_CHROMIUM` or, without it, the first Chromium or Chrome on `PATH`.
///
/// # Errors
/// No browser, no adapter, a crash, a lost device or a silence of three minutes, with the end of the browser's log.
pub fn compile_with_tint(shaders: &[Shader]) -> Result<Vec<Verdict>, String> {
    let report = Browser::find()?.compile(shaders)?;
    eprintln!(
        "Tint compiled {} shaders on {} (subgroups: {}; features: {})",
        report.verdicts.len(),
        report.adapter,
        if report.has("subgroups") { "yes" } else { "no" },
        report.features.join(" ")
    );
    Ok(report.verdicts)
}

impl Browser {
    /// The browser named by `REDUCE_CHROMIUM`, else the first one on `PATH`.
    ///
    /// # Errors
    /// If there is none, with what to install.
    pub fn find() -> Result<Self, String> {
        let executable = match std::env::var("REDUCE_CHROMIUM") {
            Ok(named) => on_path(&[&named]).unwrap_or_else(|| PathBuf::from(named)),
            Err(_) => on_path(&EXECUTABLES).ok_or_else(|| {
                format!(
                    "no Chromium on PATH (looked for {}): `cargo xtask test browser` installs one on Debian as root; \
                     else install the package `chromium`, or set REDUCE_CHROMIUM to the executable",
                    EXECUTABLES.join(", ")
                )
            })?,
        };
        Ok(Self {
            executable,
            patience: PATIENCE,
        })
    }

    /// Compiles the shaders in a fresh browser and stops it again, whatever happens.
    ///
    /// # Errors
    /// Whatever keeps the browser from answering for every shader.
    pub fn compile(&self, shaders: &[Shader]) -> Result<Report, String> {
        let server = Server::bind().map_err(|why| format!("cannot listen on 127.0.0.1: {why}"))?;
        let (sender, receiver) = mpsc::channel();
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            let stop = &stop;
            let url = server.url();
            scope.spawn(move || server.serve(scope, shaders, sender, stop));
            // The browser is dropped, and with it its connections, before the scope waits for the server's threads.
            let report = Process::start(&self.executable, &url)
                .and_then(|mut process| self.collect(&mut process, shaders, &receiver));
            stop.store(true, Ordering::Relaxed);
            report
        })
    }

    /// Gathers the news from the page until it is done, or the browser has ended or stays silent.
    fn collect(&self, process: &mut Process, shaders: &[Shader], news: &Receiver<News>) -> Result<Report, String> {
        let mut gathered = Gathered::new(shaders.len());
        let mut heard = Instant::now();
        loop {
            match news.recv_timeout(HEARTBEAT) {
                Ok(News::Done) => {
                    return gathered.report(shaders).map_err(|why| process.explain(&why));
                }
                Ok(News::Failed(why)) => return Err(process.explain(&why)),
                Ok(News::Adapter(about)) => gathered.adapter = about,
                Ok(News::Verdict(index, messages)) => gathered.add(index, messages)?,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(process.explain("the local server has stopped"));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Some(how) = process.ended() {
                        return Err(
                            process.explain(&format!("the browser ended early ({how}) {}", gathered.progress()))
                        );
                    }
                    if heard.elapsed() > self.patience {
                        let silence = self.patience.as_secs_f32();
                        let why = format!("the browser was silent for {silence} s {}", gathered.progress());
                        return Err(process.explain(&why));
                    }
                    continue;
                }
            }
            heard = Instant::now();
        }
    }
}

/// The messages that have arrived so far.
struct Gathered {
    adapter: Vec<String>,
    messages: Vec<Option<Vec<String>>>,
}

impl Gathered {
    fn new(count: usize) -> Self {
        Self {
            adapter: Vec::new(),
            messages: vec![None; count],
        }
    }

    fn add(&mut self, index: usize, messages: Vec<String>) -> Result<(), String> {
        let place = self
            .messages
            .get_mut(index)
            .ok_or_else(|| format!("a verdict for shader {index}, which does not exist"))?;
        match place.replace(messages) {
            None => Ok(()),
            Some(_) => Err(format!("two verdicts for shader {index}")),
        }
    }

    fn progress(&self) -> String {
        let answered = self.messages.iter().flatten().count();
        format!("with {answered} of {} shaders compiled", self.messages.len())
    }

    /// The whole report, provided that messages about the adapter and every shader arrived.
    fn report(self, shaders: &[Shader]) -> Result<Report, String> {
        let progress = self.progress();
        let mut about = self.adapter.into_iter();
        let adapter = about.next().ok_or("the page never named its adapter")?;
        let mut verdicts = Vec::with_capacity(shaders.len());
        for (shader, messages) in shaders.iter().zip(self.messages) {
            let messages = messages.ok_or_else(|| format!("the page called itself done {progress}"))?;
            verdicts.push(Verdict {
                name: shader.name.clone(),
                messages,
            });
        }
        Ok(Report {
            adapter,
            features: about.collect(),
            verdicts,
        })
    }
}

/// The first of the names that some folder of `PATH` holds. A name that is a whole path stays what it is.
fn on_path(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let find = |name: &&str| {
        folders
            .iter()
            .map(|folder| folder.join(name))
            .find(|file| file.is_file())
    };
    names.iter().find_map(find)
}
