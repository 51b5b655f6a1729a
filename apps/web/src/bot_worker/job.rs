//! Jobs for the Go player and its answers, as lines of text. A job contains the moves of the game, because a position
//! cannot be sent to a worker.
//!
//!     7 black:hard 9x9 void 14 42 - ddee,ggtt      simultaneous, komi 3.5, seed 42, two turns
//!     8 dead:512 19x19 Japanese-b 26 1 Bpd,Wdd qp,--

use bot::{Answer, GameHistory, Job, Level, MoveOrder, Question, Turn};
use rules::go::simultaneous::Variant;
use rules::go::{Color, Move, Point, Points, Rules, Size};

pub fn write_job(job: &Job, job_id: u32) -> String {
    let question = match job.question {
        Question::Move { color: Color::Black, level } => format!("black:{}", level.name()),
        Question::Move { color: Color::White, level } => format!("white:{}", level.name()),
        Question::Dead { playouts } => format!("dead:{playouts}"),
        Question::Estimate { playouts } => format!("estimate:{playouts}"),
    };
    let GameHistory { size, stones, order, turns } = &job.game;
    let order = match order {
        MoveOrder::Alternating { first, rules } => {
            format!("{}-{}", rules.name().unwrap_or("Chinese"), first.letter())
        }
        MoveOrder::Simultaneous(variant) => variant.name().to_owned(),
    };
    let stones = list(stones.iter().map(write_stone));
    let turns = list(turns.iter().map(|turn| match turn {
        Turn::One(one) => write_move(*one),
        Turn::Both { black, white } => write_move(*black) + &write_move(*white),
    }));
    let (width, height) = (size.width(), size.height());
    let (komi, seed) = (job.komi.in_quarters(), job.seed);
    format!("{job_id} {question} {width}x{height} {order} {komi} {seed} {stones} {turns}")
}

/// The job id and the job; `None` if the line is not a job.
pub fn read_job(line: &str) -> Option<(u32, Job)> {
    let mut words = line.split(' ');
    let mut next = || words.next();
    let job_id = next()?.parse().ok()?;
    let question = read_question(next()?)?;
    let (width, height) = next()?.split_once('x')?;
    let size = Size::new(width.parse().ok()?, height.parse().ok()?).ok()?;
    let order = read_order(next()?)?;
    let komi = Points::quarters(next()?.parse().ok()?);
    let seed = next()?.parse().ok()?;
    let stones = read_list(next()?, read_stone)?;
    let turns = read_list(next()?, read_turn)?;
    let game = GameHistory { size, stones, order, turns };
    Some((job_id, Job { question, game, komi, seed }))
}

fn read_question(word: &str) -> Option<Question> {
    let (what, how) = word.split_once(':')?;
    Some(match what {
        "black" => Question::Move { color: Color::Black, level: Level::from_name(how)? },
        "white" => Question::Move { color: Color::White, level: Level::from_name(how)? },
        "dead" => Question::Dead { playouts: how.parse().ok()? },
        "estimate" => Question::Estimate { playouts: how.parse().ok()? },
        _ => return None,
    })
}

pub fn write_answer(answer: &Answer, job_id: u32) -> String {
    match answer {
        // As bits: writing a fraction in decimal would make the worker's bundle a fifth larger.
        Answer::Move { best, win_rate } => {
            format!("{job_id} move {} {}", write_move(*best), win_rate.to_bits())
        }
        Answer::Dead(points) => {
            format!("{job_id} dead {}", list(points.iter().map(|at| write_point(*at))))
        }
        Answer::Estimate { dead, owned } => {
            let dead = list(dead.iter().map(|at| write_point(*at)));
            format!("{job_id} estimate {dead} {}", list(owned.iter().map(write_stone)))
        }
    }
}

pub fn read_answer(line: &str) -> Option<(u32, Answer)> {
    let mut words = line.split(' ');
    let job_id = words.next()?.parse().ok()?;
    let answer = match (words.next()?, words.next()?) {
        ("move", best) => {
            Answer::Move { best: read_move(best)?, win_rate: f32::from_bits(words.next()?.parse().ok()?) }
        }
        ("dead", points) => Answer::Dead(read_list(points, point)?),
        ("estimate", points) => {
            Answer::Estimate { dead: read_list(points, point)?, owned: read_list(words.next()?, read_stone)? }
        }
        _ => return None,
    };
    Some((job_id, answer))
}

fn list(items: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = items.collect();
    if all.is_empty() { "-".to_owned() } else { all.join(",") }
}

fn read_list<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    if text == "-" { Some(Vec::new()) } else { text.split(',').map(read).collect() }
}

fn write_point(at: Point) -> String {
    at.to_sgf().map(char::from).iter().collect()
}

fn write_stone((at, color): &(Point, Color)) -> String {
    format!("{}{}", color.letter(), write_point(*at))
}

