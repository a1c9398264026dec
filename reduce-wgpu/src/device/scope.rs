//! wgpu calls inside error scopes: an error that wgpu would report elsewhere, or panic on, becomes an [`Error`].

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Instant;

use reduce_core::{Caps, Error, SPIN};
use wgpu::{CommandEncoder, CommandEncoderDescriptor, Device, ErrorFilter, ErrorScopeGuard, SubmissionIndex};

/// A device with its name and, once it is lost, the reason for the loss.
#[derive(Clone, Debug)]
pub(crate) struct Guarded {
    pub(crate) device: Device,
    pub(crate) queue: wgpu::Queue,
    pub(crate) name: String,
    /// Whether short waits poll again and again, which would slow down a program on the CPU.
    spins: bool,
    home: Arc<Home>,
}

/// The data that every `Gpu` of one device shares; arrays know their device by it.
#[derive(Debug)]
struct Home {
    device: Device,
    lost: Mutex<Option<String>>,
}

/// The devices in use, so that a second `Gpu` of one finds the home of the first.
static HOMES: Mutex<Vec<Weak<Home>>> = Mutex::new(Vec::new());

impl Home {
    fn of(device: &Device) -> Arc<Self> {
        let mut homes = HOMES.lock().unwrap_or_else(PoisonError::into_inner);
        homes.retain(|home| home.strong_count() > 0);
        let alive: Vec<Arc<Self>> = homes.iter().filter_map(Weak::upgrade).collect();
        let known = alive.iter().find(|home| is_same(&home.device, device)).cloned();
        let home = known.unwrap_or_else(|| {
            let home = Arc::new(Self {
                device: device.clone(),
                lost: Mutex::default(),
            });
            homes.push(Arc::downgrade(&home));
            home
        });
        // One of the living homes may be the last of its device, whose callbacks must find the list unlocked.
        drop(homes);
        home
    }

    /// The reason for the loss of the device, once it is lost.
    fn lost(&self) -> MutexGuard<'_, Option<String>> {
        self.lost.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether both are handles of one device. The ids that wgpu compares repeat between instances, but an error scope belongs to one device.
fn is_same(a: &Device, b: &Device) -> bool {
    if a != b {
        return false;
    }
    let outer = b.push_error_scope(ErrorFilter::Validation);
    let inner = a.push_error_scope(ErrorFilter::Validation);
    // A buffer without a usage is an error, which the innermost scope of its device catches.
    let _ = b.create_buffer(&wgpu::BufferDescriptor {
        label: Some("a probe"),
        size: 4,
        usage: wgpu::BufferUsages::empty(),
        mapped_at_creation: false,
    });
    let caught = pollster::block_on(inner.pop()).is_some();
    pollster::block_on(outer.pop());
    caught
}

impl Guarded {
    pub(crate) fn new(device: Device, queue: wgpu::Queue, caps: &Caps) -> Self {
        Self {
            home: Home::of(&device),
            device,
            queue,
            name: caps.device.clone(),
            spins: !caps.software,
        }
    }

    /// Notes the loss of the device. Only for devices that we opened: there is one callback per device.
    pub(crate) fn watch(&self) {
        // The device holds its callback, so that the callback must not hold the device.
        let home = Arc::downgrade(&self.home);
        self.device.set_device_lost_callback(move |reason, message| {
            let text = if message.is_empty() {
                format!("{reason:?}")
            } else {
                message
            };
            if let Some(home) = home.upgrade() {
                *home.lost() = Some(text);
            }
        });
    }

    /// Runs `calls`; `what` of `bytes` is being made, for the message of a failed allocation.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::DeviceLost`], or [`Error::Driver`] for an error that should not happen.
    pub(crate) fn run<T>(&self, what: &'static str, bytes: u64, calls: impl FnOnce() -> T) -> Result<T, Error> {
        let scopes = self.enter()?;
        let result = calls();
        self.leave(scopes, what, bytes)?;
        Ok(result)
    }

    /// The scopes for memory, for internal errors, and for validation.
    fn enter(&self) -> Result<[ErrorScopeGuard; 3], Error> {
        self.check()?;
        let filters = [ErrorFilter::OutOfMemory, ErrorFilter::Internal, ErrorFilter::Validation];
        Ok(filters.map(|filter| self.device.push_error_scope(filter)))
    }

    fn leave(&self, scopes: [ErrorScopeGuard; 3], what: &'static str, bytes: u64) -> Result<(), Error> {
        let [memory, internal, validation] = scopes;
        let validation = pollster::block_on(validation.pop());
        let internal = pollster::block_on(internal.pop());
        let memory = pollster::block_on(memory.pop());
        self.check()?;
        if memory.is_some() {
            return Err(Error::OutOfMemory {
                what,
                bytes,
                device: self.name.clone(),
            });
        }
        match validation.or(internal) {
            Some(error) => Err(self.driver(format!("{what}: {error}"))),
            None => Ok(()),
        }
    }

