//! The count beside the board while dead stones are being marked.

use moment::Moment;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use rules::go::{Color, Scoring};

use super::overlay::wrap;
use super::status::thinking;
use super::{heading, write};
use crate::term::screen::game::GameScreen;
use crate::term::theme::{Part, Theme};

pub fn draw(buffer: &mut Buffer, area: Rect, game: &GameScreen, now: Moment, theme: &Theme) {
    let Some((counting, count, score)) = game.local_game.count() else { return };
    heading(buffer, area, 0, "Score", theme);
    let number = |value: u32| value.to_string();
    let both = |name: &'static str, of: &dyn Fn(Color) -> u32| {
        (name, number(of(Color::Black)), number(of(Color::White)))
    };
    let mut rows = vec![("", "Black".to_owned(), "White".to_owned())];
    rows.push(both("Territory", &|color| count.surrounded(color)));
    rows.push(match game.local_game.position().rules().scoring {
        Scoring::Area => both("Stones", &|color| count.stones(color)),
        Scoring::Territory => both("Prisoners", &|color| count.prisoners(color)),
    });
    rows.push(("Komi", String::new(), game.local_game.komi().to_string()));
    rows.push(("Total", score.black.to_string(), score.white.to_string()));
    for (row, (name, black, white)) in (1..).zip(rows) {
        let style = if name == "Total" { theme.text(Part::Accent) } else { theme.text(Part::Faint) };
        write(buffer, area, row, &Line::styled(format!("{name:<12}{black:>8}{white:>8}"), style));
    }
    let outcome = score.outcome().to_string();
    write(buffer, area, 7, &Line::styled(format!("Result {outcome}"), theme.text(Part::Accent)));
    let machine = match (counting.querying_since(), counting.engine_score()) {
        (Some(since), _) => thinking("The opponent is counting", since, now, theme),
        (None, Some(result)) => Line::styled(format!("Opponent's count: {result}"), theme.text(Part::Faint)),
        (None, None) => Line::default(),
    };
    write(buffer, area, 8, &machine);
    let advice = "Mark dead stones; the score updates as you go. Empty points can be marked neutral.";
    for (row, line) in (10..).zip(wrap(advice, area.width.into())) {
        write(buffer, area, row, &Line::styled(line, theme.text(Part::Faint)));
    }
}
