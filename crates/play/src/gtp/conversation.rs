//! The machine: what is wanted of the engine, and what is said to it next.

use std::collections::{BTreeSet, VecDeque};

use rules::go::{Color, Point};

use super::game::{Game, Said};
use super::step::Step;
use super::transcript::{Line, Speaker, Transcript};
use super::wire::Reader;
use crate::Moment;

pub(super) const MOST_RESTARTS: u8 = 3;

pub enum Input<'a> {
    Begin,
    /// What the process of that run wrote.
    Read {
        run: u32,
        bytes: &'a [u8],
    },
    /// The process of that run is gone, or never came to be.
    Ended {
        run: u32,
        why: String,
    },
    NotStarted {
        run: u32,
        why: String,
    },
    Ask(Ask),
    /// What was asked is not wanted any more.
    Cancel,
    /// The engine's answer made no sense: tell it everything anew before the next question.
    Distrust,
    /// A line typed by the player.
    Say(String),
    /// Begin again after death, with all restarts to spare.
    Revive,
    Quit,
    Wake,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    Move {
        game: Game,
        color: Color,
    },
    /// Which stones are dead, and the engine's own count, if it can say.
    Score {
        game: Game,
    },
}

impl Ask {
    pub(super) fn game(&self) -> &Game {
        match self {
            Ask::Move { game, .. } | Ask::Score { game } => game,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Start the process, after ending the one before; its bytes come back with this number.
    Start {
        run: u32,
    },
    Write(Vec<u8>),
    Moved {
        color: Color,
        said: Said,
    },
    /// None where the engine cannot or would not say.
    Scored {
        dead: Option<Vec<Point>>,
        score: Option<String>,
    },
    /// The engine lives but cannot do what was asked.
    Unable {
        why: String,
    },
    Died {
        why: String,
    },
    /// Let the process go.
    Stop,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    Starting,
    Ready,
    Thinking { since: Moment },
    Dead { why: String },
}

pub struct Conversation {
    pub(super) state: State,
    pub(super) level: Option<u8>,
    pub(super) run: u32,
    pub(super) restarts_left: u8,
    pub(super) reader: Reader,
    pub(super) id: u32,
    pub(super) waiting: Option<Waiting>,
    pub(super) steps: VecDeque<Step>,
    pub(super) typed: VecDeque<Step>,
    pub(super) question: Option<Question>,
    /// What the engine will have on its board once every step is answered.
    pub(super) told: Option<Game>,
    pub(super) name: String,
    pub(super) version: String,
    pub(super) commands: BTreeSet<String>,
    pub(super) transcript: Transcript,
}

pub(super) struct Waiting {
    pub(super) id: u32,
    pub(super) step: Step,
    pub(super) until: Moment,
    /// Since when a whole reply has been here that lacks only its blank line.
    pub(super) quiet_since: Option<Moment>,
}

pub(super) struct Question {
    pub(super) ask: Ask,
    pub(super) since: Moment,
    pub(super) effort: Effort,
    pub(super) begun: bool,
    pub(super) dead: Option<Vec<Point>>,
    pub(super) score: Option<String>,
}

/// How the engine is brought to the position: each way is tried when the one before was refused.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effort {
    Difference,
    Everything,
    StonesOnly,
}

impl Conversation {
    /// `level` is passed on to engines that have a `level` command, as GNU Go does.
    pub fn new(level: Option<u8>) -> Conversation {
        Conversation {
            state: State::Starting,
            level,
            run: 0,
            restarts_left: MOST_RESTARTS,
            reader: Reader::default(),
            id: 0,
            waiting: None,
            steps: VecDeque::new(),
            typed: VecDeque::new(),
            question: None,
            told: None,
            name: String::new(),
            version: String::new(),
            commands: BTreeSet::new(),
            transcript: Transcript::default(),
        }
    }

    pub fn handle(&mut self, now: Moment, input: Input<'_>) -> Vec<Output> {
        match input {
            Input::Begin => self.start(now, "started"),
            Input::Read { run, bytes } if run == self.run => self.read(now, bytes),
            Input::Ended { run, why } if run == self.run => self.ended(now, why),
            Input::NotStarted { run, why } if run == self.run => self.die(why),
            Input::Read { .. } | Input::Ended { .. } | Input::NotStarted { .. } => Vec::new(),
            Input::Ask(ask) => self.ask(now, ask),
            Input::Cancel => self.cancel(now),
            Input::Distrust => self.distrust(),
            Input::Say(text) => self.say(now, &text),
            Input::Revive => self.revive(now),
            Input::Quit => self.quit(),
            Input::Wake => self.wake(now),
        }
    }

