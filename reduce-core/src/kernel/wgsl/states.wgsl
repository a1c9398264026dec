//# set length_of = "states that this dispatch folds"
//# set output_of = "where the first of its results goes"
//# set has_position = false
//# set has_parts = false
//# include "pass.wgsl"

@group(0) @binding(0) var<storage, read> states: array<${stored}>;
@group(0) @binding(1) var<storage, read_write> output: ${target};
@group(0) @binding(2) var<uniform> pass_info: Pass;
//# include "loops_ended.wgsl"
