use super::*;

fn report() -> Report {
    let one = |name, visits| MoveReport {
        mv: place(name, 3),
        visits,
        win_rate: 0.75,
        lead: 2.5,
        prior: 0.5,
        variation: vec![place(name, 3), Move::Pass],
    };
    let moves = vec![one("B2", 12), one("A1", 3), one("C3", 0)];
    Report { moves, visits: 15, win_rate: 0.7, lead: 2.0, ownership: vec![0.5; 9] }
}

#[test]
fn an_analysis_goes_on_until_the_next_line() {
    let mut talk = Talk::new(None);
    talk.reply("boardsize 3");
    assert_eq!(talk.reply("7 kata-analyze w 50 maxmoves 1 rootInfo true ownership true"), "=7\n");
    let Some(Output::Analyze(task)) = talk.asked.last() else { panic!("no analysis") };
    assert_eq!((task.color, task.interval), (Color::White, Some(Duration::from_millis(500))));
    let mut line = |answer| match &talk.engine.answer(talk.now, answer)[..] {
        [Output::Write(text)] => text.clone(),
        other => panic!("{other:?}"),
    };
    let shown = line(Answer::Report(Box::new(report())));
    assert_eq!(
        shown,
        "info move B2 visits 12 winrate 0.750000 scoreMean 2.500 scoreLead 2.500 prior 0.500000 lcb 0.505000 \
         order 0 pv B2 pass rootInfo visits 15 winrate 0.700000 scoreMean 2.000 scoreLead 2.000 ownership \
         0.5000 0.5000 0.5000 0.5000 0.5000 0.5000 0.5000 0.5000 0.5000\n"
    );
    assert_eq!(talk.reply(""), "\n", "an empty line ends it");
    assert_eq!(talk.asked.last(), Some(&Output::StopAnalysis));
    assert!(talk.engine.answer(talk.now, Answer::Report(Box::new(report()))).is_empty(), "too late");
    assert_eq!(talk.reply(""), "");
    // Ten-thousandths, moves without visits left out; a command ends it and is answered.
    assert_eq!(talk.reply("lz-analyze 10"), "=\n");
    let Output::Write(shown) = &talk.engine.answer(talk.now, Answer::Report(Box::new(report())))[0] else {
        panic!("nothing is shown")
    };
    assert_eq!(
        shown,
        "info move B2 visits 12 winrate 7500 prior 5000 lcb 5050 order 0 pv B2 pass \
         info move A1 visits 3 winrate 7500 prior 5000 lcb 2600 order 1 pv A1 pass\n"
    );
    assert_eq!(talk.reply("3 name"), "\n=3 Tabiya\n\n");
    talk.script(&[
        ("kata-analyze b 10 minmoves", "? syntax error"),
        ("kata-analyze b often", "? syntax error"),
        ("kata-analyze b 10 allow b A1 1", "? syntax error"),
    ]);
}

#[test]
fn a_move_is_chosen_while_the_search_is_shown() {
    let mut talk = Talk::new(None);
    talk.reply("boardsize 3");
    let outputs = talk.engine.handle_line(talk.now, "5 kata-genmove_analyze b 100 maxmoves 1");
    assert!(matches!(&outputs[..], [Output::Write(text), Output::Think(_)] if text == "=5\n"), "{outputs:?}");
    let shown = talk.engine.answer(talk.now, Answer::Report(Box::new(report())));
    assert!(matches!(&shown[..], [Output::Write(text)] if text.starts_with("info move B2 ")), "{shown:?}");
    let chosen = talk.engine.answer(talk.now, Answer::Move { choice: place("B2", 3), win_rate: 0.7 });
    assert_eq!(chosen, [Output::Write("play B2\n\n".to_owned())]);
    assert_eq!(talk.at("B2"), Cell::Stone(Color::Black));
}
