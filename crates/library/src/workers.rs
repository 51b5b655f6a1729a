//! Threads that read files and replay their games, one for each core; what they find goes to the one that writes.

use std::fs;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use catalogue::{Entry, each_game};

use crate::walk::Job;

/// Some games of a file.
pub(crate) struct Parcel {
    pub job: usize,
    pub games: Vec<Entry>,
    /// Of the last parcel: what was wrong with the file, if anything was.
    pub end: Option<Result<(), String>>,
}

/// Before what the system says of a file that it does not hand out.
pub const UNREADABLE: &str = "it cannot be read: ";

/// A large file comes in several parcels.
const GAMES: usize = 128;
/// Parcels that wait for the writer.
const WAITING: usize = 64;

pub(crate) struct Workers {
    pub parcels: Receiver<Parcel>,
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<()>>,
}

impl Workers {
    pub fn start(jobs: Arc<[Job]>) -> Workers {
        let (sender, parcels) = sync_channel(WAITING);
        let next = Arc::new(AtomicUsize::new(0));
        let stop = Arc::new(AtomicBool::new(false));
        let cores = thread::available_parallelism().map_or(1, |cores| cores.get()).min(8);
        let threads: Vec<JoinHandle<()>> = (0..cores)
            .map(|_| {
                let (jobs, next, stop, sender) = (jobs.clone(), next.clone(), stop.clone(), sender.clone());
                thread::spawn(move || work(&jobs, &next, &stop, &sender))
            })
            .collect();
        Workers { parcels, stop, threads }
    }

    /// Each ends after the game that it is at.
    pub fn stop(self) {
        self.stop.store(true, Ordering::Relaxed);
        // Whoever waits to hand over a parcel is told that nobody takes it.
        drop(self.parcels);
        for thread in self.threads {
            drop(thread.join());
        }
    }
}

fn work(jobs: &[Job], next: &AtomicUsize, stop: &AtomicBool, sender: &SyncSender<Parcel>) {
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(job) = jobs.get(number) else { return };
        if stop.load(Ordering::Relaxed) || read(number, job, stop, sender).is_break() {
            return;
        }
    }
}

fn read(number: usize, job: &Job, stop: &AtomicBool, sender: &SyncSender<Parcel>) -> ControlFlow<()> {
    let send = |games: Vec<Entry>, end| match sender.send(Parcel { job: number, games, end }) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    let bytes = match fs::read(&job.path) {
        Ok(bytes) => bytes,
        Err(error) => return send(Vec::new(), Some(Err(format!("{UNREADABLE}{error}")))),
    };
    let mut games = Vec::new();
    let mut told = ControlFlow::Continue(());
    let read = each_game(&job.text, &bytes, |entry| {
        games.push(entry);
        if games.len() >= GAMES {
            told = send(std::mem::take(&mut games), None);
        }
        if stop.load(Ordering::Relaxed) {
            told = ControlFlow::Break(());
        }
        told
    });
    told?;
    send(games, Some(read.map_err(|why| why.to_string())))
}
