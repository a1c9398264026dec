//! The browser process of the Tint gate: started with a fresh profile, gone with all its children on drop.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

/// SwiftShader makes the run the same on every machine; the rest keeps a browser from doing what browsers do.
const FLAGS: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--enable-unsafe-webgpu",
    "--use-webgpu-adapter=swiftshader",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-breakpad",
];

/// Variables of the device suites that would point the browser at another Vulkan driver.
const UNSET: [&str; 4] = [
    "VK_DRIVER_FILES",
    "VK_ICD_FILENAMES",
    "VK_ADD_DRIVER_FILES",
    "VK_LOADER_DRIVERS_SELECT",
];

/// Becomes the browser and leaves behind a guard that ends the whole process group as soon as standard input closes:
/// when `Process` is dropped, and also when the test itself is killed and no destructor runs.
#[cfg(unix)]
const LAUNCHER: &str = r#"exec 3<&0 </dev/null; (read -r _ <&3; kill -s KILL 0) & exec "$0" "$@" 3<&-"#;

/// The number of lines of the browser's log that go into an error.
const TAIL: usize = 12;

static STARTED: AtomicUsize = AtomicUsize::new(0);

/// A running browser and its temporary folder.
pub(super) struct Process {
    child: Child,
    folder: Folder,
}

impl Process {
    pub(super) fn start(executable: &Path, url: &str) -> Result<Self, String> {
        let folder = Folder::create().map_err(|why| format!("cannot create a folder for the browser: {why}"))?;
        let cannot = |why: io::Error| format!("cannot start {}: {why}", executable.display());
        // The launcher would only report a missing program through its exit status.
        if !executable.is_file() {
            return Err(cannot(ErrorKind::NotFound.into()));
        }
        let log = File::create(folder.log()).map_err(cannot)?;
        let mut command = launcher(executable);
        command.args(FLAGS);
        command.arg(format!("--user-data-dir={}", folder.0.join("profile").display()));
        command.arg(url).env("TMPDIR", &folder.0);
        for name in UNSET {
            command.env_remove(name);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(log);
        Ok(Self {
            child: command.spawn().map_err(cannot)?,
            folder,
        })
    }

    /// How the browser ended, if it has.
    pub(super) fn ended(&mut self) -> Option<String> {
        match self.child.try_wait() {
            Ok(None) => None,
            Ok(Some(status)) => Some(status.to_string()),
            Err(why) => Some(why.to_string()),
        }
    }

    /// The reason followed by the end of the browser's log, without the complaints every headless run makes.
    pub(super) fn explain(&self, why: &str) -> String {
        let log = fs::read(self.folder.log()).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        let lines: Vec<&str> = log.lines().filter(|line| !line.contains(":dbus/")).collect();
        let tail = lines[lines.len().saturating_sub(TAIL)..].join("\n");
        if tail.is_empty() {
            why.to_owned()
        } else {
            format!("{why}\nthe browser's log ends:\n{tail}")
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Closing its input wakes the guard. Nothing can be done here about a failure to kill or to wait.
        drop(self.child.stdin.take());
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

#[cfg(unix)]
fn launcher(executable: &Path) -> Command {
    use std::os::unix::process::CommandExt;
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(LAUNCHER).arg(executable).process_group(0);
    command
}

#[cfg(not(unix))]
fn launcher(executable: &Path) -> Command {
    Command::new(executable)
}

/// A temporary folder that is removed on drop, after the browser: fields drop after `Process::drop`.
struct Folder(PathBuf);

impl Folder {
    fn create() -> io::Result<Self> {
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("reduce-tint-{}-{number}", std::process::id()));
        fs::create_dir_all(&path)?;
        Ok(Self(path))
    }

    fn log(&self) -> PathBuf {
        self.0.join("stderr.log")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A child on its way out may still write: what appears while the folder is emptied needs another round.
        for _ in 0..40 {
            if fs::remove_dir_all(&self.0).is_ok() || !self.0.exists() {
                return;
            }
            thread::sleep(Duration::from_millis(25));
        }
    }
}
