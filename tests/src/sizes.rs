//! Numbers of elements at which a tiled tree can go wrong.

use reduce_wgpu::{NoParameters, Operator, Shape};

/// The smallest, all powers of two and their neighbours up to 2^22, and tile edges.
pub fn exhaustive<R: Operator<Params: NoParameters>>() -> Vec<usize> {
    exhaustive_of(Shape::of::<R>())
}

fn exhaustive_of(shape: Shape) -> Vec<usize> {
    let mut sizes = vec![0, 1, 2, 3];
    sizes.extend((2..=22).flat_map(|exponent| around(1 << exponent)));
    sizes.extend(edges(shape));
    tidy(sizes)
}

/// The smallest, some about an invocation, a row of columns and a power of two, and tile edges.
pub fn thin<R: Operator<Params: NoParameters>>() -> Vec<usize> {
    thin_of(Shape::of::<R>())
}

fn thin_of(shape: Shape) -> Vec<usize> {
    let mut sizes = vec![0, 1, 2, 3, 5, 8, 31, 100];
    sizes.extend(around(256));
    sizes.extend(around(shape.columns() as usize));
    sizes.extend(around(1 << 16));
    sizes.extend(edges(shape));
    tidy(sizes)
}

/// 1, 2, 3 and 33 tiles and their neighbours.
fn edges(shape: Shape) -> impl Iterator<Item = usize> {
    let tile = shape.tile_len() as usize;
    [1, 2, 3, 33].into_iter().flat_map(move |tiles| around(tiles * tile))
}

/// One below, the number, one above.
pub fn around(size: usize) -> [usize; 3] {
    [size - 1, size, size + 1]
}

fn tidy(mut sizes: Vec<usize>) -> Vec<usize> {
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}
