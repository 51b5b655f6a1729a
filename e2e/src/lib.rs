//! What the tests under `tests/` share: the real studio, a real browser, a real terminal, engines, the corpus of real files.

mod accessibility;
mod browser;
mod cards_page;
mod chess_board;
mod corpus;
mod devtools;
mod dpkg;
mod elements;
mod flood;
mod gtp_engine;
mod host;
mod hosting_studio;
pub mod http;
mod journal_damage;
mod paths;
mod play_page;
mod player;
mod process;
mod raw_socket;
mod studio;
mod study_page;
pub mod system_calls;
mod terminal;
mod terminal_demo;
mod terminal_svg;
pub mod torture;
mod train_page;
mod user_session;
mod window;

pub use browser::{Page, Screen, in_browser, with_browser, with_browser_at};
pub use cards_page::{BARE_POSITION, CardsPage, SHORT_MATCH, XG_EXPORT, on_cards_page};
pub use chess_board::{ALT, SHIFT};
pub use corpus::{corpus, corpus_files};
pub use dpkg::{dpkg, empty_root, stdout_of};
pub use flood::{Flood, FloodReport, Flooded, flood};
pub use gtp_engine::GtpEngine;
pub use host::Host;
pub use hosting_studio::HostingStudio;
pub use journal_damage::{FlipCounts, flip_bits};
pub use paths::{axe_script, free_port, program, python, workspace};
pub use play_page::{Move, RoomSettings, play_turn};
pub use player::{Player, RoomAddress, until_both};
pub use process::KillOnDrop;
pub use raw_socket::{HostFrame, RawSocket, client_frame, connect_from};
pub use studio::Studio;
pub use study_page::{
    AUTOSAVED, StudyPage, across_a_crash, file_with, on_study_page, test_data, with_open_file,
};
pub use terminal::Terminal;
pub use terminal_demo::write_terminal_demo;
pub use train_page::{TrainPage, in_training_session};
pub use user_session::{UserSession, desktop_binary, in_session};
pub use window::Window;
