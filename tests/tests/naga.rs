//! Every operator on every set of abilities gives kernels that naga accepts, and always the same text.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test reports by panicking"
)]

#[path = "naga/products.rs"]
mod products;

use reduce_tests::{
    for_built_in_operators, for_operators_on_other_inputs, for_operators_with_parameters, for_user_operators,
    for_wide_operators, for_written_operators, operators, ops,
};
use reduce_wgpu::{
    Caps, Error, GpuType, Kernel, Kernels, Monoid, Needs, Operator, Reduce, Reduction, Shape, Step, Strategy,
    Subgroups, gpu,
};

const WIDE: Needs = Needs::F64.union(Needs::I64);

/// Devices as different as kernels can tell apart, with the abilities that each offers.
fn devices(offers: Needs) -> Vec<Caps> {
    let with = |min, max| {
        Caps::webgpu().with(|caps| {
            caps.device = format!("a device with subgroups of {min} to {max}");
            caps.subgroups = Some(Subgroups { min, max });
            caps.offers = offers;
        })
    };
    vec![
        Caps::webgpu().with(|caps| caps.offers = offers),
        Caps::webgpu_subgroups().with(|caps| caps.offers = offers),
        with(8, 8),
        with(32, 32),
        with(32, 64),
        with(128, 128),
    ]
}

/// Kernels are validated as they are made: whatever `Kernels::of` returns has passed naga.
fn generates<R: Operator<Output: GpuType>>(offers: Needs) {
    for caps in devices(offers) {
        let kernels = Kernels::of::<R>(&caps).unwrap_or_else(|error| panic!("on {}: {error}", caps.device));
        let steps: Vec<Step> = kernels.all().iter().map(|kernel| kernel.step()).collect();
        match steps.as_slice() {
            [Step::Tiles, Step::Tree { .. }] => assert!(!R::State::MIXED),
            [Step::Tiles, Step::Runs, Step::Tree { .. }] => assert!(R::State::MIXED),
            steps => panic!("{steps:?}"),
        }
        for kernel in kernels.all() {
            let text = kernel.wgsl();
            assert_eq!(text.matches("fn main(").count(), 1, "{text}");
            // Kernels that count exchange no states.
            let exchanges = caps.subgroups.is_some() && R::BINNED.is_none();
            assert_eq!(text.contains("subgroup"), exchanges, "{text}");
            assert!(
                !text.contains("${") && !text.contains("//#"),
                "a hole is left in\n{text}"
            );
            asks_browsers_for_subgroups(kernel);
            assert!(kernel.workgroup_bytes() <= caps.max_workgroup_bytes);
            if caps.subgroups.is_some() && offers != Needs::NONE {
                exchanges_no_wide_integers(kernel);
            }
        }
        let of = |step| Kernels::kernel::<R>(step, &caps);
        let unaligned = of(Step::UnalignedTiles).unwrap_or_else(|error| panic!("on {}: {error}", caps.device));
        assert!(unaligned.wgsl().contains("pass_info.start_x"), "{}", unaligned.wgsl());
        assert_eq!(unaligned.inputs(), kernels.all()[0].inputs());
        let whole = of(Step::FullTiles).map(|whole| whole.wgsl().contains("known_weight = 0.5lf;"));
        assert!(matches!(whole, Ok(true) | Err(Error::Policy { .. })), "{whole:?}");
        assert_eq!(whole.is_ok(), kernels.steps().contains(&Step::FullTiles));
        match of(Step::UnalignedRuns) {
            Ok(runs) => assert!(R::State::MIXED && runs.wgsl().contains("pass_info.start_x")),
            Err(Error::Policy { .. }) => assert!(!R::State::MIXED),
            Err(error) => panic!("on {}: {error}", caps.device),
        }
        let shared = of(Step::SplitTiles).unwrap_or_else(|error| panic!("on {}: {error}", caps.device));
        let by = Shape::of::<R>().splits();
        assert_eq!(
            shared.wgsl().contains(&format!("workgroup.x / {by}u")),
            by > 1,
            "{}",
            shared.wgsl()
        );
        for rows in [4, 128] {
            let variable =
                of(Step::VariableTiles { rows }).unwrap_or_else(|error| panic!("on {}: {error}", caps.device));
            let takes_any_order = R::State::EXACT && R::State::COMMUTATIVE;
            assert_eq!(
                variable.wgsl().contains(&format!("a tile has {rows} rows of")),
                takes_any_order,
                "{}",
                variable.wgsl()
            );
        }
        match of(Step::Finish) {
            Ok(finish) => assert!(finish.output_words() > 0),
            // The host finishes a result that the device cannot hold.
            Err(Error::MissingFeature { .. }) => {
                assert!(R::Output::NEEDS.union(R::State::NEEDS) != Needs::NONE && offers != WIDE)
            }
            Err(error) => panic!("on {}: {error}", caps.device),
        }
        // One operator stands for all: some kernels are equal for all of them.
        let stands_for_all = std::any::TypeId::of::<R>() == std::any::TypeId::of::<ops::Sum<f32>>();
        let steps = kernels.steps_of_groups().into_iter();
        for step in steps.filter(|step| stands_for_all || !step.is_of_all_reductions()) {
            match of(step) {
                Ok(kernel) => {
                    assert!(kernel.workgroup_bytes() <= caps.max_workgroup_bytes);
                    asks_browsers_for_subgroups(&kernel);
                }
                Err(Error::MissingFeature { .. } | Error::FinishOnHost { .. }) if writes_results(step) => {}
                Err(error) => panic!("{step:?} on {}: {error}", caps.device),
            }
        }
        if stands_for_all {
            for step in Kernels::steps_of_keys() {
                let kernel = of(step).unwrap_or_else(|error| panic!("{step:?} on {}: {error}", caps.device));
                assert!(kernel.workgroup_bytes() <= caps.max_workgroup_bytes);
                assert!(kernel.inputs() < 8);
            }
        }
        assert_eq!(of(Step::Prepare).unwrap().inputs(), 2);
        let again = Kernels::of::<R>(&caps).unwrap();
        assert_eq!(kernels.wgsl(), again.wgsl(), "two generations differ");
        assert_eq!(kernels.operator().module, again.operator().module);
        let combines = kernels
            .wgsl()
            .contains(&format!("fn {}(", combine_name(kernels.combine())));
        let counts = kernels.wgsl().matches("atomicAdd(&workgroup_counts[").count();
        assert_eq!(
            (combines, counts),
            if R::BINNED.is_none() { (true, 0) } else { (false, 2) }
        );
        let page = kernels.explain();
        assert!(
            page.contains(&caps.device) && page.contains(&kernels.operator().name),
            "{page}"
        );
    }
}

