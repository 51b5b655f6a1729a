//! What other people's pages can use: a board, a trainer and a viewer of records, each put into an element of theirs.
//! `apps/web/embed/elements.js` is put behind the bindings of this program and makes custom elements of the three.

mod board;
mod part;
mod trainer;
mod viewer;

fn main() {}
