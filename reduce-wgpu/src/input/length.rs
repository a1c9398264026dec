//! The number of elements that an encoded reduction reads: known on the host, or in a buffer.

use reduce_core::Error;

use crate::input::device_source::BufferRange;

/// The number of elements that [`GpuReducer::encode`](crate::GpuReducer::encode) reads: a `u64`, `u32` or `usize`, or
/// [`on_device`](Self::on_device).
#[derive(Clone, Copy, Debug)]
pub struct Length<'a> {
    most: u64,
    range: Option<BufferRange<'a>>,
}

impl<'a> Length<'a> {
    /// The u32 at the beginning of `place`, a buffer of usage `STORAGE` or a slice of one, but never more than `at_most`.
    ///
    /// Read on the device when the reduction runs: nothing comes back to the host in between. Costs a dispatch of one
    /// invocation; passes are planned for `at_most` elements and run empty where there are fewer.
    #[must_use]
    pub fn on_device(range: impl Into<BufferRange<'a>>, at_most: u64) -> Self {
        Self {
            most: at_most,
            range: Some(range.into()),
        }
    }

    /// The number, or the most that it can be.
    ///
    /// # Errors
    /// [`Error::Limit`] if it does not fit a u32.
    pub(crate) fn most(&self, device: &str) -> Result<u64, Error> {
        if self.range.is_some() && self.most > u64::from(u32::MAX) {
            return Err(Error::Limit {
                what: "a length on the device".to_owned(),
                asked: self.most,
                unit: "elements",
                limit: u32::MAX.into(),
                device: device.to_owned(),
                remedy: "give the length as a number, or less as `at_most`",
            });
        }
        Ok(self.most)
    }

    pub(crate) fn range(&self) -> Option<BufferRange<'a>> {
        self.range
    }
}

macro_rules! known {
    ($($t:ty: |$len:ident| $most:expr;)*) => {$(
        impl From<$t> for Length<'_> {
            fn from($len: $t) -> Self {
                Self {
                    most: $most,
                    range: None,
                }
            }
        }
    )*};
}

known! {
    u64: |len| len;
    u32: |len| len.into();
    usize: |len| len as u64;
    // The type of an unsuffixed literal. No buffer has as many elements as a negative one becomes.
    i32: |len| u64::try_from(len).unwrap_or(u64::MAX);
}
