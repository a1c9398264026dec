//! Time step: the longest stable one of an explicit flow solver, and the cell that limits it.
//!
//! Source: R. Courant, K. Friedrichs and H. Lewy, "Über die partiellen Differenzengleichungen der mathematischen Physik", Mathematische Annalen 100 (1928)

use reduce_wgpu::prelude::*;

/// The state of the gas in a cell.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct Cell {
    pub velocity: f32,
    pub speed_of_sound: f32,
}

/// The Courant number of the scheme and the width of the cells.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
pub struct TimeStep {
    pub courant: f32,
    pub width: f32,
}

#[gpu]
impl Reduction for TimeStep {
    type Input = Indexed<Cell>;
    type State = ops::ArgMin<f32>;
    type Output = Indexed<f32>;

    fn lift(&self, cell: Indexed<Cell>) -> ops::ArgMin<f32> {
        let fastest = cell.value.velocity.abs() + cell.value.speed_of_sound;
        ops::ArgMin::<f32>::lift(Indexed::<f32> {
            index: cell.index,
            value: self.courant * self.width / fastest,
        })
    }

    fn finish(&self, limit: ops::ArgMin<f32>) -> Indexed<f32> {
        ops::ArgMin::<f32>::finish(limit)
    }
}
