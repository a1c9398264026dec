
// A state without its counts, which are known.
struct Uncounted {
//# for member in others
    s${loop.index0}: ${member.kind},
//# endfor
}

fn uncounted(state: ${exchanged.kind}) -> Uncounted {
    return Uncounted(
//# for member in others
        state${member.path},
//# endfor
    );
}

// The state of so many elements.
fn counted(
    others: Uncounted,
//# for kind in count_kinds
    count_${kind}: ${kind},
//# endfor
) -> ${exchanged.kind} {
    var state: ${exchanged.kind};
//# for member in assigned
    state${member.path} = ${member.value};
//# endfor
    return state;
}
