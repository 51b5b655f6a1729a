//! The room's state: how the library is, what is looked for, the rows that have come so far, and the game that is chosen.

use std::collections::HashMap;
use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::UrlSearchParams;

use super::studio::{self, Game, State, Wish};
use crate::between::{self, Word};
use crate::bridge::Failure;
use crate::handoff;
use crate::room::Shown;
use crate::settings::{Settings, Theme};

/// Rows that are asked for at once.
pub const PAGE: usize = 100;
/// While files are read; and otherwise, to hear of changes in the folders.
const SOON: Duration = Duration::from_millis(300);
const LATER: Duration = Duration::from_secs(3);

/// Which of its faces the room shows.
#[derive(Clone, Debug, PartialEq)]
pub enum View {
    Waiting,
    Unavailable(String),
    Empty,
    Games,
}

#[derive(Clone, Copy)]
pub struct Shelf {
    pub state: RwSignal<Option<Result<State, String>>>,
    pub wish: RwSignal<Wish>,
    pub total: RwSignal<usize>,
    pub trouble: RwSignal<Option<String>>,
    pub chosen: RwSignal<Option<usize>>,
    /// Whether games that are there twice are shown.
    pub twice: RwSignal<bool>,
    /// One of those, which has no place in the list.
    pub single: RwSignal<Option<Game>>,
    pages: RwSignal<HashMap<usize, Vec<Game>>>,
    /// Grows with every question: answers to old ones are dropped.
    turn: StoredValue<u32>,
    dark: RwSignal<bool>,
}

impl Shelf {
    pub fn provide() {
        let shelf = Shelf {
            state: RwSignal::new(None),
            wish: RwSignal::new(Wish { sort: "date".into(), backwards: true, ..Wish::default() }),
            total: RwSignal::new(0),
            trouble: RwSignal::new(None),
            chosen: RwSignal::new(None),
            twice: RwSignal::new(false),
            single: RwSignal::new(None),
            pages: RwSignal::default(),
            turn: StoredValue::new(0),
            dark: RwSignal::new(false),
        };
        provide_context(shelf);
        shelf.follow_theme();
        shelf.follow_address();
        Effect::new(move |_| {
            shelf.wish.track();
            shelf.begin_anew();
        });
        shelf.keep_looking();
    }

    pub fn here() -> Shelf {
        expect_context()
    }

    pub fn view(self) -> View {
        self.state.with(|state| match state {
            None => View::Waiting,
            Some(Err(why)) => View::Unavailable(why.clone()),
            Some(Ok(state)) if state.games == 0 => View::Empty,
            Some(Ok(_)) => View::Games,
        })
    }

    fn follow_theme(self) {
        let settings = Settings::here();
        let query = || window().match_media("(prefers-color-scheme: dark)").ok().flatten();
        let night = RwSignal::new(query().is_some_and(|query| query.matches()));
        if let Some(evening) = query() {
            between::listen(&evening, "change", move || {
                night.set(query().is_some_and(|query| query.matches()));
            });
        }
        Effect::new(move |_| {
            self.dark.set(match settings.theme() {
                Theme::Light => false,
                Theme::Dark => true,
                Theme::System => night.get(),
            });
        });
    }

    pub fn is_dark(self) -> bool {
        self.dark.get()
    }

    /// `/library?position=…` is how other rooms ask for a position.
    fn follow_address(self) {
        let read = move || {
            let search = window().location().search().unwrap_or_default();
            let at_home = window().location().pathname().is_ok_and(|path| path.starts_with("/library"));
            let asked = UrlSearchParams::new_with_str(&search).ok().and_then(|all| all.get("position"));
            let asked = asked.unwrap_or_default();
            if at_home && self.wish.with_untracked(|wish| wish.position != asked) {
                self.twice.set(false);
                self.wish.update(|wish| wish.position = asked);
            }
        };
        read();
        between::hear(&window(), Word::Went, read);
        between::listen(&window(), "popstate", read);
    }

    /// Asks how the library is, again and again while the room is shown.
    fn keep_looking(self) {
        self.look();
        let shown = Shown::here();
        Effect::new(move |_| {
            if shown.get() {
                self.look();
            }
        });
        self.look_later(shown);
    }

    fn look_later(self, shown: Shown) {
        let busy =
            self.state.with_untracked(|state| matches!(state, Some(Ok(state)) if state.work.is_some()));
        let wait = if busy { SOON } else { LATER };
        set_timeout(
            move || {
                if shown.now() {
                    self.look();
                }
                self.look_later(shown);
            },
            wait,
        );
    }

    pub fn look(self) {
        spawn_local(async move { self.hear(studio::state().await) });
    }

    /// A new state of the library; if games came or went, the list is asked for again.
    fn hear(self, told: Result<State, Failure>) {
        let now = told.map_err(|why| why.0);
        let games = |state: &Option<Result<State, String>>| match state {
            Some(Ok(state)) => Some((state.games, state.work.is_some())),
            _ => None,
        };
        let before = self.state.with_untracked(games);
        let after = Some(now);
        let changed = games(&after) != before;
        if self.state.with_untracked(|state| *state != after) {
            self.state.set(after);
        }
        if changed {
            self.refresh();
        }
    }

