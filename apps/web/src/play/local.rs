//! A room without a network: the same table in this page, with the bot in the other seat. The bot thinks elsewhere, about
//! the record alone, and promises its move on its own side of the table; what the player has promised never reaches it.

use bot::{Level, Turn};
use play::Moment;
use play::guest::{Act, Guest, Input as GuestInput, Kept, Output as GuestOutput};
use play::kifu::{Event, Kifu, Stage};
use play::protocol::{Asked, Hex, Settings, Token, Told};
use play::table::{Conn, HomeTable, Input, Opening, Output, Saved as SavedTable};
use rules::go::{Color, Move, Point, Points, handicap_points};
use serde::{Deserialize, Serialize};

use crate::thinker::{Job, Order, Played, Question, Thought};

/// Games played in the head to see which stones are dead.
const JUDGING: u32 = 400;

/// A game against the bot as a page keeps it, to go on after it was closed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Saved {
    #[serde(flatten)]
    table: SavedTable,
    level: String,
    bot: Kept,
}

/// Something that the bot is about to do.
pub enum Errand {
    Do(Act),
    Think(Job),
}

pub struct Local {
    home: HomeTable,
    conns: [Conn; 2],
    bot: Guest,
    level: Level,
    /// What it thinks about: the game, its entry, and the question.
    about: Option<(u32, u32, Question)>,
    opinion: Option<(u32, u32, Vec<Point>)>,
    proposed: Option<(u32, u32)>,
    random: fn() -> [u8; 32],
}

impl Local {
    pub fn new(
        now: Moment,
        settings: Settings,
        level: Level,
        token: Token,
        random: fn() -> [u8; 32],
    ) -> Local {
        let opening = Opening { settings, secret: Hex(random()) };
        let bot = Kept { token, name: name(level).to_owned(), promise: None, seen: None };
        let table = SavedTable { opening, entries: Vec::new() };
        Local::resume(now, Saved { table, level: level.name().to_owned(), bot }, random)
    }

    pub fn resume(now: Moment, saved: Saved, random: fn() -> [u8; 32]) -> Local {
        let Saved { table, level, bot } = saved;
        let mut home = HomeTable::resume(now, table);
        let conns = [home.new_conn(), home.new_conn()];
        Local {
            home,
            conns,
            bot: Guest::player(bot),
            level: Level::from_name(&level).unwrap_or(Level::Easy),
            about: None,
            opinion: None,
            proposed: None,
            random,
        }
    }

    pub fn saved(&self) -> Saved {
        let table = self.home.saved().clone();
        Saved { table, level: self.level.name().to_owned(), bot: self.bot.kept() }
    }

    /// The bot sits down after the player, who has the colour of the host.
    pub fn sit_down(&mut self, now: Moment) -> Vec<Told> {
        let outputs = self.bot.handle(now, GuestInput::Connected);
        self.bot_says(now, outputs)
    }

    pub fn say(&mut self, now: Moment, asked: Asked) -> Vec<Told> {
        self.hear(now, Input::Asked { conn: self.conns[0], round_trip: 0, asked })
    }

    pub fn deadline(&self) -> Option<Moment> {
        self.home.deadline().into_iter().chain(self.bot.deadline()).min()
    }

    pub fn wake(&mut self, now: Moment) -> Vec<Told> {
        let mut told = self.hear(now, Input::Wake);
        let outputs = self.bot.handle(now, GuestInput::Wake);
        told.append(&mut self.bot_says(now, outputs));
        told
    }

    fn hear(&mut self, now: Moment, input: Input) -> Vec<Told> {
        let outputs = self.home.handle(now, input);
        let mut told_you = Vec::new();
        for output in outputs {
            let Output::Tell { to, told } = output else { continue };
            if to == self.conns[0] {
                told_you.push(told);
            } else {
                let outputs = self.bot.handle(now, GuestInput::Heard(told));
                told_you.append(&mut self.bot_says(now, outputs));
            }
        }
        told_you
    }

