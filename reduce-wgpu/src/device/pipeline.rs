//! Kernels compiled by the driver, once for each reduction and device.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use reduce_core::{Error, Kernel, Kernels, Step};
use wgpu::{
    BindGroupLayout, BindGroupLayoutDescriptor, BindGroupLayoutEntry, BindingType, BufferBindingType, ComputePipeline,
    ComputePipelineDescriptor, PassthroughShaderEntryPoint, PipelineCompilationOptions, PipelineLayoutDescriptor,
    ShaderModule, ShaderModuleDescriptor, ShaderModuleDescriptorPassthrough, ShaderRuntimeChecks, ShaderSource,
    ShaderStages,
};

use crate::device::scope::Guarded;
use crate::device::scratch::Scratch;

/// The pipelines of one reduction.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub(crate) kernels: Kernels,
    /// The stages by their steps; those that only `encode` needs are compiled when it does.
    stages: Mutex<HashMap<Step, Arc<Stage>>>,
    /// The scratch memory that `encode` uses if its caller gives none.
    pub(crate) scratch: Mutex<Option<Scratch>>,
}

/// One kernel, ready to run.
#[derive(Debug)]
pub(crate) struct Stage {
    pub(crate) layout: BindGroupLayout,
    /// That of bind group 1, if the kernel reads parameters.
    pub(crate) params: Option<BindGroupLayout>,
    pub(crate) pipeline: ComputePipeline,
    /// For the finish kernel: 32-bit words of a result.
    pub(crate) output_words: u32,
    /// Whether it binds a word, behind all else, that says whether a loop was left early.
    pub(crate) watched: bool,
}

impl Compiled {
    /// Compiles `kernels`.
    ///
    /// # Errors
    /// [`Error::Driver`] if the driver refuses a shader.
    pub(crate) fn new(on: &Guarded, kernels: Kernels) -> Result<Self, Error> {
        let mut stages = HashMap::new();
        for kernel in kernels.all() {
            stages.insert(kernel.step(), Arc::new(Stage::new(on, kernel)?));
        }
        // On a lost device pipelines are made without an error, and do nothing.
        on.alive()?;
        Ok(Self {
            kernels,
            stages: Mutex::new(stages),
            scratch: Mutex::default(),
        })
    }

    /// The stage of `step` of the reduction whose pipelines these are.
    ///
    /// # Errors
    /// For a step that is needed for the first time, as for [`Gpu::reducer`](crate::Gpu::reducer).
    pub(crate) fn stage(&self, on: &Guarded, step: Step) -> Result<Arc<Stage>, Error> {
        let known = self.kept().get(&step).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        let stage = Arc::new(Stage::new(on, &self.kernels.step(step)?)?);
        on.alive()?;
        Ok(Arc::clone(self.kept().entry(step).or_insert(stage)))
    }

    /// Compiles the kernels that `reduce` may need at any length.
    ///
    /// # Errors
    /// As [`stage`](Self::stage).
    pub(crate) fn warm(&self, on: &Guarded) -> Result<(), Error> {
        for step in self.kernels.steps() {
            self.stage(on, step)?;
        }
        Ok(())
    }

