${declarations}

//# if elements
//# include "bindings.wgsl"
//# else
//# include "states.wgsl"
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
    return ${"states[index]" | called(load)};
}
//# endif
