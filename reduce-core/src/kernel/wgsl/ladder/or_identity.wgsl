// The state of element `index`; beyond the end the identity, which changes nothing.
fn state_or_identity(index: u32) -> ${state} {
    if (index < pass_info.length) {
        return state_at(index);
    }
    return ${identity}();
}
