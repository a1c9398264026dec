//! A pass as a device runs it: its bindings, its parameters, its workgroups. Every reduction, test and measurement comes through here.

use std::sync::Arc;

use reduce_core::{Error, KIND_WORD, Pass, PassInput, PassParams};
use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, BindGroupLayout, BindingResource, Buffer, BufferBinding,
    BufferSize, CommandEncoder, ComputePass, ComputePassDescriptor,
};

use crate::device::pipeline::Stage;
use crate::device::shared::Shared;
use crate::device::watch::{WORD_BYTES, Watch};
use crate::input::pieces::Binding;
use crate::run::timed::Timed;

/// One dispatch, as far as it is known without a device.
pub(crate) struct Dispatch<'a> {
    pub(crate) stage: Arc<Stage>,
    /// One for each part of the input, or one for the states that it folds.
    pub(crate) sources: Vec<Binding<'a>>,
    pub(crate) target: Binding<'a>,
    pub(crate) params: PassParams,
    /// Columns and rows.
    pub(crate) workgroups: [u32; 2],
}

/// One dispatch, ready to be recorded.
pub(crate) struct Ready {
    stage: Arc<Stage>,
    group: BindGroup,
    params: Option<BindGroup>,
    workgroups: Workgroups,
}

/// The buffers that the dispatches of a call share.
pub(crate) struct Common<'a> {
    /// Their `Pass`es, each in a slot.
    pub(crate) slots: &'a Buffer,
    /// Whether a slot has the workgroups too.
    pub(crate) on_device: bool,
    pub(crate) watch: Option<&'a Watch>,
    /// The parameters of the operator, if it has any.
    pub(crate) params: Option<Binding<'a>>,
}

impl<'a> Common<'a> {
    /// These slots, for workgroups that are known and an operator without parameters.
    pub(crate) fn of(slots: &'a Buffer) -> Self {
        Self {
            slots,
            on_device: false,
            watch: None,
            params: None,
        }
    }
}

enum Workgroups {
    Known([u32; 3]),
    /// At this byte of a buffer.
    OnDevice(Buffer, u64),
}

