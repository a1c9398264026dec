//! The cases: what the engine is asked, and the expressions of the peers.

use std::hint::black_box;

use ndarray::{ArrayView2, ArrayView3, Axis};
use reduce_bench::Stats;
use reduce_bench::inputs::{hashed, offsets, run_keys};
use reduce_wgpu::prelude::*;

use crate::timing::words;

/// Powers of two, each the length of a row or the number of columns.
const POWERS: [u32; 11] = [2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 26];
/// Lengths that are none.
const ODD: [usize; 6] = [3, 17, 33, 255, 1025, 4097];
const SEGMENTS: usize = 1 << 20;

/// A row of the table.
pub(super) struct Case<'a> {
    pub(super) name: String,
    /// All that has to be read.
    pub(super) reads: Vec<&'a [u32]>,
    /// Expressions of Python; empty where the library has nothing of the kind.
    pub(super) numpy: String,
    pub(super) polars: String,
    pub(super) ndarray: Option<Box<dyn Fn() + 'a>>,
    pub(super) ours: Box<dyn Fn() -> Result<(), Error> + 'a>,
}

/// The values of all cases, and their offsets and keys.
pub(super) struct Inputs {
    floats: Vec<f32>,
    doubles: Vec<f64>,
    bytes: Vec<u8>,
    segments: Vec<(&'static str, Vec<u32>)>,
}

/// Says whether the case of a name is asked for.
type IsAsked<'a> = &'a dyn Fn(&str) -> bool;

impl Inputs {
    pub(super) fn of(floats: Vec<f32>) -> Self {
        let doubles = floats[..floats.len() / 2].iter().map(|x| f64::from(*x) / 3.0).collect();
        let bytes = floats.iter().flat_map(|x| x.to_bits().to_le_bytes()).collect();
        let rules = ["equal", "lognormal", "power"];
        let segments = rules.map(|rule| (rule, offsets(rule, SEGMENTS, floats.len()))).into();
        Self {
            floats,
            doubles,
            bytes,
            segments,
        }
    }

    /// The cases that are asked for.
    pub(super) fn cases(&self, is_asked: IsAsked<'_>) -> Vec<Case<'_>> {
        let mut cases = Vec::new();
        let powers = POWERS.map(|log| 1 << log);
        for count in powers.into_iter().chain(ODD) {
            cases.push(self.rows_sum(count));
        }
        for count in powers.into_iter().chain(ODD) {
            cases.push(self.columns_sum(count));
        }
        cases.push(self.middle());
        cases.push(self.transpose());
        cases.extend(
            self.segments
                .iter()
                .map(|(rule, offsets)| self.segments_sum(rule, offsets)),
        );
        for count in [16, 64, 1024, 65_536] {
            cases.extend(self.other_operators(count));
        }
        cases.extend(self.bytes_sums());
        cases.retain(|case| is_asked(&case.name));
        cases.extend(self.keyed(is_asked));
        cases
    }

    /// As many elements as whole rows have.
    fn whole(&self, count: usize) -> &[f32] {
        &self.floats[..self.floats.len() / count * count]
    }

    fn table(&self, columns: usize) -> Option<ArrayView2<'_, f32>> {
        let data = self.whole(columns);
        ArrayView2::from_shape((data.len() / columns, columns), data).ok()
    }

    fn rows_sum(&self, count: usize) -> Case<'_> {
        let data = self.whole(count);
        let sums = |table: ArrayView2<'_, f32>| drop(black_box(table.sum_axis(Axis(1))));
        Case {
            numpy: format!("x[:{}].reshape(-1, {count}).sum(1)", data.len()),
            ndarray: self.table(count).map(|table| boxed(move || sums(table))),
            ..case(format!("sum f32, rows of {count}"), data, move |data| {
                each::<ops::Sum<f32>, _, _>(data, Rows(count))
            })
        }
    }

