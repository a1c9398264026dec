//! An operator as functions over bytes, so that the trials are compiled once and not for every operator.

use std::sync::Arc;

use super::sample::{Domain, Sampler};
use crate::input::element::Element;
use crate::monoid::operator::Operator;
use crate::monoid::traits::Monoid;
use crate::types::gpu_type::{GpuType as _, Storable};
use crate::types::stored::from_any_bytes;

/// The bytes of a state or of an input.
pub(super) type Bytes = Vec<u8>;

/// The text of a value, from its bytes; none where its type has no words for it.
pub(super) type Show = Arc<dyn Fn(&[u8]) -> Option<String>>;

/// `lift` and `finish` with the parameters of the operator, if it has any.
type Lift = dyn Fn(&[u8]) -> Bytes;
type Finish = dyn Fn(&[u8]) -> String;

/// One reduction, type-erased.
#[derive(Clone)]
pub(super) struct ErasedOperator {
    pub(super) identity: fn() -> Bytes,
    pub(super) lift: Arc<Lift>,
    pub(super) combine: fn(&[u8], &[u8]) -> Bytes,
    /// `combine` with swapped operands; in a tuple, only the members that commute swap theirs.
    pub(super) combine_swapped: fn(&[u8], &[u8]) -> Bytes,
    pub(super) combine_in_order: fn(&[u8], &[u8]) -> Bytes,
    /// An input at another position.
    pub(super) at: fn(&[u8], u32) -> Bytes,
    /// The output in words that tell any two outputs apart.
    pub(super) finish: Arc<Finish>,
    /// The state with all NaNs the same.
    pub(super) canonical: fn(&[u8]) -> Bytes,
    /// Whether the state, or a member of it, is combined in any order.
    pub(super) commutative: bool,
    pub(super) exact: bool,
    /// Whether `combine_in_order` is written.
    pub(super) has_order: bool,
    /// The name of the state.
    pub(super) state: String,
    /// Draws inputs.
    pub(super) inputs: Sampler,
    /// Takes states apart.
    pub(super) fields: Sampler,
    pub(super) show_state: Show,
    pub(super) show_input: Show,
}

impl ErasedOperator {
    pub(super) fn of<R: Operator>(params: R::Params) -> Self {
        let to_finish = params.clone();
        Self {
            identity: || bytes(&R::State::identity()),
            lift: Arc::new(move |x| {
                R::Input::decode_any(&mut &x[..])
                    .map(|x| bytes(&R::lift_with(&params, x)))
                    .unwrap_or_default()
            }),
            combine: |a, b| bytes(&R::State::combine(value(a), value(b))),
            combine_swapped: |a, b| bytes(&R::State::combine_swapped(value(a), value(b))),
            combine_in_order: |a, b| bytes(&R::State::combine_in_order(value(a), value(b))),
            at: |x, position| {
                let mut placed = Vec::new();
                if let Some(x) = R::Input::decode_any(&mut &x[..]) {
                    x.located(position).encode(&mut placed);
                }
                placed
            },
            finish: Arc::new(move |state| (R::OUTCOME.shown)(R::finish_with(&to_finish, value(state)))),
            canonical: |state| bytes(&value::<R::State>(state).canonical()),
            commutative: R::State::COMMUTATIVE || R::State::MIXED,
            exact: R::State::EXACT,
            has_order: R::State::HAS_ORDER,
            state: R::State::wgsl_name(),
            inputs: Sampler::of_elements::<R::Input>(),
            fields: Sampler::of::<R::State>(Domain::Any),
            show_state: Arc::new(|_| None),
            show_input: Arc::new(|_| None),
        }
    }

    pub(super) fn show_state(&self, state: &[u8]) -> String {
        (self.show_state)(state).unwrap_or_else(|| self.fields.describe(state))
    }

    pub(super) fn show_input(&self, input: &[u8]) -> String {
        (self.show_input)(input).unwrap_or_else(|| self.inputs.describe(input))
    }
}

/// The function that shows bytes as the state that they are.
pub(super) fn show<T: Storable>(show: fn(&T) -> Option<String>) -> Show {
    Arc::new(move |bytes| show(&from_any_bytes(bytes)?))
}

/// The function that shows bytes as the element that they are.
pub(super) fn show_element<E: Element>(show: fn(&E) -> Option<String>) -> Show {
    Arc::new(move |bytes| show(&E::decode_any(&mut &bytes[..])?))
}

pub(super) fn bytes<T: Storable>(value: &T) -> Bytes {
    value.to_bytes()
}

/// The state of these bytes, as many as the type has.
pub(super) fn value<M: Monoid>(bytes: &[u8]) -> M {
    from_any_bytes(bytes).unwrap_or_else(M::identity)
}

/// The elements of these bytes, one after the other.
pub(super) fn elements<E: Element>(mut bytes: &[u8]) -> Vec<E> {
    let mut elements = Vec::new();
    while !bytes.is_empty()
        && let Some(element) = E::decode_any(&mut bytes)
    {
        elements.push(element);
    }
    elements
}
