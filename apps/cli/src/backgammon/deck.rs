//! `tabiya deck`: analyses turned into an Anki deck, as a package or straight into a running Anki.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Args, ValueEnum};
use diagram::backgammon::{Orientation, Scheme};
use flashcards::connect::Sent;
use flashcards::{Decision, Deck, Export, Found, Selection, Settings, package, read};
use server::Anki;

use super::engine::{Asked, judge};
use super::report::{Report, progress};
use super::settings;
use crate::failure::Failure;
use crate::record::{Input, write};

#[derive(Args)]
pub struct DeckArgs {
    /// Exports of eXtreme Gammon or GNU Backgammon, match files, lists of position ids; - reads standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where the package goes: a name that ends in .apkg
    #[arg(short, long, value_name = "DECK")]
    output: Option<PathBuf>,
    /// Send the deck to a running Anki (with the add-on AnkiConnect) instead
    #[arg(long, conflicts_with = "output")]
    anki: bool,
    /// Where AnkiConnect listens
    #[arg(long, value_name = "HOST:PORT")]
    anki_address: Option<String>,
    /// The API key of AnkiConnect's configuration
    #[arg(long, value_name = "KEY")]
    anki_key: Option<String>,
    /// Name of the deck
    #[arg(long, value_name = "NAME")]
    deck: Option<String>,
    /// Options of a question, 2 to 10; 0 asks without options
    #[arg(long, value_name = "N", value_parser = option_count)]
    options: Option<u8>,
    #[arg(long, value_name = "S", value_parser = scheme)]
    scheme: Option<Scheme>,
    #[arg(long, value_enum, value_name = "O")]
    orientation: Option<Way>,
    /// Decides the order in which plays are offered
    #[arg(long, value_name = "N")]
    shuffle_seed: Option<u64>,
    /// Only decisions in which the player gave away at least this much
    #[arg(long, value_name = "E", default_value_t = 0.0)]
    min_error: f64,
    /// Only this player's decisions
    #[arg(long, value_name = "NAME", default_value = "")]
    player: String,
    /// The program gnubg, for positions that nobody has analysed yet
    #[arg(long, value_name = "PROGRAM")]
    engine: Option<String>,
    /// How far gnubg looks ahead, 0 to 4
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=4))]
    plies: Option<u8>,
    /// Settings to use instead of your own
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// Print what was done as one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Way {
    Clockwise,
    CounterClockwise,
}

fn option_count(text: &str) -> Result<u8, String> {
    let count = text.parse().ok().filter(|count| *count == 0 || (2..=10).contains(count));
    count.ok_or_else(|| "a number from 2 to 10, or 0 for none".into())
}

fn scheme(text: &str) -> Result<Scheme, String> {
    let names = || Scheme::ALL.map(Scheme::name).join(", ");
    Scheme::named(text).ok_or_else(|| format!("one of {}", names()))
}

