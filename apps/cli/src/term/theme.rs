//! Themes: colours by part, and the characters for stones and lines.
//! Text uses the terminal's own colours, so that every theme is readable on light and dark backgrounds.

use std::str::FromStr;

use ratatui::style::{Color, Modifier, Style};
use record::go::Mark;
use rules::go::Color as Stone;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Board,
    Line,
    Black,
    White,
    Cursor,
    Last,
    Accent,
    Faint,
    Alert,
}

impl Part {
    pub const ALL: [Part; 9] = [
        Part::Board,
        Part::Line,
        Part::Black,
        Part::White,
        Part::Cursor,
        Part::Last,
        Part::Accent,
        Part::Faint,
        Part::Alert,
    ];

    /// Its name in the settings file.
    pub fn key(self) -> &'static str {
        match self {
            Part::Board => "board",
            Part::Line => "line",
            Part::Black => "black",
            Part::White => "white",
            Part::Cursor => "cursor",
            Part::Last => "last",
            Part::Accent => "accent",
            Part::Faint => "faint",
            Part::Alert => "alert",
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            Part::Board => "Board",
            Part::Line => "Lines and stars",
            Part::Black => "Black stones",
            Part::White => "White stones",
            Part::Cursor => "Cursor",
            Part::Last => "Last move",
            Part::Accent => "Headings and keys",
            Part::Faint => "Less important text",
            Part::Alert => "Warnings and REC",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThemeName {
    Dark,
    Light,
    Contrast,
    /// For terminals with 16 colours, such as the Linux console.
    Sixteen,
    Mono,
    Ascii,
}

impl ThemeName {
    pub const ALL: [ThemeName; 6] = [
        ThemeName::Dark,
        ThemeName::Light,
        ThemeName::Contrast,
        ThemeName::Sixteen,
        ThemeName::Mono,
        ThemeName::Ascii,
    ];

    pub fn key(self) -> &'static str {
        match self {
            ThemeName::Dark => "dark",
            ThemeName::Light => "light",
            ThemeName::Contrast => "contrast",
            ThemeName::Sixteen => "sixteen",
            ThemeName::Mono => "mono",
            ThemeName::Ascii => "ascii",
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            ThemeName::Dark => "Dark",
            ThemeName::Light => "Light",
            ThemeName::Contrast => "High contrast",
            ThemeName::Sixteen => "16 colours",
            ThemeName::Mono => "Monochrome",
            ThemeName::Ascii => "ASCII",
        }
    }

    fn colours(self) -> [Color; 9] {
        let index = |numbers: [u8; 9]| numbers.map(Color::Indexed);
        match self {
            ThemeName::Dark => index([179, 94, 16, 231, 160, 124, 110, 245, 209]),
            ThemeName::Light => index([180, 95, 16, 231, 160, 124, 25, 243, 160]),
            ThemeName::Contrast => index([231, 243, 16, 16, 196, 21, 39, 250, 202]),
            ThemeName::Sixteen => [
                Color::Yellow,
                Color::Black,
                Color::Black,
                Color::White,
                Color::Red,
                Color::Blue,
                Color::LightCyan,
                Color::Gray,
                Color::LightRed,
            ],
            ThemeName::Mono | ThemeName::Ascii => [Color::Reset; 9],
        }
    }

    fn shapes(self) -> Shapes {
        match self {
            ThemeName::Dark | ThemeName::Light => Shapes { white: "●", ..Shapes::UNICODE },
            ThemeName::Contrast | ThemeName::Mono => Shapes::UNICODE,
            ThemeName::Sixteen => Shapes { enter: " Enter", ..Shapes::UNICODE },
            ThemeName::Ascii => Shapes::ASCII,
        }
    }
}

impl FromStr for ThemeName {
    type Err = ();

