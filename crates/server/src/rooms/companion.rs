//! A player that the host itself seats: an engine, or the bot as one, behind a `guest` like any other player's page.
//! It plays, agrees to what the person opposite wants, and if it cannot go on it says so and the game waits.

use std::time::Duration;

use play::Moment;
use play::gtp::{Ask, Conversation, Game, Input as ToEngine, Output as FromEngine, Said};
use play::guest::{Act, Guest, Input, Kept, Output};
use play::kifu::{Event, Kifu, Stage};
use play::protocol::{Hex, Token, Told};
use play::table::Conn;
use rules::go::{Color, Move, Point, handicap_points};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::Address;
use super::door::Door;
use super::hall::Note;
use crate::engine::{CommandLine, Engine, EngineEvent};

/// Moves that the rules refuse, one after the other, before it is given up.
const MOST_NONSENSE: u8 = 3;

pub(super) struct Companion {
    conn: Conn,
    guest: Guest,
    talk: Conversation,
    engine: Engine,
    events: mpsc::UnboundedReceiver<EngineEvent>,
    tell: mpsc::UnboundedSender<EngineEvent>,
    door: (Door<Note>, Address),
    origin: Instant,
    /// The turn that it was last asked about.
    asked: Option<(u32, u32)>,
    /// What it thinks is dead and has not yet proposed.
    opinion: Vec<Point>,
    nonsense: u8,
    dead: bool,
}

impl Companion {
    pub(super) fn new(
        conn: Conn,
        name: String,
        token: Token,
        command: CommandLine,
        door: (Door<Note>, Address),
    ) -> Companion {
        let (tell, events) = mpsc::unbounded_channel();
        Companion {
            conn,
            guest: Guest::player(Kept { token, name, promise: None, seen: None }),
            talk: Conversation::new(None),
            engine: Engine::new(command),
            events,
            tell,
            door,
            origin: Instant::now(),
            asked: None,
            opinion: Vec::new(),
            nonsense: 0,
            dead: false,
        }
    }

    /// Until the room lets it go.
    pub(super) async fn keep(mut self, mut told: mpsc::Receiver<Told>) {
        self.guest_hears(Input::Connected).await;
        let begun = self.talk.handle(self.now(), ToEngine::Begin);
        self.engine_said(begun).await;
        loop {
            let wake = self.wake();
            tokio::select! {
                message = told.recv() => match message {
                    Some(told) => self.guest_hears(Input::Heard(told)).await,
                    None => return,
                },
                Some(event) = self.events.recv() => self.engine_did(event).await,
                () = sleep_until(wake) => {
                    self.guest_hears(Input::Wake).await;
                    let said = self.talk.handle(self.now(), ToEngine::Wake);
                    self.engine_said(said).await;
                }
            }
            self.consider().await;
        }
    }

    fn now(&self) -> Moment {
        Moment::ORIGIN + self.origin.elapsed()
    }

    fn wake(&self) -> Instant {
        let deadline = self.guest.deadline().into_iter().chain(self.talk.deadline()).min();
        let wait = deadline.map_or(Duration::from_secs(60), Moment::since_origin);
        self.origin + wait + Duration::from_millis(1)
    }

    async fn guest_hears(&mut self, input: Input) {
        for output in self.guest.handle(self.now(), input) {
            if let Output::Send(asked) = output {
                // A room that is gone lets go of us as well.
                self.door.0.leave(Note::Said { room: self.door.1, conn: self.conn, asked });
            }
        }
    }

    async fn act(&mut self, act: Act) {
        self.guest_hears(Input::Do(act)).await;
    }

    async fn engine_did(&mut self, event: EngineEvent) {
        let now = self.now();
        let said = match event {
            EngineEvent::Read { run, bytes } => self.talk.handle(now, ToEngine::Read { run, bytes: &bytes }),
            EngineEvent::Ended { run, why, .. } => self.talk.handle(now, ToEngine::Ended { run, why }),
            EngineEvent::NotStarted { run, why } => self.talk.handle(now, ToEngine::NotStarted { run, why }),
        };
        self.engine_said(said).await;
    }

    async fn engine_said(&mut self, outputs: Vec<FromEngine>) {
        for output in outputs {
            match output {
                FromEngine::Start { run } => {
                    let tell = self.tell.clone();
                    self.engine.start(run, move |event| drop(tell.send(event)));
                }
                FromEngine::Write(bytes) => self.engine.write(&bytes),
                FromEngine::Moved { said, .. } => self.moves(said).await,
                FromEngine::Scored { dead, .. } => self.opinion = dead.unwrap_or_default(),
                FromEngine::Unable { why } | FromEngine::Died { why } => self.cannot_go_on(why).await,
                FromEngine::Stop => self.engine.stop(),
            }
        }
    }

