//! What chess boards look like.

#![allow(clippy::unwrap_used, clippy::panic)]

mod looks;
