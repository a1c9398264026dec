//! `reduce inspect`.

use reduce_wgpu::prelude::*;
use reduce_wgpu::{Needs, Subgroups};

use crate::tools::{Directory, call};

fn inspect(arguments: &[&str]) -> String {
    call(&[&["inspect"], arguments].concat()).printed()
}

fn refused(arguments: &[&str], code: i32) -> String {
    call(&[&["inspect"], arguments].concat()).refused(code)
}

#[test]
fn the_shaders_are_those_of_the_library() {
    let caps = Caps::webgpu();
    let kernels = Kernels::of::<ops::Variance<f32>>(&caps).unwrap();
    assert_eq!(inspect(&["variance"]), kernels.explain());
    assert_eq!(
        inspect(&["variance", "--emit", "wgsl"]).trim_end(),
        kernels.wgsl().trim_end()
    );
    assert_eq!(
        inspect(&["variance", "--emit", "wgsl-web"]).trim_end(),
        kernels.wgsl_web().trim_end()
    );
}

/// One kernel serves all values: they may be left out, and have to be right where they are not.
#[test]
fn values_of_parameters_may_stand_behind_an_operator() {
    let kernels = Kernels::of::<ops::CountAbove<f32>>(&Caps::webgpu()).unwrap();
    assert_eq!(inspect(&["count_above"]), kernels.explain());
    assert_eq!(inspect(&["count_above(0.5)"]), kernels.explain());
    let plan = inspect(&[
        "histogram(0,1,256)",
        "--emit",
        "plan",
        "--caps",
        "nvidia",
        "--length",
        "1Ki",
    ]);
    assert!(plan.starts_with("histogram(0, 1, 256) of 1024 f32: 1 pass\n"), "{plan}");
    assert_eq!(
        refused(&["count_above(x)"], 2),
        "reduce: count_above: `x` is no number\n"
    );
}

#[test]
fn other_languages_are_those_of_the_library() {
    let kernels = Kernels::of::<ops::ArgMax<f32>>(&Caps::webgpu()).unwrap();
    for (emit, text) in [
        ("msl", kernels.msl()),
        ("hlsl", kernels.hlsl()),
        ("glsl", kernels.glsl()),
    ] {
        assert_eq!(
            inspect(&["argmax", "--emit", emit]).trim_end(),
            text.unwrap().trim_end()
        );
    }
    let said = refused(&["sum", "--input", "f64", "--offer", "f64", "--emit", "msl"], 1);
    assert!(said.contains("the tiles kernel has no MSL: "), "{said}");
}

#[test]
fn the_device_is_as_it_is_described() {
    let caps = Caps::webgpu_subgroups();
    let kernels = Kernels::of::<ops::Sum<u8>>(&caps).unwrap();
    assert_eq!(
        inspect(&["sum", "--input", "u8", "--caps", "webgpu-subgroups"]),
        kernels.explain()
    );
    let caps = caps.with(|caps| caps.subgroups = Some(Subgroups { min: 32, max: 32 }));
    let kernels = Kernels::of::<ops::Sum<u8>>(&caps).unwrap();
    let wgsl = inspect(&["sum", "--input", "u8", "--subgroup", "32", "--emit", "wgsl"]);
    assert_eq!(wgsl.trim_end(), kernels.wgsl().trim_end());
    let none = inspect(&["sum", "--caps", "webgpu-subgroups", "--subgroup", "none"]);
    assert_eq!(none, inspect(&["sum"]));
    let caps = Caps::webgpu().with(|caps| caps.offers = Needs::F64);
    let kernels = Kernels::of::<ops::Sum<f64>>(&caps).unwrap();
    assert_eq!(inspect(&["sum", "--input", "f64", "--offer", "f64"]), kernels.explain());
}

#[test]
fn strategies_are_found_by_name() {
    let kernels = Kernels::with::<ops::Sum<u32>>(Strategy::Atomic, &Caps::webgpu()).unwrap();
    let wgsl = inspect(&["sum", "--input", "u32", "--strategy", "atomic", "--emit", "wgsl"]);
    assert_eq!(wgsl.trim_end(), kernels.wgsl().trim_end());
    assert_eq!(
        refused(&["sum", "--strategy", "Atomc"], 2),
        "reduce: there is no strategy `Atomc`; nearest: Atomic\n"
    );
    let said = refused(&["sum", "--strategy", "atomic"], 1);
    assert!(said.contains("Sum_f32") && said.contains("use Strategy::"), "{said}");
}

