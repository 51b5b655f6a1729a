//! A game on the screen: being played, planned in, counted, or only looked at.

mod keys;
mod recording;
mod rival;
mod typing;

use std::collections::VecDeque;

use play::room::{Input, Output, Phase, Refusal, Room, Seat};
use play::{Moment, gtp};
use record::NodeId;
use record::go::GoRecord;
use rules::go::{Color, Move, Outcome, Point};

pub use recording::Recording;
pub use rival::{Bot, Rival};

use crate::term::app::Effect;
use crate::term::field::Field;
use crate::term::keys::Act;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The game itself.
    Live,
    /// Both colours by hand, in variations.
    Plan,
    /// A record that nothing is done to.
    Review,
}

/// What stands beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    List,
    Tree,
}

/// A line under the board, until the next key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    pub alert: bool,
    /// What is said where words are typed instead of keys; empty if nothing has to be.
    pub spoken: String,
}

/// What the game screen cannot do by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    Leave,
    /// Leave a game that is not over: asked first.
    AskLeave {
        recorded: bool,
    },
    AskResign(Color),
    /// Play on from the node shown, on a copy.
    Continue,
    Keys,
    Console,
    /// The opponent is gone for good, and this is why.
    Died {
        why: String,
    },
}

/// What is still to be carried out.
enum Follows {
    Room(Output),
    Rival(gtp::Output),
}

pub struct GameScreen {
    pub room: Room,
    pub rival: Rival,
    pub recording: Recording,
    /// Where the record came from, or what is played.
    pub title: String,
    pub mode: Mode,
    pub cursor: Point,
    pub side: Side,
    pub focus: bool,
    pub typing: Option<Field>,
    pub notice: Notice,
}

impl GameScreen {
    pub fn new(record: GoRecord, seats: [Seat; 2], rival: Rival, recording: Recording) -> GameScreen {
        let size = record.size();
        let cursor = Point::new(size.width() / 2, size.height() / 2);
        GameScreen {
            room: Room::new(record, seats),
            rival,
            recording,
            title: String::new(),
            mode: Mode::Live,
            cursor,
            side: Side::List,
            focus: false,
            typing: None,
            notice: Notice::default(),
        }
    }

    /// A record to look at, from its end.
    pub fn review(mut record: GoRecord, title: String) -> GameScreen {
        record.to_end();
        let seats = [Seat::Human, Seat::Human];
        let game = GameScreen::new(record, seats, Rival::Nobody, Recording::never());
        GameScreen { mode: Mode::Review, title, ..game }
    }

    pub fn record(&self) -> &GoRecord {
        self.room.record()
    }

    /// What the first node says, if it says anything.
    pub fn info(&self, name: &str) -> Option<String> {
        let record = self.record();
        record.node(record.root()).simple_text(name).filter(|text| !text.trim().is_empty())
    }

    pub fn move_of(&self, node: NodeId) -> Option<(Color, Move)> {
        self.record().editor().game().only_move(node, self.record().size())
    }

    /// Whether what is shown is where the game stands.
    pub fn is_at_live(&self) -> bool {
        self.record().here() == self.room.live()
    }

    pub fn is_counting(&self) -> bool {
        matches!(self.room.phase(), Phase::Counting(_)) && self.mode == Mode::Live
    }

    pub fn is_running(&self) -> bool {
        self.mode != Mode::Review && !self.room.is_over() && self.room.live() != self.record().root()
    }

    /// Since when an engine has been asked something.
    pub fn thinking_since(&self) -> Option<Moment> {
        match self.room.phase() {
            Phase::Thinking { since } => Some(*since),
            Phase::Counting(counting) => counting.asking_since,
            _ => None,
        }
    }

    pub fn last_move(&self) -> Option<(Color, Move)> {
        self.record().state().last_move
    }

    pub fn say(&mut self, text: impl Into<String>) {
        self.notice = Notice { text: text.into(), ..Notice::default() };
    }

    pub fn warn(&mut self, text: impl Into<String>) {
        let text = text.into();
        self.notice = Notice { spoken: text.clone(), text, alert: true };
    }

    pub fn begin(&mut self, now: Moment) -> (Vec<Effect>, Option<Wish>) {
        let mut effects = self.recording.version(&self.room);
        let (more, wish) = self.tell(now, Input::Begin);
        effects.extend(more);
        (effects, wish)
    }

    /// Tells the room, and carries out whatever follows from it, the opponent's part included.
    fn tell(&mut self, now: Moment, input: Input) -> (Vec<Effect>, Option<Wish>) {
        let outputs = self.room.handle(now, input);
        self.settle(now, outputs.into_iter().map(Follows::Room))
    }

    /// Something came from the opponent.
    pub fn hear_rival(&mut self, now: Moment, heard: Vec<gtp::Output>) -> (Vec<Effect>, Option<Wish>) {
        self.settle(now, heard.into_iter().map(Follows::Rival))
    }

