//! A device that goes away: every call from then on says so, and none panics.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use reduce_tests::device::{adapter, borrowed, fresh, request};
use reduce_tests::operators::Stats;
use reduce_wgpu::prelude::*;

#[test]
fn a_lost_device_of_our_own() {
    lose(&fresh());
}

#[test]
fn a_lost_device_of_the_caller() {
    lose(&borrowed(|_, _| ()));
}

/// Destroys the device between calls and tries everything on it.
fn lose(gpu: &Gpu) {
    let data = vec![1.0f32; 100_000];
    let array = gpu.upload(&data).unwrap();
    let reducer = gpu.reducer::<ops::Sum<f32>>().unwrap();
    assert_eq!(reducer.reduce(&array).unwrap(), 100_000.0);
    let long = vec![1.0f32; 5_000_000];
    let (mut begun, mut empty) = (reducer.stream().unwrap(), reducer.stream().unwrap());
    begun.push(&long).unwrap();
    gpu.device().destroy();
    for round in 0..3 {
        // Once it is over, a stream gives the same error to every call.
        is_loss(gpu, round, begun.push(&long));
        is_loss(gpu, round, begun.push(&[1.0]));
        is_loss(gpu, round, empty.push(&long));
        is_loss(gpu, round, reducer.stream());
        is_loss(gpu, round, reducer.reduce(&long));
        is_loss(gpu, round, reducer.partial(&data, 0));
        is_loss(gpu, round, pollster::block_on(reducer.reduce_async(&array)));
        is_loss(gpu, round, reducer.reduce(&array));
        is_loss(gpu, round, reducer.reduce(&data));
        is_loss(gpu, round, reducer.measure(&array));
        is_loss(gpu, round, gpu.reduce::<ops::Sum<f32>>(&[1.0]));
        is_loss(gpu, round, gpu.reduce::<Stats>(&data));
        is_loss(gpu, round, gpu.reducer::<ops::Max<f32>>());
        is_loss(gpu, round, gpu.upload(&data));
    }
    is_loss(gpu, 3, begun.finish());
    is_loss(gpu, 3, empty.finish());
    // A new one is not affected.
    crate::works(&fresh());
}

fn is_loss<T>(gpu: &Gpu, round: u32, result: Result<T, Error>) {
    let error = result
        .err()
        .unwrap_or_else(|| panic!("round {round}: a lost device answered"));
    let Error::DeviceLost { device, reason } = &error else {
        panic!("round {round}: {error:?}")
    };
    assert_eq!(device, gpu.name());
    assert!(!reason.is_empty());
    assert_eq!(
        error.to_string(),
        format!("{device} was lost ({reason}); make a new Gpu to go on")
    );
}

/// Futures that were begun before the loss end with a result or with the loss, and never wait for ever.
#[test]
fn futures_end_when_their_device_is_lost() {
    for open in [fresh, || borrowed(|_, _| ())] {
        let gpu = open();
        let reducer = gpu.reducer::<ops::Sum<f32>>().unwrap();
        let array = gpu.upload(&vec![1.0f32; 4_000_000]).unwrap();
        let begun: Vec<_> = (0..8).map(|_| reducer.reduce_async(&array)).collect();
        gpu.device().destroy();
        is_loss(&gpu, 0, reducer.reduce(&array));
        for call in begun {
            match pollster::block_on(call) {
                Ok(sum) => assert_eq!(sum, 4_000_000.0),
                lost => is_loss(&gpu, 1, lost),
            }
        }
        is_loss(&gpu, 2, pollster::block_on(reducer.reduce_async(&array)));
    }
}

/// The first call after the loss, whichever it is.
#[test]
fn every_first_call_says_so() {
    type Call = fn(&Gpu, &[f32], &Array<f32>) -> Option<Error>;
    let data = vec![1.0f32; 100_000];
    let calls: [Call; 5] = [
        |gpu, data, _| gpu.reduce::<ops::Sum<f32>>(data).err(),
        |gpu, _, array| gpu.reduce::<ops::Sum<f32>>(array).err(),
        |gpu, _, array| gpu.reduce::<Stats>(array).err(),
        |gpu, _, _| gpu.reducer::<Stats>().err(),
        |gpu, data, _| gpu.upload(data).err(),
    ];
    for open in [fresh, || borrowed(|_, _| ())] {
        for call in calls {
            let gpu = open();
            let array = gpu.upload(&data).unwrap();
            gpu.reduce::<ops::Sum<f32>>(&array).unwrap();
            gpu.device().destroy();
            is_loss(&gpu, 0, call(&gpu, &data, &array).map_or(Ok(()), Err));
        }
    }
}

/// A call that runs when the device goes ends with a result or with the loss.
#[test]
fn a_device_lost_under_running_calls() {
    for open in [fresh, || borrowed(|_, _| ())] {
        let gpu = open();
        let data = vec![1.0f32; 300_000];
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|_| {
                    scope.spawn(|| {
                        loop {
                            match gpu.reduce::<ops::Sum<f32>>(&data) {
                                Ok(sum) => assert_eq!(sum, 300_000.0),
                                Err(error) => return error,
                            }
                        }
                    })
                })
                .collect();
            // Not before somebody has got through.
            gpu.reduce::<ops::Sum<f32>>(&data).unwrap();
            gpu.device().destroy();
            for thread in threads {
                let error = thread.join().unwrap();
                assert!(matches!(error, Error::DeviceLost { .. }), "{error:?}");
            }
        });
    }
}

/// There is one callback per device; on a borrowed device it is the caller's.
#[test]
fn the_callers_own_callback_is_kept() {
    let adapter = adapter();
    let (device, queue) = request(&adapter, |_, _| ());
    let called = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&called);
    device.set_device_lost_callback(move |_, _| flag.store(true, Ordering::SeqCst));
    let gpu = Gpu::from_wgpu(&adapter, device, queue).unwrap();
    crate::works(&gpu);
    gpu.device().destroy();
    is_loss(&gpu, 0, gpu.reduce::<ops::Sum<f32>>(&[1.0]));
    // wgpu calls it when the device is next looked after.
    let _ = gpu.device().poll(wgpu::PollType::Poll);
    assert!(called.load(Ordering::SeqCst));
}
