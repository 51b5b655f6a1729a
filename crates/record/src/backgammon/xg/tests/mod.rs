mod builder;
mod damage;

use std::path::Path;

use rules::backgammon::{Side, Stake};

use self::builder::{Builder, number, race, sample};
use super::*;
use crate::backgammon::{Action, MatchFile, MatchFormat, MatchRecord, NoMatch, Win};
use crate::{GameRecord, Refusal};

fn read(builder: &Builder) -> MatchFile {
    MatchFile::read(&builder.file()).unwrap()
}

fn errors(file: &MatchFile) -> Vec<String> {
    file.errors().iter().map(ToString::to_string).collect()
}

fn actions(file: &MatchFile, game: usize) -> Vec<String> {
    file.games()[game].actions.iter().map(|played| format!("{} {}", played.side, played.action)).collect()
}

#[test]
fn a_match_has_players_games_scores_and_results() {
    let file = read(&sample());
    assert_eq!((file.format(), file.length(), file.date()), (MatchFormat::Xg, 3, "2025.12.09"));
    assert_eq!((file.tag("Event"), file.tag("Site")), (Some("Club evening"), Some("Zürich")));
    let [first, second] = file.games() else { panic!("{} games", file.games().len()) };
    assert_eq!((first.players.bottom.as_str(), first.players.top.as_str()), ("Ann Ž", "Bo"));
    assert_eq!(first.won, Some(Win { side: Side::Top, points: 2 }));
    assert_eq!(
        actions(&file, 0),
        [
            "bottom 31: 24/20",
            "top 42: 8/4 6/4",
            "bottom doubles",
            "top takes",
            "bottom 65: 24/13",
            "top doubles",
            "bottom passes"
        ]
    );
    assert_eq!(second.start.stake, Stake::Match { length: 3, crawford: true });
    assert_eq!((second.score().bottom, second.score().top), (0, 2));
    assert_eq!(errors(&file), Vec::<String>::new());
}

#[test]
fn the_bytes_come_back_and_cannot_be_edited() {
    for is_packed in [true, false] {
        let bytes = sample().container(is_packed);
        let mut record = MatchRecord::open(MatchFile::read(&bytes).unwrap(), 0);
        record.forward();
        assert_eq!(record.write(), bytes);
        assert_eq!(record.cut().err(), Some(Refusal::ReadOnly));
        assert_eq!(record.check_writable(), Err(Refusal::NeverWritten));
        assert!(record.convert_to_utf8().is_err() && !record.is_dirty());
    }
}

#[test]
fn decisions_have_the_analysis_of_the_program() {
    let file = read(&sample());
    let (xg, first) = (file.xg().unwrap(), &file.games()[0].actions[0]);
    let checker = xg.checker(first.location.record().unwrap()).unwrap();
    let levels: Vec<String> = checker.candidates.iter().map(|each| each.level.to_string()).collect();
    assert_eq!(levels, ["4-ply", "3-ply", "2-ply"]);
    assert_eq!(checker.candidates[0].evaluation.equity, 0.1597);
    assert_eq!(checker.candidates[0].evaluation.wins, 0.544);
    assert_eq!(checker.played().unwrap().evaluation.equity, -0.0403);
    assert!((checker.error.unwrap() + 0.2).abs() < 1e-6);
    let doubled = file.games()[0].actions[2].location.record().unwrap();
    let cube = xg.cube(doubled).unwrap();
    let analysis = cube.analysis.as_ref().unwrap();
    assert_eq!((analysis.no_double, analysis.take, analysis.pass), (0.4, 0.3, 1.0));
    assert_eq!(analysis.level.to_string(), "XG Roller+");
    assert!((cube.doubling_error.unwrap() - 0.1).abs() < 1e-6);
    assert_eq!(xg.cube(2).unwrap().analysis, None);
}

#[test]
fn comments_and_rollouts_belong_to_their_records() {
    let mut record = MatchRecord::open(read(&sample()), 0);
    let mut comments = Vec::new();
    while record.forward() {
        comments.push(record.comment());
    }
    assert_eq!(comments[..4], ["Not my best.", "", "Why?", "Why?"]);
    let file = record.file();
    let checker = file.xg().unwrap().checker(5).unwrap();
    let rollout = file.xg().unwrap().rollout(checker.candidates[0].rollout).unwrap();
    assert_eq!((rollout.games, rollout.confidence), (1296, 0.0061));
    assert_eq!(file.xg().unwrap().rollout(checker.candidates[1].rollout), None);
}

