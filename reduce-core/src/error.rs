//! The one error type, whose messages say what was asked, what the device offers, and what to do.

/// The reason why a reduction could not be set up or carried out.
///
/// Nothing is lost by an error: the engine that returned it can be used again, except after [`Error::DeviceLost`].
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No adapter answers on any backend.
    #[error(
        "no GPU adapter was found (backends searched: {backends}); install a Vulkan, Metal or DX12 driver, or \
         `mesa-vulkan-drivers` for a software one, or use Cpu::new() or Engine::auto()"
    )]
    NoAdapter {
        /// The backends that were searched.
        backends: String,
    },
    /// Adapters answer, but none has the name that was asked for.
    #[error("no adapter's name contains {asked:?} (WGPU_ADAPTER_NAME); there are: {}; set it to a part of one of these names or unset it", list(.found))]
    AdapterNotFound {
        /// The value of `WGPU_ADAPTER_NAME`.
        asked: String,
        /// The names of the adapters that are there.
        found: Vec<String>,
    },
    /// The adapter refused to open a device.
    #[error("{device} could not be opened: {reason}")]
    DeviceRefused {
        /// The adapter.
        device: String,
        /// The message of wgpu.
        reason: String,
    },
    /// A device was given together with an adapter that did not open it.
    #[error(
        "the device was opened by {device}, the adapter given is {adapter}; give the adapter that opened the device"
    )]
    ForeignAdapter {
        /// The adapter that opened the device.
        device: String,
        /// The adapter that was given.
        adapter: String,
    },
    /// An operator needs an ability that the device lacks.
    #[error("{operator} needs {missing}, which {device} does not have; {remedy}")]
    MissingFeature {
        /// The operator.
        operator: String,
        /// The abilities that are missing.
        missing: String,
        /// The remedy.
        remedy: &'static str,
        /// The device.
        device: String,
    },
    /// A device cannot make the result: its type, or the body of `finish`, has no WGSL.
    #[error(
        "the result of {operator} is made on the host alone: {reason}; read it with reduce(), which finishes there"
    )]
    FinishOnHost {
        /// The operator.
        operator: String,
        /// The reason.
        reason: String,
    },
    /// A request exceeds a limit of the device.
    #[error("{what} takes {asked} {unit}, but {device} allows {limit}; {remedy}")]
    Limit {
        /// The quantity that is too large.
        what: String,
        /// The amount that was asked for.
        asked: u64,
        /// The unit of `asked` and `limit`.
        unit: &'static str,
        /// The largest amount that the device allows.
        limit: u64,
        /// The device.
        device: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// The device leaves loops after some rounds, without an error of its own.
    #[error(
        "the loops of {operator} {problem}: {device} ends all loops of an invocation after {rounds} rounds together; {remedy}"
    )]
    Loops {
        /// The operator.
        operator: String,
        /// The problem of its loops.
        problem: &'static str,
        /// The device.
        device: String,
        /// The number of rounds that it carries out.
        rounds: u32,
        /// The remedy.
        remedy: &'static str,
    },
    /// An element that knows its position lies beyond 2^32 − 1.
    #[error(
        "the input goes on to element {last}, and positions (`Indexed`) have 32 bits; reduce at most 2^32 elements at a time, \
         and add to the positions of each result where its elements begin"
    )]
    Positions {
        /// The position of the last element.
        last: u64,
    },
    /// The members of an input of several buffers differ in length.
    #[error(
        "the inputs differ in length: {first} and {other} elements; an element is made of one of each, so give equal lengths"
    )]
    Lengths {
        /// Elements of the first member.
        first: usize,
        /// Elements of one that differs.
        other: usize,
    },
    /// A shape, an axis, an offset or a key of groups does not fit the input.
    #[error("{problem}; {remedy}")]
    Shape {
        /// The problem with it, with the numbers.
        problem: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// A buffer that was given to `encode` cannot be used as it is.
    #[error("{what} {problem}; {remedy}")]
    Buffer {
        /// The buffer, in words.
        what: String,
        /// The problem with it.
        problem: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// Parts of an input do not fit together, or bytes are not those of a part.
    #[error("{problem}; {remedy}")]
    Partial {
        /// The problem.
        problem: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// A choice of how to reduce cannot be carried out.
    #[error("{problem}; {remedy}")]
    Policy {
        /// The problem with it.
        problem: String,
        /// The remedy.
        remedy: &'static str,
    },
    /// A kernel cannot be translated to another language.
    #[error("the {kernel} kernel has no {language}: {reason}; wgsl() shows what it does")]
    NoTranslation {
        /// The step of the kernel.
        kernel: &'static str,
        /// The language.
        language: &'static str,
        /// The reason.
        reason: String,
    },
    /// A function of an operator panicked on the CPU; the engine can be used again.
    #[error("{operator} panicked: {message}")]
    Panicked {
        /// The operator.
        operator: String,
        /// The message of the panic.
        message: String,
    },
    /// The CPU engine could not start its threads.
    #[error("{threads} threads could not be started: {reason}; ask for fewer, or use Cpu::new()")]
    Threads {
        /// The number of threads that were asked for.
        threads: usize,
        /// The message of the system.
        reason: String,
    },
    /// The memory of the device is used up.
    #[error("{device} has no room for {what} of {bytes} bytes; reduce a shorter input at a time, or use Cpu::new()")]
    OutOfMemory {
        /// The memory that was to be allocated.
        what: &'static str,
        /// Its size in bytes.
        bytes: u64,
        /// The device.
        device: String,
    },
    /// The device went away; a new `Gpu` is needed.
    #[error("{device} was lost ({reason}); make a new Gpu to go on")]
    DeviceLost {
        /// The device.
        device: String,
        /// The message of the driver.
        reason: String,
    },
    /// An array was used on another device than the one that holds it.
    #[error(
        "the array lives on {array}, the reduction runs on {device}; upload the data to the device that reduces it"
    )]
    WrongDevice {
        /// The device that holds the array.
        array: String,
        /// The device that runs the reduction.
        device: String,
    },
    /// The generated WGSL is not valid.
    #[error("the WGSL of {what} is not valid:\n{message}")]
    InvalidWgsl {
        /// The operator and the kernel.
        what: String,
        /// naga's rendered message, or which function takes more memory than WGSL grants it.
        message: String,
    },
    /// The driver reported something that should not happen.
    #[error("{device}: {message}")]
    Driver {
        /// The device.
        device: String,
        /// Its message.
        message: String,
    },
}

/// The sentence of [`Display`](std::fmt::Display): what `main` prints when it returns the error.
impl std::fmt::Debug for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

fn list(names: &[String]) -> String {
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}
