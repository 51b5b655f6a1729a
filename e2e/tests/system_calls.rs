//! System calls that fail and power that fails, on the real programs. `cargo xtask torture` tries all of them.

use anyhow::Result;
use e2e::system_calls::{Extent, failing_calls, is_permitted, power_loss};

#[tokio::test]
async fn a_call_that_fails_leaves_old_or_new_contents_and_an_error_that_names_the_file() -> Result<()> {
    if !is_permitted() {
        return Ok(());
    }
    failing_calls(Extent::Sample).await?.ensure_none_failed()
}

#[tokio::test]
async fn a_power_failure_leaves_old_or_new_contents_and_everything_that_was_acknowledged() -> Result<()> {
    if !is_permitted() {
        return Ok(());
    }
    power_loss(Extent::Sample).await?.ensure_none_failed()
}
