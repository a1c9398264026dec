//! The dispatches over views of buffers, wherever their elements lie: the caller's buffers, and strided views.

use reduce_core::{Error, Pass, PassInput, PassKind, PassParams, Plan, Step};
use wgpu::Buffer;

use crate::device::scratch::Memory;
use crate::input::device_source::{BufferRange, DevicePart};
use crate::input::pieces::{Binding, Pieces};
use crate::run::dispatch::Dispatch;
use crate::run::runner::Runner;

impl Runner {
    /// The parts of the input, checked.
    pub(crate) fn checked<'a>(&self, views: Vec<DevicePart<'a>>, len: u64) -> Result<Vec<Pieces<'a>>, Error> {
        let (gpu, tile) = (&self.gpu().0, u64::from(self.kernels().shape().tile_len()));
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
            .map(|(view, part)| Pieces::new(&view, part.bytes as u64, len, tile, gpu))
            .collect()
    }

    /// The plan for elements that lie as they do in `elements`: for `len` of them, or for every length up to `len` if only the device knows it.
    pub(crate) fn plan_of(&self, elements: &[Pieces<'_>], len: u64, on_device: bool) -> Result<Plan, Error> {
        let uncut = |start| elements.iter().map(|part| part.uncut(start)).min().unwrap_or(len);
        match on_device {
            true => self.kernels().plan_cut(len, &uncut),
            false => self.kernels().plan_exactly(len, &uncut),
        }
    }

    /// The dispatches of the passes of `plan`.
    pub(crate) fn dispatches<'a>(
        &self,
        plan: &Plan,
        elements: &[Pieces<'a>],
        scratch: &'a Memory,
    ) -> Result<Vec<Dispatch<'a>>, Error> {
        let mut dispatches = Vec::new();
        let banks = scratch.states.each_ref().map(Binding::all);
        for pass in &plan.passes {
            match pass.input {
                PassInput::Input(start) if pass.step == Step::FoldElements => {
                    dispatches.push(self.over_elements(pass, start, elements, &banks)?);
                }
                PassInput::Input(start) => self.over_tiles(pass, start, elements, &banks, &mut dispatches)?,
                PassInput::Scratch(_) => {
                    let most = self.gpu().0.caps.max_workgroups;
                    let stage = self.stage(pass.step)?;
                    dispatches.push(Dispatch::of(pass, stage, |_| Vec::new(), &banks, 0, most));
                }
            }
        }
        Ok(dispatches)
    }

    /// The passes over the elements of `pass`: by 16-byte loads as far as the buffers allow, the rest one by one.
    fn over_tiles<'a>(
        &self,
        pass: &Pass,
        first: u64,
        elements: &[Pieces<'a>],
        banks: &[Binding<'a>; 2],
        to: &mut Vec<Dispatch<'a>>,
    ) -> Result<(), Error> {
        let tile = u64::from(self.kernels().shape().tile_len());
        let length = u64::from(pass.length);
        let whole = |length: u64| -> Option<Vec<Binding<'a>>> {
            elements.iter().map(|part| part.whole(first, length)).collect()
        };
        // The last tile may end where a 16-byte load would go on.
        let before = length / tile * tile;
        let (windows, split) = match whole(length) {
            Some(windows) => (Some(windows), length),
            None if before > 0 => (whole(before), before),
            None => (None, 0),
        };
        let mut push = |step, sources: Vec<Binding<'a>>, from: u64, length: u64| -> Result<(), Error> {
            to.push(Dispatch {
                stage: self.stage(step)?,
                params: PassParams {
                    length: length as u32,
                    first_output: pass.first_output + (from / tile) as u32,
                    first_element: (first + from) as u32,
                    parts: parts_of(&sources),
                    ..pass.params(0)
                },
                sources,
                target: banks[pass.target],
                workgroups: [length.div_ceil(tile) as u32, 1],
            });
            Ok(())
        };
        let split = if windows.is_some() { split } else { 0 };
        let unaligned = match pass.step {
            Step::Runs => Step::UnalignedRuns,
            _ => Step::UnalignedTiles,
        };
        if let Some(windows) = windows {
            push(pass.step, windows, 0, split)?;
        }
        if split < length {
            let rest = elements
                .iter()
                .map(|part| part.unaligned(first + split, length - split))
                .collect::<Result<Vec<_>, Error>>()?;
            push(unaligned, rest, split, length - split)?;
        }
        Ok(())
    }

    /// The pass of a strategy over elements: by vectors if all of them are aligned for it, else one by one.
    fn over_elements<'a>(
        &self,
        pass: &Pass,
        first: u64,
        elements: &[Pieces<'a>],
        banks: &[Binding<'a>; 2],
    ) -> Result<Dispatch<'a>, Error> {
        let length = u64::from(pass.length);
        let whole: Option<Vec<Binding<'a>>> = elements.iter().map(|part| part.whole(first, length)).collect();
        let (step, sources) = match whole {
            Some(windows) => (Step::FoldElements, windows),
            None => {
                let unaligned = elements.iter().map(|part| part.unaligned(first, length));
                (
                    Step::FoldUnalignedElements,
                    unaligned.collect::<Result<Vec<_>, Error>>()?,
                )
            }
        };
        Ok(Dispatch {
            stage: self.stage(step)?,
            params: PassParams {
                parts: parts_of(&sources),
                ..pass.params(0)
            },
            sources,
            target: banks[pass.target],
            workgroups: pass.dispatch(self.gpu().0.caps.max_workgroups),
        })
    }

    /// The pass that finishes the last state into `output`.
    pub(crate) fn finish<'a>(
        &self,
        states: &'a Buffer,
        len: u64,
        output: BufferRange<'a>,
    ) -> Result<Dispatch<'a>, Error> {
        let gpu = &self.gpu().0;
        let stage = self.stage(Step::Finish)?;
        let bytes = u64::from(stage.output_words) * 4;
        output.check("the output", bytes, 4)?;
        let offset = output.offset / gpu.storage_alignment * gpu.storage_alignment;
        let before = output.offset - offset;
        Ok(Dispatch {
            stage,
            sources: vec![Binding::all(states)],
            target: Binding {
                offset,
                ..Binding::first(output.buffer, before + bytes)
            },
            params: PassParams {
                first_output: (before / 4) as u32,
                kind: PassKind::Finish,
                ..PassParams::of_length(u32::from(len > 0))
            },
            workgroups: [1, 1],
        })
    }
}

/// The place of each part's first element in its window, and the distance to the next one.
fn parts_of(sources: &[Binding<'_>]) -> Vec<[u32; 2]> {
    sources.iter().map(|window| [window.start, window.step]).collect()
}
