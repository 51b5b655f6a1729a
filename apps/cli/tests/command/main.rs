//! The command as one types it: what it prints, where, and with which exit code.

#![allow(clippy::unwrap_used)]

mod backgammon;
mod chess;
mod desk;
mod library;
mod records;
