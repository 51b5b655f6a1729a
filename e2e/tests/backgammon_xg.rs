//! Files of real players, saved by eXtreme Gammon: everything in them is read, the replayed positions are the stored
//! ones, and the sums of the errors are those that XG reports.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use e2e::{Studio, corpus, corpus_files};
use flashcards::{DecisionKind, MatchReview, read};
use record::backgammon::xg::{Record, XgFile};
use record::backgammon::{Location, MatchFile};
use rules::backgammon::Side;

fn file(name: &str) -> Result<Option<(Vec<u8>, MatchFile)>> {
    let Some(folder) = corpus("backgammon/xg")? else { return Ok(None) };
    let bytes = std::fs::read(folder.join(name)).with_context(|| name.to_owned())?;
    let file = MatchFile::read(&bytes)?;
    Ok(Some((bytes, file)))
}

fn xg(file: &MatchFile) -> Result<&XgFile> {
    file.xg().context("the file is not eXtreme Gammon's")
}

const IMPORTED: &str = "charlot1-charlot2_7p_2025-11-08-2305.xg";
const COMMENTED: &str = "match_with_comment.xg";

/// Per player: checker errors, doubling errors, take errors.
fn errors(xg: &XgFile) -> [[f64; 2]; 3] {
    let mut sums = [[0.0; 2]; 3];
    let number = |side: Side| usize::from(side == Side::Top);
    for record in xg.records() {
        match record {
            Record::Checker(checker) => sums[0][number(checker.mover)] += checker.error.unwrap_or(0.0),
            Record::Cube(cube) => {
                sums[1][number(cube.on_roll)] += cube.doubling_error.unwrap_or(0.0);
                sums[2][number(cube.on_roll.other())] += cube.take_error.unwrap_or(0.0);
            }
            _ => {}
        }
    }
    sums
}

fn is_close(found: f64, expected: f64) -> bool {
    (found - expected).abs() < 0.00006
}

#[test]
fn every_file_is_read_without_a_problem_and_comes_back() -> Result<()> {
    let files = corpus_files("backgammon/xg", "xg")?.into_iter().chain(corpus_files("backgammon/xg", "xgp")?);
    for path in files.collect::<Vec<PathBuf>>() {
        let bytes = std::fs::read(&path)?;
        let file = MatchFile::read(&bytes)?;
        let found: Vec<String> = file.errors().iter().map(ToString::to_string).collect();
        ensure!(found.is_empty(), "{}: {found:#?}", path.display());
        ensure!(file.write() == bytes, "{} is written differently", path.display());
        let unknown = xg(&file)?.records().iter().filter(|record| matches!(record, Record::Unknown)).count();
        ensure!(unknown == 0, "{}: {unknown} unknown records", path.display());
    }
    Ok(())
}

#[test]
fn an_imported_match_is_the_same_as_its_text() -> Result<()> {
    let Some((_, file)) = file(IMPORTED)? else { return Ok(()) };
    let Some(folder) = corpus("backgammon/xg")? else { return Ok(()) };
    let text = MatchFile::read(&std::fs::read(folder.join(IMPORTED.replace(".xg", ".mat")))?)?;
    ensure!(text.length() == file.length() && text.date() == file.date());
    // The text has the first player on the left, who is at the top in match files and at the bottom in XG.
    let swap = |side: Side| side.other();
    for (ours, theirs) in file.games().iter().zip(text.games()) {
        ensure!((&ours.players.bottom, &ours.players.top) == (&theirs.players.top, &theirs.players.bottom));
        ensure!(ours.score().bottom == theirs.score().top && ours.score().top == theirs.score().bottom);
        ensure!(
            ours.won.map(|won| (won.side, won.points)) == theirs.won.map(|won| (swap(won.side), won.points))
        );
        let told = |side: Side, action: String| format!("{side} {action}");
        let mine: Vec<String> =
            ours.actions.iter().map(|played| told(played.side, played.action.to_string())).collect();
        let other: Vec<String> =
            theirs.actions.iter().map(|played| told(swap(played.side), played.action.to_string())).collect();
        ensure!(mine == other, "{mine:#?} {other:#?}");
    }
    ensure!(file.games().len() == text.games().len());
    Ok(())
}

