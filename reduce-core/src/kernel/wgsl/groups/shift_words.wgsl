//# if components > 1
    let by_one = (group_${part.start} & ${part.per_component}u) == ${part.per_component}u;
//# endif
//# if components == 4
    let by_two = (group_${part.start} & ${2 * part.per_component}u) == ${2 * part.per_component}u;
//# for index in range(0, needed + 1)
    let t${index} = select(${of_all[index]}, ${of_all[index + 2]}, by_two);
//# endfor
//# endif
//# for index in range(0, needed)
//# if components == 4
    let w${index} = select(t${index}, t${index + 1}, by_one);
//# elif components == 2
    let w${index} = select(${of_all[index]}, ${of_all[index + 1]}, by_one);
//# else
    let w${index} = ${of_all[index]};
//# endif
//# endfor
//# if is_packed
    // The bits of a word in front of its first element: at most 24, so that no shift is by 32.
    let before = group_${part.start} % ${part.per_component}u * ${32 // part.per_component}u;
//# endif
//# if count > 1
    return array<${part.word}, ${count}>(
//# endif
//# for load in range(count)
${"    return" if count == 1 else "       "} ${part.word}(
//# for component in range(components)
//# set index = load * components + component
//# if is_packed
        (w${index} >> before) | ((w${index + 1} << 1u) << (31u - before)),
//# else
        w${index},
//# endif
//# endfor
    )${";" if count == 1 else ","}
//# endfor
//# if count > 1
    );
//# endif
