//! The gallery: each operator on the CPU against numpy and scipy, and on the device against the CPU.

#![allow(clippy::panic, reason = "a test reports by panicking")]

use reduce_gallery::{Case, Found, References, fields};
use reduce_tests::device::gpu;
use reduce_wgpu::{Cpu, Engine, Reproducibility};

fn of(case: &Case, engine: &Engine, len: usize) -> Found {
    (case.run)(engine, len).unwrap_or_else(|why| panic!("{} of {len} elements on {engine:?}: {why}", case.name))
}

/// Reduces on both engines and looks at every figure; on the device at the bits as well, where they are promised.
fn agree(field: &str) {
    let references = References::read().unwrap_or_else(|why| panic!("{why}"));
    let (cpu, device) = (Engine::Cpu(Cpu::new()), Engine::Gpu(gpu().clone()));
    let fields = fields();
    let field = fields.iter().find(|known| known.name == field);
    let field = field.unwrap_or_else(|| panic!("no such field"));
    let mut mistakes = Vec::new();
    for case in &field.cases {
        let kernels = (case.kernels)(gpu().caps()).unwrap_or_else(|why| panic!("{}: {why}", case.name));
        let promised = kernels.reproducibility() == Reproducibility::AcrossDevices;
        for len in [0, 1, case.len] {
            let found = [&cpu, &device].map(|engine| of(case, engine, len));
            if promised && found[0].exactly != found[1].exactly {
                let [host, device] = found.each_ref().map(|found| &found.exactly);
                mistakes.push(format!(
                    "{} of {len} elements: {host} on the CPU, {device} on the device",
                    case.name
                ));
            }
            if len == case.len {
                let name = format!("{}/{}", field.name, case.name);
                let figures = found.iter().flat_map(|found| &found.figures);
                mistakes.extend(figures.filter_map(|figure| references.compare(&name, figure).err()));
            }
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

#[test]
fn statistics() {
    agree("statistics");
}

#[test]
fn graphics() {
    agree("graphics");
}

#[test]
fn text() {
    agree("text");
}

#[test]
fn bioinformatics() {
    agree("bioinformatics");
}

#[test]
fn simulation() {
    agree("simulation");
}
