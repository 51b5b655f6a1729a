//! The load: thousands of rooms on one thread, each with two players who move every few seconds. Prints `begun` when all
//! of them play, and a report at the end.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use play::kifu::commitment;
use play::protocol::{GameId, GameKind, Hex, Settings};
use rules::go::{Color, Move, Point};
use serde::{Deserialize, Serialize};
use tokio::sync::{Semaphore, watch};
use tokio::task::LocalSet;
use tokio::time::{Instant, sleep_until, timeout};

use super::websocket::{WebSocket, open};

/// The interval between turns in every room.
pub const TURN: Duration = Duration::from_secs(5);
/// Each player of a room moves at a random time within this.
const THINKING: Duration = Duration::from_secs(3);
const TICK: Duration = Duration::from_secs(1);
/// Rooms that are opened at the same time.
const CONCURRENT_OPENS: usize = 100;

/// Counts and delays during the measurement. Delays are in microseconds.
#[derive(Serialize, Deserialize, Default)]
pub struct LoadReport {
    pub messages: u64,
    pub turns: u64,
    pub late_p50: u32,
    pub late_p99: u32,
    pub late_most: u32,
    pub answers_p99: u32,
    pub ticks_p99: u32,
    /// How late the load itself sent.
    pub own_p99: u32,
}

#[derive(Default)]
struct Measurements {
    recording: Cell<bool>,
    messages: Cell<u64>,
    turns: Cell<u64>,
    answers: RefCell<Vec<u32>>,
    ticks: RefCell<Vec<u32>>,
    own: RefCell<Vec<u32>>,
}

impl Measurements {
    fn message(&self) {
        if self.recording.get() {
            self.messages.set(self.messages.get() + 1);
        }
    }

    fn record_delay(&self, delays: &RefCell<Vec<u32>>, by: Duration) {
        if self.recording.get() {
            delays.borrow_mut().push(u32::try_from(by.as_micros()).unwrap_or(u32::MAX));
        }
    }
}

