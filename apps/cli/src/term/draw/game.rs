//! The board with everything about the game beside it.

use moment::Moment;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use record::NodeId;
use rules::go::{Color, Move, Point};

use super::board::{self, Marks};
use super::status::{clocks, counted, opinion, status};
use super::{Areas, hints_in_words, message, moves, score, title, tree, write, write_right};
use crate::term::keys::{Action, Binding};
use crate::term::screen::game::{GameScreen, Mode, Side};
use crate::term::theme::{Part, Theme};

/// Rows of the panel above the move list: players, komi, clocks, status.
const LIST_FROM: u16 = 6;
/// Rows that the move list keeps beside a long comment.
const LEAST_LIST: u16 = 6;

pub fn draw(buffer: &mut Buffer, screen: Rect, game: &GameScreen, now: Moment, theme: &Theme) {
    let areas = areas(screen, game, theme);
    let count = game.local_game.count().filter(|_| game.mode == Mode::Live);
    let marks =
        Marks { count: count.as_ref().map(|(counting, count, _)| (count, &counting.marking)), ..marks(game) };
    let place = areas.place(game.record().size(), game.cursor, theme);
    board::draw(buffer, place, game.record().position().board(), &marks, theme);
    notice(buffer, areas.message, game, theme);
    if game.focus {
        return;
    }
    header(buffer, areas, game, now, theme);
    panel(buffer, areas.panel, game, now, theme);
    let board = Some(game.record().size()).filter(|_| game.mode != Mode::Review);
    hints_in_words(buffer, areas.hints, game.table(), |binding| hint(game, binding), board, theme);
}

/// Everything on the board but a count.
fn marks(game: &GameScreen) -> Marks<'_> {
    let record = game.record();
    let last = game.last_move().and_then(|(_, mv)| match mv {
        Move::Place(at) => Some(at),
        Move::Pass => None,
    });
    let looks_on = game.mode != Mode::Live || !game.is_at_live();
    Marks {
        cursor: (game.mode != Mode::Review).then_some(game.cursor),
        last,
        ko: record.position().ko(),
        markup: record.markup(),
        branches: if looks_on { branches(game) } else { Vec::new() },
        numbers: if game.numbers { numbers(game) } else { Vec::new() },
        candidates: game.candidates(),
        count: None,
        coordinates: true,
    }
}

/// Letters for the next moves where there are several, or for the alternatives to the last move if the file wants those.
fn branches(game: &GameScreen) -> Vec<(Point, char)> {
    let record = game.record();
    let style = record.variation_style();
    let all = if style.siblings { record.siblings() } else { record.branches() };
    let several = all.len() > usize::from(!style.siblings);
    let points = all.into_iter().filter(|_| style.shown && several).map(|branch| branch.mv);
    points
        .zip('a'..='z')
        .filter_map(|(mv, letter)| match mv {
            Some((_, Move::Place(at))) => Some((at, letter)),
            _ => None,
        })
        .collect()
}

/// A point played twice has the number of the stone that stands there.
fn numbers(game: &GameScreen) -> Vec<(Point, u32)> {
    let moves = game.record().moves().into_iter();
    moves
        .filter_map(|(number, _, mv, _)| match mv {
            Move::Place(at) => Some((at, number)),
            Move::Pass => None,
        })
        .collect()
}

pub fn hint(game: &GameScreen, binding: &Binding) -> Option<&'static str> {
    use play::local_game::Phase;
    let words = match (binding.act, game.mode, game.local_game.phase()) {
        (Action::Plan | Action::Leave, Mode::Plan, _) => "the game",
        (Action::Enter, Mode::Live, Phase::Stuck { .. }) => "ask again",
        // During a game there is not room for every hint.
        (Action::Studio, Mode::Live | Mode::Plan, phase) if !matches!(phase, Phase::Over(_)) => "",
        (Action::End, Mode::Live, _) if !game.is_at_live() => "the game",
        (Action::Tree, ..) if game.side == Side::Tree => "list",
        (Action::Record, ..) if game.recording.is_on() => "stop rec",
        _ => binding.hint,
    };
    game.can(binding.act).then_some(words)
}

