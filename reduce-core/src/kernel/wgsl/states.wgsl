struct Pass {
    length: u32,       // states that this dispatch folds
    first_output: u32, // where the first of its results goes
}

@group(0) @binding(0) var<storage, read> states: array<${state}>;
@group(0) @binding(1) var<storage, read_write> output: ${target};
@group(0) @binding(2) var<uniform> pass_info: Pass;
//# include "loops_ended.wgsl"
