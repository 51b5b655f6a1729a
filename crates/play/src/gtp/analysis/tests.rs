use std::time::Duration;

use analysis::{Limit, Native};
use moment::Moment;
use proptest::prelude::*;
use rules::go::{Color, Size};

use super::*;

const KATA: &str = "= KataGo\n\n= 1.18\n\n= name\nkata-analyze\nlz-analyze\nkata-set-rules\nset_position\n\n";

struct Script {
    conversation: Conversation,
    now: Moment,
    run: u32,
    outputs: Vec<Output>,
}

impl Script {
    fn new() -> Script {
        let conversation = Conversation::default().with_patience(Duration::from_secs(60));
        Script { conversation, now: Moment::ORIGIN, run: 0, outputs: Vec::new() }
    }

    fn ready(greeting: &str) -> Script {
        let mut script = Script::new();
        script.input(Input::Introduce).says(greeting);
        assert_eq!(script.conversation.state(), State::Ready);
        script
    }

    /// Up to the analysis.
    fn analysing(limit: Limit) -> Script {
        let mut script = Script::ready(KATA);
        script.ask(Color::White, limit);
        for _ in 0..20 {
            if script.conversation.state() == State::Analysing {
                return script;
            }
            script.says("= \n\n");
        }
        panic!("{:?}", script.conversation.state())
    }

    fn input(&mut self, input: Input<'_>) -> &mut Script {
        self.outputs = self.conversation.handle(self.now, input);
        for output in &self.outputs {
            if let Output::Start { run } = output {
                self.run = *run;
            }
        }
        self
    }

    fn says(&mut self, text: &str) -> &mut Script {
        let run = self.run;
        self.input(Input::Read { run, bytes: text.as_bytes() })
    }

    fn ask(&mut self, to_play: Color, limit: Limit) -> &mut Script {
        let ask = Ask {
            size: Size::square(9).unwrap(),
            komi: 6.5,
            rules: "japanese".to_owned(),
            stones: vec![(Color::Black, "D4".to_owned())],
            moves: vec![(Color::Black, "E5".to_owned())],
            to_play,
            limit,
        };
        self.input(Input::Ask(Box::new(ask)))
    }

    fn wait(&mut self, millis: u64) -> &mut Script {
        self.now += Duration::from_millis(millis);
        self.input(Input::Wake)
    }

    fn written(&self) -> Vec<String> {
        let texts = self.outputs.iter().filter_map(|output| match output {
            Output::Write(bytes) => Some(String::from_utf8_lossy(bytes).trim().to_owned()),
            _ => None,
        });
        texts.collect()
    }
}

const INFO: &str = "info move C6 visits 30 winrate 0.25 scoreLead -1.5 prior 0.2 lcb 1.3 order 0 pv C6 D3 info move C4 \
    visits 30 winrate 0.25 scoreLead -1.5 isSymmetryOf C6 order 1 pv C4 info move F7 visits 8 winrate 1 scoreLead 2 order 2 pv F7 rootInfo winrate 0.3\n";

fn kata(text: &str, color: Color) -> Option<(Vec<analysis::Line>, u64)> {
    read_info(text, Dialect::Kata, color, Size::square(9).unwrap())
}

#[test]
fn values_are_turned_to_blacks_view_and_twins_left_out() {
    let (lines, visits) = kata(INFO, Color::White).unwrap();
    assert_eq!((lines.len(), visits), (2, 38));
    assert_eq!((lines[0].evaluation.expected, lines[0].evaluation.native), (0.75, Native::Points(1.5)));
    assert_eq!(lines[0].moves, ["C6", "D3"]);
    // A float of exactly one is written without a point.
    assert_eq!(lines[1].evaluation.expected, 0.0);
    assert_eq!(kata(INFO, Color::Black).unwrap().0[0].evaluation.expected, 0.25);
}

#[test]
fn the_command_tells_the_dialect_and_not_the_shape_of_the_numbers() {
    let text = "info move C6 visits 4 winrate 1 order 0 pv C6";
    let size = Size::square(9).unwrap();
    let value = |dialect| read_info(text, dialect, Color::Black, size).unwrap().0[0].evaluation.expected;
    assert_eq!(value(Dialect::Kata), 1.0);
    assert!((value(Dialect::Lz) - 0.0001).abs() < 1e-6);
}

#[test]
fn what_is_no_candidate_is_left_out() {
    for text in [
        "info",
        "info move Z9 visits 1 winrate 0.5 pv Z9",
        "info move C6 visits x winrate 0.5",
        "play C6",
        "info move resign visits 1 winrate 0",
        "",
    ] {
        assert_eq!(kata(text, Color::Black), None, "{text}");
    }
    let (lines, _) =
        kata("info move pass visits 3 winrate NaN order 0 pv pass ownership 0.1 0.2", Color::Black).unwrap();
    assert_eq!(
        (lines[0].moves.as_slice(), lines[0].evaluation.expected),
        (["pass".to_owned()].as_slice(), 0.5)
    );
}

