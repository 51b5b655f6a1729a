//! The `tabiya` binary: what it prints, where, and with which exit code.

#![allow(clippy::unwrap_used)]

mod backgammon;
mod chess;
mod closed_pipes;
mod hostile_text;
mod library;
mod matches;
mod records;
mod review;
mod review_faults;
mod review_go;
mod review_match;
mod test_folder;
mod xg_files;
