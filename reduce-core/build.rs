//! Tells the CPU engine whether loops are made into vectors, so that it is worth a function for each width of them.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(vectors)");
    let level = std::env::var("OPT_LEVEL").unwrap_or_default();
    if ["2", "3", "s"].contains(&level.as_str()) {
        println!("cargo::rustc-cfg=vectors");
    }
}
