// Writes the result of a group: the identity, if it has no elements.
fn write_result(result_number: u32, has_elements: bool, folded: ${exchanged.kind}) {
//# if finishes
    var finished = ${identity}();
    if (has_elements) {
        finished = ${column.result};
    }
    let value = ${finish}(finished);
    let to = pass_info.first_output + result_number * ${words | length}u;
//# for word in words
    output[to + ${loop.index0}u] = ${word};
//# endfor
//# else
    if (has_elements) {
//# for store in stores
        output[result_number]${store.to} = ${(column.result ~ store.from) | called(store.by)};
//# endfor
    } else {
//# for store in stores
        output[result_number]${store.to} = ${(store.identity ~ "()") | called(store.by)};
//# endfor
    }
//# endif
}
