//! The game screen: playing, planning, counting, or reviewing a record.

pub mod analysis;
mod engine_name;
mod keys;
mod opponent;
mod recording;
mod typing;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::rc::Rc;

use moment::Moment;
use play::automatic_player::MoveAnswer;
use play::gtp;
use play::local_game::{Input, LocalGame, Output, Phase, Player, Refusal};
use record::GameRecord;
use record::NodeId;
use record::go::GoRecord;
use rules::go::{Color, Move, Outcome, Point};

pub use analysis::{Analysis, Follow};
pub use opponent::{Bot, Opponent};
pub use recording::{Recording, WriteChange};

use crate::term::app::Effect;
use crate::term::bot::BotReply;
use crate::term::keys::Action;
use crate::term::own_keys::BoardKeys;
use crate::term::text_field::TextField;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The game itself.
    Live,
    /// Trying moves for both colours, as variations.
    Plan,
    /// Reviewing a record, read-only.
    Review,
}

/// What is shown beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    List,
    Tree,
}

/// A message below the board, until the next key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    pub alert: bool,
    /// The text in plain mode; empty if nothing needs to be announced.
    pub spoken: String,
}

/// What the game screen asks of the application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    Leave,
    /// Leave a game that is not over, after a question.
    AskLeave {
        recorded: bool,
    },
    AskResign(Color),
    /// Continue from the current node, on a copy.
    Continue,
    Keys,
    Console,
    /// Shows the whole comment.
    Comment,
    /// Opens the record in the studio.
    Studio,
    Opponent,
    Rematch,
    NewGame,
    /// Finds the mistakes of the game.
    Review,
    /// The engine quit and is not restarted automatically.
    Died {
        why: String,
    },
}

/// Outputs still to be processed.
enum Pending {
    LocalGame(Output),
    Opponent(gtp::Output),
}

pub struct GameScreen {
    pub local_game: LocalGame,
    pub opponent: Opponent,
    pub recording: Recording,
    /// The file name in review, else the players.
    pub title: String,
    pub mode: Mode,
    pub cursor: Point,
    pub side: Side,
    pub focus: bool,
    pub typing: Option<TextField>,
    /// A letter that has just moved the cursor; with a digit after it, it begins a point.
    cursor_letter: Option<char>,
    /// Whether stones have their move numbers.
    pub numbers: bool,
    pub analysis: Analysis,
    pub keys: Rc<BoardKeys>,
    /// The file under review.
    pub file: Option<PathBuf>,
    /// The name that was given to the engine before it told its own.
    pub engine_placeholder: Option<String>,
    pub notice: Notice,
}

impl GameScreen {
    pub fn new(local_game: LocalGame, opponent: Opponent, recording: Recording) -> GameScreen {
        let size = local_game.record().size();
        let cursor = Point::new(size.width() / 2, size.height() / 2);
        GameScreen {
            local_game,
            opponent,
            recording,
            title: String::new(),
            mode: Mode::Live,
            cursor,
            side: Side::List,
            focus: false,
            typing: None,
            cursor_letter: None,
            numbers: false,
            analysis: Analysis::default(),
            keys: Rc::default(),
            file: None,
            engine_placeholder: None,
            notice: Notice::default(),
        }
    }

    /// A game record to review, from its end.
    pub fn review(mut record: GoRecord, title: String) -> GameScreen {
        record.to_end();
        let players = [Player::Human, Player::Human];
        let game = GameScreen::new(LocalGame::new(record, players), Opponent::Human, Recording::never());
        GameScreen { mode: Mode::Review, title, ..game }
    }

    /// The file that the record is in.
    pub fn path(&self) -> Option<PathBuf> {
        self.file.clone().or_else(|| self.recording.path().map(PathBuf::from))
    }

    /// The comment of the current node.
    pub fn comment(&self) -> Option<String> {
        let record = self.record();
        record.node(record.here()).text("C").filter(|text| !text.trim().is_empty())
    }

