//! What is wrong with a Go file: each warning with its line and column, as a link to its node; and what the rules forbid
//! in the node that is shown.

use std::time::Duration;

use i18n::fill;
use leptos::prelude::*;
use record::go::{Irregular, check_edited};
use record::sgf::{Warning, WarningKind};
use record::{GameRecord, GoRecord, NodeId};
use rules::go::Illegal;
use study::{GameId, Input, Workspace};

use super::page_state::PageState;
use crate::foreign_text::foreign;
use crate::language;

/// More lines help nobody.
const MAX_SHOWN: usize = 200;
/// The file is checked after it is drawn.
const DELAY: Duration = Duration::from_millis(300);
/// After an edit, once nothing was done for this long.
const QUIET: Duration = Duration::from_millis(1500);

#[component]
pub fn GoProblems() -> impl IntoView {
    let page_state = PageState::here();
    let found = checked(page_state);
    let warnings = page_state.watch(move |workspace| {
        let record = workspace.current().go();
        found.with(|found| match (found, record) {
            (Some((game, warnings)), Some(record)) if *game == workspace.current().id() => {
                warnings.iter().filter(|warning| is_there(record, warning)).cloned().collect()
            }
            _ => Vec::new(),
        })
    });
    let here = page_state.watch_go(irregular_text);
    view! {
        {move || here.get().map(|text| view! { <p class="panel irregular-move" role="status">{text}</p> })}
        {move || {
            let warnings = warnings.get();
            (!warnings.is_empty()).then(|| problem_list(page_state, warnings))
        }}
    }
}

/// What was found in a game.
type Found = RwSignal<Option<(GameId, Vec<Warning>)>>;

/// The game and the state of its record.
fn state(workspace: &Workspace) -> (GameId, u64) {
    (workspace.current().id(), workspace.current().record().revision())
}

/// The warnings about the current file, found after it is opened and again after edits.
fn checked(page_state: PageState) -> Found {
    let found = Found::new(None);
    let state = page_state.watch(state);
    Effect::new(move |before: Option<GameId>| {
        let now = state.get();
        let wait = if before == Some(now.0) { QUIET } else { DELAY };
        check_later(page_state, found, now, wait);
        now.0
    });
    found
}

/// Not while the user is at work: a large file takes longer than a step may.
fn check_later(page_state: PageState, found: Found, of: (GameId, u64), wait: Duration) {
    let inputs = page_state.count();
    let check = move || {
        if page_state.peek(state) != of {
            return;
        }
        if wait == QUIET && page_state.count() != inputs {
            return check_later(page_state, found, of, QUIET);
        }
        let warnings = page_state.peek(|workspace| workspace.current().go().map(check_edited));
        // The page may be closed by now.
        drop(found.try_set(warnings.map(|warnings| (of.0, warnings))));
    };
    set_timeout(check, wait);
}

/// An edit may have cut it.
fn is_there(record: &GoRecord, warning: &Warning) -> bool {
    let file = record.file();
    warning.node.is_none_or(|node| file.games().contains(&file.tree().root(node)))
}

fn problem_list(page_state: PageState, warnings: Vec<Warning>) -> impl IntoView {
    let title = language::here().count(language::here().chess_study().problem_count, warnings.len());
    let one = move |warning: Warning| {
        let text = problem_text(&warning);
        match warning.node {
            Some(node) => {
                let go = move |_| go_to(page_state, node);
                view! { <li><button class="link" on:click=go>{foreign(&text)}</button></li> }.into_any()
            }
            None => view! { <li>{foreign(&text)}</li> }.into_any(),
        }
    };
    view! {
        <details class="panel problems">
            <summary>{title}</summary>
            <ul>{warnings.into_iter().take(MAX_SHOWN).map(one).collect_view()}</ul>
        </details>
    }
}

/// The node may be in another game of the file.
fn go_to(page_state: PageState, node: NodeId) {
    let other = page_state.peek(|workspace| {
        let game = workspace.current();
        let record = game.go()?;
        let root = record.file().tree().root(node);
        let number = record.file().games().iter().position(|game| *game == root)?;
        (root != record.root()).then_some((game.id(), number))
    });
    if let Some((game, number)) = other {
        page_state.act(Input::ChooseGame { game, number });
    }
    page_state.act(Input::GoTo(node));
}

