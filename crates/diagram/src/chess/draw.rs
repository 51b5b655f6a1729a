//! The board as SVG, in layers from back to front. A page replaces the layers that changed and uses custom properties for
//! colours; a file has literal colours.

use std::fmt::Write;

use record::pgn::{Brush, Shape};
use rules::chess::{Color, Piece, Role, Square};

use crate::svg::FONT;
use crate::{HintGrade, Ink, Theme};

use super::geometry::{SIDE, SQUARE, View};
use super::pieces::{PieceSet, piece_name, piece_symbols, role_name};
use super::scene::{Hint, Scene, Target};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    Squares,
    Coordinates,
    Highlights,
    Targets,
    Pieces,
    Arrows,
    Marks,
    /// The dragged piece and the promotion chooser, above everything.
    Overlay,
}

impl Layer {
    pub const ALL: [Layer; 8] = [
        Layer::Squares,
        Layer::Coordinates,
        Layer::Highlights,
        Layer::Targets,
        Layer::Pieces,
        Layer::Arrows,
        Layer::Marks,
        Layer::Overlay,
    ];

    /// The class of its group.
    pub fn class(self) -> &'static str {
        match self {
            Layer::Squares => "squares",
            Layer::Coordinates => "coordinates",
            Layer::Highlights => "highlights",
            Layer::Targets => "targets",
            Layer::Pieces => "pieces",
            Layer::Arrows => "arrows",
            Layer::Marks => "marks",
            Layer::Overlay => "overlay",
        }
    }
}

/// How colours are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Colors {
    /// As literals, for files.
    Fixed(Theme),
    /// As custom properties such as `--board-light` with a default, for pages.
    Live,
}

impl Colors {
    fn get(self, name: &str, usual: &str) -> String {
        match self {
            Colors::Fixed(_) => usual.to_owned(),
            Colors::Live => format!("var(--board-{name}, {usual})"),
        }
    }

    fn light(self) -> String {
        self.get("light", self.squares()[0])
    }

    fn dark(self) -> String {
        self.get("dark", self.squares()[1])
    }

    fn squares(self) -> [&'static str; 2] {
        match self {
            Colors::Fixed(Theme::Dark) => ["#b3a992", "#566e4b"],
            Colors::Fixed(Theme::Print) => ["#ffffff", "#c9c9c9"],
            Colors::Fixed(Theme::Light | Theme::Page) | Colors::Live => ["#e8dcc8", "#7c9a6e"],
        }
    }
}

/// A complete SVG file, `width` pixels wide.
pub fn to_svg(scene: &Scene, theme: Theme, size: u32) -> String {
    to_svg_with(scene, theme, size, PieceSet::default())
}

/// The same with another set of pieces.
pub fn to_svg_with(scene: &Scene, theme: Theme, size: u32, set: PieceSet) -> String {
    let label = label(scene);
    let colors = if theme == Theme::Page { Colors::Live } else { Colors::Fixed(theme) };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SIDE} {SIDE}\" width=\"{size}\" height=\"{size}\" \
         role=\"img\" aria-label=\"{label}\">\n<defs>\n{}{}</defs>\n{}</svg>\n",
        piece_symbols(set),
        shades(),
        groups(scene, colors)
    )
}

/// The content of a page's `<svg viewBox="0 0 800 800">`, without `definitions`.
pub fn inner_svg(scene: &Scene) -> String {
    groups(scene, Colors::Live)
}

/// Piece symbols and gradients: once per page.
pub fn definitions(set: PieceSet) -> String {
    piece_symbols(set) + &shades()
}

/// The content of one layer's group.
pub fn layer_svg(scene: &Scene, layer: Layer) -> String {
    draw(scene, layer, Colors::Live)
}

fn groups(scene: &Scene, colors: Colors) -> String {
    let group = |layer: Layer| {
        let inner = draw(scene, layer, colors);
        format!("<g class=\"{}\">\n{inner}</g>\n", layer.class())
    };
    Layer::ALL.into_iter().map(group).collect()
}

