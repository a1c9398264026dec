
// A column with the lifted element of its row `row`, which begins it or comes below the others.
fn fold_element(above: ${column.kind}, value: ${column.kind}, row: u32) -> ${column.kind} {
    if (row == 0u) {
        return value;
    }
    return ${column.fold}(above, value);
}
