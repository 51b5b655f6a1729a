//! A decision as a card: the question on the front, the answer on the back. Plain HTML with the board as inline SVG;
//! one script in the note type moves the checkers for all cards.

mod back;
mod front;
mod html;
mod labels;

use crate::decision::{Decision, DecisionKind};
use crate::settings::Settings;
pub use back::chances as chances_text;
pub(crate) use front::options as offered;
pub use labels::{choice as choice_label, facts, played, question_played, side_name, title};
use serde_json::{Value, json};
use sha1::{Digest, Sha1};

/// The fields of a note, in the order of the note type. Names and order never change: Anki would lose the notes.
pub const FIELDS: [&str; 8] = ["XGID", "Front", "Back", "AnalysisData", "Note", "Source", "Extra1", "Extra2"];

#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// The same for the same position and question in every export.
    pub guid: String,
    pub kind: CardKind,
    pub fields: [String; 8],
    pub tags: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardKind {
    Checker,
    Cube,
}

impl CardKind {
    /// The sub-deck it goes to.
    pub fn deck(self) -> &'static str {
        match self {
            CardKind::Checker => "Checker play",
            CardKind::Cube => "Cube",
        }
    }

    fn tag(self) -> &'static str {
        match self {
            CardKind::Checker => "checker",
            CardKind::Cube => "cube",
        }
    }
}

impl Card {
    pub fn kind_of(decision: &Decision) -> CardKind {
        match decision.kind {
            DecisionKind::Checker => CardKind::Checker,
            // The position id tells the two apart: it has the pending double.
            DecisionKind::Cube(_) | DecisionKind::Take(_) => CardKind::Cube,
        }
    }

    /// The id of this decision's card.
    pub fn guid_of(decision: &Decision) -> String {
        guid(&decision.position.xgid(), Card::kind_of(decision))
    }

    pub fn new(decision: &Decision, settings: &Settings) -> Card {
        let xgid = decision.position.xgid();
        let kind = Card::kind_of(decision);
        let guid = guid(&xgid, kind);
        let fields = [
            xgid,
            front::front(decision, settings, &guid),
            back::back(decision, settings),
            html::json_text(&analysis_data(decision)),
            html::lines(&decision.note),
            html::escape(&source(decision)),
            String::new(),
            String::new(),
        ];
        Card { guid, kind, fields, tags: tags(decision, kind) }
    }
}

/// Ten letters and digits out of a hash of the position and the kind of question.
fn guid(xgid: &str, kind: CardKind) -> String {
    const LETTERS: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    let hash = Sha1::digest(format!("tabiya {} {xgid}", kind.tag()));
    hash.iter().take(10).map(|byte| char::from(LETTERS[usize::from(byte % 62)])).collect()
}

/// `eXtreme Gammon 2.10 · XG Roller+ · Kazaross XG2`
fn source(decision: &Decision) -> String {
    let source = &decision.source;
    let program = format!("{} {}", source.program, source.version);
    let parts = [program.trim(), decision.level(), &source.match_equity];
    let mut text: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    text.extend(decision.footnotes.iter().map(String::as_str));
    text.join(" · ")
}

fn tags(decision: &Decision, kind: CardKind) -> Vec<String> {
    let stake =
        decision.position.match_length().map_or("money".to_string(), |length| format!("match::{length}pt"));
    let crawford = decision.position.is_crawford().then(|| "crawford".to_string());
    let warned = (!decision.warnings.is_empty()).then(|| "check-me".to_string());
    ["backgammon".to_string(), kind.tag().to_string(), stake]
        .into_iter()
        .chain(crawford)
        .chain(warned)
        .collect()
}

/// The analysis as JSON, for other programs.
fn analysis_data(decision: &Decision) -> Value {
    let round = |n: f64| (n * 10_000.0).round() / 10_000.0;
    let choices: Vec<Value> = decision
        .choices
        .iter()
        .map(|choice| {
            json!({
                "label": choice.label,
                "equity": round(choice.equity),
                "rank": choice.rank,
                "xg_rank": choice.xg_rank,
                "xg_notation": choice.xg_notation,
                "xg_error": choice.xg_error.map(round),
                "from_xg_analysis": choice.from_xg_analysis,
                "level": choice.level,
                "confidence": choice.confidence,
                "played": choice.played,
            })
        })
        .collect();
    json!({ "choices": choices })
}

/// The note type's front template, the same for every card.
pub fn front_template() -> String {
    format!("{}<script>\n{}</script>", include_str!("front.html"), include_str!("card.js"))
}

pub fn back_template() -> String {
    format!("{}<script>\n{}</script>", include_str!("back.html"), include_str!("card.js"))
}

pub fn style() -> String {
    format!("{}{}", include_str!("card.css"), diagram::backgammon::css())
}

/// A card as Anki would show it, for a preview.
pub fn preview(card: &Card, answer: bool, night: bool) -> String {
    let page = filled(card, if answer { back_template() } else { front_template() });
    let class = if night { "card nightMode" } else { "card" };
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Card</title><style>{}</style><body class=\"{class}\">{page}</body></html>",
        style()
    )
}

fn filled(card: &Card, mut template: String) -> String {
    for (name, value) in FIELDS.iter().zip(&card.fields) {
        template = section(&template, name, !value.is_empty()).replace(&format!("{{{{{name}}}}}"), value);
    }
    template
}

/// A side of a card without script or style, for `preview_page`.
pub fn side(card: &Card, answer: bool) -> String {
    filled(card, if answer { include_str!("back.html") } else { include_str!("front.html") }.to_string())
}

/// An empty page that shows whatever side is posted to it as `{ html, night }`: a frame for previews.
pub fn preview_page() -> String {
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>Card</title><style>html{{scrollbar-width:none}}{}</style><body class=\"card\"><script>\n{}</script></body></html>",
        style(),
        include_str!("preview.js").replace("CARD_SCRIPT", include_str!("card.js"))
    )
}

/// `{{#Note}}…{{/Note}}` stays only if the field is not empty.
fn section(page: &str, name: &str, keep: bool) -> String {
    let (open, close) = (format!("{{{{#{name}}}}}"), format!("{{{{/{name}}}}}"));
    match (page.split_once(&open), page.split_once(&close)) {
        (Some((before, rest)), Some((_, after))) => {
            let inside = rest.split_once(&close).map_or("", |(inside, _)| inside);
            format!("{before}{}{after}", if keep { inside } else { "" })
        }
        _ => page.to_string(),
    }
}
