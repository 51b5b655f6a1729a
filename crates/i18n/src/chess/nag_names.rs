//! The names of NAGs (numeric annotation glyphs): those of the PGN standard, and the others that programs use.

use crate::{Language, Nags, fill};

/// The largest number with a name.
const MAX: u32 = 255;

impl Language {
    /// `Novelty`, `White has the initiative`; `Sign 200` for a number without a name.
    pub fn nag_name(self, number: u32) -> String {
        let words = self.nags();
        match template(words, number) {
            Some(text) => fill(text, &[("side", side(words, number))]),
            None => fill(words.unknown, &[("number", &number.to_string())]),
        }
    }

    /// Every NAG that has a name, by number.
    pub fn named_nags(self) -> impl Iterator<Item = (u32, String)> {
        let words = self.nags();
        (1..=MAX)
            .filter(|number| template(words, *number).is_some())
            .map(move |number| (number, self.nag_name(number)))
    }
}

/// From 14 on, even numbers are about White and odd ones about Black.
fn side(words: &Nags, number: u32) -> &'static str {
    if number.is_multiple_of(2) { words.white } else { words.black }
}

fn template(words: &Nags, number: u32) -> Option<&'static str> {
    Some(match number {
        0 => words.no_annotation,
        1 => words.good_move,
        2 => words.mistake,
        3 => words.brilliant_move,
        4 => words.blunder,
        5 => words.interesting_move,
        6 => words.dubious_move,
        7 => words.forced_move,
        8 => words.singular_move,
        9 => words.worst_move,
        10 => words.drawish,
        11 => words.equal_quiet,
        12 => words.equal_active,
        13 => words.unclear,
        14 | 15 => words.slightly_better,
        16 | 17 => words.better,
        18 | 19 => words.winning,
        20 | 21 => words.crushing,
        22 | 23 => words.zugzwang,
        24 | 25 => words.space_slight,
        26 | 27 => words.space_moderate,
        28 | 29 => words.space_decisive,
        30 | 31 => words.development_slight,
        32 | 33 => words.development_moderate,
        34 | 35 => words.development_decisive,
        36 | 37 => words.initiative,
        38 | 39 => words.initiative_lasting,
        40 | 41 => words.attack,
        42 | 43 => words.compensation_insufficient,
        44 | 45 => words.compensation,
        46 | 47 => words.compensation_more,
        48 | 49 => words.centre_slight,
        50 | 51 => words.centre_moderate,
        52 | 53 => words.centre_decisive,
        54 | 55 => words.kingside_slight,
        56 | 57 => words.kingside_moderate,
        58 | 59 => words.kingside_decisive,
        60 | 61 => words.queenside_slight,
        62 | 63 => words.queenside_moderate,
        64 | 65 => words.queenside_decisive,
        66 | 67 => words.back_rank_weak,
        68 | 69 => words.back_rank_safe,
        70 | 71 => words.king_exposed,
        72 | 73 => words.king_protected,
        74 | 75 => words.king_badly_placed,
        76 | 77 => words.king_well_placed,
        78 | 79 => words.pawns_very_weak,
        80 | 81 => words.pawns_weak,
        82 | 83 => words.pawns_strong,
        84 | 85 => words.pawns_very_strong,
        86 | 87 => words.knight_bad,
        88 | 89 => words.knight_good,
        90 | 91 => words.bishop_bad,
        92 | 93 => words.bishop_good,
        94 | 95 => words.rook_bad,
        96 | 97 => words.rook_good,
        98 | 99 => words.queen_bad,
        100 | 101 => words.queen_good,
        102 | 103 => words.coordination_poor,
        104 | 105 => words.coordination_good,
        106 | 107 => words.opening_very_poor,
        108 | 109 => words.opening_poor,
        110 | 111 => words.opening_good,
        112 | 113 => words.opening_very_good,
        114 | 115 => words.middlegame_very_poor,
        116 | 117 => words.middlegame_poor,
        118 | 119 => words.middlegame_good,
        120 | 121 => words.middlegame_very_good,
        122 | 123 => words.endgame_very_poor,
        124 | 125 => words.endgame_poor,
        126 | 127 => words.endgame_good,
        128 | 129 => words.endgame_very_good,
        130 | 131 => words.counterplay_slight,
        132 | 133 => words.counterplay,
        134 | 135 => words.counterplay_decisive,
        136 | 137 => words.time_pressure,
        138 | 139 => words.time_pressure_severe,
        140 => words.with_the_idea,
        141 => words.aimed_against,
        142 => words.better_is,
        143 => words.worse_is,
        144 => words.equivalent_is,
        145 => words.editorial,
        146 => words.novelty,
        220 => words.diagram,
        221 => words.diagram_black,
        238 => words.space,
        239 => words.file,
        240 => words.diagonal,
        241 => words.centre,
        242 => words.kingside,
        243 => words.queenside,
        244 => words.weak_point,
        245 => words.endgame,
        246 => words.bishop_pair,
        247 => words.opposite_bishops,
        248 => words.same_bishops,
        249 => words.connected_pawns,
        250 => words.isolated_pawns,
        251 => words.doubled_pawns,
        252 => words.passed_pawn,
        253 => words.pawn_majority,
        254 => words.with,
        255 => words.without,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_nag_has_its_own_name_in_every_language() {
        for language in Language::ALL {
            let names: Vec<(u32, String)> = language.named_nags().collect();
            let numbers: Vec<u32> = names.iter().map(|(number, _)| *number).collect();
            let expected: Vec<u32> = (1..=146).chain([220, 221]).chain(238..=255).collect();
            assert_eq!(numbers, expected);
            let different: BTreeSet<&String> = names.iter().map(|(_, name)| name).collect();
            assert_eq!(different.len(), names.len(), "{}", language.name());
            assert!(names.iter().all(|(_, name)| !name.contains('{')), "{}", language.name());
        }
    }

    #[test]
    fn a_nag_names_its_side() {
        for (number, name) in [
            (7, "Forced move"),
            (14, "White is slightly better"),
            (19, "Black is winning"),
            (36, "White has the initiative"),
            (139, "Black is in severe time trouble"),
            (146, "Novelty"),
            (200, "Sign 200"),
        ] {
            assert_eq!(Language::En.nag_name(number), name);
        }
        assert_eq!(Language::Vi.nag_name(146), "Nước mới");
        assert_eq!(Language::Zh.nag_name(37), "黑方掌握主动");
    }
}
