//! The code that the examples share: `--gpu` on the command line.

use reduce_wgpu::{Engine, Error, Gpu};

/// With `--gpu` any GPU, also a software one; else a hardware GPU if there is one, else the CPU.
///
/// # Errors
/// The errors of [`Gpu::new`] and [`Engine::auto`].
pub fn engine() -> Result<Engine, Error> {
    if std::env::args().any(|argument| argument == "--gpu") {
        Gpu::new().map(Engine::Gpu)
    } else {
        Engine::auto()
    }
}
