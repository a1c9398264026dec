//! Strided views: gathered where they come from the host, read in place where they are on a device.

use std::borrow::Cow;

use std::sync::Arc;

use reduce_core::{Element, Error, Indexed, Strided};

use crate::device::watch::Watch;
use crate::input::array::Array;
use crate::input::host::{Host, host};
use crate::input::source::{Part, Source};
use crate::input::staged::Input;
use crate::input::view::{DeviceSource, View};
use crate::run::dispatch::{begin, constant_slots, ready, record};
use crate::run::readback::{Pending, Readback};
use crate::run::runner::Runner;

/// The bytes of every `step`-th element from `first` on.
fn gathered<'a, S>(whole: Host<'a>, view: &Strided<S>) -> Host<'a> {
    let elements = whole.bytes.chunks_exact(whole.element);
    let bytes = elements.skip(view.first()).step_by(view.step()).flatten().copied();
    Host {
        bytes: Cow::Owned(bytes.collect()),
        element: whole.element,
    }
}

macro_rules! sources {
    ($($source:ty $(where $n:ident)?: |$view:ident| $parts:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<E: Element $(, const $n: usize)?> Source<E> for Strided<$source> {
            fn parts<'s>(&'s self, to: &mut Vec<Part<'s>>) {
                let $view = self;
                to.extend($parts);
            }
        }

        #[diagnostic::do_not_recommend]
        impl<E: Element $(, const $n: usize)?> Source<Indexed<E>> for Strided<$source> {
            fn parts<'s>(&'s self, to: &mut Vec<Part<'s>>) {
                Source::<E>::parts(self, to);
            }
        }
    )*};
}

sources! {
    &[E]: |view| host(view.of()).map(|whole| Part::Host(gathered(whole, view)));
    &Vec<E>: |view| host(view.of()).map(|whole| Part::Host(gathered(whole, view)));
    &[E; N] where N: |view| host(&view.of()[..]).map(|whole| Part::Host(gathered(whole, view)));
    &Box<[E]>: |view| host(view.of()).map(|whole| Part::Host(gathered(whole, view)));
    &Array<E>: |view| view.of().parts.iter().map(|cut| Part::Strided {
        cut,
        first: view.first() as u64,
        step: view.step() as u64,
        len: view.len_of(cut.len),
    });
}

impl<E: Element, S: DeviceSource<E>> DeviceSource<E> for Strided<S> {
    fn views<'s>(&'s self, to: &mut Vec<View<'s>>) {
        let mut whole = Vec::new();
        self.of().views(&mut whole);
        let (first, step) = (self.first() as u64, self.step() as u64);
        to.extend(whole.into_iter().map(|view| view.every(first, step)));
    }
}

impl Runner {
    /// Hands the passes over views to the device, to bring back the last state.
    pub(crate) fn submit_views(
        &self,
        input: &Input<'_>,
        timestamps: Option<&wgpu::QuerySet>,
    ) -> Result<Pending, Error> {
        let gpu = &self.gpu().0;
        let elements = self.checked(input.views().collect(), input.len as u64)?;
        let plan = self.plan_of(&elements, input.len as u64, false)?;
        let scratch = self.memory(&plan, false)?;
        let dispatches = self.dispatches(&plan, &elements, &scratch)?;
        let slots = constant_slots(gpu, &dispatches)?;
        let stages: Vec<_> = dispatches.iter().map(|dispatch| Arc::clone(&dispatch.stage)).collect();
        let watch = Watch::of(gpu, self.kernels(), &stages)?;
        let readback = Readback::take(gpu, self.kernels().state_bytes(), watch.clone())?;
        readback.submit(&gpu.on, "the passes", &scratch.states[plan.result], |encoder| {
            let ready = ready(gpu, &dispatches, &slots, false, watch.as_ref());
            record(&mut begin(encoder, timestamps), &ready);
        })
    }
}
