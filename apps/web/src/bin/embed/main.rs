//! Widgets for other people's pages: a board, a trainer and a record viewer. The build appends
//! `apps/web/embed/elements.js` to the bindings; it defines the three custom elements.

mod board;
mod go_moves;
mod part;
mod trainer;
mod viewer;

fn main() {}
