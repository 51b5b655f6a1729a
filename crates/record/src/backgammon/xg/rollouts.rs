//! The rollouts that candidates and cube decisions refer to.

use super::fields::Fields;

const SIZE: usize = 2184;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rollout {
    pub games: u32,
    /// Half the width of the interval that has the equity with 95 %.
    pub confidence: f64,
}

pub(super) fn read(bytes: &[u8]) -> Vec<Rollout> {
    bytes.chunks_exact(SIZE).map(|context| rollout(Fields(context))).collect()
}

fn rollout(context: Fields<'_>) -> Rollout {
    // The number of games is stored twice, and which of the two is set depends on the version.
    let games = context.i32(84).max(context.i32(2140));
    Rollout { games: u32::try_from(games).unwrap_or_default(), confidence: context.f32(2020).abs() }
}
