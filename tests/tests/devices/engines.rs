//! One `Source` for all engines: slices, and arrays of this engine or another.

use reduce_tests::device::gpu;
use reduce_wgpu::prelude::*;

/// Code that is generic over engines names one bound.
fn mean_of(engine: &Engine, data: impl Source<f32>) -> Result<f32, Error> {
    engine.reduce::<ops::Mean<f32>>(data)
}

#[test]
fn an_engine_keeps_its_array_where_it_reads_it() {
    let data = [1.0f32, 2.0, 6.0];
    let engines = [Engine::Cpu(Cpu::new()), Engine::Gpu(gpu().clone())];
    for engine in &engines {
        let array = engine.upload(&data).unwrap();
        assert_eq!(array.len(), 3);
        assert_eq!(mean_of(engine, &array), Ok(3.0), "{}", engine.name());
        assert_eq!(mean_of(engine, &data), Ok(3.0), "{}", engine.name());
        let middle = Strided::new(&array, 1, 5).unwrap();
        assert_eq!(mean_of(engine, middle), Ok(2.0), "{}", engine.name());
        let best = engine.reduce::<ops::ArgMax<f32>>(&array).unwrap();
        assert_eq!((best.index, best.value), (2, 6.0));
        assert_eq!(engine.reduce::<ops::Dot<f32>>((&array, &data)), Ok(41.0));
        let future = engine.reducer::<ops::Max<f32>>().unwrap().reduce_async(&array);
        assert_eq!(pollster::block_on(future), Ok(6.0));
        let part = engine.partial::<ops::Sum<f32>>(&data, 0).unwrap();
        assert_eq!(part.finish(), Ok(9.0));
    }
    assert!(engines[0].reducer::<ops::Sum<f32>>().unwrap().kernels().is_none());
    assert!(engines[1].reducer::<ops::Sum<f32>>().unwrap().kernels().is_some());
}

/// The array of the CPU is host memory, which a GPU copies; the array of a GPU is read there alone.
#[test]
fn an_array_of_another_engine_is_host_memory_or_an_error() {
    let (cpu, gpu) = (Engine::Cpu(Cpu::new()), gpu());
    let (of_cpu, of_gpu) = (cpu.upload(&[1.0f32, 2.0]).unwrap(), gpu.upload(&[1.0f32, 2.0]).unwrap());
    assert_eq!(gpu.reduce::<ops::Sum<f32>>(&of_cpu), Ok(3.0));
    let elsewhere = |array: &str, device: &str| Error::WrongDevice {
        array: array.to_owned(),
        device: device.to_owned(),
    };
    let on_the_cpu = elsewhere(gpu.name(), "the CPU");
    assert_eq!(cpu.reduce::<ops::Sum<f32>>(&of_gpu), Err(on_the_cpu.clone()));
    assert_eq!(cpu.reduce::<ops::ArgMax<f32>>(&of_gpu).unwrap_err(), on_the_cpu);
    assert_eq!(cpu.reduce::<ops::Dot<f32>>((&of_cpu, &of_gpu)).unwrap_err(), on_the_cpu);
    let every = Strided::new(&of_gpu, 0, 2).unwrap();
    assert_eq!(cpu.reduce::<ops::Sum<f32>>(every).unwrap_err(), on_the_cpu);
    assert_eq!(
        gpu.measure_read(&of_cpu).unwrap_err(),
        elsewhere("the host", gpu.name())
    );

    let reducer = gpu.reducer::<ops::Sum<f32>>().unwrap();
    let mut encoder = gpu.device().create_command_encoder(&Default::default());
    let output = gpu.device().create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 4,
        usage: wgpu::BufferUsages::STORAGE,
        mapped_at_creation: false,
    });
    let encoded = reducer.encode(&mut encoder, &of_cpu, 2, &output);
    assert_eq!(encoded.unwrap_err(), elsewhere("the host", gpu.name()));
}

/// A stream takes elements in host memory; an array of a GPU is refused, and the stream goes on.
#[test]
fn a_stream_refuses_an_array_and_goes_on() {
    let gpu = gpu();
    let mut stream = gpu.reducer::<ops::Sum<f32>>().unwrap().stream().unwrap();
    stream.push(&[1.0, 2.0]).unwrap();
    let error = stream.push(&gpu.upload(&[8.0f32]).unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "a piece of a stream is in the memory of {}; push slices; reduce an array by GpuReducer::partial and merge the parts",
            gpu.name()
        )
    );
    stream
        .push(&Engine::Cpu(Cpu::new()).upload(&[4.0f32]).unwrap())
        .unwrap();
    assert_eq!(stream.len(), 3);
    assert_eq!(stream.finish(), Ok(7.0));
}
