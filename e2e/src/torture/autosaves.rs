//! Autosaves that a browser or a disk damaged: the workspace restores them or not, and the file stays as it is.

use anyhow::{Result, ensure};
use fastrand::Rng;
use moment::Moment;
use study::{Answer, Autosaved, Effect, FileName, Input, Opened, Platform, Workspace};

use super::{Counts, Options};

const DAMAGED: usize = 20_000;

/// A file and its autosave.
const RECORDS: [(&str, &str); 2] = [
    ("(;GM[1]SZ[9];B[cc];W[gg])", "(;GM[1]SZ[9];B[cc];W[gg]C[not saved yet];B[cg](;W[ee])(;W[ec]))"),
    ("1. e4 e5 2. Nf3 *\n", "1. e4 e5 2. Nf3 {not saved yet} Nc6 (2... d6) 3. Bb5 *\n"),
];

pub(super) fn damaged(options: &Options) -> Result<Counts> {
    let mut random = Rng::with_seed(options.seed);
    let mut counts = Counts::default();
    let mut restored = 0;
    for number in 0..options.count(DAMAGED) {
        let (file, autosave) = RECORDS[number % RECORDS.len()];
        let mut autosave = autosave.as_bytes().to_vec();
        let at = random.usize(..autosave.len());
        match number % 3 {
            0 => autosave.truncate(at),
            _ => autosave[at] ^= 1 << random.u32(..8),
        }
        counts.add(open(file.as_bytes(), autosave).map(|was_restored| restored += usize::from(was_restored)));
    }
    counts.note = format!("{restored} were offered and restored");
    Ok(counts)
}

/// Whether the autosave was offered. Declined, the file is open as it is; accepted, it is unsaved.
fn open(file: &[u8], autosave: Vec<u8>) -> Result<bool> {
    let opened = Opened {
        file: FileName { name: "game".to_owned(), path: None, identity: "1".to_owned() },
        bytes: file.to_vec(),
        autosaved: Some(Autosaved { key: "game".to_owned(), saved_at: 1, bytes: autosave, place: None }),
    };
    let mut declined = Workspace::new(Platform::Browser, 1);
    let asks = declined.handle(Moment::ORIGIN, Input::Opened(opened.clone()));
    let offered = asks.iter().any(|effect| matches!(effect, Effect::Ask(_)));
    if offered {
        declined.handle(Moment::ORIGIN, Input::Answer(Answer::No));
        let mut accepted = Workspace::new(Platform::Browser, 1);
        accepted.handle(Moment::ORIGIN, Input::Opened(opened));
        accepted.handle(Moment::ORIGIN, Input::Answer(Answer::Yes));
        ensure!(accepted.current().is_dirty(), "a restored game counts as saved");
    }
    ensure!(declined.current().record().write() == file, "the file was changed");
    Ok(offered)
}
