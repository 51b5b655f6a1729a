//! The pieces, drawn for this project on a grid of 100 by 100: an outline each, with inner lines and dots.

use rules::chess::{Color, Piece, Role};

use super::plain_pieces;

/// Outline, inner lines and inner dots, as SVG paths.
pub(super) struct Art {
    pub outline: &'static str,
    pub lines: &'static str,
    pub dots: &'static str,
}

const KING: Art = Art {
    outline: "M46 5 H54 V10.5 H60 V18 H54 V25.3 C55.4 27.6 56.6 30 56.6 32.6 C62 29.4 69 28.6 74.5 31.5 C84 36.6 \
              84 48.5 76.5 56 C72.5 60 70 63 69.6 67 C69.4 70 69.5 73.5 70 76.5 C72.5 77.5 75.5 80.5 75.5 85 V89 \
              H24.5 V85 C24.5 80.5 28.5 77.5 30 76.5 C30.5 73.5 30.6 70 30.4 67 C30 63 27.5 60 23.5 56 C16 48.5 \
              16 36.6 25.5 31.5 C31 28.6 38 29.4 43.4 32.6 C43.4 30 44.6 27.6 46 25.3 V18 H40 V10.5 H46 Z",
    lines: "M30.4 67 C43 63 57 63 69.6 67 M30 76.5 C43 74 57 74 70 76.5 M50 61.5 V43 C50 38.5 46.8 35 43.4 \
              32.6 M50 43 C50 38.5 53.2 35 56.6 32.6",
    dots: "",
};

const QUEEN: Art = Art {
    outline: "M50 12.5 A5 5 0 0 1 52.8 21.7 L58.8 42.5 L66.2 26.5 A4.8 4.8 0 1 1 71.4 27.6 L71.6 46 L80 36 A4.6 \
              4.6 0 1 1 83.6 38.6 L70.5 66 C69.8 69.5 69.5 73 70 76.5 C72.5 77.5 75.5 80.5 75.5 85 V89 H24.5 V85 \
              C24.5 80.5 28.5 77.5 30 76.5 C30.5 73 30.2 69.5 29.5 66 L16.4 38.6 A4.6 4.6 0 1 1 20 36 L28.4 46 \
              L28.6 27.6 A4.8 4.8 0 1 1 33.8 26.5 L41.2 42.5 L47.2 21.7 A5 5 0 0 1 50 12.5 Z",
    lines: "M29.5 66 C42 62.5 58 62.5 70.5 66 M30 76.5 C43 74 57 74 70 76.5",
    dots: "",
};

const ROOK: Art = Art {
    outline: "M26.5 20 H38 V28 H45 V20 H55 V28 H62 V20 H73.5 V35.5 C73.5 39.5 71 41.5 66 44.5 C65.5 56 66.5 68 \
              69 76.5 C71.5 77.5 75.5 80.5 75.5 85 V89 H24.5 V85 C24.5 80.5 28.5 77.5 31 76.5 C33.5 68 34.5 56 \
              34 44.5 C29 41.5 26.5 39.5 26.5 35.5 Z",
    lines: "M34 44.5 H66 M31 76.5 H69",
    dots: "",
};

const BISHOP: Art = Art {
    outline: "M50 10 A5.6 5.6 0 0 1 53.6 19.9 C62.5 26.5 69 36 69 46.5 C69 54.5 64.5 60.5 59.5 64 C60 68.5 62.5 \
              73 67 76.5 C71.5 77.5 75.5 80.5 75.5 85 V89 H24.5 V85 C24.5 80.5 28.5 77.5 33 76.5 C37.5 73 40 \
              68.5 40.5 64 C35.5 60.5 31 54.5 31 46.5 C31 36 37.5 26.5 46.4 19.9 A5.6 5.6 0 0 1 50 10 Z",
    lines: "M40.5 64 H59.5 M33 76.5 H67 M50 33.5 V50.5 M42.8 41 H57.2",
    dots: "",
};

const KNIGHT: Art = Art {
    outline: "M36 11 C38.5 13.5 41.5 16 44 18 C64.5 19.5 78.5 37.5 77 63 C76.8 68 75.3 72.8 72.5 76.7 C74.6 78.5 \
              75.5 81.5 75.5 85 V89 H24.5 V85 C24.5 80 27.5 77.5 32.5 76.5 C33 65.5 41.5 60 48 52.5 C49 51.3 \
              49.6 50 49.8 48.6 C46.5 52 42 53.4 37 53.6 C34.5 55 33 58.5 29.5 59.5 C25.5 60.6 19.5 57 19.6 52.3 \
              C19.8 46.5 25.5 41.5 27 36 C28 31.5 31 27 34.6 24.2 C34 20 34.5 15 36 11 Z",
    lines: "M32.5 76.5 H72.5 M52.5 26.5 C63.5 32 69 45 67.5 63.5",
    dots: "M38.5 31.5 a3 3 0 1 1 -.01 0 Z M26.3 48.6 a1.9 1.9 0 1 1 -.01 0 Z",
};