#[test]
fn a_plan_lists_its_passes() {
    assert_eq!(
        inspect(&["sum", "--emit", "plan", "--length", "100000000"]),
        "sum of 100000000 f32: 4 passes\n  \
           1  tiles: 33554432 of the input from element 0; 1024 workgroups, 32768 each, to buffer 0 from state 0\n  \
           2  tiles: 33554432 of the input from element 33554432; 1024 workgroups, 32768 each, to buffer 0 from state 1024\n  \
           3  tiles: 32891136 of the input from element 67108864; 1004 workgroups, 32768 each, to buffer 0 from state 2048\n  \
           4  tree: 3052 of buffer 0; 1 workgroup, 8192 each, to buffer 1 from state 0\n  \
           buffers of 3052 states and 1 state; the result is in buffer 1\n"
    );
}

#[test]
fn what_a_device_lacks_is_one_sentence() {
    assert_eq!(
        refused(&["sum", "--input", "f64"], 1),
        "reduce: Sum_f64 needs 64-bit floats (SHADER_F64), which any WebGPU device does not have; add it with --offer, or \
         give another --input or --strategy\n"
    );
    assert_eq!(
        refused(&["sum", "--subgroup", "33"], 2),
        "reduce: subgroups have no `33` lanes; give 4, 8, 16, 32, 64, 128 or none\n"
    );
    assert_eq!(
        refused(&["bitand", "--input", "f32"], 2),
        "reduce: bitand reads no f32; it reads i32 u32 i64 u64 i8 u8 i16 u16: convert the input to one of them or name \
         another operator\n"
    );
    assert!(refused(&["sum", "--emit", "ptx"], 2).contains(
        "[possible values: explain, plan, resources, wgsl, wgsl-web, spirv, spirv-asm, msl, hlsl, glsl, naga-ir]"
    ));
}

#[test]
fn a_module_is_bytes_in_a_pipe_and_files_in_a_folder() {
    let kernels = Kernels::of::<ops::Sum<f32>>(&Caps::nvidia()).unwrap();
    let modules = kernels.spirv().unwrap().into_iter().map(|words| {
        let bytes = words.into_iter().flat_map(u32::to_le_bytes);
        bytes.collect::<Vec<u8>>()
    });
    let modules: Vec<Vec<u8>> = modules.collect();
    let directory = Directory::new();
    let asked = ["inspect", "sum", "--caps", "nvidia", "--emit", "spirv"];
    let call = |more: &[&str]| directory.call(&[&asked[..], more].concat());
    assert_eq!(
        call(&["--output", "new/kernels"]).printed(),
        "new/kernels/tiles.spv\nnew/kernels/tree.spv\n"
    );
    assert_eq!(directory.file("new/kernels/tiles.spv"), modules[0]);
    assert_eq!(directory.file("new/kernels/tree.spv"), modules[1]);
    assert_eq!(call(&["--kernel", "2", "--output", "two.spv"]).printed(), "two.spv\n");
    assert_eq!(directory.file("two.spv"), modules[1]);
    assert_eq!(call(&["--kernel", "tiles"]).bytes(), modules[0]);
    assert_eq!(
        call(&[]).refused(2),
        "reduce: each kernel is a SPIR-V module of its own: tiles, tree; name one by --kernel, or a folder for all by \
         --output\n"
    );
    assert_eq!(
        call(&["--kernel", "3"]).refused(2),
        "reduce: there is no kernel `3`; there are 1 tiles, 2 tree\n"
    );
    assert_eq!(
        call(&["--kernel", "tile"]).refused(2),
        "reduce: there is no kernel `tile`; nearest: tiles, tree\n"
    );
    assert_eq!(
        call(&["--kernel", "1", "--output", "no/such/file"]).refused(1),
        "reduce: no/such/file cannot be written: No such file or directory (os error 2); give a file in a folder that is \
         there and yours\n"
    );
    directory.with("taken", "");
    assert_eq!(
        call(&["--output", "taken"]).refused(1),
        "reduce: the folder taken cannot be made: File exists (os error 17); give another, or one kernel by --kernel and a \
         file\n"
    );
    assert_eq!(
        refused(&["sum", "--kernel", "1"], 2),
        "reduce: --kernel and --output are for shaders; name a language by --emit, as in --emit wgsl\n"
    );
}

