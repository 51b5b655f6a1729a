//! Announces moves and states in words.

use play::local_game::Phase;
use record::GameRecord;
use record::NodeId;
use rules::go::{Color, Point};

use super::super::app::{Effect, Screen};
use super::super::screen::game::{GameScreen, Mode, describe_outcome};
use super::{Plain, move_in_words};

pub fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

impl Plain {
    /// Announces what has happened since the last call.
    pub(super) fn catch_up(&mut self) {
        self.announce_overlay();
        let Some(game) = self.game() else { return };
        let mut announcements = Vec::new();
        let line = game.record().tree().line(shown(game));
        let same = line.iter().zip(&self.announced).take_while(|(now, then)| now == then).count();
        if same < self.announced.len() {
            let moves = line.iter().filter(|node| game.move_of(**node).is_some()).count();
            announcements.push(format!("Now at move {moves}."));
        }
        if self.announced.is_empty() {
            announcements.push(introduction(game));
        }
        announcements.extend(line.iter().skip(same).filter_map(|node| move_of(game, *node)));
        let now = Some((game.mode, game.local_game.phase().clone()));
        if now != self.announced_state || same < line.len() || same < self.announced.len() {
            announcements.extend(state(game));
        }
        if same < line.len() || same < self.announced.len() {
            announcements.extend(game.comment().map(|text| format!("Comment: {}", text.replace('\n', " "))));
            announcements.extend(branches(game).filter(|_| game.mode == Mode::Review));
        }
        self.announced = line;
        self.announced_state = now;
        self.out.extend(announcements);
        self.announce_engine_lines();
    }

    /// What the engine said since a command was typed.
    fn announce_engine_lines(&mut self) {
        let Some(from) = self.console_from else { return };
        let Some(engine) = self.app.conversation() else { return };
        let lines: Vec<String> = engine.transcript().skip(from).map(|line| line.text.clone()).collect();
        if !lines.is_empty() {
            self.console_from = None;
            self.out.extend(lines);
        }
    }

    pub(super) fn announce_comment(&mut self) -> Vec<Effect> {
        let comment = self.game().and_then(GameScreen::comment);
        let lines = comment.unwrap_or_else(|| "There is no comment here.".to_owned());
        self.out.extend(lines.lines().map(str::to_owned));
        Vec::new()
    }

    pub(super) fn announce_variations(&mut self) -> Vec<Effect> {
        let words = self.game().and_then(branches);
        self.out.push(words.unwrap_or_else(|| "There are no variations here.".to_owned()));
        Vec::new()
    }

    /// Goes to the first move of a variation, by its number.
    pub(super) fn take_variation(&mut self, number: usize) -> Vec<Effect> {
        let node = self.game().and_then(|game| {
            let place = number.checked_sub(1)?;
            Some(game.record().branches().get(place)?.node)
        });
        match (node, &mut self.app.screen) {
            (Some(node), Screen::Game(game)) => game.jump(node),
            _ => self.out.push(format!("There is no variation {number} here.")),
        }
        Vec::new()
    }

    pub(super) fn announce_board(&mut self) -> Vec<Effect> {
        if let Some(game) = self.game() {
            let lines = picture(game);
            self.out.extend(lines);
        }
        Vec::new()
    }

    pub(super) fn announce_stones(&mut self) -> Vec<Effect> {
        if let Some(game) = self.game() {
            let board = game.record().position().board();
            let lines = Color::BOTH.map(|color| {
                let names: Vec<String> = board.stones(color).map(|at| at.name(board.size())).collect();
                let names = if names.is_empty() { "none".to_owned() } else { names.join(" ") };
                let taken = game.record().position().prisoners(color);
                format!("{}: {names}. Captures: {taken}.", name(color))
            });
            self.out.extend(lines);
        }
        Vec::new()
    }

    pub(super) fn announce_moves(&mut self) -> Vec<Effect> {
        if let Some(game) = self.game() {
            let size = game.record().size();
            let moves = game.record().moves();
            let words = moves
                .iter()
                .map(|(number, color, mv, _)| format!("{number}. {}", move_in_words(*color, *mv, size, 0)));
            let lines: Vec<String> = words.collect();
            self.out.extend(lines);
        }
        Vec::new()
    }

