//! FSRS-6, a model of forgetting that schedules repetitions. Stability is the number of days after which nine in ten
//! items are still known; difficulty goes from 1 to 10. Time is in whole days.

use serde::{Deserialize, Serialize};

/// How well it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Grade {
    Again = 1,
    Hard = 2,
    Good = 3,
    Easy = 4,
}

impl Grade {
    pub const ALL: [Grade; 4] = [Grade::Again, Grade::Hard, Grade::Good, Grade::Easy];

    fn number(self) -> f64 {
        f64::from(self as u8)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    pub stability: f64,
    pub difficulty: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Scheduler {
    weights: [f64; 21],
    /// The share of items that should still be known when they are due.
    retention: f64,
}

/// The published defaults of FSRS-6.
const WEIGHTS: [f64; 21] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614,
    0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];

const STABILITY: (f64, f64) = (0.001, 36_500.0);
const DIFFICULTY: (f64, f64) = (1.0, 10.0);

impl Default for Scheduler {
    fn default() -> Scheduler {
        Scheduler { weights: WEIGHTS, retention: 0.9 }
    }
}

impl Scheduler {
    /// With other weights; the retention is clamped to 0.7..0.99.
    pub fn new(weights: [f64; 21], retention: f64) -> Scheduler {
        Scheduler { weights, retention: retention.clamp(0.7, 0.99) }
    }

    /// The memory after an answer given `days` after the one before.
    pub fn after(&self, before: Option<Memory>, days: u32, grade: Grade) -> Memory {
        let Some(before) = before else { return self.initial(grade) };
        let stability = match (days, grade) {
            (0, _) => self.stability_same_day(before, grade),
            (_, Grade::Again) => self.stability_after_lapse(before, days),
            _ => self.stability_after_recall(before, days, grade),
        };
        Memory { stability: within(stability, STABILITY), difficulty: self.next_difficulty(before, grade) }
    }

    /// Days until it is due: at least one.
    pub fn interval(&self, memory: Memory) -> u32 {
        let w = self.weights[20];
        let days = memory.stability / self.factor() * (self.retention.powf(-1.0 / w) - 1.0);
        within(days.round(), (1.0, STABILITY.1)) as u32
    }

    /// The probability of recall after `days`.
    pub fn retrievability(&self, memory: Memory, days: u32) -> f64 {
        (1.0 + self.factor() * f64::from(days) / memory.stability).powf(-self.weights[20])
    }

    fn factor(&self) -> f64 {
        0.9_f64.powf(-1.0 / self.weights[20]) - 1.0
    }

    fn initial(&self, grade: Grade) -> Memory {
        let stability = self.weights[grade as usize - 1];
        Memory {
            stability: within(stability, STABILITY),
            difficulty: within(self.initial_difficulty(grade), DIFFICULTY),
        }
    }

    fn initial_difficulty(&self, grade: Grade) -> f64 {
        let w = &self.weights;
        w[4] - (w[5] * (grade.number() - 1.0)).exp() + 1.0
    }

    /// Changes less near the maximum, and reverts slightly towards the initial difficulty of `Easy`.
    fn next_difficulty(&self, before: Memory, grade: Grade) -> f64 {
        let w = &self.weights;
        let step = -w[6] * (grade.number() - 3.0);
        let moved = before.difficulty + step * (10.0 - before.difficulty) / 9.0;
        within(w[7] * (self.initial_difficulty(Grade::Easy) - moved) + moved, DIFFICULTY)
    }

    fn stability_after_recall(&self, before: Memory, days: u32, grade: Grade) -> f64 {
        let w = &self.weights;
        let hard = if grade == Grade::Hard { w[15] } else { 1.0 };
        let easy = if grade == Grade::Easy { w[16] } else { 1.0 };
        let faded = ((1.0 - self.retrievability(before, days)) * w[10]).exp() - 1.0;
        let growth =
            w[8].exp() * (11.0 - before.difficulty) * before.stability.powf(-w[9]) * faded * hard * easy;
        before.stability * (1.0 + growth)
    }

    fn stability_after_lapse(&self, before: Memory, days: u32) -> f64 {
        let w = &self.weights;
        let left = w[11]
            * before.difficulty.powf(-w[12])
            * ((before.stability + 1.0).powf(w[13]) - 1.0)
            * ((1.0 - self.retrievability(before, days)) * w[14]).exp();
        let most = before.stability / (w[17] * w[18]).exp();
        left.min(most)
    }

    fn stability_same_day(&self, before: Memory, grade: Grade) -> f64 {
        let w = &self.weights;
        let growth = (w[17] * (grade.number() - 3.0 + w[18])).exp() * before.stability.powf(-w[19]);
        let never_less = grade >= Grade::Hard;
        before.stability * if never_less { growth.max(1.0) } else { growth }
    }
}

fn within(value: f64, (least, most): (f64, f64)) -> f64 {
    value.clamp(least, most)
}
