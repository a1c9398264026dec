//! Every kernel of every operator under Tint, in one browser run. 64-bit types are left out: no browser has them.

use reduce_tests::browser::{Browser, Shader};
use reduce_tests::ops;
use reduce_tests::{
    for_built_in_operators, for_operators_on_other_inputs, for_operators_with_parameters, for_user_operators,
    for_written_operators,
};
use reduce_wgpu::{Caps, Error, Kernels, Monoid as _, Operator, Policy, Step, Strategy, Subgroups};

/// The kernels of `R`, those of `reduce` with subgroups and without, as this browser's adapter gets them.
///
/// It is SwiftShader, a software device: operators with control flow come with one load in flight, or its compiler takes
/// minutes for each. That changes how often an operator stands in the text, and nothing else.
fn shaders<R: Operator>(name: &str) -> Vec<Shader> {
    let mut shaders = Vec::new();
    for caps in [Caps::webgpu(), Caps::webgpu_subgroups()] {
        let caps = caps.with(|caps| caps.software = true);
        let kernels = Kernels::of::<R>(&caps).unwrap_or_else(|error| panic!("{error}"));
        let variant = if caps.subgroups.is_some() { "with" } else { "without" };
        shaders.extend(kernels.all().iter().map(|kernel| Shader {
            name: format!("{name}: {} {variant} subgroups", kernel.step().name()),
            wgsl: kernel.wgsl_web(),
            pipeline: true,
        }));
    }
    let caps = Caps::webgpu().with(|caps| caps.software = true);
    let runs = R::State::MIXED.then_some(Step::UnalignedRuns);
    let tiles = [Step::UnalignedTiles, Step::SplitTiles, Step::VariableTiles { rows: 4 }];
    for step in tiles.into_iter().chain(runs).chain([Step::Finish]) {
        match Kernels::kernel::<R>(step, &caps) {
            Ok(kernel) => shaders.push(Shader {
                name: format!("{name}: {}", step.name()),
                wgsl: kernel.wgsl_web(),
                pipeline: true,
            }),
            // The host finishes a result that a browser cannot hold.
            Err(Error::MissingFeature { .. }) => unfinished(shaders.len()),
            Err(error) => panic!("{error}"),
        }
    }
    shaders.extend(of_groups::<R>(name));
    shaders
}

/// The kernels of `R` over groups, of every kind, for a device with subgroups of one width.
fn of_groups<R: Operator>(name: &str) -> Vec<Shader> {
    let caps = Caps::webgpu_subgroups().with(|caps| {
        caps.software = true;
        caps.subgroups = Some(Subgroups { min: 32, max: 32 });
    });
    let kernels = Kernels::of::<R>(&caps).unwrap_or_else(|error| panic!("{error}"));
    let stands_for_all = std::any::TypeId::of::<R>() == std::any::TypeId::of::<ops::Sum<f32>>();
    let mut steps = kernels.steps_of_groups();
    // These kernels are equal for every operator.
    match stands_for_all {
        true => steps.extend(Kernels::steps_of_keys()),
        false => steps.retain(|step| !step.is_of_all_reductions()),
    }
    let steps = steps.into_iter().enumerate();
    let shaders = steps.filter_map(|(number, step)| match Kernels::kernel::<R>(step, &caps) {
        Ok(kernel) => Some(Shader {
            name: format!("{name}: {} of kind {number}", step.name()),
            wgsl: kernel.wgsl_web(),
            // SwiftShader takes up to 14 s for one of these, and four minutes for a fifth of them: Tint alone judges those of most operators. The tests of groups run
            // kernels for subgroups as wide as it has on this driver; those for subgroups of eight lanes and more, they run on llvmpipe.
            pipeline: stands_for_all,
        }),
        // The host finishes a result that a browser cannot hold.
        Err(Error::MissingFeature { .. } | Error::FinishOnHost { .. }) => None,
        Err(error) => panic!("{step:?}: {error}"),
    });
    shaders.collect()
}

/// The kernels of `R` by every strategy of the ladder that browsers have.
fn strategies<R: Operator>(name: &str) -> Vec<Shader> {
    let caps = Caps::webgpu_subgroups().with(|caps| caps.software = true);
    let mut shaders = Vec::new();
    for strategy in Strategy::ALL {
        for workgroup in [64, 256] {
            let policy = Policy {
                workgroup,
                ..Policy::with_strategy::<R>(strategy, &caps)
            };
            let kernels = match Kernels::with::<R>(policy, &caps) {
                Ok(kernels) => kernels,
                Err(Error::Policy { .. }) => continue,
                Err(error) => panic!("{strategy}: {error}"),
            };
            shaders.extend(kernels.all().iter().map(|kernel| Shader {
                name: format!("{name}: {} by {strategy} of {workgroup}", kernel.step().name()),
                wgsl: kernel.wgsl_web(),
                pipeline: true,
            }));
        }
    }
    shaders
}

