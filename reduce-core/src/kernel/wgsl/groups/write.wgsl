//# for u in range(held)
    if (writes${u}${" && node == 0u && group" ~ u ~ " < " ~ ("end" if from_table else "pass_info.groups") if finishes else " && lanes" ~ u ~ " > 0u"}) {
        let folded = folded${u};
//# if finishes
        var finished = ${identity}();
        if (lanes${u} > 0u) {
            finished = ${column.result};
        }
        let value = ${finish}(finished);
        let to = pass_info.first_output + ${("row_here.z" if ahead else "row_of(group" ~ u ~ ").z") if from_table else "group" ~ u} * ${words | length}u;
//# for word in words
        output[to + ${loop.index0}u] = ${word};
//# endfor
//# else
//# if from_table
        let to = ${"row_here" if ahead else "row_of(group" ~ u ~ ")"}.z${" + node" if splits_tiles};
//# else
        let to = pass_info.first_output + group${u} * pass_info.to_group + node * pass_info.to_node;
//# endif
//# for store in stores
        output[to]${store.to} = ${(column.result ~ store.from) | called(store.by)};
//# endfor
//# endif
    }
//# endfor