    fn kept(&self) -> MutexGuard<'_, HashMap<Step, Arc<Stage>>> {
        self.stages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stage {
    pub(crate) fn new(on: &Guarded, kernel: &Kernel) -> Result<Self, Error> {
        let watched = kernel.is_watched();
        let layout = layout(on, kernel.inputs(), watched)?;
        let params = kernel.reads_params().then(|| params_layout(on)).transpose()?;
        let pipeline = compile(on, &layout, params.as_ref(), kernel)?;
        let output_words = kernel.output_words();
        Ok(Self {
            layout,
            params,
            pipeline,
            output_words,
            watched,
        })
    }
}

/// The bindings of a kernel: its first input, its output, the `Pass`, its other inputs, and the word that says that a loop was left early.
pub(crate) fn layout(on: &Guarded, inputs: u32, watched: bool) -> Result<BindGroupLayout, Error> {
    let read = BufferBindingType::Storage { read_only: true };
    let write = BufferBindingType::Storage { read_only: false };
    let mut entries = vec![entry(0, read), entry(1, write), entry(2, BufferBindingType::Uniform)];
    entries.extend((1..inputs).map(|index| entry(index + 2, read)));
    entries.extend(watched.then(|| entry(inputs + 2, write)));
    layout_of(on, &entries)
}

/// Bind group 1: a uniform of parameters.
fn params_layout(on: &Guarded) -> Result<BindGroupLayout, Error> {
    layout_of(on, &[entry(0, BufferBindingType::Uniform)])
}

fn entry(binding: u32, ty: BufferBindingType) -> BindGroupLayoutEntry {
    BindGroupLayoutEntry {
        binding,
        visibility: ShaderStages::COMPUTE,
        ty: BindingType::Buffer {
            ty,
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    }
}

fn layout_of(on: &Guarded, entries: &[BindGroupLayoutEntry]) -> Result<BindGroupLayout, Error> {
    on.run("the bind group layout", 0, || {
        on.device.create_bind_group_layout(&BindGroupLayoutDescriptor {
            label: Some("reduce"),
            entries,
        })
    })
}

fn compile(
    on: &Guarded,
    layout: &BindGroupLayout,
    params: Option<&BindGroupLayout>,
    kernel: &Kernel,
) -> Result<ComputePipeline, Error> {
    let label = Some(kernel.step().name());
    let words = kernel.held_spirv()?;
    on.run("a pipeline", 0, || {
        let module = match &words {
            Some(words) => held(on, kernel, words),
            None => translated(on, kernel),
        };
        let layout = on.device.create_pipeline_layout(&PipelineLayoutDescriptor {
            label,
            bind_group_layouts: &[Some(layout), params][..1 + usize::from(params.is_some())],
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

/// The module that wgpu makes from the WGSL.
fn translated(on: &Guarded, kernel: &Kernel) -> ShaderModule {
    let source = ShaderModuleDescriptor {
        label: Some(kernel.step().name()),
        source: ShaderSource::Wgsl(kernel.wgsl().into()),
    };
    if kernel.has_raw_wgsl() {
        return on.device.create_shader_module(source);
    }
    let mut checks = ShaderRuntimeChecks::unchecked();
    // WGSL defines the result of a division by zero; without this a driver may do as it likes.
    checks.int_div_checks = true;
    checks.bounds_checks = kernel.is_checked();
    checks.force_loop_bounding = kernel.is_checked();
    // SAFETY: the text is generated here from validated fragments without raw WGSL. The loops of the templates
    // are bounded by constants, by numbers of the `Pass` or by the subgroup size, and their indices by the length in `Pass`, which a plan and
    // a stream take from the buffers that they bind and `encode` compares with those of its caller, or by rows and offsets that a kernel has compared with that length; where a
    // user's function adds its own, all are checked. The check that is left out otherwise costs a 64-bit counter per loop.
    unsafe { on.device.create_shader_module_trusted(source, checks) }
}

/// The module of the SPIR-V words themselves, whose float operations a driver may neither fuse nor regroup.
fn held(on: &Guarded, kernel: &Kernel, words: &[u32]) -> ShaderModule {
    let descriptor = ShaderModuleDescriptorPassthrough {
        label: Some(kernel.step().name()),
        spirv: Some(words.into()),
        entry_points: vec![PassthroughShaderEntryPoint {
            name: "main".into(),
            workgroup_size: (kernel.workgroup_size(), 1, 1),
        }]
        .into(),
        ..Default::default()
    };
    // SAFETY: the words are naga's, for a kernel that it validated for the abilities of this device, without raw WGSL, with the checks that
    // `translated` asks wgpu for, and for the same reasons. The bind group layout is `layout`'s here as there.
    unsafe { on.device.create_shader_module_passthrough(descriptor) }
}
