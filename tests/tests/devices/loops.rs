//! Operators with many rounds of loops per element: the bits of the CPU, or an `Error` on a driver that ends loops early, and never another number.
//!
//! llvmpipe ends all loops of an invocation after 65 535 rounds together; SwiftShader has no such limit.

use reduce_tests::device::{Driver, borrowed, fresh, gpu, read};
use reduce_wgpu::check_monoid::compare;
use reduce_wgpu::gpu;
use reduce_wgpu::laws::Check;
use reduce_wgpu::{
    Caps, Cpu, Error, GpuReducer, GpuType, Kernels, LoopLimit, Monoid, NoParameters, Operator, Reduce, Reduction,
    Strategy,
};
use wgpu::BufferUsages;

use crate::agree::Comparable;

/// A number that is computed in `rounds` rounds.
#[gpu]
fn churned(x: u32, rounds: u32) -> u32 {
    let mut word = x;
    for _ in 0..rounds {
        word = word.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
    }
    word
}

/// A constant number of rounds per element.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u32)]
struct Churned<const ROUNDS: u32> {
    #[reduce(sum, lift = churned(x, ROUNDS))]
    sum: u32,
}

/// As many rounds as the element's value.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u32)]
struct Asked {
    #[reduce(sum, lift = churned(x, x))]
    sum: u32,
}

/// Few constant rounds, which are counted before anything runs.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u32)]
struct Few {
    #[reduce(sum, lift = few(x))]
    sum: u32,
}

#[gpu]
fn few(x: u32) -> u32 {
    let mut word = x;
    for _ in 0..40 {
        word = word.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
    }
    word
}

/// Steps of Collatz: `while` over data.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
#[reduce(input = u32)]
struct Steps {
    #[reduce(max, lift = steps(x))]
    most: u32,
    #[reduce(sum, lift = steps(x))]
    sum: u32,
}

#[gpu]
fn steps(x: u32) -> u32 {
    let mut n = x;
    let mut steps = 0;
    while n > 1 {
        n = if n & 1 == 0 {
            n / 2
        } else {
            n.wrapping_mul(3).wrapping_add(1)
        };
        steps += 1;
    }
    steps
}

/// A loop in `combine`, which the tree runs as well; the result depends on the order.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Hashed<const ROUNDS: u32> {
    word: u32,
}

#[gpu]
impl<const ROUNDS: u32> Monoid for Hashed<ROUNDS> {
    fn identity() -> Self {
        Hashed { word: 0 }
    }
    fn combine(a: Self, b: Self) -> Self {
        Hashed {
            word: churned(a.word ^ b.word, ROUNDS).wrapping_add(a.word),
        }
    }
}

struct Hashes<const ROUNDS: u32>;

#[gpu]
impl<const ROUNDS: u32> Reduction for Hashes<ROUNDS> {
    type Input = u32;
    type State = Hashed<ROUNDS>;
    type Output = u32;
    fn lift(x: u32) -> Hashed<ROUNDS> {
        Hashed { word: x }
    }
    fn finish(s: Hashed<ROUNDS>) -> u32 {
        s.word
    }
}

/// A loop in `finish`.
struct Last;

#[gpu]
impl Reduction for Last {
    type Input = u32;
    type State = Few;
    type Output = u32;
    fn lift(x: u32) -> Few {
        Few { sum: x }
    }
    fn finish(s: Few) -> u32 {
        steps(s.sum % 1000)
    }
}

fn numbers(len: u32) -> Vec<u32> {
    (0..len).map(|i| i.wrapping_mul(2_654_435_761)).collect()
}

/// The bits of the CPU on every driver.
fn runs<R: Comparable<Input = u32>>(data: &[u32]) {
    let (device, host) = (gpu().reduce::<R>(data).unwrap(), Cpu::new().reduce::<R>(data).unwrap());
    assert_eq!(format!("{device:?}"), format!("{host:?}"), "{} elements", data.len());
}

