//! `tabiya deck`: makes an Anki deck from analyses, as a package or sent to a running Anki.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Args, ValueEnum};
use diagram::backgammon::{Orientation, Scheme};
use flashcards::connect::Sent;
use flashcards::{Decision, Deck, Export, Format, ReadItem, Selection, Settings, package, read};
use record::backgammon::Location;
use server::Anki;

use super::engine::{FileQuestion, analyse};
use super::report::{Report, progress};
use super::settings;
use crate::failure::{Failure, shown_path};
use crate::output;
use crate::record::{Input, write};

#[derive(Args)]
pub struct DeckArgs {
    /// eXtreme Gammon files (.xg, .xgp), text of eXtreme Gammon or GNU Backgammon, match files, lists of position IDs; - reads standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Output file, ending in .apkg; - writes to standard output
    #[arg(short, long, value_name = "DECK")]
    output: Option<PathBuf>,
    /// Send the deck to a running Anki instead (needs the AnkiConnect add-on)
    #[arg(long, conflicts_with = "output")]
    anki: bool,
    /// Address of AnkiConnect
    #[arg(long, value_name = "HOST:PORT")]
    anki_address: Option<String>,
    /// API key from AnkiConnect's configuration
    #[arg(long, value_name = "KEY")]
    anki_key: Option<String>,
    /// Deck name
    #[arg(long, value_name = "NAME")]
    deck: Option<String>,
    /// Number of options per question, 2 to 10; 0 asks without options
    #[arg(long, value_name = "N", value_parser = option_count)]
    options: Option<u8>,
    /// Colours of the board: classic, forest, ocean, desert, sunset, midnight or monochrome
    #[arg(long, value_name = "S", value_parser = scheme)]
    scheme: Option<Scheme>,
    /// Way of the player at the bottom: counter-clockwise has the home board on the right
    #[arg(long, value_enum, value_name = "O")]
    orientation: Option<Direction>,
    /// Seed for the order in which plays are offered
    #[arg(long, value_name = "N")]
    shuffle_seed: Option<u64>,
    /// Include only decisions with an error of at least this much
    #[arg(long, value_name = "E", default_value_t = 0.0)]
    min_error: f64,
    /// Include only this player's decisions
    #[arg(long, value_name = "NAME", default_value = "")]
    player: String,
    /// Path to gnubg, used for positions without analysis
    #[arg(long, value_name = "PROGRAM")]
    engine: Option<String>,
    /// Search depth of gnubg in plies, 0 to 4
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=4))]
    plies: Option<u8>,
    /// Use this settings file instead of your own
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// Print a summary as one JSON document
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Direction {
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
        output::report(what);
    }
    let settings = args.over(settings);
    let to_anki = args.anki || (args.output.is_none() && settings.export == Export::AnkiConnect);
    if !to_anki && args.output.is_none() {
        return Err(Failure::Usage("name the package with -o DECK.apkg, or send it with --anki".into()));
    }
    if args.output.as_deref() == Some(Path::new("-")) && output::is_terminal() {
        return Err(Failure::Usage("a package cannot be shown on a terminal: name a file with -o".into()));
    }
    if let Some(path) = args.output.as_deref().filter(|path| !is_package_name(path)) {
        return Err(Failure::Usage(format!("{}: the file name must end in .apkg", shown_path(path))));
    }
    let mut report = Report::default();
    let decisions = args.decisions(&settings, &mut report)?;
    let deck = cards(&decisions.chosen, &settings);
    report.count(&deck.cards);
    report.print_diagnostics();
    if deck.cards.is_empty() {
        return Err(args.nothing_chosen(&decisions.players));
    }
    report.outcome = match &args.output {
        Some(path) => save(&deck, path)?,
        None => send(&deck, &settings)?,
    };
    match args.output.as_deref() == Some(Path::new("-")) {
        // Keep a package on standard output free of text.
        true if args.json => output::report_text(&format!("{:#}\n", report.json())),
        true => output::report_text(&report.text()),
        false if args.json => output::print_json(&report.json())?,
        false => output::print(&report.text())?,
    }
    Ok(if report.has_errors() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Anki opens nothing else; `-` is standard output.
fn is_package_name(path: &Path) -> bool {
    path == Path::new("-") || path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("apkg"))
}

