//! The bytes of parts: their format, the checks when they are read, and how an operator is recognised.

use super::Partial;
use crate::error::Error;
use crate::hash::fingerprint;
use crate::monoid::operator::Operator;
use crate::monoid::parameters::{self, Parameters as _};
use crate::monoid::traits::Monoid;
use crate::order::canonical::{ORDER, Shape};
use crate::order::forest::Node;
use crate::types::gpu_type::GpuType;
use crate::types::stored::{Stored, from_bytes};
use crate::wgsl::Module;

/// The first bytes of [`Partial::to_bytes`].
const MAGIC: [u8; 4] = *b"RdcP";
/// The version of the layout of the bytes behind them.
const VERSION: u32 = 2;
/// Bytes of a name that a message quotes.
const LONGEST_NAME: usize = 200;
/// Written in place of the number of elements where it is not known.
const UNKNOWN: u64 = u64::MAX;

impl<R: Operator> Partial<R> {
    /// The bytes of these parts, for a file or another process; the same on every machine.
    ///
    /// Version 2, all numbers little-endian: `RdcP`; u32 version; u32 [`ORDER`]; u64 fingerprint of the operator, a hash of its Rust; u32 length of
    /// the operator's name and the name, with those of its input and state, in UTF-8; u32 elements of a tile; u32 bytes of a state; its parameters, as
    /// many u32 as the operator has; u64 elements of the whole input if its last tile is here and ends early, else 2^64 − 1; u32 number of nodes; for each, in ascending order, its u32
    /// level, its u64 index in that level and its state as it lies in a GPU buffer; u32 CRC-32 (ISO-HDLC) of all before it. Node `i` of level
    /// `k` is the state of tiles `i·2^k` to `(i+1)·2^k − 1`.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let name = operator_name::<R>();
        let mut bytes = MAGIC.to_vec();
        let word = |bytes: &mut Vec<u8>, word: u32| bytes.extend(word.to_le_bytes());
        word(&mut bytes, VERSION);
        word(&mut bytes, ORDER);
        bytes.extend(operator::<R>().to_le_bytes());
        word(&mut bytes, name.len() as u32);
        bytes.extend(name.as_bytes());
        word(&mut bytes, Self::tile_len() as u32);
        word(&mut bytes, R::State::BYTES as u32);
        for param in parameters::words(&self.params) {
            word(&mut bytes, param);
        }
        bytes.extend(self.total.unwrap_or(UNKNOWN).to_le_bytes());
        word(&mut bytes, self.forest.nodes().len() as u32);
        for node in self.forest.nodes() {
            word(&mut bytes, node.level);
            bytes.extend(node.index.to_le_bytes());
            bytes.extend(node.state.canonical().to_bytes());
        }
        let checksum = crc32fast::hash(&bytes);
        word(&mut bytes, checksum);
        bytes
    }

    /// The parts that [`to_bytes`](Self::to_bytes) wrote.
    ///
    /// Takes time and memory in proportion to the bytes.
    ///
    /// # Errors
    /// [`Error::Partial`] if they are of another operator, another order or version, damaged, or no such bytes at all.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let mut rest = checked(bytes)?;
        Self::check_operator(&mut rest)?;
        let partial = Self::read(&mut rest)?;
        if rest.is_empty() {
            Ok(partial)
        } else {
            Err(damaged("go on behind their end"))
        }
    }

    /// Reads the bytes behind the operator.
    fn read(from: &mut &[u8]) -> Result<Self, Error> {
        let params = (0..R::Params::WORDS).map(|_| Ok(u32::from_le_bytes(take(from)?)));
        let params = R::Params::read_words(&mut &params.collect::<Result<Vec<u32>, Error>>()?[..]);
        let mut partial = Self::by(params.ok_or_else(|| damaged("end too early"))?);
        let total = u64::from_le_bytes(take(from)?);
        for _ in 0..u32::from_le_bytes(take(from)?) {
            let level = u32::from_le_bytes(take(from)?);
            let index = u64::from_le_bytes(take(from)?);
            let state = from.split_off(..R::State::BYTES).and_then(from_bytes);
            // Elements are counted in 64 bits.
            let last = index.checked_add(1).and_then(|end| end.checked_mul(Self::tile_len()));
            if level > 63 || last.is_none_or(|end| end > u64::MAX >> level) {
                return Err(damaged("name a node that no input has"));
            }
            let state = state.ok_or_else(|| damaged("end too early, or hold a state that is none"))?;
            if !partial.forest.append(Node { level, index, state }) {
                return Err(damaged("hold nodes that do not ascend"));
            }
        }
        partial.total = (total != UNKNOWN).then_some(total);
        partial.check_end()?;
        if partial
            .total
            .is_some_and(|total| total.is_multiple_of(Self::tile_len()))
        {
            return Err(damaged("contradict themselves"));
        }
        Ok(partial)
    }

    /// Refuses bytes of another operator.
    fn check_operator(from: &mut &[u8]) -> Result<(), Error> {
        let hash = u64::from_le_bytes(take(from)?);
        let length = u32::from_le_bytes(take(from)?) as usize;
        let name = from.split_off(..length).ok_or_else(|| damaged("end too early"))?;
        let tile = u32::from_le_bytes(take(from)?);
        let state = u32::from_le_bytes(take(from)?);
        let ours = (operator::<R>(), Self::tile_len() as u32, R::State::BYTES as u32);
        if ours == (hash, tile, state) {
            return Ok(());
        }
        let words = |name: &str, (hash, tile, state): (u64, u32, u32)| {
            format!("{name} (fingerprint {hash:016x}, tiles of {tile} elements, states of {state} bytes)")
        };
        Err(Error::Partial {
            problem: format!(
                "the bytes are of {} and not of {}",
                words(&plain(name), (hash, tile, state)),
                words(&operator_name::<R>(), ours)
            ),
            remedy: "read them as a Partial of the reduction that wrote them: its functions, and those they call, are the same Rust",
        })
    }
}

