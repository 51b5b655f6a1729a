//! The state of the page: the status of the library, the search, the loaded rows and the chosen game.

use std::collections::HashMap;
use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::UrlSearchParams;

use super::requests::{self, Game, LibraryStatus, SearchFields};
use super::selection::Selection;
use crate::bridge::Failure;
use crate::handoff;
use crate::language;
use crate::page_events;
use crate::page_mount::PageVisibility;
use crate::pages::Page;
use crate::route;
use crate::settings::{Settings, Theme};

/// Rows per request.
pub const PAGE_ROWS: usize = 100;
/// Time between two status requests: while files are read, and otherwise.
const BUSY_INTERVAL: Duration = Duration::from_millis(300);
const IDLE_INTERVAL: Duration = Duration::from_secs(3);

/// The screens of the page.
#[derive(Clone, Debug, PartialEq)]
pub enum Screen {
    Waiting,
    Unavailable(String),
    Empty,
    Games,
}

#[derive(Clone, Copy)]
pub struct LibraryState {
    pub state: RwSignal<Option<Result<LibraryStatus, String>>>,
    pub fields: RwSignal<SearchFields>,
    pub total: RwSignal<usize>,
    pub error_text: RwSignal<Option<String>>,
    /// The row that the preview shows.
    pub chosen: RwSignal<Option<usize>>,
    pub selection: RwSignal<Selection>,
    /// Shows duplicates instead of the list.
    pub shows_duplicates: RwSignal<bool>,
    /// The chosen game among the duplicates.
    pub chosen_duplicate: RwSignal<Option<Game>>,
    pages: RwSignal<HashMap<usize, Vec<Game>>>,
    /// The number of the last search: answers to older ones are dropped.
    search_number: StoredValue<u32>,
    dark: RwSignal<bool>,
}

impl LibraryState {
    pub fn provide() {
        let library = LibraryState {
            state: RwSignal::new(None),
            fields: RwSignal::new(SearchFields {
                sort: "date".into(),
                backwards: true,
                ..SearchFields::default()
            }),
            total: RwSignal::new(0),
            error_text: RwSignal::new(None),
            chosen: RwSignal::new(None),
            selection: RwSignal::default(),
            shows_duplicates: RwSignal::new(false),
            chosen_duplicate: RwSignal::new(None),
            pages: RwSignal::default(),
            search_number: StoredValue::new(0),
            dark: RwSignal::new(false),
        };
        provide_context(library);
        library.follow_theme();
        library.follow_address();
        Effect::new(move |_| {
            library.fields.track();
            library.restart();
        });
        library.start_polling();
    }

    pub fn here() -> LibraryState {
        expect_context()
    }

    pub fn view(self) -> Screen {
        self.state.with(|state| match state {
            None => Screen::Waiting,
            Some(Err(why)) => Screen::Unavailable(why.clone()),
            Some(Ok(state)) if state.games == 0 => Screen::Empty,
            Some(Ok(_)) => Screen::Games,
        })
    }