    fn bot_says(&mut self, now: Moment, outputs: Vec<GuestOutput>) -> Vec<Told> {
        let mut told = Vec::new();
        for output in outputs {
            if let GuestOutput::Send(asked) = output {
                let input = Input::Asked { conn: self.conns[1], round_trip: 0, asked };
                told.append(&mut self.hear(now, input));
            }
        }
        told
    }

    pub fn bot_does(&mut self, now: Moment, act: Act) -> Vec<Told> {
        let outputs = self.bot.handle(now, GuestInput::Do(act));
        self.bot_says(now, outputs)
    }

    /// What the bot owes the table now. Asked again, it is the next thing.
    pub fn errand(&mut self) -> Option<Errand> {
        let color = self.bot.color()?;
        let Some(kifu) = self.bot.kifu() else {
            let ready = self.bot.seats().ready;
            let agrees = ready[color.other() as usize] && !ready[color as usize];
            return agrees.then_some(Errand::Do(Act::Ready));
        };
        if let (Some(turns), None) = (self.bot.takeback(color.other()), self.bot.takeback(color)) {
            return Some(Errand::Do(Act::Takeback { turns, agree: true }));
        }
        match kifu.stage() {
            Stage::Play if self.bot.is_your_turn() => self.think_about(Question::Move(color)),
            Stage::Count => self.judge(color),
            Stage::Over(_) => {
                let wanted = self.bot.wants_rematch(color.other()) && !self.bot.wants_rematch(color);
                wanted.then_some(Errand::Do(Act::Rematch))
            }
            Stage::Play | Stage::TooLong => None,
        }
    }

    /// Where the bot's record stands.
    fn at(&self) -> Option<(u32, u32)> {
        Some((self.bot.game(), self.bot.kifu()?.next()))
    }

    fn think_about(&mut self, question: Question) -> Option<Errand> {
        let (game, entry) = self.at()?;
        let about = Some((game, entry, question));
        if self.about == about {
            return None;
        }
        self.about = about;
        let [a, b, c, d, e, f, g, h, ..] = (self.random)();
        let seed = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
        let simulations = if question == Question::Dead { JUDGING } else { self.level.simulations() };
        let kifu = self.bot.kifu()?;
        let komi = kifu.settings().komi();
        Some(Errand::Think(Job { question, game: played(kifu), komi, simulations, seed }))
    }

    /// The bot says which stones it thinks are dead, and agrees to no count that is worse for it.
    fn judge(&mut self, color: Color) -> Option<Errand> {
        let at = self.at()?;
        let Some((_, _, opinion)) = self.opinion.as_ref().filter(|(game, entry, _)| (*game, *entry) == at)
        else {
            return self.think_about(Question::Dead);
        };
        let (marked, agreed) = self.bot.marks();
        if self.proposed != Some(at) {
            if let Some(stone) = opinion.iter().find(|at| !marked.contains(at)) {
                return Some(Errand::Do(Act::Mark(*stone)));
            }
            self.proposed = Some(at);
        }
        if !agreed[color.other() as usize] || agreed[color as usize] {
            return None;
        }
        let kifu = self.bot.kifu()?;
        let ahead = |dead: &[Point]| lead(kifu, dead, color);
        let fair = ahead(marked) >= ahead(opinion);
        Some(Errand::Do(if fair { Act::Agree } else { Act::Resume }))
    }

    /// What came of thinking. Too late, it is nothing.
    pub fn thought(&mut self, now: Moment, thought: Thought) -> Vec<Told> {
        let (Some((game, entry, question)), Some(at)) = (self.about, self.at()) else { return Vec::new() };
        if (game, entry) != at {
            return Vec::new();
        }
        match (thought, question) {
            (Thought::Move(best), Question::Move(color)) => {
                // The bot's board knows no superko over the whole game; the record does.
                let legal = self.bot.kifu().is_some_and(|kifu| kifu.legal(color, best).is_ok());
                let mv = if legal { best } else { Move::Pass };
                self.bot_does(now, Act::Choose { mv, nonce: Hex((self.random)()) })
            }
            (Thought::Dead(dead), Question::Dead) => {
                let whole = self.bot.kifu().map(|kifu| kifu.board().groups(&dead)).unwrap_or_default();
                self.opinion = Some((game, entry, whole));
                Vec::new()
            }
            _ => Vec::new(),
        }
    }

