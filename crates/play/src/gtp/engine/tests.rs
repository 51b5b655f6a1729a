mod analysis;
mod any_line;

use super::*;
use moment::Moment;
use rules::go::simultaneous::Cell;

/// A controller that answers what the engine asks of its host.
struct Talk {
    engine: Engine,
    now: Moment,
    choice: Move,
    win_rate: f32,
    dead: Vec<Point>,
    asked: Vec<Output>,
}

impl Talk {
    fn new(simultaneous: Option<Variant>) -> Talk {
        let engine = Engine::new("Tabiya", "1.0", simultaneous);
        let now = Moment::from_millis(0);
        Talk { engine, now, choice: Move::Pass, win_rate: 0.5, dead: Vec::new(), asked: Vec::new() }
    }

    fn reply(&mut self, line: &str) -> String {
        let mut response = String::new();
        let mut outputs = self.engine.handle_line(self.now, line);
        while !outputs.is_empty() {
            let output = outputs.remove(0);
            let answer = match &output {
                Output::Write(text) => {
                    response += text;
                    continue;
                }
                Output::Think(_) => Answer::Move { choice: self.choice, win_rate: self.win_rate },
                Output::FindDead(_) => Answer::Dead(self.dead.clone()),
                Output::Load { .. } => Answer::Game(None),
                Output::Analyze(_) | Output::StopAnalysis => {
                    self.asked.push(output);
                    continue;
                }
                Output::Quit => continue,
            };
            self.asked.push(output);
            self.now += Duration::from_secs(2);
            outputs.extend(self.engine.answer(self.now, answer));
        }
        response
    }

    /// Sends lines and compares the answers, without the blank line at the end.
    fn script(&mut self, lines: &[(&str, &str)]) {
        for (line, expected) in lines {
            let response = self.reply(line);
            let response = response.strip_suffix("\n\n").unwrap_or(&response);
            assert_eq!(response, *expected, "{line:?}");
        }
    }

    fn last_task(&self) -> &Task {
        match self.asked.last() {
            Some(Output::Think(task)) => task,
            other => panic!("{other:?}"),
        }
    }

    fn at(&self, name: &str) -> Cell {
        self.engine.board.at(Point::from_name(name, self.engine.size()).unwrap())
    }
}

fn place(name: &str, lines: u32) -> Move {
    Move::Place(Point::from_name(name, Size::square(lines).unwrap()).unwrap())
}

#[test]
fn it_reports_its_name_version_and_commands() {
    Talk::new(None).script(&[
        ("protocol_version", "= 2"),
        ("1 name", "=1 Tabiya"),
        ("  007\tversion # who?", "=007 1.0"),
        ("known_command genmove", "= true"),
        ("known_command play_turn", "= false"),
        ("known_command", "= false"),
        ("", ""),
        ("# nothing", ""),
        ("12", "?12 unknown command"),
        ("fly", "? unknown command"),
        ("quit", "="),
    ]);
}

#[test]
fn a_game_is_played_and_taken_back() {
    let mut talk = Talk::new(None);
    talk.choice = place("E5", 9);
    talk.script(&[
        ("boardsize 9", "="),
        ("boardsize 1", "? unacceptable size"),
        ("boardsize 26", "? unacceptable size"),
        ("boardsize nine", "? syntax error"),
        ("komi 5.5", "="),
        ("komi lots", "? syntax error"),
        ("komi nan", "? syntax error"),
        ("play b D4", "="),
        ("play white d4", "? illegal move"),
        ("play white Z9", "? syntax error"),
        ("play purple D5", "? syntax error"),
        ("play W resign", "="),
        ("genmove w", "= E5"),
        ("play w pass", "="),
        ("undo", "="),
        ("undo", "="),
        ("undo", "="),
        ("undo", "? cannot undo"),
        ("genmove", "? syntax error"),
    ]);
}

#[test]
fn the_search_of_the_last_move_can_be_reused() {
    let mut talk = Talk::new(None);
    talk.choice = place("E5", 9);
    talk.script(&[("boardsize 9", "="), ("genmove b", "= E5")]);
    assert_eq!(talk.last_task().since, BoardChange::Reset);
    talk.choice = place("C3", 9);
    talk.script(&[("play w D4", "="), ("genmove b", "= C3")]);
    let BoardChange::Turns(turns) = &talk.last_task().since else { panic!("everything is forgotten") };
    let moves: Vec<Turn> = turns.iter().map(|(turn, _)| *turn).collect();
    let one = |color, name| Turn::One { color, choice: place(name, 9) };
    assert_eq!(moves, [one(Color::Black, "E5"), one(Color::White, "D4")]);
    assert_eq!(turns.last().map(|(_, board)| board), Some(&talk.last_task().board));
    talk.choice = place("G3", 9);
    talk.script(&[("undo", "="), ("genmove b", "= G3")]);
    assert_eq!(talk.last_task().since, BoardChange::Reset);
    talk.choice = place("G7", 9);
    talk.script(&[("play b A1", "="), ("genmove b", "= G7")]);
    assert_eq!(talk.last_task().since, BoardChange::Reset);
}

