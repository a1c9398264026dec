//! Calls of the reader of Parquet, which panics at some damaged pages where that cannot be seen before: at a run of levels or of numbers of a
//! dictionary whose length is no number, or at streams of bytes that are too short.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use parquet::errors::{ParquetError, Result};

thread_local! {
    static INSIDE: Cell<bool> = const { Cell::new(false) };
}

/// The result of `call`, or an error if it panics, without printing anything. Work that it had half done must not be used then.
///
/// # Errors
/// The errors of `call`, and that it panicked.
pub(super) fn guarded<T>(call: impl FnOnce() -> Result<T>) -> Result<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |why| {
            if !INSIDE.get() {
                print(why);
            }
        }));
    });
    INSIDE.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    INSIDE.set(false);
    result.unwrap_or_else(|_| Err(ParquetError::General("a page is not in order".to_owned())))
}
