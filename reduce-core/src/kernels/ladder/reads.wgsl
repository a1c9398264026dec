${declarations}

//# if elements
//# include "bindings.wgsl"
//# else
struct Pass {
    length: u32,       // states that this dispatch folds
    first_output: u32, // where the first of its results goes
}

@group(0) @binding(0) var<storage, read> states: array<${state}>;
@group(0) @binding(1) var<storage, read_write> output: ${target};
@group(0) @binding(2) var<uniform> pass_info: Pass;
//# endif
//# if elements and one_by_one

// The element at `index` of this dispatch, lifted to a state.
fn state_at(index: u32) -> ${state} {
//# for load in loads
    let ${load.name} = ${load.text};
//# endfor
//# if positioned
    let p0 = pass_info.first_element + index;
//# endif
    return ${lifted[0]};
}
//# elif one_by_one

// The state at `index` that the pass before this one left.
fn state_at(index: u32) -> ${state} {
    return states[index];
}
//# endif
