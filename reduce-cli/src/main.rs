//! The `reduce` command with the built-in operators alone.

fn main() -> std::process::ExitCode {
    silence_device_selection();
    reduce_cli::main_with(reduce_cli::ops![])
}

/// Leaves out Mesa's Vulkan layer for choosing a device, which prints an error above every result where there is no desktop to ask; the command chooses
/// its device itself. Whoever chooses by that layer keeps it.
fn silence_device_selection() {
    let is_set = |name: &str| std::env::var_os(name).is_some();
    let has_desktop = is_set("XDG_RUNTIME_DIR");
    let chooses = ["MESA_VK_DEVICE_SELECT", "DRI_PRIME", "NODEVICE_SELECT"]
        .map(is_set)
        .contains(&true);
    if cfg!(target_os = "linux") && !has_desktop && !chooses {
        // SAFETY: this is the first statement of the program, so no other thread reads the environment.
        unsafe { std::env::set_var("NODEVICE_SELECT", "1") };
    }
}