    fn settle(&mut self, now: Moment, first: impl Iterator<Item = Follows>) -> (Vec<Effect>, Option<Wish>) {
        let mut effects = Vec::new();
        let mut wish = None;
        let mut queue: VecDeque<Follows> = first.collect();
        while let Some(next) = queue.pop_front() {
            match next {
                Follows::Room(output) => {
                    let heard = self.carry_out(now, output, &mut effects);
                    queue.extend(heard.into_iter().map(Follows::Rival));
                }
                Follows::Rival(heard) => {
                    let outputs = self.hear(now, heard, &mut effects, &mut wish);
                    queue.extend(outputs.into_iter().map(Follows::Room));
                }
            }
        }
        (effects, wish)
    }

    fn carry_out(&mut self, now: Moment, output: Output, effects: &mut Vec<Effect>) -> Vec<gtp::Output> {
        match output {
            Output::Changed => effects.extend(self.recording.version(&self.room)),
            Output::Moved { color, mv } => self.moved(color, mv),
            Output::Ask(ask) => return self.rival.ask(now, ask, &self.room, effects),
            Output::Cancel => return self.rival.cancel(now, effects),
            Output::Distrust => return self.rival.distrust(now),
            Output::Refused(why) => self.refused(why),
            Output::Ended(outcome) => self.say(words_of(outcome)),
            Output::Trouble { why } => self.warn(why),
        }
        Vec::new()
    }

    /// What the machine's conversation gave becomes effects, or the next input of the room.
    fn hear(
        &mut self,
        now: Moment,
        heard: gtp::Output,
        effects: &mut Vec<Effect>,
        wish: &mut Option<Wish>,
    ) -> Vec<Output> {
        let input = match heard {
            gtp::Output::Start { run } => {
                effects.push(Effect::StartEngine { run });
                return Vec::new();
            }
            gtp::Output::Write(bytes) => {
                effects.push(Effect::WriteEngine(bytes));
                return Vec::new();
            }
            gtp::Output::Stop => {
                effects.push(Effect::StopEngine);
                return Vec::new();
            }
            gtp::Output::Moved { said, .. } => Input::Answer(said),
            gtp::Output::Scored { dead, score } => Input::Judged { dead, score },
            gtp::Output::Unable { why } => Input::Failed { why },
            gtp::Output::Died { why } => {
                *wish = Some(Wish::Died { why: why.clone() });
                Input::Failed { why }
            }
        };
        self.room.handle(now, input)
    }

    fn moved(&mut self, color: Color, mv: Move) {
        let who = match color {
            Color::Black => "Black",
            Color::White => "White",
        };
        let words = match mv {
            Move::Place(at) => format!("{who} plays {}", at.name(self.record().size())),
            Move::Pass => format!("{who} passes"),
        };
        if mv == Move::Pass || !self.is_at_live() {
            self.say(words);
        }
    }

    fn refused(&mut self, why: Refusal) {
        let text = match why {
            Refusal::Illegal(illegal) => format!("{}: {illegal}", illegal.at().name(self.record().size())),
            Refusal::NotYourTurn => "It is not your turn".to_owned(),
            Refusal::Over => "The game is over".to_owned(),
            Refusal::NothingToUndo => "There is nothing to take back".to_owned(),
            Refusal::NotNow => "Not now".to_owned(),
        };
        self.warn(text);
    }

    /// Nobody is asked any more: the next move, or the count, is left to the person.
    pub fn stop(&mut self, now: Moment) -> (Vec<Effect>, Option<Wish>) {
        self.tell(now, Input::Stop)
    }

    pub fn resign(&mut self, now: Moment, color: Color) -> (Vec<Effect>, Option<Wish>) {
        self.tell(now, Input::Resign(color))
    }

    /// Nodes to the one shown and on to the end of the game, or of the line that forward takes; and how many of them
    /// lead to the one shown.
    pub fn move_list(&self) -> (Vec<(u32, Color, Move, NodeId)>, usize) {
        let record = self.record();
        let mut moves = record.moves();
        let here = moves.len();
        let live = self.room.live();
        let on_the_way = record.tree().ancestors(live).any(|node| node == record.here());
        let ahead: Vec<NodeId> = match self.mode {
            Mode::Live if on_the_way => record.tree().line(live).split_off(record.editor().line().len()),
            _ => record.tree().preferred_line(record.here()).skip(1).collect(),
        };
        for node in ahead {
            let number = moves.last().map_or(1, |(number, ..)| number + 1);
            moves.extend(self.move_of(node).map(|(color, mv)| (number, color, mv, node)));
        }
        (moves, here)
    }

    pub fn can(&self, act: Act) -> bool {
        keys::can(self, act)
    }
}

/// The result as one says it.
pub fn words_of(outcome: Outcome) -> String {
    let name = |color| if color == Color::Black { "Black" } else { "White" };
    match outcome {
        Outcome::Resigned { winner } => format!("{} resigns: {outcome}", name(winner.other())),
        Outcome::Won(winner, Some(points)) => format!("{} wins by {points}: {outcome}", name(winner)),
        Outcome::Draw => "A draw: nobody wins".to_owned(),
        outcome => format!("The result is {outcome}"),
    }
}
