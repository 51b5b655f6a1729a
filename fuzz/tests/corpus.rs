//! Every target over its committed corpus and seeded mutations of it. `cargo xtask fuzz` searches further.

#![allow(clippy::unwrap_used, reason = "it fails the test")]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use fuzz::{Mutations, Runner, TARGETS, Target, corpus};

/// A count and not a time: the same inputs are checked everywhere.
const MUTATIONS: usize = 3000;
const SEED: u64 = 20;

/// Where inputs that fail are saved.
fn findings() -> PathBuf {
    let target = env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let usual = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
    target.unwrap_or_else(usual).join("fuzz/findings")
}

fn check(name: &str) {
    let target = Target::named(name).unwrap();
    let corpus = corpus(target).unwrap();
    assert!(!corpus.is_empty(), "{} is empty", target.corpus_folder().display());
    let mut runner = Runner::new(target, &findings());
    corpus.iter().for_each(|input| runner.check(input));
    Mutations::new(&corpus, SEED).take(MUTATIONS).for_each(|input| runner.check(&input));
    assert_eq!(runner.checked().hangs, 0, "the slowest took {:?}", runner.checked().slowest);
}

macro_rules! tests {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                check(stringify!($name));
            }
        )*

        #[test]
        fn every_target_has_a_test() {
            assert!(TARGETS.iter().map(|target| target.name).eq([$(stringify!($name)),*]));
        }
    };
}

tests! {
    api_bodies backgammon_ids backgammon_texts chess_positions client_messages gnubg_output gtp_analysis
    gtp_conversation gtp_engine journal katago_conversation match_read peer_messages pgn_edit pgn_read puzzles
    recognise review settings_files sgf_edit sgf_read stored_data table_messages uci_conversation websocket_frames
    workspace_files xg_read
}

/// `cargo xtask fuzz` lists the targets by these folders.
#[test]
fn every_corpus_belongs_to_a_target() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert!(TARGETS.iter().map(|target| target.name).eq(names.iter().map(|name| name.to_str().unwrap())));
}

#[test]
fn the_same_seed_gives_the_same_inputs() {
    let corpus = [b"(;B[aa];W[bb])".to_vec(), b"=1 D4\n\n".to_vec()];
    let inputs = |seed| Mutations::new(&corpus, seed).take(100).collect::<Vec<_>>();
    assert_eq!(inputs(1), inputs(1));
    assert_ne!(inputs(1), inputs(2));
}
