//! One puzzle being solved. The mode says what is happening, and a wait is part of its mode: changing the mode cancels
//! the wait.

mod automatic;
mod judgement;
mod mode;
mod player;
mod transposition;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use moment::Moment;
use record::NodeId;
use serde::{Deserialize, Serialize};

use self::automatic::LEAD_IN;
pub use self::judgement::{Question, Verdict};
pub use self::mode::Mode;
use crate::puzzle::{Board, Puzzle, PuzzleNodeId};
use crate::status::Status;
use crate::words::{NamedMoves, Words};

#[derive(Clone, Debug)]
pub enum AttemptInput<B: Board> {
    Start,
    Drop(B::Drop),
    Move(B::Move),
    /// The number of the chosen promotion.
    Choose(usize),
    Cancel,
    Hint,
    Skip,
    ShowSolution,
    Restart,
    /// Jumps to the end of a line that plays automatically.
    Jump,
    /// The answer to the question with this number.
    Judged {
        number: u32,
        verdict: Verdict,
    },
    Pause,
    Resume,
    Wake,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    Player,
    Trainer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Where to look.
    Square,
    Arrow,
}

#[derive(Clone, Debug, PartialEq)]
pub enum AttemptOutput<B: Board> {
    /// The board jumps to this position.
    Show {
        board: B,
        node: NodeId,
    },
    /// A move is made on the board. A move that is not in the record has no node.
    Played {
        mv: B::Move,
        board: B,
        by: By,
        node: Option<NodeId>,
    },
    Feedback(Status),
    Hint {
        hint: Hint,
        mv: B::Move,
    },
    Choose(Vec<B::Move>),
    /// An engine has to judge the move; `Judged` has the answer.
    Judge(Question<B>),
    /// The drop is not a legal move: the piece returns to its square.
    Refused,
    Done(Outcome),
}

/// What the trainer did in place of the player. A later one includes the earlier ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Help {
    #[default]
    None,
    /// A hint printed or played a move.
    Move,
    /// The rest of the solution was shown.
    Solution,
    /// The puzzle was skipped.
    Skipped,
}

impl Help {
    pub(crate) fn is_none(&self) -> bool {
        *self == Help::None
    }
}

/// How an attempt went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The player found every move, without a mistake.
    pub right: bool,
    /// Time in which it was the player's turn.
    pub think: Duration,
    pub mistakes: u32,
    pub hints: u32,
    pub help: Help,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Accept any move that mates, even if the record has another.
    pub any_mate: bool,
    /// Ask an engine before a move that the record does not have counts as a mistake.
    pub ask_engine: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { any_mate: true, ask_engine: false }
    }
}

/// A variation that the attempt returns from.
#[derive(Clone, Copy, Debug)]
enum Variation {
    /// The opponent's alternatives after a node; `child` is the one on the board.
    Alternatives { branch: PuzzleNodeId, child: usize },
    /// Another good move of the player.
    Good { back_to: PuzzleNodeId },
}

#[derive(Clone, Debug)]
pub struct Attempt<B: Board> {
    puzzle: Arc<Puzzle<B>>,
    settings: Settings,
    mode: Mode<B::Move>,
    at: PuzzleNodeId,
    board: B,
    variations: Vec<Variation>,
    think: Duration,
    turn_since: Option<Moment>,
    mistakes: u32,
    hints: u32,
    /// Hints given for the current move.
    hints_here: u32,
    help: Help,
    named_moves: NamedMoves,
    /// The nodes that have been on the board.
    seen: BTreeSet<PuzzleNodeId>,
    /// The line that was taken back last, until the player's next move: its comments can still be read.
    taken_back: Vec<PuzzleNodeId>,
    /// What could be read when it was last the player's turn.
    read: Words,
    /// Questions asked of the engine so far.
    questions: u32,
}

type Outputs<B> = Vec<AttemptOutput<B>>;

impl<B: Board> Attempt<B> {
    pub fn new(puzzle: Arc<Puzzle<B>>, settings: Settings) -> Attempt<B> {
        let (at, board) = (puzzle.root(), puzzle.board(puzzle.root()).clone());
        Attempt {
            named_moves: NamedMoves::of(&puzzle),
            puzzle,
            settings,
            mode: Mode::Ready,
            at,
            board,
            variations: Vec::new(),
            think: Duration::ZERO,
            turn_since: None,
            mistakes: 0,
            hints: 0,
            hints_here: 0,
            help: Help::None,
            seen: BTreeSet::new(),
            taken_back: Vec::new(),
            read: Words::default(),
            questions: 0,
        }
    }

    pub fn puzzle(&self) -> &Puzzle<B> {
        &self.puzzle
    }

    pub fn mode(&self) -> &Mode<B::Move> {
        &self.mode
    }

    pub fn board(&self) -> &B {
        &self.board
    }

    /// The puzzle's node on the board; its first child is the move to find or to expect.
    pub fn puzzle_node(&self) -> PuzzleNodeId {
        self.at
    }

    /// When to send `Wake`, unless another input comes first.
    pub fn deadline(&self) -> Option<Moment> {
        self.mode.until()
    }

    /// The trainer is playing moves.
    pub fn is_automatic(&self) -> bool {
        self.mode.until().is_some()
    }

    pub fn is_done(&self) -> bool {
        self.mode == Mode::Done
    }