fn shades() -> String {
    "<radialGradient id=\"chess-check\"><stop offset=\"0.25\" stop-color=\"#e0402a\"/>\
     <stop offset=\"0.6\" stop-color=\"#d63a24\" stop-opacity=\"0.75\"/>\
     <stop offset=\"1\" stop-color=\"#c0301c\" stop-opacity=\"0\"/></radialGradient>\n"
        .to_owned()
}

fn draw(scene: &Scene, layer: Layer, colors: Colors) -> String {
    let mut out = String::new();
    match layer {
        Layer::Squares => squares(&mut out, colors),
        Layer::Coordinates if scene.coordinates => coordinates(&mut out, scene.view, colors),
        Layer::Coordinates => {}
        Layer::Highlights => highlights(&mut out, scene, colors),
        Layer::Targets => targets(&mut out, scene),
        Layer::Pieces => pieces(&mut out, scene),
        Layer::Arrows => {
            hints(&mut out, scene, colors);
            scene.shapes.iter().for_each(|shape| arrow(&mut out, scene.view, shape));
        }
        Layer::Marks => scene.shapes.iter().for_each(|shape| ring(&mut out, scene.view, shape)),
        Layer::Overlay => overlay(&mut out, scene, colors),
    }
    out
}

/// A light square for the board and one path for the dark squares, the same in both orientations.
fn squares(out: &mut String, colors: Colors) {
    let mut dark = String::new();
    for row in 0..8_u32 {
        for column in (0..8_u32).filter(|column| (row + column) % 2 == 1) {
            let _ = write!(dark, "M{} {}h100v100h-100z", column * 100, row * 100);
        }
    }
    let _ = writeln!(out, "<rect width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{}\"/>", colors.light());
    let _ = writeln!(out, "<path d=\"{dark}\" fill=\"{}\"/>", colors.dark());
}

fn coordinates(out: &mut String, view: View, colors: Colors) {
    let mut letter = |x: f64, y: f64, anchor: &str, text: char, on_dark: bool| {
        let fill = if on_dark { colors.light() } else { colors.dark() };
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" font-size=\"17\" \
             font-weight=\"600\" font-family=\"{FONT}\" fill=\"{fill}\">{text}</text>"
        );
    };
    for n in 0..8_u8 {
        let along = f64::from(n) * SQUARE;
        if let (Some(bottom), Some(left)) = (view.square_of(n, 7), view.square_of(0, n)) {
            letter(along + 95.0, 794.0, "end", bottom.file().char(), n % 2 == 0);
            letter(5.0, along + 19.0, "start", left.rank().char(), n % 2 == 1);
        }
    }
}

fn fill_square(out: &mut String, view: View, square: Square, class: &str, fill: &str) {
    let (x, y) = view.corner(square);
    let _ = writeln!(
        out,
        "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"100\" height=\"100\" fill=\"{fill}\"/>"
    );
}

fn highlights(out: &mut String, scene: &Scene, colors: Colors) {
    let last = colors.get("highlight", "rgba(255, 255, 100, 0.45)");
    let selected = colors.get("selected", "rgba(20, 85, 30, 0.42)");
    for square in scene.last_move.iter().flat_map(|step| [step.from, step.to]) {
        fill_square(out, scene.view, square, "last-move", &last);
    }
    if let Some(square) = scene.selected {
        fill_square(out, scene.view, square, "selected", &selected);
    }
    if let Some(square) = scene.check {
        fill_square(out, scene.view, square, "check", "url(#chess-check)");
    }
    if let Some(square) = scene.focus {
        let (x, y) = scene.view.corner(square);
        let stroke = colors.get("focus", "#c2389b");
        let _ = writeln!(
            out,
            "<rect class=\"focus\" x=\"{}\" y=\"{}\" width=\"92\" height=\"92\" rx=\"8\" fill=\"none\" \
             stroke=\"{stroke}\" stroke-width=\"6\"/>",
            x + 4.0,
            y + 4.0
        );
    }
}

