//! Kernels under Tint, the shader compiler of Chrome, and proof that the gate in front of it holds.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "browser/kernels.rs"]
mod kernels;

use std::sync::LazyLock;

use reduce_tests::browser::{Browser, Report, Shader};

const GOOD: &str = "enable subgroups;
@group(0) @binding(0) var<storage, read_write> out: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) lid: u32) {
    out[lid] = subgroupShuffleXor(f32(lid), 1u);
}
";

const BARRIER_UNDER_IF: &str = "var<workgroup> shared_: array<u32, 64>;
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) lid: u32) {
    shared_[lid] = lid;
    if (lid == 0u) {
        workgroupBarrier();
    }
    out[lid] = shared_[63u - lid];
}
";

const SYNTAX_ERROR: &str = "@compute @workgroup_size(1) fn main() {
    let a = 1u;
    let b = a +;
}
";

/// Compiles, but asks for more workgroup memory than a WebGPU device gives by default: only the pipeline can fail.
const TOO_MUCH_MEMORY: &str = "var<workgroup> big: array<u32, 60000>;
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) lid: u32) {
    out[lid] = big[lid];
}
";

/// One browser run for all the cases that only differ in the shader.
static REPORT: LazyLock<Report> = LazyLock::new(|| {
    let cases = [
        ("good", GOOD),
        ("barrier", BARRIER_UNDER_IF),
        ("syntax", SYNTAX_ERROR),
        ("memory", TOO_MUCH_MEMORY),
    ];
    let shaders = cases.map(|(name, wgsl)| Shader {
        name: name.into(),
        wgsl: wgsl.into(),
        pipeline: true,
    });
    Browser::find().and_then(|browser| browser.compile(&shaders)).unwrap()
});

fn messages(name: &str) -> &'static [String] {
    &REPORT
        .verdicts
        .iter()
        .find(|verdict| verdict.name == name)
        .unwrap()
        .messages
}

#[test]
fn a_good_subgroup_shader_gives_no_message() {
    assert!(REPORT.has("subgroups"), "{REPORT:?}");
    assert!(REPORT.adapter.contains("swiftshader"), "{REPORT:?}");
    assert_eq!(messages("good"), [""; 0]);
}

#[test]
fn a_barrier_in_divergent_control_flow_is_refused() {
    let [message] = messages("barrier").first_chunk().unwrap();
    assert!(
        message.starts_with("error 6:9: 'workgroupBarrier' must only be called from uniform"),
        "{message}"
    );
}

#[test]
fn a_syntax_error_comes_with_its_line() {
    let [message] = messages("syntax") else {
        panic!("{:?}", messages("syntax"))
    };
    assert!(message.starts_with("error 3:"), "{message}");
}

#[test]
fn a_pipeline_that_cannot_be_created_is_refused() {
    let [message] = messages("memory") else {
        panic!("{:?}", messages("memory"))
    };
    assert!(message.starts_with("error: no pipeline (validation)"), "{message}");
}

/// The failures that keep the browser from answering; the stand-ins for it are shell scripts.
#[cfg(unix)]
mod failures {
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_missing_browser_is_an_error() {
        let error = run(Path::new("/nonexistent/chromium"), 10).unwrap_err();
        assert!(error.starts_with("cannot start /nonexistent/chromium"), "{error}");
    }

    #[test]
    fn a_browser_that_crashes_is_an_error_with_its_log() {
        let fake = Script::new("crash", "echo no screen >&2; exit 3");
        let error = run(&fake.0, 60).unwrap_err();
        assert!(
            error.starts_with("the browser ended early (exit status: 3) with 0 of 1 shaders compiled"),
            "{error}"
        );
        assert!(error.ends_with("no screen"), "{error}");
    }

    #[test]
    fn a_silent_browser_is_an_error() {
        let fake = Script::new("silent", "sleep 600");
        let error = run(&fake.0, 1).unwrap_err();
        assert!(
            error.starts_with("the browser was silent for 1 s with 0 of 1 shaders compiled"),
            "{error}"
        );
    }

    #[test]
    fn a_browser_without_an_adapter_is_an_error() {
        let real = Browser::find().unwrap().executable;
        let flags = "--disable-gpu --disable-software-rasterizer";
        let fake = Script::new("blind", &format!("exec '{}' {flags} \"$@\"", real.display()));
        let error = run(&fake.0, 60).unwrap_err();
        assert!(error.contains("found no adapter"), "{error}");
    }

    fn run(executable: &Path, patience: u64) -> Result<Report, String> {
        let browser = Browser {
            executable: executable.into(),
            patience: Duration::from_secs(patience),
        };
        browser.compile(&[Shader {
            name: "good".into(),
            wgsl: GOOD.into(),
            pipeline: true,
        }])
    }

    /// A stand-in for the browser, removed on drop.
    struct Script(PathBuf);

    impl Script {
        fn new(name: &str, body: &str) -> Self {
            use std::os::unix::fs::PermissionsExt;
            let path = std::env::temp_dir().join(format!("reduce-fake-{name}-{}", std::process::id()));
            fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
            Self(path)
        }
    }

    impl Drop for Script {
        fn drop(&mut self) {
            fs::remove_file(&self.0).ok();
        }
    }
}
