//! What the keys and the mouse do in a game, and what can be done now.

use play::Moment;
use play::room::{Input, Phase};
use ratatui::crossterm::event::KeyEvent;
use record::NodeId;
use rules::go::{Move, Point};

use super::{GameScreen, Mode, Side, Wish};
use crate::term::app::Effect;
use crate::term::field::Field;
use crate::term::keys::{self, Act, Binding, GAME, REVIEW, SCORE};

pub(super) type Done = (Vec<Effect>, Option<Wish>);

pub fn can(game: &GameScreen, act: Act) -> bool {
    let record = game.record();
    let (live, plan, review) = (game.mode == Mode::Live, game.mode == Mode::Plan, game.mode == Mode::Review);
    let my_turn = *game.room.phase() == Phase::ToMove && game.is_at_live();
    let stuck = matches!(game.room.phase(), Phase::Stuck { .. });
    match act {
        _ if game.typing.is_some() => false,
        Act::Cancel if game.is_counting() => {
            game.room.count().is_some_and(|(counting, ..)| counting.marking != Default::default())
        }
        _ if game.is_counting() => true,
        Act::Enter => plan || live && (my_turn || stuck),
        Act::Pass | Act::Type => plan || live && my_turn,
        Act::Undo => live && game.room.can_undo(),
        Act::Cancel => live && game.thinking_since().is_some(),
        Act::Continue => review,
        Act::NextGame => review && game.record().file().games().len() > 1,
        Act::Plan => !review,
        Act::PlayOn => plan && !game.room.is_over() && !game.is_at_live(),
        Act::Score => live && !game.room.is_over() && game.is_at_live(),
        Act::Resign => live && !game.room.is_over() && game.room.person().is_some(),
        Act::Record => game.recording.is_possible(),
        Act::Console => game.rival.conversation().is_some(),
        Act::Back | Act::Start | Act::PageUp => record.tree().parent(record.here()).is_some(),
        Act::Forward | Act::End | Act::PageDown => !record.tree().is_leaf(record.here()),
        Act::PreviousVariation | Act::NextVariation => record.tree().is_branch(record.here()),
        _ => true,
    }
}

impl GameScreen {
    pub fn key(&mut self, now: Moment, key: KeyEvent) -> Done {
        self.notice = Default::default();
        if self.typing.is_some() {
            return self.type_point(now, key);
        }
        match keys::act(self.table(), key) {
            Some(act) => self.act(now, act),
            None => self.start_typing(key),
        }
    }