#[test]
fn a_position_file_begins_with_its_position() {
    let cube = read(&race().cube(Side::Top, 0, -1, Some((0.6, 0.7))));
    let start = cube.games()[0].start;
    assert_eq!((start.turn, start.board.pips(Side::Bottom), actions(&cube, 0).len()), (Side::Top, 83, 0));
    let mut roll = race().cube(Side::Top, 0, -1, None);
    number(roll.last(), 32, -1);
    let roll = read(&roll.roll(Side::Top, "65", "6/off 5/off", &[]));
    assert_eq!(actions(&roll, 0), ["top 65: 6/off 5/off"]);
    assert_eq!((roll.games()[0].start.cube.value(), roll.games()[0].start.cube.owner), (2, Some(Side::Top)));
    assert_eq!(errors(&roll), Vec::<String>::new());
}

#[test]
fn money_games_have_their_rules_and_beavers_are_answered() {
    let mut money = Builder::new(0).game(5, 3, false);
    (money.records[0][101], money.records[0][102]) = (1, 1);
    let mut money = money.cube(Side::Bottom, 1, 2, None);
    number(money.last(), 24, 2);
    let file = read(&money);
    assert_eq!(file.length(), 0);
    assert_eq!(file.games()[0].start.stake, Stake::Money { jacoby: true, beavers: true });
    let all = ["bottom doubles", "top beavers", "bottom raccoons"];
    assert_eq!(actions(&file, 0), all);
}

#[test]
fn a_game_that_was_resigned_after_the_roll_ends_without_a_play() {
    let mut resigned = Builder::new(3).game(0, 0, false).cube(Side::Top, -2, -1, None);
    resigned = resigned.roll(Side::Top, "31", "8/5 6/5", &[]);
    resigned.last()[2308] = 0;
    let file = read(&resigned.end(Side::Bottom, 1, 101).match_end());
    assert_eq!(actions(&file, 0), ["top 31: no play"]);
    assert_eq!(errors(&file), Vec::<String>::new());
}

#[test]
fn a_play_that_spans_several_dice_is_found_by_its_board() {
    let mut long = Builder::new(3).game(0, 0, false).cube(Side::Top, -2, -1, None);
    long = long.roll(Side::Top, "44", "24/20 20/16 13/9 13/9", &[]);
    // One pair from 24 to 16, one from 13 to 9, and an old one beyond the end.
    for (n, point) in [23, 15, 12, 8, -1, 3, 2, 1].into_iter().enumerate() {
        number(long.last(), 68 + 4 * n, point);
    }
    let file = read(&long);
    assert_eq!(actions(&file, 0), ["top 44: 24/16 13/9(2)"]);
    assert_eq!(errors(&file), Vec::<String>::new());
}

/// The samples that the other crates and the fuzz targets read. Written anew with UPDATE_SAMPLES=1.
#[test]
#[allow(clippy::disallowed_methods, reason = "the samples are files of the repository")]
fn the_committed_samples_are_what_the_builder_makes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/xg_read");
    let cube = race().cube(Side::Top, 0, -1, Some((0.6, 0.7)));
    let checker = race().cube(Side::Top, 0, -1, None).roll(Side::Top, "65", "6/off 5/off", &[]);
    for (name, bytes) in [
        ("match.xg", sample().file()),
        ("stored.xg", sample().container(false)),
        ("cube.xgp", cube.file()),
        ("checker.xgp", checker.file()),
    ] {
        if std::env::var_os("UPDATE_SAMPLES").is_some() {
            std::fs::write(folder.join(name), &bytes).unwrap();
        }
        let of = |bytes: &[u8]| {
            let file = MatchFile::read(bytes).unwrap();
            format!("{:?} {:?}", file.games(), file.xg().unwrap().records())
        };
        assert_eq!(of(&std::fs::read(folder.join(name)).unwrap()), of(&bytes), "{name}");
    }
}
