//! What the proofs under `tests/` share: the real studio, a real browser, a real terminal, engines, the folder of real files.

mod access;
mod browser;
mod chess_board;
mod desk;
mod film;
mod host;
mod package;
mod place;
mod seat;
mod still;
mod studio;
mod terminal;
mod window;

pub use browser::{Page, Screen, beside, in_browser};
pub use chess_board::{ALT, SHIFT};
pub use desk::{Desk, across_a_crash, at_desk, file_with, sample};
pub use film::terminal_film;
pub use host::Host;
pub use package::{dpkg, empty_root, said_by};
pub use place::{axe_script, corpus, program, python, workspace};
pub use seat::{Move, Settings, together};
pub use studio::Studio;
pub use terminal::Terminal;
pub use window::{UserSession, Window, desktop_binary, in_session};
