//! The pages of a column in a row group, each of which is checked before the reader of Parquet makes room for it.
//!
//! That reader makes as much room as a page's header asks for, and panics at several things that a page can hold. So the header is
//! read here first, and the page once more between its decompression and its decoding.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};

use parquet::basic::{Compression, Encoding, Type};
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ColumnChunkMetaData;

use super::thrift::Value::{Bool, Int32, Struct};
use super::thrift::{Compact, Ended, Fields};

/// Bytes that are enough for most headers, and bytes that are enough for all.
const HEADER: [u64; 2] = [1 << 10, 1 << 16];

/// The fields of a page's header.
const PAGE: Fields = &[
    (KIND, Int32),
    (UNPACKED, Int32),
    (PACKED, Int32),
    (4, Int32),
    (
        5,
        Struct(&[(1, Int32), (2, Int32), (3, Int32), (4, Int32), (5, Struct(&[]))]),
    ),
    (6, Struct(&[])),
    (7, Struct(&[(1, Int32), (2, Int32), (3, Bool)])),
    (
        SECOND,
        Struct(&[
            (1, Int32),
            (2, Int32),
            (3, Int32),
            (4, Int32),
            (5, Int32),
            (6, Int32),
            (7, Bool),
            (8, Struct(&[])),
        ]),
    ),
];
/// The kind of a page, and the kind that the reader of Parquet passes over.
const KIND: i64 = 1;
const INDEX: i32 = 1;
/// Bytes of the page after and before its decompression.
const UNPACKED: i64 = 2;
const PACKED: i64 = 3;
/// The further fields of a page of the second version, of which `LEVELS` are the bytes of its levels.
const SECOND: i64 = 8;
const LEVELS: [i64; 2] = [5, 6];

/// The most bytes that a codec makes from one.
fn ratio(codec: Compression) -> u64 {
    match codec {
        // Nothing is compressed.
        Compression::UNCOMPRESSED => u64::MAX,
        // A copy of 64 bytes takes 3.
        Compression::SNAPPY => 22,
        Compression::LZ4 | Compression::LZ4_RAW => 255,
        // 258 bytes take 2 bits.
        Compression::GZIP(_) => 1032,
        // A block of 128 KiB takes 4 bytes.
        _ => 1 << 15,
    }
}

/// The pages that `inner` reads, each checked before.
pub(super) struct Pages {
    inner: Box<dyn PageReader>,
    file: File,
    /// The offset of the next header, and the end of the column.
    at: u64,
    end: u64,
    ratio: u64,
    values: Type,
    /// Bits of a definition level, which says whether a cell is null; 0 where none can be.
    level_bits: u32,
    dictionary: bool,
}

impl Pages {
    /// The pages of `chunk`, which `inner` reads from `file`.
    pub(super) fn new(inner: Box<dyn PageReader>, file: File, chunk: &ColumnChunkMetaData) -> Self {
        let (at, length) = chunk.byte_range();
        Self {
            inner,
            file,
            at,
            end: at.saturating_add(length),
            ratio: ratio(chunk.compression()),
            values: chunk.column_type(),
            level_bits: i16::BITS - chunk.column_descr().max_def_level().leading_zeros(),
            dictionary: false,
        }
    }

    /// Checks the headers of the next page and of indexes before it, which are passed over, and goes on to the one after it.
    fn pass_headers(&mut self) -> Result<()> {
        while self.at < self.end {
            let header = self.header()?;
            self.at += header.length + header.packed;
            if header.kind != INDEX {
                break;
            }
        }
        Ok(())
    }

    /// The header of the next page.
    fn header(&mut self) -> Result<Header> {
        let left = self.end - self.at;
        let mut header = Vec::new();
        let mut walked = Err(Ended::Short);
        for most in HEADER.map(|most| most.min(left)) {
            header.clear();
            self.file.seek(SeekFrom::Start(self.at))?;
            (&self.file).take(most).read_to_end(&mut header)?;
            walked = Header::of(&header);
            if walked.is_ok() {
                break;
            }
        }
        let Ok(header) = walked else {
            return Err(wrong("the header of a page is not in order"));
        };
        let after = left - header.length;
        if header.packed > after {
            return Err(wrong("a page is longer than its column"));
        }
        if header.unpacked > header.packed.saturating_mul(self.ratio) {
            return Err(wrong("a page announces more than its bytes can hold"));
        }
        Ok(header)
    }