    pub fn record(&self) -> &GoRecord {
        self.local_game.record()
    }

    /// A property of the root node, unless empty.
    pub fn info(&self, name: &str) -> Option<String> {
        let record = self.record();
        record.node(record.root()).simple_text(name).filter(|text| !text.trim().is_empty())
    }

    pub fn move_of(&self, node: NodeId) -> Option<(Color, Move)> {
        self.record().editor().game().only_move(node, self.record().size())
    }

    /// Whether the current node is the last position of the game.
    pub fn is_at_live(&self) -> bool {
        self.record().here() == self.local_game.live()
    }

    pub fn is_counting(&self) -> bool {
        matches!(self.local_game.phase(), Phase::Counting(_)) && self.mode == Mode::Live
    }

    pub fn is_running(&self) -> bool {
        self.mode != Mode::Review
            && !self.local_game.is_over()
            && self.local_game.live() != self.record().root()
    }

    /// When the opponent was asked for something, if it has not answered yet.
    pub fn thinking_since(&self) -> Option<Moment> {
        match self.local_game.phase() {
            Phase::Thinking { since } => Some(*since),
            Phase::Counting(counting) => counting.querying_since(),
            _ => None,
        }
    }

    pub fn last_move(&self) -> Option<(Color, Move)> {
        self.record().state().last_move
    }

    pub fn notify(&mut self, text: impl Into<String>) {
        self.notice = Notice { text: text.into(), ..Notice::default() };
    }

    pub fn warn(&mut self, text: impl Into<String>) {
        let text = text.into();
        self.notice = Notice { spoken: text.clone(), text, alert: true };
    }

    pub fn begin(&mut self, now: Moment) -> (Vec<Effect>, Option<Request>) {
        self.local_game_input(now, Input::Begin)
    }

    pub fn seat(&mut self, now: Moment, players: [Player; 2]) -> (Vec<Effect>, Option<Request>) {
        self.mode = Mode::Live;
        let (mut effects, request) = self.local_game_input(now, Input::Seat(players));
        effects.extend(self.recording.version(&self.local_game));
        (effects, request)
    }

    /// The time of the clocks has come.
    pub fn wake(&mut self, now: Moment) -> (Vec<Effect>, Option<Request>) {
        self.local_game_input(now, Input::Wake)
    }

    /// Passes an input to the local game and processes all outputs that follow, including the opponent's.
    fn local_game_input(&mut self, now: Moment, input: Input) -> (Vec<Effect>, Option<Request>) {
        let outputs = self.local_game.handle(now, input);
        self.process(now, outputs.into_iter().map(Pending::LocalGame))
    }

    /// Processes outputs of the opponent.
    pub fn handle_opponent_outputs(
        &mut self,
        now: Moment,
        outputs: Vec<gtp::Output>,
    ) -> (Vec<Effect>, Option<Request>) {
        let (effects, request) = self.process(now, outputs.into_iter().map(Pending::Opponent));
        let noted = self.note_engine_name();
        (noted.into_iter().chain(effects).collect(), request)
    }

    /// Processes the bot's reply, unless it is too late.
    pub fn handle_bot_reply(&mut self, now: Moment, reply: BotReply) -> (Vec<Effect>, Option<Request>) {
        match self.opponent.reply(reply) {
            Some(input) => self.local_game_input(now, input),
            None => (Vec::new(), None),
        }
    }

    fn process(
        &mut self,
        now: Moment,
        first: impl Iterator<Item = Pending>,
    ) -> (Vec<Effect>, Option<Request>) {
        let mut effects = Vec::new();
        let mut request = None;
        let mut queue: VecDeque<Pending> = first.collect();
        while let Some(next) = queue.pop_front() {
            match next {
                Pending::LocalGame(output) => {
                    let outputs = self.run_effect(now, output, &mut effects);
                    queue.extend(outputs.into_iter().map(Pending::Opponent));
                }
                Pending::Opponent(output) => {
                    let outputs = self.opponent_output(now, output, &mut effects, &mut request);
                    queue.extend(outputs.into_iter().map(Pending::LocalGame));
                }
            }
        }
        (effects, request)
    }

