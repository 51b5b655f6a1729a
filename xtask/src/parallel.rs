//! The same work on many items, on all cores.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::Result;

/// The results in the order of the items, or the first error.
pub fn map<'a, T: Sync, R: Send>(items: &'a [T], work: impl Fn(&'a T) -> Result<R> + Sync) -> Result<Vec<R>> {
    let next = AtomicUsize::new(0);
    let take = || {
        let mut done = Vec::new();
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(n) else { return done };
            done.push((n, work(item)));
        }
    };
    let mut done = thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let threads: Vec<_> = (0..cores.min(items.len())).map(|_| scope.spawn(take)).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic))
        };
        threads.into_iter().flat_map(join).collect::<Vec<_>>()
    });
    done.sort_by_key(|(n, _)| *n);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use anyhow::bail;

    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let numbers: Vec<u32> = (0..100).collect();
        let doubled = map(&numbers, |n| Ok(2 * n)).unwrap();
        assert!(doubled.iter().zip(&numbers).all(|(double, n)| *double == 2 * n));
    }

    #[test]
    fn the_first_error_is_returned() {
        let result = map(&[1, 2, 3, 4], |n| if *n > 2 { bail!("{n}") } else { Ok(*n) });
        assert_eq!(result.unwrap_err().to_string(), "3");
    }
}
