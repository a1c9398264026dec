//! The cost or gain of each choice of a policy: the figures behind the table in tuning.rs.

use reduce_bench::Stats;
use reduce_wgpu::prelude::*;

use crate::kernels::{BUSY, keep_busy, timed};

/// The choices that are compared with the one of the table, by name.
fn variants(chosen: Policy) -> Vec<(String, Policy)> {
    let loads = [4, 8, 16, 32].map(|in_flight| (format!("{in_flight} loads"), Policy { in_flight, ..chosen }));
    let switches = [
        (
            "no subgroups",
            Policy {
                subgroups: false,
                ..chosen
            },
        ),
        (
            "no built-ins",
            Policy {
                built_ins: false,
                ..chosen
            },
        ),
        (
            "no split tiles",
            Policy {
                split_workgroups: 0,
                ..chosen
            },
        ),
        (
            "canonical tiles",
            Policy {
                variable_workgroups: 0,
                ..chosen
            },
        ),
        (
            "256 sharing",
            Policy {
                split_workgroups: 256,
                ..chosen
            },
        ),
        (
            "2048 sharing",
            Policy {
                split_workgroups: 2048,
                ..chosen
            },
        ),
        (
            "no packed dot",
            Policy {
                packed_dot: false,
                ..chosen
            },
        ),
    ];
    let switches = switches.map(|(name, policy)| (name.to_owned(), policy));
    loads.into_iter().chain(switches).collect()
}

/// Every choice for some operators at some lengths.
pub(crate) fn table(gpu: &Gpu, data: &[f32]) -> Result<(), Error> {
    let all = gpu.upload(data)?;
    let names = variants(Policy::of::<Stats>(gpu.caps()));
    let names: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
    println!("| op, µs | n | {} |", names.join(" | "));
    println!("|---|---|{}", "---|".repeat(names.len()));
    for shift in [16, 18, 20, 22, 23, 24, 25, 28]
        .into_iter()
        .filter(|shift| data.len() >> shift > 0)
    {
        let slice = &data[..1 << shift];
        let array = gpu.upload(slice)?;
        let bytes: &[u8] = bytemuck::cast_slice(slice);
        let packed = gpu.upload(bytes)?;
        let integers: &[u32] = bytemuck::cast_slice(slice);
        let words = gpu.upload(integers)?;
        row::<ops::Sum<f32>>(gpu, &all, "sum f32", slice.len(), &array)?;
        row::<ops::Max<f32>>(gpu, &all, "max f32", slice.len(), &array)?;
        row::<Stats>(gpu, &all, "count, sum, min, max", slice.len(), &array)?;
        row::<ops::ArgMax<f32>>(gpu, &all, "arg-max f32", slice.len(), &array)?;
        row::<ops::Sum<u8>>(gpu, &all, "sum u8", bytes.len(), &packed)?;
        row::<ops::Sum<u32>>(gpu, &all, "sum u32", slice.len(), &words)?;
    }
    Ok(())
}

fn row<R: Operator<Params: NoParameters>>(
    gpu: &Gpu,
    all: &Array<f32>,
    op: &str,
    len: usize,
    data: impl Source<R::Input> + Copy,
) -> Result<(), Error> {
    print!("| {op} | {len} |");
    for (_, policy) in variants(Policy::of::<R>(gpu.caps())) {
        let reducer = gpu.reducer_with::<R>(policy)?;
        keep_busy(gpu, all, BUSY)?;
        print!(" {:.2} |", timed(&reducer, data, drop)?.0);
    }
    println!();
    Ok(())
}
