//! Backgammon matches through GNU Backgammon, or by the analysis in the file.

use analysis::performance_rating;
use flashcards::{Errors, MatchReview, PlayerErrors};
use i18n::{folded, visible_line};
use indicatif::ProgressStyle;
use record::backgammon::{MatchFile, Players};
use rules::backgammon::{Notation, Side};
use serde_json::{Value, json};
use server::review::MatchAnalyst;
use std::fmt::Write as _;
use std::sync::atomic::Ordering;

use super::players::unknown;
use super::{ReviewArgs, store};
use crate::failure::Failure;
use crate::interrupt::listen;
use crate::output;
use crate::record::Input;

/// How many of the worst decisions are printed.
const WORST: usize = 10;

pub fn review(args: &ReviewArgs, input: &Input) -> Result<(), Failure> {
    let read = |bytes: &[u8]| MatchFile::read(bytes).map_err(|error| input.failure(error.to_string()));
    let mut file = read(&input.bytes)?;
    let mut review = MatchReview::of(&file);
    if file.xg().is_some() {
        check_xg(args, input, &review)?;
    } else if review.unanalysed > 0 || args.again {
        file = read(&analysed(args, input)?)?;
        review = MatchReview::of(&file);
    }
    let only = chosen(args, input, &review)?;
    for problem in &review.problems {
        output::report(format!("{}: {problem}", visible_line(&input.name)));
    }
    match args.json {
        true => output::print_json(&document(&input.name, &review, only))?,
        false => output::print(&text(&input.name, &review, only))?,
    }
    if let Some(path) = &args.output {
        crate::record::write(Some(path), &file.write())?;
    }
    Ok(())
}

/// A file of eXtreme Gammon has the analysis of that program; gnubg cannot read it.
fn check_xg(args: &ReviewArgs, input: &Input, review: &MatchReview) -> Result<(), Failure> {
    if !review.has_analysis() && review.unanalysed > 0 {
        return Err(input.failure(
            "eXtreme Gammon has not analysed this match. Analyse it there, or export it as text (.mat): GNU \
             Backgammon analyses that"
                .to_owned(),
        ));
    }
    if args.again {
        return Err(input.failure(
            "--again: GNU Backgammon cannot read files of eXtreme Gammon. Export the match as text (.mat)"
                .to_owned(),
        ));
    }
    if args.output.is_some() {
        let what = "-o: files of eXtreme Gammon are never written, and the analysis is in the file";
        return Err(input.failure(what.to_owned()));
    }
    Ok(())
}

/// The match with gnubg's analysis, from the store if it was analysed before.
fn analysed(args: &ReviewArgs, input: &Input) -> Result<Vec<u8>, Failure> {
    let named = args.engine.as_ref().map(|command| command.program()).unwrap_or_default();
    let analyst =
        MatchAnalyst::find(&named, args.plies).map_err(|error| Failure::Message(error.to_string()))?;
    let (store, problem) = store::open();
    problem.into_iter().for_each(output::report);
    let stop = listen()?;
    let bar = indicatif::ProgressBar::new(0);
    bar.set_message("gnubg is analysing the match");
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} game {pos} of {len}") {
        bar.set_style(style);
    }
    let mut on_progress = |done: usize, games: usize| {
        bar.set_length(games as u64);
        bar.set_position(done as u64);
        !stop.load(Ordering::Relaxed)
    };
    let analysed = analyst.analyse(&input.bytes, &store, &mut on_progress);
    bar.finish_and_clear();
    let analysed = analysed.map_err(|why| input.failure(why.to_string()))?;
    if let Some(error) = analysed.not_stored {
        output::report(format!("the analysis is not stored: {error}"));
    }
    Ok(analysed.sgf)
}

/// The side of the wanted player.
fn chosen(args: &ReviewArgs, input: &Input, review: &MatchReview) -> Result<Option<Side>, Failure> {
    let Some(wanted) = &args.player else { return Ok(None) };
    let sides = [Side::Bottom, Side::Top];
    let is_wanted = |players: &Players, side: Side| folded(players.of(side)).contains(&folded(wanted));
    let found =
        review.games.first().and_then(|game| sides.into_iter().find(|side| is_wanted(&game.players, *side)));
    let names = || review.games.iter().flat_map(|game| sides.map(|side| game.players.of(side).to_owned()));
    found.map(Some).ok_or_else(|| unknown(input, wanted, names()))
}

