//! The rules of the games: what is legal, and the notations of positions and moves. No files, trees or time.

pub mod backgammon;
pub mod chess;
pub mod go;
