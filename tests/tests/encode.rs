//! Reductions in the caller's own encoder: the same bits as `reduce`, wherever the data lies and whoever knows the length.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test reports by panicking")]

#[path = "encode/counted.rs"]
mod counted;
#[path = "encode/groups.rs"]
mod groups;
#[path = "encode/keyed.rs"]
mod keyed;
#[path = "encode/long.rs"]
mod long;
#[path = "encode/masked.rs"]
mod masked;

use reduce_tests::device::{Driver, gpu, read};
use reduce_tests::ops::{KahanSum, L1Norm, Max, Mean, MinMax, Sum, Variance};
use reduce_tests::two_orders::Two;
use reduce_wgpu::prelude::*;
use wgpu::util::DeviceExt as _;
use wgpu::{Buffer, BufferUsages};

/// The usages of the tests' buffers: all but those for mapping.
const USAGE: BufferUsages = BufferUsages::STORAGE
    .union(BufferUsages::COPY_SRC)
    .union(BufferUsages::COPY_DST);

fn buffer(gpu: &Gpu, contents: &[u8]) -> Buffer {
    let label = None;
    gpu.device().create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label,
        contents,
        usage: USAGE,
    })
}

fn encoder(gpu: &Gpu) -> wgpu::CommandEncoder {
    gpu.device()
        .create_command_encoder(&wgpu::CommandEncoderDescriptor::default())
}

fn numbers(count: usize) -> Vec<f32> {
    (0..count as u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 9) as f32 / 4096.0 - 700.0)
        .collect()
}

/// Lengths around the sizes of groups, tiles and trees.
const LENGTHS: [usize; 12] = [0, 1, 2, 3, 5, 255, 1024, 32_767, 32_768, 32_769, 98_301, 200_003];

#[test]
fn results_follow_each_other_in_one_encoder() {
    let gpu = gpu();
    let data = numbers(200_003);
    let input = buffer(gpu, bytemuck::cast_slice(&data));
    let output = buffer(gpu, &[0xff; 64 * 12]);
    let (sum, extremes) = (
        gpu.reducer::<Sum<f32>>().unwrap(),
        gpu.reducer::<MinMax<f32>>().unwrap(),
    );
    assert_eq!((sum.output_bytes().unwrap(), extremes.output_bytes().unwrap()), (4, 8));
    let mut encoder = encoder(gpu);
    for (index, len) in (0..).zip(LENGTHS) {
        // At every multiple of four bytes, and nothing beside it is touched.
        let at = index * 24 + 4;
        sum.encode(&mut encoder, &input, len, output.slice(at..)).unwrap();
        extremes
            .encode(&mut encoder, &input, len, output.slice(at + 8..at + 16))
            .unwrap();
    }
    gpu.queue().submit([encoder.finish()]);
    let words: Vec<u32> = bytemuck::pod_collect_to_vec(&read(gpu, &output));
    for (slot, len) in words.chunks(6).zip(LENGTHS) {
        let sum = Cpu::new().reduce::<Sum<f32>>(&data[..len]).unwrap();
        let MinMax { min, max } = Cpu::new().reduce::<MinMax<f32>>(&data[..len]).unwrap();
        assert_eq!(
            slot,
            [
                u32::MAX,
                sum.to_bits(),
                u32::MAX,
                min.to_bits(),
                max.to_bits(),
                u32::MAX
            ],
            "{len} elements"
        );
    }
}

#[test]
fn an_input_begins_anywhere() {
    let gpu = gpu();
    let data = numbers(100_100);
    let input = buffer(gpu, bytemuck::cast_slice(&data));
    let output = buffer(gpu, &[0; 4]);
    let sum = gpu.reducer::<Sum<f32>>().unwrap();
    for first in [0, 1, 2, 3, 4, 7, 64, 65, 100, 33_333, 100_098] {
        for len in [1, 2, 31_000, 32_768, 66_667] {
            if first + len > data.len() {
                continue;
            }
            let mut encoder = encoder(gpu);
            sum.encode(&mut encoder, input.slice(first as u64 * 4..), len, &output)
                .unwrap();
            gpu.queue().submit([encoder.finish()]);
            let expected = Cpu::new().reduce::<Sum<f32>>(&data[first..first + len]).unwrap();
            assert_eq!(
                read(gpu, &output),
                expected.to_le_bytes(),
                "{len} elements from {first} on"
            );
        }
    }
}

