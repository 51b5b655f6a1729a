//! The real program under strace: every system call on its files fails in turn, and the power fails between any two.
//!
//! strace rather than a preloaded library, because much of the program calls the kernel without libc.

mod crash_points;
mod disk;
mod failing_calls;
mod journal;
mod saving;
mod strace;
mod write_path;

use anyhow::{Result, ensure};

pub use strace::is_permitted;

/// What was tried, and what went wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    pub cases: usize,
    /// One line each.
    pub problems: Vec<String>,
}

impl Tried {
    fn add(&mut self, result: Result<()>) {
        self.cases += 1;
        self.problems.extend(result.err().map(|error| format!("{error:#}")));
    }

    /// Counts a case only if it has happened.
    fn add_if(&mut self, happened: Result<bool>) {
        match happened {
            Ok(false) => {}
            other => self.add(other.map(drop)),
        }
    }

    fn merge(&mut self, other: Tried) {
        self.cases += other.cases;
        self.problems.extend(other.problems);
    }

    pub fn ensure_none_failed(&self) -> Result<()> {
        ensure!(
            self.problems.is_empty(),
            "{} of {} cases:\n{}",
            self.problems.len(),
            self.cases,
            self.problems.join("\n")
        );
        ensure!(self.cases > 0, "nothing was tried");
        Ok(())
    }
}

/// How much is tried: everything, or what fits into every run of all tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    Sample,
    Everything,
}

impl Extent {
    /// Every how many cases one is tried.
    fn step(self, sampled: usize) -> usize {
        match self {
            Extent::Sample => sampled,
            Extent::Everything => 1,
        }
    }
}

/// Every call fails once, over each path on which data is written. Old or new contents are there afterwards, an error
/// names the file, and the next save succeeds.
pub async fn failing_calls(extent: Extent) -> Result<Tried> {
    let mut tried = Tried::default();
    for path in write_path::ALL {
        tried.merge(failing_calls::commands(path, extent)?);
    }
    tried.merge(failing_calls::studio(extent)?);
    tried.merge(journal::failing_calls(extent).await?);
    Ok(tried)
}

/// The power fails after every call: old or new contents are there, and what was acknowledged is.
pub async fn power_loss(extent: Extent) -> Result<Tried> {
    let mut tried = Tried::default();
    for path in write_path::ALL {
        tried.merge(crash_points::commands(path, extent)?);
    }
    tried.merge(crash_points::studio()?);
    tried.merge(journal::power_loss(extent).await?);
    Ok(tried)
}
