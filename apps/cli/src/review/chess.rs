//! Chess games through a UCI engine.

use analysis::review::{Pass, Plan, Player, Question, Report, Review};
use analysis::{Limit, Line};
use play::review::chess::MainLine;
use play::uci::Options;
use record::pgn::{Game, Pgn};
use server::review::{Analyst, CHESS_NODES, HASH_MB, Interrupted, Job, Store, UciAnalyst, chess_engine};

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
    let mut file = Pgn::read(input.bytes.clone());
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
        file.put_evals(game.number, &game.line.evals_of(&report, args.again));
        games.push(session.finished(game, &review, report, is_analysed));
        interrupted = ended.err().map(|why| why.to_string());
        if interrupted.is_some() {
            break;
        }
    }
    session.bar.end();
    Ok(Reviewed { games, warnings: session.warnings, interrupted, file: file.write() })
}

/// The games to review, and why others are not.
fn choose(args: &ReviewArgs, input: &Input, file: &Pgn) -> Result<(Vec<Chosen>, Vec<String>), Failure> {
    let (mut chosen, mut warnings, mut all_names) = (Vec::new(), Vec::new(), Vec::new());
    for number in args.games(&input.name, file.len())? {
        let Some(game) = file.game(number) else { continue };
        let names = ["White", "Black"].map(|name| shown(game.tag(name).as_deref()));
        let only = args.player.as_ref().map(|text| wanted(&names, text));
        all_names.extend(names.clone());
        if only == Some(None) {
            continue;
        }
        match MainLine::of(&game) {
            Ok(line) => {
                let only = only.flatten();
                chosen.push(Chosen { number, names, result: result(&game), only, line });
            }
            Err(why) => warnings.push(format!("game {}: {why}", number + 1)),
        }
    }
    match &args.player {
        Some(text) if chosen.is_empty() && warnings.is_empty() => {
            Err(unknown(input, text, all_names.into_iter()))
        }
        _ => Ok((chosen, warnings)),
    }
}

fn result(game: &Game) -> String {
    let tagged = game.tag("Result").map(|text| text.into_owned());
    tagged.or_else(|| game.result().map(|outcome| outcome.text().to_owned())).unwrap_or_default()
}

struct Session<'a> {
    args: &'a ReviewArgs,
    store: Store,
    bar: Bar,
    /// Started for the first game that needs it.
    engine: Option<UciAnalyst>,
    warnings: Vec<String>,
}

impl Session<'_> {
    fn new_review(&self, game: &Chosen) -> Review {
        Review::new(game.line.game(self.args.again), Plan::with_sweep(self.args.limit(CHESS_NODES)))
    }

    fn review(&mut self, game: &Chosen) -> Result<(Review, Result<(), Interrupted>), Failure> {
        let mut review = self.new_review(game);
        if review.is_complete() {
            return Ok((review, Ok(())));
        }
        let limits = [Pass::Sweep, Pass::Deeper].map(|pass| review.limit(pass));
        let Session { store, bar, .. } = self;
        bar.begin(&format!("{} – {}", game.names[0], game.names[1]));
        let engine = match &mut self.engine {
            Some(engine) => {
                engine.next_game(game.line.clone());
                engine
            }
            none => none.insert(start(self.args, game.line.clone(), limits)?),
        };
        let job = Job {
            key: &|question: Question| game.line.store_key(question.position),
            are_legal: &|question: Question, lines: &[Line]| game.line.are_legal(question.position, lines),
            store,
        };
        let ended = server::review::run(&mut review, engine, &job, &mut |review| bar.show(review));
        let ended = ended.map(|warnings| {
            let number = game.number + 1;
            self.warnings.extend(warnings.into_iter().map(|warning| format!("game {number}: {warning}")));
        });
        Ok((review, ended))
    }

    fn finished(&self, game: Chosen, review: &Review, report: Report, is_analysed: bool) -> GameReview {
        let text = |at: usize, moves: &[String]| game.line.line_text(at, moves);
        let texts = report.moves.iter().map(|mv| MoveTexts {
            played: text(mv.step, std::slice::from_ref(&mv.played)),
            best: mv.best.as_ref().map(|line| text(mv.step, &line.moves)).unwrap_or_default(),
            refutation: text(mv.step + 1, &mv.refutation),
        });
        GameReview {
            number: game.number + 1,
            kind: "chess",
            texts: texts.collect(),
            names: game.names,
            result: game.result,
            engine: self.engine.as_ref().map(Analyst::engine).filter(|_| !is_analysed),
            is_complete: review.is_complete(),
            report,
            cut_at: game.line.cut_at,
            only: game.only,
            unit: "%",
        }
    }
}

fn start(args: &ReviewArgs, game: MainLine, limits: [Limit; 2]) -> Result<UciAnalyst, Failure> {
    let command = args.engine.clone().or_else(chess_engine).ok_or_else(|| {
        Failure::Message(
            "chess games need an engine: install Stockfish (Debian and Ubuntu: apt install stockfish), or name \
             one with --engine"
                .to_owned(),
        )
    })?;
    let name = command.name();
    let options = Options { threads: args.threads(), hash_mb: HASH_MB };
    UciAnalyst::start(command, options, args.patience, game, limits)
        .map_err(|why| Failure::Message(format!("{name}: {why}")))
}