#[test]
fn a_position_is_sent_command_by_command() {
    let mut script = Script::ready(KATA);
    let mut sent = script.ask(Color::White, Limit::Nodes(9)).written();
    while script.conversation.state() == State::Waiting {
        sent.extend(script.says("=\n\n").written());
    }
    assert_eq!(
        sent,
        [
            "boardsize 9",
            "clear_board",
            "kata-set-rules japanese",
            "komi 6.5",
            "set_position B D4",
            "play B E5",
            "kata-analyze W 20"
        ]
    );
}

#[test]
fn an_analysis_ends_at_its_visits_with_a_command_and_the_next_one_begins_after_its_reply() {
    let mut script = Script::analysing(Limit::Nodes(38));
    assert!(matches!(
        script.says("=\ninfo move C6 visits 3 winrate 0.5 order 0 pv C6\n").outputs[..],
        [Output::Report(_)]
    ));
    script.says(INFO);
    assert_eq!(script.written(), ["name"]);
    assert!(matches!(&script.outputs[1], Output::Finished(lines) if lines.len() == 2));
    script.ask(Color::Black, Limit::Nodes(1));
    assert_eq!(script.outputs, []);
    assert_eq!(script.says(INFO).says("\n").outputs, [], "the end of the stream");
    assert_eq!(script.says("= KataGo\n\n").written(), ["boardsize 9"]);
}

#[test]
fn an_analysis_ends_with_its_time_and_an_engine_with_its_own_limit_is_no_fault() {
    let mut script = Script::analysing(Limit::Millis(500));
    script.says(INFO);
    assert_eq!(script.wait(499).outputs, []);
    assert!(matches!(script.wait(1).outputs[..], [Output::Write(_), Output::Finished(_)]));
    let mut script = Script::analysing(Limit::Nodes(1000));
    script.says(INFO);
    assert!(matches!(script.wait(60_000).outputs[..], [Output::Write(_), Output::Finished(_)]));
}

#[test]
fn an_engine_that_cannot_analyse_is_known_as_such() {
    let script = Script::ready("= GNU Go\n\n= 3.8\n\n= name\ngenmove\n\n");
    assert_eq!((script.conversation.dialect(), script.conversation.engine().name.as_str()), (None, "GNU Go"));
    assert_eq!(Script::ready("= x\n\n= 1\n\n= lz-analyze\n\n").conversation.dialect(), Some(Dialect::Lz));
}

#[test]
fn a_refused_position_fails_and_a_refused_komi_does_not() {
    let mut script = Script::ready(KATA);
    script.ask(Color::White, Limit::Nodes(9));
    script.says("=\n\n").says("=\n\n").says("? unknown rules\n\n").says("? bad komi\n\n").says("=\n\n");
    assert_eq!(script.written(), ["play B E5"]);
    script.says("? illegal move\n\n");
    let why = "the engine refused “play B E5”: illegal move".to_owned();
    assert_eq!(
        (script.outputs.clone(), script.conversation.state()),
        (vec![Output::Failed { why }], State::Ready)
    );
}

#[test]
fn an_engine_that_dies_or_is_silent_is_asked_again_and_then_given_up() {
    let mut script = Script::analysing(Limit::Nodes(1000));
    for run in 2..=4 {
        assert_eq!(script.wait(2_000_000).outputs[..2], [Output::End, Output::Start { run }]);
    }
    let run = script.run;
    script.input(Input::Ended { run, why: "gone".into() });
    assert_eq!(script.outputs, [Output::End, Output::Died { why: "gone".into() }]);
    let mut script = Script::analysing(Limit::Nodes(1000));
    let huge = "x".repeat(600_000);
    script.says(&huge);
    assert_eq!(script.says(&huge).outputs[..2], [Output::End, Output::Start { run: 2 }]);
    assert_eq!(script.input(Input::Quit).written(), ["quit"]);
}

proptest! {
    #[test]
    fn the_chunking_of_the_bytes_does_not_matter_and_nothing_throws(noise in "[=?a-z0-9. \n]{0,80}", cut in 1usize..9) {
        let mut script = Script::analysing(Limit::Nodes(38));
        let text = format!("=\n{INFO}");
        let mut finished = 0;
        for piece in text.as_bytes().chunks(cut) {
            let run = script.run;
            script.input(Input::Read { run, bytes: piece });
            finished += script.outputs.iter().filter(|output| matches!(output, Output::Finished(_))).count();
        }
        prop_assert_eq!(finished, 1);
        script.ask(Color::Black, Limit::Nodes(5));
        for piece in noise.as_bytes().chunks(cut) {
            let run = script.run;
            script.input(Input::Read { run, bytes: piece }).wait(7);
        }
    }
}