#[test]
fn assembly_has_the_names_of_the_shader() {
    let assembly = inspect(&["sum", "--caps", "nvidia", "--emit", "spirv-asm"]);
    assert!(
        assembly.starts_with("; ---- tiles ----\n\n; SPIR-V\n; Version: 1.3\n"),
        "{assembly}"
    );
    assert_eq!(assembly.matches("; ---- tree ----\n").count(), 1);
    for line in [
        "OpName %sum_f32_combine \"sum_f32_combine\"",
        "%sum_f32_combine = OpFunction",
        "OpExecutionMode %main LocalSize 256 1 1",
    ] {
        assert!(assembly.contains(line), "{line}\n{assembly}");
    }
    let one = inspect(&["sum", "--emit", "spirv-asm", "--kernel", "1"]);
    assert!(one.starts_with("; SPIR-V\n"), "{one}");
    let kernels = Kernels::of::<ops::Sum<f32>>(&Caps::webgpu()).unwrap();
    assert_eq!(
        inspect(&["sum", "--emit", "naga-ir"]).trim_end(),
        kernels.naga_ir().unwrap().trim_end()
    );
}

#[test]
fn resources_are_those_of_the_library() {
    assert_eq!(
        inspect(&[
            "minmax",
            "--caps",
            "nvidia",
            "--strategy",
            "recursive",
            "--emit",
            "resources",
            "--length",
            "1Gi"
        ]),
        "minmax of 1073741824 f32: 5 passes\n\n\
         KERNEL          PASSES  WORKGROUP  MEMORY BYTES  STATE WORDS  LOADS IN FLIGHT  BARRIERS\n\
         fold elements        3        256          2048            2                8         2\n\
         fold states          2        256          2048            2                8         2\n\n\
         Memory is a workgroup's; a word is 32 bits, and an invocation may hold several states; a barrier in a loop is one.\n"
    );
    let small = inspect(&[
        "minmax",
        "--strategy",
        "sequential",
        "--workgroup",
        "64",
        "--emit",
        "resources",
    ]);
    assert!(
        small.contains("\nfold elements        1         64           512            2                1         2\n"),
        "{small}"
    );
    assert_eq!(
        refused(&["sum", "--strategy", "sequential", "--workgroup", "100"], 2),
        "reduce: a workgroup of 100 invocations cannot be halved until one is left; give a power of two from 2 to 1024\n"
    );
}

#[test]
fn two_strategies_stand_beside_each_other() {
    let page = inspect(&[
        "sum",
        "--input",
        "u32",
        "--diff",
        "sequential",
        "FirstAddOnLoad",
        "--width",
        "121",
    ]);
    let kernels = |strategy| {
        Kernels::with::<ops::Sum<u32>>(strategy, &Caps::webgpu())
            .unwrap()
            .wgsl()
    };
    let mut lines = page.lines();
    assert_eq!(
        lines.next(),
        Some(format!("{:59}   FirstAddOnLoad", "Sequential").as_str())
    );
    assert_eq!(
        lines.next(),
        Some(format!("{:59}   --------------", "----------").as_str())
    );
    // No colours, and nothing is lost: both columns are the shaders, but for where a line went on below.
    assert!(
        !page.contains('\u{1b}') && page.lines().all(|line| line.chars().count() <= 121),
        "{page}"
    );
    let side = |from: usize| -> String {
        let cells = page
            .lines()
            .skip(2)
            .map(|line| line.chars().skip(from).take(59).collect::<String>());
        cells
            .flat_map(|cell| cell.chars().filter(|c| !c.is_whitespace()).collect::<Vec<char>>())
            .collect()
    };
    let plain = |text: String| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    assert_eq!(side(0), plain(kernels(Strategy::Sequential)));
    assert_eq!(side(62), plain(kernels(Strategy::FirstAddOnLoad)));
    let marks: String = page
        .lines()
        .filter_map(|line| line.chars().nth(60))
        .filter(|mark| *mark != ' ')
        .collect();
    assert!(
        marks.contains('|') && marks.chars().all(|mark| "|<>".contains(mark)),
        "{marks}"
    );
    let msl = inspect(&["sum", "--diff", "serial", "canonical", "--emit", "msl"]);
    assert!(msl.contains("kernel void main_("), "{msl}");
    let same = inspect(&["sum", "--diff", "serial", "serial"]);
    assert!(
        same.lines()
            .all(|line| line.chars().nth(79).is_none_or(|mark| mark == ' ')),
        "{same}"
    );
    assert_eq!(
        refused(&["sum", "--diff", "serial", "canonical", "--emit", "spirv"], 2),
        "reduce: --diff compares shaders as text; leave --emit out, or name a language such as msl\n"
    );
    assert_eq!(
        refused(&["sum", "--diff", "serial", "canonica"], 2),
        "reduce: there is no strategy `canonica`; nearest: Canonical\n"
    );
}