pub async fn run(port: u16, rooms: usize, seconds: u64) -> Result<()> {
    let measured = Rc::new(Measurements::default());
    let (begin, begun) = watch::channel(None::<Instant>);
    let (gate, inside) = (Rc::new(Semaphore::new(CONCURRENT_OPENS)), Rc::new(Cell::new(0)));
    let local = LocalSet::new();
    let mut tasks = Vec::new();
    for n in 0..rooms {
        let (measured, gate, begun, inside) = (measured.clone(), gate.clone(), begun.clone(), inside.clone());
        tasks.push(local.spawn_local(async move {
            let room = {
                let _turn = gate.acquire().await?;
                Room::enter(port, n, measured).await?
            };
            inside.set(inside.get() + 1);
            room.play(begun).await
        }));
    }
    // Spins so that the load never sleeps: otherwise half the host's cost of sending would be waking its peers.
    local.spawn_local(async {
        loop {
            tokio::task::yield_now().await;
        }
    });
    local
        .run_until(async {
            while inside.get() < rooms {
                if let Some(failed) = tasks.iter().position(tokio::task::JoinHandle::is_finished) {
                    return tasks.swap_remove(failed).await?;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            begin.send(Some(Instant::now()))?;
            // One turn to settle.
            tokio::time::sleep(TURN).await;
            println!("begun");
            measured.recording.set(true);
            tokio::time::sleep(Duration::from_secs(seconds)).await;
            measured.recording.set(false);
            println!("{}", serde_json::to_string(&report(&measured))?);
            let lost = tasks.iter().filter(|task| task.is_finished()).count();
            ensure!(lost == 0, "{lost} rooms were lost during the run");
            Ok(())
        })
        .await
}

fn report(measured: &Measurements) -> LoadReport {
    let (answers, ticks) = (measured.answers.take(), measured.ticks.take());
    let all: Vec<u32> = answers.iter().chain(&ticks).copied().collect();
    let [late_p50, late_p99, late_most] = percentiles(all, [50, 99, 100]);
    let [answers_p99] = percentiles(answers, [99]);
    let [ticks_p99] = percentiles(ticks, [99]);
    let [own_p99] = percentiles(measured.own.take(), [99]);
    let (messages, turns) = (measured.messages.get(), measured.turns.get());
    LoadReport { messages, turns, late_p50, late_p99, late_most, answers_p99, ticks_p99, own_p99 }
}

fn percentiles<const N: usize>(mut figures: Vec<u32>, wanted: [usize; N]) -> [u32; N] {
    figures.sort_unstable();
    let last = figures.len().saturating_sub(1);
    wanted.map(|percent| figures.get(last * percent / 100).copied().unwrap_or(0))
}

struct Player {
    socket: WebSocket,
    color: Color,
    seq: u64,
    submits: Instant,
    submitted: bool,
    shown: bool,
    ticked: Option<Instant>,
}

struct Room {
    measured: Rc<Measurements>,
    players: [Player; 2],
    game: GameId,
    turn: u32,
    nonce: Hex<32>,
    shown_at: Instant,
    results: u8,
    dice: u64,
}

fn kind(frame: &[u8]) -> &[u8] {
    let key = b"\"type\":\"";
    let Some(at) = frame.windows(key.len()).position(|window| window == key) else { return b"" };
    let rest = &frame[at + key.len()..];
    &rest[..rest.iter().position(|byte| *byte == b'"').unwrap_or(0)]
}

impl Room {
    async fn enter(port: u16, n: usize, measured: Rc<Measurements>) -> Result<Room> {
        let settings = Settings { game: GameKind::Red, ..Settings::default() };
        let body = serde_json::json!({ "title": format!("Room {n}"), "settings": settings }).to_string();
        let id = open(port, &body).await?;
        let mut players = Vec::new();
        for (color, name) in [(Color::Black, "Ann"), (Color::White, "Ben")] {
            let mut socket = WebSocket::enter(port, &id).await?;
            let token = format!("{n:024x}{:08x}", color as u32 + 1);
            socket.send(&format!(
                r#"{{"seq":0,"type":"join","version":1,"playerName":"{name}","token":"{token}"}}"#
            ))?;
            until(&mut socket, b"joined").await?;
            let now = Instant::now();
            players.push(Player {
                socket,
                color,
                seq: 0,
                submits: now,
                submitted: false,
                shown: false,
                ticked: None,
            });
        }
        let players: [Player; 2] = players.try_into().ok().context("two players")?;
        let (shown_at, dice) = (Instant::now(), n as u64);
        let nonce = Hex([n as u8; 32]);
        let mut room =
            Room { measured, players, game: Hex([0; 16]), turn: 0, nonce, shown_at, results: 0, dice };
        for who in 0..2 {
            room.send(who, r#""type":"ready","revision":1"#)?;
        }
        for player in &mut room.players {
            room.game = until_start(&mut player.socket).await?;
        }
        room.turn = 1;
        Ok(room)
    }

    fn send(&mut self, who: usize, body: &str) -> Result<()> {
        let turn = self.turn;
        let player = &mut self.players[who];
        player.seq += 1;
        self.measured.message();
        player.socket.send(&format!(
            r#"{{"seq":{},"game":{},"turn":{turn},{body}}}"#,
            player.seq,
            u8::from(turn > 0)
        ))
    }

    async fn play(mut self, mut begun: watch::Receiver<Option<Instant>>) -> Result<()> {
        let mut playing = false;
        let never = Instant::now() + Duration::from_secs(3600);
        loop {
            let due = self
                .players
                .iter()
                .filter(|player| playing && !player.submitted)
                .map(|player| player.submits);
            let due = due.min().unwrap_or(never);
            let [black, white] = &mut self.players;
            let readable = tokio::select! {
                done = black.socket.fill() => { done?; Some(0) }
                done = white.socket.fill() => { done?; Some(1) }
                () = sleep_until(due) => None,
                begun = begun.wait_for(Option::is_some), if !playing => {
                    let first = begun?.unwrap_or(never);
                    playing = true;
                    let phase = self.chance(TURN);
                    self.plan(first + phase);
                    None
                }
            };
            match readable {
                Some(who) => self.receive(who)?,
                None if playing => self.submit_what_is_due()?,
                None => {}
            }
        }
    }

    /// Splitmix64.
    fn chance(&mut self, below: Duration) -> Duration {
        self.dice = self.dice.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.dice;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        below.mul_f64((z >> 11) as f64 / (1u64 << 53) as f64)
    }

    fn plan(&mut self, from: Instant) {
        for who in 0..2 {
            let thinking = self.chance(THINKING);
            let player = &mut self.players[who];
            player.submits = from + thinking;
            (player.submitted, player.shown) = (false, false);
        }
    }

    /// Rows from the top for Black and from the bottom for White: never a capture, never the same point.
    fn chosen(&self, color: Color) -> Point {
        let n = (self.turn - 1) as u8;
        let (x, row) = (n % 19, n / 19 * 2);
        Point::new(x, if color == Color::Black { row } else { 18 - row })
    }

    fn submit_what_is_due(&mut self) -> Result<()> {
        let now = Instant::now();
        for who in 0..2 {
            let Player { submits, submitted, color, .. } = self.players[who];
            if submitted || submits > now {
                continue;
            }
            self.players[who].submitted = true;
            self.measured.record_delay(&self.measured.own, now - submits);
            let mv = Move::Place(self.chosen(color));
            let commit = commitment(self.game, self.turn, color, mv, &self.nonce);
            self.send(who, &format!(r#""type":"submit_move","commit":"{commit}""#))?;
        }
        Ok(())
    }

    fn receive(&mut self, who: usize) -> Result<()> {
        let now = Instant::now();
        loop {
            let (kind, reveal) = {
                let Some(frame) = self.players[who].socket.next()? else { return Ok(()) };
                let reveal = frame.windows(14).any(|window| window == b"\"reveal\":true,");
                (kind(frame).to_vec(), reveal)
            };
            self.measured.message();
            match kind.as_slice() {
                b"move_ack" => {
                    self.measured.record_delay(&self.measured.answers, now - self.players[who].submits);
                }
                b"opponent_ready" if reveal => self.show(who)?,
                b"turn_result" => self.measured.record_delay(&self.measured.answers, now - self.shown_at),
                b"turn_start" => {
                    // It carries the time as well.
                    self.ticked(who, now);
                    self.turn_began();
                }
                b"time_update" => self.ticked(who, now),
                b"error" => anyhow::bail!("the host refuses something in turn {}", self.turn),
                _ => {}
            }
        }
    }

    fn show(&mut self, who: usize) -> Result<()> {
        let at = self.chosen(self.players[who].color);
        let nonce = self.nonce;
        self.send(
            who,
            &format!(r#""type":"reveal","move":{{"x":{},"y":{}}},"nonce":"{nonce}""#, at.x, at.y),
        )?;
        self.players[who].shown = true;
        self.shown_at = Instant::now();
        Ok(())
    }

    fn turn_began(&mut self) {
        self.results += 1;
        if self.results == 2 {
            self.results = 0;
            self.turn += 1;
            if self.measured.recording.get() {
                self.measured.turns.set(self.measured.turns.get() + 1);
            }
            // The next turn starts on schedule, however long the host took for this one.
            let planned = self.players.iter().map(|player| player.submits).min();
            let from = planned.unwrap_or_else(Instant::now) + (TURN - THINKING / 2);
            self.plan(from);
        }
    }

    fn ticked(&mut self, who: usize, now: Instant) {
        if let Some(before) = self.players[who].ticked.replace(now) {
            self.measured.record_delay(&self.measured.ticks, (now - before).saturating_sub(TICK));
        }
    }
}

const MESSAGE_TIMEOUT: Duration = Duration::from_secs(60);

async fn until(socket: &mut WebSocket, wanted: &[u8]) -> Result<Vec<u8>> {
    loop {
        while let Some(frame) = socket.next()? {
            if kind(frame) == wanted {
                return Ok(frame.to_vec());
            }
        }
        timeout(MESSAGE_TIMEOUT, socket.fill()).await.context("no message from the host")??;
    }
}

/// The id of the game that starts.
async fn until_start(socket: &mut WebSocket) -> Result<GameId> {
    let start = until(socket, b"game_start").await?;
    let start: serde_json::Value = serde_json::from_slice(&start)?;
    let id = start["id"].as_str().and_then(Hex::parse).context("a game without an id")?;
    until(socket, b"turn_start").await?;
    Ok(id)
}
