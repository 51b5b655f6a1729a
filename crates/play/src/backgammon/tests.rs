use proptest::prelude::*;
use record::backgammon::{Action, MatchFile};
use rules::backgammon::{Dice, Play, Side};

use super::*;

fn settings(length: u16) -> TableSettings {
    TableSettings { length, name: "Ann".into(), opponent: "GNU Backgammon".into() }
}

fn after(length: u16, inputs: &[&str]) -> BackgammonTable {
    let mut table = BackgammonTable::new(settings(length));
    for input in inputs {
        assert_eq!(table.handle(TableInput::read(input).unwrap()), Ok(()), "{input}");
    }
    table
}

#[test]
fn a_game_begins_with_a_die_of_each_player_and_nobody_doubles_before_that_roll() {
    let mut table = BackgammonTable::new(settings(3));
    assert_eq!(table.need(), Need::OpeningDice);
    assert_eq!(table.handle(TableInput::Opening { bottom: 4, top: 4 }), Err(Refusal::Tie));
    assert_eq!(table.handle(TableInput::Double), Err(Refusal::NotNow));
    table.handle(TableInput::Opening { bottom: 1, top: 3 }).unwrap();
    assert_eq!(table.need(), Need::Play(Side::Top));
    assert_eq!(table.handle(TableInput::Play("24/18".parse().unwrap())), Err(Refusal::Illegal));
    assert_eq!(table.handle(TableInput::Play(Play::default())), Err(Refusal::Illegal));
    table.handle(TableInput::Play("8/5 6/5".parse().unwrap())).unwrap();
    assert_eq!((table.need(), table.may_double()), (Need::Turn(Side::Bottom), true));
}

#[test]
fn a_double_is_taken_or_passed() {
    let begin = ["opening 13", "play 8/5 6/5", "double"];
    let taken = after(3, &[&begin[..], &["take"]].concat());
    assert_eq!((taken.need(), taken.may_double()), (Need::Turn(Side::Bottom), false), "the taker owns it");
    let passed = after(3, &[&begin[..], &["pass"]].concat());
    assert_eq!((passed.need(), passed.score().bottom), (Need::NextGame, 1));
    let next = after(3, &[&begin[..], &["pass", "next", "opening 31", "play 8/5 6/5"]].concat());
    assert_eq!((next.position().score.bottom, next.position().is_crawford()), (1, false));
}

#[test]
fn there_is_one_crawford_game() {
    let win = ["opening 13", "play 8/5 6/5", "double", "pass"];
    let at_two = after(3, &[&win[..], &["next"], &win, &["next", "opening 13", "play 8/5 6/5"]].concat());
    assert!(at_two.position().is_crawford() && !at_two.may_double());
    let lose = ["roll 31", "resign 3"];
    let lost = [&win[..], &["next"], &win, &["next", "opening 13", "play 8/5 6/5"], &lose].concat();
    assert_eq!(after(3, &lost).winner(), Some(Side::Top));
    assert_eq!(after(3, &lost).need(), Need::Nothing);
    let longer = [&win[..], &["next"], &win, &["next"], &win, &["next"], &win, &["next"]].concat();
    let lost = [&longer[..], &["opening 13", "play 8/5 6/5", "resign 3", "next"]].concat();
    let post_crawford = after(5, &lost);
    assert_eq!((post_crawford.score().bottom, post_crawford.score().top), (4, 3));
    assert!(!post_crawford.position().is_crawford());
}

#[test]
fn nobody_resigns_less_than_can_be_lost() {
    let mut table = after(3, &["opening 13", "play 8/5 6/5"]);
    assert_eq!(table.resignations(), [3], "there are checkers in the other home");
    assert_eq!(table.handle(TableInput::Resign(1)), Err(Refusal::TooLittle));
    assert_eq!(table.handle(TableInput::Resign(4)), Err(Refusal::Illegal));
}

#[test]
fn a_stored_match_continues_where_it_was() {
    let table = after(3, &["opening 31", "play 8/5 6/5", "roll 62", "play 24/18 13/11", "double", "take"]);
    let texts: Vec<String> = table.inputs().iter().map(TableInput::text).collect();
    let inputs = texts.iter().filter_map(|text| TableInput::read(text));
    let restored = BackgammonTable::restore(settings(3), inputs);
    assert_eq!((restored.position(), restored.need()), (table.position(), table.need()));
    assert_eq!(TableInput::read("roll 71").map(|input| input.text()), None);
}

