//! A product that depends on the order: a million small turns, as 3 by 3 matrices, multiplied from left to right.

use reduce_wgpu::prelude::*;

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, GpuType)]
struct Matrix {
    rows: [[f32; 3]; 3],
}

#[gpu]
impl Monoid for Matrix {
    const COMMUTATIVE: bool = false; // operands are combined in input order
    fn identity() -> Self {
        Matrix {
            rows: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        }
    }
    fn combine(a: Self, b: Self) -> Self {
        let mut rows = [[0.0; 3]; 3];
        for i in 0..3 {
            for j in 0..3 {
                rows[i][j] = a.rows[i][0] * b.rows[0][j] + a.rows[i][1] * b.rows[1][j] + a.rows[i][2] * b.rows[2][j];
            }
        }
        Matrix { rows }
    }
}

/// A turn about the axis x, y or z.
fn turn(axis: usize, angle: f32) -> Matrix {
    let mut rows = Matrix::identity().rows;
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    (rows[u][u], rows[u][v]) = (angle.cos(), -angle.sin());
    (rows[v][u], rows[v][v]) = (angle.sin(), angle.cos());
    Matrix { rows }
}

fn main() -> Result<(), Error> {
    let turns: Vec<Matrix> = (0..1_000_000).map(|i| turn(i % 3, 1e-6 * (i % 7) as f32)).collect();
    let product = reduce_examples::engine()?.reduce::<ops::Fold<Matrix>>(&turns)?; // any Monoid over itself
    for row in product.rows {
        println!("{:8.4} {:8.4} {:8.4}", row[0], row[1], row[2]);
    }
    Ok(())
}
