//! The bytes of enums, Options and other types that Rust lays out in its own way: in parts of an input, and as elements.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use reduce_core::{Caps, Cpu, Element, Error, GpuType, Kernels, Monoid, Partial, Reduction, Stored, from_bytes, gpu};

/// The last element that is not zero, and whether it is negative.
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
enum Last {
    Nothing,
    Something { value: f32, negative: bool },
}

#[gpu]
impl Monoid for Last {
    const COMMUTATIVE: bool = false;

    fn identity() -> Self {
        Last::Nothing
    }

    fn combine(a: Self, b: Self) -> Self {
        match b {
            Last::Nothing => a,
            _ => b,
        }
    }
}

struct LastOf;

#[gpu]
impl Reduction for LastOf {
    type Input = f32;
    type State = Last;
    type Output = Option<f32>;

    fn lift(x: f32) -> Last {
        if x == 0.0 {
            Last::Nothing
        } else {
            Last::Something {
                value: x,
                negative: x < 0.0,
            }
        }
    }

    fn finish(last: Last) -> Option<f32> {
        match last {
            Last::Something { value, negative: true } => Some(-value),
            Last::Something { value, .. } => Some(value),
            Last::Nothing => None,
        }
    }
}

#[repr(u8)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
enum Level {
    Low = 3,
    High = 200,
}

/// Fields of all kinds, of which one is aligned to 8 bytes.
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct All {
    truth: bool,
    narrow: (u8, i16),
    wide: Option<f64>,
    levels: [Level; 2],
    bytes: [u8; 4],
}

#[test]
fn bytes_come_back_as_the_values_that_they_are() {
    let all = All {
        truth: true,
        narrow: (7, -3),
        wide: Some(0.1),
        levels: [Level::High, Level::Low],
        bytes: [1, 2, 3, 255],
    };
    let bytes = all.to_bytes();
    assert_eq!(bytes.len(), All::BYTES);
    // The truth, two narrow numbers, an Option, two levels, and four bytes as in Rust.
    assert_eq!(bytes.len(), 4 + 8 + 12 + 8 + 4);
    assert_eq!(bytes[32..], [1, 2, 3, 255]);
    assert_eq!(from_bytes::<All>(&bytes), Some(all));
    let none = All { wide: None, ..all };
    assert_eq!(from_bytes::<All>(&none.to_bytes()), Some(none));
    assert_eq!(from_bytes::<All>(&bytes[1..]), None);
}

#[test]
fn words_that_are_no_variant_are_no_value() {
    assert_eq!(from_bytes::<Level>(&3u32.to_ne_bytes()), Some(Level::Low));
    assert_eq!(from_bytes::<Level>(&4u32.to_ne_bytes()), None);
    assert_eq!(
        from_bytes::<Option<Level>>(&[2u32, 3].map(u32::to_ne_bytes).concat()),
        None
    );
    assert_eq!(
        from_bytes::<Option<Level>>(&[0u32, 9].map(u32::to_ne_bytes).concat()),
        Some(None)
    );
    // Any word but 0 is true, as on a device.
    assert_eq!(
        from_bytes::<[bool; 2]>(&[0u32, 5].map(u32::to_ne_bytes).concat()),
        Some([false, true])
    );
}

#[test]
fn an_enum_of_a_byte_is_a_byte_of_the_input() {
    let elements = [Level::High, Level::Low, Level::High];
    assert_eq!(Level::bytes(&elements)[0], [200, 3, 200].as_slice());
    assert_eq!(Level::decode(&mut [200u8].as_slice()), Some(Level::High));
    assert_eq!(Level::decode(&mut [4u8].as_slice()), None);
}

#[test]
fn parts_hold_enums_and_refuse_what_is_none() {
    let data = [1.0, 0.0, -2.5, 0.0];
    let cpu = Cpu::new();
    let part = cpu.partial::<LastOf>(&data, 0).unwrap();
    let bytes = part.to_bytes();
    assert_eq!(
        Partial::<LastOf>::from_bytes(&bytes).unwrap().finish().unwrap(),
        Some(2.5)
    );

    // The state of the only node stands in front of the checksum.
    let (mut bytes, end) = (bytes.clone(), bytes.len() - 4);
    bytes[end - Last::BYTES] = 7;
    let checksum = crc32fast::hash(&bytes[..end]).to_le_bytes();
    bytes[end..].copy_from_slice(&checksum);
    assert!(matches!(
        Partial::<LastOf>::from_bytes(&bytes),
        Err(Error::Partial { .. })
    ));
}

/// Kernels store the words of a state whose members would need other alignments, and compute with it as it is.
#[test]
fn kernels_store_twins_where_wgsl_cannot_store_the_type() {
    let kernels = Kernels::of::<LastOf>(&Caps::webgpu()).unwrap();
    let text = kernels.wgsl();
    assert!(
        text.contains(
            "struct LastStored {\n    variant: u32,\n    Something_value: f32,\n    Something_negative: u32,\n}"
        ),
        "{text}"
    );
    assert!(text.contains("array<LastStored>"), "{text}");
}
