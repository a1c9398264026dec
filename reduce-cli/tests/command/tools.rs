//! Runs the command on files of a test's own.

#![allow(clippy::unwrap_used, reason = "a test reports by panicking")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// A directory for one test, gone at its end.
pub(crate) struct Directory(PathBuf);

impl Directory {
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "command-{}-{}",
            std::process::id(),
            NEXT.fetch_add(1, Ordering::Relaxed)
        );
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Writes a file.
    pub(crate) fn with(&self, name: &str, bytes: impl AsRef<[u8]>) -> &Self {
        std::fs::write(self.0.join(name), bytes).unwrap();
        self
    }

    /// The path of a file.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Reads a file.
    pub(crate) fn file(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.0.join(name)).unwrap()
    }

    /// Calls the command here, where no driver is found.
    pub(crate) fn call(&self, arguments: &[&str]) -> Done {
        self.call_with(&[], arguments)
    }

    /// [`call`](Self::call) with these variables, and no others about colours.
    pub(crate) fn call_with(&self, variables: &[(&str, &str)], arguments: &[&str]) -> Done {
        let output = command(arguments)
            .envs(variables.iter().copied())
            .current_dir(&self.0)
            .output()
            .unwrap();
        Done {
            code: output.status.code(),
            output: output.stdout,
            errors: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// The output of `run` for one file on the CPU.
    #[track_caller]
    pub(crate) fn run(&self, operators: &str, arguments: &[&str]) -> String {
        self.call(&[&["run", operators, "--engine", "cpu"], arguments].concat())
            .printed()
    }

    /// The message of `run` about a mistake.
    #[track_caller]
    pub(crate) fn refused(&self, operators: &str, arguments: &[&str], code: i32) -> String {
        self.call(&[&["run", operators, "--engine", "cpu"], arguments].concat())
            .refused(code)
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The command, which will find no driver.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_reduce"));
    command
        .args(arguments)
        .env("VK_DRIVER_FILES", "/nonexistent/no-driver.json")
        .env("VK_ICD_FILENAMES", "/nonexistent/no-driver.json")
        .env_remove("WGPU_ADAPTER_NAME")
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE");
    command
}

/// The outcome of a call.
pub(crate) struct Done {
    code: Option<i32>,
    output: Vec<u8>,
    errors: String,
}

impl Done {
    /// The output of a call that succeeded.
    #[track_caller]
    pub(crate) fn printed(self) -> String {
        String::from_utf8(self.bytes()).unwrap()
    }

    /// The output of a call that succeeded, if it is no text.
    #[track_caller]
    pub(crate) fn bytes(self) -> Vec<u8> {
        assert_eq!((self.code, self.errors.as_str()), (Some(0), ""));
        self.output
    }

    /// The message of a call that failed with this code, and printed nothing.
    #[track_caller]
    pub(crate) fn refused(self, code: i32) -> String {
        assert_eq!(
            (self.code, self.output.as_slice()),
            (Some(code), &b""[..]),
            "{}",
            self.errors
        );
        self.errors
    }
}

/// Calls the command without files.
pub(crate) fn call(arguments: &[&str]) -> Done {
    Directory::new().call(arguments)
}
