//! WAV files, byte for byte.

use crate::tools::Directory;

/// A file of a format (1 PCM, 3 floats), this many channels and bits, and these samples.
pub(crate) fn wav(tag: u16, channels: u16, bits: u16, samples: &[u8]) -> Vec<u8> {
    let frame = channels * bits / 8;
    let mut format = Vec::new();
    for number in [tag, channels] {
        format.extend(number.to_le_bytes());
    }
    format.extend(8000u32.to_le_bytes());
    format.extend((8000 * u32::from(frame)).to_le_bytes());
    for number in [frame, bits] {
        format.extend(number.to_le_bytes());
    }
    let chunks = [chunk(b"fmt ", &format), chunk(b"data", samples)].concat();
    chunk(b"RIFF", &[b"WAVE".as_slice(), &chunks].concat())
}

fn chunk(name: &[u8; 4], bytes: &[u8]) -> Vec<u8> {
    [name.as_slice(), &(bytes.len() as u32).to_le_bytes(), bytes].concat()
}

fn shorts(samples: &[i16]) -> Vec<u8> {
    samples.iter().flat_map(|sample| sample.to_le_bytes()).collect()
}

#[test]
fn every_width_is_read() {
    let directory = Directory::new();
    let read = |bytes: Vec<u8>| {
        directory.with("a.wav", bytes);
        directory.run("min,argmax", &["a.wav"]).replace('\n', " ")
    };
    assert_eq!(read(wav(1, 1, 8, &[128, 0, 255])), "min     -128 argmax  2 127 ");
    assert_eq!(
        read(wav(1, 1, 16, &shorts(&[5, -32768, 32767]))),
        "min     -32768 argmax  2 32767 "
    );
    assert_eq!(
        read(wav(1, 1, 24, &[1, 0, 0, 0, 0, 0x80, 0xff, 0xff, 0x7f])),
        "min     -8388608 argmax  2 8388607 "
    );
    let longs: Vec<u8> = [7i32, i32::MIN, i32::MAX]
        .iter()
        .flat_map(|sample| sample.to_le_bytes())
        .collect();
    assert_eq!(read(wav(1, 1, 32, &longs)), "min     -2147483648 argmax  2 2147483647 ");
    let floats: Vec<u8> = [0.5f32, -1.25, 0.75]
        .iter()
        .flat_map(|sample| sample.to_le_bytes())
        .collect();
    assert_eq!(read(wav(3, 1, 32, &floats)), "min     -1.25 argmax  2 0.75 ");
    assert_eq!(
        read(wav(1, 2, 16, &[])),
        "min     2147483647 argmax  4294967295 -2147483648 "
    );
}

#[test]
fn channels_are_read_together_or_alone() {
    let directory = Directory::new();
    // Longer than a piece, and a number of channels that does not divide it.
    let samples: Vec<i16> = (0..90_000).map(|at| (at % 3 * 1000 + at / 30_000) as i16).collect();
    directory.with("a.wav", wav(1, 3, 16, &shorts(&samples)));
    let sum = |channel: usize| -> i64 {
        samples
            .iter()
            .skip(channel)
            .step_by(3)
            .map(|&sample| i64::from(sample))
            .sum()
    };
    let all: i64 = samples.iter().map(|&sample| i64::from(sample)).sum();
    assert_eq!(
        directory.run("widesum,count,argmax", &["a.wav"]),
        format!("widesum  {all}\ncount    90000\nargmax   60002 2002\n")
    );
    for channel in 0..3 {
        let number = (channel + 1).to_string();
        let expected = format!(
            "widesum  {}\ncount    30000\nargmax   20000 {}\n",
            sum(channel),
            channel * 1000 + 2
        );
        assert_eq!(
            directory.run("widesum,count,argmax", &["a.wav", "--column", &number]),
            expected
        );
    }
    assert_eq!(
        directory.refused("sum", &["a.wav", "--column", "left"], 1),
        "reduce: a.wav has no channel `left`; there are: 1, 2, 3\n"
    );
    assert_eq!(
        directory.refused("sum", &["a.wav", "--skip-empty"], 2),
        "reduce: --skip-empty is for CSV and Parquet files; leave it out for a WAV file\n"
    );
}

#[test]
fn what_cannot_be_read_is_one_sentence() {
    let directory = Directory::new();
    let good = wav(1, 1, 16, &shorts(&[1, 2, 3]));
    for (bytes, message) in [
        (
            good[..good.len() - 1].to_vec(),
            "ends after 2 of the 3 samples that its header announces; write or copy it again",
        ),
        (
            good[..30].to_vec(),
            "is no WAV file that is read (its header ends early); convert it to PCM or to 32-bit floats",
        ),
        (
            b"day,temperature\n".to_vec(),
            "is no WAV file that is read (no RIFF tag found); convert it to PCM or to 32-bit floats",
        ),
        (
            wav(6, 1, 8, &[1]),
            "is no WAV file that is read (a compression); convert it to PCM or to 32-bit floats",
        ),
        (
            wav(3, 1, 64, &[0; 8]),
            "is no WAV file that is read (bits per sample is not 32); convert it to PCM or to 32-bit floats",
        ),
        (
            wav(1, 2, 16, &shorts(&[1])),
            "is no WAV file that is read (invalid data chunk length); convert it to PCM or to 32-bit floats",
        ),
        (Vec::new(), "is empty; give a file with numbers"),
    ] {
        directory.with("a.wav", bytes);
        assert_eq!(
            directory.refused("sum", &["a.wav"], 1),
            format!("reduce: a.wav {message}\n")
        );
    }
}
