//! What the tests under `tests/` share: the real studio, a real browser, a real terminal, engines, the corpus of real files.

mod accessibility;
mod browser;
mod chess_board;
mod corpus;
mod dpkg;
mod host;
mod paths;
mod play_page;
mod studio;
mod study_page;
mod terminal;
mod terminal_demo;
mod terminal_svg;
mod window;

pub use browser::{Page, Screen, in_browser, with_browser};
pub use chess_board::{ALT, SHIFT};
pub use corpus::{corpus, corpus_files};
pub use dpkg::{dpkg, empty_root, stdout_of};
pub use host::Host;
pub use paths::{axe_script, program, python, workspace};
pub use play_page::{Move, RoomSettings, play_turn};
pub use studio::Studio;
pub use study_page::{StudyPage, across_a_crash, file_with, on_study_page, test_data, with_file_open};
pub use terminal::Terminal;
pub use terminal_demo::write_terminal_demo;
pub use window::{UserSession, Window, desktop_binary, in_session};
