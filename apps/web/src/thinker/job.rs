//! What the Go player is asked and what it answers, as lines of text: a position cannot cross to a worker, but the way
//! to it can.
//!
//!     7 black 9x9 void 14 600 42 - ddee,ggtt      simultaneous, komi 3.5, 600 simulations, seed 42, two turns
//!     8 dead 19x19 Japanese-b 26 512 1 Bpd,Wdd qp,--

use bot::Turn;
use rules::go::simultaneous::{self, Cell, Variant};
use rules::go::{Color, Move, Point, Points, Position, Rules, Size};

#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    pub question: Question,
    pub game: Played,
    pub komi: Points,
    /// Games played in the head.
    pub simulations: u32,
    pub seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    Move(Color),
    /// Which stones are dead, now that nobody moves.
    Dead,
}

/// A game from its beginning to where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    pub size: Size,
    /// On the board before the first move.
    pub stones: Vec<(Point, Color)>,
    pub order: Order,
    pub turns: Vec<Turn>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Order {
    /// Rules of one's own are thought about as Chinese.
    Turns {
        first: Color,
        rules: Rules,
    },
    Together(Variant),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Thought {
    /// The best move, and the share of games won.
    Move {
        best: Move,
        win_rate: f32,
    },
    Dead(Vec<Point>),
}

/// A game as the rules know it.
pub enum Standing {
    Turns(Position),
    Together(simultaneous::Position),
}

impl Job {
    pub fn asked(&self, ticket: u32) -> String {
        let question = match self.question {
            Question::Move(Color::Black) => "black",
            Question::Move(Color::White) => "white",
            Question::Dead => "dead",
        };
        let Played { size, stones, order, turns } = &self.game;
        let order = match order {
            Order::Turns { first, rules } => {
                format!("{}-{}", rules.name().unwrap_or("Chinese"), first.letter())
            }
            Order::Together(variant) => variant.name().to_owned(),
        };
        let stones = list(stones.iter().map(|(at, color)| format!("{}{}", color.letter(), spell(*at))));
        let turns = list(turns.iter().map(|turn| match turn {
            Turn::One(one) => spell_move(*one),
            Turn::Both { black, white } => spell_move(*black) + &spell_move(*white),
        }));
        let (width, height) = (size.width(), size.height());
        let (komi, simulations, seed) = (self.komi.in_quarters(), self.simulations, self.seed);
        format!("{ticket} {question} {width}x{height} {order} {komi} {simulations} {seed} {stones} {turns}")
    }

    /// The ticket and the job; nothing for a line that is no job.
    pub fn read(line: &str) -> Option<(u32, Job)> {
        let mut words = line.split(' ');
        let mut next = || words.next();
        let ticket = next()?.parse().ok()?;
        let question = match next()? {
            "black" => Question::Move(Color::Black),
            "white" => Question::Move(Color::White),
            "dead" => Question::Dead,
            _ => return None,
        };
        let (width, height) = next()?.split_once('x')?;
        let size = Size::new(width.parse().ok()?, height.parse().ok()?).ok()?;
        let order = read_order(next()?)?;
        let komi = Points::quarters(next()?.parse().ok()?);
        let (simulations, seed) = (next()?.parse().ok()?, next()?.parse().ok()?);
        let stones = read_list(next()?, |stone| Some((point(stone.get(1..)?)?, color(stone.get(..1)?)?)))?;
        let turns = read_list(next()?, read_turn)?;
        let game = Played { size, stones, order, turns };
        Some((ticket, Job { question, game, komi, simulations, seed }))
    }
}

impl Played {
    /// Nothing where a move was not legal.
    pub fn standing(&self) -> Option<Standing> {
        match self.order {
            Order::Turns { first, rules } => self.in_turns(first, rules).map(Standing::Turns),
            Order::Together(variant) => self.together(variant).map(Standing::Together),
        }
    }

    fn in_turns(&self, first: Color, rules: Rules) -> Option<Position> {
        let stones = self.stones.iter().map(|(at, color)| (*at, Some(*color)));
        let start = Position::new(self.size).with_rules(rules).set_up(stones).with_to_play(first);
        self.turns.iter().try_fold(start, |position, turn| match turn {
            Turn::One(one) => position.play(*one).ok(),
            Turn::Both { .. } => None,
        })
    }

    fn together(&self, variant: Variant) -> Option<simultaneous::Position> {
        let stone = |point| self.stones.iter().find(|(at, _)| *at == point);
        let cell = |point| stone(point).map_or(Cell::Empty, |(_, color)| Cell::Stone(*color));
        let start = simultaneous::Position::set_up(self.size, variant, cell)?;
        self.turns.iter().try_fold(start, |position, turn| match turn {
            // After both have passed the players may have gone on.
            Turn::Both { black, white } => {
                position.resumed().turn(*black, *white).ok().map(|next| next.position)
            }
            Turn::One(_) => None,
        })
    }
}

impl Thought {
    pub fn answer(&self, ticket: u32) -> String {
        match self {
            Thought::Move { best, win_rate } => format!("{ticket} move {} {win_rate}", spell_move(*best)),
            Thought::Dead(points) => format!("{ticket} dead {}", list(points.iter().map(|at| spell(*at)))),
        }
    }
}

pub fn answered(line: &str) -> Option<(u32, Thought)> {
    let mut words = line.split(' ');
    let ticket = words.next()?.parse().ok()?;
    let thought = match (words.next()?, words.next()?) {
        ("move", best) => Thought::Move { best: read_move(best)?, win_rate: words.next()?.parse().ok()? },
        ("dead", points) => Thought::Dead(read_list(points, point)?),
        _ => return None,
    };
    Some((ticket, thought))
}

fn list(items: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = items.collect();
    if all.is_empty() { "-".to_owned() } else { all.join(",") }
}

fn read_list<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    if text == "-" { Some(Vec::new()) } else { text.split(',').map(read).collect() }
}