#[test]
fn packed_elements_begin_anywhere() {
    let gpu = gpu();
    let data: Vec<u8> = (0..140_004u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    let input = buffer(gpu, &data);
    let output = buffer(gpu, &[0; 4]);
    let sum = gpu.reducer::<Sum<u8>>().unwrap();
    for first in [0, 1, 3, 4, 15, 16, 257] {
        for len in [1, 3, 4, 5, 131_072, 139_000] {
            let mut encoder = encoder(gpu);
            sum.encode(&mut encoder, input.slice(first as u64..), len, &output)
                .unwrap();
            gpu.queue().submit([encoder.finish()]);
            let expected: u32 = data[first..first + len].iter().map(|&x| u32::from(x)).sum();
            assert_eq!(
                read(gpu, &output),
                expected.to_le_bytes(),
                "{len} elements from {first} on"
            );
        }
    }
}

#[test]
fn a_length_on_the_device() {
    let gpu = gpu();
    let data = numbers(200_003);
    let input = buffer(gpu, bytemuck::cast_slice(&data));
    // Behind the lengths, one that is more than there may be.
    let mut lengths: Vec<u32> = LENGTHS.iter().map(|&len| len as u32).collect();
    lengths.push(u32::MAX);
    let lengths_on_device = buffer(gpu, bytemuck::cast_slice(&lengths));
    let output = buffer(gpu, &[0; 4 * 13]);
    let sum = gpu.reducer::<Sum<f32>>().unwrap();
    let mut encoder = encoder(gpu);
    for index in 0..lengths.len() as u64 {
        let at = index * 4;
        let length = Length::on_device(lengths_on_device.slice(at..at + 4), data.len() as u64);
        sum.encode(&mut encoder, &input, length, output.slice(at..)).unwrap();
    }
    gpu.queue().submit([encoder.finish()]);
    let found: Vec<u32> = bytemuck::pod_collect_to_vec(&read(gpu, &output));
    let expected: Vec<u32> = lengths
        .iter()
        .map(|&len| {
            let len = data.len().min(len as usize);
            Cpu::new().reduce::<Sum<f32>>(&data[..len]).unwrap().to_bits()
        })
        .collect();
    assert_eq!(found, expected);
}

/// Full tiles have a kernel of their own, which no tile that ends early may get: neither where the host knows the length nor where the device does.
#[test]
fn full_tiles_and_the_last_one_of_a_length_anywhere() {
    let gpu = gpu();
    let data: Vec<f64> = numbers(100_000).into_iter().map(f64::from).collect();
    let Ok(variance) = gpu.reducer::<Variance<f64>>() else {
        assert!(!Driver::of_this_run().has_64_bits());
        return;
    };
    let (input, output) = (buffer(gpu, bytemuck::cast_slice(&data)), buffer(gpu, &[0; 8]));
    for len in [2, 16_383, 16_384, 16_385, 81_920, 81_923, 100_000] {
        let expected = Cpu::new().reduce::<Variance<f64>>(&data[..len]).unwrap();
        let place = buffer(gpu, bytemuck::bytes_of(&(len as u32)));
        let lengths = [Length::from(len as u64), Length::on_device(&place, data.len() as u64)];
        for (length, known) in lengths.into_iter().zip(["host", "device"]) {
            let mut encoder = encoder(gpu);
            variance.encode(&mut encoder, &input, length, &output).unwrap();
            gpu.queue().submit([encoder.finish()]);
            assert_eq!(
                read(gpu, &output),
                expected.to_le_bytes(),
                "{len}, known to the {known}"
            );
        }
    }
}

/// Two kernels read the elements of such a tuple: by 16-byte loads, one by one where those do not fit, and for a length on the device.
#[test]
fn a_tuple_has_the_orders_of_its_members_wherever_it_lies() {
    let gpu = gpu();
    let data = numbers(100_100);
    let input = buffer(gpu, bytemuck::cast_slice(&data));
    let output = buffer(gpu, &[0; 24]);
    let both = gpu.reducer::<Two>().unwrap();
    assert_eq!(both.output_bytes().unwrap(), 12);
    for first in [0, 1, 64, 33_333] {
        for len in [0, 1, 255, 32_768, 32_769, 66_666] {
            let length = buffer(gpu, bytemuck::bytes_of(&(len as u32)));
            let mut encoder = encoder(gpu);
            let elements = input.slice(first as u64 * 4..);
            both.encode(&mut encoder, elements, len, output.slice(..12)).unwrap();
            let on_device = Length::on_device(&length, (data.len() - first) as u64);
            both.encode(&mut encoder, elements, on_device, output.slice(12..))
                .unwrap();
            gpu.queue().submit([encoder.finish()]);
            let expected = Cpu::new().reduce::<Two>(&data[first..first + len]).unwrap();
            let words: Vec<f32> = bytemuck::pod_collect_to_vec(&read(gpu, &output));
            let found = words.chunks(3).map(|words| format!("{words:?}"));
            let (sum, shift) = expected;
            let expected = format!("{:?}", [sum, shift.sign, shift.by]);
            assert!(
                found.into_iter().all(|found| found == expected),
                "{len} elements from {first} on: {words:?}, not {expected}"
            );
        }
    }
}

#[test]
fn inside_an_open_pass_on_memory_of_the_callers() {
    let gpu = gpu();
    let data = numbers(70_000);
    let input = gpu.upload(&data).unwrap();
    let output = buffer(gpu, &[0; 8]);
    let largest = gpu.reducer::<Max<f32>>().unwrap();
    let scratch = largest.scratch(70_000).unwrap();
    assert_eq!(scratch.bytes(), largest.scratch_bytes(70_000).unwrap());
    let largest = largest.with_scratch(&scratch).unwrap();
    let exact = gpu.reducer::<KahanSum>().unwrap().with_scratch(&scratch);
    let mut encoder = encoder(gpu);
    {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        largest
            .encode_pass(&mut pass, &input, 70_000, output.slice(..4))
            .unwrap();
        largest.encode_pass(&mut pass, &input, 100, output.slice(4..)).unwrap();
    }
    gpu.queue().submit([encoder.finish()]);
    let of = |len: usize| Cpu::new().reduce::<Max<f32>>(&data[..len]).unwrap().to_le_bytes();
    assert_eq!(read(gpu, &output), [of(70_000), of(100)].concat());
    // Its states take twice the room.
    let mut encoder = self::encoder(gpu);
    let refused = exact
        .unwrap()
        .encode(&mut encoder, &input, 70_000, &output)
        .unwrap_err();
    assert!(matches!(refused, Error::Limit { .. }), "{refused}");
}

#[test]
fn results_of_every_layout() {
    let gpu = gpu();
    let data = numbers(1000);
    let input = buffer(gpu, bytemuck::cast_slice(&data));
    let output = buffer(gpu, &[0; 16]);
    let run = |encode: &dyn Fn(&mut wgpu::CommandEncoder)| {
        let mut encoder = encoder(gpu);
        encode(&mut encoder);
        gpu.queue().submit([encoder.finish()]);
        let words: Vec<u32> = bytemuck::pod_collect_to_vec(&read(gpu, &output));
        words
    };
    let any = gpu.reducer::<ops::Any<f32>>().unwrap();
    assert_eq!(run(&|encoder| any.encode(encoder, &input, 3, &output).unwrap())[0], 1);
    let at = gpu.reducer::<ops::ArgMax<f32>>().unwrap();
    let best = Cpu::new().reduce::<ops::ArgMax<f32>>(&data).unwrap();
    assert_eq!(
        run(&|encoder| at.encode(encoder, &input, 1000, &output).unwrap())[..2],
        [best.index, best.value.to_bits()]
    );
    let top = gpu.reducer::<ops::TopK<f32, 2>>().unwrap();
    let best = Cpu::new().reduce::<ops::TopK<f32, 2>>(&data).unwrap();
    assert_eq!(
        run(&|encoder| top.encode(encoder, &input, 1000, &output).unwrap()),
        best.map(|at| [at.index, at.value.to_bits()]).concat()
    );
    let both = gpu.reducer::<(Sum<f32>, Max<f32>)>().unwrap();
    let (sum, max) = Cpu::new().reduce::<(Sum<f32>, Max<f32>)>(&data).unwrap();
    assert_eq!(
        run(&|encoder| both.encode(encoder, &input, 1000, &output).unwrap())[..2],
        [sum.to_bits(), max.to_bits()]
    );
    let halves = (input.slice(..2000), input.slice(2000..));
    let (x, y) = (&data[..500], &data[500..]);
    let dot = gpu.reducer::<ops::Dot<f32>>().unwrap();
    let covariance = gpu.reducer::<ops::Covariance<f32, 1>>().unwrap();
    let correlation = gpu.reducer::<ops::Correlation<f32>>().unwrap();
    for (found, expected) in [
        (
            run(&|encoder| dot.encode(encoder, halves, 500, &output).unwrap()),
            Cpu::new().reduce::<ops::Dot<f32>>((x, y)),
        ),
        (
            run(&|encoder| covariance.encode(encoder, halves, 500, &output).unwrap()),
            Cpu::new().reduce::<ops::Covariance<f32, 1>>((x, y)),
        ),
        (
            run(&|encoder| correlation.encode(encoder, halves, 500, &output).unwrap()),
            Cpu::new().reduce::<ops::Correlation<f32>>((x, y)),
        ),
    ] {
        let (found, expected) = (f32::from_bits(found[0]), expected.unwrap());
        assert!(
            (found - expected).abs() <= expected.abs() * 1e-5,
            "{found} beside {expected}"
        );
    }
}

#[test]
fn what_cannot_be_used_is_refused_and_nothing_recorded() {
    let gpu = gpu();
    let input = buffer(gpu, &[0; 64]);
    let output = buffer(gpu, &[0; 4]);
    let plain = gpu.device().create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 64,
        usage: BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let mean = gpu.reducer::<Mean<f32>>().unwrap();
    let mut encoder = encoder(gpu);
    let mut refused = |input: wgpu::BufferSlice<'_>, len: u64, output: wgpu::BufferSlice<'_>| {
        mean.encode(&mut encoder, input, len, output).unwrap_err().to_string()
    };
    assert_eq!(
        refused(plain.slice(..), 16, output.slice(..)),
        "the input cannot be bound; make it with BufferUsages::STORAGE among its usages"
    );
    assert_eq!(
        refused(input.slice(..), 17, output.slice(..)),
        "the input has 64 bytes where 68 are needed; give a longer buffer or a smaller length"
    );
    assert_eq!(
        refused(input.slice(..), u64::MAX, output.slice(..)),
        format!(
            "the input has 64 bytes where {} are needed; give a longer buffer or a smaller length",
            u64::MAX
        )
    );
    assert_eq!(
        refused(input.slice(2..), 4, output.slice(..)),
        "the input begins at byte 2; begin at a multiple of the size of a scalar: 4 bytes, for packed elements that of one"
    );
    assert_eq!(
        refused(input.slice(..), 16, plain.slice(..)),
        "the output cannot be bound; make it with BufferUsages::STORAGE among its usages"
    );
    assert_eq!(
        refused(input.slice(..), 16, output.slice(2..)),
        "the output has 2 bytes where 4 are needed; give a longer buffer or a smaller length"
    );
    let both = gpu.reducer::<ops::Dot<f32>>().unwrap();
    let error = both.encode(&mut encoder, &input, 8, &output).unwrap_err().to_string();
    assert_eq!(
        error,
        "the input is 1 buffer(s) where an element has 2 parts; give a tuple of one buffer for each member of the element"
    );
    let long = Length::on_device(&input, 1 << 33);
    let error = mean
        .encode(&mut encoder, &input, long, &output)
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("a length on the device takes 8589934592 elements"),
        "{error}"
    );
    // The encoder is none the worse for it.
    mean.encode(&mut encoder, &input, 16, &output).unwrap();
    gpu.queue().submit([encoder.finish()]);
    assert_eq!(read(gpu, &output), 0f32.to_le_bytes());
}

