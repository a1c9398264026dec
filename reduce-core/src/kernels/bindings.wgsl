struct Pass {
    length: u32,       // elements that this dispatch folds
    first_output: u32, // where the state of its first block goes
}

@group(0) @binding(0) var<storage, read> input: array<${load}>;
@group(0) @binding(1) var<storage, read_write> output: array<${state}>;
@group(0) @binding(2) var<uniform> pass_info: Pass;