fn targets(out: &mut String, scene: &Scene) {
    for (square, target) in &scene.targets {
        let (x, y) = scene.view.center(*square);
        let _ = match target {
            Target::Empty => {
                writeln!(
                    out,
                    "<circle class=\"dot\" cx=\"{x}\" cy=\"{y}\" r=\"15\" fill=\"#14381c\" opacity=\"0.38\"/>"
                )
            }
            Target::Taken => writeln!(
                out,
                "<circle class=\"ring\" cx=\"{x}\" cy=\"{y}\" r=\"44\" fill=\"none\" stroke=\"#14381c\" \
                 stroke-width=\"9\" opacity=\"0.38\"/>"
            ),
        };
    }
}

/// One element and one line of text per piece, with its square as an attribute, so that a page can animate it.
/// A group, because browsers animate groups without repainting them, but not a `use`.
fn pieces(out: &mut String, scene: &Scene) {
    for (square, piece) in &scene.pieces {
        let is_held = scene.held.is_some_and(|(from, _)| from == *square);
        let opacity = if is_held { " opacity=\"0.35\"" } else { "" };
        let _ = write!(out, "<g data-square=\"{square}\"{opacity}>");
        put(out, *piece, scene.view.corner(*square), "");
        out.push_str("</g>\n");
    }
}

fn put(out: &mut String, piece: Piece, (x, y): (f64, f64), more: &str) {
    let name = piece_name(piece);
    let _ = write!(
        out,
        "<use href=\"#piece-{name}\" class=\"piece {name}\" x=\"{x}\" y=\"{y}\" width=\"100\" height=\"100\"{more}/>"
    );
}

fn brush_color(brush: Brush) -> &'static str {
    match brush {
        Brush::Green => "#2ecc71",
        Brush::Red => "#e74c3c",
        Brush::Blue => "#3498db",
        Brush::Yellow => "#f1c40f",
        Brush::Cyan => "#1abc9c",
        Brush::Magenta => "#9b59b6",
    }
}

/// The colour says how good a move is, the width its rank. The worst are drawn first, below the better ones.
fn hints(out: &mut String, scene: &Scene, colors: Colors) {
    for Hint { step, ghost, .. } in &scene.hints {
        if let Some(piece) = ghost {
            out.push_str("<g class=\"ghost\" opacity=\"0.6\">");
            put(out, *piece, scene.view.corner(step.to), "");
            out.push_str("</g>\n");
        }
    }
    for (rank, Hint { step, grade, .. }) in scene.hints.iter().enumerate().rev() {
        let width = match rank {
            0 => 22.0,
            1 => 17.0,
            _ => 12.0,
        };
        let name = match grade {
            HintGrade::Best => "hint-best",
            HintGrade::Good => "hint-fine",
            HintGrade::Inaccuracy => "hint-doubt",
            HintGrade::Mistake => "hint-warn",
            HintGrade::Blunder => "hint-blunder",
        };
        let usual = Theme::Light.color(Ink::Hint(*grade));
        let path = arrow_path(scene.view, step.from, step.to, width, width * 2.0 + 8.0);
        let _ = writeln!(
            out,
            "<path class=\"hint\" data-rank=\"{}\" d=\"M{path}Z\" fill=\"{}\" opacity=\"0.78\" stroke-linejoin=\"round\"/>",
            rank + 1,
            colors.get(name, &usual)
        );
    }
}

fn arrow(out: &mut String, view: View, shape: &Shape) {
    let Some(to) = shape.to.filter(|to| *to != shape.from) else { return };
    let path = arrow_path(view, shape.from, to, 15.0, 40.0);
    let _ = writeln!(
        out,
        "<path class=\"arrow\" data-from=\"{}\" data-to=\"{to}\" d=\"M{path}Z\" fill=\"{}\" opacity=\"0.8\" \
         stroke-linejoin=\"round\"/>",
        shape.from,
        brush_color(shape.brush)
    );
}

