//! Whole games against the real GNU Go at its fastest level.

use std::io::{Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use e2e::{GtpEngine, KillOnDrop};
use moment::Moment;
use play::automatic_player::MoveAnswer;
use play::gtp::{self, Conversation};
use play::local_game::{Input, LocalGame, Output, Phase, Player};
use record::GameRecord;
use record::go::{GoRecord, NewGame};
use rules::go::{Color, Move, Point, Size};

struct Engine {
    _child: KillOnDrop,
    stdin: ChildStdin,
}

impl Engine {
    /// The seed makes every run the same.
    fn start(sender: Sender<Vec<u8>>) -> Result<Engine> {
        let program = e2e::program("gnugo").context("GNU Go is missing: `cargo xtask setup` installs it")?;
        let mut child = Command::new(program)
            .args(["--mode", "gtp", "--level", "1", "--seed", "7"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map(KillOnDrop)?;
        let stdin = child.0.stdin.take().context("no input")?;
        let mut stdout = child.0.stdout.take().context("no output")?;
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = stdout.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Ok(Engine { _child: child, stdin })
    }
}

/// The game, the GTP conversation, the process and a clock.
struct Table {
    room: LocalGame,
    conversation: Conversation,
    engine: Option<Engine>,
    run: u32,
    received: Receiver<Vec<u8>>,
    sender: Sender<Vec<u8>>,
    begun: Instant,
    failures: Vec<String>,
    engine_score: Option<String>,
}

impl Table {
    fn new(size: u32, handicap: u32, seats: [Player; 2]) -> Result<Table> {
        let new = NewGame {
            size: Size::square(size)?,
            handicap,
            rules: Some("Japanese".into()),
            ..NewGame::default()
        };
        let (sender, received) = mpsc::channel();
        let mut table = Table {
            room: LocalGame::new(GoRecord::create(&new), seats),
            conversation: Conversation::new(Some(1)),
            engine: None,
            run: 0,
            received,
            sender,
            begun: Instant::now(),
            failures: Vec::new(),
            engine_score: None,
        };
        let now = table.now();
        let out = table.conversation.handle(now, gtp::Input::Begin);
        table.follow(out)?;
        table.input(Input::Begin)?;
        Ok(table)
    }

    fn now(&self) -> Moment {
        Moment::ORIGIN + self.begun.elapsed()
    }

    fn input(&mut self, input: Input) -> Result<()> {
        let now = self.now();
        for output in self.room.handle(now, input) {
            let out = match output {
                Output::QueryEngine(ask) => self.conversation.handle(now, gtp::Input::Query(ask)),
                Output::CancelQuery => self.conversation.handle(now, gtp::Input::Cancel),
                Output::ResyncEngine => self.conversation.handle(now, gtp::Input::Resync),
                Output::EngineFailed { why } => {
                    self.failures.push(why);
                    Vec::new()
                }
                Output::Refused(why) => bail!("refused: {why:?}"),
                Output::CountDeclined => bail!("the engine does not agree to the count"),
                Output::Changed | Output::Moved { .. } | Output::Ended(_) => Vec::new(),
            };
            self.follow(out)?;
        }
        Ok(())
    }

    fn follow(&mut self, outputs: Vec<gtp::Output>) -> Result<()> {
        for output in outputs {
            match output {
                gtp::Output::Start { run } => {
                    self.run = run;
                    (self.sender, self.received) = mpsc::channel();
                    self.engine = Some(Engine::start(self.sender.clone())?);
                }
                gtp::Output::Write(bytes) => {
                    let engine = self.engine.as_mut().context("the engine has no input")?;
                    engine.stdin.write_all(&bytes)?;
                }
                gtp::Output::Moved { answer, .. } => {
                    self.input(Input::EngineMoved(MoveAnswer::Engine(answer)))?;
                }
                gtp::Output::Scored { dead, score } => {
                    self.engine_score.clone_from(&score);
                    self.input(Input::EngineScored { dead, score })?;
                }
                gtp::Output::Unable { why } => bail!("unable: {why}"),
                gtp::Output::Died { why } => bail!("died: {why}"),
                gtp::Output::Stop => self.engine = None,
            }
        }
        Ok(())
    }

    /// The next event of the engine, or a timeout.
    fn wait(&mut self) -> Result<()> {
        let until = self.conversation.deadline().context("nothing is expected")?;
        let event = self.received.recv_timeout(until.since(self.now()));
        let now = self.now();
        let out = match event {
            Ok(bytes) => self.conversation.handle(now, gtp::Input::Read { run: self.run, bytes: &bytes }),
            Err(RecvTimeoutError::Timeout) => self.conversation.handle(now, gtp::Input::Wake),
            Err(RecvTimeoutError::Disconnected) => bail!("the engine has exited"),
        };
        self.follow(out)
    }

    fn wait_until(&mut self, is_so: impl Fn(&LocalGame) -> bool) -> Result<()> {
        while !is_so(&self.room) {
            self.wait()?;
        }
        Ok(())
    }

    fn your_turn(&mut self) -> Result<()> {
        self.wait_until(|room| !matches!(room.phase(), Phase::Thinking { .. }))
    }

    fn moves(&self) -> usize {
        self.room.record().moves().len()
    }

    /// The stones that GNU Go sees after reading our file.
    fn stones_in_file(&self) -> Result<[Vec<Point>; 2]> {
        let file = tempfile::NamedTempFile::with_suffix(".sgf")?;
        std::fs::write(file.path(), self.room.record_with_plans().write())?;
        let mut gnugo = GtpEngine::gnugo(&[])?;
        gnugo.ask(&format!("loadsgf {}", file.path().display()))?;
        let size = self.room.position().size();
        let mut stones = |color: &str| -> Result<Vec<Point>> {
            let names = gnugo.ask(&format!("list_stones {color}"))?;
            let mut points: Vec<Point> =
                names.split_whitespace().filter_map(|name| Point::from_name(name, size)).collect();
            points.sort_by_key(|at| (at.y, at.x));
            Ok(points)
        };
        Ok([stones("black")?, stones("white")?])
    }

    /// GNU Go reads the position of the game from our file.
    fn check_file(&self) -> Result<()> {
        let board = self.room.position().board();
        let ours = Color::BOTH.map(|color| board.stones(color).collect::<Vec<Point>>());
        let theirs = self.stones_in_file()?;
        ensure!(theirs == ours, "GNU Go reads {theirs:?} from our file, not {ours:?}");
        Ok(())
    }
}

const BOTH_ENGINES: [Player; 2] = [Player::Engine, Player::Engine];

/// GNU Go against itself: our rules allow every move it makes, and count as it does.
fn whole_game(size: u32) -> Result<()> {
    let mut table = Table::new(size, 0, BOTH_ENGINES)?;
    table.wait_until(|room| match room.phase() {
        Phase::Counting(counting) => counting.querying_since().is_none(),
        phase => matches!(phase, Phase::Over(_)),
    })?;
    ensure!(table.failures.is_empty(), "{:?}", table.failures);
    if let Some((counting, _, score)) = table.room.count() {
        let machine = counting.engine_score().context("GNU Go gave no score")?;
        println!("{size}: {} moves, we say {}, GNU Go {machine}", table.moves(), score.outcome());
        ensure!(score.outcome() == machine, "we say {}, GNU Go {machine}", score.outcome());
        table.input(Input::Accept)?;
    }
    ensure!(table.room.is_over());
    table.check_file()
}

#[test]
fn a_whole_game_on_nine_lines() -> Result<()> {
    whole_game(9)
}

#[test]
fn a_whole_game_on_thirteen_lines() -> Result<()> {
    whole_game(13)
}

#[test]
fn a_whole_game_on_nineteen_lines() -> Result<()> {
    whole_game(19)
}

#[test]
fn moves_are_taken_back_and_played_differently() -> Result<()> {
    let mut table = Table::new(9, 0, [Player::Human, Player::Engine])?;
    let size = table.room.position().size();
    let point = |name| Point::from_name(name, size).map(Move::Place).context("a point");
    for name in ["E5", "C7"] {
        table.input(Input::Play(point(name)?))?;
        table.your_turn()?;
    }
    ensure!(table.moves() == 4);
    table.input(Input::Undo)?;
    table.input(Input::Undo)?;
    ensure!(table.moves() == 0);
    table.input(Input::Play(point("G7")?))?;
    table.your_turn()?;
    ensure!(table.moves() == 2);
    ensure!(table.conversation.transcript().any(|line| line.text == "undo"), "the engine itself went back");
    let file = String::from_utf8(table.room.record_with_plans().write())?;
    ensure!(file.contains("(;B[gc]") && file.contains("(;B[ee]"), "{file}");
    let at = table.room.live();
    table.input(Input::Plan { at, mv: point("J9")? })?;
    // A plan after the end is not part of the game.
    table.check_file()
}

#[test]
fn the_engine_is_stopped_in_the_middle_of_thinking_and_asked_again() -> Result<()> {
    let mut table = Table::new(9, 0, [Player::Human, Player::Engine])?;
    table.input(Input::Play(Move::Place(Point::new(4, 4))))?;
    table.input(Input::Stop)?;
    ensure!(matches!(table.room.phase(), Phase::Stuck { .. }));
    table.input(Input::Retry)?;
    table.your_turn()?;
    ensure!(table.moves() == 2, "{:?}", table.room.phase());
    Ok(())
}

#[test]
fn white_begins_after_a_handicap() -> Result<()> {
    let mut table = Table::new(9, 4, [Player::Human, Player::Engine])?;
    table.your_turn()?;
    let board = table.room.position().board();
    ensure!((board.count(Color::Black), board.count(Color::White)) == (4, 1));
    ensure!(table.conversation.transcript().any(|line| line.text.starts_with("set_free_handicap")));
    table.check_file()
}

#[test]
fn passing_at_once_is_counted_with_komi_alone() -> Result<()> {
    let mut table = Table::new(9, 0, [Player::Human, Player::Engine])?;
    table.input(Input::Count)?;
    table.wait_until(
        |room| matches!(room.phase(), Phase::Counting(counting) if counting.querying_since().is_none()),
    )?;
    table.input(Input::Accept)?;
    let file = String::from_utf8(table.room.record_with_plans().write())?;
    ensure!(file.contains("RE[W+6.5]"), "{file}");
    Ok(())
}