impl<'a> Dispatch<'a> {
    /// The dispatch of `pass`, whose kernel is `stage`: reads `elements` or one of `states`, and writes to another. `start` is the position of the
    /// first element of the input; a device takes `most` workgroups in one dimension.
    pub(crate) fn of(
        pass: &Pass,
        stage: Arc<Stage>,
        elements: impl FnOnce(u64) -> Vec<Binding<'a>>,
        states: &[Binding<'a>],
        start: u64,
        most: u32,
    ) -> Self {
        Self {
            stage,
            sources: match pass.input {
                PassInput::Input(first) => elements(first),
                PassInput::Scratch(bank) => vec![states[bank]],
            },
            target: states[pass.target],
            params: pass.params(start),
            workgroups: pass.dispatch(most),
        }
    }

    /// Its bind group; its `Pass` is the slot `index` of `slots`.
    fn bind(&self, gpu: &Shared, slots: &Buffer, index: u64, watch: Option<&Watch>) -> BindGroup {
        let mut resources: Vec<BindingResource<'_>> = self.sources.iter().map(Binding::resource).collect();
        let params = binding(slots, index * gpu.uniform_stride, PassParams::BYTES);
        // The first source is binding 0, further ones follow the results and the `Pass`, and the word for loops that were left early comes last.
        resources.splice(1..1, [self.target.resource(), params]);
        let watch = watch.filter(|_| self.stage.watched);
        resources.extend(watch.map(|watch| binding(&watch.word, 0, WORD_BYTES)));
        bind(gpu, &self.stage.layout, resources)
    }
}

/// The bytes of the `Pass`es of `dispatches`, each at its own aligned offset.
pub(crate) fn slots(gpu: &Shared, dispatches: &[Dispatch<'_>]) -> Vec<u8> {
    let params = dispatches.iter().map(|dispatch| &dispatch.params);
    PassParams::slots(params, gpu.uniform_stride)
}

/// The workgroups of a dispatch over so many groups and nodes on a device that takes `most` in one dimension.
pub(crate) fn workgroups_of([groups, nodes]: [u64; 2], most: u32) -> [u32; 3] {
    // The plan has no more nodes than one dimension takes, and no more groups than two.
    let nodes = nodes as u32;
    match u32::try_from(groups) {
        Ok(few) if few <= most => [few, 1, nodes],
        // Rows of equal lengths, so that next to no workgroup has nothing to do: 2^17 in rows of 65 535 would be three of them.
        _ => {
            let rows = groups.div_ceil(most.into());
            [groups.div_ceil(rows) as u32, rows as u32, nodes]
        }
    }
}

/// A buffer with these bytes, shared with calls like this one.
///
/// # Errors
/// [`Error::OutOfMemory`].
pub(crate) fn constant_slots(gpu: &Shared, dispatches: &[Dispatch<'_>]) -> Result<Buffer, Error> {
    gpu.constants.get(&gpu.on, slots(gpu, dispatches))
}

/// Makes the bind groups, inside an error scope of the caller's.
pub(crate) fn ready(gpu: &Shared, dispatches: &[Dispatch<'_>], common: &Common<'_>) -> Vec<Ready> {
    let Common {
        slots,
        on_device,
        watch,
        params,
    } = *common;
    let numbered = (0..).zip(dispatches);
    let ready = numbered.map(|(index, dispatch)| Ready {
        stage: Arc::clone(&dispatch.stage),
        group: dispatch.bind(gpu, slots, index, watch),
        params: dispatch
            .stage
            .params
            .as_ref()
            .zip(params)
            .map(|(layout, params)| bind(gpu, layout, vec![params.resource()])),
        workgroups: if on_device {
            Workgroups::OnDevice(slots.clone(), index * gpu.uniform_stride + KIND_WORD as u64 * 4)
        } else {
            Workgroups::Known([dispatch.workgroups[0], dispatch.workgroups[1], 1])
        },
    });
    ready.collect()
}

impl Ready {
    /// One workgroup of a kernel with these bindings.
    pub(crate) fn alone(gpu: &Shared, stage: Arc<Stage>, resources: Vec<BindingResource<'_>>) -> Self {
        Self::of(gpu, stage, resources, None, [1, 1, 1])
    }

    /// A kernel with these bindings, and the parameters of the operator if it reads them.
    pub(crate) fn of(
        gpu: &Shared,
        stage: Arc<Stage>,
        resources: Vec<BindingResource<'_>>,
        params: Option<Binding<'_>>,
        workgroups: [u32; 3],
    ) -> Self {
        let layout = stage.params.as_ref();
        Self {
            group: bind(gpu, &stage.layout, resources),
            params: layout
                .zip(params)
                .map(|(layout, params)| bind(gpu, layout, vec![params.resource()])),
            stage,
            workgroups: Workgroups::Known(workgroups),
        }
    }
}

/// The compute pass of a call, between two timestamps if they are wanted.
pub(crate) fn begin<'e>(encoder: &'e mut CommandEncoder, timestamps: Option<&Timed>) -> ComputePass<'e> {
    encoder.begin_compute_pass(&ComputePassDescriptor {
        label: Some("reduce"),
        timestamp_writes: timestamps.and_then(Timed::next),
    })
}

/// Records the dispatches, one after the other.
pub(crate) fn record(pass: &mut ComputePass<'_>, ready: &[Ready]) {
    for Ready {
        stage,
        group,
        params,
        workgroups,
    } in ready
    {
        pass.set_pipeline(&stage.pipeline);
        pass.set_bind_group(0, group, &[]);
        if let Some(params) = params {
            pass.set_bind_group(1, params, &[]);
        }
        match workgroups {
            Workgroups::Known([x, y, z]) => pass.dispatch_workgroups(*x, *y, *z),
            Workgroups::OnDevice(buffer, offset) => pass.dispatch_workgroups_indirect(buffer, *offset),
        }
    }
}

impl<'a> Binding<'a> {
    /// The first `bytes` of a buffer.
    pub(crate) fn first(buffer: &'a Buffer, bytes: u64) -> Self {
        Self {
            buffer,
            offset: 0,
            bytes,
            start: 0,
            step: 1,
        }
    }

    /// All of a buffer.
    pub(crate) fn all(buffer: &'a Buffer) -> Self {
        Self::first(buffer, buffer.size())
    }

    pub(crate) fn resource(&self) -> BindingResource<'a> {
        binding(self.buffer, self.offset, self.bytes)
    }
}

fn binding(buffer: &Buffer, offset: u64, bytes: u64) -> BindingResource<'_> {
    BindingResource::Buffer(BufferBinding {
        buffer,
        offset,
        size: BufferSize::new(bytes),
    })
}

fn bind(gpu: &Shared, layout: &BindGroupLayout, resources: Vec<BindingResource<'_>>) -> BindGroup {
    let entries: Vec<_> = (0..)
        .zip(resources)
        .map(|(binding, resource)| BindGroupEntry { binding, resource })
        .collect();
    gpu.on.device.create_bind_group(&BindGroupDescriptor {
        label: Some("reduce"),
        layout,
        entries: &entries,
    })
}