fn areas(screen: Rect, game: &GameScreen, theme: &Theme) -> Areas {
    let areas = Areas::new(screen, game.record().size(), theme);
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

/// Without a panel the line tells what the panel would: whose turn it is, captures, the score.
fn header(buffer: &mut Buffer, areas: Areas, game: &GameScreen, now: Moment, theme: &Theme) {
    let state = match game.mode {
        Mode::Review => Span::styled("read only ", theme.text(Part::Faint)),
        _ if game.recording.has_failed() => Span::styled("not saved ", theme.text(Part::Alert)),
        _ if game.recording.is_on() => {
            Span::styled(format!("{} REC ", theme.shapes.record), theme.text(Part::Alert))
        }
        _ => Span::styled("not recording ", theme.text(Part::Faint)),
    };
    let area = areas.title;
    let room = area.width.saturating_sub(u16::try_from(state.width()).unwrap_or(0));
    if areas.panel.width > 0 {
        title(buffer, area, &game.title, theme);
    } else {
        let mut line = match game.is_counting() {
            true => counted(game, now, theme),
            false => status(game, now, theme),
        };
        line.spans.insert(0, Span::raw(" "));
        line.spans.push(Span::raw("  "));
        line.spans.extend(clocks(game, now, theme).spans);
        for color in Color::BOTH.into_iter().filter(|_| !game.is_counting()) {
            let taken = game.record().position().prisoners(color);
            line.spans.push(Span::styled(format!(" {} ", theme.shapes.stone(color)), theme.stone(color)));
            line.spans.push(Span::styled(format!("+{taken} "), theme.text(Part::Faint)));
        }
        write(buffer, Rect { width: room, ..area }, 0, &line);
    }
    write_right(buffer, area, 0, &Line::from(state));
}

fn notice(buffer: &mut Buffer, area: Rect, game: &GameScreen, theme: &Theme) {
    if let Some(field) = &game.typing {
        let (before, after) = field.parts();
        let label = if game.is_counting() { " Mark at: " } else { " Play at: " };
        let line = Line::from(vec![
            Span::styled(label, theme.text(Part::Accent)),
            Span::raw(before.to_owned()),
            Span::styled(after.chars().next().unwrap_or(' ').to_string(), theme.chosen()),
            Span::raw("   "),
            Span::styled(typing_help(game), theme.text(Part::Accent)),
        ]);
        write(buffer, area, 0, &line);
        return;
    }
    if game.notice.text.is_empty() && game.analysis.is_on() && !game.is_counting() {
        write(buffer, area, 0, &opinion(game, area.width, theme));
        return;
    }
    let part = if game.notice.alert { Part::Alert } else { Part::Faint };
    message(buffer, area, &game.notice.text, theme.text(part));
}

/// What Enter does: a letter alone is a command, if it has one.
fn typing_help(game: &GameScreen) -> String {
    match game.typed_command() {
        Some(binding) => format!("Enter: {}   or a number; Esc cancels", binding.description),
        None if game.is_counting() => "Enter marks, Esc cancels".to_owned(),
        None => "Enter plays, Esc cancels".to_owned(),
    }
}

fn panel(buffer: &mut Buffer, panel: Rect, game: &GameScreen, now: Moment, theme: &Theme) {
    for (row, color) in [(0, Color::Black), (1, Color::White)] {
        player(buffer, panel, row, game, color, theme);
    }
    write(buffer, panel, 2, &Line::styled(facts(game), theme.text(Part::Faint)));
    write(buffer, panel, 3, &clocks(game, now, theme));
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
        let text = game.comment().unwrap_or_default();
        moves::comment(buffer, comment, &text, theme);
    }
}

/// The areas of the moves and of the comment, which gets the rows that it needs.
fn lists(panel: Rect, game: &GameScreen) -> (Rect, Rect) {
    let all = below(panel, LIST_FROM);
    let needed = game.comment().map_or(0, |text| moves::comment_rows(&text, all.width));
    let rows = needed.min(all.height.saturating_sub(LEAST_LIST).max(all.height / 2));
    let list = Rect { height: all.height - rows, ..all };
    (list, Rect { y: list.bottom(), height: rows, ..all })
}

fn below(panel: Rect, rows: u16) -> Rect {
    let rows = rows.min(panel.height);
    Rect { y: panel.y + rows, height: panel.height - rows, ..panel }
}

fn player(buffer: &mut Buffer, panel: Rect, row: u16, game: &GameScreen, color: Color, theme: &Theme) {
    let (name, rank, word) = match color {
        Color::Black => (game.info("PB"), game.info("BR"), "Black"),
        Color::White => (game.info("PW"), game.info("WR"), "White"),
    };
    let rank = rank.map(|rank| format!(" {rank}")).unwrap_or_default();
    let taken = format!("{} captured", game.record().position().prisoners(color));
    // A long name is cut before the rank.
    let used = 4 + rank.chars().count() + taken.len() + 2;
    let room = usize::from(panel.width).saturating_sub(used);
    let name = name.unwrap_or_else(|| word.to_owned());
    let name = if Line::raw(name.as_str()).width() > room { name.replace(", level ", " L") } else { name };
    let line = Line::from(vec![
        Span::styled(format!(" {} ", theme.shapes.stone(color)), theme.stone(color)),
        Span::raw(format!(" {}", shortened(&name, room))),
        Span::styled(rank, theme.text(Part::Faint)),
    ]);
    let name_width = panel.width.saturating_sub(taken.len() as u16 + 1);
    write(buffer, Rect { width: name_width, ..panel }, row, &line);
    write_right(buffer, panel, row, &Line::styled(taken, theme.text(Part::Faint)));
}

fn shortened(text: &str, room: usize) -> String {
    match Line::raw(text).width() <= room {
        true => text.to_owned(),
        false => {
            let mut kept: String = text.chars().take(room.saturating_sub(1)).collect();
            while Line::raw(kept.as_str()).width() + 1 > room && kept.pop().is_some() {}
            kept + "…"
        }
    }
}

fn facts(game: &GameScreen) -> String {
    let komi = game.info("KM").map(|komi| format!("komi {komi}"));
    let stones = Some(game.local_game.handicap()).filter(|stones| *stones > 1);
    let result = game.info("RE").filter(|_| game.mode == Mode::Review);
    let all = [komi, stones.map(|stones| format!("{stones} stones")), game.info("RU"), result];
    all.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What is under a mouse click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    Point(Point),
    Node(NodeId),
}

pub fn hit(screen: Rect, game: &GameScreen, theme: &Theme, x: u16, y: u16) -> Option<Hit> {
    let areas = areas(screen, game, theme);
    let place = areas.place(game.record().size(), game.cursor, theme);
    if let Some(at) = place.point_at(x, y).filter(|_| !areas.panel.contains((x, y).into())) {
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
