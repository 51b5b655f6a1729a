//! What a terminal shows, as a picture: cells out of tmux's escapes, SVG out of cells. Lines and stones are drawn as
//! shapes, so that the picture does not depend on the fonts of whoever looks at it.

use std::fmt::Write;

const WIDE: usize = 9;
const HIGH: usize = 18;
const MARGIN: usize = 14;
const INK: Rgb = [0xdc, 0xdc, 0xdc];
const GROUND: Rgb = [0x16, 0x16, 0x16];

type Rgb = [u8; 3];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    symbol: char,
    ink: Rgb,
    ground: Rgb,
    bold: bool,
}

#[derive(Clone, Copy, Default)]
struct Pen {
    ink: Option<Rgb>,
    ground: Option<Rgb>,
    bold: bool,
    dim: bool,
    reversed: bool,
}

/// One picture of a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Still(Vec<Vec<Cell>>);

impl Still {
    /// As `tmux capture-pane -e -N -p` writes it.
    pub fn read(text: &str) -> Still {
        let mut pen = Pen::default();
        Still(text.lines().map(|line| read_line(line, &mut pen)).collect())
    }
}

fn read_line(line: &str, pen: &mut Pen) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut rest = line;
    while let Some(symbol) = rest.chars().next() {
        let escape = rest.strip_prefix("\x1b[").and_then(|rest| rest.split_once('m'));
        match escape {
            Some((numbers, after)) => {
                pen.obey(numbers);
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
        let (mut ink, mut ground) = (self.ink.unwrap_or(INK), self.ground.unwrap_or(GROUND));
        if self.dim {
            ink = std::array::from_fn(|n| ink[n] / 2 + ground[n] / 2);
        }
        if self.reversed {
            (ink, ground) = (ground, ink);
        }
        Cell { symbol, ink, ground, bold: self.bold }
    }

    fn obey(&mut self, numbers: &str) {
        let mut numbers = numbers.split(';').map(|number| number.parse::<u8>().unwrap_or(0));
        while let Some(number) = numbers.next() {
            match number {
                0 => *self = Pen::default(),
                1 => self.bold = true,
                2 => self.dim = true,
                7 => self.reversed = true,
                38 => self.ink = colour(&mut numbers),
                48 => self.ground = colour(&mut numbers),
                39 => self.ink = None,
                49 => self.ground = None,
                _ => {}
            }
        }
    }
}

/// `5;n` is one of 256, `2;r;g;b` is itself.
fn colour(numbers: &mut impl Iterator<Item = u8>) -> Option<Rgb> {
    match numbers.next()? {
        5 => Some(indexed(numbers.next()?)),
        _ => Some([numbers.next()?, numbers.next()?, numbers.next()?]),
    }
}

/// The cube and the greys; the first sixteen are whatever the terminal likes, and the program does not use them.
fn indexed(number: u8) -> Rgb {
    match number {
        0..16 => INK,
        16..232 => {
            let step = |part: u8| if part == 0 { 0 } else { 55 + 40 * part };
            let number = number - 16;
            [step(number / 36), step(number / 6 % 6), step(number % 6)]
        }
        232.. => [8 + 10 * (number - 232); 3],
    }
}

/// Stills one after another, each for so many seconds, over and over. Whoever shows no movement shows the last one.
pub fn film(stills: &[(Still, f64)]) -> String {
    let wide = stills.iter().flat_map(|(still, _)| still.0.iter().map(Vec::len)).max().unwrap_or(0);
    let high = stills.iter().map(|(still, _)| still.0.len()).max().unwrap_or(0);
    let (width, height) = (wide * WIDE + 2 * MARGIN, high * HIGH + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"'DejaVu Sans Mono',Menlo,Consolas,monospace\" font-size=\"15\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{}\"/>\n\
         <g transform=\"translate({MARGIN} {MARGIN})\">\n",
        hex(GROUND)
    );
    for row in 0..high {
        row_of_film(&mut svg, stills, row);
    }
    svg.push_str("</g>\n</svg>\n");
    svg
}

/// A row that stays the same from one still to the next is drawn once.
fn row_of_film(svg: &mut String, stills: &[(Still, f64)], row: usize) {
    let whole: f64 = stills.iter().map(|(_, seconds)| seconds).sum();
    let (mut at, mut rest) = (0.0, stills);
    while let Some((first, _)) = rest.first() {
        let same = rest.iter().take_while(|(still, _)| still.0.get(row) == first.0.get(row)).count();
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

/// The opening of a group that is seen during this part of the film.
fn shown(from: f64, to: f64, seconds: f64) -> String {
    let (values, times) = match (from > 0.0, to < 1.0) {
        (false, false) => return "<g>".to_owned(),
        (false, true) => ("visible;hidden".to_owned(), format!("0;{to:.4}")),
        (true, false) => ("hidden;visible".to_owned(), format!("0;{from:.4}")),
        (true, true) => ("hidden;visible;hidden".to_owned(), format!("0;{from:.4};{to:.4}")),
    };
    let still = if to < 1.0 { "hidden" } else { "visible" };
    format!(
        "<g visibility=\"{still}\"><animate attributeName=\"visibility\" calcMode=\"discrete\" \
         values=\"{values}\" keyTimes=\"{times}\" dur=\"{seconds}s\" repeatCount=\"indefinite\"/>"
    )
}

fn draw_row(cells: &[Cell], row: usize) -> String {
    let mut svg = String::new();
    let top = row * HIGH;
    for (from, run) in runs(cells, |cell| cell.ground).filter(|(_, run)| run[0].ground != GROUND) {
        let (x, wide) = (from * WIDE, run.len() * WIDE);
        let fill = hex(run[0].ground);
        let _ =
            write!(svg, "<rect x=\"{x}\" y=\"{top}\" width=\"{wide}\" height=\"{HIGH}\" fill=\"{fill}\"/>");
    }
    for (from, run) in runs(cells, |cell| (cell.ink, cell.bold, Shape::of(cell.symbol))) {
        draw_run(&mut svg, from * WIDE, top, run);
    }
    svg
}

/// Neighbours that are alike, with the column of the first.
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

/// Which ways the lines of a symbol go from its middle: left, right, up, down, or slanting from above.
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
    let ink = hex(run[0].ink);
    let middle = top + HIGH / 2;
    let _ = match Shape::of(run[0].symbol) {
        Shape::Nothing => Ok(()),
        Shape::Stone => discs(svg, left, middle, run, &format!("r=\"5.6\" fill=\"{ink}\"")),
        Shape::Ring => discs(svg, left, middle, run, &format!("r=\"5.1\" fill=\"none\" stroke=\"{ink}\"")),
        Shape::Lines { heavy } => {
            let path: String =
                run.iter().enumerate().map(|(n, cell)| lines(cell.symbol, left + n * WIDE, top)).collect();
            let weight = if heavy { "2.4" } else { "1" };
            write!(svg, "<path d=\"{path}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"{weight}\"/>")
        }
        Shape::Text => {
            let text: String = run.iter().map(|cell| escaped(cell.symbol)).collect();
            let (wide, base) = (run.len() * WIDE, top + 14);
            let weight = if run[0].bold { " font-weight=\"bold\"" } else { "" };
            write!(
                svg,
                "<text x=\"{left}\" y=\"{base}\" fill=\"{ink}\"{weight} textLength=\"{wide}\">{text}</text>"
            )
        }
    };
}

fn discs(svg: &mut String, left: usize, middle: usize, run: &[Cell], look: &str) -> std::fmt::Result {
    (0..run.len()).try_for_each(|n| {
        let x = left as f64 + (n as f64 + 0.5) * WIDE as f64;
        write!(svg, "<circle cx=\"{x}\" cy=\"{middle}\" {look}/>")
    })
}

fn lines(symbol: char, left: usize, top: usize) -> String {
    let (x, y) = (left as f64 + WIDE as f64 / 2.0, top + HIGH / 2);
    let arm = |arm: char| match arm {
        'l' => format!("M{x} {y}H{left}"),
        'r' => format!("M{x} {y}H{}", left + WIDE),
        'u' => format!("M{x} {y}V{top}"),
        'd' => format!("M{x} {y}V{}", top + HIGH),
        _ => format!("M{left} {top}L{} {}", left + WIDE, top + HIGH),
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
        let still = Still::read("\x1b[1m\x1b[38;5;16m\x1b[48;5;231m●\x1b[0m<\x1b[7mx");
        let [stone, less, x] = still.0[0][..] else { panic!("{still:?}") };
        assert_eq!((stone.ink, stone.ground, stone.bold), ([0; 3], [255; 3], true));
        assert_eq!((less.ink, less.ground, less.bold), (INK, GROUND, false));
        assert_eq!((x.ink, x.ground), (GROUND, INK));
    }

    #[test]
    fn what_stays_is_drawn_once_and_what_comes_and_goes_has_its_time() {
        let still = |text: &str| Still::read(text);
        let svg = film(&[(still("same\none"), 1.0), (still("same\ntwo"), 3.0)]);
        assert_eq!(svg.matches(">same<").count(), 1);
        assert!(svg.contains("values=\"visible;hidden\" keyTimes=\"0;0.2500\" dur=\"4s\""), "{svg}");
        assert!(svg.contains("<g visibility=\"visible\"><animate"), "the last one stays: {svg}");
    }
}