    /// The outcome so far.
    pub fn outcome(&self, now: Moment) -> Outcome {
        let running = self.turn_since.map_or(Duration::ZERO, |since| now.since(since));
        Outcome {
            right: self.mistakes == 0 && self.help.is_none() && self.mode == Mode::Done,
            think: self.think + running,
            mistakes: self.mistakes,
            hints: self.hints,
            help: self.help,
        }
    }

    /// The author's words that may be shown now.
    pub fn words(&self) -> Words {
        self.words_at(self.at)
    }

    /// The same for another node, such as a step of the solution.
    pub fn words_at(&self, node: PuzzleNodeId) -> Words {
        let is_known = |id| self.is_done() || self.seen.contains(&id);
        self.named_moves.words(&self.puzzle, node, &self.taken_back, is_known)
    }

    /// Whether there is something to read that was not there when the player was last to move.
    pub fn has_new_words(&self) -> bool {
        self.words().has_more_than(&self.read)
    }

    pub fn handle(&mut self, now: Moment, input: AttemptInput<B>) -> Outputs<B> {
        match (&self.mode, input) {
            (Mode::Paused { .. }, AttemptInput::Resume) => self.resume(now),
            (Mode::Paused { .. }, _) | (_, AttemptInput::Resume) => Vec::new(),
            (_, AttemptInput::Pause) => self.pause(now),
            (_, AttemptInput::Wake) => self.wake(now),
            (Mode::Ready, AttemptInput::Start) => self.begin(now),
            (Mode::Ready | Mode::Done, _) => Vec::new(),
            (_, AttemptInput::Restart) => self.begin(now),
            (Mode::YourTurn, AttemptInput::Drop(drop)) => self.drop(now, &drop),
            (Mode::YourTurn, AttemptInput::Move(mv)) => self.attempt_move(now, mv),
            (Mode::YourTurn, AttemptInput::Hint) => self.hint(now),
            (Mode::YourTurn, AttemptInput::Skip) => self.skip(now),
            (Mode::YourTurn, AttemptInput::ShowSolution) => self.show_solution(now),
            (Mode::Promotion { .. }, AttemptInput::Choose(n)) => self.choose(now, n),
            (Mode::Promotion { .. }, AttemptInput::Cancel) => self.your_turn(now),
            (Mode::Refute { .. } | Mode::Solution { .. }, AttemptInput::Jump) => self.jump(now),
            (Mode::Judging { .. }, AttemptInput::Judged { number, verdict }) if number == self.questions => {
                self.judged(now, verdict)
            }
            _ => Vec::new(),
        }
    }

    fn begin(&mut self, now: Moment) -> Outputs<B> {
        self.end_turn(now);
        (self.variations, self.hints_here) = (Vec::new(), 0);
        self.seen.clear();
        let mut out = vec![self.go_to(self.puzzle.root())];
        if self.puzzle.is_solvers_turn(self.at) {
            out.extend(self.your_turn(now));
        } else {
            self.mode = Mode::LeadIn { until: now + LEAD_IN };
            out.push(AttemptOutput::Feedback(Status::OpponentMoves));
        }
        out
    }

    fn go_to(&mut self, id: PuzzleNodeId) -> AttemptOutput<B> {
        self.at = id;
        self.seen.insert(id);
        self.board = self.puzzle.board(id).clone();
        AttemptOutput::Show { board: self.board.clone(), node: self.puzzle.node(id) }
    }

    /// Plays the move that leads to a child.
    fn step_to(&mut self, id: PuzzleNodeId, by: By) -> Option<AttemptOutput<B>> {
        let mv = self.puzzle.mv(id)?.clone();
        self.at = id;
        self.seen.insert(id);
        self.board = self.puzzle.board(id).clone();
        let node = Some(self.puzzle.node(id));
        Some(AttemptOutput::Played { mv, board: self.board.clone(), by, node })
    }

    fn first_child(&self) -> Option<PuzzleNodeId> {
        self.puzzle.children(self.at).first().copied()
    }

    fn your_turn(&mut self, now: Moment) -> Outputs<B> {
        self.mode = Mode::YourTurn;
        self.turn_since = Some(now);
        self.read = self.words();
        vec![AttemptOutput::Feedback(Status::YourTurn)]
    }

    /// The player has moved or gives up the move.
    fn end_turn(&mut self, now: Moment) {
        self.stop_thinking(now);
        self.taken_back.clear();
    }

    fn stop_thinking(&mut self, now: Moment) {
        if let Some(since) = self.turn_since.take() {
            self.think += now.since(since);
        }
    }

    fn pause(&mut self, now: Moment) -> Outputs<B> {
        if matches!(self.mode, Mode::Done) {
            return Vec::new();
        }
        self.stop_thinking(now);
        let mode = std::mem::replace(&mut self.mode, Mode::Ready);
        let rest = mode.until().map(|until| until.since(now));
        self.mode = Mode::Paused { rest, mode: Box::new(mode) };
        vec![AttemptOutput::Feedback(Status::Paused)]
    }

    fn resume(&mut self, now: Moment) -> Outputs<B> {
        let Mode::Paused { rest, mode } = std::mem::replace(&mut self.mode, Mode::Ready) else {
            return Vec::new();
        };
        self.mode = mode.waiting_until(now + rest.unwrap_or_default());
        match self.mode {
            Mode::YourTurn => self.your_turn(now),
            // The answer may have come during the pause, so the player tries again.
            Mode::Judging { .. } => {
                let back = self.go_to(self.at);
                std::iter::once(back).chain(self.your_turn(now)).collect()
            }
            _ => Vec::new(),
        }
    }
}
