//! Terminal screens as SVG: parses tmux's escape sequences into cells and draws the cells. Lines and stones are drawn as
//! shapes, so that the picture does not depend on the viewer's fonts.

use std::fmt::Write;

const CELL_WIDTH: usize = 9;
const CELL_HEIGHT: usize = 18;
const MARGIN: usize = 14;
const FOREGROUND: Rgb = [0xdc, 0xdc, 0xdc];
const BACKGROUND: Rgb = [0x16, 0x16, 0x16];

type Rgb = [u8; 3];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    symbol: char,
    foreground: Rgb,
    background: Rgb,
    bold: bool,
}

#[derive(Clone, Copy, Default)]
struct Pen {
    foreground: Option<Rgb>,
    background: Option<Rgb>,
    bold: bool,
    dim: bool,
    reversed: bool,
}

/// One screen of a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame(Vec<Vec<Cell>>);

impl Frame {
    /// Parses the output of `tmux capture-pane -e -N -p`.
    pub fn parse(text: &str) -> Frame {
        let mut pen = Pen::default();
        Frame(text.lines().map(|line| parse_line(line, &mut pen)).collect())
    }
}

fn parse_line(line: &str, pen: &mut Pen) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut rest = line;
    while let Some(symbol) = rest.chars().next() {
        let escape = rest.strip_prefix("\x1b[").and_then(|rest| rest.split_once('m'));
        match escape {
            Some((numbers, after)) => {
                pen.apply(numbers);
                rest = after;
            }
            None => {
                rest = &rest[symbol.len_utf8()..];
                cells.extend((!symbol.is_control()).then(|| pen.draw(symbol)));
            }
        }
    }
    cells
}

impl Pen {
    fn draw(&self, symbol: char) -> Cell {
        let (mut foreground, mut background) =
            (self.foreground.unwrap_or(FOREGROUND), self.background.unwrap_or(BACKGROUND));
        if self.dim {
            foreground = std::array::from_fn(|n| foreground[n] / 2 + background[n] / 2);
        }
        if self.reversed {
            (foreground, background) = (background, foreground);
        }
        Cell { symbol, foreground, background, bold: self.bold }
    }

    fn apply(&mut self, numbers: &str) {
        let mut numbers = numbers.split(';').map(|number| number.parse::<u8>().unwrap_or(0));
        while let Some(number) = numbers.next() {
            match number {
                0 => *self = Pen::default(),
                1 => self.bold = true,
                2 => self.dim = true,
                7 => self.reversed = true,
                38 => self.foreground = colour(&mut numbers),
                48 => self.background = colour(&mut numbers),
                39 => self.foreground = None,
                49 => self.background = None,
                _ => {}
            }
        }
    }
}

/// `5;n` is a colour of the 256-colour palette, `2;r;g;b` a colour by its parts.
fn colour(numbers: &mut impl Iterator<Item = u8>) -> Option<Rgb> {
    match numbers.next()? {
        5 => Some(indexed(numbers.next()?)),
        _ => Some([numbers.next()?, numbers.next()?, numbers.next()?]),
    }
}

/// The colour cube and the greys of the palette. The first sixteen depend on the terminal and are not used by the program.
fn indexed(number: u8) -> Rgb {
    match number {
        0..16 => FOREGROUND,
        16..232 => {
            let step = |part: u8| if part == 0 { 0 } else { 55 + 40 * part };
            let number = number - 16;
            [step(number / 36), step(number / 6 % 6), step(number % 6)]
        }
        232.. => [8 + 10 * (number - 232); 3],
    }
}

