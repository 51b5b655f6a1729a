//! Ten peers that send as much as they can, while another player plays.

use std::time::Duration;

use anyhow::Result;

use super::Counts;
use crate::flood::flood;

/// What a flood may add to the other player's round trip, at the 95th percentile.
const MAX_ADDED: Duration = Duration::from_millis(20);

pub(super) fn at_a_host() -> Result<Counts> {
    let report = flood()?;
    let mut counts = Counts::default();
    for flooded in &report.flooded {
        let added = flooded.p95.saturating_sub(report.quiet_p95);
        let added_text = format!("{:?} adds {:.1} ms", flooded.by, added.as_secs_f64() * 1000.0);
        counts.add(match added <= MAX_ADDED {
            true => Ok(()),
            false => Err(anyhow::anyhow!("{added_text}")),
        });
    }
    counts.note = format!("the worst adds {:.1} ms", report.worst().as_secs_f64() * 1000.0);
    Ok(counts)
}
