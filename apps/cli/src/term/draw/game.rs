//! The board with everything about the game beside it.

use moment::Moment;
use play::local_game::Phase;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use record::GameRecord;
use record::NodeId;
use rules::go::{Color, Move, Point};

use super::board::{self, Marks};
use super::{Areas, hints_in_words, message, moves, score, title, tree, write, write_right};
use crate::term::keys::{Action, Binding};
use crate::term::screen::game::{GameScreen, Mode, Side};
use crate::term::theme::{Part, Theme};

/// Rows of the panel above the move list: players, komi, status.
const LIST_FROM: u16 = 6;
const COMMENT_ROWS: u16 = 6;

pub fn draw(buffer: &mut Buffer, screen: Rect, game: &GameScreen, now: Moment, theme: &Theme) {
    let areas = areas(screen, game);
    let count = game.local_game.count().filter(|_| game.mode == Mode::Live);
    let last = game.last_move().and_then(|(_, mv)| match mv {
        Move::Place(at) => Some(at),
        Move::Pass => None,
    });
    let marks = Marks {
        cursor: (game.mode != Mode::Review).then_some(game.cursor),
        last,
        count: count.as_ref().map(|(counting, count, _)| (count, &counting.marking)),
        coordinates: true,
    };
    let place = areas.place(game.record().size(), game.cursor);
    board::draw(buffer, place, game.record().position().board(), marks, theme);
    notice(buffer, areas.message, game, theme);
    if game.focus {
        return;
    }
    header(buffer, areas.title, game, theme);
    panel(buffer, areas.panel, game, now, theme);
    hints_in_words(buffer, areas.hints, game.table(), |binding| hint(game, binding), theme);
}

