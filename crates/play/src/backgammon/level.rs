//! How strong the program plays: how far it looks ahead, and how much it misjudges plays.

/// The levels that gnubg has, by its names. The weak ones misjudge equities as gnubg's do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum GnubgLevel {
    Beginner,
    Casual,
    Intermediate,
    Advanced,
    #[default]
    Expert,
    WorldClass,
}

impl GnubgLevel {
    pub const ALL: [GnubgLevel; 6] = [
        GnubgLevel::Beginner,
        GnubgLevel::Casual,
        GnubgLevel::Intermediate,
        GnubgLevel::Advanced,
        GnubgLevel::Expert,
        GnubgLevel::WorldClass,
    ];

    /// For addresses and stored games.
    pub fn name(self) -> &'static str {
        match self {
            GnubgLevel::Beginner => "beginner",
            GnubgLevel::Casual => "casual",
            GnubgLevel::Intermediate => "intermediate",
            GnubgLevel::Advanced => "advanced",
            GnubgLevel::Expert => "expert",
            GnubgLevel::WorldClass => "world",
        }
    }

    pub fn from_name(name: &str) -> Option<GnubgLevel> {
        GnubgLevel::ALL.into_iter().find(|level| level.name() == name)
    }

    pub fn plies(self) -> u8 {
        if self == GnubgLevel::WorldClass { 2 } else { 0 }
    }

    /// The standard deviation of its judgement.
    fn noise(self) -> f64 {
        match self {
            GnubgLevel::Beginner => 0.06,
            GnubgLevel::Casual => 0.05,
            GnubgLevel::Intermediate => 0.04,
            GnubgLevel::Advanced => 0.015,
            GnubgLevel::Expert | GnubgLevel::WorldClass => 0.0,
        }
    }
}

/// The number of the choice that a level takes, by the equities of all; `seed` is the randomness of this choice.
pub fn choose(equities: &[f64], level: GnubgLevel, seed: u64) -> Option<usize> {
    let mut random = Random(seed);
    let judged: Vec<f64> = equities.iter().map(|equity| equity + level.noise() * random.normal()).collect();
    (0..judged.len()).max_by(|a, b| {
        let equity = |n: &usize| judged.get(*n).copied().unwrap_or(f64::NEG_INFINITY);
        // Of equal ones the first: programs list the best first.
        equity(a).total_cmp(&equity(b)).then(b.cmp(a))
    })
}

/// SplitMix64.
struct Random(u64);

impl Random {
    /// From 0 to 1.
    fn uniform(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        (mixed >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// The sum of twelve uniform numbers is nearly normal.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }
}
