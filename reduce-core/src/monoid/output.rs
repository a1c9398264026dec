//! The result of an operator: any Rust type on the host, and WGSL where a device can write it too.

use crate::hash::name;
use crate::needs::Needs;
use crate::types::gpu_type::GpuType;
use crate::wgsl::Module;

/// The functions that engines use of a result of type `O`.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Outcome<O> {
    pub(crate) fingerprint: u64,
    pub(crate) needs: Needs,
    /// The result with one NaN for all.
    pub(crate) canonical: fn(O) -> O,
    /// The result as text, equal for equal results; nothing where it is not known how to compare them.
    pub(crate) shown: fn(O) -> String,
    /// None where a device cannot write it.
    pub(crate) device: Option<DeviceOutcome>,
}

/// The WGSL of a result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeviceOutcome {
    pub(crate) name: fn() -> String,
    pub(crate) kind: fn(&mut Module) -> String,
    /// Its words in the output buffer.
    pub(crate) words: fn(&str, &mut Module) -> Vec<String>,
}

impl<O> Outcome<O> {
    /// The result of a type that exists on the host alone. The function that makes it has its hash beside the type.
    pub const ON_HOST: Self = Self {
        fingerprint: name("on the host"),
        needs: Needs::NONE,
        canonical: |output| output,
        shown: |_| String::new(),
        device: None,
    };
}

impl<O: GpuType> Outcome<O> {
    /// The result of a type that exists on a device.
    pub const ON_DEVICE: Self = Self {
        fingerprint: O::FINGERPRINT,
        needs: O::NEEDS,
        canonical: O::canonical,
        shown: |output| output.canonical().wgsl_value(&mut Module::new()),
        device: Some(DeviceOutcome {
            name: O::wgsl_name,
            kind: O::wgsl_type,
            words: O::wgsl_words,
        }),
    };
}

/// Asks whether a type exists on a device: `Asked::<O>::OUTCOME` is the constant of this impl where it does, and that of [`Otherwise`] elsewhere.
#[doc(hidden)]
#[derive(Debug)]
pub struct Asked<O>(std::marker::PhantomData<O>);

impl<O: GpuType> Asked<O> {
    /// For a type that does.
    pub const OUTCOME: Outcome<O> = Outcome::ON_DEVICE;
}

/// The answer for types that do not.
#[doc(hidden)]
pub trait Otherwise<O> {
    /// For a type that does not.
    const OUTCOME: Outcome<O> = Outcome::ON_HOST;
}

impl<O> Otherwise<O> for Asked<O> {}

/// A result that a device can write: that of `encode`.
#[diagnostic::on_unimplemented(
    message = "a device cannot write a result of type `{Self}`",
    label = "made on the host alone",
    note = "`reduce` returns it; for `encode`, the result is a number, an array, a tuple, or a `#[repr(C)]` struct that derives `GpuType`"
)]
pub trait DeviceOutput: GpuType {}

#[diagnostic::do_not_recommend]
impl<O: GpuType> DeviceOutput for O {}