impl DeckArgs {
    /// Options override settings.
    fn over(&self, mut settings: Settings) -> Settings {
        match self.options {
            Some(0) => settings.show_options = false,
            Some(count) => (settings.show_options, settings.option_count) = (true, count),
            None => {}
        }
        match self.orientation {
            Some(Direction::Clockwise) => settings.orientation = Orientation::Clockwise,
            Some(Direction::CounterClockwise) => settings.orientation = Orientation::CounterClockwise,
            None => {}
        }
        let given = |new: &Option<String>, old: String| new.clone().unwrap_or(old);
        Settings {
            scheme: self.scheme.unwrap_or(settings.scheme),
            deck_name: given(&self.deck, settings.deck_name),
            seed: self.shuffle_seed.unwrap_or(settings.seed),
            anki_address: given(&self.anki_address, settings.anki_address),
            anki_key: given(&self.anki_key, settings.anki_key),
            gnubg: given(&self.engine, settings.gnubg),
            plies: self.plies.unwrap_or(settings.plies),
            ..settings
        }
    }

    /// All decisions of the files in order; gnubg analyses positions without analysis.
    fn decisions(&self, settings: &Settings, report: &mut Report) -> Result<Decisions, Failure> {
        let selection = Selection { least_loss: self.min_error, player: self.player.clone() };
        let (mut found, mut questions, mut players) = (Vec::new(), Vec::new(), BTreeSet::new());
        for path in &self.files {
            let input = Input::read(path)?;
            let result = read(&input.bytes);
            let place = |line| match result.format {
                Format::Xg => format!("{}:{}", input.name, Location::Record(line)),
                _ => format!("{}:{line}:1", input.name),
            };
            for each in result.found {
                players.extend(each.iter().map(player_of).filter(|name| !name.is_empty()));
                match each {
                    Ok(ReadItem::Decision(decision)) => {
                        let location = place(decision.line);
                        decision.warnings.iter().for_each(|warning| report.warn(location.clone(), warning));
                        found.push(Some(*decision));
                    }
                    Ok(ReadItem::Question(question)) if !selection.includes_question(&question) => {}
                    Ok(ReadItem::Question(question)) => {
                        found.push(None);
                        questions.push(FileQuestion { location: place(question.line), question });
                    }
                    Err(error) => {
                        report.error(format!("{}:{}", input.name, error.location), error.problem);
                    }
                }
            }
        }
        let mut answers = if questions.is_empty() {
            Vec::new().into_iter()
        } else {
            analyse(&questions, &settings.gnubg, settings.plies, report).into_iter()
        };
        let decisions = found.into_iter().filter_map(|each| each.or_else(|| answers.next().flatten()));
        let chosen = decisions.filter(|decision| selection.includes_decision(decision)).collect();
        Ok(Decisions { chosen, players })
    }

    fn nothing_chosen(&self, players: &BTreeSet<String>) -> Failure {
        let wanted = self.player.trim();
        let is_known = players.iter().any(|name| name.eq_ignore_ascii_case(wanted));
        if !wanted.is_empty() && !is_known && !players.is_empty() {
            let names: Vec<&str> = players.iter().map(String::as_str).collect();
            return Failure::Usage(format!(
                "no decision is by “{wanted}”; the players are {}",
                names.join(", ")
            ));
        }
        let threshold = match self.min_error > 0.0 {
            true => format!(" that cost {} or more", self.min_error),
            false => String::new(),
        };
        Failure::Message(format!("there are no decisions{threshold} to make cards from"))
    }
}

struct Decisions {
    chosen: Vec<Decision>,
    /// All players in the files, chosen or not.
    players: BTreeSet<String>,
}

fn player_of(item: &ReadItem) -> String {
    let (players, position) = match item {
        ReadItem::Decision(decision) => (&decision.players, &decision.position),
        ReadItem::Question(question) => (&question.players, &question.position),
    };
    players.of(position.to_act()).trim().to_owned()
}

fn cards(decisions: &[Decision], settings: &Settings) -> Deck {
    let bar = progress(decisions.len(), "drawing cards");
    let deck = Deck::new(bar.wrap_iter(decisions.iter()), settings);
    bar.finish_and_clear();
    deck
}

fn save(deck: &Deck, path: &Path) -> Result<String, Failure> {
    let bytes = package(deck, now()).map_err(|error| Failure::Message(error.to_string()))?;
    write(Some(path), &bytes)?;
    Ok(format!("written to {}", shown_path(path)))
}

fn send(deck: &Deck, settings: &Settings) -> Result<String, Failure> {
    let bar = progress(deck.cards.len(), "sending to Anki");
    let anki = Anki::at(&settings.anki_address, &settings.anki_key);
    let sent = anki.send(deck, now(), || {
        bar.tick();
        true
    });
    bar.finish_and_clear();
    let Sent { package, added, updated, known, refused } =
        sent.map_err(|error| Failure::Message(error.to_string()))?;
    Ok(match package {
        true => format!("imported into Anki as “{}”", deck.name),
        false => {
            format!("{added} added to Anki, {updated} updated, {known} already there, {refused} rejected")
        }
    })
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}
