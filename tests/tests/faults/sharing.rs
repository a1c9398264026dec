//! The objects that a program shares with a `Gpu`: its thread pool, its device and the callbacks of its own work.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use reduce_tests::child;
use reduce_tests::device::{Driver, adapter, borrowed, fresh, gpu, request};
use reduce_wgpu::prelude::*;
use wgpu::{BufferDescriptor, BufferUsages};

use crate::works;

/// A thread that waits inside a thread pool may take up another task there, which asks for the lock that it holds. In a child process,
/// since a thread that waits for itself cannot be ended otherwise.
#[test]
fn a_stream_behind_a_lock_in_a_thread_pool() {
    let said = child::run("sharing::a_stream_behind_a_lock_in_a_thread_pool", &[], || {
        std::thread::spawn(|| {
            std::thread::sleep(Duration::from_secs(240));
            eprintln!("the stream and the pool wait for each other");
            std::process::exit(1);
        });
        let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
        let gpu = fresh();
        let stream = Mutex::new(gpu.reducer::<ops::Sum<u32>>().unwrap().stream().unwrap());
        let piece = vec![1u32; 4 << 20];
        pool.in_place_scope(|scope| {
            for _ in 0..32 {
                scope.spawn(|_| {
                    stream.lock().unwrap().push(&piece).unwrap();
                    // So that this thread looks for work while another one copies.
                    std::thread::sleep(Duration::from_millis(1));
                });
            }
        });
        stream.into_inner().unwrap().finish().unwrap().to_string()
    });
    let Some(said) = said else { return };
    assert_eq!(said, (32u32 * (4 << 20)).to_string());
}

/// Names of the threads of this process.
fn threads() -> Vec<String> {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap();
    // One may end while this looks.
    let names = tasks.filter_map(|task| std::fs::read_to_string(task.unwrap().path().join("comm")).ok());
    names.map(|name| name.trim().to_owned()).collect()
}

/// A thread that still holds the device when `main` returns unloads the driver under the exit handlers of this very driver.
/// In a child process, where no other test has such threads.
#[test]
fn no_thread_outlives_the_gpu_whose_futures_it_waited_for() {
    let said = child::run(
        "sharing::no_thread_outlives_the_gpu_whose_futures_it_waited_for",
        &[],
        || {
            let gpu = fresh();
            let reducer = gpu.reducer::<ops::Sum<u32>>().unwrap();
            let data = vec![1u32; 16 << 20];
            // The thread waits for a future that nobody awaits any more.
            drop(reducer.reduce_async(&data));
            let pollers = || threads().iter().filter(|name| *name == "reduce poller").count();
            // A thread names itself once it runs.
            while pollers() == 0 {
                std::thread::yield_now();
            }
            drop((gpu, reducer));
            format!("{} left", pollers())
        },
    );
    let Some(said) = said else { return };
    assert_eq!(said, "0 left");
}

/// Makes a mistake on `gpu` in a callback of its queue, which is due as soon as somebody polls the device.
fn mistake(gpu: &Gpu) {
    let device = gpu.device().clone();
    gpu.queue().on_submitted_work_done(move || {
        let _ = device.create_buffer(&BufferDescriptor {
            label: Some("no usage"),
            size: 4,
            usage: BufferUsages::empty(),
            mapped_at_creation: false,
        });
    });
}

/// wgpu calls callbacks wherever somebody submits or waits; their errors belong to their owner.
#[test]
fn a_mistake_in_a_callback_of_the_callers_is_the_callers() {
    let gpu = borrowed(|_, _| ());
    let heard = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&heard);
    gpu.device().on_uncaptured_error(Arc::new(move |_| {
        count.fetch_add(1, Ordering::SeqCst);
    }));
    let array = gpu.upload(&vec![1.0f32; 1_000_000]).unwrap();
    let sum = gpu.reducer::<ops::Sum<f32>>().unwrap();
    assert_eq!(sum.reduce(&array).unwrap(), 1_000_000.0);
    // Due before the call, in the first thing that it submits or waits for.
    for round in 1..=10 {
        mistake(&gpu);
        assert_eq!(sum.reduce(&array).unwrap(), 1_000_000.0);
        assert_eq!(heard.load(Ordering::SeqCst), round);
    }
    // Due when the call is done, on whichever thread waits for it.
    for round in 11..=20 {
        let begun = sum.reduce_async(&array);
        mistake(&gpu);
        assert_eq!(pollster::block_on(begun).unwrap(), 1_000_000.0);
        let _ = gpu.device().poll(wgpu::PollType::wait_indefinitely());
        assert_eq!(heard.load(Ordering::SeqCst), round);
    }
    works(&gpu);
}

#[test]
fn two_of_one_device_take_each_others_arrays() {
    let adapter = adapter();
    let (device, queue) = request(&adapter, |_, _| ());
    let one = Gpu::from_wgpu(&adapter, device.clone(), queue.clone()).unwrap();
    let other = Gpu::from_wgpu(&adapter, device, queue).unwrap();
    let array = one.upload(&[1.0f32, 2.0, 3.0]).unwrap();
    assert_eq!(other.reduce::<ops::Sum<f32>>(&array).unwrap(), 6.0);
    // The first device of another instance has the same number in wgpu.
    let stranger = borrowed(|_, _| ());
    for error in [
        stranger.reduce::<ops::Sum<f32>>(&array).unwrap_err(),
        gpu().reduce::<ops::Sum<f32>>(&array).unwrap_err(),
    ] {
        assert!(matches!(error, Error::WrongDevice { .. }), "{error}");
    }
    // A loss concerns both, and the next device is neither of them.
    one.device().destroy();
    for gpu in [&one, &other] {
        let error = gpu.reduce::<ops::Sum<f32>>(&[1.0]).unwrap_err();
        assert!(matches!(error, Error::DeviceLost { .. }), "{error}");
    }
    drop((one, other, array));
    works(&fresh());
}

/// Elements are copied before the call returns, but nobody waits for a device that is busy. (llvmpipe computes inside of a
/// submission, so that it is never busy after one.)
#[test]
fn a_future_of_a_long_slice_does_not_wait_for_the_device() {
    let gpu = fresh();
    let sum = gpu.reducer::<ops::Sum<u32>>().unwrap();
    let data = vec![1u32; 20 << 20];
    let array = gpu.upload(&data).unwrap();
    assert_eq!(sum.reduce(&array).unwrap(), 20 << 20);
    // A second of work or more before it.
    let output = gpu.device().create_buffer(&BufferDescriptor {
        label: None,
        size: 4,
        usage: BufferUsages::STORAGE,
        mapped_at_creation: false,
    });
    let mut encoder = gpu
        .device()
        .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    for _ in 0..8 {
        sum.encode(&mut encoder, &array, 20 << 20, &output).unwrap();
    }
    gpu.queue().submit([encoder.finish()]);
    let done = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&done);
    gpu.queue()
        .on_submitted_work_done(move || flag.store(true, Ordering::SeqCst));
    let begun = sum.reduce_async(&data);
    let waited = done.load(Ordering::SeqCst);
    assert!(
        Driver::of_this_run() == Driver::Llvmpipe || !waited,
        "the call waited for what was before it"
    );
    assert_eq!(pollster::block_on(begun).unwrap(), 20 << 20);
    assert!(done.load(Ordering::SeqCst));
}