    pub fn is_unfinished(&self) -> bool {
        self.home.table().is_unfinished()
    }
}

fn lead(kifu: &Kifu, dead: &[Point], color: Color) -> Points {
    let score = kifu.count(dead).score;
    match color {
        Color::Black => score.black - score.white,
        Color::White => score.white - score.black,
    }
}

fn played(kifu: &Kifu) -> Played {
    let settings = kifu.settings();
    let handicap = handicap_points(settings.size(), u32::from(settings.handicap)).unwrap_or_default();
    let first = if handicap.is_empty() { Color::Black } else { Color::White };
    let order = match settings.game.variant() {
        Some(variant) => Order::Together(variant),
        None => Order::Turns { first, rules: settings.game.rules() },
    };
    let turn = |event: &Event| match event {
        Event::Turn { black_move, white_move } => {
            Some(Turn::Both { black: black_move.mv, white: white_move.mv })
        }
        Event::Move { mv, .. } => Some(Turn::One(*mv)),
        Event::TakenBack { .. } | Event::Resumed | Event::Ended { .. } => None,
    };
    let turns = kifu.played().into_iter().filter_map(turn).collect();
    let stones = handicap.into_iter().map(|at| (at, Color::Black)).collect();
    Played { size: settings.size(), stones, order, turns }
}