fn spell(at: Point) -> String {
    at.to_sgf().map(char::from).iter().collect()
}

fn spell_move(one: Move) -> String {
    match one {
        Move::Place(at) => spell(at),
        Move::Pass => "--".to_owned(),
    }
}

fn point(text: &str) -> Option<Point> {
    Point::from_sgf(text.as_bytes())
}

fn color(letter: &str) -> Option<Color> {
    Color::BOTH.into_iter().find(|color| letter.eq_ignore_ascii_case(&color.letter().to_string()))
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

fn read_order(text: &str) -> Option<Order> {
    if let Some(variant) = Variant::from_name(text) {
        return Some(Order::Together(variant));
    }
    let (rules, first) = text.split_once('-')?;
    Some(Order::Turns { first: color(first)?, rules: Rules::from_sgf(rules)? })
}

#[cfg(test)]
mod tests {
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
        let together = Played { size, stones: Vec::new(), order: Order::Together(Variant::Void), turns };
        let job = Job {
            question: Question::Move(Color::White),
            game: together,
            komi: Points::halves(-7),
            simulations: 600,
            seed: u64::MAX,
        };
        let order = Order::Turns { first: Color::White, rules: Rules::JAPANESE };
        let stones = vec![(Point::new(2, 3), Color::Black), (Point::new(8, 12), Color::White)];
        let turns = vec![Turn::One(at("ee")), Turn::One(Move::Pass)];
        let game = Played { size, stones, order, turns };
        [job.clone(), Job { question: Question::Dead, game, ..job }]
    }

    #[test]
    fn a_job_arrives_as_it_was_sent() {
        for job in jobs() {
            assert_eq!(Job::read(&job.asked(7)), Some((7, job)));
        }
    }

    #[test]
    fn a_game_is_played_again_up_to_where_it_stands() {
        let [together, turns] = jobs().map(|job| job.game.standing());
        let Some(Standing::Together(position)) = together else { panic!("not together") };
        assert_eq!((position.turns(), position.at(Point::new(4, 4))), (2, Cell::Stone(Color::Black)));
        let Some(Standing::Turns(position)) = turns else { panic!("not in turns") };
        assert_eq!((position.board().count(Color::White), position.to_play()), (2, Color::White));
    }

    #[test]
    fn a_game_with_a_move_that_is_not_legal_does_not_stand() {
        let [_, mut job] = jobs();
        job.game.turns = vec![Turn::One(at("cd"))];
        assert!(job.game.standing().is_none());
    }

    #[test]
    fn a_thought_arrives_as_it_was_sent() {
        for thought in [
            Thought::Move { best: at("qd"), win_rate: 0.53125 },
            Thought::Move { best: Move::Pass, win_rate: 0.1 },
            Thought::Dead(vec![]),
            Thought::Dead(vec![Point::new(1, 2), Point::new(30, 0)]),
        ] {
            assert_eq!(answered(&thought.answer(3)), Some((3, thought)));
        }
    }

    #[test]
    fn other_lines_are_no_jobs() {
        for line in [
            "",
            "stop",
            "7 black",
            "7 black 0x9 void 0 1 1 - -",
            "7 red 9x9 void 0 1 1 - -",
            "7 black 9x9 void 0 1 1 - dée",
            "x black 9x9 void 0 1 1 - -",
        ] {
            assert_eq!(Job::read(line), None, "{line}");
        }
    }
}