#[test]
fn a_lost_game_is_resigned() {
    let mut talk = Talk::new(None);
    talk.win_rate = 0.01;
    let mut answer = |name: &str, command: &str, reply: &str| {
        talk.choice = place(name, 9);
        talk.script(&[(command, reply)]);
    };
    answer("A1", "boardsize 9", "=");
    answer("A1", "komi 20", "=");
    answer("A1", "play w J9", "=");
    for name in ["A1", "A2", "A3", "A4"] {
        answer(name, "genmove b", &format!("= {name}"));
    }
    answer("E5", "reg_genmove b", "= E5");
    answer("E5", "genmove w", "= E5");
    answer("A5", "genmove b", "= resign");
    answer("A5", "clear_board", "=");
    answer("A5", "genmove b", "= A5");
}

#[test]
fn handicap_stones_are_placed() {
    Talk::new(None).script(&[
        ("boardsize 9", "="),
        ("fixed_handicap 2", "= G7 C3"),
        ("fixed_handicap 2", "? board not empty"),
        ("clear_board", "="),
        ("fixed_handicap 10", "? invalid number of stones"),
        ("place_free_handicap 1", "? invalid number of stones"),
        ("place_free_handicap 40", "= C7 E7 G7 C5 E5 G5 C3 E3 G3"),
        ("clear_board", "="),
        ("set_free_handicap A1 A1", "? bad vertex list"),
        ("set_free_handicap A1 pass", "? bad vertex list"),
        ("set_free_handicap A1", "? bad vertex list"),
        ("set_free_handicap A1 J9", "="),
        ("loadsgf", "? cannot load file"),
        ("loadsgf nowhere.sgf", "? cannot load file"),
        ("loadsgf nowhere.sgf x", "? cannot load file"),
    ]);
}

#[test]
fn the_end_is_counted_without_dead_stones() {
    let mut talk = Talk::new(None);
    talk.script(&[("boardsize 3", "="), ("komi 2.5", "="), ("play b B2", "="), ("play w A1", "=")]);
    talk.script(&[("final_score", "= W+2.5")]);
    talk.dead = vec![Point::new(0, 2)];
    talk.script(&[
        ("final_score", "= B+6.5"),
        ("final_status_list dead", "= A1"),
        ("final_status_list alive", "= B2"),
        ("final_status_list seki", "="),
        ("final_status_list", "? syntax error"),
        ("showboard", "= Black to play\n   A B C\n 3 . . . 3\n 2 . X . 2\n 1 O . . 1\n   A B C"),
    ]);
}

/// The examples of the protocol's specification (GTP 2, draft 2), and what it demands of every engine.
#[test]
fn it_conforms_to_the_protocol() {
    let mut talk = Talk::new(None);
    talk.choice = place("C3", 9);
    talk.script(&[
        // 2.5: control characters are dropped, tabs are blanks, comments and empty lines are ignored.
        ("na\u{1}me", "= Tabiya"),
        ("\u{7f}1\tname\r", "=1 Tabiya"),
        ("   ", ""),
        ("\t# only a comment", ""),
        ("protocol_version# at once", "= 2"),
        // 2.6: the id comes back as it was sent.
        ("4294967295 protocol_version", "=4294967295 2"),
        ("00 protocol_version", "=00 2"),
        // 2.8: an unknown command.
        ("5 castle", "?5 unknown command"),
        ("5", "?5 unknown command"),
        // 2.10, 2.11: colours and vertices in any case, no column I.
        ("play WHITE d4", "="),
        ("play b I5", "? syntax error"),
        ("play b A0", "? syntax error"),
        ("play b A20", "? syntax error"),
        ("play b D4", "? illegal move"),
        ("play b PASS", "="),
        // 6.3: the usual commands.
        ("clear_board", "="),
        ("boardsize 100", "? unacceptable size"),
        ("boardsize 9", "="),
        ("komi 0.5", "="),
        ("komi", "? syntax error"),
        ("fixed_handicap 2", "= G7 C3"),
        ("fixed_handicap 2", "? board not empty"),
        ("undo", "? cannot undo"),
        ("clear_board", "="),
        ("set_free_handicap D4 F6", "="),
        ("clear_board", "="),
        ("play b C3", "="),
        ("play w C4", "="),
        ("undo", "="),
        ("undo", "="),
        ("undo", "? cannot undo"),
        ("reg_genmove b", "= C3"),
        ("genmove b", "= C3"),
        ("genmove b", "? illegal move"),
        ("known_command quit", "= true"),
        ("known_command castle", "= false"),
    ]);
}

#[test]
fn it_has_every_required_command() {
    let mut talk = Talk::new(None);
    let commands = talk.reply("list_commands");
    for required in [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
    ] {
        assert!(commands.lines().any(|line| line.trim_start_matches("= ") == required), "{required}");
    }
}

