//! Elements of an array that a batch needs side by side: few long runs are copied, others by a kernel that finds each element.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use reduce_core::{BatchElements, Error, FEW_COPIES, Gather, HostPart, MOST_COPIES};

use crate::input::copied::WORD;
use crate::input::pieces::Binding;
use crate::input::upload::{Staging, Uploaded};
use crate::run::dispatch::{Ready, begin, record, workgroups_of};
use crate::run::runner::Runner;

/// A binding of some elements, and the places of these.
pub(crate) type Window<'a> = (Binding<'a>, Range<usize>);

impl Runner {
    /// These elements of an array side by side, in buffers from the pool. A `list` of their places is made if one is needed and there is none: all parts of an input have one.
    ///
    /// # Errors
    /// [`Error::Limit`] for many runs at places that 32 bits do not number; [`Error::OutOfMemory`], [`Error::DeviceLost`], [`Error::Driver`].
    pub(crate) fn side_by_side(
        &self,
        array: &Uploaded,
        elements: &BatchElements<'_>,
        (list, staging): (&mut Option<Uploaded>, Staging),
    ) -> Result<Uploaded, Error> {
        let gpu = &self.gpu().0;
        let gather = Gather::of(elements, array.bytes as usize);
        let most = if gather.is_some() { FEW_COPIES } else { MOST_COPIES };
        if elements.runs() <= most
            && let Some(copied) = array.copied(gpu, elements)?
        {
            return Ok(copied);
        }
        let gather = gather.ok_or_else(|| Error::Limit {
            what: "a batch of groups that is gathered from an array".to_owned(),
            asked: (array.len as u64).max(1 << 32),
            unit: "places",
            limit: u32::MAX.into(),
            device: gpu.caps.device.clone(),
            remedy: "give the elements as a slice, or reduce some of the groups at a time",
        })?;
        let copy = array.room_for(gpu, elements.len())?;
        if list.is_none() {
            *list = self.list_of(elements, staging)?;
        }
        let (from, to) = (windows(array), windows(&copy));
        let passes = self.gather(&gather, (&from, &to), array.bytes, list.as_ref())?;
        gpu.on.submit_recorded("the copies", |encoder| {
            record(&mut begin(encoder, None), &passes());
        })?;
        Ok(copy)
    }

    /// The places of listed elements, on the device.
    pub(crate) fn list_of(&self, elements: &BatchElements<'_>, staging: Staging) -> Result<Option<Uploaded>, Error> {
        let BatchElements::Listed { order, .. } = elements else {
            return Ok(None);
        };
        let gpu = &self.gpu().0;
        // They were compared with what 32 bits hold.
        let places = HostPart {
            bytes: Cow::Owned(order.iter().flat_map(|place| (*place as u32).to_le_bytes()).collect()),
            element: WORD as usize,
        };
        let list = Uploaded::stage(&gpu.on, &gpu.caps, &gpu.pool, &places, staging)?;
        match list.buffers.len() {
            1 => Ok(Some(list)),
            _ => Err(self.in_several_buffers()),
        }
    }

    /// Makes the passes that move elements from the windows of an array to those of its copy, inside an error scope of the caller's. An element has so many `bytes`.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Driver`].
    pub(crate) fn gather<'w>(
        &'w self,
        gather: &Gather,
        (from, to): (&[Window<'w>], &[Window<'w>]),
        bytes: u64,
        list: Option<&'w Uploaded>,
    ) -> Result<impl FnOnce() -> Vec<Ready> + use<'w>, Error> {
        let gpu = &self.gpu().0;
        let stage = self.stage(gather.step())?;
        let mut bound = Vec::new();
        for (to, elements) in to {
            let words = (elements.len() as u64 * bytes).div_ceil(WORD);
            for (from, places) in from.iter().filter(|(_, places)| gather.may_read(places)) {
                let uniform = gpu.constants.get(&gpu.on, gather.uniform(elements, places))?;
                bound.push((*from, Binding::first(to.buffer, words * WORD), words, uniform));
            }
        }
        Ok(move || {
            let ready = bound.iter().map(|(from, to, words, uniform)| {
                let mut bound = vec![*from, *to, Binding::all(uniform)];
                bound.extend(list.map(|list| Binding::all(&list.buffers[0])));
                let resources = bound.iter().map(Binding::resource).collect();
                let workgroups = workgroups_of([Gather::workgroups(*words), 1], gpu.caps.max_workgroups);
                Ready::of(gpu, Arc::clone(&stage), resources, None, workgroups)
            });
            ready.collect()
        })
    }
}

/// The buffers of an array, each with the places of its elements.
fn windows(array: &Uploaded) -> Vec<Window<'_>> {
    let chunk = usize::try_from(array.chunk).unwrap_or(usize::MAX);
    let buffers = array.buffers.iter().enumerate().map(|(index, buffer)| {
        let first = index.saturating_mul(chunk);
        let places = first..first.saturating_add(chunk).min(array.len);
        (Binding::all(buffer), places)
    });
    buffers.collect()
}