#[test]
fn a_level_without_noise_takes_the_best_and_others_err_by_little() {
    let equities = [0.1, 0.25, 0.249, -0.5];
    assert_eq!(choose(&equities, GnubgLevel::WorldClass, 7), Some(1));
    assert_eq!(choose(&[0.3, 0.3], GnubgLevel::Expert, 7), Some(0));
    assert_eq!(choose(&[], GnubgLevel::Expert, 7), None);
    let counts = (0..1000).fold([0; 4], |mut counts, seed| {
        counts[choose(&equities, GnubgLevel::Beginner, seed).unwrap()] += 1;
        counts
    });
    assert!(counts[1] > 300 && counts[2] > 300 && counts[0] > 10 && counts[3] == 0, "{counts:?}");
}

/// Plays by numbers until the match is over, or the numbers are.
fn play_by(numbers: &[u16], length: u16) -> BackgammonTable {
    let mut table = BackgammonTable::new(settings(length));
    for number in numbers {
        let die = |n: u16| u8::try_from(n % 6 + 1).unwrap();
        let dice = Dice::new(die(*number), die(*number / 6)).unwrap();
        let input = match table.need() {
            Need::Nothing => break,
            Need::OpeningDice => TableInput::Opening { bottom: die(*number), top: die(*number / 6) },
            Need::Turn(_) if number % 97 == 0 => TableInput::Resign(3),
            Need::Turn(_) if table.may_double() && number % 7 == 0 => TableInput::Double,
            Need::Turn(_) => TableInput::Roll(dice),
            Need::Answer(_) if number % 3 == 0 => TableInput::Pass,
            Need::Answer(_) => TableInput::Take,
            Need::Play(_) => {
                let legal = table.position().legal_plays();
                let chosen = legal.get(usize::from(*number) % legal.len().max(1));
                TableInput::Play(chosen.map(|legal| legal.play).unwrap_or_default())
            }
            Need::NextGame => TableInput::NextGame,
        };
        match table.handle(input) {
            Ok(()) | Err(Refusal::Tie) => {}
            Err(refusal) => panic!("{refusal:?} for {input:?}"),
        }
    }
    table
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_record_of_any_match_is_read_back_without_a_problem(
        numbers in prop::collection::vec(any::<u16>(), 0..1500),
        length in 0_u16..8,
    ) {
        let table = play_by(&numbers, length);
        let begun: Vec<_> = table.games().iter().filter(|game| !game.actions.is_empty()).collect();
        let mat = table.mat("2026.11.19");
        if begun.is_empty() {
            return Ok(());
        }
        let file = MatchFile::read(mat.as_bytes()).unwrap();
        let errors: Vec<String> = file.errors().iter().map(ToString::to_string).collect();
        prop_assert!(errors.is_empty(), "{errors:?}\n{mat}");
        prop_assert_eq!(file.games().len(), begun.len());
        for (read, game) in file.games().iter().zip(begun) {
            prop_assert_eq!(read.score(), game.score);
            prop_assert_eq!(read.won, game.won);
            let told = |side: Side, action: &Action| format!("{side} {action}");
            let found: Vec<String> = read.actions.iter().map(|played| told(played.side, &played.action)).collect();
            let played: Vec<String> = game.actions.iter().map(|(side, action)| told(*side, action)).collect();
            prop_assert_eq!(found, played);
        }
        let last = file.games().last().unwrap();
        // A game in which nothing has been done yet is not written.
        if table.games().last().is_some_and(|game| !game.actions.is_empty()) {
            prop_assert_eq!(last.end.board, table.position().board);
        }
        prop_assert_eq!((last.players.bottom.as_str(), last.players.top.as_str()), ("Ann", "GNU Backgammon"));
    }

    #[test]
    fn every_match_is_restored_from_its_inputs(
        numbers in prop::collection::vec(any::<u16>(), 0..800),
        length in 0_u16..4,
    ) {
        let table = play_by(&numbers, length);
        let inputs: Vec<TableInput> =
            table.inputs().iter().map(|input| TableInput::read(&input.text()).unwrap()).collect();
        let restored = BackgammonTable::restore(settings(length), inputs);
        prop_assert_eq!(restored.position(), table.position());
        prop_assert_eq!((restored.need(), restored.score()), (table.need(), table.score()));
    }
}
