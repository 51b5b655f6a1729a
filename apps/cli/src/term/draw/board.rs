//! A Go board in characters: its lines and stones, and what is drawn on them.

use diagram::go::star_points;
use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};
use record::go::Markup;
use rules::go::{Board, Color, Count, Marking, Point, column_name};

pub use super::board_layout::BoardLayout;
use super::discs::{self, Canvas, ink};
use crate::term::theme::{Part, Theme};

/// What is drawn on the board besides stones.
#[derive(Clone, Default)]
pub struct Marks<'a> {
    pub cursor: Option<Point>,
    pub last: Option<Point>,
    pub ko: Option<Point>,
    /// Territory and dead stones, while counting.
    pub count: Option<(&'a Count, &'a Marking)>,
    pub markup: Markup,
    /// Letters of the branches that begin here.
    pub branches: Vec<(Point, char)>,
    /// Move numbers on stones.
    pub numbers: Vec<(Point, u32)>,
    /// The moves that the bot compares, the best first.
    pub candidates: Vec<Point>,
    pub coordinates: bool,
}

/// A board being drawn.
struct Drawing<'a> {
    buffer: &'a mut Buffer,
    place: BoardLayout,
    board: &'a Board,
    theme: &'a Theme,
    canvas: Option<Canvas>,
}

pub fn draw(buffer: &mut Buffer, place: BoardLayout, board: &Board, marks: &Marks<'_>, theme: &Theme) {
    let canvas = place.discs.then(|| Canvas::new(place.frame()));
    let mut drawing = Drawing { buffer, place, board, theme, canvas };
    drawing.board_and_stones(marks);
    drawing.markup(&marks.markup);
    drawing.signs(marks);
    if let Some((_, marking)) = marks.count {
        drawing.dead(marking);
    }
    drawing.brackets(marks);
    if marks.coordinates {
        drawing.coordinates();
    }
}

