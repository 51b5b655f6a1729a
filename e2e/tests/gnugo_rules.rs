//! Random games, position by position, against GNU Go: the same stones after every move, the same moves legal.
//! TABIYA_GNUGO_GAMES sets how many (default 1,000).

use std::collections::BTreeMap;
use std::env;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::ops::RangeInclusive;
use std::process::{ChildStdout, Command, Stdio};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use anyhow::{Context, Result, bail, ensure};
use e2e::KillOnDrop;
use fastrand::Rng;
use rules::go::{Color, Illegal, Move, Point, Position, Rules, Size, handicap_points};

#[test]
fn a_thousand_games_are_played_the_same() -> Result<()> {
    let refusals = play_and_compare(&[], Rules::JAPANESE, 5..=19, games(1000))?;
    saw(&refusals, |at| Illegal::Suicide { at })?;
    saw(&refusals, |at| Illegal::Ko { at })
}

#[test]
fn positional_superko_refuses_the_same_moves() -> Result<()> {
    let refusals = play_and_compare(&["--positional-superko"], Rules::CHINESE, 2..=5, games(400))?;
    saw(&refusals, |at| Illegal::Superko { at })
}

#[test]
fn situational_superko_refuses_the_same_moves() -> Result<()> {
    let refusals = play_and_compare(&["--situational-superko"], Rules::AGA, 2..=5, games(400))?;
    saw(&refusals, |at| Illegal::Superko { at })
}

// Superko and suicide are not tried together: after a suicide of one stone and a pass, GNU Go allows it again.
#[test]
fn suicide_removes_the_same_stones() -> Result<()> {
    let rules = Rules { suicide: true, ..Rules::JAPANESE };
    let refusals = play_and_compare(&["--allow-all-suicide"], rules, 2..=9, games(400))?;
    ensure!(!refusals.contains_key(&Illegal::Suicide { at: Point::new(0, 0) }.to_string()));
    Ok(())
}

fn saw(refusals: &Refusals, illegal: fn(Point) -> Illegal) -> Result<()> {
    let kind = illegal(Point::new(0, 0)).to_string();
    ensure!(refusals.contains_key(&kind), "these games never had the case: {kind}");
    Ok(())
}