const PAWN: Art = Art {
    outline: "M50 19 A13 13 0 0 1 58.6 41.8 C61.3 42.9 63 44.8 63 47 C63 49.6 60.6 51.3 57.8 51.7 C58.6 62 62.5 \
              70 67 76.5 C71.5 77.5 75.5 80.5 75.5 85 V89 H24.5 V85 C24.5 80.5 28.5 77.5 33 76.5 C37.5 70 41.4 \
              62 42.2 51.7 C39.4 51.3 37 49.6 37 47 C37 44.8 38.7 42.9 41.4 41.8 A13 13 0 0 1 50 19 Z",
    lines: "M33 76.5 H67",
    dots: "",
};

/// A set of pieces. Both were drawn for this project.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PieceSet {
    #[default]
    Classic,
    /// Straight lines and few details, for small boards.
    Plain,
}

impl PieceSet {
    pub const ALL: [PieceSet; 2] = [PieceSet::Classic, PieceSet::Plain];

    /// In settings and attributes.
    pub fn name(self) -> &'static str {
        match self {
            PieceSet::Classic => "classic",
            PieceSet::Plain => "plain",
        }
    }

    /// Anything unknown is the classic set.
    pub fn from_name(name: &str) -> PieceSet {
        PieceSet::ALL.into_iter().find(|set| set.name() == name).unwrap_or_default()
    }

    fn art(self, role: Role) -> &'static Art {
        match self {
            PieceSet::Classic => art(role),
            PieceSet::Plain => plain_pieces::art(role),
        }
    }
}

fn art(role: Role) -> &'static Art {
    match role {
        Role::King => &KING,
        Role::Queen => &QUEEN,
        Role::Rook => &ROOK,
        Role::Bishop => &BISHOP,
        Role::Knight => &KNIGHT,
        Role::Pawn => &PAWN,
    }
}

/// Fill, edge and inner lines of each side. The edge distinguishes the sides without colour.
fn colors(color: Color) -> [&'static str; 3] {
    match color {
        Color::White => ["#fffdf8", "#26221d", "#26221d"],
        Color::Black => ["#3a352f", "#171411", "#efe9dd"],
    }
}

/// `white-king`, as in classes and ids.
pub fn piece_name(piece: Piece) -> String {
    let color = match piece.color {
        Color::White => "white",
        Color::Black => "black",
    };
    format!("{color}-{}", role_name(piece.role))
}

pub(super) fn role_name(role: Role) -> &'static str {
    match role {
        Role::King => "king",
        Role::Queen => "queen",
        Role::Rook => "rook",
        Role::Bishop => "bishop",
        Role::Knight => "knight",
        Role::Pawn => "pawn",
    }
}

/// One piece as SVG, on a grid of 100 by 100.
pub fn piece_svg(piece: Piece, set: PieceSet) -> String {
    let Art { outline, lines, dots } = set.art(piece.role);
    let [body, edge, inner] = colors(piece.color);
    let dots = if dots.is_empty() { String::new() } else { format!("<path d=\"{dots}\" fill=\"{inner}\"/>") };
    format!(
        "<path d=\"{outline}\" fill=\"{body}\" stroke=\"{edge}\" stroke-width=\"4.2\" stroke-linejoin=\"round\"/>\
         <path d=\"{lines}\" fill=\"none\" stroke=\"{inner}\" stroke-width=\"3.2\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\"/>{dots}"
    )
}

/// All twelve pieces as symbols with the ids `piece-white-king` …, to be defined once per document.
pub fn piece_symbols(set: PieceSet) -> String {
    let symbol = |piece| {
        let (name, svg) = (piece_name(piece), piece_svg(piece, set));
        format!("<symbol id=\"piece-{name}\" viewBox=\"0 0 100 100\">{svg}</symbol>\n")
    };
    all_pieces().map(symbol).collect()
}

/// One of each.
pub fn all_pieces() -> impl Iterator<Item = Piece> {
    let roles = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    [Color::White, Color::Black].into_iter().flat_map(move |color| roles.map(|role| Piece { color, role }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_set_draws_each_piece_in_its_own_way() {
        for set in PieceSet::ALL {
            assert_eq!(PieceSet::from_name(set.name()), set);
            let drawn: Vec<String> = all_pieces().map(|piece| piece_svg(piece, set)).collect();
            assert!(drawn.iter().enumerate().all(|(n, svg)| !drawn[..n].contains(svg)));
        }
        let differs = |piece| piece_svg(piece, PieceSet::Classic) != piece_svg(piece, PieceSet::Plain);
        assert!(all_pieces().all(differs));
        assert_eq!(PieceSet::from_name("glass"), PieceSet::Classic);
    }
}
