use std::time::Duration;

use moment::Moment;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::review::Player;
use crate::{Effort, Limit, Native};

const GREETING: &str = "{\"action\":\"query_models\",\"id\":\"models\",\"models\":[{\"internalName\":\"b15\",\"name\":\"/n.gz\"}]}\n\
    {\"action\":\"query_version\",\"id\":\"version\",\"version\":\"1.18.1\"}\n";

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

    fn ready() -> Script {
        let mut script = Script::new();
        script.input(Input::Introduce).says(GREETING);
        script
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

    fn ask(&mut self, id: u64) -> &mut Script {
        self.input(Input::Ask(Box::new(query(id))))
    }

    fn wait(&mut self, seconds: u64) -> &mut Script {
        self.now += Duration::from_secs(seconds);
        self.input(Input::Wake)
    }

    fn written(&self) -> Vec<Value> {
        let texts = self.outputs.iter().filter_map(|output| match output {
            Output::Write(bytes) => Some(String::from_utf8(bytes.clone()).unwrap()),
            _ => None,
        });
        texts
            .flat_map(|text| text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<_>>())
            .collect()
    }
}

fn query(id: u64) -> Query {
    Query {
        id,
        width: 9,
        height: 9,
        stones: vec![(Player::First, "D4".to_owned())],
        first: Player::Second,
        moves: vec![(Player::Second, "E5".to_owned())],
        rules: json!("chinese"),
        komi: 6.5,
        limit: Limit::Nodes(24),
    }
}

/// As the engine answers, with the win rate as a text so that it may be anything.
fn answer(id: u64, is_during: bool, winrate: &str) -> String {
    format!(
        "{{\"id\":\"{id}\",\"isDuringSearch\":{is_during},\"moveInfos\":[\
         {{\"move\":\"C4\",\"order\":1,\"visits\":3,\"winrate\":0.4,\"scoreLead\":-1.0,\"lcb\":1.7,\"pv\":[\"C4\"],\"isSymmetryOf\":\"C6\"}},\
         {{\"move\":\"D7\",\"order\":2,\"visits\":1,\"winrate\":0.3,\"scoreLead\":-2.0,\"pv\":[\"D7\",\"C6\"]}},\
         {{\"move\":\"C6\",\"order\":0,\"visits\":3,\"winrate\":0.4,\"scoreLead\":-1.0,\"pv\":[\"C6\",\"D3\"]}}],\
         \"rootInfo\":{{\"winrate\":{winrate},\"scoreLead\":-1.5,\"visits\":7,\"currentPlayer\":\"W\"}},\"turnNumber\":1}}\n"
    )
}

#[test]
fn the_engine_introduces_itself_with_its_network() {
    let mut script = Script::new();
    script.input(Input::Introduce);
    assert_eq!(script.outputs[0], Output::Start { run: 1 });
    let actions: Vec<Value> = script.written().into_iter().map(|query| query["action"].clone()).collect();
    assert_eq!(actions, ["query_models", "query_version"]);
    assert_eq!(script.conversation.state(), State::Starting);
    script.says(GREETING);
    let engine = script.conversation.engine();
    assert_eq!((engine.name.as_str(), engine.version.as_str()), ("KataGo", "1.18.1 b15"));
    assert_eq!((script.conversation.state(), script.conversation.deadline()), (State::Ready, None));
}

#[test]
fn an_engine_that_does_not_know_about_networks_is_ready_too() {
    let mut script = Script::new();
    script.input(Input::Introduce);
    script.says("{\"error\":\"'action' field must be ...\",\"field\":\"action\",\"id\":\"models\"}\n");
    script.says("{\"action\":\"query_version\",\"id\":\"version\",\"version\":\"1.5\"}\n");
    assert_eq!(script.conversation.engine().version, "1.5");
}

#[test]
fn a_query_names_the_perspective_the_stones_and_the_moves() {
    let mut script = Script::ready();
    script.ask(7);
    let [asked] = &script.written()[..] else { panic!("{:?}", script.outputs) };
    assert_eq!(asked["overrideSettings"]["reportAnalysisWinratesAs"], "BLACK");
    assert_eq!((&asked["initialStones"], &asked["initialPlayer"]), (&json!([["B", "D4"]]), &json!("W")));
    assert_eq!(
        (&asked["moves"], &asked["maxVisits"], &asked["komi"]),
        (&json!([["W", "E5"]]), &json!(24), &json!(6.5))
    );
    script.input(Input::Ask(Box::new(Query { limit: Limit::Millis(1500), komi: 7.3, ..query(8) })));
    assert_eq!(script.written()[0]["overrideSettings"]["maxTime"], 1.5);
    assert_eq!(script.written()[0]["komi"], 7.5);
}

#[test]
fn the_value_is_the_roots_and_twins_are_no_second_line() {
    let mut script = Script::ready();
    script.ask(1).says(&answer(1, false, "0.36"));
    let [Output::Answer { id: 1, lines }] = &script.outputs[..] else { panic!("{:?}", script.outputs) };
    assert_eq!(lines.iter().map(|line| line.moves[0].as_str()).collect::<Vec<_>>(), ["C6", "D7"]);
    let best = lines[0].evaluation;
    assert_eq!((best.expected, best.native, best.effort), (0.36, Native::Points(-1.5), Effort::Visits(7)));
}

