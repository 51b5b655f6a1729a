//! `tabiya show`: prints a record.

use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::Range;

use clap::Args;
use record::go::{FIELDS, GoFile, GoRecord, komi_meant};
use record::pgn::Pgn;
use record::sgf::{Collection, GameKind, Property, Warning};
use record::{GameRecord, NodeId};
use rules::go::{Move, Size};

use super::input::Input;
use super::{FileArg, NodeArgs, backgammon, chess, json};
use crate::failure::Failure;
use crate::output;

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
        show_match(args, &input)
    } else if input.is_pgn() {
        show_chess(args, input)
    } else {
        show_sgf(args, &input)
    }
}

fn show_chess(args: &ShowArgs, mut input: Input) -> Result<(), Failure> {
    if args.node.at.is_some() {
        let (game, node) = args.node.find_chess(&input)?;
        let text = chess::board(&game, node).map_err(|why| input.failure(why))?;
        return Ok(output::print(&text)?);
    }
    let file = Pgn::read(std::mem::take(&mut input.bytes));
    let games = args.node.games_of(&input, file.len())?;
    if args.json {
        return Ok(output::print_json(&chess::document(&file, games))?);
    }
    let mut out = output::stdout();
    for text in chess::everything(&file, games) {
        out.write_all(text.as_bytes())?;
    }
    Ok(out.flush()?)
}

fn show_match(args: &ShowArgs, input: &Input) -> Result<(), Failure> {
    if args.node.at.is_some() && !args.json {
        return Ok(output::print(&backgammon::board(&args.node.find_match(input)?))?);
    }
    let file = input.match_file()?;
    let games = args.node.games_of(input, file.games().len())?;
    match args.json {
        true => output::print_json(&backgammon::document(&file, games))?,
        false => output::print(&backgammon::everything(&file, games))?,
    }
    Ok(())
}

fn show_sgf(args: &ShowArgs, input: &Input) -> Result<(), Failure> {
    if args.node.at.is_some() && !args.json {
        return Ok(output::print(&board(&args.node.find(input)?))?);
    }
    let file = input.sgf()?;
    let games = args.node.games_of(input, file.games().len())?;
    // Warnings are about the file.
    let warnings = if args.node.game.is_some() { Vec::new() } else { record::go::check(&file) };
    match args.json {
        true => output::print_json(&json::document(&file, games, &warnings))?,
        false => output::print(&everything(file, games, &warnings))?,
    }
    Ok(())
}

pub fn everything(file: Collection, games: Range<usize>, warnings: &[Warning]) -> String {
    let file = GoFile(file);
    let all = file.0.games();
    let mut text = String::new();
    for (number, root) in all.iter().enumerate().filter(|(number, _)| games.contains(number)) {
        if all.len() > 1 {
            let _ = writeln!(text, "Game {}", number + 1);
        }
        text += &info(&file.0, *root);
        text += &match file.0.kind(*root) {
            GameKind::Go => moves(&file, *root),
            GameKind::Backgammon | GameKind::Other(_) => raw_nodes(&file.0, *root),
        };
        text.push('\n');
    }
    for warning in warnings {
        let _ = writeln!(text, "warning: {warning}");
    }
    text
}

fn info(file: &Collection, root: NodeId) -> String {
    let mut text = String::new();
    for field in FIELDS.iter().filter(|field| field.property != "SZ") {
        if let Some(value) = field.of(file.node(root)) {
            let meant = (field.property == "KM").then(|| komi_meant(&value)).flatten();
            let value = meant.map_or(value.clone(), |komi| format!("{value} (means {komi})"));
            let _ =
                writeln!(text, "{:16} {}", field.label, value.trim().replace('\n', "\n                 "));
        }
    }
    let nodes = file.tree().preorder(root).count();
    let _ = writeln!(text, "{:16} {nodes}", "Nodes");
    text
}

/// The properties of every node, for games other than Go.
fn raw_nodes(file: &Collection, root: NodeId) -> String {
    let property = |property: Property<'_>| {
        let values = property.values().map(|value| format!("[{}]", value.decoded()));
        property.name().to_owned() + &values.collect::<String>()
    };
    let nodes = file.tree().preorder(root).map(|node| file.node(node));
    nodes
        .map(|node| format!("  {}\n", node.properties().map(property).collect::<Vec<_>>().join(" ")))
        .collect()
}

fn moves(file: &GoFile, root: NodeId) -> String {
    let size = file.0.node(root).size();
    let names: Vec<String> = file
        .main_line_moves(root)
        .map(|(number, color, mv)| format!("{number}. {} {}", color.letter(), point(mv, size)))
        .collect();
    let board = format!("{:16} {} by {}\n", "Board", size.width(), size.height());
    format!("{board}{:16} {}\n{}", "Moves", names.len(), columns(&names))
}

fn point(mv: Option<Move>, size: Size) -> String {
    match mv {
        Some(Move::Place(at)) => at.name(size),
        Some(Move::Pass) => "pass".to_owned(),
        None => "off board".to_owned(),
    }
}

/// Five to a line, in aligned columns.
fn columns(words: &[String]) -> String {
    let lines = words.chunks(5).map(|five| {
        let line: String = five.iter().map(|word| format!("{word:<13} ")).collect();
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
    let here = record.editor().game().last_move(record.here(), record.size());
    // A node without a move shows the move before it.
    let last = here.or(state.last_move.map(|(color, mv)| (color, Some(mv))));
    if let Some((color, mv)) = last {
        let _ = writeln!(text, "Move {}: {} {}", state.number, color.letter(), point(mv, record.size()));
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
