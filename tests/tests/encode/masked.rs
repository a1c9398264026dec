//! Masks in the caller's encoder: results of the whole input, of groups and of keys are those of `reduce` and `reduce_each` with the same mask.

use reduce_tests::device::{gpu, read};
use reduce_tests::inputs::{Kind, input};
use reduce_tests::parameters::CountAbove;
use reduce_tests::two_orders::HashOfBytes;
use reduce_wgpu::prelude::*;
use reduce_wgpu::{DeviceOutput, DeviceSource};

use super::{buffer, encoder};

const LENGTHS: [usize; 6] = [0, 1, 7, 4096, 32_769, 100_003];

/// Every third element counts, and one at the end.
fn mask(len: usize) -> Vec<bool> {
    (0..len).map(|index| index % 3 == 1 || index + 1 == len).collect()
}

/// The bytes of elements in a buffer, up to a multiple of four.
fn padded(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes.resize(bytes.len().next_multiple_of(4).max(4), 1);
    bytes
}

/// The bytes that `encode` writes behind 16 others.
fn encoded<R>(reducer: &GpuReducer<R>, input: impl DeviceSource<R::Input>, len: u64) -> Vec<u8>
where
    R: Operator<Output: DeviceOutput>,
{
    let bytes = reducer.output_bytes().unwrap();
    let output = buffer(gpu(), &vec![0xff; 16 + bytes as usize]);
    let mut encoder = encoder(gpu());
    reducer
        .encode(&mut encoder, input, len, output.slice(16..16 + bytes))
        .unwrap();
    gpu().queue().submit([encoder.finish()]);
    read(gpu(), &output)[16..].to_vec()
}

#[test]
fn inputs_with_a_mask() {
    let sum = gpu().reducer::<ops::Sum<f32>>().unwrap();
    let first = gpu().reducer::<ops::ArgMax<f32>>().unwrap();
    let hash = gpu().reducer::<HashOfBytes>().unwrap();
    for len in LENGTHS {
        let (floats, bytes): (Vec<f32>, Vec<u8>) = (input(Kind::Ordinary, len), input(Kind::Ordinary, len));
        let mask = mask(len);
        let there = buffer(gpu(), &padded(bytemuck::cast_slice(&floats)));
        let mask_there = buffer(
            gpu(),
            &padded(&mask.iter().map(|counts| u8::from(*counts)).collect::<Vec<_>>()),
        );
        let masked = || Masked::new(&there, &mask_there).unwrap();
        let expected = Cpu::new()
            .reduce::<ops::Sum<f32>>(Masked::new(&floats, &mask).unwrap())
            .unwrap();
        assert_eq!(
            encoded(&sum, masked(), len as u64),
            expected.to_bits().to_le_bytes(),
            "{len}"
        );
        let expected = Cpu::new()
            .reduce::<ops::ArgMax<f32>>(Masked::new(&floats, &mask).unwrap())
            .unwrap();
        let found = encoded(&first, masked(), len as u64);
        assert_eq!(found[4..8], expected.value.to_bits().to_le_bytes(), "{len}");
        assert_eq!(found[..4], expected.index.to_le_bytes(), "{len}");
        // An order that counts, and elements that lie in an array.
        let array = gpu().upload(&bytes).unwrap();
        let mask_array = gpu().upload(&mask).unwrap();
        let expected = Cpu::new()
            .reduce::<HashOfBytes>(Masked::new(&bytes, &mask).unwrap())
            .unwrap();
        let found = encoded(&hash, Masked::new(&array, &mask_array).unwrap(), len as u64);
        assert_eq!(found, bytemuck::bytes_of(&expected), "{len}");
    }
}

#[test]
fn several_inputs_and_views_with_a_mask() {
    let floats: Vec<f32> = input(Kind::Ordinary, 60_006);
    let array = gpu().upload(&floats).unwrap();
    let mask = mask(20_002);
    let mask_there = gpu().upload(&mask).unwrap();
    let sum = gpu().reducer::<ops::Sum<f32>>().unwrap();
    let view = Strided::new(&floats, 1, 3).unwrap();
    let expected = Cpu::new()
        .reduce::<ops::Sum<f32>>(Masked::new(view, &mask).unwrap())
        .unwrap();
    let view = Strided::new(&array, 1, 3).unwrap();
    let found = encoded(&sum, Masked::new(view, &mask_there).unwrap(), 20_002);
    assert_eq!(found, expected.to_bits().to_le_bytes());
    let dot = gpu().reducer::<ops::Dot<f32>>().unwrap();
    let expected = Cpu::new()
        .reduce::<ops::Dot<f32>>(Masked::new((&floats[..20_002], &floats[5..20_007]), &mask).unwrap())
        .unwrap();
    let there = buffer(gpu(), bytemuck::cast_slice(&floats));
    let both = (there.slice(..20_002 * 4), there.slice(20..20_007 * 4));
    let found = encoded(&dot, Masked::new(both, &mask_there).unwrap(), 20_002);
    assert_eq!(found, expected.to_bits().to_le_bytes());
}