impl Drawing<'_> {
    fn board_and_stones(&mut self, marks: &Marks<'_>) {
        let (place, theme) = (self.place, self.theme);
        let territory = marks.count.map(|(count, _)| count.territory()).unwrap_or(&marks.markup.territory);
        let shown = territory.iter().filter(|(at, _)| place.shows(*at) && self.board.get(*at).is_none());
        let territory: Vec<(Point, Color)> = shown.copied().collect();
        match &mut self.canvas {
            Some(canvas) => {
                canvas.stones(&place, self.board);
                territory.iter().for_each(|(at, owner)| canvas.disc(&place, *at, *owner, 0.45));
                canvas.draw(self.buffer, &place, theme);
                self.stars();
            }
            None => {
                self.lines();
                self.stars();
                self.single_stones();
                for (at, owner) in territory {
                    let (x, y) = place.cell(at);
                    set(self.buffer, x, y, theme.shapes.territory(owner), theme.stone(owner));
                }
            }
        }
    }

    fn lines(&mut self) {
        let (place, style) = (self.place, self.theme.on_board(Part::Line));
        let frame = place.frame();
        for row in frame.top()..frame.bottom() {
            for column in frame.left()..frame.right() {
                set(self.buffer, column, row, discs::boxes(&place, column, row, self.theme), style);
            }
        }
    }

    fn single_stones(&mut self) {
        for at in self.place.points() {
            if let Some(stone) = self.board.get(at) {
                let (x, y) = self.place.cell(at);
                set(self.buffer, x, y, self.theme.shapes.stone(stone), self.theme.stone(stone));
            }
        }
    }

    fn stars(&mut self) {
        let place = self.place;
        let free = star_points(place.size).into_iter();
        for at in free.filter(|at| place.shows(*at) && self.board.get(*at).is_none()) {
            let (x, y) = place.cell(at);
            let symbol = if place.pitch.is_multiple_of(2) { self.theme.shapes.hoshi } else { "•" };
            if self.stone_at(x, y).is_none() {
                set(self.buffer, x, y, symbol, self.theme.on_board(Part::Line));
            }
        }
    }

    fn stone_at(&self, x: u16, y: u16) -> Option<Color> {
        self.canvas.as_ref().and_then(|canvas| canvas.stone_at(x, y))
    }

    /// A sign at a point. On a disc it stands on the stone; a stone of one character has it on its right.
    fn sign(&mut self, at: Point, symbol: &str, part: Part) {
        if !self.place.shows(at) {
            return;
        }
        let (x, y) = self.place.cell(at);
        let stone = self.board.get(at).filter(|_| self.place.discs);
        let beside = u16::from(self.board.get(at).is_some() && !self.place.discs);
        let width = u16::try_from(symbol.chars().count()).unwrap_or(1);
        let first = if self.place.discs { x.saturating_sub((width - 1) / 2) } else { x + beside };
        let style = match stone {
            Some(stone) => Style::new()
                .fg(self.theme.colour(ink(stone.other())))
                .bg(self.theme.colour(ink(stone)))
                .add_modifier(Modifier::BOLD),
            None => self.theme.on_board(part),
        };
        text(self.buffer, first, y, symbol, style);
    }

    fn markup(&mut self, markup: &Markup) {
        for (at, mark) in &markup.marks {
            self.sign(*at, self.theme.mark(*mark), Part::Last);
        }
        for (at, label) in &markup.labels {
            // Beside a stone of one character there is one column less.
            let beside = usize::from(self.board.get(*at).is_some() && !self.place.discs);
            let most = usize::from(self.place.pitch.min(3)) - beside;
            let short: String = i18n::visible_line(label).chars().take(most).collect();
            self.sign(*at, &short, Part::Last);
        }
    }

    fn signs(&mut self, marks: &Marks<'_>) {
        for (rank, at) in (1..).zip(&marks.candidates) {
            let part = if rank == 1 { Part::Accent } else { Part::Last };
            self.sign(*at, &u32::to_string(&rank), part);
        }
        if let Some(ko) = marks.ko {
            self.sign(ko, self.theme.shapes.ko, Part::Last);
        }
        for (at, letter) in &marks.branches {
            if marks.markup.label_at(*at).is_none() && !marks.candidates.contains(at) {
                self.sign(*at, &letter.to_string(), Part::Last);
            }
        }
        for (at, number) in &marks.numbers {
            self.number(*at, *number);
        }
    }

    /// In place of the stone where a stone is one character, with the last two digits.
    fn number(&mut self, at: Point, number: u32) {
        let Some(stone) = self.board.get(at).filter(|_| self.place.shows(at)) else { return };
        if self.place.discs {
            let digits = number.to_string();
            let room = usize::from(self.place.pitch).min(3);
            let cut = digits.len().saturating_sub(room);
            return self.sign(at, digits.get(cut..).unwrap_or_default(), Part::Last);
        }
        let (x, y) = self.place.cell(at);
        let style = self.theme.stone(stone);
        let style = if stone == Color::Black { style.add_modifier(Modifier::REVERSED) } else { style };
        text(self.buffer, x, y, &format!("{:<2}", number % 100), style);
    }

    fn dead(&mut self, marking: &Marking) {
        let place = self.place;
        for at in marking.dead().filter(|at| place.shows(*at)) {
            let Some(stone) = self.board.get(at) else { continue };
            if self.place.discs {
                self.sign(at, "×", Part::Last);
            } else {
                let (x, y) = self.place.cell(at);
                set(self.buffer, x, y, self.theme.shapes.dead(stone), self.theme.stone(stone));
            }
        }
    }

    /// The last move, and the cursor around it.
    fn brackets(&mut self, marks: &Marks<'_>) {
        if let Some(last) = marks.last.filter(|at| self.place.shows(*at)) {
            let is_free =
                marks.markup.label_at(last).is_none() && marks.markup.marks_at(last).next().is_none();
            match self.place.discs {
                true if is_free && marks.numbers.is_empty() => self.last_on_disc(last),
                true => {}
                false => self.pair(last, ["(", ")"], Part::Last),
            }
        }
        if let Some(cursor) = marks.cursor.filter(|at| self.place.shows(*at)) {
            self.pair(cursor, ["[", "]"], Part::Cursor);
        }
    }

    fn last_on_disc(&mut self, at: Point) {
        let (x, y) = self.place.cell(at);
        let paper = self.board.get(at).map_or(Part::Board, ink);
        let style = Style::new().fg(self.theme.colour(Part::Last)).bg(self.theme.colour(paper));
        set(self.buffer, x, y, "●", style.add_modifier(Modifier::BOLD));
    }

    fn pair(&mut self, at: Point, pair: [&str; 2], part: Part) {
        let (x, y) = self.place.cell(at);
        let far = if self.place.discs { (self.place.pitch / 2).min(2) } else { 1 };
        for (column, symbol) in [(x - far, pair[0]), (x + far, pair[1])] {
            let style = self.theme.on_board(part);
            let style = match self.stone_at(column, y) {
                Some(stone) => style.bg(self.theme.colour(ink(stone))),
                None => style,
            };
            set(self.buffer, column, y, symbol, style);
        }
    }

    fn coordinates(&mut self) {
        let (place, style) = (self.place, self.theme.text(Part::Faint));
        for x in place.first.x..place.first.x + place.columns {
            // Past Z, names have two equal letters; there is only space for one.
            let name = column_name(x);
            let letter = name.get(..1).unwrap_or_default();
            let (column, _) = place.cell(Point::new(x, place.first.y));
            for row in place.letters.into_iter().flatten() {
                set(self.buffer, column, row, letter, style);
            }
        }
        let frame = place.frame();
        for y in place.first.y..place.first.y + place.rows {
            let number = place.size.height() - y;
            let (_, row) = place.cell(Point::new(place.first.x, y));
            text(self.buffer, frame.x.saturating_sub(3), row, &format!("{number:>2}"), style);
            text(self.buffer, frame.right() + 1, row, &number.to_string(), style);
        }
    }
}

/// Does nothing outside the screen.
fn set(buffer: &mut Buffer, x: u16, y: u16, symbol: &str, style: Style) {
    if let Some(cell) = buffer.cell_mut((x, y)) {
        // The cell may still be dim or bold from before.
        cell.reset();
        cell.set_symbol(symbol).set_style(style);
    }
}

fn text(buffer: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    for (offset, symbol) in (0..).zip(text.split("").filter(|piece| !piece.is_empty())) {
        set(buffer, x + offset, y, symbol, style);
    }
}
