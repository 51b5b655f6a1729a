//! The `tabiya` command.

use clap::Parser;

/// A studio for people who play Go, chess and backgammon.
#[derive(Parser)]
#[command(version)]
struct Tabiya {}

fn main() {
    Tabiya::parse();
}