/// The frames in turn, each for its number of seconds, repeated forever. Viewers without animation show the last frame.
pub fn animated_svg(frames: &[(Frame, f64)]) -> String {
    let wide = frames.iter().flat_map(|(frame, _)| frame.0.iter().map(Vec::len)).max().unwrap_or(0);
    let high = frames.iter().map(|(frame, _)| frame.0.len()).max().unwrap_or(0);
    let (width, height) = (wide * CELL_WIDTH + 2 * MARGIN, high * CELL_HEIGHT + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"'DejaVu Sans Mono',Menlo,Consolas,monospace\" font-size=\"15\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{}\"/>\n\
         <g transform=\"translate({MARGIN} {MARGIN})\">\n",
        hex(BACKGROUND)
    );
    for row in 0..high {
        draw_row_over_time(&mut svg, frames, row);
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

/// A row that stays the same in consecutive frames is drawn once.
fn draw_row_over_time(svg: &mut String, frames: &[(Frame, f64)], row: usize) {
    let whole: f64 = frames.iter().map(|(_, seconds)| seconds).sum();
    let (mut at, mut rest) = (0.0, frames);
    while let Some((first, _)) = rest.first() {
        let same = rest.iter().take_while(|(frame, _)| frame.0.get(row) == first.0.get(row)).count();
        let (these, later) = rest.split_at(same);
        let from = at;
        at += these.iter().map(|(_, seconds)| seconds).sum::<f64>();
        let drawn = first.0.get(row).map(|cells| draw_row(cells, row)).unwrap_or_default();
        if !drawn.is_empty() {
            let to = if later.is_empty() { whole } else { at };
            let _ = writeln!(svg, "{}{drawn}</g>", shown(from / whole, to / whole, whole));
        }
        rest = later;
    }
}

/// The opening tag of a group that is visible during this part of the animation.
fn shown(from: f64, to: f64, seconds: f64) -> String {
    let (values, times) = match (from > 0.0, to < 1.0) {
        (false, false) => return "<g>".to_owned(),
        (false, true) => ("visible;hidden".to_owned(), format!("0;{to:.4}")),
        (true, false) => ("hidden;visible".to_owned(), format!("0;{from:.4}")),
        (true, true) => ("hidden;visible;hidden".to_owned(), format!("0;{from:.4};{to:.4}")),
    };
    let frame = if to < 1.0 { "hidden" } else { "visible" };
    format!(
        "<g visibility=\"{frame}\"><animate attributeName=\"visibility\" calcMode=\"discrete\" \
         values=\"{values}\" keyTimes=\"{times}\" dur=\"{seconds}s\" repeatCount=\"indefinite\"/>"
    )
}

fn draw_row(cells: &[Cell], row: usize) -> String {
    let mut svg = String::new();
    let top = row * CELL_HEIGHT;
    for (from, run) in runs(cells, |cell| cell.background).filter(|(_, run)| run[0].background != BACKGROUND)
    {
        let (x, wide) = (from * CELL_WIDTH, run.len() * CELL_WIDTH);
        let fill = hex(run[0].background);
        let _ = write!(
            svg,
            "<rect x=\"{x}\" y=\"{top}\" width=\"{wide}\" height=\"{CELL_HEIGHT}\" fill=\"{fill}\"/>"
        );
    }
    for (from, run) in runs(cells, |cell| (cell.foreground, cell.bold, Shape::of(cell.symbol))) {
        draw_run(&mut svg, from * CELL_WIDTH, top, run);
    }
    svg
}

/// Runs of neighbouring cells with the same key, each with the column of its first cell.
fn runs<K: PartialEq>(cells: &[Cell], key: impl Fn(&Cell) -> K) -> impl Iterator<Item = (usize, &[Cell])> {
    let mut column = 0;
    let all: Vec<(usize, &[Cell])> = cells
        .chunk_by(|a, b| key(a) == key(b))
        .map(|run| {
            column += run.len();
            (column - run.len(), run)
        })
        .collect();
    all.into_iter()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Nothing,
    Text,
    Stone,
    Ring,
    Lines { heavy: bool },
}

impl Shape {
    fn of(symbol: char) -> Shape {
        match symbol {
            ' ' => Shape::Nothing,
            '●' => Shape::Stone,
            '○' => Shape::Ring,
            '╋' => Shape::Lines { heavy: true },
            symbol if !arms(symbol).is_empty() => Shape::Lines { heavy: false },
            _ => Shape::Text,
        }
    }
}

/// The directions of a symbol's lines from its middle: left, right, up, down, or a slash (`s`) from the upper left.
fn arms(symbol: char) -> &'static str {
    match symbol {
        '─' => "lr",
        '│' => "ud",
        '┌' | '╭' => "rd",
        '┬' => "lrd",
        '┐' | '╮' => "ld",
        '├' => "urd",
        '┼' | '╋' => "lrud",
        '┤' => "uld",
        '└' | '╰' => "ur",
        '┴' => "lru",
        '┘' | '╯' => "lu",
        '╲' => "s",
        _ => "",
    }
}

fn draw_run(svg: &mut String, left: usize, top: usize, run: &[Cell]) {
    let foreground = hex(run[0].foreground);
    let middle = top + CELL_HEIGHT / 2;
    let _ = match Shape::of(run[0].symbol) {
        Shape::Nothing => Ok(()),
        Shape::Stone => discs(svg, left, middle, run, &format!("r=\"5.6\" fill=\"{foreground}\"")),
        Shape::Ring => {
            discs(svg, left, middle, run, &format!("r=\"5.1\" fill=\"none\" stroke=\"{foreground}\""))
        }
        Shape::Lines { heavy } => {
            let path: String = run
                .iter()
                .enumerate()
                .map(|(n, cell)| lines(cell.symbol, left + n * CELL_WIDTH, top))
                .collect();
            let weight = if heavy { "2.4" } else { "1" };
            write!(
                svg,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{foreground}\" stroke-width=\"{weight}\"/>"
            )
        }
        Shape::Text => {
            let text: String = run.iter().map(|cell| escaped(cell.symbol)).collect();
            let (wide, base) = (run.len() * CELL_WIDTH, top + 14);
            let weight = if run[0].bold { " font-weight=\"bold\"" } else { "" };
            write!(
                svg,
                "<text x=\"{left}\" y=\"{base}\" fill=\"{foreground}\"{weight} textLength=\"{wide}\">{text}</text>"
            )
        }
    };
}

fn discs(svg: &mut String, left: usize, middle: usize, run: &[Cell], look: &str) -> std::fmt::Result {
    (0..run.len()).try_for_each(|n| {
        let x = left as f64 + (n as f64 + 0.5) * CELL_WIDTH as f64;
        write!(svg, "<circle cx=\"{x}\" cy=\"{middle}\" {look}/>")
    })
}

fn lines(symbol: char, left: usize, top: usize) -> String {
    let (x, y) = (left as f64 + CELL_WIDTH as f64 / 2.0, top + CELL_HEIGHT / 2);
    let arm = |arm: char| match arm {
        'l' => format!("M{x} {y}H{left}"),
        'r' => format!("M{x} {y}H{}", left + CELL_WIDTH),
        'u' => format!("M{x} {y}V{top}"),
        'd' => format!("M{x} {y}V{}", top + CELL_HEIGHT),
        _ => format!("M{left} {top}L{} {}", left + CELL_WIDTH, top + CELL_HEIGHT),
    };
    arms(symbol).chars().map(arm).collect()
}

fn escaped(symbol: char) -> String {
    match symbol {
        '<' => "&lt;".to_owned(),
        '&' => "&amp;".to_owned(),
        symbol => symbol.to_string(),
    }
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_weights_are_read_from_the_escapes() {
        let frame = Frame::parse("\x1b[1m\x1b[38;5;16m\x1b[48;5;231m●\x1b[0m<\x1b[7mx");
        let [stone, less, x] = frame.0[0][..] else { panic!("{frame:?}") };
        assert_eq!((stone.foreground, stone.background, stone.bold), ([0; 3], [255; 3], true));
        assert_eq!((less.foreground, less.background, less.bold), (FOREGROUND, BACKGROUND, false));
        assert_eq!((x.foreground, x.background), (BACKGROUND, FOREGROUND));
    }

    #[test]
    fn unchanged_rows_are_drawn_once_and_changing_rows_are_animated() {
        let frame = |text: &str| Frame::parse(text);
        let svg = animated_svg(&[(frame("same\none"), 1.0), (frame("same\ntwo"), 3.0)]);
        assert_eq!(svg.matches(">same<").count(), 1);
        assert!(svg.contains("values=\"visible;hidden\" keyTimes=\"0;0.2500\" dur=\"4s\""), "{svg}");
        assert!(svg.contains("<g visibility=\"visible\"><animate"), "the last frame stays visible: {svg}");
    }
}