    fn run_effect(&mut self, now: Moment, output: Output, effects: &mut Vec<Effect>) -> Vec<gtp::Output> {
        match output {
            Output::Changed => effects.extend(self.recording.version(&self.local_game)),
            Output::Moved { color, mv } => self.moved(color, mv),
            Output::QueryEngine(query) => return self.opponent.ask(now, query, &self.local_game, effects),
            Output::CancelQuery => return self.opponent.cancel(now, effects),
            Output::ResyncEngine => return self.opponent.resync(now),
            Output::Refused(why) => self.refused(why),
            Output::CountDeclined => self.warn("The opponent does not agree to this count; play on"),
            Output::Ended(outcome) => self.notify(describe_outcome(outcome)),
            Output::EngineFailed { why } => self.warn(why),
        }
        Vec::new()
    }

    /// Turns an output of the opponent into effects or into the next input of the local game.
    fn opponent_output(
        &mut self,
        now: Moment,
        output: gtp::Output,
        effects: &mut Vec<Effect>,
        request: &mut Option<Request>,
    ) -> Vec<Output> {
        let input = match output {
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
            gtp::Output::Moved { answer, .. } => Input::EngineMoved(MoveAnswer::Engine(answer)),
            gtp::Output::Scored { dead, score } => Input::EngineScored { dead, score },
            gtp::Output::Unable { why } => Input::EngineFailed { why },
            gtp::Output::Died { why } => {
                *request = Some(Request::Died { why: why.clone() });
                Input::EngineFailed { why }
            }
        };
        self.local_game.handle(now, input)
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
            self.notify(words);
        }
    }

    fn refused(&mut self, why: Refusal) {
        let text = match why {
            Refusal::Illegal(illegal) => format!("{}: {illegal}", illegal.at().name(self.record().size())),
            Refusal::NotYourTurn => "It is not your turn".to_owned(),
            Refusal::Over => "The game is over".to_owned(),
            Refusal::NothingToUndo => "There is nothing to take back".to_owned(),
            Refusal::Declined => "The opponent does not agree".to_owned(),
            Refusal::EngineCounts => "The opponent is still counting".to_owned(),
            Refusal::NotNow => "Not now".to_owned(),
        };
        self.warn(text);
    }

    /// Stops asking the opponent; the next move, or the count, is up to the human.
    pub fn stop(&mut self, now: Moment) -> (Vec<Effect>, Option<Request>) {
        self.local_game_input(now, Input::Stop)
    }

    pub fn resign(&mut self, now: Moment, color: Color) -> (Vec<Effect>, Option<Request>) {
        self.local_game_input(now, Input::Resign(color))
    }

    /// The moves up to the current node and on to the end of the game or line; and how many of them lead to the
    /// current node.
    pub fn move_list(&self) -> (Vec<(u32, Color, Move, NodeId)>, usize) {
        let record = self.record();
        let mut moves = record.moves();
        let here = moves.len();
        let live = self.local_game.live();
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

    pub fn can(&self, act: Action) -> bool {
        keys::can(self, act)
    }
}

/// The result in words.
pub fn describe_outcome(outcome: Outcome) -> String {
    let name = |color| if color == Color::Black { "Black" } else { "White" };
    match outcome {
        Outcome::Resigned { winner } => format!("{} resigns: {outcome}", name(winner.other())),
        Outcome::Won(winner, Some(points)) => format!("{} wins by {points}: {outcome}", name(winner)),
        Outcome::Draw => "It is a draw".to_owned(),
        Outcome::Time { winner } => format!("{} has no time left: {outcome}", name(winner.other())),
        Outcome::Forfeit { winner } => format!("{} forfeits: {outcome}", name(winner.other())),
        outcome => format!("The result is {outcome}"),
    }
}
