// Whether the keys of so many groups that begin in a span of ${span} elements lie side by side: if they are neither few nor many.
fn are_staged(count: u32) -> bool {
    return count >= ${span_least}u && count <= ${span_keys}u;
}

// Where the first key of a span is.
fn staged_of_span(span: u32) -> u32 {
    return info.staged + span * ${span_keys}u;
}
