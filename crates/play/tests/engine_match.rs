//! A match between two engines that answer from a list.

#![allow(clippy::unwrap_used)]

use std::collections::VecDeque;

use moment::Moment;
use play::engine_match::{Output, Referee};
use play::gtp::{self, Conversation};
use record::go::{GoRecord, NewGame};
use rules::go::{Color, Outcome, Size};

struct Script {
    referee: Referee,
    moves: [VecDeque<&'static str>; 2],
    dead: [&'static str; 2],
    over: Option<Outcome>,
}

impl Script {
    fn play(black: usize, moves: [&[&'static str]; 2], dead: [&'static str; 2]) -> Script {
        let referee = Referee::new([Conversation::new(None), Conversation::new(None)]);
        let moves = moves.map(|moves| moves.iter().copied().collect());
        let mut script = Script { referee, moves, dead, over: None };
        let out = script.referee.begin(Moment::ORIGIN);
        script.follow(out);
        let size = Size::square(5).unwrap();
        let rules = Some("Chinese".to_owned());
        let record = GoRecord::create(&NewGame { size, rules, ..NewGame::default() });
        let out = script.referee.start_game(Moment::ORIGIN, record, black, None);
        script.follow(out);
        script
    }

    fn follow(&mut self, outputs: Vec<Output>) {
        let mut queue: VecDeque<Output> = outputs.into();
        while let Some(output) = queue.pop_front() {
            match output {
                Output::ToEngine { engine, output: gtp::Output::Write(bytes) } => {
                    let reply = self.reply(engine, &String::from_utf8(bytes).unwrap());
                    let input = gtp::Input::Read { run: 1, bytes: reply.as_bytes() };
                    queue.extend(self.referee.engine_input(Moment::ORIGIN, engine, input));
                }
                Output::ToEngine { .. } => {}
                Output::GameOver(outcome) => self.over = Some(outcome),
            }
        }
    }

    fn reply(&mut self, engine: usize, line: &str) -> String {
        let (id, command) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let answer = match command.split(' ').next().unwrap_or_default() {
            "genmove" => self.moves[engine].pop_front().unwrap_or("pass"),
            "list_commands" => "final_status_list",
            "final_status_list" => self.dead[engine],
            _ => "",
        };
        format!("={id} {answer}\n\n")
    }
}

#[test]
fn the_engines_alternate_and_the_game_is_counted_by_our_rules() {
    let script = Script::play(1, [&["B2"], &["C3", "D4"]], ["B2", "B2"]);
    assert_eq!(script.referee.record().unwrap().moves().len(), 5);
    // 25 points for Black, who is engine 1, against komi.
    assert_eq!(script.over.unwrap().to_string(), "B+18.5");
    assert_eq!(script.referee.incident(), None);
}

#[test]
fn stones_that_only_one_takes_for_dead_live() {
    let script = Script::play(0, [&["C3", "D4"], &["B2"]], ["B2", ""]);
    assert_eq!(script.over.unwrap().winner(), Some(Color::White), "three stones cannot beat komi");
    assert!(script.referee.incident().unwrap().contains("disagree"));
}

#[test]
fn who_keeps_playing_illegal_moves_forfeits() {
    let script = Script::play(0, [&["C3"], &["C3", "C3", "Z9"]], ["", ""]);
    assert_eq!(script.over, Some(Outcome::Forfeit { winner: Color::Black }));
    assert!(script.referee.incident().unwrap().contains("invalid answer"));
}

#[test]
fn a_resignation_ends_the_game() {
    let script = Script::play(0, [&["C3"], &["resign"]], ["", ""]);
    assert_eq!(script.over, Some(Outcome::Resigned { winner: Color::Black }));
}

#[test]
fn an_engine_that_ends_too_often_forfeits() {
    let mut script = Script::play(0, [&["C3"], &["C3", "C3"]], ["", ""]);
    script.over = None;
    let size = Size::square(5).unwrap();
    let record = GoRecord::create(&NewGame { size, ..NewGame::default() });
    // Nothing answers this time.
    script.referee.start_game(Moment::ORIGIN, record, 0, None);
    for run in 1..=4 {
        let ended = gtp::Input::Ended { run, why: "the engine ended with code 1".to_owned() };
        let out = script.referee.engine_input(Moment::ORIGIN, 0, ended);
        script.over = out.into_iter().find_map(|output| match output {
            Output::GameOver(outcome) => Some(outcome),
            Output::ToEngine { .. } => None,
        });
    }
    assert_eq!(script.over, Some(Outcome::Forfeit { winner: Color::White }));
}
