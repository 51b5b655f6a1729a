use std::time::Duration;

use analysis::{Limit, Native};
use moment::Moment;
use proptest::prelude::*;
use rules::chess::{Move, Position};

use super::*;

const GREETING: &str = "Stockfish 15.1 by the Stockfish developers\nid name Stockfish 15.1\nid author x\n\
    option name Threads type spin default 1 min 1 max 1024\noption name Hash type spin default 16\n\
    option name MultiPV type spin default 1 min 1 max 500\noption name UCI_Chess960 type check default false\nuciok\n";

/// A conversation with the engine's side typed in.
struct Script {
    conversation: Conversation,
    now: Moment,
    run: u32,
    outputs: Vec<Output>,
}

impl Script {
    fn new() -> Script {
        let conversation = Conversation::new(Options { threads: 2, hash_mb: 64 });
        Script { conversation, now: Moment::ORIGIN, run: 0, outputs: Vec::new() }
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

    fn search(&mut self, search: Search) -> &mut Script {
        self.input(Input::Search(Box::new(search)))
    }

    fn says(&mut self, text: &str) -> &mut Script {
        let run = self.run;
        self.input(Input::Read { run, bytes: text.as_bytes() })
    }

    fn ends(&mut self) -> &mut Script {
        let run = self.run;
        self.input(Input::Ended { run, why: "the engine ended with code 1".into() })
    }

    fn wait(&mut self, seconds: u64) -> &mut Script {
        self.now += Duration::from_secs(seconds);
        self.input(Input::Wake)
    }

    /// What was written since the last input, a line each.
    fn written(&self) -> Vec<String> {
        let texts = self.outputs.iter().filter_map(|output| match output {
            Output::Write(bytes) => Some(String::from_utf8_lossy(bytes).trim().to_owned()),
            _ => None,
        });
        texts.collect()
    }

    fn ready() -> Script {
        let mut script = Script::new();
        script.search(start(1, Limit::None)).says(GREETING).says("readyok\n");
        script
    }
}

fn start(lines: usize, limit: Limit) -> Search {
    Search::new(Position::initial(), [], lines, limit).unwrap()
}

fn after(moves: &[&str], lines: usize) -> Search {
    let mut position = Position::initial();
    let mut played = Vec::new();
    for text in moves {
        let mv = position.read_uci(text).unwrap();
        position = position.play(mv).unwrap();
        played.push(mv);
    }
    Search::new(Position::initial(), played, lines, Limit::Nodes(1000)).unwrap()
}

#[test]
fn an_engine_is_greeted_told_its_options_and_asked() {
    let mut script = Script::new();
    script.search(start(3, Limit::Depth(12)));
    assert_eq!(script.outputs[0], Output::Start { run: 1 });
    assert_eq!(script.written(), ["uci"]);
    script.says(GREETING);
    assert_eq!(
        script.written(),
        [
            "setoption name Threads value 2",
            "setoption name Hash value 64",
            "setoption name UCI_Chess960 value true",
            "ucinewgame",
            "isready"
        ]
    );
    assert_eq!(script.conversation.engine().name, "Stockfish");
    assert_eq!(script.conversation.engine().version, "15.1");
    script.says("readyok\n");
    assert_eq!(
        script.written(),
        [
            "setoption name MultiPV value 3",
            "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "go depth 12"
        ]
    );
}

#[test]
fn a_depth_is_reported_once_all_its_lines_are_there() {
    let mut script = Script::new();
    script.search(start(2, Limit::Depth(12))).says(GREETING).says("readyok\n");
    assert_eq!(script.says("info depth 1 multipv 1 score cp 30 nodes 20 pv e2e4\n").outputs, []);
    script.says("info depth 1 multipv 2 score cp 20 nodes 40 nps 4000 time 3 pv d2d4 d7d5\n");
    let [Output::Report(report)] = &script.outputs[..] else { panic!("{:?}", script.outputs) };
    assert_eq!((report.depth, report.nodes, report.nodes_per_second, report.millis), (1, 40, 4000, 3));
    let values: Vec<Native> = report.lines.iter().map(|line| line.evaluation.native).collect();
    assert_eq!(values, [Native::Centipawns(30), Native::Centipawns(20)]);
    assert_eq!(report.lines[1].moves, ["d2d4", "d7d5"]);
    // A line of the next depth does not mix with the second line of this one.
    script.says("info depth 2 multipv 1 score cp 10 pv g1f3\n");
    let report = report_of(script.says("bestmove g1f3\n"));
    assert_eq!((report.depth, report.lines.len()), (1, 2));
}

fn report_of(script: &Script) -> analysis::Report {
    let [Output::Finished(report)] = &script.outputs[..] else { panic!("{:?}", script.outputs) };
    report.clone()
}

#[test]
fn a_new_search_waits_for_the_bestmove_of_the_old_one() {
    let mut script = Script::ready();
    script.says("info depth 5 score cp 30 pv e2e4\n");
    script.search(after(&["g1f3"], 1));
    assert_eq!(script.written(), ["stop"]);
    // Another one meanwhile replaces it; late lines of the old search are not taken for it.
    assert_eq!(script.search(after(&["g1f3", "g8f6"], 1)).outputs, []);
    assert_eq!(script.says("info depth 6 score cp 31 pv e2e4\n").outputs, []);
    script.says("bestmove e2e4 ponder e7e5\n");
    assert_eq!(
        script.written(),
        [
            "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves g1f3 g8f6",
            "go nodes 1000"
        ]
    );
    script.says("info depth 1 score cp -7 pv f3g1\nbestmove f3g1\n");
    assert!(matches!(&script.outputs[..], [Output::Report(_), Output::Finished(_)]));
    assert_eq!(*script.conversation.state(), State::Ready);
}

#[test]
fn a_stopped_search_gives_no_result() {
    let mut script = Script::ready();
    assert_eq!(script.input(Input::Stop).written(), ["stop"]);
    assert_eq!(script.says("info depth 9 score cp 1 pv e2e4\nbestmove e2e4\n").outputs, []);
    assert_eq!(*script.conversation.state(), State::Ready);
    assert_eq!(script.input(Input::Stop).outputs, [], "nothing to stop");
}

#[test]
fn engines_get_the_moves_since_the_last_that_cannot_be_taken_back() {
    let commands = |moves: &[&str]| after(moves, 1).position_command(true);
    assert_eq!(
        commands(&["e2e4", "g8f6", "b1c3"]),
        "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 moves g8f6 b1c3"
    );
    let castled = ["g1f3", "g8f6", "g2g3", "g7g6", "f1g2", "f8g7", "e1g1"];
    assert!(!commands(&castled).contains("moves"), "castling cannot be taken back");
}

#[test]
fn a_search_can_be_limited_to_some_moves() {
    let start = start(5, Limit::Nodes(100));
    let moves = ["e2e4", "g1f3"].map(|text| start.position().read_uci(text).unwrap());
    let search = start.clone().only(moves.into()).unwrap();
    assert_eq!((search.lines(), search.go_command(true).as_str()), (2, "go nodes 100 searchmoves e2e4 g1f3"));
    let back_rank = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", false).unwrap().position;
    let castling = back_rank.read_uci("e1c1").unwrap();
    assert!(matches!(start.only(vec![castling]), Err(SearchError::Illegal { at: 0, .. })));
}

#[test]
fn what_cannot_be_searched_never_reaches_the_engine() {
    let mate = Position::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", false).unwrap().position;
    assert_eq!(Search::new(mate, [], 1, Limit::None), Err(SearchError::Over));
    let crowded = "QQQQQQQQ/QQQQQQQQ/8/7k/8/8/8/K7 b - - 0 1";
    if let Ok(crowded) = Position::from_fen(crowded, false) {
        assert_eq!(Search::new(crowded.position, [], 1, Limit::None), Err(SearchError::TooManyPieces));
    }
    let e4 = Position::initial().read_uci("e2e4").unwrap();
    let twice = Search::new(Position::initial(), [e4, e4], 1, Limit::None);
    assert!(matches!(twice, Err(SearchError::Illegal { at: 1, .. })), "{twice:?}");
    assert_eq!(Search::new(Position::initial(), [Move::Null], 1, Limit::None).unwrap().lines(), 1);
}

#[test]
fn an_engine_that_dies_is_started_again_three_times() {
    let mut script = Script::ready();
    for run in 2..=4 {
        script.ends();
        assert_eq!(script.outputs[..2], [Output::End, Output::Start { run }]);
    }
    script.ends();
    let why = "the engine ended with code 1".to_owned();
    assert_eq!(script.outputs, [Output::End, Output::Died { why }]);
    // The next search tries again.
    script.search(start(1, Limit::None));
    assert_eq!(script.written(), ["uci"]);
}

#[test]
fn an_engine_that_died_in_mid_search_is_asked_the_same_again() {
    let mut script = Script::ready();
    script.says("info depth 5 score cp 30 pv e2e4\n").ends();
    script.says(GREETING).says("readyok\n");
    assert_eq!(script.written().last().map(String::as_str), Some("go infinite"));
    // It works now, so its earlier deaths are forgotten.
    script.says("info depth 5 score cp 30 pv e2e4\n");
    for _ in 0..3 {
        script.ends();
        assert!(script.outputs.iter().any(|output| matches!(output, Output::Start { .. })));
    }
}

#[test]
fn silence_ends_in_a_restart() {
    let mut script = Script::new();
    script.search(start(1, Limit::Millis(500)));
    assert_eq!(script.wait(29).outputs, []);
    assert_eq!(script.wait(2).outputs[..2], [Output::End, Output::Start { run: 2 }]);
    script.says(GREETING).says("readyok\n");
    assert_eq!(script.written().last().map(String::as_str), Some("go movetime 500"));
    assert_eq!(script.wait(10).outputs, []);
    assert!(script.wait(1).outputs.contains(&Output::Start { run: 3 }));
}

#[test]
fn a_search_without_a_limit_may_be_silent_for_hours() {
    let mut script = Script::ready();
    assert_eq!(script.conversation.deadline(), None);
    assert_eq!(script.wait(9999).outputs, []);
}

#[test]
fn an_engine_may_think_long_about_its_nodes_but_not_without_a_word() {
    let mut script = Script::new();
    script.conversation =
        Conversation::new(Options { threads: 1, hash_mb: 16 }).with_patience(Duration::from_secs(60));
    script.search(start(1, Limit::Nodes(1 << 40))).says(GREETING).says("readyok\n");
    for _ in 0..5 {
        assert_eq!(script.wait(50).outputs, []);
        script.says("info depth 30 currmove e2e4 currmovenumber 1\n");
    }
    assert_eq!(script.wait(50).says("info string still here\nhello\n").outputs, []);
    assert_eq!(script.wait(10).outputs[..2], [Output::End, Output::Start { run: 2 }]);
}

#[test]
fn an_engine_introduces_itself_without_a_search() {
    let mut script = Script::new();
    script.input(Input::Introduce);
    assert_eq!(script.written(), ["uci"]);
    script.says(GREETING).says("readyok\n");
    assert_eq!(
        (script.conversation.state(), script.conversation.engine().version.as_str()),
        (&State::Ready, "15.1")
    );
    assert_eq!(script.input(Input::Introduce).outputs, []);
    script.ends();
    assert_eq!((script.outputs.clone(), script.conversation.state()), (vec![Output::End], &State::Off));
}

#[test]
fn bytes_of_an_earlier_process_are_ignored() {
    let mut script = Script::ready();
    script.ends();
    let run = script.run - 1;
    assert_eq!(script.input(Input::Read { run, bytes: b"uciok\n" }).outputs, []);
    assert!(matches!(script.conversation.state(), State::Greeting { .. }));
}

#[test]
fn a_huge_line_ends_the_process() {
    let mut script = Script::ready();
    let huge = "x".repeat(600_000);
    assert_eq!(script.says(&huge).outputs, []);
    assert_eq!(script.says(&huge).outputs[..2], [Output::End, Output::Start { run: 2 }]);
}

#[test]
fn an_engine_without_multipv_gives_one_line() {
    let mut script = Script::new();
    script.search(start(4, Limit::None)).says("id name Old engine\nuciok\n").says("readyok\n");
    assert_eq!(script.written().len(), 2, "no options that it does not know");
    script.says("info depth 3 score cp 12 pv e2e4\n");
    assert!(matches!(&script.outputs[..], [Output::Report(report)] if report.lines.len() == 1));
}

#[test]
fn a_bestmove_without_any_value_is_a_failure() {
    let mut script = Script::ready();
    script.says("bestmove e2e4\n");
    assert!(script.outputs.contains(&Output::Start { run: 2 }));
}

#[test]
fn quitting_says_goodbye_and_the_next_search_starts_again() {
    let mut script = Script::ready();
    script.input(Input::Quit);
    assert_eq!(script.written(), ["quit"]);
    assert_eq!(script.outputs.last(), Some(&Output::End));
    assert_eq!(script.ends().outputs, [], "its end is expected");
    script.search(start(1, Limit::None));
    assert_eq!(script.written(), ["uci"]);
}

fn any_line() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,30}\n",
        Just("uciok\n".to_owned()),
        Just("readyok\n".to_owned()),
        Just("bestmove e2e4\n".to_owned()),
        "info depth [0-9]{1,2} multipv [0-9] score (cp|mate) -?[0-9]{1,12} pv (e2e4|d2d4|0000|e1g1)\n",
        Just("option name MultiPV type spin\n".to_owned()),
    ]
}

proptest! {
    #[test]
    fn whatever_an_engine_writes_there_is_one_search_at_a_time(
        steps in proptest::collection::vec((any_line(), 0u8..5), 0..60),
    ) {
        let mut script = Script::new();
        let mut searching = false;
        for (line, step) in steps {
            match step {
                0 => script.search(start(2, Limit::Nodes(10))),
                1 => script.input(Input::Stop),
                2 => script.wait(7),
                _ => script.says(&line),
            };
            searching &= !(step > 2 && line.starts_with("bestmove"));
            for output in script.outputs.clone() {
                match output {
                    Output::Start { .. } | Output::End => searching = false,
                    Output::Write(bytes) if bytes.starts_with(b"go") => {
                        prop_assert!(!searching, "a second search before bestmove");
                        searching = true;
                    }
                    _ => {}
                }
            }
        }
    }
}