#[test]
fn handicap_stones_go_to_the_same_points() -> Result<()> {
    let mut talk = String::new();
    let mut expected = Vec::new();
    for lines in 5..=19 {
        let size = Size::square(lines)?;
        for stones in 2..=9 {
            talk += &format!("boardsize {lines}\nclear_board\nfixed_handicap {stones}\n");
            expected.push((size, stones, handicap_points(size, stones)));
        }
    }
    let mut engine = Engine::start(&[])?;
    let mut input = engine.process.0.stdin.take().context("GNU Go has no input")?;
    let writer = thread::spawn(move || input.write_all(talk.as_bytes()));
    for (size, stones, points) in expected {
        for ready in [engine.answer()?, engine.answer()?] {
            ensure!(ready.is_ok(), "GNU Go does not support boards of {} lines", size.width());
        }
        let theirs =
            engine.answer()?.map(|answer| answer.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let ours = points.map(|points| points.iter().map(|at| at.name(size)).collect::<Vec<_>>());
        ensure!(ours == theirs.ok(), "{stones} stones on {} lines", size.width());
    }
    writer.join().ok().context("the writer failed")??;
    Ok(())
}

/// The requested number of games, scaled from the default.
fn games(usual: u64) -> u64 {
    let asked = env::var("TABIYA_GNUGO_GAMES").ok().and_then(|n| n.parse::<u64>().ok());
    asked.map_or(usual, |asked| (usual * asked).div_ceil(1000))
}

type Refusals = BTreeMap<String, usize>;

/// The expected answer of GNU Go to a command, and the point in the game.
struct Expected {
    game: u64,
    number: usize,
    command: String,
    answer: Answer,
}

enum Answer {
    Anything,
    /// In reading order.
    Stones(String),
    Legal(bool),
}

/// Also returns how often each kind of move was refused by both.
fn play_and_compare(
    flags: &[&str],
    rules: Rules,
    lines: RangeInclusive<u32>,
    games: u64,
) -> Result<Refusals> {
    let mut engine = Engine::start(flags)?;
    let input = engine.process.0.stdin.take().context("GNU Go has no input")?;
    let (sender, answers) = sync_channel(10_000);
    let writer = thread::spawn(move || {
        let mut script =
            Script { input: BufWriter::new(input), sender, game: 0, number: 0, refusals: Refusals::new() };
        for game in 0..games {
            script.game = game;
            script.play(rules, lines.clone())?;
        }
        script.input.flush().context("GNU Go stopped listening")?;
        Ok::<_, anyhow::Error>(script.refusals)
    });
    let mut positions = 0;
    for expected in answers {
        positions += usize::from(matches!(expected.answer, Answer::Stones(_)));
        let answer = engine.answer()?;
        check(&expected, &answer).with_context(|| {
            format!("game {} after {} moves: {}", expected.game, expected.number, expected.command)
        })?;
    }
    let refusals = writer.join().ok().context("the writer failed")??;
    println!("{games} games, {} positions, refused: {refusals:?}", positions / 2);
    Ok(refusals)
}

fn check(expected: &Expected, answer: &Result<String, String>) -> Result<()> {
    let answer = answer.as_ref().map_err(|refusal| anyhow::anyhow!("GNU Go refuses: {refusal}"))?;
    match &expected.answer {
        Answer::Anything => {}
        Answer::Legal(legal) => ensure!((answer == "1") == *legal, "GNU Go says {answer}"),
        Answer::Stones(ours) => ensure!(answer == ours.trim_end(), "GNU Go has {answer}, we {ours}"),
    }
    Ok(())
}

/// Plays games by our rules and sends the moves to GNU Go.
struct Script {
    input: BufWriter<std::process::ChildStdin>,
    sender: SyncSender<Expected>,
    game: u64,
    number: usize,
    refusals: Refusals,
}

impl Script {
    fn play(&mut self, rules: Rules, lines: RangeInclusive<u32>) -> Result<()> {
        // The same games on every machine.
        let mut dice = Rng::with_seed(self.game.wrapping_add(1));
        let side = lines.start() + dice.u32(..=lines.end() - lines.start());
        let size = Size::square(side)?;
        let mut position = Position::new(size).with_rules(rules);
        self.number = 0;
        self.send(format!("boardsize {side}"), Answer::Anything)?;
        self.send("clear_board".into(), Answer::Anything)?;
        while self.number < size.area() * 3 / 2 + 20 && position.passes() < 3 {
            let color = position.to_play();
            self.ask_legal(&position, color, position.ko())?;
            let (mv, next) = self.choose(&position, &mut dice)?;
            let vertex = match mv {
                Move::Place(at) => at.name(size),
                Move::Pass => "pass".into(),
            };
            self.number += 1;
            self.send(format!("play {} {vertex}", word(color)), Answer::Anything)?;
            for color in Color::BOTH {
                let stones = next.board().stones(color).map(|at| at.name(size) + " ").collect();
                self.send(format!("list_stones {}", word(color)), Answer::Stones(stones))?;
            }
            position = next;
        }
        Ok(())
    }

    /// A random legal move, captures first half of the time; moves refused on the way are asked about.
    fn choose(&mut self, position: &Position, dice: &mut Rng) -> Result<(Move, Position)> {
        let (size, color) = (position.size(), position.to_play());
        let eager = dice.bool();
        for tried in 0..12 {
            let at = Point::new(dice.u8(..size.width()), dice.u8(..size.height()));
            if eager && tried < 8 && position.captured_by(color, at).is_empty() {
                continue;
            }
            match position.play(Move::Place(at)) {
                Ok(next) => return Ok((Move::Place(at), next)),
                Err(Illegal::OffBoard { .. }) => bail!("a point of the board is reported as off it"),
                // Nearly all are of this kind and the least interesting.
                Err(Illegal::Occupied { .. }) if dice.u8(..16) > 0 => {}
                Err(_) => self.ask_legal(position, color, Some(at))?,
            }
        }
        Ok((Move::Pass, position.pass(color)))
    }

    fn ask_legal(&mut self, position: &Position, color: Color, at: Option<Point>) -> Result<()> {
        let Some(at) = at else { return Ok(()) };
        let refused = position.play_as(color, Move::Place(at)).err();
        if let Some(illegal) = refused {
            *self.refusals.entry(illegal.to_string()).or_default() += 1;
        }
        let question = format!("is_legal {} {}", word(color), at.name(position.size()));
        self.send(question, Answer::Legal(refused.is_none()))
    }

    fn send(&mut self, command: String, answer: Answer) -> Result<()> {
        writeln!(self.input, "{command}")?;
        let expected = Expected { game: self.game, number: self.number, command, answer };
        self.sender.send(expected).ok().context("nobody reads the answers any more")
    }
}

fn word(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

struct Engine {
    process: KillOnDrop,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(flags: &[&str]) -> Result<Engine> {
        let gnugo =
            e2e::program("gnugo").context("no gnugo: `cargo xtask setup` or `apt-get install gnugo`")?;
        let mut process = Command::new(gnugo)
            .args(["--mode", "gtp"])
            .args(flags)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map(KillOnDrop)?;
        let output = BufReader::new(process.0.stdout.take().context("GNU Go has no output")?);
        Ok(Engine { process, output })
    }

    /// The next answer, or the engine's reason for refusing.
    fn answer(&mut self) -> Result<Result<String, String>> {
        let mut text = String::new();
        loop {
            let mut line = String::new();
            ensure!(self.output.read_line(&mut line)? > 0, "GNU Go ended");
            if line.trim().is_empty() {
                break;
            }
            text += &line;
        }
        let rest = |mark: char| text.strip_prefix(mark).map(|rest| rest.trim().to_owned());
        match (rest('='), rest('?')) {
            (Some(answer), _) => Ok(Ok(answer)),
            (_, Some(refusal)) => Ok(Err(refusal)),
            _ => bail!("GNU Go says {text:?}"),
        }
    }
}
