//# include "segments/offset_at.wgsl"

// The first element of a group and how many it has, if it `is_here`: of offsets that descend, or pass the end, none.
fn range_of(number: u32, is_here: bool) -> vec2<u32> {
    var range = vec2<u32>();
    if (is_here) {
        let begin = offset_at(number);
        let end = offset_at(number + 1u);
        if (begin < end && end <= pass_info.elements) {
            range = vec2<u32>(begin, end - begin);
        }
    }
    return range;
}
