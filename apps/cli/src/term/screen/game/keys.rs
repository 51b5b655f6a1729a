//! Keys and mouse clicks in a game, and which actions are possible.

use moment::Moment;
use play::local_game::{Input, Phase};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use record::GameRecord;
use record::NodeId;
use rules::go::{Move, Point};

use super::{GameScreen, Mode, Request, Side};
use crate::term::app::Effect;
use crate::term::keys::{self, Action, Binding};
use crate::term::text_field::TextField;

pub(super) type Done = (Vec<Effect>, Option<Request>);

fn letter_of(key: KeyEvent) -> Option<char> {
    match key.code {
        KeyCode::Char(c) if c.is_ascii_alphabetic() => Some(c),
        _ => None,
    }
}

pub fn can(game: &GameScreen, act: Action) -> bool {
    let record = game.record();
    let over = game.local_game.is_over();
    let (live, plan, review) = (game.mode == Mode::Live, game.mode == Mode::Plan, game.mode == Mode::Review);
    let my_turn = *game.local_game.phase() == Phase::ToMove && game.is_at_live();
    let stuck = matches!(game.local_game.phase(), Phase::Stuck { .. });
    match act {
        _ if game.typing.is_some() => false,
        Action::Cancel if game.is_counting() => {
            game.local_game.count().is_some_and(|(counting, ..)| counting.marking != Default::default())
        }
        Action::Undo if game.is_counting() => false,
        _ if game.is_counting() => true,
        Action::Enter => plan || live && (my_turn || stuck),
        Action::Pass | Action::Type => plan || live && my_turn,
        Action::Undo => live && game.local_game.can_undo(),
        Action::Cancel => live && game.thinking_since().is_some(),
        Action::Continue => review,
        Action::Rematch | Action::NewPlay => live && over,
        // Advice during a game would be unfair.
        Action::ReviewGame => review || over,
        Action::Studio => game.path().is_some(),
        Action::Comment => game.comment().is_some(),
        Action::Opponent => live && !over,
        Action::NextGame => review && game.record().file().games().len() > 1,
        Action::Plan => !review,
        Action::PlayOn => plan && !game.local_game.is_over() && !game.is_at_live(),
        Action::Score => live && !game.local_game.is_over() && game.is_at_live(),
        Action::Resign => live && !game.local_game.is_over() && game.local_game.human().is_some(),
        Action::Record => game.recording.is_possible(),
        Action::Console => game.opponent.conversation().is_some(),
        Action::End if live && !game.is_at_live() => true,
        Action::Back | Action::Start | Action::PageUp => record.tree().parent(record.here()).is_some(),
        Action::Forward | Action::End | Action::PageDown => !record.tree().is_leaf(record.here()),
        Action::PreviousVariation | Action::NextVariation => record.tree().is_branch(record.here()),
        _ => true,
    }
}

impl GameScreen {
    pub fn key(&mut self, now: Moment, key: KeyEvent) -> Done {
        self.notice = Default::default();
        let before = self.cursor_letter.take();
        if self.typing.is_some() {
            return self.type_point(now, key);
        }
        let binding = keys::binding_for(self.table(), key);
        match binding.map(|binding| (binding.act, self.waits(binding, key), binding.moves_cursor())) {
            Some((act, false, moves_cursor)) => {
                self.cursor_letter = letter_of(key).filter(|_| moves_cursor);
                self.perform(now, act)
            }
            _ => self.start_typing(key, before),
        }
    }

    /// A letter that names a column begins a point: its command waits for Enter.
    fn waits(&self, binding: &Binding, key: KeyEvent) -> bool {
        let size = self.record().size();
        let is_column = letter_of(key).is_some_and(|letter| keys::begins_point(letter, size));
        self.mode != Mode::Review && is_column && !binding.moves_cursor()
    }

    /// The key table for the current mode.
    pub fn table(&self) -> &[Binding] {
        match self.mode {
            Mode::Review => &self.keys.review,
            _ if self.is_counting() => &self.keys.score,
            _ => &self.keys.game,
        }
    }

    pub fn perform(&mut self, now: Moment, act: Action) -> Done {
        if let Some(request) = self.view_action(act) {
            return (Vec::new(), request);
        }
        if !self.can(act) {
            self.explain(act);
            return (Vec::new(), None);
        }
        if self.is_counting() {
            return self.act_counting(now, act);
        }
        match act {
            Action::Enter
                if matches!(self.local_game.phase(), Phase::Stuck { .. }) && self.mode == Mode::Live =>
            {
                self.retry(now)
            }
            Action::Enter => self.play(now, Move::Place(self.cursor)),
            Action::Pass => self.play(now, Move::Pass),
            Action::Undo => self.local_game_input(now, Input::Undo),
            Action::Cancel => self.stop(now),
            Action::Score => self.local_game_input(now, Input::Count),
            Action::Plan => self.plan(),
            Action::PlayOn => self.play_on(now),
            Action::Record => self.toggle_recording(),
            _ => (Vec::new(), None),
        }
    }