/// An `Error` that says why on llvmpipe, the bits of the CPU elsewhere.
fn ended<T: PartialEq + std::fmt::Debug>(result: Result<T, Error>, host: impl FnOnce() -> T) {
    match Driver::of_this_run() {
        Driver::Llvmpipe => {
            let error = result.unwrap_err();
            assert!(matches!(error, Error::Loops { rounds: 65_535, .. }), "{error}");
            let message = error.to_string();
            assert!(
                message.contains("llvmpipe") && message.contains("; use ") || message.contains("; read "),
                "{message}"
            );
        }
        Driver::SwiftShader => assert_eq!(result.unwrap(), host()),
    }
}

#[test]
fn the_limit_of_the_driver_is_found_when_it_is_opened() {
    let limit = match Driver::of_this_run() {
        Driver::Llvmpipe => Some(LoopLimit {
            rounds: 65_535,
            noticed: true,
        }),
        Driver::SwiftShader => None,
    };
    assert_eq!(fresh().caps().loop_limit, limit);
    assert_eq!(borrowed(|_, _| {}).caps().loop_limit, limit);
}

#[test]
fn a_thousand_rounds_an_element() {
    for len in [1, 1000, 32_767, 32_768, 100_000, 1 << 20] {
        runs::<Churned<1000>>(&numbers(len));
    }
}

#[test]
fn more_rounds_than_the_driver_carries_out() {
    let data = numbers(33_000);
    let host = || Cpu::new().reduce::<Churned<3000>>(&data).unwrap();
    ended(gpu().reduce::<Churned<3000>>(&data), host);
    ended(gpu().reduce::<Churned<3000>>(&gpu().upload(&data).unwrap()), host);
    // Few elements need few rounds, also after a call that needed more.
    runs::<Churned<3000>>(&data[..5000]);
}

#[test]
fn rounds_that_data_asks_for() {
    let mut data = vec![700; 40_000];
    runs::<Asked>(&data);
    // One element alone.
    data[12_345] = 200_000;
    ended(gpu().reduce::<Asked>(&data), || {
        Cpu::new().reduce::<Asked>(&data).unwrap()
    });
    // Neighbours in a subgroup one after the other: none has too many, all of them together do.
    let mut data = vec![0; 32_768 * 2];
    for invocation in 0..8 {
        data[1024 * (invocation + 3) + invocation] = 20_000;
    }
    ended(gpu().reduce::<Asked>(&data), || {
        Cpu::new().reduce::<Asked>(&data).unwrap()
    });
    let data: Vec<u32> = (1..100_000).collect();
    runs::<Steps>(&data);
}

#[test]
fn loops_in_combine() {
    for len in [2, 1000, 32_769, 300_000] {
        runs::<Hashes<700>>(&numbers(len));
    }
    let data = numbers(40_000);
    let host = || Cpu::new().reduce::<Hashes<5000>>(&data).unwrap();
    ended(gpu().reduce::<Hashes<5000>>(&data), host);
}

#[test]
fn streams_and_parts_report_it_as_well() {
    let data = numbers(70_000);
    let host = || Cpu::new().reduce::<Churned<1000>>(&data).unwrap();
    let reducer: GpuReducer<Churned<1000>> = gpu().reducer().unwrap();
    let stream = || {
        let mut stream = reducer.stream()?;
        data.chunks(999).try_for_each(|piece| stream.push(piece))?;
        stream.finish()
    };
    ended(stream(), host);
    ended(reducer.partial(&data, 0).and_then(|part| part.finish()), host);
    // A stream that another call runs beside.
    let mut stream = reducer.stream().unwrap();
    stream.push(&data).unwrap();
    assert_eq!(
        reducer.reduce(&data[..100]).unwrap(),
        Cpu::new().reduce::<Churned<1000>>(&data[..100]).unwrap()
    );
    ended(stream.finish(), host);
}