    fn follow_theme(self) {
        let settings = Settings::here();
        let query = || window().match_media("(prefers-color-scheme: dark)").ok().flatten();
        let night = RwSignal::new(query().is_some_and(|query| query.matches()));
        if let Some(evening) = query() {
            page_events::on_browser_event(&evening, "change", move || {
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

    /// Other pages link to a position as `/library?position=…`; duplicates are at `/library?duplicates=1`, so that the
    /// browser's Back leads to the list again.
    fn follow_address(self) {
        let read = move || {
            let search = window().location().search().unwrap_or_default();
            let at_home = window().location().pathname().is_ok_and(|path| path.starts_with("/library"));
            let asked = UrlSearchParams::new_with_str(&search).ok().and_then(|all| all.get("position"));
            let asked = asked.unwrap_or_default();
            if !at_home {
                return;
            }
            let duplicates = route::query("duplicates").is_some();
            if self.shows_duplicates.get_untracked() != duplicates {
                self.shows_duplicates.set(duplicates);
            }
            if self.fields.with_untracked(|fields| fields.position != asked) {
                self.fields.update(|fields| fields.position = asked);
            }
        };
        read();
        route::on_navigation(read);
    }

    pub fn toggle_duplicates(self) {
        let shown = self.shows_duplicates.get_untracked();
        route::go(if shown { "/library" } else { "/library?duplicates=1" });
    }

    /// Polls the status while the page is shown.
    fn start_polling(self) {
        self.poll();
        let shown = PageVisibility::here();
        Effect::new(move |_| {
            if shown.get() {
                self.poll();
            }
        });
        self.poll_later(shown);
    }

    fn poll_later(self, shown: PageVisibility) {
        let busy =
            self.state.with_untracked(|state| matches!(state, Some(Ok(state)) if state.work.is_some()));
        let wait = if busy { BUSY_INTERVAL } else { IDLE_INTERVAL };
        set_timeout(
            move || {
                if shown.now() {
                    self.poll();
                }
                self.poll_later(shown);
            },
            wait,
        );
    }

    pub fn poll(self) {
        spawn_local(async move { self.apply_status(requests::state().await) });
    }

    /// Applies a new status; if the number of games changed, the list is loaded again.
    fn apply_status(self, answer: Result<LibraryStatus, Failure>) {
        let now = answer.map_err(|why| why.0);
        let games = |state: &Option<Result<LibraryStatus, String>>| match state {
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
            match requests::add(&path).await {
                Ok(state) => {
                    self.error_text.set(None);
                    self.apply_status(Ok(state));
                    self.poll_soon();
                }
                Err(why) => self.error_text.set(Some(why.0)),
            }
        });
    }

    pub fn remove(self, folder: i64) {
        spawn_local(async move { self.show_answer(requests::remove(folder).await) });
    }

    pub fn update(self) {
        spawn_local(async move {
            self.show_answer(requests::update().await);
            self.poll_soon();
        });
    }

    pub fn stop(self) {
        spawn_local(async move {
            self.show_answer(requests::stop().await);
            self.poll_soon();
        });
    }

    fn poll_soon(self) {
        set_timeout(move || self.poll(), BUSY_INTERVAL);
    }

    fn show_answer(self, answer: Result<LibraryStatus, Failure>) {
        match answer {
            Ok(state) => self.apply_status(Ok(state)),
            Err(why) => self.error_text.set(Some(why.0)),
        }
    }

    /// Starts another search from the top, with nothing chosen.
    fn restart(self) {
        self.chosen.set(None);
        self.selection.set(Selection::default());
        self.refresh();
    }

    /// Repeats the search; the old rows stay until the answer arrives.
    fn refresh(self) {
        let search_number = self.search_number.with_value(|search_number| search_number.wrapping_add(1));
        self.search_number.set_value(search_number);
        let fields = self.fields.get_untracked();
        spawn_local(async move {
            let found = requests::games(&fields, 0, PAGE_ROWS).await;
            if self.search_number.get_value() != search_number {
                return;
            }
            match found {
                Ok(found) => {
                    self.error_text.set(None);
                    if found.total != self.total.get_untracked() {
                        // Rows may be those of other games now.
                        self.selection.set(Selection::default());
                    }
                    self.total.set(found.total);
                    self.pages.set(HashMap::from([(0, found.games)]));
                }
                Err(why) => self.error_text.set(Some(why.0)),
            }
        });
    }

    /// A row if it is loaded; otherwise its page is requested.
    pub fn row(self, at: usize) -> Option<Game> {
        let page = at / PAGE_ROWS;
        let row = self.pages.with(|pages| pages.get(&page).map(|rows| rows.get(at % PAGE_ROWS).cloned()));
        row.unwrap_or_else(|| {
            self.request_page(page);
            None
        })
    }

    fn request_page(self, page: usize) {
        let search_number = self.search_number.get_value();
        let fields = self.fields.get_untracked();
        // An empty page marks a request in progress.
        self.pages.update_untracked(|pages| drop(pages.insert(page, Vec::new())));
        spawn_local(async move {
            let found = requests::games(&fields, page * PAGE_ROWS, PAGE_ROWS).await;
            if self.search_number.get_value() != search_number {
                return;
            }
            match found {
                Ok(found) => self.pages.update(|pages| drop(pages.insert(page, found.games))),
                Err(why) => self.error_text.set(Some(why.0)),
            }
        });
    }

    /// The game of the preview.
    pub fn shown(self) -> Option<Game> {
        if self.shows_duplicates.get() {
            return self.chosen_duplicate.get();
        }
        self.chosen.get().and_then(|at| self.row(at))
    }

    /// Opens a game in the page for it.
    pub fn open(self, game: Game) {
        spawn_local(async move {
            if let Err(why) = open(&game).await {
                self.error_text.set(Some(why.0));
            }
        });
    }
}

impl LibraryState {
    /// Trains the selected games, or all of the list, as one set per game: chess and Go cannot be in one file.
    pub fn train(self) {
        let rows = self.selection.with_untracked(Selection::ranges);
        let fields = SearchFields { rows, ..self.fields.get_untracked() };
        spawn_local(async move {
            self.error_text.set(None);
            let mut is_any = false;
            for kind in TRAINED {
                match requests::records(&SearchFields { of_kind: kind.to_owned(), ..fields.clone() }).await {
                    Ok(bytes) if bytes.is_empty() => {}
                    Ok(bytes) => {
                        is_any = true;
                        handoff::open_in_train(&set_name(&fields, kind), &bytes);
                    }
                    Err(why) => return self.error_text.set(Some(why.0)),
                }
            }
            if !is_any {
                self.error_text.set(Some(language::library().nothing_to_train.to_owned()));
            }
        });
    }

    /// Whether the list can be trained: it may be all backgammon.
    pub fn can_train(self) -> bool {
        let is_trained =
            self.fields.with(|fields| fields.kind.is_empty() || TRAINED.contains(&&*fields.kind));
        is_trained && self.total.get() > 0
    }
}

/// The kinds of games that Train knows; the last is shown.
const TRAINED: [&str; 2] = ["go", "chess"];

/// What was searched for, as the name of a set.
fn set_name(fields: &SearchFields, kind: &str) -> String {
    let ending = if kind == "chess" { "pgn" } else { "sgf" };
    let said =
        [&fields.text, &fields.player, &fields.event, &fields.from, &fields.to].map(|text| text.trim());
    let said = said.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ");
    let name = if said.is_empty() { Page::Library.name().to_owned() } else { said };
    format!("{}.{ending}", name.replace(['/', '\\'], "-"))
}

/// Opens the file itself where it can be saved, or a copy of one game of several.
async fn open(game: &Game) -> Result<(), Failure> {
    if game.kind == "backgammon" {
        handoff::open_in_cards(&file_name(game), &requests::record(game.id).await?);
    } else if let Some(entry) = requests::open(game.id).await? {
        handoff::open_file_in_study(&entry);
    } else {
        handoff::open_in_study(&file_name(game), &requests::record(game.id).await?);
    }
    Ok(())
}

/// The file's name, with the game's number if it is one of several.
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
    fn a_set_is_called_what_was_searched_for() {
        let fields = SearchFields { text: " Tal ".into(), event: "Riga/1".into(), ..SearchFields::default() };
        assert_eq!(set_name(&fields, "chess"), "Tal Riga-1.pgn");
        assert_eq!(set_name(&SearchFields::default(), "go"), "Library.sgf");
    }

    #[test]
    fn the_name_of_one_game_of_several_has_its_number() {
        let game = |path: &str, number| Game {
            id: 1,
            kind: "go".into(),
            black: String::new(),
            white: String::new(),
            event: String::new(),
            date: String::new(),
            result: String::new(),
            winner: String::new(),
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