#[test]
fn presets_are_those_of_the_library() {
    for (name, caps) in [
        ("apple", Caps::apple()),
        ("nvidia", Caps::nvidia()),
        ("amd", Caps::amd()),
        ("intel", Caps::intel()),
        ("llvmpipe", Caps::llvmpipe()),
    ] {
        let kernels = Kernels::of::<ops::Sum<f32>>(&caps).unwrap();
        assert_eq!(inspect(&["sum", "--caps", name]), kernels.explain());
    }
    let page = inspect(&["sum", "--caps", "intel", "--subgroup", "16"]);
    assert!(
        page.starts_with("Sum_f32 on an Intel GPU with subgroups of 16 lanes\n"),
        "{page}"
    );
}

/// As on a terminal: colours, which change no word, unless somebody does not want them.
#[test]
fn colours_are_no_words() {
    let directory = Directory::new();
    let forced = ("CLICOLOR_FORCE", "1");
    let call = |variables: &[(&str, &str)], asked: &[&str]| directory.call_with(variables, asked).printed();
    for asked in [
        &["inspect", "variance", "--emit", "wgsl"][..],
        &["inspect", "variance", "--emit", "spirv-asm"],
        &["inspect", "sum", "--diff", "serial", "sequential"],
    ] {
        let (plain, coloured) = (call(&[], asked), call(&[forced], asked));
        assert!(!plain.contains('\u{1b}') && coloured.contains("\u{1b}[35m") | coloured.contains("\u{1b}[31m"));
        let stripped = anstream::adapter::strip_str(&coloured).to_string();
        let words = |page: &str| -> Vec<String> { page.lines().map(|line| line.trim_end().to_owned()).collect() };
        assert_eq!(words(&stripped), words(&plain));
        assert_eq!(call(&[forced, ("NO_COLOR", "1")], asked), plain);
    }
}

#[test]
fn groups_are_explained_and_their_shaders_shown() {
    let kernels = Kernels::of::<ops::Sum<f32>>(&Caps::nvidia()).unwrap();
    let asked = |each: &str, more: &[&str]| inspect(&[&["sum", "--caps", "nvidia", "--each", each], more].concat());
    assert_eq!(
        asked("rows=1024", &[]),
        kernels.explain_each(&[1 << 20], &Rows(1024)).unwrap()
    );
    assert_eq!(
        asked("columns=64", &["--length", "4Mi"]),
        kernels.explain_each(&[4 << 20], &Columns(64)).unwrap()
    );
    assert_eq!(
        asked("axes=0,-1:64x1000x3", &[]),
        kernels.explain_each(&[64, 1000, 3], &Along([0, -1])).unwrap()
    );
    let segments = asked("segments=1000", &["--length", "1M"]);
    assert!(segments.contains("1000 groups of up to 1000 elements"), "{segments}");
    let wgsl = asked("rows=1Mi", &["--length", "4Mi", "--emit", "wgsl"]);
    let shaders = kernels.each(&[4 << 20], &Rows(1 << 20)).unwrap();
    assert!(shaders.iter().all(|kernel| wgsl.contains(kernel.wgsl().trim_end())));
}

#[test]
fn groups_that_do_not_fit_are_refused() {
    let error = refused(&["sum", "--each", "rows=3", "--length", "10"], 1);
    assert!(error.contains("10"), "{error}");
    for each in ["rows", "rows=x", "planes=3", "axes=0", "axes=0:2x"] {
        refused(&["sum", "--each", each], 2);
    }
    refused(&["sum", "--each", "rows=4", "--emit", "plan"], 2);
}
