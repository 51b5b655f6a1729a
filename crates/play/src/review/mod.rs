//! Games as `analysis::review` sees them, and its questions as engines are asked them.

pub mod chess;
pub mod go;
mod go_questions;
mod go_values;