pub fn name(level: Level) -> &'static str {
    match level {
        Level::Easy => "Bot, easy",
        Level::Medium => "Bot, medium",
        Level::Hard => "Bot, hard",
        Level::Max => "Bot, strongest",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::guest::Output as Out;
    use play::protocol::Kind;

    fn random() -> [u8; 32] {
        [7; 32]
    }

    /// A player and the bot at one table, everything said passed on at once.
    struct Sitting {
        local: Local,
        you: Guest,
        now: Moment,
    }

    impl Sitting {
        fn new(settings: Settings) -> Sitting {
            let now = Moment::from_millis(5);
            let local = Local::new(now, settings, Level::Easy, Hex([2; 16]), random);
            let kept = Kept { token: Hex([1; 16]), name: "You".to_owned(), promise: None, seen: None };
            let mut sitting = Sitting { local, you: Guest::player(kept), now };
            sitting.come_in();
            sitting.act(Act::Ready);
            sitting
        }

        fn come_in(&mut self) {
            self.give(GuestInput::Connected);
            let told = self.local.sit_down(self.now);
            self.hear(told);
        }

        fn give(&mut self, input: GuestInput) {
            for output in self.you.handle(self.now, input) {
                if let Out::Send(asked) = output {
                    let told = self.local.say(self.now, asked);
                    self.hear(told);
                }
            }
        }

        fn hear(&mut self, told: Vec<Told>) {
            told.into_iter().for_each(|told| self.give(GuestInput::Heard(told)));
        }

        /// The job that the bot goes away with, if it has one.
        fn act(&mut self, act: Act) -> Option<Job> {
            self.give(GuestInput::Do(act));
            self.attend()
        }

        fn attend(&mut self) -> Option<Job> {
            let mut asked = None;
            while let Some(errand) = self.local.errand() {
                match errand {
                    Errand::Do(act) => {
                        let told = self.local.bot_does(self.now, act);
                        self.hear(told);
                    }
                    Errand::Think(job) => asked = Some(job),
                }
            }
            asked
        }

        fn choose(&mut self, mv: Move) -> Option<Job> {
            self.act(Act::Choose { mv, nonce: Hex([9; 32]) })
        }

        fn think(&mut self, thought: Thought) -> Option<Job> {
            let told = self.local.thought(self.now, thought);
            self.hear(told);
            self.attend()
        }
    }

    fn nine() -> Settings {
        Settings { board_size: 9, time: None, ..Settings::default() }
    }

    fn at(x: u8, y: u8) -> Move {
        Move::Place(Point::new(x, y))
    }

    #[test]
    fn what_the_player_has_promised_does_not_change_what_the_bot_is_asked() {
        let jobs = [at(2, 2), at(6, 6), Move::Pass].map(|mv| {
            let mut sitting = Sitting::new(nine());
            sitting.choose(mv);
            // A bot that only begins to think now, the promise being on the table.
            sitting.local.about = None;
            sitting.attend().map(|job| job.asked(1))
        });
        assert!(jobs[0].is_some() && jobs.iter().all(|job| *job == jobs[0]), "{jobs:?}");
    }

    #[test]
    fn a_turn_is_played_when_both_have_chosen() {
        let mut sitting = Sitting::new(nine());
        sitting.choose(at(2, 2));
        assert_eq!(sitting.you.kifu().unwrap().turns(), 0, "the bot still thinks");
        let next = sitting.think(Thought::Move(at(4, 4)));
        assert_eq!(sitting.you.kifu().unwrap().turns(), 1);
        assert_eq!(next.unwrap().game.turns, [Turn::Both { black: at(2, 2), white: at(4, 4) }]);
    }

    #[test]
    fn the_bot_thinks_about_handicap_stones_and_begins() {
        let settings = Settings { game: Kind::Chinese, handicap: 2, komi: 1, ..nine() };
        let mut sitting = Sitting::new(settings);
        let game = sitting
            .attend()
            .or_else(|| {
                sitting.local.about = None;
                sitting.attend()
            })
            .unwrap()
            .game;
        assert_eq!(game.stones.len(), 2);
        assert!(matches!(game.order, Order::Turns { first: Color::White, .. }));
    }

    #[test]
    fn a_game_that_was_put_away_goes_on_with_what_both_had_promised() {
        let mut sitting = Sitting::new(nine());
        sitting.think(Thought::Move(at(4, 4)));
        let (saved, kept) = (sitting.local.saved(), sitting.you.kept());
        let saved = serde_json::from_str(&serde_json::to_string(&saved).unwrap()).unwrap();
        let now = Moment::from_millis(1);
        let mut sitting = Sitting { local: Local::resume(now, saved, random), you: Guest::player(kept), now };
        sitting.come_in();
        sitting.attend();
        assert!(sitting.you.opponent_is_ready(), "the bot had moved");
        sitting.choose(at(2, 2));
        assert_eq!(sitting.you.kifu().unwrap().turns(), 1);
    }

    #[test]
    fn the_bot_agrees_to_its_own_count_and_plays_on_against_a_worse_one() {
        let count = |mark: bool| {
            let mut sitting = Sitting::new(nine());
            for (you, bot) in [(at(2, 2), at(6, 6)), (Move::Pass, Move::Pass)] {
                sitting.choose(you);
                sitting.think(Thought::Move(bot));
            }
            sitting.think(Thought::Dead(Vec::new()));
            if mark {
                sitting.act(Act::Mark(Point::new(6, 6)));
            }
            sitting.act(Act::Agree);
            sitting.you.kifu().unwrap().stage()
        };
        assert!(matches!(count(false), Stage::Over(_)));
        assert_eq!(count(true), Stage::Play, "its stone on the board is not given away");
    }

    #[test]
    fn the_bot_lets_the_player_take_back() {
        let mut sitting = Sitting::new(nine());
        sitting.choose(at(2, 2));
        sitting.think(Thought::Move(at(4, 4)));
        sitting.act(Act::Takeback { turns: 1, agree: true });
        assert_eq!(sitting.you.kifu().unwrap().turns(), 0);
    }
}
