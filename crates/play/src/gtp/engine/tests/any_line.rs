use proptest::prelude::*;

use super::*;

/// Lines of commands, valid and invalid arguments, and arbitrary text.
fn lines() -> impl Strategy<Value = String> {
    let command = prop::sample::select(Command::list(true).lines().map(str::to_owned).collect::<Vec<_>>());
    let word = prop_oneof![
        "[A-Ja-j][0-9]",
        "(b|w|black|WHITE|pass|resign|dead|alive)",
        "[0-9.-]{1,6}",
        "(99999999999999999999|nan|inf|-1|é|\u{0}|\\[)",
    ];
    let line = (prop::option::of("[0-9]{1,12}"), command, prop::collection::vec(word, 0..4));
    prop_oneof![
        9 => line.prop_map(|(id, command, rest)| format!("{} {command} {}", id.unwrap_or_default(), rest.join(" "))),
        1 => ".{0,40}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_line_gets_one_answer(
        talk in prop::collection::vec(lines(), 1..60),
        simultaneous in any::<bool>(),
        index in 0..25_u8,
    ) {
        let mut engine = Talk::new(simultaneous.then_some(Variant::Void));
        engine.choice = Move::Place(Point::new(index % 5, index / 5));
        engine.reply("boardsize 5");
        for line in talk {
            let response = engine.reply(&line);
            let is_empty = ParsedLine::read(&line).is_none();
            prop_assert_eq!(response.is_empty(), is_empty, "{:?}", &line);
            if !is_empty {
                let analyzes = engine.engine.analysis.is_some();
                let end = if analyzes { "\n" } else { "\n\n" };
                prop_assert!(response.starts_with(['=', '?']) && response.ends_with(end), "{:?}: {:?}", line, response);
                prop_assert_eq!(response.matches("\n\n").count(), usize::from(!analyzes), "{:?}: {:?}", line, response);
                engine.reply("");
            }
        }
    }
}
