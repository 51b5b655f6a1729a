//! What happens in time: clocks, tables, clients, conversations with engines. Everything here has one shape:
//! `handle(now, input) -> outputs` and `deadline()`. Nothing uses a process, a socket or the system clock: a host
//! starts, reads, writes and waits, and passes the time in.

pub mod automatic_player;
pub mod backgammon;
pub mod bot_analysis;
pub mod client;
pub mod clock;
pub mod engine_match;
pub mod gtp;
pub mod journal;
pub mod kifu;
pub mod local_game;
mod millis;
pub mod peer;
pub mod protocol;
pub mod review;
pub mod table;
pub mod uci;
