//! The plain set, drawn for this project on a grid of 100 by 100.

use rules::chess::Role;

use super::pieces::Art;

const KING: Art = Art {
    outline: "M45 9 H55 V17 H63 V27 H55 V35 H71 C82 35 85 46 79 57 L71 72 H76 V88 H24 V72 H29 L21 57 C15 46 18 35 \
              29 35 H45 V27 H37 V17 H45 Z",
    lines: "M29 72 H71 M50 45 V62",
    dots: "",
};

const QUEEN: Art = Art {
    outline: "M17 30 L32 51 L35 21 L46 47 L50 15 L54 47 L65 21 L68 51 L83 30 L72 72 H76 V88 H24 V72 H28 Z",
    lines: "M28 72 H72",
    dots: "",
};

const ROOK: Art = Art {
    outline: "M27 19 H39 V28 H44.5 V19 H55.5 V28 H61 V19 H73 V42 H65 V72 H76 V88 H24 V72 H35 V42 H27 Z",
    lines: "M35 42 H65 M35 72 H65",
    dots: "",
};

const BISHOP: Art = Art {
    outline: "M50 11 C64 25 71 40 66 54 C64.5 59 62 62 58.5 65 L63 72 H76 V88 H24 V72 H37 L41.5 65 C38 62 35.5 59 34 \
              54 C29 40 36 25 50 11 Z",
    lines: "M37 72 H63 M56 29 L46 45",
    dots: "",
};

const KNIGHT: Art = Art {
    outline: "M35 13 L45 21 C64 22 75 37 75 60 V72 H76 V88 H24 V72 H35 C35 61 45 57 51 48 L38 53 L29 61 L19 53 L29 35 \
              L34 25 Z",
    lines: "M35 72 H75",
    dots: "M43 31 a3.3 3.3 0 1 1 -.01 0 Z",
};

const PAWN: Art = Art {
    outline: "M50 22 A13.5 13.5 0 0 1 59 45.5 H63 V53 H57.5 L64 72 H72 V88 H28 V72 H36 L42.5 53 H37 V45.5 H41 A13.5 13.5 \
              0 0 1 50 22 Z",
    lines: "M36 72 H64",
    dots: "",
};

pub(super) fn art(role: Role) -> &'static Art {
    match role {
        Role::King => &KING,
        Role::Queen => &QUEEN,
        Role::Rook => &ROOK,
        Role::Bishop => &BISHOP,
        Role::Knight => &KNIGHT,
        Role::Pawn => &PAWN,
    }
}
