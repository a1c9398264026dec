//! No adapter, none of that name, and which engine is taken where there are only programs on the CPU.

use reduce_tests::child;
use reduce_tests::device::{Driver, adapter};
use reduce_wgpu::prelude::*;

/// The messages of `Gpu::new` and `Engine::auto`, one line each.
fn attempts() -> String {
    let gpu = match Gpu::new() {
        Ok(gpu) => format!("opened {}", gpu.name()),
        Err(error) => error.to_string(),
    };
    let engine = match Engine::auto() {
        Ok(engine) => format!(
            "{} gives {}",
            engine.name(),
            engine.reduce::<ops::Sum<u32>>(&[1, 2]).unwrap()
        ),
        Err(error) => error.to_string(),
    };
    format!("{gpu}\n{engine}")
}

const NO_ADAPTER: &str = "install a Vulkan, Metal or DX12 driver, or `mesa-vulkan-drivers` for a software one, \
                          or use Cpu::new() or Engine::auto()";

#[test]
fn no_driver_is_an_error_and_the_cpu_takes_over() {
    let none = Some("/nonexistent/no-driver.json");
    let environment = [("VK_DRIVER_FILES", none), ("VK_ICD_FILENAMES", none)];
    let Some(said) = child::run(
        "adapters::no_driver_is_an_error_and_the_cpu_takes_over",
        &environment,
        attempts,
    ) else {
        return;
    };
    assert_eq!(
        said,
        format!("no GPU adapter was found (backends searched: vulkan); {NO_ADAPTER}\nCPU gives 3")
    );
}

#[test]
fn a_backend_of_another_system_is_an_error() {
    let environment = [("WGPU_BACKEND", Some("dx12"))];
    let Some(said) = child::run(
        "adapters::a_backend_of_another_system_is_an_error",
        &environment,
        attempts,
    ) else {
        return;
    };
    let searched = "no GPU adapter was found (backends searched: none of those built in)";
    assert_eq!(said, format!("{searched}; {NO_ADAPTER}\nCPU gives 3"));
}

#[test]
fn a_name_that_matches_none_lists_those_that_are_there() {
    let environment = [("WGPU_ADAPTER_NAME", Some("GeForce 256"))];
    let Some(said) = child::run(
        "adapters::a_name_that_matches_none_lists_those_that_are_there",
        &environment,
        attempts,
    ) else {
        return;
    };
    let message = format!(
        "no adapter's name contains \"GeForce 256\" (WGPU_ADAPTER_NAME); there are: {}; \
         set it to a part of one of these names or unset it",
        adapter().get_info().name
    );
    // An adapter that was asked for and is not there is no reason to compute elsewhere.
    assert_eq!(said, format!("{message}\n{message}"));
}

#[test]
fn a_part_of_the_name_in_any_case_is_enough() {
    let name = match Driver::of_this_run() {
        Driver::Llvmpipe => "LLVMpipe",
        Driver::SwiftShader => "swiftSHADER",
    };
    let environment = [("WGPU_ADAPTER_NAME", Some(name))];
    let Some(said) = child::run(
        "adapters::a_part_of_the_name_in_any_case_is_enough",
        &environment,
        attempts,
    ) else {
        return;
    };
    let (gpu, engine) = said.split_once('\n').unwrap();
    assert!(
        gpu.starts_with("opened ") && gpu.contains(Driver::of_this_run().adapter_name()),
        "{gpu}"
    );
    // Also by name a program on the CPU is no better than the CPU engine.
    assert_eq!(engine, "CPU gives 3");
}

#[test]
fn the_automatic_engine_is_never_a_software_rasteriser() {
    let engine = Engine::auto().unwrap();
    assert!(matches!(engine, Engine::Cpu(_)), "{engine:?}");
    assert_eq!(engine.name(), "CPU");
    assert!(Gpu::new().unwrap().is_software());
}