/// The outline of an arrow from the centre of one square to just before the centre of the other.
fn arrow_path(view: View, from: Square, to: Square, width: f64, head: f64) -> String {
    let ((x, y), (tip_x, tip_y)) = (view.center(from), view.center(to));
    let (dx, dy) = (tip_x - x, tip_y - y);
    let length = dx.hypot(dy);
    let (ux, uy) = (dx / length, dy / length);
    // Unit vectors along the arrow and across it.
    let point = |along: f64, across: f64| {
        let at = (x + ux * along - uy * across, y + uy * along + ux * across);
        format!("{:.1} {:.1}", at.0, at.1)
    };
    let (start, neck, tip) = (18.0, length - head - 8.0, length - 8.0);
    let half = width / 2.0;
    let outline = [
        (start, half),
        (neck, half),
        (neck, head * 0.55),
        (tip, 0.0),
        (neck, -head * 0.55),
        (neck, -half),
        (start, -half),
    ];
    outline.map(|(along, across)| point(along, across)).join("L")
}

fn ring(out: &mut String, view: View, shape: &Shape) {
    if shape.to.is_some_and(|to| to != shape.from) {
        return;
    }
    let (x, y) = view.center(shape.from);
    let _ = writeln!(
        out,
        "<circle class=\"mark\" data-square=\"{}\" cx=\"{x}\" cy=\"{y}\" r=\"45\" fill=\"none\" stroke=\"{}\" \
         stroke-width=\"7\" opacity=\"0.85\"/>",
        shape.from,
        brush_color(shape.brush)
    );
}

fn overlay(out: &mut String, scene: &Scene, colors: Colors) {
    if let Some((from, (x, y))) = scene.held
        && let Some(piece) = scene.piece_at(from)
    {
        put(out, piece, (x - SQUARE / 2.0, y - SQUARE / 2.0), " data-held=\"true\"");
    }
    if let Some((square, roles)) = &scene.chooser {
        chooser(out, scene, *square, roles, colors);
    }
}

/// The choices are drawn down the file, starting at the promotion square.
fn chooser(out: &mut String, scene: &Scene, square: Square, roles: &[Role], colors: Colors) {
    let _ = writeln!(
        out,
        "<rect class=\"veil\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"#000\" opacity=\"0.3\"/>"
    );
    for (n, role) in roles.iter().enumerate() {
        let Some(at) = choice_square(square, n) else { continue };
        let (x, y) = scene.view.corner(at);
        let fill = colors.get("chooser", "#faf8f4");
        let _ = writeln!(
            out,
            "<rect class=\"choice\" data-role=\"{}\" x=\"{}\" y=\"{}\" width=\"96\" height=\"96\" rx=\"14\" \
             fill=\"{fill}\" stroke=\"#26221d\" stroke-opacity=\"0.25\"/>",
            role_name(*role),
            x + 2.0,
            y + 2.0
        );
        let color = promoting(square);
        put(out, Piece { color, role: *role }, (x, y), "");
    }
}

fn promoting(square: Square) -> Color {
    if square.rank() == rules::chess::Rank::Eighth { Color::White } else { Color::Black }
}

/// The square of the nth promotion choice, down the file from the promotion square.
pub fn choice_square(square: Square, n: usize) -> Option<Square> {
    let step = i32::try_from(n).ok()? * promoting(square).fold_wb(-8, 8);
    square.offset(step)
}

fn label(scene: &Scene) -> String {
    let mut listed: Vec<String> = scene
        .pieces
        .iter()
        .map(|(square, piece)| format!("{} {square}", piece_name(*piece).replace('-', " ")))
        .collect();
    listed.sort();
    match listed.is_empty() {
        true => "An empty chess board".to_owned(),
        false => format!("Chess board: {}", listed.join(", ")),
    }
}
