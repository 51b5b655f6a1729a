//! Seven colour schemes, and the style sheet that paints the classes of a board with them.

use i18n::Language;
use std::fmt::Write;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Scheme {
    #[default]
    Classic,
    Forest,
    Ocean,
    Desert,
    Sunset,
    Midnight,
    Monochrome,
}

/// The colours of checkers as players would name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckerColor {
    White,
    Black,
    Brown,
    Cream,
    Red,
    Yellow,
    Purple,
    Lavender,
}

impl CheckerColor {
    pub fn name(self, language: Language) -> &'static str {
        let words = language.backgammon_picture();
        match self {
            CheckerColor::White => words.white,
            CheckerColor::Black => words.black,
            CheckerColor::Brown => words.brown,
            CheckerColor::Cream => words.cream,
            CheckerColor::Red => words.red,
            CheckerColor::Yellow => words.yellow,
            CheckerColor::Purple => words.purple,
            CheckerColor::Lavender => words.lavender,
        }
    }
}

impl Scheme {
    pub const ALL: [Scheme; 7] = [
        Scheme::Classic,
        Scheme::Forest,
        Scheme::Ocean,
        Scheme::Desert,
        Scheme::Sunset,
        Scheme::Midnight,
        Scheme::Monochrome,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Scheme::Classic => "classic",
            Scheme::Forest => "forest",
            Scheme::Ocean => "ocean",
            Scheme::Desert => "desert",
            Scheme::Sunset => "sunset",
            Scheme::Midnight => "midnight",
            Scheme::Monochrome => "monochrome",
        }
    }

    pub fn named(name: &str) -> Option<Scheme> {
        Scheme::ALL.into_iter().find(|scheme| scheme.name().eq_ignore_ascii_case(name.trim()))
    }

    /// Of the dark and of the light checkers.
    pub(super) fn checker_colors(self) -> [CheckerColor; 2] {
        match self {
            Scheme::Classic | Scheme::Monochrome => [CheckerColor::Black, CheckerColor::White],
            Scheme::Forest | Scheme::Sunset => [CheckerColor::Brown, CheckerColor::Cream],
            Scheme::Ocean => [CheckerColor::Red, CheckerColor::Yellow],
            Scheme::Desert => [CheckerColor::Purple, CheckerColor::Cream],
            Scheme::Midnight => [CheckerColor::Red, CheckerColor::Lavender],
        }
    }

    /// Light and dark board, light and dark points, X's and O's checkers, border, bar, text, tray for borne-off checkers.
    fn colors(self) -> [&'static str; 10] {
        #[rustfmt::skip]
        let colors = match self {
            Scheme::Classic    => ["#DEB887", "#8B4513", "#F5DEB3", "#8B4513", "#000000", "#FFFFFF", "#333333", "#654321", "#000000", "#DEB887"],
            Scheme::Forest     => ["#A8C5A0", "#3D5A3D", "#C9D9C4", "#5F7A5F", "#6B4423", "#F5F5DC", "#3D5A3D", "#4A6147", "#000000", "#A8C5A0"],
            Scheme::Ocean      => ["#87CEEB", "#191970", "#B0E0E6", "#4682B4", "#8B0000", "#FFFACD", "#191970", "#1E3A5F", "#000000", "#87CEEB"],
            Scheme::Desert     => ["#D4A574", "#8B6F47", "#E8C9A0", "#B8956A", "#6B4E71", "#FFF8DC", "#6B4E71", "#9B7653", "#000000", "#D4A574"],
            Scheme::Sunset     => ["#D4825A", "#5C3317", "#E69B7B", "#B8552F", "#4A1E1E", "#FFF5E6", "#5C3317", "#8B4726", "#000000", "#D4825A"],
            Scheme::Midnight   => ["#2F4F4F", "#000000", "#708090", "#1C1C1C", "#DC143C", "#E6E6FA", "#000000", "#0F0F0F", "#FFFFFF", "#2F4F4F"],
            Scheme::Monochrome => ["#FFFFFF", "#000000", "#FFFFFF", "#B0B0B0", "#000000", "#FFFFFF", "#000000", "#FFFFFF", "#000000", "#FFFFFF"],
        };
        colors
    }
}

/// Rules for one scheme, each selector behind `scope`: `.bg.ocean ` in a page, nothing inside a picture.
pub(super) fn rules(scheme: Scheme, scope: &str) -> String {
    let [board_light, board_dark, point_light, point_dark, checker_x, checker_o, border, bar, text, bearoff] =
        scheme.colors();
    let mut css = String::new();
    for (selector, rule) in [
        (".f", format!("fill:{board_dark}")),
        (".s", format!("fill:{board_light}")),
        (".l", format!("fill:{point_light};stroke:{border};stroke-width:.6")),
        (".d", format!("fill:{point_dark};stroke:{border};stroke-width:.6")),
        (".r", format!("fill:{bar};stroke:{border}")),
        (".y", format!("fill:{bearoff};stroke:{border}")),
        (".n", format!("fill:{text}")),
        (".x", format!("fill:{checker_x};stroke:{border};color:{checker_o}")),
        (".o", format!("fill:{checker_o};stroke:{border};color:{checker_x}")),
        // On the bar the outline has the other side's colour, so that dark checkers show on a dark bar.
        (".x.k", format!("stroke:{checker_o}")),
        (".o.k", format!("stroke:{}", if bar == checker_o { border } else { checker_x })),
        // Beside the board the background is the page's, light or dark.
        (".x.b", format!("stroke:{checker_o}")),
        (".o.b", format!("stroke:{checker_x}")),
        (".tx", format!("fill:{checker_o}")),
        (".to", format!("fill:{checker_x}")),
    ] {
        let _ = write!(css, "{scope}{selector}{{{rule}}}");
    }
    css
}

/// Rules common to all schemes.
pub(super) fn shared(scope: &str) -> String {
    format!(
        "{scope}text{{font-family:Inter,Segoe UI,system-ui,DejaVu Sans,sans-serif;text-anchor:middle}}\
         {scope}.x,{scope}.o{{stroke-width:1.5}}{scope}.k{{stroke-width:2}}\
         {scope}.i{{fill:none;stroke:currentColor;stroke-width:1.5;opacity:.28}}\
         {scope}.q{{filter:drop-shadow(0 1.5px 1px rgba(0,0,0,.3))}}\
         {scope}.w{{fill:#fff;stroke:#222;stroke-width:1.5}}{scope}.v{{fill:#222;font-weight:700}}\
         {scope}.u{{opacity:.4}}{scope}.g{{fill:#2f7f5f;opacity:.42}}\
         {scope}.h{{fill:none;stroke:#c2358f;stroke-width:3.5}}\
         {scope}.c{{font-weight:700;font-size:17px;pointer-events:none}}\
         {scope}.e{{fill:currentColor}}{scope}.e.a{{text-anchor:start}}{scope}.e.z{{text-anchor:end}}"
    )
}

/// A style sheet for pages with many boards: every scheme, under `.bg`.
pub fn css() -> String {
    let mut css = shared(".bg ");
    for scheme in Scheme::ALL {
        css += &rules(scheme, &format!(".bg.{} ", scheme.name()));
    }
    css
}
