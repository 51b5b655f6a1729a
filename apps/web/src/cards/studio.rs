//! Calls to the studio: packages, Anki, gnubg, settings.

use api::cards::{self, Analyse, NewDeck, SettingsFile};
use flashcards::{Decision, Question, Settings};
use i18n::fill;
use web_sys::AbortSignal;

pub use api::CallError;

use crate::client::{call, call_until};
use crate::language;

/// Aborts a call.
pub type Signal = Option<AbortSignal>;

/// The settings as text, and the problem with their file, if any.
pub async fn read_settings() -> Result<(String, Option<String>), CallError> {
    let SettingsFile { text, problem } = call(cards::read_settings()).await?;
    Ok((text, problem.map(|problem| problem.message_in(cards::wording, language::here()))))
}

pub async fn write_settings(text: String) -> Result<(), CallError> {
    call(cards::write_settings(&text)).await
}

pub async fn analyse(question: &Question, plies: u8, signal: &Signal) -> Result<Decision, CallError> {
    let request = Analyse { question: question.clone(), plies };
    call_until(cards::analyse(&request), signal.as_ref()).await
}

pub async fn package(
    decisions: &[Decision],
    settings: &Settings,
    signal: &Signal,
) -> Result<Vec<u8>, CallError> {
    call_until(cards::package(&deck(decisions, settings)), signal.as_ref()).await
}

/// What Anki did with the deck, in a sentence.
pub async fn send(decisions: &[Decision], settings: &Settings, signal: &Signal) -> Result<String, CallError> {
    let sent = call_until(cards::send(&deck(decisions, settings)), signal.as_ref()).await?;
    let (language, words) = (language::here(), language::cards());
    if sent.package {
        return Ok(language.count(words.imported, sent.cards));
    }
    let [added, updated, known, refused] =
        [sent.added, sent.updated, sent.known, sent.refused].map(|count| language.number(count as u64));
    let values = [("added", &*added), ("updated", &updated), ("known", &known), ("refused", &refused)];
    Ok(fill(words.sent, &values))
}

pub fn message(error: &CallError) -> String {
    error.message_in(cards::wording, language::here())
}

fn deck(decisions: &[Decision], settings: &Settings) -> NewDeck {
    NewDeck { settings: settings.write(), decisions: decisions.to_vec() }
}