#[test]
fn lengths_and_parameters_on_the_device() {
    let floats: Vec<f32> = input(Kind::Ordinary, 70_000);
    let mask = mask(70_000);
    let (array, mask_there) = (gpu().upload(&floats).unwrap(), gpu().upload(&mask).unwrap());
    let expected = Cpu::new()
        .reducer_using(CountAbove { threshold: 0.25 })
        .unwrap()
        .reduce(Masked::new(&floats[..50_001], &mask[..50_001]).unwrap())
        .unwrap();
    let length = buffer(gpu(), &50_001u32.to_le_bytes());
    let output = buffer(gpu(), &[0xff; 16]);
    let params = gpu().device().create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 16,
        usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    gpu().queue().write_buffer(&params, 0, &0.25f32.to_le_bytes());
    let above = gpu().reducer_using(CountAbove { threshold: 7.0 }).unwrap();
    let mut encoder = encoder(gpu());
    let masked = Masked::new(&array, &mask_there).unwrap();
    let len = Length::on_device(&length, 70_000);
    above.encode_using(&mut encoder, masked, len, &output, &params).unwrap();
    gpu().queue().submit([encoder.finish()]);
    assert_eq!(
        read(gpu(), &output)[..bytemuck::bytes_of(&expected).len()],
        *bytemuck::bytes_of(&expected)
    );
}

#[test]
fn groups_with_a_mask() {
    let floats: Vec<f32> = input(Kind::Ordinary, 64 * 1000);
    let mask = mask(floats.len());
    let (array, mask_there) = (gpu().upload(&floats).unwrap(), gpu().upload(&mask).unwrap());
    let sum = gpu().reducer::<ops::Sum<f32>>().unwrap();
    let output = buffer(gpu(), &vec![0xff; 4 * 1000]);
    let masked = || Masked::new(&array, &mask_there).unwrap();
    let mut rows = encoder(gpu());
    sum.encode_each(&mut rows, masked(), Rows(64), &output).unwrap();
    gpu().queue().submit([rows.finish()]);
    let on_host = || Masked::new(&floats, &mask).unwrap();
    let expected = Cpu::new().reduce_each::<ops::Sum<f32>>(on_host(), Rows(64)).unwrap();
    assert_eq!(read(gpu(), &output), bytemuck::cast_slice::<f32, u8>(&expected));
    // By keys on the device.
    let keys: Vec<u32> = (0..floats.len() as u32).map(|index| index * 7 % 100).collect();
    let keys_there = gpu().upload(&keys).unwrap();
    let [names, values, count] = [400, 400, 4].map(|bytes| buffer(gpu(), &vec![0xff; bytes]));
    let mut by_key = encoder(gpu());
    let to = GroupBuffers::new(&names, &values, &count);
    sum.encode_each(&mut by_key, masked(), Keys(&keys_there), to).unwrap();
    gpu().queue().submit([by_key.finish()]);
    let expected = Cpu::new().reduce_each::<ops::Sum<f32>>(on_host(), Keys(&keys)).unwrap();
    assert_eq!(read(gpu(), &values), bytemuck::cast_slice::<f32, u8>(&expected.values));
    assert_eq!(read(gpu(), &count), 100u32.to_le_bytes());
}

#[test]
fn a_mask_that_is_too_short_is_refused() {
    let there = buffer(gpu(), &[0; 4096]);
    let mask_there = buffer(gpu(), &[1; 1000]);
    let output = buffer(gpu(), &[0xff; 4096]);
    let sum = gpu().reducer::<ops::Sum<f32>>().unwrap();
    let mut encoder = encoder(gpu());
    let masked = || Masked::new(&there, &mask_there).unwrap();
    let error = sum.encode(&mut encoder, masked(), 1024u64, &output).unwrap_err();
    assert!(matches!(error, Error::Buffer { .. }), "{error}");
    let error = sum.encode_each(&mut encoder, masked(), Rows(64), &output).unwrap_err();
    assert!(matches!(error, Error::Lengths { .. }), "{error}");
}
