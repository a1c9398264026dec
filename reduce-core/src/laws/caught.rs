//! The user's functions, run so that a panic becomes a message.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use crate::monoid::call;

thread_local! {
    /// The message of the panic that is being caught on this thread, while one may be.
    static CAUGHT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The value of `body`, or the message and place of its panic, which nothing prints.
pub(super) fn caught<T>(body: impl FnOnce() -> T) -> Result<T, String> {
    quiet_hook();
    let outer = CAUGHT.replace(Some(String::new()));
    let value = catch_unwind(AssertUnwindSafe(body));
    let message = CAUGHT.replace(outer).unwrap_or_default();
    value.map_err(|_| message)
}

/// Puts a hook in front of the existing one: it keeps the words of panics that are caught here, and passes on others.
fn quiet_hook() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let previous = take_hook();
        set_hook(Box::new(move |info| {
            let mine = CAUGHT.with_borrow_mut(|caught| caught.as_mut().map(|text| *text = words(info)).is_some());
            if !mine {
                previous(info);
            }
        }));
    });
}

fn words(info: &PanicHookInfo<'_>) -> String {
    let message = call::words(info.payload()).unwrap_or("a panic without words");
    match info.location() {
        Some(place) => format!("{message} ({}:{})", place.file(), place.line()),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::caught;

    #[test]
    fn a_panic_becomes_its_words() {
        assert_eq!(caught(|| 1), Ok(1));
        let message = caught(|| std::hint::black_box(u32::MAX).checked_add(1).expect("room")).unwrap_err();
        assert!(
            message.starts_with("room (") && message.contains("caught.rs:"),
            "{message}"
        );
    }
}
