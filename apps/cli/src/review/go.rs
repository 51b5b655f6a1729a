//! Go games through the built-in bot or an external engine.

use std::ops::ControlFlow;

use analysis::review::{Pass, Plan, Player, Question, Report, Review};
use analysis::{EngineName, Limit, Line};
use play::review::go::{MainLine, NotReviewable, legal_line, put_values};
use record::sgf::Collection;
use server::review::{AT_ONCE, Analyst, BOT_VISITS, BotAnalyst, Interrupted, Job, NETWORK_VISITS, Store};

use super::args::processors;
use super::go_engine::{GoEngine, is_katago_analysis};
use super::players::{shown, unknown, wanted};
use super::progress::Bar;
use super::report::{GameReview, MoveTexts};
use super::{ReviewArgs, Reviewed, store};
use crate::failure::Failure;
use crate::record::Input;

/// A game of the file that is to be reviewed.
struct Chosen {
    number: usize,
    names: [String; 2],
    result: String,
    only: Option<Player>,
    line: MainLine,
}

pub fn review(args: &ReviewArgs, input: &Input) -> Result<Reviewed, Failure> {
    let mut file = input.sgf()?;
    let (chosen, mut warnings) = choose(args, input, &file)?;
    let (store, problem) = store::open();
    warnings.extend(problem);
    let bar = Bar::new()?;
    let mut session = Session { args, store, bar, engine: None, warnings };
    let (mut games, mut interrupted) = (Vec::new(), None);
    for game in chosen {
        let is_analysed = session.new_review(&game).is_complete();
        let (review, ended) = session.review(&game)?;
        let report = review.report();
        put_values(&mut file, &game.line.values_of(&report, args.again));
        games.push(session.finished(game, &review, report, is_analysed));
        interrupted = ended.err().map(|why| why.to_string());
        if interrupted.is_some() {
            break;
        }
    }
    session.bar.end();
    Ok(Reviewed { games, warnings: session.warnings, interrupted, file: file.write() })
}

/// A review of one game by the built-in bot; incomplete if `on_progress` stops it.
pub fn by_bot(
    file: &Collection,
    number: usize,
    visits: u64,
    store: &Store,
    on_progress: &mut dyn FnMut(&Review) -> ControlFlow<()>,
) -> Result<GameReview, NotReviewable> {
    let game = Chosen::of(file, number)?;
    let mut review = Review::new(game.line.game(false), Plan::with_sweep(Limit::Nodes(visits)));
    let mut bot = BotAnalyst::new(processors(), game.line.clone(), game.limits(&review));
    // The bot answers every question, and a store that fails only makes it search again.
    let _ = game.search(&mut review, &mut bot, store, on_progress);
    let report = review.report();
    Ok(game.reviewed(&review, report, Some(bot.engine())))
}

/// The games to review, and why others are not.
fn choose(
    args: &ReviewArgs,
    input: &Input,
    file: &Collection,
) -> Result<(Vec<Chosen>, Vec<String>), Failure> {
    let (mut chosen, mut warnings, mut all_names) = (Vec::new(), Vec::new(), Vec::new());
    for number in args.games(&input.name, file.games().len())? {
        let game = match Chosen::of(file, number) {
            Ok(game) => game,
            Err(why) => {
                warnings.push(format!("game {}: {why}", number + 1));
                continue;
            }
        };
        let only = args.player.as_ref().map(|text| wanted(&game.names, text));
        all_names.extend(game.names.clone());
        if only != Some(None) {
            chosen.push(Chosen { only: only.flatten(), ..game });
        }
    }
    match &args.player {
        Some(text) if chosen.is_empty() && warnings.is_empty() => {
            Err(unknown(input, text, all_names.into_iter()))
        }
        _ => Ok((chosen, warnings)),
    }
}

impl Chosen {
    fn of(file: &Collection, number: usize) -> Result<Chosen, NotReviewable> {
        let line = MainLine::of(file, number)?;
        let text =
            |property| file.games().get(number).and_then(|root| file.node(*root).simple_text(property));
        let names = ["PB", "PW"].map(|property| shown(text(property).as_deref()));
        let result = text("RE").unwrap_or_default();
        Ok(Chosen { number, names, result, only: None, line })
    }

    fn limits(&self, review: &Review) -> [Limit; 2] {
        [Pass::Sweep, Pass::Deeper].map(|pass| review.limit(pass))
    }

    fn search(
        &self,
        review: &mut Review,
        engine: &mut dyn Analyst,
        store: &Store,
        on_progress: &mut dyn FnMut(&Review) -> ControlFlow<()>,
    ) -> Result<Vec<String>, Interrupted> {
        let job = Job {
            key: &|question: Question| self.line.key(question.position),
            are_legal: &|question: Question, lines: &[Line]| self.line.are_legal(question.position, lines),
            store,
        };
        server::review::run(review, engine, &job, on_progress)
    }

    fn reviewed(self, review: &Review, report: Report, engine: Option<EngineName>) -> GameReview {
        let text = |at: usize, moves: &[String]| {
            let position = self.line.search(at).map(|search| search.position);
            position.map(|position| legal_line(&position, moves).join(" ")).unwrap_or_default()
        };
        let texts = report.moves.iter().map(|mv| MoveTexts {
            played: self.line.move_text(mv.step),
            best: mv.best.as_ref().map(|line| text(mv.step, &line.moves)).unwrap_or_default(),
            refutation: text(mv.step + 1, &mv.refutation),
        });
        GameReview {
            number: self.number + 1,
            kind: "go",
            texts: texts.collect(),
            names: self.names,
            result: self.result,
            engine,
            is_complete: review.is_complete(),
            report,
            cut_at: self.line.cut_at,
            only: self.only,
            unit: "points",
        }
    }
}

struct Session<'a> {
    args: &'a ReviewArgs,
    store: Store,
    bar: Bar,
    /// Started for the first game that needs it.
    engine: Option<GoEngine>,
    warnings: Vec<String>,
}

impl Session<'_> {
    fn plan(&self) -> Plan {
        let has_network = self.args.engine.is_some();
        let visits = if has_network { NETWORK_VISITS } else { BOT_VISITS };
        let at_once = if self.args.engine.as_ref().is_some_and(is_katago_analysis) { AT_ONCE } else { 1 };
        Plan { at_once, ..Plan::with_sweep(self.args.limit(visits)) }
    }

    fn new_review(&self, game: &Chosen) -> Review {
        Review::new(game.line.game(self.args.again), self.plan())
    }

    fn review(&mut self, game: &Chosen) -> Result<(Review, Result<(), Interrupted>), Failure> {
        let mut review = self.new_review(game);
        if review.is_complete() {
            return Ok((review, Ok(())));
        }
        self.bar.begin(&format!("{} – {}", game.names[0], game.names[1]));
        let limits = game.limits(&review);
        let Session { store, bar, .. } = self;
        let engine = match &mut self.engine {
            Some(engine) => {
                engine.next_game(game.line.clone());
                engine
            }
            none => none.insert(GoEngine::start(self.args, game.line.clone(), limits)?),
        };
        let ended = game.search(&mut review, engine.analyst(), store, &mut |review| bar.show(review));
        let ended = ended.map(|warnings| {
            let number = game.number + 1;
            self.warnings.extend(warnings.into_iter().map(|warning| format!("game {number}: {warning}")));
        });
        Ok((review, ended))
    }

    fn finished(&self, game: Chosen, review: &Review, report: Report, is_analysed: bool) -> GameReview {
        let engine = self.engine.as_ref().map(GoEngine::name).filter(|_| !is_analysed);
        game.reviewed(review, report, engine)
    }
}
