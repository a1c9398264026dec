//! Text with commas.

use std::path::Path;

use reduce_cli::ElementType;
use reduce_cli::reading::Options;

use super::{BASE, read};
use crate::change;
use crate::random::Random;
use crate::run::Format;

const WORDS: [&str; 24] = [
    ",",
    "\n",
    "\r\n",
    "\r",
    "\"",
    "\"\"",
    "\"a,b\n\"",
    ",,,,",
    "\n\n",
    "nan",
    "-inf",
    "1e999",
    "-0",
    "18446744073709551616",
    "0x10",
    "1_000",
    " 7 ",
    "\u{feff}",
    "\u{1b}[31m",
    "\u{7}",
    "\0",
    "é",
    "1;2",
    "\t",
];

pub(crate) struct Csv;

impl Format for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        let rows: String = (0..60)
            .map(|row| format!("{row},{}.5,\"{}\"\n", row * row, row % 7))
            .collect();
        vec![
            format!("a,b,c\n{rows}").into_bytes(),
            b"a\n1\n2\n3\n".to_vec(),
            b"b,a\r\n1,2\r\n3,4\r\n".to_vec(),
        ]
    }

    fn change(&self, bytes: &mut Vec<u8>, random: &mut Random) {
        let at = random.below(bytes.len() + 1);
        match random.below(8) {
            0..4 => drop(bytes.splice(at..at, random.pick(&WORDS).bytes())),
            4 => {
                let word = random.pick(&WORDS).repeat(1 + random.below(400));
                bytes.splice(at..at, word.into_bytes());
            }
            // Columns by the ten thousand, once in a while.
            5 if random.chance(1) => drop(bytes.splice(0..0, ",".repeat(random.below(50_000)).into_bytes())),
            _ => change::some(bytes, random),
        }
    }

    fn read(&self, bytes: &[u8], path: &Path, random: &mut Random) -> Result<(), String> {
        let options = Options {
            format: Some("csv"),
            column: Some(random.pick(&["a", "a", "a", "b", "q"]).to_owned()).filter(|_| !bytes.starts_with(b"a\n")),
            cells: Some(random.pick(ElementType::ALL)).filter(|_| random.chance(50)),
            skip_empty: random.chance(50),
            by: Some(random.pick(&["a", "b", "c"]).to_owned()).filter(|_| random.chance(40)),
            filter: Some(random.pick(&["a > 10", "b <= 1e3", "c == \"3\"", "a != ''"]).to_owned())
                .filter(|_| random.chance(40)),
            ..Options::default()
        };
        read(bytes, path, &options)
    }

    fn most(&self, bytes: usize) -> usize {
        BASE + 100 * bytes
    }
}