    pub(super) fn announce_help(&mut self) -> Vec<Effect> {
        let lines = [
            "A point such as d4 plays there. Also: pass, undo, resign, score, quit.",
            "board draws the board, stones and moves list them.",
            "back, next, start and end step through the game; plan tries moves for both colours, continue plays on from there.",
            "While the opponent thinks: stop. When it has stopped: retry.",
            "While counting: dead d4 marks or unmarks a group, accept ends the game if the opponent agrees, resume plays on.",
            "record stops or resumes recording. In a file with several games, game shows the next one.",
            "comment reads the comment, variations lists the next moves where there are several, variation 2 takes one.",
            "analyse tells what the built-in bot thinks of the position; review finds the mistakes of a game that is over.",
            "gtp and a command talks to the engine. For other games, the history and settings: help games.",
        ];
        self.out.extend(lines.map(str::to_owned));
        Vec::new()
    }
}

/// The next moves where there are several.
fn branches(game: &GameScreen) -> Option<String> {
    let size = game.record().size();
    let all = game.record().branches();
    let words = (1..).zip(&all).map(|(number, branch)| match branch.mv {
        Some((color, mv)) => format!("{number} {}", move_in_words(color, mv, size, 0).trim_end_matches('.')),
        None => format!("{number} no move"),
    });
    (all.len() > 1).then(|| format!("Variations: {}.", words.collect::<Vec<_>>().join(", ")))
}

/// The node to announce: the current one.
fn shown(game: &GameScreen) -> NodeId {
    game.record().here()
}

fn introduction(game: &GameScreen) -> String {
    let size = game.record().size();
    let komi = game.info("KM").map(|komi| format!(", komi {komi}")).unwrap_or_default();
    let board = if size.is_square() {
        size.width().to_string()
    } else {
        format!("{} by {}", size.width(), size.height())
    };
    format!("{}, board {board}{komi}.", game.title)
}

fn move_of(game: &GameScreen, node: NodeId) -> Option<String> {
    let (color, mv) = game.move_of(node)?;
    let taken = |node| game.record().editor().position_at(node).position.prisoners(color);
    let before = game.record().tree().parent(node).map_or(0, taken);
    Some(move_in_words(color, mv, game.record().size(), taken(node).saturating_sub(before)))
}

fn state(game: &GameScreen) -> Option<String> {
    let turn = name(game.record().to_play());
    match (game.mode, game.local_game.phase()) {
        (Mode::Review, _) => None,
        (Mode::Plan, _) => Some(format!("Planning. {turn} to play.")),
        (Mode::Live, Phase::ToMove) if game.is_at_live() => Some(format!("{turn} to play.")),
        (Mode::Live, Phase::ToMove) => Some("Looking back; end returns to the game.".to_owned()),
        (Mode::Live, Phase::Thinking { .. }) => None,
        (Mode::Live, Phase::Stuck { why }) => {
            Some(format!("The opponent cannot move: {why}. Type retry or undo."))
        }
        (Mode::Live, Phase::Counting(counting)) => match counting.querying_since() {
            Some(_) => Some("Counting.".to_owned()),
            None => score(game),
        },
        (Mode::Live, Phase::Over(outcome)) => {
            Some(format!("The game is over. {}.", describe_outcome(*outcome)))
        }
    }
}

fn score(game: &GameScreen) -> Option<String> {
    let (counting, _, score) = game.local_game.count()?;
    let size = game.record().size();
    let dead: Vec<String> = counting.marking.dead().map(|at| at.name(size)).collect();
    let dead = if dead.is_empty() {
        "No stones are marked dead".to_owned()
    } else {
        format!("Dead: {}", dead.join(" "))
    };
    Some(format!(
        "{dead}. Black has {}, White has {}: {}. Type accept, resume, or dead and a point.",
        score.black,
        score.white,
        score.outcome()
    ))
}

fn picture(game: &GameScreen) -> Vec<String> {
    let board = game.record().position().board();
    let size = board.size();
    let letters: Vec<String> = (0..size.width()).map(rules::go::column_name).collect();
    let row = |y: u8| {
        let cells: Vec<&str> = (0..size.width())
            .map(|x| match board.get(Point::new(x, y)) {
                Some(Color::Black) => "X",
                Some(Color::White) => "O",
                None => ".",
            })
            .collect();
        format!("{:>2} {}", size.height() - y, cells.join(" "))
    };
    let head = format!(
        "   {}",
        letters.iter().map(|name| name.get(..1).unwrap_or(" ")).collect::<Vec<_>>().join(" ")
    );
    std::iter::once(head).chain((0..size.height()).map(row)).collect()
}