/// `Line 12, column 7: B: a move onto a stone`
fn problem_text(warning: &Warning) -> String {
    let property = warning.property.iter().map(|name| format!("{name}: "));
    let what = property.collect::<String>() + kind_text(warning.kind);
    let (line, column) = (warning.line.to_string(), warning.column.to_string());
    let words = language::here().chess_study();
    fill(words.problem_at, &[("line", &line), ("column", &column), ("what", &what)])
}

fn kind_text(kind: WarningKind) -> &'static str {
    let words = language::here().go_study();
    match kind {
        WarningKind::TextOutsideGames => words.text_outside_games,
        WarningKind::ExtraClose => words.extra_close,
        WarningKind::MissingClose => words.missing_close,
        WarningKind::MissingOpen => words.missing_open,
        WarningKind::MissingSemicolon => words.missing_semicolon,
        WarningKind::ValueNotClosed => words.value_not_closed,
        WarningKind::ValueWithoutName => words.value_without_name,
        WarningKind::NameWithoutValue => words.name_without_value,
        WarningKind::StrayText => words.stray_text,
        WarningKind::EmptyVariation => words.empty_variation,
        WarningKind::DoubleOpen => words.double_open,
        WarningKind::NodeAfterVariation => words.node_after_variation,
        WarningKind::Twice => words.twice,
        WarningKind::ManyValues => words.many_values,
        WarningKind::BothColours => words.both_colours,
        WarningKind::MoveWithSetup => words.move_with_setup,
        WarningKind::MoveInRoot => words.move_in_root,
        WarningKind::NotAPoint => words.not_a_point,
        WarningKind::NotANumber => words.not_a_number,
        WarningKind::NotASize => words.not_a_size,
        WarningKind::NotText => words.not_text,
        WarningKind::Occupied => words.move_occupied,
        WarningKind::Suicide => words.move_suicide,
        WarningKind::Ko => words.move_ko,
        WarningKind::UnknownCharset => words.unknown_charset,
        WarningKind::More => words.more_warnings,
    }
}

/// Why the move that is shown is against the rules; none if it is not.
fn irregular_text(record: &GoRecord) -> Option<String> {
    let words = language::here().go_study();
    let why = match record.state().irregular.first()? {
        Irregular::Move(Illegal::Occupied { .. }) => words.move_occupied,
        Irregular::Move(Illegal::Suicide { .. }) => words.move_suicide,
        Irregular::Move(Illegal::Ko { .. } | Illegal::Superko { .. }) => words.move_ko,
        Irregular::Move(Illegal::OffBoard { .. }) | Irregular::NotAPoint => words.not_a_point,
    };
    Some(fill(words.irregular_here, &[("why", why)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::go_record;

    #[test]
    fn a_warning_is_shown_with_its_place_and_property_and_leads_to_its_node() {
        let mut record = go_record("(;SZ[9];B[aa]\n;W[aa];B[zz])");
        let warnings = check_edited(&record);
        let texts: Vec<String> = warnings.iter().map(problem_text).collect();
        assert_eq!(texts[0], "Line 2, column 2: W: a move onto a stone");
        assert_eq!(texts[1], "Line 2, column 10: B: not a point of this board");
        record.go_to(warnings[0].node.unwrap());
        assert_eq!(irregular_text(&record).unwrap(), "This move breaks the rules: a move onto a stone.");
        assert!(is_there(&record, &warnings[0]));
        record.cut().unwrap();
        assert!(!is_there(&record, &warnings[0]));
    }

    #[test]
    fn the_english_names_are_those_of_the_command_line() {
        for warning in check_edited(&go_record("(;SZ[x]B[aa]W[bb]AB[cc]TR[zz];B[aa]B[aa]KM[q])")) {
            assert_eq!(kind_text(warning.kind), warning.kind.to_string());
        }
    }
}