#[test]
fn a_warm_call_allocates_no_memory() {
    // A device of its own: the report is of all tests on one.
    let gpu = &Gpu::new().unwrap();
    let input = buffer(gpu, bytemuck::cast_slice(&numbers(100_000)));
    let output = buffer(gpu, &[0; 4]);
    let sum = gpu.reducer::<Sum<f32>>().unwrap();
    let call = || {
        let mut encoder = encoder(gpu);
        sum.encode(&mut encoder, &input, 100_000, &output).unwrap();
        gpu.queue().submit([encoder.finish()]);
        gpu.device().poll(wgpu::PollType::wait_indefinitely()).unwrap();
    };
    call();
    let allocated = || {
        let report = gpu.device().generate_allocator_report().unwrap();
        report
            .allocations
            .iter()
            .filter(|one| ["the scratch memory", "the passes"].contains(&one.name.as_str()))
            .count()
    };
    let before = allocated();
    assert!(before > 0);
    for _ in 0..20 {
        call();
    }
    assert_eq!(allocated(), before);
}

/// Buffers of one to five tiles, one of them at an odd offset, and a rest behind them.
#[test]
fn several_buffers_are_one_input() {
    let gpu = gpu();
    let tile = Partial::<Sum<f32>>::tile_len() as usize;
    let data = numbers(9 * tile + 12_345);
    let cuts = [0, tile, 2 * tile, 7 * tile, 9 * tile, data.len()];
    let bytes: &[u8] = bytemuck::cast_slice(&data);
    let buffers: Vec<Buffer> = cuts
        .windows(2)
        .map(|cut| {
            // Four bytes in front, which the slices leave out.
            let piece = [&[0xff; 4], &bytes[cut[0] * 4..cut[1] * 4]].concat();
            buffer(gpu, &piece)
        })
        .collect();
    let slices: Vec<wgpu::BufferSlice<'_>> = buffers.iter().map(|buffer| buffer.slice(4..)).collect();
    let plain: Vec<Buffer> = cuts
        .windows(2)
        .map(|cut| buffer(gpu, &bytes[cut[0] * 4..cut[1] * 4]))
        .collect();
    let plain: Vec<&Buffer> = plain.iter().collect();
    let output = buffer(gpu, &[0; 64]);
    let (sum, norm) = (
        gpu.reducer::<Sum<f32>>().unwrap(),
        gpu.reducer::<L1Norm<f32>>().unwrap(),
    );
    for len in [1, tile, tile + 1, 7 * tile, 8 * tile - 3, data.len()] {
        let mut encoder = encoder(gpu);
        sum.encode(&mut encoder, &slices[..], len, output.slice(0..)).unwrap();
        sum.encode(&mut encoder, &plain[..], len, output.slice(4..)).unwrap();
        sum.encode(
            &mut encoder,
            &[plain[0], plain[1], plain[2], plain[3], plain[4]],
            Length::on_device(&buffer(gpu, bytemuck::bytes_of(&(len as u32))), data.len() as u64),
            output.slice(8..),
        )
        .unwrap();
        norm.encode(&mut encoder, &plain[..], len, output.slice(12..)).unwrap();
        gpu.queue().submit([encoder.finish()]);
        let words: Vec<u32> = bytemuck::pod_collect_to_vec(&read(gpu, &output));
        let expected = Cpu::new().reduce::<Sum<f32>>(&data[..len]).unwrap().to_bits();
        let norm = Cpu::new().reduce::<L1Norm<f32>>(&data[..len]).unwrap().to_bits();
        assert_eq!(words[..4], [expected, expected, expected, norm], "{len}");
    }
    let mut encoder = encoder(gpu);
    // Memory for the length is enough, whatever the length is cut into.
    let shared = sum.with_scratch(&sum.scratch(data.len() as u64).unwrap()).unwrap();
    shared.encode(&mut encoder, &plain[..], data.len(), &output).unwrap();
    let error = sum.encode(&mut encoder, &[plain[4], plain[0]], 3, &output).unwrap_err();
    assert_eq!(
        error.to_string(),
        "buffer 0 of the input holds 12345 elements, which is no multiple of 32768; \
         let all buffers but the last hold a multiple of Partial::tile_len() elements"
    );
    let error = sum
        .encode(&mut encoder, &[plain[0], plain[1]], 3 * tile, &output)
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "buffer 1 of the input has 131072 bytes where 262144 are needed; give a longer buffer or a smaller length"
    );
}