pub fn hint(game: &GameScreen, binding: &'static Binding) -> Option<&'static str> {
    let words = match (binding.act, game.mode, game.local_game.phase()) {
        (Action::Plan | Action::Leave, Mode::Plan, _) => "the game",
        (Action::Enter, Mode::Live, Phase::Stuck { .. }) => "ask again",
        (Action::Tree, ..) if game.side == Side::Tree => "list",
        (Action::Record, ..) if game.recording.is_on() => "stop rec",
        _ => binding.hint,
    };
    game.can(binding.act).then_some(words)
}

fn areas(screen: Rect, game: &GameScreen) -> Areas {
    let areas = Areas::new(screen, game.record().size());
    match game.focus {
        false => areas,
        // The message line stays, for errors.
        true => Areas {
            board: Rect { height: screen.height.saturating_sub(1), ..screen },
            panel: Rect { width: 0, ..areas.panel },
            message: areas.hints,
            ..areas
        },
    }
}

fn header(buffer: &mut Buffer, area: Rect, game: &GameScreen, theme: &Theme) {
    title(buffer, area, &game.title, theme);
    let state = match game.mode {
        Mode::Review => Span::styled("read only ", theme.text(Part::Faint)),
        _ if game.recording.is_on() => {
            Span::styled(format!("{} REC ", theme.shapes.record), theme.text(Part::Alert))
        }
        _ => Span::styled("not recording ", theme.text(Part::Faint)),
    };
    write_right(buffer, area, 0, &Line::from(state));
}

fn notice(buffer: &mut Buffer, area: Rect, game: &GameScreen, theme: &Theme) {
    if let Some(field) = &game.typing {
        let (before, after) = field.parts();
        let line = Line::from(vec![
            Span::styled(" Play at: ", theme.text(Part::Accent)),
            Span::raw(before.to_owned()),
            Span::styled(after.chars().next().unwrap_or(' ').to_string(), theme.chosen()),
            Span::styled("   Enter plays, Esc cancels", theme.text(Part::Faint)),
        ]);
        write(buffer, area, 0, &line);
        return;
    }
    let part = if game.notice.alert { Part::Alert } else { Part::Faint };
    message(buffer, area, &game.notice.text, theme.text(part));
}

fn panel(buffer: &mut Buffer, panel: Rect, game: &GameScreen, now: Moment, theme: &Theme) {
    for (row, color) in [(0, Color::Black), (1, Color::White)] {
        player(buffer, panel, row, game, color, theme);
    }
    write(buffer, panel, 2, &Line::styled(facts(game), theme.text(Part::Faint)));
    write(buffer, panel, 4, &status(game, now, theme));
    if game.is_counting() {
        score::draw(buffer, below(panel, LIST_FROM), game, now, theme);
        return;
    }
    let (list, comment) = lists(panel, game);
    match game.side {
        Side::List => moves::draw(buffer, list, game, theme),
        Side::Tree => tree::draw(buffer, list, game, theme),
    }
    if comment.height > 0 {
        let text = comment_of(game).unwrap_or_default();
        moves::comment(buffer, comment, &text, theme);
    }
}

/// The areas of the moves and of the comment, if there is one.
fn lists(panel: Rect, game: &GameScreen) -> (Rect, Rect) {
    let all = below(panel, LIST_FROM);
    let rows = if comment_of(game).is_some() { COMMENT_ROWS.min(all.height / 2) } else { 0 };
    let list = Rect { height: all.height - rows, ..all };
    (list, Rect { y: list.bottom(), height: rows, ..all })
}

fn comment_of(game: &GameScreen) -> Option<String> {
    let record = game.record();
    record.node(record.here()).text("C").filter(|text| !text.trim().is_empty())
}

fn below(panel: Rect, rows: u16) -> Rect {
    let rows = rows.min(panel.height);
    Rect { y: panel.y + rows, height: panel.height - rows, ..panel }
}

fn player(buffer: &mut Buffer, panel: Rect, row: u16, game: &GameScreen, color: Color, theme: &Theme) {
    let name = match color {
        Color::Black => game.info("PB"),
        Color::White => game.info("PW"),
    };
    let word = if color == Color::Black { "Black" } else { "White" };
    let line = Line::from(vec![
        Span::styled(format!(" {} ", theme.shapes.stone(color)), theme.stone(color)),
        Span::raw(format!(" {}", name.unwrap_or_else(|| word.to_owned()))),
    ]);
    let taken = format!("{} captured", game.record().position().prisoners(color));
    let name_width = panel.width.saturating_sub(taken.len() as u16 + 1);
    write(buffer, Rect { width: name_width, ..panel }, row, &line);
    write_right(buffer, panel, row, &Line::styled(taken, theme.text(Part::Faint)));
}

fn facts(game: &GameScreen) -> String {
    let komi = game.info("KM").map(|komi| format!("komi {komi}"));
    let stones = Some(game.local_game.handicap()).filter(|stones| *stones > 1);
    let result = game.info("RE").filter(|_| game.mode == Mode::Review);
    let all = [komi, stones.map(|stones| format!("{stones} stones")), game.info("RU"), result];
    all.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn status<'a>(game: &GameScreen, now: Moment, theme: &Theme) -> Line<'a> {
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
            let who = if turn == "Black" { "Black" } else { "White" };
            thinking(&format!("{who} is thinking"), *since, now, theme)
        }
        (Mode::Live, Phase::Stuck { .. }) => {
            Line::styled("Stopped: Enter asks again", theme.text(Part::Alert))
        }
        (Mode::Live, Phase::ToMove) if !game.is_at_live() => plain(format!("Looking at move {number}")),
        (Mode::Live, Phase::ToMove) => plain(format!("Move {}: {turn} to play", number + 1)),
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

/// What is under a mouse click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    Point(Point),
    Node(NodeId),
}

pub fn hit(screen: Rect, game: &GameScreen, x: u16, y: u16) -> Option<Hit> {
    let areas = areas(screen, game);
    if let Some(at) = areas.place(game.record().size(), game.cursor).point_at(x, y) {
        return Some(Hit::Point(at));
    }
    if game.is_counting() {
        return None;
    }
    let (list, _) = lists(areas.panel, game);
    let node = match game.side {
        Side::List => moves::hit(list, game, x, y),
        Side::Tree => tree::hit(list, game, x, y),
    };
    node.map(Hit::Node)
}
