//! Counts the bytes that code allocates, for tests that work grows in proportion to the input. Unlike the time it takes,
//! this number is the same on every machine.

#![allow(unsafe_code, reason = "the trait for allocators is unsafe")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static ALLOCATED: Cell<usize> = const { Cell::new(0) };
}

struct CountingAllocator;

// SAFETY: every call is passed on to the system's allocator as it is.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.with(|bytes| bytes.set(bytes.get() + layout.size()));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The bytes that this thread allocates while `act` runs.
fn allocated_by<T>(act: impl FnOnce() -> T) -> usize {
    let before = ALLOCATED.with(Cell::get);
    drop(act());
    ALLOCATED.with(Cell::get) - before
}

/// Asserts that four times the input takes about four times the work. The square of it would take sixteen times.
pub fn assert_linear<T>(what: &str, input: impl Fn(usize) -> Vec<u8>, work: impl Fn(&[u8]) -> T) {
    let [small, large] = [500, 2000].map(|count| {
        let bytes = input(count);
        allocated_by(|| work(&bytes))
    });
    assert!(large < 6 * small, "{what}: {small} bytes allocated, and {large} for four times the input");
}