    fn columns_sum(&self, count: usize) -> Case<'_> {
        let data = self.whole(count);
        let sums = |table: ArrayView2<'_, f32>| drop(black_box(table.sum_axis(Axis(0))));
        Case {
            numpy: format!("x[:{}].reshape(-1, {count}).sum(0)", data.len()),
            ndarray: self.table(count).map(|table| boxed(move || sums(table))),
            ..case(format!("sum f32, {count} columns"), data, move |data| {
                each::<ops::Sum<f32>, _, _>(data, Columns(count))
            })
        }
    }

    fn middle(&self) -> Case<'_> {
        let (data, shape) = (&self.floats[..], [64, self.floats.len() >> 12, 64]);
        let table = ArrayView3::from_shape(shape, data).ok();
        let sums = |table: ArrayView3<'_, f32>| drop(black_box(table.sum_axis(Axis(1))));
        Case {
            numpy: "x.reshape(64, -1, 64).sum(1)".to_owned(),
            ndarray: table.map(|table| boxed(move || sums(table))),
            ..case(
                "sum f32, the middle axis of [64, n, 64]".to_owned(),
                data,
                move |data| each::<ops::Sum<f32>, _, _>(View::new(data, shape)?, Along([1])),
            )
        }
    }

    fn transpose(&self) -> Case<'_> {
        let side = self.floats.len().isqrt();
        Case {
            numpy: format!("x.reshape({side}, {side}).T.copy().sum()"),
            ..case("sum f32, all of a transpose".to_owned(), &self.floats, move |data| {
                let view = View::new(data, [side, side])?.permute([1, 0])?;
                black_box(Cpu::new().reduce::<ops::Sum<f32>>(view)?);
                Ok(())
            })
        }
    }

    fn segments_sum<'a>(&'a self, rule: &str, offsets: &'a [u32]) -> Case<'a> {
        Case {
            numpy: format!("numpy.add.reduceat(x, offsets('{rule}', {SEGMENTS}))"),
            ..case(
                format!("sum f32, {SEGMENTS} {rule} segments"),
                &self.floats,
                move |data| each::<ops::Sum<f32>, _, _>(data, Segments(offsets)),
            )
        }
    }

    /// Operators other than the sum, by rows.
    fn other_operators(&self, count: usize) -> Vec<Case<'_>> {
        let (data, table) = (&self.floats[..], self.table(count));
        let numpy = format!("x.reshape(-1, {count})");
        let of = |name: &str| format!("{name}, rows of {count}");
        let mean = |table: ArrayView2<'_, f32>| drop(black_box(table.mean_axis(Axis(1))));
        let variance = |table: ArrayView2<'_, f32>| drop(black_box(table.var_axis(Axis(1), 0.0)));
        vec![
            Case {
                numpy: format!("{numpy}.mean(1)"),
                ndarray: table.map(|table| boxed(move || mean(table))),
                ..case(of("mean f32"), data, move |data| {
                    each::<ops::Mean<f32>, _, _>(data, Rows(count))
                })
            },
            Case {
                numpy: format!("{numpy}.var(1)"),
                ndarray: table.map(|table| boxed(move || variance(table))),
                ..case(of("variance f32"), data, move |data| {
                    each::<ops::Variance<f32>, _, _>(data, Rows(count))
                })
            },
            Case {
                numpy: format!("({numpy}.sum(1), {numpy}.min(1), {numpy}.max(1))"),
                ..case(of("stats f32"), data, move |data| {
                    each::<Stats, _, _>(data, Rows(count))
                })
            },
            Case {
                numpy: format!("{numpy}.argmax(1)"),
                ..case(of("arg-max f32"), data, move |data| {
                    each::<ops::ArgMax<f32>, _, _>(data, Rows(count))
                })
            },
            Case {
                numpy: format!("doubles().reshape(-1, {count}).sum(1)"),
                ..case(of("sum f64"), &self.doubles, move |data| {
                    each::<ops::Sum<f64>, _, _>(data, Rows(count))
                })
            },
        ]
    }

    fn bytes_sums(&self) -> Vec<Case<'_>> {
        let rows = |count: usize| Case {
            numpy: format!("bytes().reshape(-1, {count}).sum(1, dtype=numpy.uint32)"),
            ..case(format!("sum u8, rows of {count}"), &self.bytes, move |data| {
                each::<ops::Sum<u8>, _, _>(data, Rows(count))
            })
        };
        let mut cases: Vec<Case<'_>> = [16, 256, 4096].map(rows).into();
        cases.push(Case {
            numpy: "bytes().reshape(-1, 4).sum(0, dtype=numpy.uint32)".to_owned(),
            ..case("sum u8, 4 columns".to_owned(), &self.bytes, |data| {
                each::<ops::Sum<u8>, _, _>(data, Columns(4))
            })
        });
        cases
    }

    /// Runs and keys. Each case that is asked for has keys of its own.
    fn keyed(&self, is_asked: IsAsked<'_>) -> Vec<Case<'_>> {
        let (data, mut cases) = (&self.floats[..], Vec::new());
        for average in [2, 16, 256] {
            let name = format!("sum f32, runs of {average}");
            if is_asked(&name) {
                let keys: &[u32] = run_keys(data.len(), average).leak();
                cases.push(Case {
                    reads: vec![words(data), keys],
                    numpy: format!("by_runs(runs({average}))"),
                    ..case(name, data, move |data| each::<ops::Sum<f32>, _, _>(data, Runs(keys)))
                });
            }
        }
        for distinct in [0, 1, 4, 8, 12, 16, 20].map(|log| 1u32 << log) {
            let name = format!("sum f32, {distinct} {}", if distinct == 1 { "key" } else { "keys" });
            if is_asked(&name) {
                let keys = (0..data.len() as u32).map(|index| hashed(index ^ 0x5bd1_e995) % distinct);
                let keys: &[u32] = keys.collect::<Vec<_>>().leak();
                cases.push(Case {
                    reads: vec![words(data), keys],
                    polars: format!("frame({distinct}).group_by('k').agg(polars.col('x').sum()).sort('k')"),
                    ..case(name, data, move |data| each::<ops::Sum<f32>, _, _>(data, Keys(keys)))
                });
            }
        }
        cases
    }
}

/// A case of the engine alone.
fn case<'a, T: bytemuck::NoUninit>(
    name: String,
    data: &'a [T],
    ours: impl Fn(&'a [T]) -> Result<(), Error> + 'a,
) -> Case<'a> {
    Case {
        name,
        reads: vec![words(data)],
        numpy: String::new(),
        polars: String::new(),
        ndarray: None,
        ours: Box::new(move || ours(black_box(data))),
    }
}

fn boxed<'a>(call: impl Fn() + 'a) -> Box<dyn Fn() + 'a> {
    Box::new(call)
}

/// The results of all groups, which are dropped.
fn each<R, S, G>(data: S, grouping: G) -> Result<(), Error>
where
    R: Operator<Params: NoParameters>,
    S: Source<R::Input>,
    G: Grouping,
    Cpu: ReduceEach<S, G>,
{
    black_box(Cpu::new().reduce_each::<R>(data, grouping)?);
    Ok(())
}
