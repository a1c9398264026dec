//! One device and the objects that are kept on it: compiled reductions and buffers at rest.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use reduce_core::{Caps, Error, Policy, Step};

use crate::device::pipeline::{Compiled, Stage};
use crate::device::poller::Poller;
use crate::device::pool::{Constants, Pool};
use crate::device::recent::Recent;
use crate::device::scope::Guarded;

/// A GPU, opened. Cheap to clone; clones share pipelines and buffers.
///
/// ```no_run
/// use reduce_wgpu::prelude::*;
///
/// let gpu = Gpu::new()?;
/// let data: Vec<f32> = (0..1_000_000).map(|i| i as f32).collect();
/// let max = gpu.reduce::<ops::Max<f32>>(&data)?;
/// assert_eq!(max, 999_999.0);
/// # Ok::<(), reduce_wgpu::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Gpu(pub(crate) Arc<Shared>);

/// Reductions by a policy that are kept compiled: all strategies of the ladder for a dozen operators. A program may try any number of
/// policies.
const POLICIES: usize = 256;

/// The compiled reductions.
#[derive(Debug)]
pub(crate) struct Known {
    /// By the reduction: as many as the program has.
    plain: HashMap<TypeId, Arc<Compiled>>,
    /// By the reduction and the policy that was given.
    by_policy: Recent<(TypeId, Policy), Arc<Compiled>>,
}

impl Known {
    pub(crate) fn new() -> Self {
        Self {
            plain: HashMap::new(),
            by_policy: Recent::new(POLICIES),
        }
    }

    pub(crate) fn get(&mut self, reduction: TypeId, policy: Option<Policy>) -> Option<Arc<Compiled>> {
        match policy {
            None => self.plain.get(&reduction).cloned(),
            Some(policy) => self.by_policy.get(&(reduction, policy)),
        }
    }

    /// Keeps and returns `compiled`, unless another thread was first.
    pub(crate) fn keep(&mut self, reduction: TypeId, policy: Option<Policy>, compiled: Arc<Compiled>) -> Arc<Compiled> {
        match policy {
            None => Arc::clone(self.plain.entry(reduction).or_insert(compiled)),
            Some(policy) => self.by_policy.keep((reduction, policy), compiled),
        }
    }
}

/// The data that the clones of a `Gpu`, its reducers and their calls share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) on: Guarded,
    pub(crate) caps: Caps,
    pub(crate) pool: Pool,
    pub(crate) poller: Poller,
    /// Distance in bytes of two `Pass`es in their buffer.
    pub(crate) uniform_stride: u64,
    /// The alignment of storage bindings in bytes.
    pub(crate) storage_alignment: u64,
    /// Constants of `encode`.
    pub(crate) constants: Constants,
    pub(crate) compiled: Mutex<Known>,
    /// The kernels that are those of every reduction.
    pub(crate) of_all: Mutex<HashMap<Step, Arc<Stage>>>,
    /// The number of wrong sums in the litmus test.
    pub(crate) litmus: OnceLock<Result<usize, Error>>,
}