    /// Actions that change only the view; None for other actions.
    fn view_action(&mut self, act: Action) -> Option<Option<Request>> {
        let size = self.record().size();
        match act {
            Action::Left => self.move_cursor(-1, 0),
            Action::Right => self.move_cursor(1, 0),
            Action::Up => self.move_cursor(0, -1),
            Action::Down => self.move_cursor(0, 1),
            Action::Keys => return Some(Some(Request::Keys)),
            _ if self.is_counting() || !self.can(act) => return None,
            Action::Back => self.step(-1),
            Action::Forward => self.step(1),
            Action::PageUp => self.step(-10),
            Action::PageDown => self.step(10),
            Action::Start => self.local_game.record_mut().to_start(),
            Action::End => self.go_to_end(),
            Action::PreviousVariation => self.switch_variation(-1),
            Action::NextVariation => self.switch_variation(1),
            Action::Numbers => self.numbers = !self.numbers,
            Action::Tree => self.side = if self.side == Side::List { Side::Tree } else { Side::List },
            Action::Focus => self.focus = !self.focus,
            Action::Analyse => self.analysis.toggle(),
            Action::Type => self.typing = Some(TextField::default()),
            Action::NextGame => self.open_next_game(),
            Action::Continue => return Some(Some(Request::Continue)),
            Action::Console => return Some(Some(Request::Console)),
            Action::Comment => return Some(Some(Request::Comment)),
            Action::Studio => return Some(Some(Request::Studio)),
            Action::Opponent => return Some(Some(Request::Opponent)),
            Action::Rematch => return Some(Some(Request::Rematch)),
            Action::ReviewGame => return Some(Some(Request::Review)),
            Action::NewPlay => return Some(Some(Request::NewGame)),
            Action::Resign => return Some(self.local_game.human().map(Request::AskResign)),
            Action::Leave => return Some(self.leave()),
            _ => return None,
        }
        self.cursor = Point::new(self.cursor.x.min(size.width() - 1), self.cursor.y.min(size.height() - 1));
        Some(None)
    }

    fn leave(&mut self) -> Option<Request> {
        match self.mode {
            Mode::Plan => {
                self.back_to_the_game();
                None
            }
            _ if self.is_running() => Some(Request::AskLeave { recorded: self.recording.is_on() }),
            _ => Some(Request::Leave),
        }
    }

    fn back_to_the_game(&mut self) {
        let live = self.local_game.live();
        self.mode = Mode::Live;
        self.local_game.record_mut().go_to(live);
        self.notify("Back to the game; the plan stays as a variation");
    }

    fn plan(&mut self) -> Done {
        match self.mode {
            Mode::Plan => self.back_to_the_game(),
            _ => {
                self.mode = Mode::Plan;
                self.notify("Planning: play both colours; a and Enter return to the game, A and Enter continue from here");
            }
        }
        (Vec::new(), None)
    }

    fn play_on(&mut self, now: Moment) -> Done {
        self.mode = Mode::Live;
        let node = self.record().here();
        self.local_game_input(now, Input::ContinueFrom(node))
    }

    /// Asks an engine again that stopped or crashed.
    pub fn retry(&mut self, now: Moment) -> Done {
        let outputs = self.opponent.engine(now, play::gtp::Input::Revive);
        let (mut effects, request) = self.handle_opponent_outputs(now, outputs);
        let (more, died) = self.local_game_input(now, Input::Retry);
        effects.extend(more);
        (effects, request.or(died))
    }

    fn toggle_recording(&mut self) -> Done {
        self.recording.toggle(&self.local_game);
        let (text, spoken) = match self.recording.is_on() {
            true => ("Recording", "Recording"),
            false => (
                "Recording is off; r and Enter turn it on again",
                "Recording is off; type record to turn it on again",
            ),
        };
        self.notify(text);
        self.notice.spoken = spoken.to_owned();
        (self.recording.version(&self.local_game), None)
    }

    pub fn play(&mut self, now: Moment, mv: Move) -> Done {
        match self.mode {
            Mode::Plan => {
                let at = self.record().here();
                self.local_game_input(now, Input::Plan { at, mv })
            }
            _ => self.local_game_input(now, Input::Play(mv)),
        }
    }

    fn act_counting(&mut self, now: Moment, act: Action) -> Done {
        match act {
            Action::Enter => self.local_game_input(now, Input::Mark(self.cursor)),
            Action::Score => self.local_game_input(now, Input::Accept),
            Action::Cancel => self.local_game_input(now, Input::UnmarkAll),
            Action::Leave => self.local_game_input(now, Input::Resume),
            _ => (Vec::new(), None),
        }
    }

    pub(super) fn explain(&mut self, act: Action) {
        let Some((text, spoken)) = self.reason(act) else { return };
        self.warn(text);
        if !spoken.is_empty() {
            self.notice.spoken = spoken.to_owned();
        }
    }