    /// Checks a page that is about to be decoded.
    fn check(&mut self, page: &Page) -> Result<()> {
        let bytes = page.buffer().len() as u64;
        self.check_text(page)?;
        match page {
            Page::DictionaryPage { num_values, .. } => {
                if self.values == Type::BOOLEAN {
                    return Err(wrong("a column of bools has a dictionary"));
                }
                if u64::from(*num_values) * self.value_bytes() > bytes {
                    return Err(wrong("a dictionary is shorter than it announces"));
                }
                self.dictionary = true;
            }
            Page::DataPage {
                num_values,
                encoding,
                def_level_encoding,
                ..
            } => {
                // If there are nulls, the levels alone know how many values there are.
                if *encoding == Encoding::BYTE_STREAM_SPLIT && self.level_bits == 0 {
                    self.check_split(*num_values, bytes)?;
                }
                let levels = (u64::from(*num_values) * u64::from(self.level_bits)).div_ceil(8);
                match def_level_encoding {
                    _ if self.level_bits == 0 => {}
                    Encoding::RLE => {}
                    #[allow(deprecated, reason = "old files have it")]
                    Encoding::BIT_PACKED if levels <= bytes => {}
                    _ => return Err(wrong("a page says nowhere which of its cells are null")),
                }
            }
            Page::DataPageV2 {
                num_values,
                num_nulls,
                encoding,
                def_levels_byte_len,
                rep_levels_byte_len,
                ..
            } => {
                let levels = u64::from(*def_levels_byte_len) + u64::from(*rep_levels_byte_len);
                let Some(values) = bytes.checked_sub(levels) else {
                    return Err(wrong("a page is shorter than it announces"));
                };
                if *encoding == Encoding::BYTE_STREAM_SPLIT {
                    self.check_split(num_values.saturating_sub(*num_nulls), values)?;
                }
            }
        }
        let by_dictionary = matches!(page.encoding(), Encoding::PLAIN_DICTIONARY | Encoding::RLE_DICTIONARY);
        if page.is_data_page() && by_dictionary && !self.dictionary {
            return Err(wrong("a page needs a dictionary, and there is none"));
        }
        Ok(())
    }
}

impl Pages {
    /// Refuses `values` that are split into streams of their first bytes, their second ones and so on, if they do not have this many
    /// `bytes`: the reader goes by the bytes, and would take other numbers for them.
    fn check_split(&self, values: u32, bytes: u64) -> Result<()> {
        if u64::from(values) * self.value_bytes() == bytes {
            return Ok(());
        }
        Err(wrong("a page has not as many values as it announces"))
    }

    /// Refuses text in encodings whose lengths the reader believes: it would make room for as many strings, or as long ones, as a few bytes announce.
    fn check_text(&self, page: &Page) -> Result<()> {
        if self.values != Type::BYTE_ARRAY {
            return Ok(());
        }
        match page.encoding() {
            Encoding::PLAIN | Encoding::PLAIN_DICTIONARY | Encoding::RLE_DICTIONARY => Ok(()),
            other => Err(ParquetError::NYI(format!("text in the encoding {other}"))),
        }
    }

    /// Bytes of a value that is no bool, at least.
    fn value_bytes(&self) -> u64 {
        match self.values {
            // Text has its length in front.
            Type::INT32 | Type::FLOAT | Type::BYTE_ARRAY => 4,
            _ => 8,
        }
    }
}

fn wrong(how: &str) -> ParquetError {
    ParquetError::General(how.to_owned())
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        if self.at >= self.end {
            return Ok(None);
        }
        self.pass_headers()?;
        let page = self.inner.get_next_page()?;
        if let Some(page) = &page {
            self.check(page)?;
        }
        Ok(page)
    }

    // These two are called by code that skips rows or reads lists, and nothing does.
    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        Err(wrong("pages are read one after the other"))
    }

    fn skip_next_page(&mut self) -> Result<()> {
        Err(wrong("pages are read one after the other"))
    }
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

/// The lengths in a page's header.
#[derive(Debug, Default, PartialEq, Eq)]
struct Header {
    kind: i32,
    /// Bytes of the header, of the page in the file, and of the page in memory.
    length: u64,
    packed: u64,
    unpacked: u64,
}

impl Header {
    fn of(bytes: &[u8]) -> std::result::Result<Self, Ended> {
        let mut header = Self::default();
        let mut levels = 0;
        let mut all = Compact::new(bytes);
        all.known(PAGE, &mut |around, id, value| {
            let length = u64::try_from(value).map_err(|_| Ended::Wrong);
            match (around, id) {
                (0, KIND) => header.kind = value,
                (0, UNPACKED) => header.unpacked = length?,
                (0, PACKED) => header.packed = length?,
                (SECOND, id) if LEVELS.contains(&id) => levels += length?,
                _ => {}
            }
            Ok(())
        })?;
        // The reader of Parquet adds both in 32 bits.
        if levels > header.unpacked {
            return Err(Ended::Wrong);
        }
        header.length = (bytes.len() - all.left()) as u64;
        Ok(header)
    }
}