    /// When to wake the machine if nothing else happens.
    pub fn deadline(&self) -> Option<Moment> {
        let waiting = self.waiting.as_ref()?;
        let forgotten = waiting.quiet_since.map(|since| since + waiting.step.pause());
        Some(forgotten.map_or(waiting.until, |moment| moment.min(waiting.until)))
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    /// As the engine calls itself; empty until it has said so.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn version(&self) -> &str {
        &self.version
    }

    pub fn knows(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    pub fn transcript(&self) -> impl DoubleEndedIterator<Item = &Line> + ExactSizeIterator {
        self.transcript.lines()
    }

    /// Says the next thing, if the last one is answered.
    pub(super) fn go_on(&mut self, now: Moment) -> Vec<Output> {
        if self.waiting.is_some() || matches!(self.state, State::Dead { .. }) {
            return Vec::new();
        }
        if self.steps.is_empty() {
            self.plan();
        }
        if let Some(step) = self.steps.pop_front().or_else(|| self.typed.pop_front()) {
            return vec![self.send(now, step)];
        }
        self.finish_question()
    }

    /// The steps that lead to the answer of the question, if there is one.
    fn plan(&mut self) {
        let Some(question) = self.question.as_mut().filter(|question| !question.begun) else { return };
        question.begun = true;
        let game = match question.effort {
            Effort::StonesOnly => question.ask.game().as_stones(),
            _ => question.ask.game().clone(),
        };
        let known = self.told.as_ref().filter(|_| question.effort == Effort::Difference);
        let free_handicap = self.commands.contains("set_free_handicap");
        self.steps = known
            .and_then(|told| game.steps_from(told, self.commands.contains("undo")))
            .unwrap_or_else(|| game.all_steps(free_handicap))
            .into();
        match question.ask {
            Ask::Move { color, .. } => self.steps.push_back(Step::genmove(color)),
            Ask::Score { .. } => {
                let can = |command| self.commands.contains(command);
                self.steps.extend(can("final_status_list").then(Step::dead_stones));
                self.steps.extend(can("final_score").then(Step::final_score));
            }
        }
        self.told = Some(game);
        self.state = State::Thinking { since: question.since };
    }

    fn send(&mut self, now: Moment, step: Step) -> Output {
        self.id += 1;
        self.transcript.note(Speaker::Us, &step.text);
        let line = format!("{} {}\n", self.id, step.text);
        let until = now + step.patience();
        self.waiting = Some(Waiting { id: self.id, step, until, quiet_since: None });
        Output::Write(line.into_bytes())
    }

    /// Every step is answered: a question about the score is done, and so is the waiting.
    pub(super) fn finish_question(&mut self) -> Vec<Output> {
        self.state = State::Ready;
        match self.question.take() {
            Some(Question { ask: Ask::Score { .. }, dead, score, .. }) => {
                vec![Output::Scored { dead, score }]
            }
            _ => Vec::new(),
        }
    }

    fn ask(&mut self, now: Moment, ask: Ask) -> Vec<Output> {
        if let State::Dead { why } = &self.state {
            return vec![Output::Died { why: why.clone() }];
        }
        if !ask.game().size.is_square() {
            return vec![Output::Unable { why: "engines play on square boards only".to_owned() }];
        }
        let mut out = self.cancel(now);
        let since = now;
        self.question =
            Some(Question { ask, since, effort: Effort::Difference, begun: false, dead: None, score: None });
        if self.state == State::Ready {
            self.state = State::Thinking { since };
        }
        out.append(&mut self.go_on(now));
        out
    }

    /// The protocol knows no interruption: an engine that is searching is ended and started anew.
    fn cancel(&mut self, now: Moment) -> Vec<Output> {
        if self.question.take().is_none() {
            return Vec::new();
        }
        self.steps.retain(|step| !step.role.is_thinking());
        match &self.waiting {
            Some(waiting) if waiting.step.role.is_thinking() => self.start(now, "ended and started again"),
            _ => Vec::new(),
        }
    }

    fn distrust(&mut self) -> Vec<Output> {
        self.told = None;
        Vec::new()
    }

    fn say(&mut self, now: Moment, text: &str) -> Vec<Output> {
        // Comments and empty lines get no reply, so that none is waited for.
        let text = text.split('#').next().unwrap_or_default().trim();
        if text.is_empty() || matches!(self.state, State::Dead { .. }) {
            return Vec::new();
        }
        self.typed.push_back(Step::console(text));
        self.go_on(now)
    }
}
