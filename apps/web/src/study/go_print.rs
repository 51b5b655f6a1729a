//! The printed page of a Go game: figures of fifty moves, with the moves that are not on the board and the comments below.

use diagram::go::{Elsewhere, Figure, Geometry, draw, figures};
use diagram::{Theme, to_svg_of_width};
use i18n::{fill, visible_line};
use record::go::Field;
use record::{GameRecord, GoRecord};
use rules::go::Size;

use super::print_sheet::{self, escape};
use crate::language;

const MOVES: usize = 50;
const WIDTH: f64 = 640.0;

/// Listens until the game is no longer a Go game.
pub fn listen() {
    print_sheet::listen_to_game(|game| game.go().map(sheet));
}

fn sheet(record: &GoRecord) -> String {
    let text = |name| Field::named(name).and_then(|field| record.info(field)).unwrap_or_default();
    let names = [text("PB"), text("PW")].map(|name| escape(&visible_line(&name)));
    let about = ["EV", "PC", "DT", "RE"].map(text);
    let about: Vec<String> =
        about.iter().filter(|text| !text.trim().is_empty()).map(|text| escape(text)).collect();
    let mut html = match names.each_ref().map(String::is_empty) {
        [true, true] => String::new(),
        _ => format!("<h1>{} – {}</h1>", names[0], names[1]),
    };
    html += &format!("<p class=\"print-about\">{}</p>", about.join(" · "));
    for (number, figure) in figures(record, MOVES).iter().enumerate() {
        html += &figure_html(record, number + 1, figure);
    }
    html + &comments(record)
}

fn figure_html(record: &GoRecord, number: usize, figure: &Figure) -> String {
    let words = language::here().go_study();
    let geometry = Geometry::new(record.size()).fitting(WIDTH, WIDTH);
    let picture = to_svg_of_width(&draw(&figure.scene, &geometry), Theme::Print, WIDTH);
    let moves =
        [("n", number), ("from", *figure.moves.start() as usize), ("to", *figure.moves.end() as usize)];
    let moves = moves.map(|(name, value)| (name, value.to_string()));
    let values = moves.each_ref().map(|(name, value)| (*name, value.as_str()));
    let caption = if *figure.moves.end() == 0 { words.figure_position } else { words.figure };
    let below: Vec<String> = figure.below.iter().map(|one| elsewhere(one, record.size())).collect();
    let below = if below.is_empty() { String::new() } else { format!("<br>{}", escape(&below.join(" · "))) };
    format!(
        "<figure class=\"go-figure\">{picture}<figcaption>{}{below}</figcaption></figure>",
        fill(caption, &values)
    )
}

/// `52 at 47`, `60: pass`
fn elsewhere(one: &Elsewhere, size: Size) -> String {
    let words = language::here().go_study();
    match one {
        Elsewhere::Pass { number } => fill(words.figure_pass, &[("n", &number.to_string())]),
        Elsewhere::At { number, at, stone } => {
            let place = stone.map_or_else(|| at.name(size), |stone| stone.to_string());
            fill(words.figure_at, &[("n", &number.to_string()), ("at", &place)])
        }
    }
}

/// Of the line that is printed, by move.
fn comments(record: &GoRecord) -> String {
    let mut line = record.clone();
    line.to_end();
    let noted = line.editor().line().filter_map(|(node, state)| {
        let comment = record.node(node).text("C").filter(|text| !text.trim().is_empty())?;
        Some(format!("<p><b>{}</b> {}</p>", state.number, escape(&comment).replace('\n', "<br>")))
    });
    noted.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::go_record;

    #[test]
    fn a_game_is_printed_in_numbered_figures_with_its_comments() {
        let moves: String = (0..60_usize)
            .map(|n| {
                let [x, y] = [n % 19, n / 19 * 2].map(|line| char::from(b'a' + line as u8));
                format!(";{}[{x}{y}]", if n % 2 == 0 { 'B' } else { 'W' })
            })
            .collect();
        let html = sheet(&go_record(&format!("(;PB[<b>Ann]PW[Bob]C[1 < 2]{moves})")));
        assert!(html.contains("&lt;b&gt;Ann – Bob") && html.contains("1 &lt; 2"), "{html}");
        assert!(html.contains("Diagram 1: 1–50") && html.contains("Diagram 2: 51–60"));
        assert_eq!(html.matches("<figure").count(), 2);
    }
}
