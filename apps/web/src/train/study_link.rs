//! From Train to Study: the file of the open set, or the game of one puzzle.

use leptos::prelude::*;

use super::session_host::SessionCommand;
use super::trainer::Trainer;
use crate::handoff;
use crate::icons;
use crate::language;

impl Trainer {
    /// Opens the file of the open set.
    pub fn open_file_in_study(self) {
        let file = self.read_set(|set| (set.file_name.clone(), set.puzzles.file()));
        if let Some((name, bytes)) = file {
            handoff::open_in_study(&name, &bytes);
        }
    }

    /// Opens the game of the puzzle with this index in the open set.
    pub fn open_puzzle_in_study(self, puzzle: usize) {
        self.act(SessionCommand::Pause);
        let game = self.read_set(|set| {
            let (number, bytes) = set.puzzles.game(&set.file_name, puzzle)?;
            Some((numbered(&set.file_name, number), bytes))
        });
        if let Some((name, bytes)) = game.flatten() {
            handoff::open_in_study(&name, &bytes);
        }
    }
}

/// `mates-3.pgn`
fn numbered(name: &str, number: usize) -> String {
    match name.rsplit_once('.') {
        Some((stem, ending)) => format!("{stem}-{number}.{ending}"),
        None => format!("{name}-{number}"),
    }
}

/// Opens the puzzle on the board. Only shown when it is done: Study shows the solution.
#[component]
pub fn PuzzleInStudy() -> impl IntoView {
    let trainer = Trainer::here();
    let open = move |_| {
        if let Some(puzzle) = trainer.snapshot().map(|snapshot| snapshot.number) {
            trainer.open_puzzle_in_study(puzzle);
        }
    };
    view! { <button class="button" on:click=open>{icons::STUDY.draw()}{language::train_history().open_in_study}</button> }
}

/// Opens the file of the set.
#[component]
pub fn SetInStudy() -> impl IntoView {
    let trainer = Trainer::here();
    view! {
        <button class="button" on:click=move |_| trainer.open_file_in_study()>
            {icons::STUDY.draw()}{language::train_history().open_in_study}
        </button>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_one_game_has_its_number() {
        assert_eq!(numbered("mates.pgn", 3), "mates-3.pgn");
        assert_eq!(numbered("Pasted puzzles", 1), "Pasted puzzles-1");
    }
}