#[test]
fn strategies_of_the_ladder_report_it_as_well() {
    let data = numbers(40_000);
    let host = Cpu::new().reduce::<Churned<3000>>(&data).unwrap();
    for strategy in [Strategy::Serial, Strategy::InterleavedTwoPass, Strategy::Recursive] {
        let reducer = gpu().reducer_with::<Churned<3000>>(strategy).unwrap();
        match reducer.reduce(&data) {
            Ok(sum) => assert_eq!(sum, host, "{strategy}"),
            Err(error) => assert!(
                matches!(error, Error::Loops { .. }) && Driver::of_this_run() == Driver::Llvmpipe,
                "{strategy}: {error}"
            ),
        }
    }
    let serial = gpu().reducer_with::<Churned<3000>>(Strategy::Serial).unwrap();
    ended(serial.reduce(&data), || host);
}

/// The word that the caller's own encoder writes for the elements.
fn encoded<R: Operator<Params: NoParameters, Input = u32, Output: GpuType>>(data: &[u32]) -> Result<u32, Error> {
    let reducer = gpu().reducer::<R>()?;
    let array = gpu().upload(data)?;
    let output = gpu().device().create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 4,
        usage: BufferUsages::STORAGE | BufferUsages::COPY_SRC,
        mapped_at_creation: false,
    });
    let mut encoder = gpu().device().create_command_encoder(&Default::default());
    reducer.encode(&mut encoder, &array, data.len(), &output)?;
    gpu().queue().submit([encoder.finish()]);
    let bytes = read(gpu(), &output);
    Ok(u32::from_le_bytes(bytes.try_into().unwrap()))
}

/// Nobody reads there whether a loop was left, so only operators whose rounds are counted before they run are taken.
#[test]
fn the_callers_encoder_gets_what_is_counted_before() {
    let data = numbers(100_000);
    assert_eq!(
        encoded::<Few>(&data).unwrap(),
        Cpu::new().reduce::<Few>(&data).unwrap().sum
    );
    ended(encoded::<Churned<1000>>(&data), || {
        Cpu::new().reduce::<Churned<1000>>(&data).unwrap().sum
    });
    ended(encoded::<Last>(&data), || Cpu::new().reduce::<Last>(&data).unwrap());
}

/// A law that cannot be compared is no bug of the framework's.
#[test]
fn checks_say_why_they_cannot_compare() {
    let checked = compare(&Check::<Churned<3000>>::reduction("Churned"), gpu()).unwrap();
    match Driver::of_this_run() {
        Driver::Llvmpipe => {
            let message = checked.unwrap_err().to_string();
            assert!(
                message.contains("cannot reduce") && message.contains("after 65535 rounds"),
                "{message}"
            );
            assert!(!message.contains("bug of the framework"), "{message}");
        }
        Driver::SwiftShader => assert!(checked.is_ok()),
    }
}

#[test]
fn it_is_explained() {
    let page = |kernels: &Kernels| kernels.explain();
    let (few, many) = (gpu().reducer::<Few>().unwrap(), gpu().reducer::<Steps>().unwrap());
    let (few, many) = (page(few.kernels()), page(many.kernels()));
    match Driver::of_this_run() {
        Driver::Llvmpipe => {
            let limit = "loops      of an invocation end after 65535 rounds together on this device; ";
            assert!(few.contains(&format!("{limit}the operator's need fewer")), "{few}");
            assert!(
                many.contains(&format!("{limit}where the operator's need more, the call is an Error")),
                "{many}"
            );
        }
        Driver::SwiftShader => assert!(!few.contains("loops  ") && !many.contains("loops  "), "{few}{many}"),
    }
}

/// A device that leaves loops in a way that no kernel notices would have wrong numbers: refused, but for loops that are short enough.
#[test]
fn what_no_kernel_would_notice_is_refused() {
    let caps = Caps::llvmpipe().with(|caps| {
        caps.loop_limit = Some(LoopLimit {
            rounds: 65_535,
            noticed: false,
        })
    });
    let error = Kernels::of::<Steps>(&caps).unwrap_err().to_string();
    assert!(error.contains("no kernel would know"), "{error}");
    assert!(Kernels::of::<Few>(&caps).is_ok());
    assert!(Kernels::with::<Steps>(Strategy::Recursive, &caps).is_err());
}
