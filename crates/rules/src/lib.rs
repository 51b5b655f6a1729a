//! What is legal and how a position or a move is spelled. Knows nothing of files, trees or time.

pub mod backgammon;
pub mod chess;
pub mod go;
