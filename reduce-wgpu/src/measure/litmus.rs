//! Whether a device lets the last workgroup see what all others wrote, as `Strategy::LastBlock` needs: tried, not believed.

use reduce_core::{Error, Strategy, ops};

use crate::device::shared::Gpu;
use crate::run::reducer::GpuReducer;

/// Elements of a sum: as many workgroups as such a reduction has at most.
const ELEMENTS: u32 = 1 << 19;

/// Sums that have to be right.
const ROUNDS: usize = 32;

impl Gpu {
    /// Sums up numbers whose sum is known, several times; the answer is kept.
    ///
    /// # Errors
    /// [`Error::Policy`] if a sum is wrong; else as [`GpuReducer::reduce`].
    pub(crate) fn litmus(&self, sum: &GpuReducer<ops::Sum<u32>>) -> Result<(), Error> {
        let tried = self.0.litmus.get_or_init(|| self.wrong_sums(sum));
        match tried.clone()? {
            0 => Ok(()),
            wrong => Err(Error::Policy {
                problem: format!(
                    "Strategy::{} failed its litmus test on {}: {wrong} of {ROUNDS} sums were wrong",
                    Strategy::LastBlock,
                    self.name()
                ),
                remedy: "use Strategy::Canonical or InterleavedTwoPass",
            }),
        }
    }

    fn wrong_sums(&self, sum: &GpuReducer<ops::Sum<u32>>) -> Result<usize, Error> {
        let data: Vec<u32> = (0..ELEMENTS).map(|i| i.wrapping_mul(2_654_435_761)).collect();
        let expected = data.iter().fold(0, |a: u32, b| a.wrapping_add(*b));
        let array = self.upload(&data)?;
        let sums = (0..ROUNDS).map(|_| sum.reduce(&array));
        let sums = sums.collect::<Result<Vec<u32>, Error>>()?;
        Ok(sums.into_iter().filter(|sum| *sum != expected).count())
    }
}