    /// Why an action is not possible now; with a second text for plain mode where the first one names keys.
    fn reason(&self, act: Action) -> Option<(&'static str, &'static str)> {
        let away = !self.is_at_live() && self.mode == Mode::Live;
        let navigates = matches!(
            act,
            Action::Back | Action::Forward | Action::Start | Action::End | Action::Comment | Action::Studio
        );
        Some(match act {
            _ if self.mode == Mode::Review && !navigates => {
                ("Read only; c continues on a copy", "Read only; type continue to play on from a copy")
            }
            Action::Enter | Action::Pass | Action::Type | Action::Score if away => (
                "End returns to the game; a and Enter plan from here",
                "Type end to return to the game, or plan",
            ),
            Action::Enter | Action::Pass | Action::Type | Action::Undo | Action::Score
                if self.local_game.is_over() =>
            {
                (
                    "The game is over; a and Enter plan from here",
                    "The game is over; type plan to try things out",
                )
            }
            Action::Enter | Action::Pass | Action::Type => ("It is not your turn", ""),
            Action::Undo if self.mode == Mode::Plan => {
                ("In a plan, [ goes back a move", "In a plan, type back")
            }
            Action::Undo => ("There is nothing to take back", ""),
            Action::PlayOn => (
                "To continue from a plan, make one first: a and Enter",
                "To continue from a plan, type plan first",
            ),
            Action::Back | Action::Start | Action::PageUp => ("This is the start", ""),
            Action::Forward | Action::End | Action::PageDown => ("This is the end of the line", ""),
            Action::PreviousVariation | Action::NextVariation => ("There is no other variation here", ""),
            Action::Console => ("The opponent is not an engine", ""),
            Action::Comment => ("There is no comment here", ""),
            Action::Studio => ("The studio opens recorded games; this one is not recorded yet", ""),
            Action::Rematch | Action::NewPlay => ("The game is not over", ""),
            Action::ReviewGame => ("A game can be reviewed when it is over", ""),
            Action::Opponent => ("The opponent can be changed only in a running game", ""),
            Action::Resign => ("The game is over", ""),
            _ => return None,
        })
    }

    fn move_cursor(&mut self, x: i8, y: i8) {
        let size = self.record().size();
        let clamped = |at: u8, by: i8, lines: u8| at.saturating_add_signed(by).min(lines - 1);
        self.cursor =
            Point::new(clamped(self.cursor.x, x, size.width()), clamped(self.cursor.y, y, size.height()));
    }

    pub fn step(&mut self, by: isize) {
        let record = self.local_game.record_mut();
        for _ in 0..by.unsigned_abs() {
            let moved = if by < 0 { record.back() } else { record.forward() };
            if !moved {
                break;
            }
        }
    }

    /// In a live game, goes back to its last move, from whatever line is shown.
    fn go_to_end(&mut self) {
        let live = self.local_game.live();
        let record = self.local_game.record_mut();
        match self.mode {
            Mode::Live => drop(record.go_to(live)),
            Mode::Plan | Mode::Review => record.to_end(),
        }
    }

    /// After the last game of the file comes the first.
    fn open_next_game(&mut self) {
        let record = self.local_game.record_mut();
        let games = record.file().games();
        let here = games.iter().position(|root| *root == record.root()).unwrap_or(0);
        let next = (here + 1) % games.len().max(1);
        let words = format!("Game {} of {}", next + 1, games.len());
        record.open_game(next);
        self.notify(words);
    }

    /// After the last branch of the parent comes the first.
    fn switch_variation(&mut self, by: isize) {
        let record = self.local_game.record_mut();
        let Some(parent) = record.tree().parent(record.here()) else { return };
        let all: Vec<NodeId> = record.tree().children(parent).collect();
        let here = all.iter().position(|node| *node == record.here()).unwrap_or(0);
        let next = (here as isize + by).rem_euclid(all.len().max(1) as isize) as usize;
        if let Some(node) = all.get(next) {
            record.go_to(*node);
        }
    }

    pub fn jump(&mut self, node: NodeId) {
        if !self.is_counting() {
            self.local_game.record_mut().go_to(node);
        }
    }

    /// To a move of the main line by its number, from 0.
    pub fn jump_to_move(&mut self, number: usize) {
        let record = self.record();
        let (file, size) = (record.editor().game(), record.size());
        let mut line = record.tree().main_line(record.root());
        let found = line.by_ref().filter(|node| file.only_move(*node, size).is_some()).nth(number);
        drop(line);
        if let Some(node) = found {
            self.jump(node);
        }
    }

    /// A click on the board plays there, or marks a group while counting.
    pub fn press(&mut self, now: Moment, at: Point) -> Done {
        self.notice = Default::default();
        self.cursor = at;
        match self.mode {
            Mode::Review => (Vec::new(), None),
            _ => self.perform(now, Action::Enter),
        }
    }
}
