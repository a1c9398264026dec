//! Operators on text.

use super::figures::{exact, near};
use super::inputs::{bytes, characters, letters, parentheses, words};
use super::{Case, case};

pub mod adler32;
pub mod crc32;
pub mod distinct_words;
pub mod index_of_coincidence;
pub mod longest_line;
pub mod nesting;
pub mod utf8_length;
pub mod word_count;

use adler32::Adler32;
use crc32::Crc32;
use distinct_words::DistinctWords;
use index_of_coincidence::IndexOfCoincidence;
use longest_line::LongestLine;
use nesting::Nesting;
use utf8_length::Utf8Length;
use word_count::WordCount;

pub(super) fn cases() -> Vec<Case> {
    vec![
        case!(
            "word_count",
            100_000,
            WordCount,
            |n| &letters(b"etaoinshrdlu  \t\n", 1, n),
            |count| [
                exact("lines", count.lines),
                exact("words", count.words),
                exact("bytes", count.bytes),
            ],
        ),
        case!(
            "longest_line",
            100_000,
            LongestLine,
            |n| &letters(b"the quick brown fox jumps over the lazy dog\n", 2, n),
            |longest| [exact("longest", longest)],
        ),
        case!("nesting", 100_000, Nesting, |n| &parentheses(3, n), |deepest| [exact(
            "deepest",
            deepest.map_or(f64::NAN, f64::from)
        )],),
        case!(
            "utf8_length",
            100_000,
            Utf8Length,
            |n| &characters(4, n),
            |characters| [exact("characters", characters.map_or(f64::NAN, f64::from))],
        ),
        case!("adler32", 100_000, Adler32, |n| &bytes(256, 5, n), |sum| [exact(
            "checksum", sum
        )]),
        case!("crc32", 100_000, Crc32, |n| &bytes(256, 6, n), |sum| [exact(
            "checksum", sum
        )]),
        case!(
            "index_of_coincidence",
            100_000,
            IndexOfCoincidence,
            |n| &letters(b"EeTtaaoinshr dlu.,", 7, n),
            |index| [near("index", index, 1e-12)],
        ),
        case!(
            "distinct_words",
            100_000,
            DistinctWords<64>,
            |n| &words(20_000, 8, n),
            |estimate| [near("estimate", estimate, 1e-12)],
        ),
    ]
}
