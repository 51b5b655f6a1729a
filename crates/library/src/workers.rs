//! Threads that read files and replay their games, one per core. One writer takes the results.

use std::fs;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use catalogue::{GameEntry, each_game};

use crate::scan::ReadJob;

/// Some games of a file.
pub(crate) struct FileGames {
    pub job: usize,
    pub games: Vec<GameEntry>,
    /// Set in the last message for a file: whether it could be read.
    pub end: Option<Result<(), String>>,
}

/// Prefix of a stored problem, followed by the error of the operating system.
pub const UNREADABLE: &str = "it cannot be read: ";

/// A large file is sent in several messages.
const GAMES: usize = 128;
/// Messages that may wait for the writer.
const MAX_QUEUED: usize = 64;

pub(crate) struct Workers {
    pub results: Receiver<FileGames>,
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Workers {
    pub fn start(jobs: Arc<[ReadJob]>) -> Workers {
        let (sender, results) = sync_channel(MAX_QUEUED);
        let next = Arc::new(AtomicUsize::new(0));
        let stop = Arc::new(AtomicBool::new(false));
        let cores = thread::available_parallelism().map_or(1, |cores| cores.get()).min(8);
        let threads: Vec<JoinHandle<()>> = (0..cores)
            .map(|_| {
                let (jobs, next, stop, sender) = (jobs.clone(), next.clone(), stop.clone(), sender.clone());
                thread::spawn(move || work(&jobs, &next, &stop, &sender))
            })
            .collect();
        Workers { results, stop, threads }
    }

    /// Each thread ends after its current game.
    pub fn stop(self) {
        self.stop.store(true, Ordering::Relaxed);
        // Closing the channel wakes threads that wait to send.
        drop(self.results);
        for thread in self.threads {
            drop(thread.join());
        }
    }
}

fn work(jobs: &[ReadJob], next: &AtomicUsize, stop: &AtomicBool, sender: &SyncSender<FileGames>) {
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(job) = jobs.get(number) else { return };
        if stop.load(Ordering::Relaxed) || read(number, job, stop, sender).is_break() {
            return;
        }
    }
}

fn read(number: usize, job: &ReadJob, stop: &AtomicBool, sender: &SyncSender<FileGames>) -> ControlFlow<()> {
    let send = |games: Vec<GameEntry>, end| match sender.send(FileGames { job: number, games, end }) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    let bytes = match fs::read(&job.path) {
        Ok(bytes) => bytes,
        Err(error) => return send(Vec::new(), Some(Err(format!("{UNREADABLE}{error}")))),
    };
    let mut games = Vec::new();
    let mut flow = ControlFlow::Continue(());
    let read = each_game(&job.text, &bytes, |entry| {
        games.push(entry);
        if games.len() >= GAMES {
            flow = send(std::mem::take(&mut games), None);
        }
        if stop.load(Ordering::Relaxed) {
            flow = ControlFlow::Break(());
        }
        flow
    });
    flow?;
    send(games, Some(read.map_err(|why| why.to_string())))
}
