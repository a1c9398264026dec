//! What each pass of an encoded reduction binds: windows of the caller's buffers, scratch memory, and the words of its `Pass`.

use std::sync::Arc;

use reduce_core::{Error, Pass, PassKind, Plan, Source, Step};
use wgpu::Buffer;

use crate::device::pipeline::Stage;
use crate::device::scratch::Memory;
use crate::input::elements::{Elements, Window};
use crate::input::view::{Place, View};
use crate::run::dispatch::binding;
use crate::run::runner::Runner;

/// A pass of `encode`: what it binds, and its `Pass` in WGSL.
pub(crate) struct Bound<'a> {
    pub(crate) stage: Arc<Stage>,
    pub(crate) sources: Vec<Window<'a>>,
    pub(crate) target: Window<'a>,
    pub(crate) kind: PassKind,
    /// What a workgroup folds.
    pub(crate) unit: u32,
    /// The element that it starts at.
    pub(crate) first: u32,
    pub(crate) words: Vec<u32>,
    pub(crate) workgroups: [u32; 2],
}

impl Runner {
    /// The parts of the input, checked.
    pub(crate) fn checked<'a>(&self, views: Vec<View<'a>>, len: u64) -> Result<Vec<Elements<'a>>, Error> {
        let (gpu, block) = (&self.gpu().0, u64::from(self.kernels().shape().block()));
        let parts = self.kernels().parts();
        if views.len() != parts.len() {
            return Err(Error::Buffer {
                what: "the input".to_owned(),
                problem: format!(
                    "is {} buffer(s) where an element has {} parts",
                    views.len(),
                    parts.len()
                ),
                remedy: "give a tuple of one buffer for each member of the element",
            });
        }
        let parts = views.into_iter().zip(parts);
        parts
            .map(|(view, part)| Elements::new(&view, part.bytes as u64, len, block, gpu))
            .collect()
    }

    /// The plan for elements that lie as they do in `elements`: for so many, or for every length up to `len` if only the device knows it.
    pub(crate) fn plan_of(&self, elements: &[Elements<'_>], len: u64, on_device: bool) -> Result<Plan, Error> {
        let uncut = |start| elements.iter().map(|part| part.uncut(start)).min().unwrap_or(len);
        match on_device {
            true => self.kernels().plan_cut(len, &uncut),
            false => self.kernels().plan_exactly(len, &uncut),
        }
    }

    /// What the passes of `plan` bind.
    pub(crate) fn bind_passes<'a>(
        &self,
        plan: &Plan,
        elements: &[Elements<'a>],
        scratch: &'a Memory,
    ) -> Result<Vec<Bound<'a>>, Error> {
        let mut bound = Vec::new();
        let most = self.gpu().0.caps.max_workgroups;
        for pass in &plan.passes {
            match pass.source {
                Source::Input(start) if pass.step == Step::FoldElements => {
                    bound.push(self.bind_rung(pass, start, elements, scratch)?);
                }
                Source::Input(start) => self.bind_input(pass, start, elements, scratch, &mut bound)?,
                Source::Scratch(bank) => bound.push(Bound {
                    stage: self.stage(pass.step)?,
                    sources: vec![all(&scratch.states[bank])],
                    target: all(&scratch.states[pass.target]),
                    kind: PassKind::Tree,
                    unit: pass.unit,
                    first: 0,
                    words: vec![pass.length, pass.first_output],
                    workgroups: pass.dispatch(most),
                }),
            }
        }
        Ok(bound)
    }

    /// The passes over the elements of `pass`: by 16-byte loads as far as the buffers allow, the rest one by one.
    fn bind_input<'a>(
        &self,
        pass: &Pass,
        first: u64,
        elements: &[Elements<'a>],
        scratch: &'a Memory,
        to: &mut Vec<Bound<'a>>,
    ) -> Result<(), Error> {
        let block = u64::from(self.kernels().shape().block());
        let length = u64::from(pass.length);
        let whole = |length: u64| -> Option<Vec<Window<'a>>> {
            elements.iter().map(|part| part.whole(first, length)).collect()
        };
        // The last block may end where a 16-byte load would go on.
        let before = length / block * block;
        let (windows, split) = match whole(length) {
            Some(windows) => (Some(windows), length),
            None if before > 0 => (whole(before), before),
            None => (None, 0),
        };
        let mut push = |step, sources: Vec<Window<'a>>, from: u64, length: u64| -> Result<(), Error> {
            // Positions are u32 and start again at 0.
            let mut words = vec![
                length as u32,
                pass.first_output + (from / block) as u32,
                (first + from) as u32,
            ];
            words.extend(sources.iter().flat_map(|window| [window.start, window.step]));
            to.push(Bound {
                stage: self.stage(step)?,
                sources,
                target: all(&scratch.states[pass.target]),
                kind: PassKind::Blocks,
                unit: block as u32,
                first: (first + from) as u32,
                words,
                workgroups: [length.div_ceil(block) as u32, 1],
            });
            Ok(())
        };
        let split = if windows.is_some() { split } else { 0 };
        let loose = match pass.step {
            Step::Runs => Step::LooseRuns,
            _ => Step::LooseBlocks,
        };
        if let Some(windows) = windows {
            push(pass.step, windows, 0, split)?;
        }
        if split < length {
            let rest = elements
                .iter()
                .map(|part| part.loose(first + split, length - split))
                .collect::<Result<Vec<_>, Error>>()?;
            push(loose, rest, split, length - split)?;
        }
        Ok(())
    }

    /// The pass of a rung over elements: by vectors if all of them lie well for it, else one by one.
    fn bind_rung<'a>(
        &self,
        pass: &Pass,
        first: u64,
        elements: &[Elements<'a>],
        scratch: &'a Memory,
    ) -> Result<Bound<'a>, Error> {
        let length = u64::from(pass.length);
        let whole: Option<Vec<Window<'a>>> = elements.iter().map(|part| part.whole(first, length)).collect();
        let (step, sources) = match whole {
            Some(windows) => (Step::FoldElements, windows),
            None => {
                let loose = elements.iter().map(|part| part.loose(first, length));
                (Step::FoldLooseElements, loose.collect::<Result<Vec<_>, Error>>()?)
            }
        };
        // Positions are u32 and start again at 0.
        let mut words = vec![pass.length, pass.first_output, first as u32];
        words.extend(sources.iter().flat_map(|window| [window.start, window.step]));
        Ok(Bound {
            stage: self.stage(step)?,
            sources,
            target: all(&scratch.states[pass.target]),
            kind: PassKind::Blocks,
            unit: pass.unit,
            first: first as u32,
            words,
            workgroups: pass.dispatch(self.gpu().0.caps.max_workgroups),
        })
    }

    /// The pass that finishes the last state into `output`.
    pub(crate) fn bind_finish<'a>(&self, states: &'a Buffer, len: u64, output: Place<'a>) -> Result<Bound<'a>, Error> {
        let gpu = &self.gpu().0;
        let stage = self.stage(Step::Finish)?;
        let bytes = u64::from(stage.output_words) * 4;
        output.check("the output", bytes, 4)?;
        let offset = output.offset / gpu.storage_alignment * gpu.storage_alignment;
        let before = output.offset - offset;
        Ok(Bound {
            stage,
            sources: vec![all(states)],
            target: Window {
                buffer: output.buffer,
                offset,
                bytes: before + bytes,
                start: 0,
                step: 1,
            },
            kind: PassKind::Finish,
            unit: 1,
            first: 0,
            words: vec![u32::from(len > 0), (before / 4) as u32],
            workgroups: [1, 1],
        })
    }
}

impl<'a> Window<'a> {
    pub(crate) fn resource(&self) -> wgpu::BindingResource<'a> {
        binding(self.buffer, self.offset, self.bytes)
    }
}

/// All of a buffer.
pub(crate) fn all(buffer: &Buffer) -> Window<'_> {
    Window {
        buffer,
        offset: 0,
        bytes: buffer.size(),
        start: 0,
        step: 1,
    }
}