fn text(file: &str, review: &MatchReview, only: Option<Side>) -> String {
    let by = format!("{} {}", review.source.program, review.source.version);
    let mut text = format!("{}\nby {}\n\n", visible_line(file), visible_line(by.trim()));
    text.push_str(
        "                                 PR  error rate    checker (lost)        cube (lost)     luck\n",
    );
    let total = review.total();
    for (number, game) in review.games.iter().enumerate() {
        let name = format!("game {} at {}–{}", number + 1, game.score.bottom, game.score.top);
        rows(&mut text, &name, &game.players, &game.errors, only);
    }
    if let Some(game) = review.games.first().filter(|_| review.games.len() > 1) {
        rows(&mut text, "all games", &game.players, &total, only);
    }
    let mistakes: Vec<_> = review
        .mistakes
        .iter()
        .filter(|mistake| only.is_none_or(|side| mistake.decision.position.to_act() == side))
        .collect();
    text.push_str(if mistakes.is_empty() {
        "\nNo mistakes were found.\n"
    } else {
        "\nThe worst decisions\n"
    });
    for mistake in mistakes.into_iter().take(WORST) {
        let decision = &mistake.decision;
        let player = decision.players.of(decision.position.to_act());
        let played = decision.played().map_or("", |choice| &choice.label);
        let best = decision.best().map_or("", |choice| &choice.label);
        let id = decision.position.write(Notation::Xgid).text;
        let _ = writeln!(
            text,
            "  game {}: {} played {played}, better {best}  −{:.3}\n    {id}",
            mistake.game + 1,
            visible_line(player),
            mistake.lost
        );
    }
    text
}

fn rows(text: &mut String, name: &str, players: &Players, errors: &[PlayerErrors; 2], only: Option<Side>) {
    for (side, errors) in [Side::Bottom, Side::Top].into_iter().zip(errors) {
        if only.is_some_and(|only| only != side) {
            continue;
        }
        let all = errors.all();
        let part = |errors: Errors| format!("{:>4} (−{:.3})", errors.decisions, errors.lost);
        let pr = rating(all).map_or("–".to_owned(), |rating| format!("{rating:.2}"));
        let rate = rating(all).map_or("–".to_owned(), |rating| format!("{:.1}", 2.0 * rating));
        let luck = errors.luck.map_or("–".to_owned(), |luck| format!("{luck:+.3}"));
        let who = format!("{name}  {}", visible_line(players.of(side)));
        let (checker, cube) = (part(errors.checker), part(errors.cube));
        let _ = writeln!(text, "{who:<28} {pr:>6}  {rate:>10}  {checker:>16}  {cube:>17}  {luck:>7}");
    }
}

fn rating(errors: Errors) -> Option<f32> {
    performance_rating(errors.lost as f32, errors.decisions)
}

fn document(file: &str, review: &MatchReview, only: Option<Side>) -> Value {
    let player = |name: &str, errors: &PlayerErrors| {
        let part = |errors: Errors| json!({ "decisions": errors.decisions, "lost": errors.lost, "pr": rating(errors) });
        json!({
            "name": name, "pr": rating(errors.all()), "checker": part(errors.checker), "cube": part(errors.cube),
            "luck": errors.luck,
        })
    };
    let both = |players: &Players, errors: &[PlayerErrors; 2]| {
        let [bottom, top] = errors;
        json!([player(&players.bottom, bottom), player(&players.top, top)])
    };
    let games = review.games.iter().map(|game| {
        json!({ "score": [game.score.bottom, game.score.top], "players": both(&game.players, &game.errors) })
    });
    let mistakes = review
        .mistakes
        .iter()
        .filter(|mistake| only.is_none_or(|side| mistake.decision.position.to_act() == side));
    let mistakes = mistakes.map(|mistake| {
        let decision = &mistake.decision;
        json!({
            "game": mistake.game + 1, "player": decision.players.of(decision.position.to_act()),
            "played": decision.played().map(|choice| &choice.label), "best": decision.best().map(|choice| &choice.label),
            "lost": mistake.lost, "xgid": decision.position.write(Notation::Xgid).text,
        })
    });
    let total = review.games.first().map(|game| both(&game.players, &review.total()));
    json!({
        "file": file, "kind": "backgammon", "total": total, "games": games.collect::<Vec<_>>(),
        "mistakes": mistakes.collect::<Vec<_>>(),
    })
}
