//! An array of one device used on another.

use reduce_tests::device::{borrowed, fresh, gpu};
use reduce_wgpu::prelude::*;

use crate::works;

#[test]
fn an_array_stays_on_its_device() {
    let other = fresh();
    let array = other.upload(&[1.0f32, 2.0, 3.0]).unwrap();
    let error = gpu().reduce::<ops::Sum<f32>>(&array).unwrap_err();
    let name = gpu().name();
    assert_eq!(
        error,
        Error::WrongDevice {
            array: other.name().to_owned(),
            device: name.to_owned()
        }
    );
    assert_eq!(
        error.to_string(),
        format!(
            "the array lives on {name}, the reduction runs on {name}; upload the data to the device that reduces it"
        )
    );
    assert_eq!(gpu().measure_read(&array).unwrap_err(), error);
    assert_eq!(other.reduce::<ops::Sum<f32>>(&array).unwrap(), 6.0);
    works(gpu());
}

#[test]
fn a_clone_is_the_same_device() {
    let array = gpu().upload(&[1.0f32, 2.0, 3.0]).unwrap();
    assert_eq!(gpu().clone().reduce::<ops::Sum<f32>>(&array).unwrap(), 6.0);
}

/// The array keeps its device alive.
#[test]
fn an_array_outlives_its_gpu() {
    let (array, reducer) = {
        let gpu = borrowed(|_, _| ());
        (
            gpu.upload(&[1u32, 2, 3]).unwrap(),
            gpu.reducer::<ops::Sum<u32>>().unwrap(),
        )
    };
    assert_eq!(reducer.reduce(&array).unwrap(), 6);
    assert!(gpu().reduce::<ops::Sum<u32>>(&array).is_err());
}
