//! Kernels compiled by the driver, once for each reduction and device.

use reduce_core::{Error, Kernel, Kernels, Step};
use wgpu::{
    BindGroupLayout, BindGroupLayoutDescriptor, BindGroupLayoutEntry, BindingType, BufferBindingType, ComputePipeline,
    ComputePipelineDescriptor, PipelineCompilationOptions, PipelineLayoutDescriptor, ShaderModuleDescriptor,
    ShaderRuntimeChecks, ShaderSource, ShaderStages,
};

use crate::scope::Guarded;

/// The pipelines of one reduction.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) kernels: Kernels,
    blocks: ComputePipeline,
    tree: ComputePipeline,
}

impl Compiled {
    /// Compiles `kernels` for pipelines that bind as `layout` says.
    ///
    /// # Errors
    /// [`Error::Driver`] if the driver refuses a shader.
    pub(crate) fn new(on: &Guarded, layout: &BindGroupLayout, kernels: Kernels) -> Result<Self, Error> {
        let [blocks, tree] = kernels.all();
        let blocks = compile(on, layout, blocks)?;
        let tree = compile(on, layout, tree)?;
        // On a lost device pipelines are made without an error, and do nothing.
        on.alive()?;
        Ok(Self { kernels, blocks, tree })
    }

    pub(crate) fn pipeline(&self, step: Step) -> &ComputePipeline {
        match step {
            Step::Blocks => &self.blocks,
            Step::Tree => &self.tree,
        }
    }
}

/// What every kernel binds: what it reads, what it writes, and the `Pass`.
pub(crate) fn layout(on: &Guarded) -> Result<BindGroupLayout, Error> {
    let entry = |binding, ty| BindGroupLayoutEntry {
        binding,
        visibility: ShaderStages::COMPUTE,
        ty: BindingType::Buffer {
            ty,
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    on.run("the bind group layout", 0, || {
        on.device.create_bind_group_layout(&BindGroupLayoutDescriptor {
            label: Some("reduce"),
            entries: &[
                entry(0, BufferBindingType::Storage { read_only: true }),
                entry(1, BufferBindingType::Storage { read_only: false }),
                entry(2, BufferBindingType::Uniform),
            ],
        })
    })
}

fn compile(on: &Guarded, layout: &BindGroupLayout, kernel: &Kernel) -> Result<ComputePipeline, Error> {
    let label = Some(kernel.step().name());
    on.run("a pipeline", 0, || {
        let source = ShaderModuleDescriptor {
            label,
            source: ShaderSource::Wgsl(kernel.wgsl().into()),
        };
        let mut checks = ShaderRuntimeChecks::unchecked();
        // WGSL says what a division by zero gives; without this a driver may do as it likes.
        checks.int_div_checks = true;
        checks.bounds_checks = kernel.is_checked();
        checks.force_loop_bounding = kernel.is_checked();
        let module = if kernel.has_raw_wgsl() {
            on.device.create_shader_module(source)
        } else {
            // SAFETY: the text is generated here from validated fragments without raw WGSL. The loops of the templates
            // are bounded by constants or by the subgroup size, and their indices by the length in `Pass`, which the
            // plan takes from the buffers that it binds; where a user's function adds its own, all are checked. What is
            // left out otherwise costs a 64-bit counter a loop.
            unsafe { on.device.create_shader_module_trusted(source, checks) }
        };
        let layout = on.device.create_pipeline_layout(&PipelineLayoutDescriptor {
            label,
            bind_group_layouts: &[Some(layout)],
            ..Default::default()
        });
        on.device.create_compute_pipeline(&ComputePipelineDescriptor {
            label,
            layout: Some(&layout),
            module: &module,
            entry_point: Some("main"),
            compilation_options: PipelineCompilationOptions {
                // Every slot of workgroup memory is written before it is read.
                zero_initialize_workgroup_memory: false,
                ..Default::default()
            },
            cache: None,
        })
    })
}
