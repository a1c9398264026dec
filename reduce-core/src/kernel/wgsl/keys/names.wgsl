// The key of a rank.
fn named(key: Key) -> Key {
//# if not is_sorted or named_order == "unsigned"
    return key;
//# elif words == 2
//#   if named_order == "signed"
    return Key(key.x, key.y ^ ${named_sign}u);
//#   else
    return select(~key, Key(key.x, key.y & ${named_sign - 1}u), (key.y & ${named_sign}u) != 0u);
//#   endif
//# elif named_order == "signed"
    return key ^ ${named_sign}u;
//# else
    return select(~key & ${named_mask}u, key & ${named_sign - 1}u, (key & ${named_sign}u) != 0u);
//# endif
}

fn write_name(group: u32, name: Key) {
//# if words == 2
    output[info.names + 2u * group] = name.x;
    output[info.names + 2u * group + 1u] = name.y;
//# else
    output[info.names + group] = name;
//# endif
}
