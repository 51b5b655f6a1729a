//! The state of the game in a line: whose turn it is, who thinks, the score, the clocks.

use moment::Moment;
use play::clock::Reading;
use play::gtp::State;
use play::local_game::Phase;
use ratatui::text::{Line, Span};
use rules::go::Color;

use crate::term::screen::game::analysis::value;
use crate::term::screen::game::{GameScreen, Mode};
use crate::term::theme::{Part, Theme};

pub fn status<'a>(game: &GameScreen, now: Moment, theme: &Theme) -> Line<'a> {
    let record = game.record();
    let number = record.moves().len();
    let turn = if record.to_play() == Color::Black { "Black" } else { "White" };
    let plain = |text: String| Line::raw(text);
    match (game.mode, game.local_game.phase()) {
        (Mode::Plan, _) => {
            Line::styled(format!("Planning: move {}, {turn}", number + 1), theme.text(Part::Accent))
        }
        (Mode::Review, _) => plain(format!("Move {number}, {turn} to play")),
        (Mode::Live, Phase::Over(outcome)) => {
            Line::styled(format!("Game over: {outcome}"), theme.text(Part::Accent))
        }
        (Mode::Live, Phase::Counting(_)) => Line::styled("Counting", theme.text(Part::Accent)),
        (Mode::Live, Phase::Thinking { since }) => {
            let turn = if game.local_game.position().to_play() == Color::Black { "Black" } else { "White" };
            thinking(&waiting_for(game, turn), *since, now, theme)
        }
        (Mode::Live, Phase::Stuck { .. }) => {
            Line::styled("Stopped: Enter asks again", theme.text(Part::Alert))
        }
        (Mode::Live, Phase::ToMove) if !game.is_at_live() => plain(format!("Looking at move {number}")),
        (Mode::Live, Phase::ToMove) => plain(format!("Move {}: {turn} to play", number + 1)),
    }
}

/// An engine that is being started does not think yet.
fn waiting_for(game: &GameScreen, turn: &str) -> String {
    match game.opponent.conversation().map(|engine| engine.state()) {
        Some(State::Starting) => "The engine is starting".to_owned(),
        _ => format!("{turn} is thinking"),
    }
}

pub fn thinking<'a>(what: &str, since: Moment, now: Moment, theme: &Theme) -> Line<'a> {
    let passed = now.since(since);
    let pictures = theme.shapes.spinner;
    let picture = pictures[(passed.as_millis() / 120) as usize % pictures.len()];
    Line::from(vec![
        Span::styled(format!("{picture} "), theme.text(Part::Accent)),
        Span::raw(format!("{what}, {} s", passed.as_secs())),
    ])
}

/// The count in one line.
pub fn counted<'a>(game: &GameScreen, now: Moment, theme: &Theme) -> Line<'a> {
    let Some((counting, _, score)) = game.local_game.count() else { return Line::default() };
    let text = format!("Black {}, White {}: {}", score.black, score.white, score.outcome());
    let mut line = Line::styled(text, theme.text(Part::Accent));
    if let Some(since) = counting.querying_since() {
        line.spans.push(Span::raw("  "));
        line.spans.extend(thinking("counting", since, now, theme).spans);
    }
    line
}

/// What the bot thinks: the value of the position, then the moves with theirs as far as there is room.
pub fn opinion<'a>(game: &GameScreen, width: u16, theme: &Theme) -> Line<'a> {
    let Some(report) = game.analysis.latest() else {
        return Line::styled(" The bot begins to search", theme.text(Part::Faint));
    };
    let best = report.lines.first().map(|line| value(&line.evaluation)).unwrap_or_default();
    let searched = Span::styled(format!("  {} visits", report.nodes), theme.text(Part::Faint));
    let mut line = Line::from(vec![Span::styled(format!(" {best}"), theme.text(Part::Accent)), searched]);
    for (rank, next) in (1..).zip(&report.lines) {
        let Some(name) = next.moves.first() else { continue };
        let text = format!("   {rank} {name} {}", value(&next.evaluation));
        if line.width() + text.chars().count() > usize::from(width) {
            break;
        }
        line.spans.push(Span::raw(text));
    }
    line
}

/// What is left of both players' time; nothing without a limit.
pub fn clocks<'a>(game: &GameScreen, now: Moment, theme: &Theme) -> Line<'a> {
    let mut spans = Vec::new();
    for color in Color::BOTH {
        let Some(text) = reading(game.local_game.reading(color, now)) else { continue };
        spans.push(Span::styled(format!(" {} ", theme.shapes.stone(color)), theme.stone(color)));
        spans.push(Span::styled(format!(" {text}   "), theme.text(Part::Accent)));
    }
    Line::from(spans)
}

/// `9:59`, and in byo-yomi `0:30 (3)` with the periods left.
pub fn reading(reading: Reading) -> Option<String> {
    let minutes = |left: std::time::Duration| format!("{}:{:02}", left.as_secs() / 60, left.as_secs() % 60);
    Some(match reading {
        Reading::Untimed => return None,
        Reading::Base { left } => minutes(left),
        Reading::ByoYomi { periods, left } => format!("{} ({periods})", minutes(left)),
        Reading::Out => "0:00".to_owned(),
    })
}
