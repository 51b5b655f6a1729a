//! The built-in bot as an engine for reviews: searches in this process, one per thread, merged.

use std::thread;
use std::time::{Duration, Instant};

use analysis::review::Question;
use analysis::{Effort, EngineName, Evaluation, Limit, Line};
use bot::{MoveStats, Root, Search, Settings, Turn};
use play::review::go::{GoSearch, MainLine, move_name};
use rules::go::{Color, Move};

use super::{Analyst, AnalystEvent};

/// Simulations between two looks at the clock.
const SLICE: u32 = 8;
/// Moves of a line at most.
const LINE: usize = 16;
/// Some exploration, so that the second move is known too.
const EXPLORE: f32 = 0.3;

pub struct BotAnalyst {
    threads: u32,
    game: MainLine,
    limits: [Limit; 2],
    work: Option<Work>,
}

/// A question that is being answered.
struct Work {
    question: Question,
    searched: GoSearch,
    searches: Vec<Search>,
    /// For a search that is limited by time.
    until: Option<Instant>,
}

impl BotAnalyst {
    pub fn new(threads: u32, game: MainLine, limits: [Limit; 2]) -> BotAnalyst {
        BotAnalyst { threads: threads.clamp(1, 64), game, limits, work: None }
    }

    pub fn next_game(&mut self, game: MainLine) {
        self.game = game;
        self.work = None;
    }
}

impl Work {
    fn begin(question: Question, searched: GoSearch, limit: Limit, threads: u32) -> Work {
        let (simulations, until) = match limit {
            Limit::Nodes(visits) => (u32::try_from(visits).unwrap_or(u32::MAX), None),
            Limit::Millis(millis) => (u32::MAX, Some(Instant::now() + Duration::from_millis(millis))),
            Limit::Depth(_) | Limit::None => (u32::MAX, None),
        };
        let settings = |share: u32| {
            let mut settings = Settings {
                komi: searched.komi as f32,
                handicap: searched.handicap,
                ..Settings::with_simulations(share)
            };
            settings.tuning.weights.explore = EXPLORE;
            settings.tuning.stop_early = false;
            settings
        };
        let threads = threads.min(simulations.max(1));
        let search = |number: u32| {
            // The first ones take what is left over.
            let share = simulations / threads + u32::from(number < simulations % threads);
            search_of(&searched, settings(share), u64::from(number) + 1)
        };
        let searches = (0..threads).map(search).collect();
        Work { question, searches, until, searched }
    }

    /// True once every search is complete, or the time is over.
    fn step(&mut self, end: Instant) -> bool {
        let end = self.until.map_or(end, |until| until.min(end));
        let step = |search: &mut Search| {
            loop {
                let done = search.step(SLICE).is_done();
                if done || Instant::now() >= end {
                    return done;
                }
            }
        };
        let done = thread::scope(|scope| {
            let runs: Vec<_> =
                self.searches.iter_mut().map(|search| scope.spawn(move || step(search))).collect();
            // A search that panicked has printed why; there is nothing to wait for.
            runs.into_iter().all(|run| run.join().unwrap_or(true))
        });
        done || self.until.is_some_and(|until| Instant::now() >= until)
    }

    fn lines(&self) -> Vec<Line> {
        let mut roots = self.searches.iter().map(Search::root);
        let mut root = roots.next().unwrap_or_default();
        roots.for_each(|other| root.merge(&other));
        let best = best(&root, self.searched.position.to_play());
        best.into_iter().take(self.question.pass.lines()).map(|stats| self.line(stats)).collect()
    }

    fn line(&self, stats: &MoveStats) -> Line {
        let value = Evaluation::of_points(stats.win_rate, stats.lead, Effort::Visits(stats.visits));
        let evaluation = match self.searched.position.to_play() {
            Color::Black => value,
            Color::White => value.reversed(),
        };
        let variations = self.searches.iter().map(|search| search.variation(stats.mv, LINE));
        let variation: Vec<Move> = variations.max_by_key(Vec::len).unwrap_or_default();
        let moves = variation.into_iter().map(|mv| move_name(mv, self.searched.size)).collect();
        Line { evaluation, moves }
    }
}

/// The moves that were tried, the one to play first and the others by their visits.
fn best(root: &Root, color: Color) -> Vec<&MoveStats> {
    let first = root.best(color);
    let mut tried: Vec<&MoveStats> =
        root.moves[color as usize].iter().filter(|stats| stats.visits > 0).collect();
    tried.sort_by_key(|stats| (stats.mv != first, std::cmp::Reverse(stats.visits)));
    tried
}

/// A search that knows what was played last.
fn search_of(searched: &GoSearch, settings: Settings, seed: u64) -> Search {
    let Some((last, earlier)) = searched.moves.split_last() else {
        return Search::new(&searched.position, settings, seed);
    };
    let before = earlier.iter().try_fold(searched.start.clone(), |position, mv| position.play(*mv));
    match before {
        Ok(before) => Search::after(&before, Turn::One(*last), &searched.position, settings, seed),
        Err(_) => Search::new(&searched.position, settings, seed),
    }
}

impl Analyst for BotAnalyst {
    fn engine(&self) -> EngineName {
        EngineName { name: "Tabiya bot".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() }
    }

    fn ask(&mut self, question: Question) -> Result<(), String> {
        let searched = self.game.search(question.position).ok_or("there is no such position")?;
        let limit = self.limits[question.pass as usize];
        self.work = Some(Work::begin(question, searched, limit, self.threads));
        Ok(())
    }

    fn wait(&mut self, at_most: Duration) -> Option<AnalystEvent> {
        let work = self.work.as_mut()?;
        if !work.step(Instant::now() + at_most) {
            return None;
        }
        let work = self.work.take()?;
        Some(AnalystEvent::Answer { question: work.question, lines: work.lines() })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use analysis::Native;
    use analysis::review::Pass;

    use super::*;

    /// A row of Black's stones in atari, which either side wants to play first.
    const IN_ATARI: &str =
        "(;SZ[9]KM[0.5]RU[Chinese]AB[de][ee][fe][ge]AW[df][ef][ff][gf][dd][ed][fd][gd][ce]";

    fn answer(sgf: &str, pass: Pass, threads: u32) -> Vec<Line> {
        let file = play::review::go::read_file(sgf.as_bytes()).unwrap();
        let game = MainLine::of(&file, 0).unwrap();
        let mut bot = BotAnalyst::new(threads, game, [Limit::Nodes(1001), Limit::Nodes(1001)]);
        bot.ask(Question { position: 0, pass }).unwrap();
        loop {
            if let Some(AnalystEvent::Answer { lines, .. }) = bot.wait(Duration::from_millis(20)) {
                return lines;
            }
        }
    }

    #[test]
    fn values_are_blacks_whoever_moves() {
        for turn in ["PL[B])", "PL[W])"] {
            let lines = answer(&format!("{IN_ATARI}{turn}"), Pass::Deeper, 1);
            assert_eq!(lines.len(), 2);
            let best = lines[0].evaluation;
            assert!(
                best.expected < 0.5 && matches!(best.native, Native::Points(lead) if lead < 0.0),
                "{best:?}"
            );
        }
    }

    #[test]
    fn the_same_question_has_the_same_answer_on_two_threads() {
        let ask = || answer("(;SZ[9]KM[6.5])", Pass::Sweep, 2);
        let lines = ask();
        assert_eq!((lines.len(), &lines), (1, &ask()));
        assert!(lines[0].moves.len() > 1);
    }
}