    /// Waits for a submission, and with it for the callbacks that it completes.
    pub(crate) fn wait(&self, submission: SubmissionIndex) -> Result<(), Error> {
        if self.spins && self.spin()? {
            return Ok(());
        }
        let poll = wgpu::PollType::Wait {
            submission_index: Some(submission),
            timeout: None,
        };
        self.poll(poll)?;
        Ok(())
    }

    /// Hands the commands that `calls` records to the device.
    ///
    /// wgpu calls the callbacks that are due in every submission, those of the caller's work included. They are called before the scopes
    /// begin, which would catch their errors.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub(crate) fn submit<T>(&self, what: &'static str, bytes: u64, calls: impl FnOnce() -> T) -> Result<T, Error> {
        self.check()?;
        self.poll(wgpu::PollType::Poll)?;
        self.run(what, bytes, calls)
    }

    /// Submits what `calls` records in an encoder of its own, and waits for nothing.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub(crate) fn submit_recorded(
        &self,
        what: &'static str,
        calls: impl FnOnce(&mut CommandEncoder),
    ) -> Result<SubmissionIndex, Error> {
        self.submit(what, 0, || {
            let label = Some("reduce");
            let mut encoder = (self.device).create_command_encoder(&CommandEncoderDescriptor { label });
            calls(&mut encoder);
            self.queue.submit([encoder.finish()])
        })
    }

    /// Polls the device, and calls the callbacks that are due: outside of the scopes, since some are the caller's.
    ///
    /// # Errors
    /// [`Error::DeviceLost`], [`Error::Driver`].
    fn poll(&self, poll: wgpu::PollType) -> Result<(), Error> {
        self.check()?;
        self.device.poll(poll).map_err(|error| self.driver(error.to_string()))?;
        self.check()
    }

    /// Polls until what was submitted so far is done, or the wait is no longer short.
    ///
    /// It asks for no submission: wgpu 30.0 panics where a wait for one times out while another thread's poll empties the queue
    /// (gfx-rs/wgpu#9958, seen on an H100).
    fn spin(&self) -> Result<bool, Error> {
        self.check()?;
        let done = Arc::new(AtomicBool::new(false));
        let noted = done.clone();
        self.queue
            .on_submitted_work_done(move || noted.store(true, Ordering::Release));
        let start = Instant::now();
        while start.elapsed() < SPIN {
            self.device
                .poll(wgpu::PollType::Poll)
                .map_err(|error| self.driver(error.to_string()))?;
            if done.load(Ordering::Acquire) {
                return self.check().map(|()| true);
            }
            std::hint::spin_loop();
        }
        Ok(false)
    }

    /// An error of the driver, or the loss of the device if that is its cause.
    pub(crate) fn driver(&self, message: String) -> Error {
        match self.alive() {
            Err(lost) => lost,
            Ok(()) => Error::Driver {
                device: self.name.clone(),
                message,
            },
        }
    }

    /// Whether this is the same device as `other`.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.home, &other.home)
    }

    /// Asks the device whether it is lost.
    ///
    /// # Errors
    /// [`Error::DeviceLost`].
    pub(crate) fn alive(&self) -> Result<(), Error> {
        self.check()?;
        if self.is_silent() {
            self.home
                .lost()
                .get_or_insert_with(|| "the driver gave no reason".to_owned());
        }
        self.check()
    }

    /// wgpu reports a loss to a callback alone, which may be the caller's. But objects that are made on a lost device are invalid
    /// without an error, and using them is one.
    fn is_silent(&self) -> bool {
        let filters = [ErrorFilter::OutOfMemory, ErrorFilter::Internal, ErrorFilter::Validation];
        let scopes = filters.map(|filter| self.device.push_error_scope(filter));
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("a probe"),
            size: 4,
            usage: wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let errors = scopes
            .into_iter()
            .rev()
            .filter_map(|scope| pollster::block_on(scope.pop()));
        if errors.count() > 0 {
            return false;
        }
        let used = self.device.push_error_scope(ErrorFilter::Validation);
        self.queue.write_buffer(&buffer, 0, &[0; 4]);
        pollster::block_on(used.pop()).is_some()
    }

    fn check(&self) -> Result<(), Error> {
        match &*self.home.lost() {
            Some(reason) => Err(Error::DeviceLost {
                device: self.name.clone(),
                reason: reason.clone(),
            }),
            None => Ok(()),
        }
    }
}