#[test]
fn the_rules_are_set_and_told() {
    let mut talk = Talk::new(None);
    let japanese = r#"= {"friendlyPassOk":true,"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"SEKI","whiteHandicapBonus":"0"}"#;
    talk.script(&[
        ("boardsize 3", "="),
        ("komi 0.5", "="),
        ("kata-set-rules japanese", "="),
        ("kata-get-rules", japanese),
        ("play b B2", "="),
        ("final_score", "= B+7.5"),
        ("kata-set-rules tromp-taylor", "="),
        ("final_score", "= B+8.5"),
        ("clear_board", "="),
        ("play b B3", "="),
        ("play b A2", "="),
        // Suicide of one stone is a repetition.
        ("play w A3", "? illegal move"),
        (r#"kata-set-rules {"ko": "SIMPLE", "scoring": "TERRITORY", "suicide": true}"#, "="),
        ("play w A3", "="),
        ("kata-set-rule suicide false", "="),
        ("play w A3", "? illegal move"),
        ("kata-set-rules stone-scoring", "? unknown rules"),
        ("kata-set-rules", "? unknown rules"),
        ("kata-set-rule ko", "? syntax error"),
        ("kata-set-rule ko never", "? unknown rules"),
    ]);
    talk.script(&[("boardsize 9", "="), ("set_free_handicap A1 J9", "="), ("komi 0", "=")]);
    talk.script(&[("final_score", "= B+79"), ("kata-set-rules chinese", "="), ("final_score", "= B+79")]);
    Talk::new(Some(Variant::Red)).script(&[("kata-get-rules", "? unknown command")]);
}

#[test]
fn thinking_respects_its_time_limit() {
    let mut talk = Talk::new(None);
    talk.script(&[("boardsize 9", "="), ("genmove b", "= pass")]);
    assert_eq!(talk.last_task().limit, None);
    // Main time only: a share of what is left, less for every move that was made.
    talk.script(&[("time_settings 270 0 0", "="), ("genmove b", "= pass")]);
    assert_eq!(talk.last_task().limit, Some(Duration::from_millis(9_950)));
    talk.script(&[("genmove b", "= pass")]);
    assert!(talk.last_task().limit.unwrap() < Duration::from_millis(9_950));
    // Ten stones in each 30 s: three for each, whatever is left of main time on top.
    talk.script(&[("time_settings 0 30 10", "="), ("genmove b", "= pass")]);
    assert_eq!(talk.last_task().limit, Some(Duration::from_millis(2_950)));
    talk.script(&[("time_left b 4 2", "="), ("genmove b", "= pass")]);
    assert_eq!(talk.last_task().limit, Some(Duration::from_millis(1_950)));
    talk.script(&[("time_left b 0 1", "="), ("genmove b", "= pass")]);
    assert_eq!(talk.last_task().limit, Some(Duration::ZERO));
    talk.script(&[("time_settings 60 30 0", "="), ("genmove b", "= pass")]);
    assert_eq!(talk.last_task().limit, None);
    talk.script(&[("time_settings 1", "? syntax error"), ("time_left b", "? syntax error")]);
}

#[test]
fn in_simultaneous_go_a_move_waits_for_the_other() {
    let mut talk = Talk::new(Some(Variant::Red));
    talk.choice = place("C3", 5);
    talk.script(&[
        ("boardsize 5", "="),
        ("play b C3", "="),
        ("play b C4", "? this side has moved already in this turn"),
    ]);
    assert_eq!(talk.at("C3"), Cell::Empty);
    talk.script(&[("genmove w", "= C3")]);
    assert_eq!(talk.at("C3"), Cell::Red);
    // It searched the board that both sides had seen.
    assert_eq!(
        talk.last_task().board,
        Board::empty(Size::square(5).unwrap(), Some(Variant::Red), DEFAULT_RULES)
    );
    talk.choice = place("B2", 5);
    talk.script(&[
        ("genmove_simultaneous b", "= B2"),
        ("play_turn B2 D4", "="),
        ("play_turn B2 pass", "? illegal move"),
        ("play_turn B2", "? syntax error"),
        ("play w E1", "="),
        ("play_turn A1 A2", "? another move was chosen for this turn"),
        ("undo", "="),
        ("undo", "="),
        ("showboard", "= After 1 turns\n   A B C D E\n 5 . . . . . 5\n 4 . . . . . 4\n 3 . . # . . 3\n 2 . . . . . 2\n 1 . . . . . 1\n   A B C D E"),
        ("play_turn pass pass", "="),
        ("genmove b", "= pass"),
        ("final_score", "= 0"),
        ("simultaneous_variant void", "="),
        ("simultaneous_variant blue", "? choose red, hole or void"),
        ("fixed_handicap 2", "? invalid number of stones"),
        ("set_free_handicap A1 B3", "="),
        ("final_score", "= B+25"),
    ]);
}

#[test]
fn bytes_are_split_into_lines() {
    let mut lines = Lines::default();
    assert_eq!(lines.read(b"name\r\nver"), ["name\r"]);
    assert_eq!(lines.read(b"sion\n\n\xff"), ["version"]);
    assert_eq!(lines.end(), Some("\u{FFFD}".to_owned()));
    for _ in 0..100 {
        lines.read(&[b'x'; 10_000]);
    }
    assert!(lines.end().is_some_and(|line| line.len() < 100_000));
}
