//! Files of numbers alone.

use std::path::Path;

use reduce_cli::ElementType;
use reduce_cli::reading::Options;

use super::{BASE, read};
use crate::change;
use crate::random::Random;
use crate::run::Format;

pub(crate) struct Raw;

impl Format for Raw {
    fn name(&self) -> &'static str {
        "raw"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        vec![(0..=255).collect(), vec![0; 80]]
    }

    fn change(&self, bytes: &mut Vec<u8>, random: &mut Random) {
        change::some(bytes, random);
    }

    fn read(&self, bytes: &[u8], path: &Path, random: &mut Random) -> Result<(), String> {
        let options = Options {
            raw: Some(random.pick(ElementType::ALL)),
            ..Options::default()
        };
        read(bytes, path, &options)
    }

    fn most(&self, _: usize) -> usize {
        BASE
    }
}