/// Scratch memory of the caller's is for a length, whether its elements lie in one buffer or in ten, and whoever knows how many there are.
#[test]
fn scratch_for_a_length_fits_its_elements_wherever_they_lie() {
    let gpu = gpu();
    let tile = Partial::<Sum<f32>>::tile_len() as usize;
    let data = numbers(9 * tile + 12_345);
    let pieces: Vec<Buffer> = data
        .chunks(tile)
        .map(|piece| buffer(gpu, bytemuck::cast_slice(piece)))
        .collect();
    let pieces: Vec<&Buffer> = pieces.iter().collect();
    let output = buffer(gpu, &[0; 4]);
    let place = buffer(gpu, &(data.len() as u32).to_le_bytes());
    let expected = Cpu::new().reduce::<Sum<f32>>(&data).unwrap();
    let sum = gpu.reducer::<Sum<f32>>().unwrap();
    let sum = sum.with_scratch(&sum.scratch(data.len() as u64).unwrap()).unwrap();
    for length in [
        Length::from(data.len()),
        Length::on_device(&place, data.len() as u64),
        Length::on_device(&place, data.len() as u64),
    ] {
        let mut encoder = encoder(gpu);
        sum.encode(&mut encoder, pieces.as_slice(), length, &output).unwrap();
        gpu.queue().submit([encoder.finish()]);
        assert_eq!(read(gpu, &output), expected.to_le_bytes());
    }
    // Strategies leave states for every piece.
    for strategy in [Strategy::Recursive, Strategy::InterleavedTwoPass] {
        let strategy = gpu.reducer_with::<Sum<f32>>(strategy).unwrap();
        let strategy = strategy
            .with_scratch(&strategy.scratch(data.len() as u64).unwrap())
            .unwrap();
        let mut encoder = encoder(gpu);
        strategy
            .encode(&mut encoder, pieces.as_slice(), data.len(), &output)
            .unwrap();
    }
}
