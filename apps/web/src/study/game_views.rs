//! The views of each game. Everything else on the page is the same for all games.

use leptos::prelude::*;
use record::GameType;
use study::GameId;

use super::analysis::{AnalysisPanel, EvaluationBar};
use super::backgammon::{MatchBoard, MatchChooser, MatchInfo, MatchNotes, MatchPlayers, MatchTools};
use super::board::StudyBoard;
use super::chess::{
    ChessBoard, ChessChooser, ChessInfo, ChessNotes, ChessPlayers, ChessTools, NewChess, NotationChoice,
    NotationPanel, Problems,
};
use super::dialogs::{InfoDialog, NewGo};
use super::games::GameChooser;
use super::go_print;
use super::help::{self, PointerHelp};
use super::notes::Notes;
use super::page_state::PageState;
use super::problems::GoProblems;
use super::status::Players;
use super::title::ViewChoice;
use super::tools::{ToolBar, ToolChoice};
use super::tree::TreeView;

/// A view that is built when the game becomes the current one.
type Part = fn() -> AnyView;

pub struct GameViews {
    pub board: Part,
    /// Who is ahead, beside the board.
    pub evaluation: Part,
    /// What an engine thinks.
    pub analysis: Part,
    pub tools: Part,
    /// Options of the chosen tool.
    pub tool_options: Part,
    pub players: Part,
    pub notes: Part,
    /// What is wrong with the file.
    pub problems: Part,
    /// The moves and branches.
    pub record_panel: Part,
    /// Display options of the board.
    pub board_options: Part,
    pub new_game: Part,
    pub game_info: Part,
    /// The games of a file that has several.
    pub games_of_file: fn(GameId) -> AnyView,
    pub pointer_help: fn() -> Vec<PointerHelp>,
}

static GO: GameViews = GameViews {
    board: || {
        go_print::listen();
        view! { <StudyBoard /> }.into_any()
    },
    evaluation: || view! { <EvaluationBar /> }.into_any(),
    analysis: || view! { <AnalysisPanel /> }.into_any(),
    tools: || view! { <ToolBar /> }.into_any(),
    tool_options: || view! { <ToolChoice /> }.into_any(),
    players: || view! { <Players /> }.into_any(),
    notes: || view! { <Notes /> }.into_any(),
    problems: || view! { <GoProblems /> }.into_any(),
    record_panel: || view! { <TreeView /> }.into_any(),
    board_options: || view! { <ViewChoice /> }.into_any(),
    new_game: || view! { <NewGo close=PageState::here().dialog_closer() /> }.into_any(),
    game_info: || view! { <InfoDialog close=PageState::here().dialog_closer() /> }.into_any(),
    games_of_file: |game| view! { <GameChooser game close=PageState::here().dialog_closer() /> }.into_any(),
    pointer_help: help::go_pointer,
};

static CHESS: GameViews = GameViews {
    board: || view! { <ChessBoard /> }.into_any(),
    evaluation: || view! { <EvaluationBar /> }.into_any(),
    analysis: || view! { <AnalysisPanel /> }.into_any(),
    tools: || view! { <ChessTools /> }.into_any(),
    tool_options: || ().into_any(),
    players: || view! { <ChessPlayers /> }.into_any(),
    notes: || view! { <ChessNotes /> }.into_any(),
    problems: || view! { <Problems /> }.into_any(),
    record_panel: || view! { <NotationPanel /> }.into_any(),
    board_options: || view! { <NotationChoice /> }.into_any(),
    new_game: || view! { <NewChess close=PageState::here().dialog_closer() /> }.into_any(),
    game_info: || view! { <ChessInfo close=PageState::here().dialog_closer() /> }.into_any(),
    games_of_file: |game| view! { <ChessChooser game close=PageState::here().dialog_closer() /> }.into_any(),
    pointer_help: help::chess_pointer,
};

static BACKGAMMON: GameViews = GameViews {
    board: || view! { <MatchBoard /> }.into_any(),
    evaluation: || ().into_any(),
    analysis: || ().into_any(),
    tools: || view! { <MatchTools /> }.into_any(),
    tool_options: || ().into_any(),
    players: || view! { <MatchPlayers /> }.into_any(),
    notes: || view! { <MatchNotes /> }.into_any(),
    problems: || ().into_any(),
    record_panel: || view! { <TreeView /> }.into_any(),
    board_options: || ().into_any(),
    // A match comes from a file; only games of Go or chess can be started here.
    new_game: || view! { <NewGo close=PageState::here().dialog_closer() /> }.into_any(),
    game_info: || view! { <MatchInfo close=PageState::here().dialog_closer() /> }.into_any(),
    games_of_file: |game| view! { <MatchChooser game close=PageState::here().dialog_closer() /> }.into_any(),
    pointer_help: Vec::new,
};

impl GameViews {
    pub fn of(game: GameType) -> &'static GameViews {
        match game {
            GameType::Go => &GO,
            GameType::Chess => &CHESS,
            GameType::Backgammon => &BACKGAMMON,
        }
    }
}

impl PageState {
    /// The type of the current game.
    pub fn watch_game_type(self) -> Memo<GameType> {
        self.watch(|workspace| workspace.current().record().game_type())
    }

    /// The view of the current game, rebuilt when another game becomes current.
    pub fn part_of_game(self, pick: fn(&GameViews) -> Part) -> impl Fn() -> AnyView + Send + 'static {
        let game = self.watch_game_type();
        move || pick(GameViews::of(game.get()))()
    }
}
