//# if lifted | length == 1
    return fold_element(above, ${lifted[0]}, begins);
//# else
    var folded = fold_element(above, ${lifted[0]}, begins);
//# for index in range(1, lifted | length)
    folded = ${column.fold}(folded, ${lifted[index]});
//# endfor
    return folded;
//# endif