/// Browsers want subgroups enabled where lanes exchange, and to be told where each subgroup leaves a loop by itself: where its lanes find room for groups, or where it folds one group after the other.
fn asks_browsers_for_subgroups(kernel: &Kernel) {
    let text = kernel.wgsl();
    let exchanges = text.contains("@builtin(subgroup_invocation_id)");
    let directives = match (exchanges, text.contains("subgroupBroadcastFirst")) {
        (true, true) => "enable subgroups;\ndiagnostic(off, subgroup_uniformity);\n\n",
        (true, false) => "enable subgroups;\n\n",
        (false, _) => "",
    };
    assert_eq!(kernel.wgsl_web(), format!("{directives}{text}"));
}

/// Whether a kernel over groups finishes them.
fn writes_results(step: Step) -> bool {
    match step {
        Step::GroupElements(kind) => kind.finishes,
        Step::GroupStates(kind) => kind.finishes,
        _ => false,
    }
}

/// The operators of the gallery, whose kernels are validated as they are made.
#[test]
fn the_gallery() {
    for case in reduce_gallery::fields().iter().flat_map(|field| &field.cases) {
        for caps in devices(Needs::NONE).into_iter().chain(devices(WIDE)) {
            let kernels = (case.kernels)(&caps);
            let kernels = kernels.unwrap_or_else(|error| panic!("{} on {}: {error}", case.name, caps.device));
            assert!(kernels.combine().contains("_combine("), "{}", kernels.combine());
        }
    }
}