/// The bytes behind the order, without their checksum.
fn checked(bytes: &[u8]) -> Result<&[u8], Error> {
    let mut from = bytes;
    if take::<4>(&mut from)? != MAGIC {
        return Err(damaged("do not begin as to_bytes() writes them"));
    }
    let version = u32::from_le_bytes(take(&mut from)?);
    if version != VERSION {
        return Err(Error::Partial {
            problem: format!("the bytes are of version {version}, and this program reads version {VERSION}"),
            remedy: "write and read them with the same release of this library",
        });
    }
    let checksum = from.split_off(from.len().saturating_sub(4)..).unwrap_or_default();
    if checksum != crc32fast::hash(&bytes[..bytes.len() - checksum.len()]).to_le_bytes() {
        return Err(damaged("do not match their checksum: some are missing or were changed"));
    }
    let order = u32::from_le_bytes(take(&mut from)?);
    if order == ORDER {
        return Ok(from);
    }
    Err(Error::Partial {
        problem: format!("the bytes are of order {order}, and this program combines in order {ORDER}"),
        remedy: "write and read them with the same major version of this library",
    })
}

/// The operator's name for messages; it does not identify the operator.
fn operator_name<R: Operator>() -> String {
    let (input, state) = (R::Input::wgsl_name(), R::State::wgsl_name());
    format!("{} from {input} to {state}", R::wgsl_name())
}

/// The fingerprint of `R`: of the Rust of its functions and of all that they call, of its types and of the shape of its tiles.
pub(crate) fn operator<R: Operator>() -> u64 {
    let mut module = Module::new();
    R::wgsl_lift(&mut module);
    R::State::wgsl_combine(&mut module);
    R::State::wgsl_combine_in_order(&mut module);
    R::wgsl_finish(&mut module);
    let Shape {
        per_invocation,
        ordered,
    } = Shape::of::<R>();
    fingerprint(&[
        module.fingerprint(),
        R::Input::FINGERPRINT,
        R::State::FINGERPRINT,
        R::OUTCOME.fingerprint,
        per_invocation.into(),
        ordered.into(),
    ])
}

/// The name of an operator as bytes have it, short and without control characters: they may be any bytes.
fn plain(name: &[u8]) -> String {
    let name = &name[..name.len().min(LONGEST_NAME)];
    let characters = name.utf8_chunks().flat_map(|chunk| chunk.valid().chars());
    characters.filter(|character| !character.is_control()).collect()
}

fn take<const N: usize>(from: &mut &[u8]) -> Result<[u8; N], Error> {
    let bytes = from.split_off(..N).and_then(|bytes| bytes.try_into().ok());
    bytes.ok_or_else(|| damaged("end too early"))
}

fn damaged(how: &str) -> Error {
    Error::Partial {
        problem: format!("the bytes {how}"),
        remedy: "give all bytes of one Partial as to_bytes() wrote them",
    }
}