#[test]
fn scores_and_errors_are_those_of_the_index() -> Result<()> {
    for (name, scores, checker, doubling, counts) in [
        (IMPORTED, &[(0, 0), (0, 2), (2, 2), (6, 2)][..], [-0.0704, -0.0580], [0.0, 0.0080], (192, 189)),
        (
            COMMENTED,
            &[(0, 0), (2, 0), (3, 0), (3, 1), (3, 3), (4, 3), (4, 4), (4, 6)],
            [-0.7976, -1.0728],
            [0.2958, 0.3370],
            (184, 179),
        ),
    ] {
        let Some((_, file)) = file(name)? else { return Ok(()) };
        let found: Vec<(u16, u16)> =
            file.games().iter().map(|game| (game.score().bottom, game.score().top)).collect();
        ensure!(found == scores, "{name}: {found:?}");
        let sums = errors(xg(&file)?);
        for (found, expected) in [(sums[0], checker), (sums[1], doubling), (sums[2], [0.0, 0.0])] {
            ensure!(is_close(found[0], expected[0]) && is_close(found[1], expected[1]), "{name}: {sums:?}");
        }
        let count = |of: fn(&Record) -> bool| {
            file.xg().map_or(0, |xg| xg.records().iter().filter(|each| of(each)).count())
        };
        let (cubes, checkers) = (
            count(|record| matches!(record, Record::Cube(_))),
            count(|record| matches!(record, Record::Checker(_))),
        );
        ensure!((cubes, checkers) == counts, "{name}: {cubes} {checkers}");
    }
    Ok(())
}

#[test]
fn final_scores_levels_and_comments_are_those_of_the_index() -> Result<()> {
    let Some((_, imported)) = file(IMPORTED)? else { return Ok(()) };
    let after = imported.games().last().and_then(|game| game.score_after()).context("no result")?;
    // XG caps the score at the length of the match.
    ensure!((after.bottom.min(7), after.top) == (7, 2), "{after:?}");
    let mut levels: BTreeMap<i32, usize> = BTreeMap::new();
    for record in xg(&imported)?.records() {
        if let Record::Checker(checker) = record {
            checker.candidates.iter().for_each(|each| *levels.entry(each.level.0).or_default() += 1);
        }
    }
    ensure!(levels == BTreeMap::from([(0, 319), (1, 274), (2, 319), (3, 433), (998, 19)]), "{levels:?}");
    let Some((_, commented)) = file(COMMENTED)? else { return Ok(()) };
    let after = commented.games().last().and_then(|game| game.score_after()).context("no result")?;
    ensure!((after.bottom, after.top) == (4, 10), "{after:?}");
    let xg = xg(&commented)?;
    let checkers = (0..xg.records().len()).filter(|number| xg.checker(*number).is_some());
    let found: Vec<usize> = checkers.filter(|number| xg.comment(*number).is_some()).collect();
    ensure!(found == [7, 11], "{found:?}");
    for (number, roll) in [(7, "54"), (11, "66")] {
        let dice = xg.checker(number).and_then(|checker| checker.dice()).map(|dice| dice.to_string());
        ensure!(dice.as_deref() == Some(roll), "{number}: {dice:?}");
    }
    Ok(())
}

#[test]
fn position_files_become_the_decision_that_was_saved() -> Result<()> {
    let Some((bytes, _)) = file("Position 10.xgp")? else { return Ok(()) };
    let found = read(&bytes);
    let cubes: Vec<_> = found.decisions().collect();
    ensure!(cubes.len() == 2 && found.errors().count() == 0, "{} decisions", cubes.len());
    let equities: Vec<f64> = cubes[0].choices.iter().take(3).map(|choice| choice.equity).collect();
    ensure!(
        is_close(equities[0], 0.7554) && is_close(equities[1], 0.7488) && equities[2] == 1.0,
        "{equities:?}"
    );
    ensure!(
        is_close(cubes[0].played_loss().unwrap_or_default(), 0.0065) && cubes[1].played_loss() == Some(0.0)
    );
    ensure!(cubes[0].level() == "XG Roller+" && cubes[0].position.cube.owner.is_none());
    let Some((bytes, _)) = file("Position 11.xgp")? else { return Ok(()) };
    let found = read(&bytes);
    let plays: Vec<_> = found.decisions().collect();
    ensure!(plays.len() == 1 && found.questions().count() == 0 && found.errors().count() == 0);
    let (play, best) = (plays[0], plays[0].best().context("no best play")?);
    ensure!(play.kind == DecisionKind::Checker && play.choices.len() == 10);
    ensure!((best.label.as_str(), best.level.as_str(), best.played) == ("10/3", "4-ply", true));
    ensure!(is_close(best.equity, 0.5646), "{}", best.equity);
    ensure!((play.position.score.bottom, play.position.score.top) == (2, 3));
    ensure!((play.position.cube.value(), play.position.cube.owner) == (2, Some(Side::Top)));
    Ok(())
}

