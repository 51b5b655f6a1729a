//! `tabiya id`: a position in all three notations and as fields.

use std::fmt::Write;
use std::io::{self, Read};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use rules::backgammon::{BAR, IdError, Lost, Notation, Position, Read as ReadId, Side, Stage, Stake};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::output;

#[derive(Args)]
pub struct IdArgs {
    /// An XGID, OGID or GNUID; - reads one per line from standard input
    #[arg(allow_hyphen_values = true)]
    id: String,
    /// Print only this notation
    #[arg(long, value_enum, value_name = "NOTATION")]
    to: Option<To>,
    /// Print one JSON document
    #[arg(long, conflicts_with = "to")]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum To {
    Xgid,
    Ogid,
    Gnuid,
}

impl To {
    fn notation(self) -> Notation {
        match self {
            To::Xgid => Notation::Xgid,
            To::Ogid => Notation::Ogid,
            To::Gnuid => Notation::Gnuid,
        }
    }
}

/// The exit code is a failure if anything could not be read.
pub fn id(args: &IdArgs) -> Result<ExitCode, Failure> {
    let several = args.id == "-";
    let (name, text) = if several {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text)?;
        ("-", text)
    } else {
        ("ID", args.id.clone())
    };
    let lines: Vec<(usize, &str)> =
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).collect();
    if lines.is_empty() {
        let what = "there is no position ID: expected an XGID, OGID or GNUID".to_owned();
        return Err(Failure::Record { name: name.to_owned(), what });
    }
    let mut found = Vec::new();
    for (n, line) in &lines {
        match Position::read(line) {
            Ok(read) => found.push(read),
            // The other lines are still read.
            Err(error) => output::report(misread(name, n + 1, line, &error)),
        }
    }
    print(args, several, &found)?;
    Ok(if found.len() == lines.len() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print(args: &IdArgs, several: bool, found: &[ReadId]) -> io::Result<()> {
    let text = match args.to {
        Some(to) => found.iter().map(|found| single_notation(found, to.notation())).collect(),
        None if args.json && several => {
            return output::print_json(&found.iter().map(document).collect::<Vec<_>>());
        }
        None if args.json => {
            return found.iter().map(document).try_for_each(|each| output::print_json(&each));
        }
        None => found.iter().map(full_text).collect::<Vec<_>>().join("\n"),
    };
    output::print(&text)
}

fn misread(name: &str, line: usize, text: &str, error: &IdError) -> Failure {
    Failure::Record { name: format!("{name}:{line}:{}", error.column_in(text)), what: error.to_string() }
}

/// One notation, for scripts; what it cannot express is a warning on stderr.
fn single_notation(found: &ReadId, notation: Notation) -> String {
    let written = found.position.write(notation);
    for lost in found.lost.iter().chain(&written.lost) {
        output::report(format!("warning: {} cannot express {lost}", notation.name()));
    }
    format!("{}\n", written.text)
}

fn full_text(found: &ReadId) -> String {
    let position = &found.position;
    let mut text = String::new();
    for notation in Notation::ALL {
        let written = position.write(notation);
        let _ = writeln!(text, "{:12} {}", notation.name(), written.text);
        for lost in written.lost {
            let _ = writeln!(text, "{:12} without {lost}", "");
        }
    }
    for lost in &found.lost {
        let _ = writeln!(text, "{:12} {lost}, which only the notation it came from can express", "");
    }
    let _ = writeln!(text, "{:12} {}", "To act", action_to_take(position));
    let cube = position.cube;
    let owner = cube.owner.map_or("in the middle".to_owned(), |owner| format!("owned by the {owner} player"));
    let _ = writeln!(text, "{:12} {}, {owner}", "Cube", cube.value());
    let _ = writeln!(text, "{:12} bottom {}, top {}", "Score", position.score.bottom, position.score.top);
    let _ = writeln!(text, "{:12} {}", "Playing", stake(position.stake));
    for side in [Side::Bottom, Side::Top] {
        let label = if side == Side::Bottom { "Bottom" } else { "Top" };
        let _ = writeln!(text, "{label:12} {}", checkers(position, side));
    }
    text
}

fn action_to_take(position: &Position) -> String {
    let side = position.to_act();
    match position.stage {
        Stage::OnRoll => format!("the {side} player rolls or doubles"),
        Stage::Rolled(dice) => format!("the {side} player plays {dice}"),
        Stage::Doubled => format!("the {side} player takes or passes"),
        Stage::Beavered => format!("the {side} player answers a beaver"),
        Stage::Raccooned => format!("the {side} player answers a raccoon"),
    }
}

fn stake(stake: Stake) -> String {
    match stake {
        Stake::Match { length, crawford: true } => format!("a match to {length}, Crawford game"),
        Stake::Match { length, .. } => format!("a match to {length}"),
        Stake::Money { jacoby, beavers } => {
            let rules = [(jacoby, "Jacoby"), (beavers, "beavers")];
            let rules: Vec<&str> = rules.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect();
            if rules.is_empty() { "for money".into() } else { format!("for money, {}", rules.join(", ")) }
        }
    }
}

/// `167 pips: 24×2 13×5 8×3 6×5`, in the player's own numbering.
fn checkers(position: &Position, side: Side) -> String {
    let board = &position.board;
    let mut words = vec![format!("{} pips:", board.pips(side))];
    for point in (1..=BAR).rev() {
        let count = board.count(side, point);
        let name = if point == BAR { "bar".to_owned() } else { point.to_string() };
        words.extend((count > 0).then(|| format!("{name}×{count}")));
    }
    let off = board.off(side);
    words.extend((off > 0).then(|| format!("off×{off}")));
    words.join(" ")
}

fn document(found: &ReadId) -> Value {
    let position = &found.position;
    let written = Notation::ALL.map(|notation| (notation, position.write(notation)));
    let id = |n: usize| written.get(n).map_or("", |(_, written)| &written.text);
    let lost = |lost: &[Lost]| lost.iter().map(ToString::to_string).collect::<Vec<_>>();
    let missing: serde_json::Map<String, Value> = written
        .iter()
        .map(|(notation, written)| (notation.name().to_lowercase(), json!(lost(&written.lost))))
        .collect();
    let both = |of: &dyn Fn(Side) -> u16| json!({ "bottom": of(Side::Bottom), "top": of(Side::Top) });
    let (length, crawford, jacoby, beavers) = match position.stake {
        Stake::Match { length, crawford } => (length, crawford, false, false),
        Stake::Money { jacoby, beavers } => (0, false, jacoby, beavers),
    };
    json!({
        "xgid": id(0), "ogid": id(1), "gnuid": id(2),
        "points": position.board.points(),
        "turn": position.turn.to_string(), "to_act": position.to_act().to_string(), "stage": stage(position.stage),
        "dice": position.dice().map(|dice| [dice.high(), dice.low()]),
        "cube": { "value": position.cube.value(), "owner": position.cube.owner.map(|owner| owner.to_string()) },
        "cube_limit": 1u32 << position.cube_limit,
        "score": both(&|side| position.score.of(side)),
        "match_length": length, "crawford": crawford, "jacoby": jacoby, "beavers": beavers,
        "pips": both(&|side| position.board.pips(side)),
        "off": both(&|side| u16::from(position.board.off(side))),
        "unread": lost(&found.lost),
        "lost": missing,
    })
}

fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::OnRoll => "on roll",
        Stage::Rolled(_) => "rolled",
        Stage::Doubled => "doubled",
        Stage::Beavered => "beavered",
        Stage::Raccooned => "raccooned",
    }
}