/// The kernels that count as hardware gets them: with several copies of the counts and several loads in flight.
fn counts_on_hardware() -> Vec<Shader> {
    fn of<R: Operator>(name: &str) -> impl Iterator<Item = Shader> {
        let steps = [
            Step::Tiles,
            Step::UnalignedTiles,
            Step::VariableTiles { rows: 4 },
            Step::Tree { run: 1 },
        ];
        steps.into_iter().map(move |step| Shader {
            name: format!("{name} on hardware: {}", step.name()),
            wgsl: Kernels::kernel::<R>(step, &Caps::webgpu_subgroups())
                .unwrap()
                .wgsl_web(),
            pipeline: false,
        })
    }
    let floats = of::<ops::Histogram<f32, 256>>("256 bins of f32");
    let bytes = of::<ops::Histogram<u8, 20>>("20 bins of u8");
    let integers = of::<ops::HistogramUpTo<i32, 100>>("100 bins of i32");
    let quantiles = of::<ops::Quantiles<f32, 100, 2>>("quantiles in 100 bins of f32");
    floats.chain(bytes).chain(integers).chain(quantiles).collect()
}

/// Among the eight kernels of an operator, the finish kernel alone may be missing.
fn unfinished(kernels: usize) {
    assert_eq!(kernels, 7);
}

#[test]
fn tint_accepts_every_kernel_without_a_message() {
    let mut all = Vec::new();
    let mut operators = 0;
    macro_rules! collect {
        ($($name:ident: $operator:ty,)*) => {$(
            all.extend(shaders::<$operator>(stringify!($name)));
            operators += 1;
        )*};
    }
    for_built_in_operators!(collect);
    for_operators_on_other_inputs!(collect);
    for_user_operators!(collect);
    for_written_operators!(collect);
    for_operators_with_parameters!(collect);
    assert!(all.len() > 7 * operators);
    let before = all.len();
    all.extend(strategies::<ops::Sum<f32>>("sum of f32"));
    all.extend(strategies::<ops::Max<f32>>("maximum of f32"));
    all.extend(strategies::<ops::Sum<u32>>("sum of u32"));
    all.extend(strategies::<ops::Sum<u8>>("sum of u8"));
    all.extend(strategies::<ops::ArgMax<f32>>("arg-max of f32"));
    all.extend(strategies::<reduce_tests::operators::Stats>("stats"));
    all.extend(strategies::<reduce_tests::written::Spread>("spread"));
    all.extend(strategies::<reduce_tests::written::Compose>("compose"));
    all.extend(strategies::<reduce_tests::parameters::CountAbove>(
        "a count above a parameter",
    ));
    all.extend(counts_on_hardware());
    assert!(all.len() > before + 300, "{} of strategies", all.len() - before);
    // These kernels are equal for every operator.
    for step in [Step::Prepare, Step::Read, Step::Subgroups] {
        let caps = Caps::webgpu_subgroups();
        let kernel = Kernels::kernel::<reduce_tests::operators::Stats>(step, &caps).unwrap();
        all.push(Shader {
            name: step.name().to_owned(),
            wgsl: kernel.wgsl_web(),
            pipeline: true,
        });
    }

    // SwiftShader took eight minutes to compile all of them. It gets one or two kernels of every operator, and many of every kind: an operator has
    // eight.
    for (index, shader) in all.iter_mut().enumerate() {
        shader.pipeline &= index % 5 == 0 || shader.name.starts_with("sum_f32: ");
    }
    let report = Browser::find().and_then(|browser| browser.compile(&all)).unwrap();
    assert!(
        report.has("subgroups"),
        "the adapter {} has no subgroups: {}",
        report.adapter,
        report.features.join(" ")
    );
    assert_eq!(report.verdicts.len(), all.len());
    let refused: Vec<String> = report
        .verdicts
        .iter()
        .zip(&all)
        .filter(|(verdict, _)| !verdict.messages.is_empty())
        .map(|(verdict, shader)| format!("{}\n{}\n{}", verdict.name, verdict.messages.join("\n"), shader.wgsl))
        .collect();
    assert!(
        refused.is_empty(),
        "{} of {} kernels\n{}",
        refused.len(),
        all.len(),
        refused.join("\n\n")
    );
}

/// A real kernel with a barrier moved where not all invocations come by: naga is content, the gate is not.
#[test]
fn a_defect_in_a_real_kernel_is_caught() {
    let mut shader = shaders::<reduce_tests::operators::Stats>("stats").swap_remove(0);
    let barrier = "        workgroupBarrier();\n";
    assert!(shader.wgsl.contains(barrier), "{}", shader.wgsl);
    shader.wgsl = shader
        .wgsl
        .replacen(barrier, "        if (invocation < 7u) { workgroupBarrier(); }\n", 1);
    let report = Browser::find().and_then(|browser| browser.compile(&[shader])).unwrap();
    let [verdict] = report.verdicts.as_slice() else {
        panic!("{report:?}")
    };
    let message = verdict.messages.first().map_or("", String::as_str);
    assert!(
        message.contains("'workgroupBarrier' must only be called from uniform control flow"),
        "{report:?}"
    );
}
