//! Failing system calls and power that fails, from `system_calls`.

use anyhow::Result;

use super::{Counts, Options};
use crate::system_calls::{self, Extent, Tried};

fn extent(options: &Options) -> Extent {
    if options.quick { Extent::Sample } else { Extent::Everything }
}

fn counts(tried: Tried) -> Counts {
    Counts {
        tried: tried.cases as u64,
        lost: tried.problems.len() as u64,
        problems: tried.problems,
        note: String::new(),
    }
}

/// Where tracing is not allowed, nothing is tried, and the note says so.
fn not_permitted() -> Counts {
    Counts { note: "NOT RUN: strace may not trace here".to_owned(), ..Counts::default() }
}

pub(super) async fn failing_calls(options: &Options) -> Result<Counts> {
    if !system_calls::is_permitted() {
        return Ok(not_permitted());
    }
    Ok(counts(system_calls::failing_calls(extent(options)).await?))
}

pub(super) async fn power_loss(options: &Options) -> Result<Counts> {
    if !system_calls::is_permitted() {
        return Ok(not_permitted());
    }
    Ok(counts(system_calls::power_loss(extent(options)).await?))
}
