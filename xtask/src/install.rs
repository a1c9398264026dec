//! Installs missing drivers with apt-get where that is possible, and else prints how to install them.

use std::env;
use std::process::{Command, Stdio};

use crate::drivers::Need;

/// Debian's package of each.
fn debian(need: Need) -> &'static str {
    match need {
        Need::Loader => "libvulkan1",
        Need::Llvmpipe => "mesa-vulkan-drivers",
        Need::SwiftShader | Need::Chromium => "chromium",
        Need::ValidationLayer => "vulkan-validationlayers",
        Need::SpirvVal => "spirv-tools",
        Need::Glslang => "glslang-tools",
        Need::Valgrind => "valgrind",
    }
}

fn fedora(need: Need) -> &'static str {
    match need {
        Need::Loader => "vulkan-loader",
        Need::ValidationLayer => "vulkan-validation-layers",
        Need::Glslang => "glslang",
        other => debian(other),
    }
}

fn arch(need: Need) -> &'static str {
    match need {
        Need::Loader => "vulkan-icd-loader",
        Need::Llvmpipe => "vulkan-swrast",
        Need::ValidationLayer => "vulkan-validation-layers",
        Need::Glslang => "glslang",
        other => debian(other),
    }
}

/// Installs the packages of missing needs; where there is no apt-get or no right to use it, that is an error.
pub(crate) fn with_apt(missing: &[Need]) -> Result<(), String> {
    if !(is_root() && exists("apt-get")) {
        return Err(advice(missing));
    }
    let packages = packages(missing, debian);
    eprintln!("installing {}", packages.join(" "));
    apt(&["update"]).map_err(|why| format!("{why}\n{}", advice(missing)))?;
    let mut install = vec!["install", "-y", "--no-install-recommends"];
    install.extend(packages);
    apt(&install).map_err(|why| format!("{why}\n{}", advice(missing)))
}

/// The missing needs, where they were looked for, and how to install them on the usual systems.
pub(crate) fn advice(missing: &[Need]) -> String {
    let mut text = String::from("the device suites need what this machine lacks:\n");
    for need in missing {
        text += &format!("  {}: looked for {}\n", need.title(), need.searched());
    }
    text += "Install it:\n";
    text += &format!(
        "  Debian, Ubuntu  apt-get install -y --no-install-recommends {}\n",
        packages(missing, debian).join(" ")
    );
    text += &format!(
        "  Fedora          dnf install -y {}\n",
        packages(missing, fedora).join(" ")
    );
    text += &format!("  Arch            pacman -S {}\n", packages(missing, arch).join(" "));
    if missing.iter().any(|need| debian(*need) == "chromium") {
        text += "Ubuntu's chromium is a snap; Google Chrome's .deb holds the browser and SwiftShader too.\n";
    }
    let variables: Vec<&str> = missing.iter().filter_map(|need| need.variable()).collect();
    if !variables.is_empty() {
        text += &format!("If it is installed elsewhere, set {}.\n", variables.join(", "));
    }
    text + "`cargo xtask test cpu` needs none of this."
}

fn packages(missing: &[Need], name: fn(Need) -> &'static str) -> Vec<&'static str> {
    let mut packages: Vec<&str> = missing.iter().map(|need| name(*need)).collect();
    packages.dedup();
    packages
}

fn apt(args: &[&str]) -> Result<(), String> {
    let mut command = Command::new("apt-get");
    // Another installation may be under way, and mirrors have weak moments.
    command
        .args(["-q", "-o", "DPkg::Lock::Timeout=120", "-o", "Acquire::Retries=3"])
        .args(args);
    // Its chatter is no result: standard output belongs to the tests.
    command
        .env("DEBIAN_FRONTEND", "noninteractive")
        .stdin(Stdio::null())
        .stdout(std::io::stderr());
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`apt-get {}` failed ({status})", args.join(" "))),
        Err(why) => Err(format!("`apt-get` cannot be run: {why}")),
    }
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn exists(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_names_each_package_once() {
        let text = advice(&Need::ALL);
        assert!(
            text.contains("recommends libvulkan1 mesa-vulkan-drivers vulkan-validationlayers chromium spirv-tools glslang-tools valgrind\n"),
            "{text}"
        );
        assert!(
            text.contains("pacman -S vulkan-icd-loader vulkan-swrast vulkan-validation-layers chromium spirv-tools glslang valgrind\n"),
            "{text}"
        );
        assert!(
            text.contains(
                "REDUCE_VALIDATION_LAYER, REDUCE_SWIFTSHADER_ICD, REDUCE_CHROMIUM, REDUCE_SPIRV_VAL, REDUCE_GLSLANG, REDUCE_VALGRIND."
            ),
            "{text}"
        );
        assert!(!advice(&[Need::Loader]).contains("chromium"));
    }
}