    pub fn add(self, path: String) {
        spawn_local(async move {
            match studio::add(&path).await {
                Ok(state) => {
                    self.trouble.set(None);
                    self.hear(Ok(state));
                    self.look_soon();
                }
                Err(why) => self.trouble.set(Some(why.0)),
            }
        });
    }

    pub fn remove(self, folder: i64) {
        spawn_local(async move { self.take(studio::remove(folder).await) });
    }

    pub fn update(self) {
        spawn_local(async move {
            self.take(studio::update().await);
            self.look_soon();
        });
    }

    pub fn stop(self) {
        spawn_local(async move {
            self.take(studio::stop().await);
            self.look_soon();
        });
    }

    fn look_soon(self) {
        set_timeout(move || self.look(), SOON);
    }

    fn take(self, told: Result<State, Failure>) {
        match told {
            Ok(state) => self.hear(Ok(state)),
            Err(why) => self.trouble.set(Some(why.0)),
        }
    }

    /// Another question: nothing is chosen, and the list begins at its top.
    fn begin_anew(self) {
        self.chosen.set(None);
        self.refresh();
    }

    /// The same question once more; what is shown stays until the answer comes.
    fn refresh(self) {
        let turn = self.turn.with_value(|turn| turn.wrapping_add(1));
        self.turn.set_value(turn);
        let wish = self.wish.get_untracked();
        spawn_local(async move {
            let found = studio::games(&wish, 0, PAGE).await;
            if self.turn.get_value() != turn {
                return;
            }
            match found {
                Ok(found) => {
                    self.trouble.set(None);
                    self.total.set(found.total);
                    self.pages.set(HashMap::from([(0, found.games)]));
                }
                Err(why) => self.trouble.set(Some(why.0)),
            }
        });
    }

    /// A row, if it is here; if not, it is sent for.
    pub fn row(self, at: usize) -> Option<Game> {
        let page = at / PAGE;
        let row = self.pages.with(|pages| pages.get(&page).map(|rows| rows.get(at % PAGE).cloned()));
        row.unwrap_or_else(|| {
            self.send_for(page);
            None
        })
    }

    fn send_for(self, page: usize) {
        let turn = self.turn.get_value();
        let wish = self.wish.get_untracked();
        // An empty page is one that is on its way.
        self.pages.update_untracked(|pages| drop(pages.insert(page, Vec::new())));
        spawn_local(async move {
            let found = studio::games(&wish, page * PAGE, PAGE).await;
            if self.turn.get_value() != turn {
                return;
            }
            match found {
                Ok(found) => self.pages.update(|pages| drop(pages.insert(page, found.games))),
                Err(why) => self.trouble.set(Some(why.0)),
            }
        });
    }

    /// The game that is shown beside the list.
    pub fn shown(self) -> Option<Game> {
        if self.twice.get() {
            return self.single.get();
        }
        self.chosen.get().and_then(|at| self.row(at))
    }

    /// Opens a game in the room that it belongs to.
    pub fn open(self, game: Game) {
        spawn_local(async move {
            if let Err(why) = open(&game).await {
                self.trouble.set(Some(why.0));
            }
        });
    }
}

/// The file itself where it can be written back to; a copy of one game out of many.
async fn open(game: &Game) -> Result<(), Failure> {
    if game.kind == "backgammon" {
        handoff::open_in_cards(&file_name(game), &studio::record(game.id).await?);
    } else if let Some(entry) = studio::open(game.id).await? {
        handoff::open_file_in_study(&entry);
    } else {
        handoff::open_in_study(&file_name(game), &studio::record(game.id).await?);
    }
    Ok(())
}

/// Of one game out of many the file's name with its number.
fn file_name(game: &Game) -> String {
    let name = game.path.rsplit(['/', '\\']).next().unwrap_or(&game.path);
    match (game.number, name.rsplit_once('.')) {
        (0, _) => name.to_owned(),
        (number, Some((stem, ending))) => format!("{stem}-{}.{ending}", number + 1),
        (number, None) => format!("{name}-{}", number + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_out_of_many_is_called_by_its_number() {
        let game = |path: &str, number| Game {
            id: 1,
            kind: "go".into(),
            black: String::new(),
            white: String::new(),
            event: String::new(),
            date: String::new(),
            result: String::new(),
            size: (19, 19),
            moves: 0,
            path: path.into(),
            number,
            at: None,
        };
        assert_eq!(file_name(&game("/home/a/x.sgf", 0)), "x.sgf");
        assert_eq!(file_name(&game("/home/a/x.pgn", 2)), "x-3.pgn");
        assert_eq!(file_name(&game("C:\\x.y.pgn", 9)), "x.y-10.pgn");
    }
}
