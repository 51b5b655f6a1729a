//! The players, the current move, and a field for typing moves.

use leptos::html;
use leptos::prelude::*;
use record::GameRecord;
use record::NodeId;
use record::chess::ChessRecord;
use record::pgn::{Eval, Score};
use rules::chess::{Color, Position};
use study::{ChessInput, Input, spoken};

use super::board::position_text;
use crate::controls::take_entry;
use crate::language;
use crate::study::page_state::PageState;
use crate::study::players::{PlayerName, PlayerRow, PlayersPanel};

fn player(record: &ChessRecord, color: Color) -> PlayerName {
    let words = language::study();
    let (name, elo) = color.fold_wb(("White", "WhiteElo"), ("Black", "BlackElo"));
    let unnamed = color.fold_wb(words.white_side, words.black_side);
    let tag = |name| record.game().tag(name).filter(|text| !matches!(text.trim(), "" | "?"));
    PlayerName {
        name: tag(name).map_or_else(|| unnamed.to_owned(), |text| text.into_owned()),
        strength: tag(elo).unwrap_or_default().into_owned(),
    }
}

/// ` +0.36`, or ` #-3` for a mate.
fn eval_text(eval: &Eval) -> String {
    match eval.score {
        Score::Centipawns(score) => format!(" {:+.2}", f64::from(score) / 100.0),
        Score::Mate(moves) => format!(" #{moves}"),
    }
}

/// The side's clock after its latest move, if the file has it.
fn clock(record: &ChessRecord, color: Color) -> Option<String> {
    let mut line = record.editor().line().rev();
    let has_moved =
        |(_, after): &(NodeId, &Option<Position>)| after.as_ref().is_some_and(|after| after.turn() != color);
    let left = line.find(has_moved).and_then(|(node, _)| record.game().clock(node))?;
    let seconds = left.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    Some(format!("{hours}:{minutes:02}:{seconds:02}"))
}

#[component]
pub fn ChessPlayers() -> impl IntoView {
    let page_state = PageState::here();
    let row = move |color: Color, class: &'static str| {
        let clock = page_state.watch_chess(move |record| clock(record, color).unwrap_or_default());
        let extra = view! {
            <div class="clock" class:runs=move || clock.with(|clock| !clock.is_empty())>
                <div class="clock-text">{clock}</div>
            </div>
        };
        let turn = move |record: &ChessRecord| record.position().is_some_and(|now| now.turn() == color);
        PlayerRow {
            class,
            player: page_state.watch_chess(move |record| player(record, color)),
            is_turn: page_state.watch_chess(turn),
            extra: extra.into_any(),
        }
    };
    let rows = [row(Color::White, "player white"), row(Color::Black, "player black")];
    let announcements = vec![page_state.watch_chess(announcement)];
    view! { <PlayersPanel rows progress=page_state.watch_chess(progress_text) announcements /> }
}

/// The move at the cursor in words, for screen readers: `3. White: bishop f1 to b5, check`.
fn announcement(record: &ChessRecord) -> String {
    let before = record.editor().position_before().filter(|_| record.here() != record.root());
    match before.zip(record.last_move()) {
        Some((before, mv)) => spoken::mv(language::here(), &before, mv),
        None => position_text(record),
    }
}

/// The move at the cursor, and the state of the position.
fn progress_text(record: &ChessRecord) -> (String, String) {
    let words = language::study();
    let state = match record.position() {
        None => words.unplayable.to_owned(),
        Some(position) if position.is_mate() => words.checkmate.to_owned(),
        Some(position) if position.is_stalemate() => words.stalemate.to_owned(),
        Some(position) => match (record.result_here(), position.turn()) {
            (Some(result), _) => result.text().to_owned(),
            (None, Color::White) => words.white_to_move.to_owned(),
            (None, Color::Black) => words.black_to_move.to_owned(),
        },
    };
    let mv = record.numbered_san(record.here()).unwrap_or_else(|| words.at_start.to_owned());
    let eval = record.game().eval(record.here()).map(|eval| eval_text(&eval)).unwrap_or_default();
    (format!("{mv}{eval}"), state)
}

/// A field for typing moves.
#[component]
pub fn MoveEntry() -> impl IntoView {
    let page_state = PageState::here();
    let field = NodeRef::<html::Input>::new();
    let play = take_entry(field, move |text| page_state.act(Input::Chess(ChessInput::MoveText(text))));
    view! {
        <form class="move-entry" on:submit=play>
            <input
                id="move-entry"
                type="text"
                placeholder=language::study().type_move
                aria-label=language::study().type_move
                autocomplete="off"
                spellcheck="false"
                node_ref=field
            />
        </form>
    }
}

#[cfg(test)]
mod tests {
    use record::pgn::Pgn;

    use super::*;

    fn record(text: &str) -> ChessRecord {
        ChessRecord::open(Pgn::read(text.as_bytes().to_vec()), 0)
    }

    #[test]
    fn the_current_move_and_the_side_to_move_are_shown() {
        let mut game = record("[White \"Ann\"]\n\n1. f3 e5 2. g4 Qh4# 0-1");
        assert_eq!(progress_text(&game), ("Start".to_owned(), "White to move".to_owned()));
        game.forward();
        assert_eq!(progress_text(&game), ("1. f3".to_owned(), "Black to move".to_owned()));
        game.to_end();
        assert_eq!(progress_text(&game), ("2... Qh4#".to_owned(), "checkmate".to_owned()));
    }

    #[test]
    fn the_result_is_shown_at_the_end_of_the_game_only() {
        let mut game = record("1. e4 e5 (1... c5 2. Nf3) 2. d4 1-0");
        game.to_end();
        assert_eq!(progress_text(&game), ("2. d4".to_owned(), "1-0".to_owned()));
        game.find("Nf3").unwrap();
        assert_eq!(progress_text(&game), ("2. Nf3".to_owned(), "Black to move".to_owned()));
    }

    #[test]
    fn moves_are_announced_in_words() {
        let mut game = record("1. e4 d5 2. exd5 *");
        assert_eq!(announcement(&game), "start of the game");
        game.to_end();
        assert_eq!(announcement(&game), "2. White: pawn e4 takes pawn on d5");
    }

    #[test]
    fn an_exported_game_shows_its_evaluations() {
        let mut game = record("1. e4 { [%eval 0.36] [%clk 0:03:00] } 1... e5 { [%eval #-3] } *");
        game.forward();
        assert_eq!(progress_text(&game).0, "1. e4 +0.36");
        game.forward();
        assert_eq!(progress_text(&game).0, "1... e5 #-3");
    }

    #[test]
    fn players_have_names_ratings_and_clocks() {
        let mut game =
            record("[White \"Ann\"]\n[WhiteElo \"2100\"]\n\n1. e4 {[%clk 0:09:58]} e5 {[%clk 0:10:00]} *");
        game.to_end();
        let white = player(&game, Color::White);
        assert_eq!((&*white.name, &*white.strength), ("Ann", "2100"));
        let black = player(&game, Color::Black);
        assert_eq!((&*black.name, &*black.strength), ("Black", ""));
        assert_eq!(clock(&game, Color::White).as_deref(), Some("0:09:58"));
        assert_eq!(clock(&game, Color::Black).as_deref(), Some("0:10:00"));
    }
}