#[test]
fn answers_come_in_any_order_and_count_once() {
    let mut script = Script::ready();
    script.ask(1).ask(2);
    script.says(&answer(2, true, "0.5"));
    assert!(matches!(script.outputs[..], [Output::Report { id: 2, .. }]));
    script.says(&answer(2, false, "0.5"));
    assert!(matches!(script.outputs[..], [Output::Answer { id: 2, .. }]));
    assert_eq!(script.says(&answer(2, false, "0.5")).outputs, []);
    assert_eq!(script.says(&answer(9, false, "0.5")).outputs, []);
    script.says("{\"id\":\"1\",\"isDuringSearch\":false,\"noResults\":true,\"turnNumber\":0}\n");
    assert_eq!(script.outputs, [Output::Answer { id: 1, lines: Vec::new() }]);
    assert_eq!(script.conversation.deadline(), None);
}

#[test]
fn an_error_ends_its_query_and_a_warning_does_not() {
    let mut script = Script::ready();
    script.ask(1);
    script.says("{\"warning\":\"Unexpected or unused field\",\"field\":\"x\",\"id\":\"1\"}\n");
    assert!(matches!(&script.outputs[..], [Output::Warning(_)]));
    script.says("{\"error\":\"Illegal move 1: E5\",\"field\":\"moves\",\"id\":\"1\"}\n");
    assert_eq!(script.outputs, [Output::Failed { id: 1, why: "Illegal move 1: E5 (moves)".to_owned() }]);
    assert_eq!(script.says(&answer(1, false, "0.5")).outputs, []);
}

#[test]
fn a_win_rate_outside_of_its_range_is_brought_back() {
    let mut script = Script::ready();
    for (written, expected) in [("1.3", 1.0), ("-0.2", 0.0), ("1", 1.0)] {
        script.ask(1).says(&answer(1, false, written));
        let [Output::Answer { lines, .. }] = &script.outputs[..] else { panic!("{:?}", script.outputs) };
        assert_eq!(lines[0].evaluation.expected, expected, "{written}");
    }
}

#[test]
fn an_engine_that_dies_is_asked_again_what_it_has_not_answered() {
    let mut script = Script::ready();
    script.ask(1).ask(2).says(&answer(1, false, "0.5"));
    let run = script.run;
    script.input(Input::Ended { run, why: "the engine ended with code 1".into() });
    assert_eq!(script.outputs[..2], [Output::End, Output::Start { run: 2 }]);
    script.says(GREETING);
    assert_eq!(script.written().iter().map(|query| query["id"].clone()).collect::<Vec<_>>(), ["2"]);
    for _ in 0..3 {
        let run = script.run;
        script.input(Input::Ended { run, why: "gone".into() });
    }
    assert!(script.outputs.contains(&Output::Died { why: "gone".into() }), "{:?}", script.outputs);
    // The next query tries again.
    script.ask(3);
    assert!(matches!(script.outputs[0], Output::Start { .. }));
}

#[test]
fn tuning_may_take_minutes_but_a_silent_search_may_not() {
    let mut script = Script::new();
    script.ask(1);
    assert_eq!(script.wait(600).outputs, []);
    script.says(GREETING);
    assert_eq!(script.wait(50).says(&answer(1, true, "0.5")).wait(50).outputs, []);
    assert_eq!(script.wait(10).outputs[..2], [Output::End, Output::Start { run: 2 }]);
}

#[test]
fn a_huge_line_ends_the_process_and_nonsense_does_not() {
    let mut script = Script::ready();
    script.ask(1);
    for nonsense in [
        "hello\n",
        "[]\n",
        "{}\n",
        "{\"id\":1}\n",
        "{\"id\":\"1\",\"moveInfos\":3,\"rootInfo\":{}}\n",
        "{\"action\":\"x\"}\n",
    ] {
        assert_eq!(script.says(nonsense).outputs, [], "{nonsense}");
    }
    let huge = "x".repeat(600_000);
    assert_eq!(script.says(&huge).outputs, []);
    assert_eq!(script.says(&huge).outputs[..2], [Output::End, Output::Start { run: 2 }]);
}

#[test]
fn stopping_ends_all_queries() {
    let mut script = Script::ready();
    script.ask(1).input(Input::StopAll);
    assert_eq!(script.written()[0]["action"], "terminate_all");
    assert_eq!(script.says(&answer(1, false, "0.5")).outputs, []);
    assert_eq!(script.input(Input::Quit).outputs, [Output::End]);
    assert_eq!(script.input(Input::Quit).outputs, []);
}

proptest! {
    #[test]
    fn the_chunking_of_the_bytes_does_not_matter(cut in 1usize..40, order in Just([2u64, 1, 3])) {
        let text: String = order.iter().map(|id| answer(*id, false, "0.5")).collect();
        let mut script = Script::ready();
        script.ask(1).ask(2).ask(3);
        let mut answered = Vec::new();
        for piece in text.as_bytes().chunks(cut) {
            let run = script.run;
            script.input(Input::Read { run, bytes: piece });
            answered.extend(script.outputs.iter().filter_map(|output| match output {
                Output::Answer { id, .. } => Some(*id),
                _ => None,
            }));
        }
        prop_assert_eq!(answered, order);
    }
}