fn write_move(one: Move) -> String {
    match one {
        Move::Place(at) => write_point(at),
        Move::Pass => "--".to_owned(),
    }
}

fn point(text: &str) -> Option<Point> {
    Point::from_sgf(text.as_bytes())
}

fn color(letter: &str) -> Option<Color> {
    Color::BOTH.into_iter().find(|color| letter.eq_ignore_ascii_case(&color.letter().to_string()))
}

fn read_stone(text: &str) -> Option<(Point, Color)> {
    Some((point(text.get(1..)?)?, color(text.get(..1)?)?))
}

fn read_move(text: &str) -> Option<Move> {
    if text == "--" { Some(Move::Pass) } else { point(text).map(Move::Place) }
}

fn read_turn(text: &str) -> Option<Turn> {
    if text.len() == 2 {
        return read_move(text).map(Turn::One);
    }
    let (black, white) = text.split_at_checked(2)?;
    Some(Turn::Both { black: read_move(black)?, white: read_move(white)? })
}

fn read_order(text: &str) -> Option<MoveOrder> {
    if let Some(variant) = Variant::from_name(text) {
        return Some(MoveOrder::Simultaneous(variant));
    }
    let (rules, first) = text.split_once('-')?;
    Some(MoveOrder::Alternating { first: color(first)?, rules: Rules::from_sgf(rules)? })
}

#[cfg(test)]
mod tests {
    use bot::CurrentPosition;
    use rules::go::simultaneous::Cell;

    use super::*;

    fn at(text: &str) -> Move {
        Move::Place(point(text).unwrap())
    }

    fn jobs() -> [Job; 2] {
        let size = Size::new(9, 13).unwrap();
        let turns = vec![
            Turn::Both { black: at("dd"), white: at("dd") },
            Turn::Both { black: at("ee"), white: Move::Pass },
        ];
        let simultaneous =
            GameHistory { size, stones: Vec::new(), order: MoveOrder::Simultaneous(Variant::Void), turns };
        let job = Job {
            question: Question::Move { color: Color::White, level: Level::Strong },
            game: simultaneous,
            komi: Points::halves(-7),
            seed: u64::MAX,
        };
        let order = MoveOrder::Alternating { first: Color::White, rules: Rules::JAPANESE };
        let stones = vec![(Point::new(2, 3), Color::Black), (Point::new(8, 12), Color::White)];
        let turns = vec![Turn::One(at("ee")), Turn::One(Move::Pass)];
        let game = GameHistory { size, stones, order, turns };
        [job.clone(), Job { question: Question::Dead { playouts: 600 }, game, ..job }]
    }

    #[test]
    fn a_job_arrives_as_it_was_sent() {
        for job in jobs() {
            assert_eq!(read_job(&write_job(&job, 7)), Some((7, job)));
        }
    }

    #[test]
    fn a_game_is_replayed_to_its_current_position() {
        let [simultaneous, turns] = jobs().map(|job| job.game.position());
        let Some(CurrentPosition::Simultaneous(position)) = simultaneous else { panic!("not simultaneous") };
        assert_eq!((position.turns(), position.at(Point::new(4, 4))), (2, Cell::Stone(Color::Black)));
        let Some(CurrentPosition::Ordinary(position)) = turns else { panic!("not in turns") };
        assert_eq!((position.board().count(Color::White), position.to_play()), (2, Color::White));
    }

    #[test]
    fn a_game_with_an_illegal_move_has_no_position() {
        let [_, mut job] = jobs();
        job.game.turns = vec![Turn::One(at("cd"))];
        assert!(job.game.position().is_none());
    }

    #[test]
    fn an_answer_arrives_as_it_was_sent() {
        for answer in [
            Answer::Move { best: at("qd"), win_rate: 0.53125 },
            Answer::Move { best: Move::Pass, win_rate: 0.1 },
            Answer::Dead(vec![]),
            Answer::Dead(vec![Point::new(1, 2), Point::new(30, 0)]),
            Answer::Estimate { dead: vec![Point::new(1, 2)], owned: vec![(Point::new(0, 3), Color::White)] },
        ] {
            assert_eq!(read_answer(&write_answer(&answer, 3)), Some((3, answer)));
        }
    }

    #[test]
    fn other_lines_are_not_jobs() {
        for line in [
            "",
            "stop",
            "7 black:max",
            "7 black:max 0x9 void 0 1 - -",
            "7 red:max 9x9 void 0 1 - -",
            "7 black:strongest 9x9 void 0 1 - -",
            "7 black 9x9 void 0 1 - -",
            "7 dead:all 9x9 void 0 1 - -",
            "7 black:max 9x9 void 0 1 - dée",
            "x black:max 9x9 void 0 1 - -",
        ] {
            assert_eq!(read_job(line), None, "{line}");
        }
    }
}