    fn from_str(text: &str) -> Result<ThemeName, ()> {
        ThemeName::ALL.into_iter().find(|name| name.key() == text).ok_or(())
    }
}

/// Characters for drawing, each one column wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shapes {
    pub black: &'static str,
    pub white: &'static str,
    pub dead_black: &'static str,
    pub dead_white: &'static str,
    pub black_territory: &'static str,
    pub white_territory: &'static str,
    pub hoshi: &'static str,
    /// Top, middle and bottom row; each left, middle, right.
    pub grid: [[&'static str; 3]; 3],
    pub across: &'static str,
    pub rule: &'static str,
    pub bar: &'static str,
    pub record: &'static str,
    pub pointer: &'static str,
    pub dot: &'static str,
    pub spinner: &'static [&'static str],
    /// Lines of the move tree: across, down, diagonal.
    pub tree: [&'static str; 3],
    pub root: &'static str,
    /// After a letter that runs its command with Enter.
    pub enter: &'static str,
    pub down: &'static str,
    pub ko: &'static str,
    /// Triangle, square, circle, cross, selected.
    pub marks: [&'static str; 5],
}

impl Shapes {
    const UNICODE: Shapes = Shapes {
        black: "●",
        white: "○",
        dead_black: "x",
        dead_white: "o",
        black_territory: "▪",
        white_territory: "▫",
        hoshi: "╋",
        grid: [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]],
        across: "─",
        rule: "─",
        bar: "│",
        record: "●",
        pointer: "▸",
        dot: "·",
        spinner: &["◐", "◓", "◑", "◒"],
        tree: ["─", "│", "╲"],
        root: "◇",
        enter: "↵",
        down: "│",
        ko: "□",
        marks: ["▲", "■", "◉", "×", "◆"],
    };
    const ASCII: Shapes = Shapes {
        black: "X",
        white: "O",
        dead_black: "x",
        dead_white: "o",
        black_territory: "b",
        white_territory: "w",
        hoshi: "+",
        grid: [["."; 3]; 3],
        across: " ",
        rule: "-",
        bar: "|",
        record: "*",
        pointer: ">",
        dot: "-",
        spinner: &["|", "/", "-", "\\"],
        tree: ["-", "|", "\\"],
        root: "*",
        enter: " Enter",
        down: " ",
        ko: "k",
        marks: ["^", "#", "@", "%", "&"],
    };

    pub fn stone(&self, stone: Stone) -> &'static str {
        match stone {
            Stone::Black => self.black,
            Stone::White => self.white,
        }
    }

    pub fn dead(&self, stone: Stone) -> &'static str {
        match stone {
            Stone::Black => self.dead_black,
            Stone::White => self.dead_white,
        }
    }

    pub fn territory(&self, owner: Stone) -> &'static str {
        match owner {
            Stone::Black => self.black_territory,
            Stone::White => self.white_territory,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    pub name: ThemeName,
    pub shapes: Shapes,
    colours: [Color; 9],
}

impl Theme {
    pub fn new(name: ThemeName) -> Theme {
        Theme { name, shapes: name.shapes(), colours: name.colours() }
    }

    #[must_use]
    pub fn with(mut self, part: Part, colour: Color) -> Theme {
        self.colours[part as usize] = colour;
        self
    }

    pub fn colour(&self, part: Part) -> Color {
        self.colours[part as usize]
    }

    /// Style of text on the terminal's background. Without colours, bold and dim replace them.
    pub fn text(&self, part: Part) -> Style {
        let colour = self.colour(part);
        let plain = Style::new().fg(colour);
        match part {
            Part::Accent => plain.add_modifier(Modifier::BOLD),
            Part::Faint if colour == Color::Reset => plain.add_modifier(Modifier::DIM),
            Part::Alert if colour == Color::Reset => plain.add_modifier(Modifier::BOLD),
            _ => plain,
        }
    }

    /// Style on the board's background.
    pub fn on_board(&self, part: Part) -> Style {
        let style = Style::new().fg(self.colour(part)).bg(self.colour(Part::Board));
        match part {
            Part::Line if self.colour(Part::Line) == Color::Reset => style.add_modifier(Modifier::DIM),
            Part::Cursor | Part::Last => style.add_modifier(Modifier::BOLD),
            _ => style,
        }
    }

    pub fn stone(&self, stone: Stone) -> Style {
        match stone {
            Stone::Black => self.on_board(Part::Black),
            Stone::White => self.on_board(Part::White),
        }
    }

    /// Whether stones can be drawn as discs of several characters: that takes colours and block characters.
    pub fn draws_discs(&self) -> bool {
        matches!(self.name, ThemeName::Dark | ThemeName::Light)
    }

    pub fn mark(&self, mark: Mark) -> &'static str {
        let place = Mark::ALL.iter().position(|known| *known == mark).unwrap_or_default();
        self.shapes.marks[place]
    }

    /// Style of the selected item.
    pub fn chosen(&self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }
}