/// Between invocations, Vulkan moves integers of 64 bits only where `shaderSubgroupExtendedTypes` is on, which wgpu never asks for.
fn exchanges_no_wide_integers(kernel: &Kernel) {
    const TYPE_INT: u32 = 21;
    const GROUP_OPERATIONS: std::ops::RangeInclusive<u32> = 333..=366;
    let words = kernel.spirv().unwrap_or_else(|error| panic!("{error}"));
    let mut rest = &words[5..];
    let mut wide = Vec::new();
    while let [head, ..] = *rest {
        let (instruction, after) = rest.split_at((head >> 16) as usize);
        match head & 0xffff {
            TYPE_INT if instruction[2] == 64 => wide.push(instruction[1]),
            code if GROUP_OPERATIONS.contains(&code) => {
                assert!(!wide.contains(&instruction[1]), "{}", kernel.wgsl());
            }
            _ => {}
        }
        rest = after;
    }
}

/// Every strategy of the ladder that takes `R` makes kernels that naga accepts, always the same; the others say why not.
fn strategies_taken<R: Operator>(offers: Needs) {
    let with = |strategy: Strategy, caps: &Caps| Kernels::with::<R>(strategy, caps);
    every_strategy(&with, offers);
}

/// [`strategies_taken`] for the kernels that `with` makes; not generic, to be compiled once.
fn every_strategy(with: &dyn Fn(Strategy, &Caps) -> Result<Kernels, Error>, offers: Needs) {
    for caps in [Caps::webgpu(), Caps::webgpu_subgroups()] {
        let caps = caps.with(|caps| caps.offers = offers.union(Needs::COHERENT));
        let mut taken = 0;
        for strategy in Strategy::ALL {
            let kernels = match with(strategy, &caps) {
                Ok(kernels) => kernels,
                Err(Error::Policy { problem, .. }) => {
                    assert!(problem.starts_with(&format!("Strategy::{strategy} ")), "{problem}");
                    continue;
                }
                Err(error) => panic!("{strategy} on {}: {error}", caps.device),
            };
            taken += 1;
            for kernel in kernels.all() {
                let text = kernel.wgsl();
                assert_eq!(text.matches("fn main(").count(), 1, "{text}");
                assert!(
                    !text.contains("${") && !text.contains("//#"),
                    "a hole is left in\n{text}"
                );
                assert!(kernel.workgroup_bytes() <= caps.max_workgroup_bytes);
            }
            assert_eq!(kernels.wgsl(), with(strategy, &caps).unwrap().wgsl());
            let page = kernels.explain();
            assert!(page.contains(&caps.device), "{page}");
            if strategy != Strategy::Canonical {
                assert!(page.contains(&format!("strategy   {strategy}: ")), "{page}");
                let unaligned = kernels.step(Step::FoldUnalignedElements).unwrap();
                assert!(unaligned.wgsl().contains("pass_info.start_x"), "{}", unaligned.wgsl());
            }
        }
        // The strategies that need nothing of the monoid but an order.
        assert!(taken >= 5, "{taken} strategies");
    }
}

/// The name of the last function of a module, for whose sake the module exists.
fn combine_name(module: &str) -> &str {
    let (_, declaration) = module.rsplit_once("\nfn ").unwrap();
    declaration.split('(').next().unwrap()
}

macro_rules! narrow {
    ($($name:ident: $operator:ty,)*) => {$(
        #[test]
        fn $name() {
            generates::<$operator>(Needs::NONE);
            strategies_taken::<$operator>(Needs::NONE);
        }
    )*};
}

for_built_in_operators!(narrow);
for_operators_on_other_inputs!(narrow);
for_user_operators!(narrow);
for_written_operators!(narrow);
for_operators_with_parameters!(narrow);

/// Operators that need abilities are refused where these are not offered, and say which.
macro_rules! wide {
    ($($name:ident: $operator:ty,)*) => {$(
        #[test]
        fn $name() {
            generates::<$operator>(WIDE);
            strategies_taken::<$operator>(WIDE);
            let error = Kernels::of::<$operator>(&Caps::webgpu_subgroups()).unwrap_err();
            let Error::MissingFeature { missing, .. } = &error else { panic!("{error}") };
            assert!(missing.contains("SHADER_"), "{error}");
        }
    )*};
}

for_wide_operators!(wide);