pub fn deck(args: &DeckArgs) -> Result<ExitCode, Failure> {
    let (settings, broken) = settings::load(args.settings.as_ref())?;
    if let Some(what) = broken {
        eprintln!("tabiya: {what}");
    }
    let settings = args.over(settings);
    let to_anki = args.anki || (args.output.is_none() && settings.export == Export::AnkiConnect);
    if !to_anki && args.output.is_none() {
        return Err(Failure::Usage("name the package with -o DECK.apkg, or send it with --anki".into()));
    }
    let mut report = Report::default();
    let decisions = args.decisions(&settings, &mut report)?;
    let deck = cards(&decisions, &settings);
    report.count(&deck.cards);
    report.say_remarks();
    if deck.cards.is_empty() {
        let threshold = if args.min_error > 0.0 {
            format!(" that cost {} or more", args.min_error)
        } else {
            String::new()
        };
        return Err(Failure::Said(format!("there is no decision{threshold} to make a card of")));
    }
    report.outcome = match &args.output {
        Some(path) => save(&deck, path)?,
        None => send(&deck, &settings)?,
    };
    let said = if args.json { format!("{:#}\n", report.json()) } else { report.text() };
    // A package on standard output is not to be mixed with words.
    match args.output.as_deref() == Some(Path::new("-")) {
        true => eprint!("{said}"),
        false => write(None, said.as_bytes())?,
    }
    Ok(if report.has_errors() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

impl DeckArgs {
    /// What was typed goes over what is kept.
    fn over(&self, mut settings: Settings) -> Settings {
        match self.options {
            Some(0) => settings.show_options = false,
            Some(count) => (settings.show_options, settings.option_count) = (true, count),
            None => {}
        }
        match self.orientation {
            Some(Way::Clockwise) => settings.orientation = Orientation::Clockwise,
            Some(Way::CounterClockwise) => settings.orientation = Orientation::CounterClockwise,
            None => {}
        }
        let said = |new: &Option<String>, old: String| new.clone().unwrap_or(old);
        Settings {
            scheme: self.scheme.unwrap_or(settings.scheme),
            deck_name: said(&self.deck, settings.deck_name),
            seed: self.shuffle_seed.unwrap_or(settings.seed),
            anki_address: said(&self.anki_address, settings.anki_address),
            anki_key: said(&self.anki_key, settings.anki_key),
            gnubg: said(&self.engine, settings.gnubg),
            plies: self.plies.unwrap_or(settings.plies),
            ..settings
        }
    }

    /// Everything in the files, in their order, what had no analysis judged by gnubg.
    fn decisions(&self, settings: &Settings, report: &mut Report) -> Result<Vec<Decision>, Failure> {
        let selection = Selection { least_loss: self.min_error, player: self.player.clone() };
        let (mut found, mut asked) = (Vec::new(), Vec::new());
        for path in &self.files {
            let input = Input::read(path)?;
            for each in read(&input.bytes).found {
                match each {
                    Ok(Found::Decision(decision)) => {
                        let place = format!("{}:{}:1", input.name, decision.line);
                        decision.warnings.iter().for_each(|warning| report.warn(place.clone(), warning));
                        found.push(Some(*decision));
                    }
                    Ok(Found::Question(question)) if !selection.asks(&question) => {}
                    Ok(Found::Question(question)) => {
                        found.push(None);
                        asked.push(Asked { file: input.name.clone(), question });
                    }
                    Err(error) => {
                        let place = format!("{}:{}:{}", input.name, error.line, error.column);
                        report.error(place, error.problem);
                    }
                }
            }
        }
        let mut answers = if asked.is_empty() {
            Vec::new().into_iter()
        } else {
            judge(&asked, &settings.gnubg, settings.plies, report).into_iter()
        };
        let decisions = found.into_iter().filter_map(|each| each.or_else(|| answers.next().flatten()));
        Ok(decisions.filter(|decision| selection.takes(decision)).collect())
    }
}

fn cards(decisions: &[Decision], settings: &Settings) -> Deck {
    let bar = progress(decisions.len(), "drawing cards");
    let deck = Deck::new(bar.wrap_iter(decisions.iter()), settings);
    bar.finish_and_clear();
    deck
}

fn save(deck: &Deck, path: &Path) -> Result<String, Failure> {
    let bytes = package(deck, now()).map_err(|error| Failure::Said(error.to_string()))?;
    write(Some(path), &bytes)?;
    Ok(format!("written to {}", path.display()))
}

fn send(deck: &Deck, settings: &Settings) -> Result<String, Failure> {
    let bar = progress(deck.cards.len(), "sending to Anki");
    let anki = Anki::at(&settings.anki_address, &settings.anki_key);
    let sent = anki.send(deck, now(), || {
        bar.tick();
        true
    });
    bar.finish_and_clear();
    let Sent { package, added, known, refused } = sent.map_err(|error| Failure::Said(error.to_string()))?;
    Ok(match package {
        true => format!("imported into Anki as “{}”", deck.name),
        false => format!("{added} added to Anki, {known} there already, {refused} refused"),
    })
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}
