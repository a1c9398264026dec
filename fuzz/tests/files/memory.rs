//! An allocator that counts the bytes that a thread holds.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::Write as _;

/// No run may ask for more at once: such a request is refused, and ends the process where nobody expects that.
const AT_ONCE: usize = 8 << 30;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    static RUN: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, with the counters of each thread.
pub(crate) struct Counting;

/// Runs `work` as run number `run`; returns what it returns, and the most bytes that it held beside those before.
pub(crate) fn peak_of<T>(run: u64, work: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.get();
    PEAK.set(before);
    RUN.set(run);
    let result = work();
    (result, usize::try_from(PEAK.get() - before).unwrap_or(0))
}

fn hold(bytes: usize) {
    let held = HELD.get() + bytes as isize;
    HELD.set(held);
    PEAK.set(PEAK.get().max(held));
}

fn release(bytes: usize) {
    HELD.set(HELD.get() - bytes as isize);
}

/// Says which run asks for too much.
fn refused(bytes: usize) -> bool {
    if bytes <= AT_ONCE {
        return false;
    }
    let _ = writeln!(std::io::stderr(), "run {} asks for {bytes} bytes at once", RUN.get());
    true
}

// SAFETY: the system's allocator does all, and a null pointer is an answer that callers have to expect.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if refused(layout.size()) {
            return std::ptr::null_mut();
        }
        hold(layout.size());
        // SAFETY: the caller's promises are those of this function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if refused(layout.size()) {
            return std::ptr::null_mut();
        }
        hold(layout.size());
        // SAFETY: the caller's promises are those of this function.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if refused(size) {
            return std::ptr::null_mut();
        }
        hold(size);
        release(layout.size());
        // SAFETY: the caller's promises are those of this function.
        unsafe { System.realloc(at, layout, size) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        release(layout.size());
        // SAFETY: the caller's promises are those of this function.
        unsafe { System.dealloc(at, layout) }
    }
}