    async fn moves(&mut self, said: Said) {
        let (Some(kifu), Some(color)) = (self.guest.kifu(), self.guest.color()) else { return };
        match said {
            Said::Resign => self.act(Act::Resign).await,
            Said::Move(mv) if kifu.legal(color, mv).is_ok() => {
                self.nonsense = 0;
                self.act(Act::Choose { mv, nonce: Hex([0; 32]) }).await;
            }
            Said::Move(_) | Said::Nonsense(_) => {
                self.nonsense = self.nonsense.saturating_add(1);
                self.talk.handle(self.now(), ToEngine::Distrust);
                // Once more, with the whole game told anew.
                self.asked = None;
                if self.nonsense >= MOST_NONSENSE {
                    self.cannot_go_on("the engine wants a move that is not allowed".to_owned()).await;
                }
            }
        }
    }

    async fn cannot_go_on(&mut self, why: String) {
        self.dead = true;
        self.door.0.leave(Note::Unable { room: self.door.1, conn: self.conn, why });
    }

    /// Whatever it is this player's turn to do.
    async fn consider(&mut self) {
        let Some(color) = self.guest.color() else { return };
        let seats = self.guest.seats().clone();
        let [own, other] = [color, color.other()].map(|color| color as usize);
        let waiting = self.guest.kifu().is_none() || seats.adjourned;
        if waiting && !seats.ready[own] && (self.guest.kifu().is_none() || seats.ready[other]) {
            return self.get_ready().await;
        }
        if self.dead || seats.adjourned {
            return;
        }
        self.agree_to_what_is_wanted(color).await;
        let Some(kifu) = self.guest.kifu() else { return };
        let turn = (self.guest.game(), kifu.next());
        if self.guest.is_your_turn() && self.asked != Some(turn) {
            self.asked = Some(turn);
            let ask = Ask::Move { game: game(kifu), color };
            let said = self.talk.handle(self.now(), ToEngine::Ask(ask));
            self.engine_said(said).await;
        }
        self.propose_the_dead(turn).await;
    }

    /// Once for each count, group by group; the person opposite may think otherwise.
    async fn propose_the_dead(&mut self, turn: (u32, u32)) {
        let Some(kifu) = self.guest.kifu().filter(|kifu| kifu.stage() == Stage::Count) else { return };
        if self.asked != Some(turn) {
            self.asked = Some(turn);
            let said = self.talk.handle(self.now(), ToEngine::Ask(Ask::Score { game: game(kifu) }));
            return self.engine_said(said).await;
        }
        let marked = self.guest.marks().0;
        let group = kifu.board().groups(&self.opinion.pop().into_iter().collect::<Vec<_>>());
        if let Some(stone) = group.first().filter(|stone| !marked.contains(stone)) {
            self.opinion.retain(|at| !group.contains(at));
            let mark = Act::Mark(*stone);
            self.act(mark).await;
        }
    }

    async fn get_ready(&mut self) {
        if self.dead {
            self.dead = false;
            (self.asked, self.nonsense) = (None, 0);
            let said = self.talk.handle(self.now(), ToEngine::Revive);
            self.engine_said(said).await;
        }
        self.act(Act::Ready).await;
    }

    async fn agree_to_what_is_wanted(&mut self, color: Color) {
        let other = color.other();
        let Some(kifu) = self.guest.kifu() else { return };
        let agreed = self.guest.marks().1;
        if kifu.stage() == Stage::Count && agreed[other as usize] && !agreed[color as usize] {
            return self.act(Act::Agree).await;
        }
        if let Some(turns) = self.guest.takeback(other)
            && self.guest.takeback(color) != Some(turns)
        {
            self.asked = None;
            return self.act(Act::Takeback { turns, agree: true }).await;
        }
        if self.guest.wants_adjournment(other) && !self.guest.wants_adjournment(color) {
            return self.act(Act::Adjourn).await;
        }
        if self.guest.wants_rematch(other) && !self.guest.wants_rematch(color) {
            self.act(Act::Rematch).await;
        }
    }
}

/// The game as an engine is told it.
fn game(kifu: &Kifu) -> Game {
    let settings = kifu.settings();
    let size = settings.size();
    let moves = kifu.played().into_iter().filter_map(|event| match event {
        Event::Move { color, mv, .. } => Some((*color, *mv)),
        _ => None,
    });
    let moves: Vec<(Color, Move)> = moves.collect();
    let handicap = handicap_points(size, u32::from(settings.handicap)).unwrap_or_default();
    Game { handicap, moves, ..Game::new(size, settings.komi().to_string()) }
}
