//! Backgammon boards as SVG, usually with the player to act at the bottom.
//! Every checker is an element with its point, so that a page can move it; colours are classes, defined either in the
//! picture itself or in the page's style sheet (`css`).

mod dice;
mod draw;
mod geometry;
mod scheme;
mod text;

pub use draw::{Marks, inline_svg, marked_svg, to_svg, to_svg_of_width};
pub use geometry::{Geometry, HEIGHT, Orientation, WIDTH};
pub use scheme::{CheckerColor, Scheme, css};
pub use text::board_text;

use i18n::{Language, fill};
use rules::backgammon::{Position, Side};

/// How a board is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    pub scheme: Scheme,
    pub orientation: Orientation,
    /// Swaps the two checker colours.
    pub swap: bool,
    pub pips: bool,
    pub score: ScoreFormat,
    /// The player at the bottom; `None` puts the player there who has to act: of a pending double the taker. Point
    /// numbers are always those of the player to act, as plays are written.
    pub bottom: Option<Side>,
    /// Of the texts beside the board and the label.
    pub language: Language,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ScoreFormat {
    /// `3 of 7`
    #[default]
    Points,
    /// `4 away`
    Away,
    Hidden,
}

impl Default for Look {
    fn default() -> Look {
        Look {
            scheme: Scheme::Classic,
            orientation: Orientation::CounterClockwise,
            swap: false,
            pips: true,
            score: ScoreFormat::Points,
            bottom: None,
            language: Language::En,
        }
    }
}

impl Look {
    fn bottom(&self, position: &Position) -> Side {
        self.bottom.unwrap_or(position.to_act())
    }

    /// The bottom player of the position id has the light checkers unless swapped, independent of who is at the bottom
    /// of the picture.
    pub fn is_light(&self, side: Side) -> bool {
        (side == Side::Bottom) != self.swap
    }

    /// The colour that the scheme paints these checkers with.
    pub fn color(&self, side: Side) -> CheckerColor {
        let [dark, light] = self.scheme.checker_colors();
        if self.is_light(side) { light } else { dark }
    }
}

impl ScoreFormat {
    /// The text beside a player; empty in a money game without points.
    pub fn of(self, position: &Position, side: Side, language: Language) -> String {
        let points = position.score.of(side);
        let words = language.backgammon_picture();
        match (self, position.match_length()) {
            (ScoreFormat::Hidden, _) => String::new(),
            (_, None) if position.score.bottom == 0 && position.score.top == 0 => String::new(),
            (_, None) => points.to_string(),
            (ScoreFormat::Points, Some(length)) => {
                fill(words.points, &[("points", &points.to_string()), ("length", &length.to_string())])
            }
            (ScoreFormat::Away, Some(length)) => {
                fill(words.away, &[("n", &length.saturating_sub(points).to_string())])
            }
        }
    }
}