#[test]
fn a_missing_feature_is_named() {
    let refused = |error: Result<Kernels, Error>| error.unwrap_err().to_string();
    let only_floats = Caps::webgpu().with(|caps| caps.offers = Needs::F64);
    assert_eq!(
        refused(Kernels::of::<ops::Sum<f64>>(&Caps::webgpu())),
        "Sum_f64 needs 64-bit floats (SHADER_F64), which any WebGPU device does not have; \
         use 32-bit types, another adapter, or Cpu::new()"
    );
    assert_eq!(
        refused(Kernels::of::<operators::Wide>(&Caps::webgpu())),
        "Wide needs 64-bit floats (SHADER_F64), 64-bit integers (SHADER_INT64), which any WebGPU device does not have; \
         use 32-bit types, another adapter, or Cpu::new()"
    );
    assert_eq!(
        refused(Kernels::of::<operators::Wide>(&only_floats)),
        "Wide needs 64-bit integers (SHADER_INT64), which any WebGPU device does not have; \
         use 32-bit types, another adapter, or Cpu::new()"
    );
}

/// Min of f64 and the like look at bits, which are integers of 64 bits: the operations in the text count, not the types alone.
#[test]
fn abilities_that_the_text_uses_are_named() {
    fn refused<R: Operator>(offers: Needs) {
        let caps = Caps::webgpu().with(|caps| caps.offers = offers);
        let error = Kernels::of::<R>(&caps).unwrap_err();
        let Error::MissingFeature { missing, .. } = &error else {
            panic!("{error}")
        };
        assert_eq!(*missing, WIDE.without(offers).to_string(), "{error}");
    }
    macro_rules! each {
        ($($operator:ident)*) => {$(
            refused::<ops::$operator<f64>>(Needs::F64);
            refused::<ops::$operator<f64>>(Needs::NONE);
        )*};
    }
    each!(Min Max MinMax NanMin NanMax ArgMin ArgMax Any All);
    refused::<Magnitude>(Needs::F64);
    generates::<ops::Sum<f64>>(Needs::F64);
    // The host finishes.
    generates::<Finite>(Needs::F64);
}

#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Reduce)]
struct Total {
    #[reduce(sum)]
    sum: f64,
}

/// The bits of a float in `lift`.
struct Magnitude;

#[gpu]
impl Reduction for Magnitude {
    type Input = f64;
    type State = Total;
    type Output = f64;
    fn lift(x: f64) -> Total {
        Total {
            sum: if x.is_nan() { 0.0 } else { x },
        }
    }
    fn finish(s: Total) -> f64 {
        s.sum
    }
}

/// The bits of a float in `finish`.
struct Finite;

#[gpu]
impl Reduction for Finite {
    type Input = f64;
    type State = Total;
    type Output = u32;
    fn lift(x: f64) -> Total {
        Total { sum: x }
    }
    fn finish(s: Total) -> u32 {
        s.sum.is_finite() as u32
    }
}

/// Two operators never share a text by accident, and the same operator for two types differs.
#[test]
fn kernels_of_different_operators_differ() {
    let mut texts = Vec::new();
    macro_rules! collect {
        ($($name:ident: $operator:ty,)*) => {
            $(texts.push((stringify!($name), Kernels::of::<$operator>(&Caps::webgpu()).unwrap().wgsl()));)*
        };
    }
    for_built_in_operators!(collect);
    for_operators_on_other_inputs!(collect);
    for_user_operators!(collect);
    for (index, (name, text)) in texts.iter().enumerate() {
        for (other, same) in &texts[..index] {
            assert_ne!(text, same, "{name} and {other}");
        }
    }
}

/// Raw WGSL runs with every check; the text of everything else is known.
#[test]
fn raw_wgsl_is_noticed() {
    let raw = Kernels::of::<reduce_tests::written::Table>(&Caps::webgpu()).unwrap();
    let other = Kernels::of::<ops::Sum<u32>>(&Caps::webgpu()).unwrap();
    assert!(raw.all()[0].has_raw_wgsl() && raw.all()[0].is_checked());
    assert!(!raw.all()[1].has_raw_wgsl() && !other.all()[0].has_raw_wgsl());
    let text = raw.all()[0].wgsl();
    assert!(
        text.contains("fn looked_up_mixed(") && text.contains("fn bits_mixed("),
        "{text}"
    );
}
