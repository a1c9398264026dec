//! What `reduce inspect` can be asked.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Each;
use crate::element_type::ElementType;

/// What to show of what would run on which device.
#[derive(Debug, Args)]
pub(crate) struct Inspect {
    /// An operator, as `reduce ops` lists it; one with parameters has values: 'histogram(0,1,256)'
    #[arg(value_name = "OP")]
    pub(crate) operator: String,
    /// What to show [default: explain, or wgsl with --diff]
    #[arg(long, value_enum)]
    pub(crate) emit: Option<Emit>,
    /// The type of the elements [default: the first that the operator reads]
    #[arg(long, value_name = "TYPE")]
    pub(crate) input: Option<ElementType>,
    /// A kernel of the literature, as `reduce devices` lists them
    #[arg(long, default_value = "Canonical")]
    pub(crate) strategy: String,
    /// The shaders of two strategies beside each other
    #[arg(long, num_args = 2, value_names = ["S1", "S2"], conflicts_with_all = ["strategy", "output"])]
    pub(crate) diff: Option<Vec<String>>,
    /// Invocations of a workgroup: a power of two [default: 256, or as many as fit]
    #[arg(long, value_name = "SIZE")]
    pub(crate) workgroup: Option<u32>,
    /// The abilities of the device
    #[arg(long, value_enum, default_value_t = Preset::Webgpu)]
    pub(crate) caps: Preset,
    /// Lanes of a subgroup of the device, or none [default: as --caps says]
    #[arg(long, value_name = "LANES")]
    pub(crate) subgroup: Option<String>,
    /// What else the device offers
    #[arg(long, value_enum, value_delimiter = ',')]
    pub(crate) offer: Vec<Offer>,
    /// Elements, for --emit plan and resources, and for --each: 1000000, 1M or 1Mi
    #[arg(long, value_name = "N", default_value = "1Mi", value_parser = super::count)]
    pub(crate) length: u64,
    /// Groups with a result each, for --emit explain and shaders: rows=1024, columns=64, segments=1000, or axes=0,2:64x1024x3
    #[arg(long, value_name = "GROUPS", conflicts_with_all = ["diff", "strategy"])]
    pub(crate) each: Option<Each>,
    /// One kernel alone: its number, from 1 on, or its name
    #[arg(long, value_name = "KERNEL")]
    pub(crate) kernel: Option<String>,
    /// Write to a file instead of the standard output: a folder of a file for each kernel, or one file with --kernel
    #[arg(long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Columns of the page, for --diff [default: the terminal's, else 160]
    #[arg(long, value_name = "COLUMNS", requires = "diff", value_parser = clap::value_parser!(u16).range(40..))]
    pub(crate) width: Option<u16>,
}

/// A view of a reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Emit {
    /// What runs and why, in words and numbers
    Explain,
    /// The passes over so many elements
    Plan,
    /// What each kernel takes of a device: invocations, memory, registers, loads in flight, barriers
    Resources,
    /// Every shader as wgpu takes it
    Wgsl,
    /// Every shader as browsers take it
    WgslWeb,
    /// A shader as Vulkan takes it: a binary module
    Spirv,
    /// The SPIR-V, disassembled
    SpirvAsm,
    /// Every shader as Metal takes it
    Msl,
    /// Every shader as Direct3D takes it
    Hlsl,
    /// Every shader as OpenGL takes it
    Glsl,
    /// Every shader as naga sees it
    NagaIr,
}

/// The abilities of a kind of devices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Preset {
    /// The limits that every WebGPU device has
    Webgpu,
    /// Those limits, and subgroups of 4 to 128 lanes
    WebgpuSubgroups,
    /// An Apple GPU by Metal
    Apple,
    /// An NVIDIA GPU by Vulkan
    Nvidia,
    /// An AMD GPU by Vulkan
    Amd,
    /// An Intel GPU by Vulkan
    Intel,
    /// Mesa's software rasteriser
    Llvmpipe,
}

/// An ability that some devices have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Offer {
    /// 64-bit floats
    F64,
    /// 64-bit integers
    I64,
    /// Storage that workgroups share while they run
    Coherent,
}
