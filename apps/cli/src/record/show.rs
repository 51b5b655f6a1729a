//! `tabiya show`: prints a record.

use std::fmt::Write as _;
use std::io::{self, BufWriter, Write as _};

use clap::Args;
use record::GameRecord;
use record::go::{FIELDS, GoRecord};
use record::pgn::Pgn;
use record::sgf::{Collection, GameKind, Warning};
use rules::go::Move;

use super::input::Input;
use super::{FileArg, NodeArgs, backgammon, chess, json};
use crate::failure::Failure;

#[derive(Args)]
pub struct ShowArgs {
    /// Game record; - reads standard input
    file: FileArg,
    /// Print the whole tree as one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    node: NodeArgs,
}

pub fn show(args: &ShowArgs) -> Result<(), Failure> {
    let input = Input::read(&args.file)?;
    if input.is_match() {
        return super::input::write(None, match_text(args, &input)?.as_bytes());
    }
    if input.is_pgn() {
        return show_chess(args, input);
    }
    super::input::write(None, sgf_text(args, &input)?.as_bytes())
}

fn show_chess(args: &ShowArgs, input: Input) -> Result<(), Failure> {
    if args.node.at.is_some() {
        let (game, node) = args.node.find_chess(&input)?;
        let text = chess::board(&game, node).map_err(|why| input.failure(why))?;
        return super::input::write(None, text.as_bytes());
    }
    let file = Pgn::read(input.bytes);
    if args.json {
        return super::input::write(None, format!("{:#}\n", chess::document(&file)).as_bytes());
    }
    let mut out = BufWriter::new(io::stdout().lock());
    for text in chess::everything(&file) {
        out.write_all(text.as_bytes())?;
    }
    Ok(out.flush()?)
}

fn match_text(args: &ShowArgs, input: &Input) -> Result<String, Failure> {
    Ok(if args.json {
        format!("{:#}\n", backgammon::document(&input.match_file()?))
    } else if args.node.at.is_some() {
        backgammon::board(&args.node.find_match(input)?)
    } else {
        backgammon::everything(&input.match_file()?)
    })
}

fn sgf_text(args: &ShowArgs, input: &Input) -> Result<String, Failure> {
    Ok(if args.json {
        let file = input.sgf()?;
        let warnings = record::go::check(&file);
        format!("{:#}\n", json::document(&file, &warnings))
    } else if args.node.at.is_some() {
        board(&args.node.find(input)?)
    } else {
        let file = input.sgf()?;
        let warnings = record::go::check(&file);
        everything(&file, &warnings)
    })
}

fn everything(file: &Collection, warnings: &[Warning]) -> String {
    let several = file.games().len() > 1;
    let mut text = String::new();
    for number in 0..file.games().len() {
        if several {
            let _ = writeln!(text, "Game {}", number + 1);
        }
        let record = GoRecord::open(file.clone(), number);
        text += &info(&record);
        text += &match file.kind(record.root()) {
            GameKind::Go => moves(&record),
            GameKind::Backgammon | GameKind::Other(_) => raw_nodes(&record),
        };
        text.push('\n');
    }
    for warning in warnings {
        let _ = writeln!(text, "warning: {warning}");
    }
    text
}

fn info(record: &GoRecord) -> String {
    let mut text = String::new();
    for field in FIELDS.iter().filter(|field| field.property != "SZ") {
        if let Some(value) = record.info(*field) {
            let _ =
                writeln!(text, "{:16} {}", field.label, value.trim().replace('\n', "\n                 "));
        }
    }
    let nodes = record.tree().preorder(record.root()).count();
    let _ = writeln!(text, "{:16} {nodes}", "Nodes");
    text
}

/// The properties of every node, for games other than Go.
fn raw_nodes(record: &GoRecord) -> String {
    let properties = |node| {
        let all = record.properties(node).into_iter();
        all.map(|(name, values)| values.iter().fold(name, |text, value| format!("{text}[{value}]")))
    };
    let nodes = record.tree().preorder(record.root());
    nodes.map(|node| format!("  {}\n", properties(node).collect::<Vec<_>>().join(" "))).collect()
}

fn moves(record: &GoRecord) -> String {
    let size = record.size();
    let mut text = format!("{:16} {} by {}\n", "Board", size.width(), size.height());
    let mut end = record.clone();
    while let Some(next) = end.tree().first_child(end.here()) {
        end.go_to(next);
    }
    let moves = end.moves();
    let _ = writeln!(text, "{:16} {}", "Moves", moves.len());
    let names = moves.iter().map(|(number, color, mv, _)| {
        let point = match mv {
            Move::Place(at) => at.name(size),
            Move::Pass => "pass".to_owned(),
        };
        format!("{number}. {} {point}", color.letter())
    });
    text + &columns(names)
}

/// Five to a line, in aligned columns.
fn columns(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    let lines = words.chunks(5).map(|five| {
        let line: String = five.iter().map(|word| format!("{word:14}")).collect();
        format!("  {}\n", line.trim_end())
    });
    lines.collect()
}

/// The board at the cursor, with the last move, the side to play and the comment.
fn board(record: &GoRecord) -> String {
    let state = record.state();
    let last = match state.last_move {
        Some((_, Move::Place(at))) => Some(at),
        _ => None,
    };
    let mut text = diagram::go::board_text(record.position().board(), last);
    if let Some((color, mv)) = state.last_move {
        let point = match mv {
            Move::Place(at) => at.name(record.size()),
            Move::Pass => "pass".to_owned(),
        };
        let _ = writeln!(text, "Move {}: {} {point}", state.number, color.letter());
    }
    let prisoners = |color| record.position().prisoners(color);
    let _ = writeln!(text, "To play: {}", record.to_play().letter());
    let _ = writeln!(
        text,
        "Prisoners: Black {}, White {}",
        prisoners(rules::go::Color::Black),
        prisoners(rules::go::Color::White)
    );
    if let Some(comment) = record.remarks().comment {
        let _ = writeln!(text, "\n{comment}");
    }
    text
}