    /// What the keys mean here.
    pub fn table(&self) -> &'static [Binding] {
        match self.mode {
            Mode::Review => REVIEW,
            _ if self.is_counting() => SCORE,
            _ => GAME,
        }
    }

    pub fn act(&mut self, now: Moment, act: Act) -> Done {
        if let Some(wish) = self.look_about(act) {
            return (Vec::new(), wish);
        }
        if !self.can(act) {
            self.explain(act);
            return (Vec::new(), None);
        }
        if self.is_counting() {
            return self.act_counting(now, act);
        }
        match act {
            Act::Enter if matches!(self.room.phase(), Phase::Stuck { .. }) && self.mode == Mode::Live => {
                self.retry(now)
            }
            Act::Enter => self.play(now, Move::Place(self.cursor)),
            Act::Pass => self.play(now, Move::Pass),
            Act::Undo => self.tell(now, Input::Undo),
            Act::Cancel => self.stop(now),
            Act::Score => self.tell(now, Input::Count),
            Act::Plan => self.plan(),
            Act::PlayOn => self.play_on(now),
            Act::Record => self.toggle_recording(),
            _ => (Vec::new(), None),
        }
    }

    /// What changes nothing but what is seen; none if the key is for something else.
    fn look_about(&mut self, act: Act) -> Option<Option<Wish>> {
        let size = self.record().size();
        match act {
            Act::Left => self.move_cursor(-1, 0),
            Act::Right => self.move_cursor(1, 0),
            Act::Up => self.move_cursor(0, -1),
            Act::Down => self.move_cursor(0, 1),
            Act::Keys => return Some(Some(Wish::Keys)),
            _ if self.is_counting() || !self.can(act) => return None,
            Act::Back => self.walk(-1),
            Act::Forward => self.walk(1),
            Act::PageUp => self.walk(-10),
            Act::PageDown => self.walk(10),
            Act::Start => self.room.record_mut().to_start(),
            Act::End => self.go_to_end(),
            Act::PreviousVariation => self.switch_variation(-1),
            Act::NextVariation => self.switch_variation(1),
            Act::Tree => self.side = if self.side == Side::List { Side::Tree } else { Side::List },
            Act::Focus => self.focus = !self.focus,
            Act::Type => self.typing = Some(Field::default()),
            Act::NextGame => self.open_next_game(),
            Act::Continue => return Some(Some(Wish::Continue)),
            Act::Console => return Some(Some(Wish::Console)),
            Act::Resign => return Some(self.room.person().map(Wish::AskResign)),
            Act::Leave => return Some(self.leave()),
            _ => return None,
        }
        self.cursor = Point::new(self.cursor.x.min(size.width() - 1), self.cursor.y.min(size.height() - 1));
        Some(None)
    }

    fn leave(&mut self) -> Option<Wish> {
        match self.mode {
            Mode::Plan => {
                self.back_to_the_game();
                None
            }
            _ if self.is_running() => Some(Wish::AskLeave { recorded: self.recording.is_on() }),
            _ => Some(Wish::Leave),
        }
    }

    fn back_to_the_game(&mut self) {
        let live = self.room.live();
        self.mode = Mode::Live;
        self.room.record_mut().go_to(live);
        self.say("Back to the game; the plan stays as a variation");
    }

    fn plan(&mut self) -> Done {
        match self.mode {
            Mode::Plan => self.back_to_the_game(),
            _ => {
                self.mode = Mode::Plan;
                self.say("Planning: play both colours; a goes back to the game, A plays on from here");
            }
        }
        (Vec::new(), None)
    }

    fn play_on(&mut self, now: Moment) -> Done {
        self.mode = Mode::Live;
        let node = self.record().here();
        self.tell(now, Input::GoOnFrom(node))
    }

    /// Asks a machine that stopped, or died, once more.
    pub fn retry(&mut self, now: Moment) -> Done {
        let heard = self.rival.engine(now, play::gtp::Input::Revive);
        let (mut effects, wish) = self.hear_rival(now, heard);
        let (more, died) = self.tell(now, Input::Retry);
        effects.extend(more);
        (effects, wish.or(died))
    }

    fn toggle_recording(&mut self) -> Done {
        self.recording.toggle(&self.room);
        let (text, spoken) = match self.recording.is_on() {
            true => ("Recording", "Recording"),
            false => ("Not recording: nothing is written until r", "Not recording until you say record"),
        };
        self.say(text);
        self.notice.spoken = spoken.to_owned();
        (self.recording.version(&self.room), None)
    }

    pub fn play(&mut self, now: Moment, mv: Move) -> Done {
        match self.mode {
            Mode::Plan => {
                let at = self.record().here();
                self.tell(now, Input::Plan { at, mv })
            }
            _ => self.tell(now, Input::Play(mv)),
        }
    }

    fn act_counting(&mut self, now: Moment, act: Act) -> Done {
        match act {
            Act::Enter => self.tell(now, Input::Mark(self.cursor)),
            Act::Score => self.tell(now, Input::Accept),
            Act::Cancel => self.tell(now, Input::UnmarkAll),
            Act::Leave => self.tell(now, Input::Resume),
            _ => (Vec::new(), None),
        }
    }

    pub(super) fn explain(&mut self, act: Act) {
        let Some((text, spoken)) = self.reason(act) else { return };
        self.warn(text);
        if !spoken.is_empty() {
            self.notice.spoken = spoken.to_owned();
        }
    }

    /// Why something cannot be done now; and in other words where words are typed, if it names keys.
    fn reason(&self, act: Act) -> Option<(&'static str, &'static str)> {
        let away = !self.is_at_live() && self.mode == Mode::Live;
        let walks = matches!(act, Act::Back | Act::Forward | Act::Start | Act::End);
        Some(match act {
            _ if self.mode == Mode::Review && !walks => (
                "Nothing is changed here: c plays on, on a copy",
                "Nothing is changed here: continue plays on, on a copy",
            ),
            Act::Enter | Act::Pass | Act::Type | Act::Score if away => {
                ("End goes back to the game, a plans from here", "Say end to go back to the game, or plan")
            }
            Act::Enter | Act::Pass | Act::Type | Act::Undo | Act::Score if self.room.is_over() => {
                ("The game is over; a plans from here", "The game is over; say plan to try things out")
            }
            Act::Enter | Act::Pass | Act::Type => ("It is not your turn", ""),
            Act::Undo if self.mode == Mode::Plan => {
                ("In a plan one walks back; a returns to the game", "In a plan, say back")
            }
            Act::Undo => ("There is nothing to take back", ""),
            Act::PlayOn => {
                ("A plays on from a planned position; a plans", "One plays on from a plan; say plan first")
            }
            Act::Back | Act::Start | Act::PageUp => ("This is the start", ""),
            Act::Forward | Act::End | Act::PageDown => ("This is the end of the line", ""),
            Act::PreviousVariation | Act::NextVariation => ("There is no other variation here", ""),
            Act::Console => ("The opponent is no engine", ""),
            _ => return None,
        })
    }

    fn move_cursor(&mut self, x: i8, y: i8) {
        let size = self.record().size();
        let clamped = |at: u8, by: i8, lines: u8| at.saturating_add_signed(by).min(lines - 1);
        self.cursor =
            Point::new(clamped(self.cursor.x, x, size.width()), clamped(self.cursor.y, y, size.height()));
    }

    pub fn walk(&mut self, by: isize) {
        let record = self.room.record_mut();
        for _ in 0..by.unsigned_abs() {
            let moved = if by < 0 { record.back() } else { record.forward() };
            if !moved {
                break;
            }
        }
    }

    /// In a game its own end, which may lie on another line than the one shown.
    fn go_to_end(&mut self) {
        let live = self.room.live();
        let record = self.room.record_mut();
        let on_the_way = record.tree().ancestors(live).any(|node| node == record.here());
        if self.mode == Mode::Live && on_the_way {
            record.go_to(live);
        } else {
            record.to_end();
        }
    }

    /// Round and round among the games of the file.
    fn open_next_game(&mut self) {
        let record = self.room.record_mut();
        let games = record.file().games();
        let here = games.iter().position(|root| *root == record.root()).unwrap_or(0);
        let next = (here + 1) % games.len().max(1);
        let words = format!("Game {} of {}", next + 1, games.len());
        record.open_game(next);
        self.say(words);
    }

    /// Round and round among the branches of the node before.
    fn switch_variation(&mut self, by: isize) {
        let record = self.room.record_mut();
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
            self.room.record_mut().go_to(node);
        }
    }

    /// A click on the board: plays there, or marks a group in counting.
    pub fn press(&mut self, now: Moment, at: Point) -> Done {
        self.notice = Default::default();
        self.cursor = at;
        match self.mode {
            Mode::Review => (Vec::new(), None),
            _ => self.act(now, Act::Enter),
        }
    }
}
