//! The GPU engine beside its peers' figures.
//!
//! `gpu [--peer FILE] [--only CASE] [--text] [kernels|lengths|groups|counts|segments|keys|runs|calls|streams|large|gpus|ladder|policies|quotients]…`: FILE holds lines
//! `peer,op,n,bytes,median_us,…`, as the CUB and PyTorch programs print them. With `--text` the driver gets WGSL by wgpu, in which products are
//! hidden, and no words of ours. With `--only`, `groups`, `counts` and `segments` measure the cases whose names contain CASE, or one of several with commas between them. Without a section all of them run, as far as the device has the memory and the company.

mod calls;
mod counts;
mod groups;
mod kernels;
mod keys;
mod ladder;
mod large;
mod lengths;
mod opening;
mod policies;
mod quotients;
mod segments;
mod streams;

use reduce_bench::{Stats, floats};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1).peekable();
    let peers = match arguments.next_if(|argument| argument == "--peer") {
        Some(_) => std::fs::read_to_string(arguments.next().ok_or("--peer FILE")?)?,
        None => String::new(),
    };
    let peers = Peers(peers);
    let only = match arguments.next_if(|argument| argument == "--only") {
        Some(_) => arguments.next().ok_or("--only CASE")?,
        None => String::new(),
    };
    let by_text = arguments.next_if(|argument| argument == "--text").is_some();
    let asked: Vec<String> = arguments.collect();
    let wants = |section: &str| asked.is_empty() || asked.iter().any(|asked| asked == section);
    let gpu = opening::timed()?;
    let gpu = if by_text { opening::by_text(&gpu)? } else { gpu };
    eprintln!("{}", gpu.reducer::<Stats>()?.kernels().explain());
    let most = if gpu.is_software() { 22 } else { 28 };
    let data = floats(1 << most);
    if wants("kernels") {
        kernels::table(&gpu, &peers, &data)?;
    }
    if wants("lengths") {
        lengths::table(&gpu, &peers, &data)?;
    }
    if wants("groups") {
        groups::table(&gpu, &peers, &only, &data)?;
    }
    if wants("counts") {
        counts::table(&gpu, &peers, &only, &data)?;
    }
    if wants("segments") && !gpu.is_software() {
        segments::table(&gpu, &peers, &only, &data)?;
    }
    if wants("keys") && !gpu.is_software() {
        keys::table(&gpu, &peers, &data)?;
    }
    if wants("runs") && !gpu.is_software() {
        keys::runs(&gpu, &peers, &data)?;
    }
    if wants("calls") {
        calls::table(&gpu, &peers, &data)?;
    }
    if wants("streams") {
        streams::table(&gpu, &data)?;
    }
    if wants("large") && !gpu.is_software() {
        large::table(&gpu, &data)?;
    }
    if asked.iter().any(|asked| asked == "ladder") {
        ladder::table(&gpu, &data)?;
    }
    // Only where it is asked for by name: it says what to write into tuning.rs.
    if asked.iter().any(|asked| asked == "policies") {
        policies::table(&gpu, &data)?;
    }
    if asked.iter().any(|asked| asked == "quotients") {
        quotients::table(&gpu)?;
    }
    if wants("gpus") {
        large::several(&data)?;
    }
    Ok(())
}

/// The peers' times, as their programs printed them.
struct Peers(String);

impl Peers {
    /// `name 12.3 (0.97)` for every peer's figure of this operator and length.
    fn beside(&self, op: &str, n: usize, ours: f64) -> String {
        let lines = self.0.lines();
        let found: Vec<String> = lines.filter_map(|line| beside(line, op, n, ours)).collect();
        found.join(", ")
    }
}

fn beside(line: &str, op: &str, n: usize, ours: f64) -> Option<String> {
    let fields: Vec<&str> = line.split(',').collect();
    let [peer, its_op, its_n, _, median, ..] = fields.as_slice() else {
        return None;
    };
    let same = its_n.parse() == Ok(n) && (*its_op == op || its_op.starts_with("read_only"));
    let median: f64 = median.parse().ok()?;
    same.then(|| {
        let name = if *its_op == op { peer } else { its_op };
        format!("{name} {median:.2} ({:.2})", ours / median)
    })
}
