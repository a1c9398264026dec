//# set components = part.of_two | length // 2
//# set is_packed = part.per_component > 1
//# set needed = components + 1 if is_packed else components

// Load `index` of the elements of the group, which may begin between two vectors${", and inside a word" if is_packed}. Neighbouring loads have one vector in common, so both are found by one rule.
fn ${part.load}(index: u32) -> ${part.word} {
    let at = group_${part.start} / ${per_invocation}u + index;
    let last = arrayLength(&${part.name}) - 1u;
    let left = ${part.name}[min(at, last)];
    let right = ${part.name}[min(at + 1u, last)];
//# if components > 1
    let by_one = (group_${part.start} & ${part.per_component}u) == ${part.per_component}u;
//# endif
//# if components == 4
//# for index in range(0, needed + 2)
    let t${index} = select(${part.of_two[index]}, ${part.of_two[index + 1]}, by_one);
//# endfor
    let by_two = (group_${part.start} & ${2 * part.per_component}u) == ${2 * part.per_component}u;
//# endif
//# for index in range(0, needed)
//# if components == 4
    let w${index} = select(t${index}, t${index + 2}, by_two);
//# elif components == 2
    let w${index} = select(${part.of_two[index]}, ${part.of_two[index + 1]}, by_one);
//# else
    let w${index} = ${part.of_two[index]};
//# endif
//# endfor
//# if is_packed
    // The bits of a word in front of its first element: at most 24, so that no shift is by 32.
    let before = group_${part.start} % ${part.per_component}u * ${32 // part.per_component}u;
//# endif
    return ${part.word}(
//# for index in range(0, components)
//# if is_packed
        (w${index} >> before) | ((w${index + 1} << 1u) << (31u - before)),
//# else
        w${index},
//# endif
//# endfor
    );
}
