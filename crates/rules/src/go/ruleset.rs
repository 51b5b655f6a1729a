//! Rule sets, described by the points in which they differ.

/// Which repetitions are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ko {
    /// Only the immediate recapture.
    Simple,
    /// No arrangement of stones may be repeated (positional superko).
    Positional,
    /// None may be repeated with the same player to move (situational superko).
    Situational,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Living stones and the points they surround.
    Area,
    /// Surrounded points, and prisoners.
    Territory,
}

/// Points that White gets for the handicap stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compensation {
    None,
    EveryStone,
    EveryStoneButOne,
}

impl Compensation {
    pub fn points(self, handicap_stones: u32) -> u32 {
        match self {
            Compensation::None => 0,
            Compensation::EveryStone => handicap_stones,
            Compensation::EveryStoneButOne => handicap_stones.saturating_sub(1),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    pub ko: Ko,
    /// Whether a move may leave its own group without liberties; the group is then removed.
    pub suicide: bool,
    pub scoring: Scoring,
    pub compensation: Compensation,
    /// Whether a pass costs a prisoner.
    pub pass_stones: bool,
}

impl Rules {
    pub const CHINESE: Rules = Rules {
        ko: Ko::Positional,
        suicide: false,
        scoring: Scoring::Area,
        compensation: Compensation::EveryStone,
        pass_stones: false,
    };
    pub const JAPANESE: Rules = Rules {
        ko: Ko::Simple,
        suicide: false,
        scoring: Scoring::Territory,
        compensation: Compensation::None,
        pass_stones: false,
    };
    pub const AGA: Rules = Rules {
        ko: Ko::Situational,
        suicide: false,
        scoring: Scoring::Area,
        compensation: Compensation::EveryStoneButOne,
        pass_stones: true,
    };
    pub const NEW_ZEALAND: Rules = Rules {
        ko: Ko::Situational,
        suicide: true,
        scoring: Scoring::Area,
        compensation: Compensation::None,
        pass_stones: false,
    };

    /// The rules named by the text of an SGF `RU`: `Japanese`, `jp`, `NZ`, `中国规则` and many other forms occur.
    pub fn from_sgf(text: &str) -> Option<Rules> {
        let text = text.trim().to_lowercase();
        let names = |names: &[&str]| names.iter().any(|name| text.contains(name));
        match text.as_str() {
            "cn" => Some(Rules::CHINESE),
            "jp" | "kr" => Some(Rules::JAPANESE),
            _ if names(&["chin", "中国", "中國"]) => Some(Rules::CHINESE),
            _ if names(&["jap", "日本", "korea", "韓国", "韩国", "韓國"]) => Some(Rules::JAPANESE),
            _ if names(&["aga", "american", "bga", "british", "ffg", "french"]) => Some(Rules::AGA),
            _ if names(&["nz", "zealand"]) => Some(Rules::NEW_ZEALAND),
            _ if names(&["tromp"]) => Some(Rules { ko: Ko::Positional, ..Rules::NEW_ZEALAND }),
            // Ing's ko rules are not superko; of the sets here, area counting with suicide is the closest.
            "ing" | "goe" => Some(Rules { suicide: true, ..Rules::CHINESE }),
            _ if names(&["territory"]) => Some(Rules::JAPANESE),
            _ if names(&["area"]) => Some(Rules::CHINESE),
            _ => None,
        }
    }

    /// The name in SGF's `RU`; `None` for custom rules.
    pub fn name(self) -> Option<&'static str> {
        [
            (Rules::CHINESE, "Chinese"),
            (Rules::JAPANESE, "Japanese"),
            (Rules::AGA, "AGA"),
            (Rules::NEW_ZEALAND, "NZ"),
        ]
        .into_iter()
        .find_map(|(rules, name)| (rules == self).then_some(name))
    }
}
