//! The `reduce` command with the built-in operators alone.

fn main() -> std::process::ExitCode {
    reduce_cli::main_with(reduce_cli::ops![])
}