/// What XG calls an error of a player is what the decisions of Cards say.
#[test]
fn the_costs_of_all_decisions_add_up_to_the_errors() -> Result<()> {
    for name in [IMPORTED, COMMENTED] {
        let Some((bytes, file)) = file(name)? else { return Ok(()) };
        let found = read(&bytes);
        ensure!(found.errors().count() == 0, "{name}");
        let sums = errors(xg(&file)?);
        for (n, side) in Side::BOTH.into_iter().enumerate() {
            let cost = |kind: fn(&DecisionKind) -> bool| -> f64 {
                let own = found.decisions().filter(|each| kind(&each.kind) && each.position.to_act() == side);
                own.filter_map(|each| each.played_loss()).sum()
            };
            let (checker, cube) =
                (cost(|kind| *kind == DecisionKind::Checker), cost(|kind| *kind != DecisionKind::Checker));
            let (checkers, cubes) = (-sums[0][n], sums[1][n] - sums[2][n]);
            ensure!((checker - checkers).abs() < 0.0005, "{name}, {side}: plays {checker} {checkers}");
            ensure!((cube - cubes).abs() < 0.0005, "{name}, {side}: cube {cube} {cubes}");
        }
    }
    Ok(())
}

#[test]
fn any_beginning_of_a_file_is_refused_with_words() -> Result<()> {
    let Some((bytes, _)) = file(COMMENTED)? else { return Ok(()) };
    for length in (4..bytes.len()).step_by(997) {
        let found = read(&bytes[..length]);
        let errors: Vec<_> = found.errors().collect();
        ensure!(errors.len() == 1 && errors[0].location == Location::Record(0), "{length}: {errors:?}");
        ensure!(errors[0].to_string().contains("its end is missing"), "{}", errors[0]);
    }
    Ok(())
}

/// Plays that XG counts, per player.
fn counted_plays(xg: &XgFile) -> [u32; 2] {
    let mut counts = [0; 2];
    for record in xg.records() {
        if let Record::Checker(checker) = record
            && checker.is_decision
            && checker.error.is_some()
        {
            counts[usize::from(checker.mover == Side::Top)] += 1;
        }
    }
    counts
}

#[test]
fn a_review_adds_up_to_the_errors_plays_and_luck_of_the_file() -> Result<()> {
    for (name, checker, cube) in
        [(IMPORTED, [0.0704, 0.0580], [0.0, 0.0080]), (COMMENTED, [0.7976, 1.0728], [0.2958, 0.3370])]
    {
        let Some((_, file)) = file(name)? else { return Ok(()) };
        let review = MatchReview::of(&file);
        let luck = |side: Side| -> f64 {
            let of_side = |record: &Record| match record {
                Record::Checker(checker) if checker.mover == side => checker.luck,
                _ => None,
            };
            file.xg().into_iter().flat_map(XgFile::records).filter_map(of_side).sum()
        };
        for (n, side) in Side::BOTH.into_iter().enumerate() {
            let found = review.total()[n];
            ensure!(is_close(found.checker.lost, checker[n]), "{name}: {found:?}");
            ensure!(is_close(found.cube.lost, cube[n]), "{name}: {found:?}");
            ensure!(found.checker.decisions == counted_plays(xg(&file)?)[n], "{name}: {found:?}");
            ensure!(found.luck.is_some_and(|found| is_close(found, luck(side))), "{name}: {found:?}");
        }
        ensure!(review.unanalysed == 0 && review.problems.is_empty(), "{name}: {:?}", review.problems);
    }
    Ok(())
}

#[test]
fn the_command_line_reviews_a_file_of_xg_without_gnubg() -> Result<()> {
    let Some(folder) = corpus("backgammon/xg")? else { return Ok(()) };
    let run = |args: &[&str]| {
        let mut command = std::process::Command::new(Studio::binary());
        // There is no gnubg on this path, and nobody would find an engine elsewhere by this name.
        command.env("PATH", "/nowhere").args(["review", "--engine", "/no/such/gnubg"]).args(args);
        Ok::<_, anyhow::Error>(command.arg(folder.join(COMMENTED)).output()?)
    };
    let output = run(&["--json"])?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let document: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let lost = |n: usize, kind: &str| document["total"][n][kind]["lost"].as_f64().unwrap_or_default();
    ensure!(is_close(lost(0, "checker"), 0.7976) && is_close(lost(1, "cube"), 0.3370), "{document:#}");
    let again = run(&["--again"])?;
    let said = String::from_utf8_lossy(&again.stderr);
    ensure!(!again.status.success() && said.contains("Export the match as text (.mat)"), "{said}");
    Ok(())
}
