//! Relaunches the program when the single-instance lock is held but its owner does not answer: the previous instance was
//! killed and has not quite exited, so the lock is free in a moment.

use std::env;
use std::process::{Command, ExitCode};
use std::thread;
use std::time::Duration;

const ATTEMPTS: &str = "TABIYA_TRIED";
const MAX_ATTEMPTS: u32 = 50;
const DELAY: Duration = Duration::from_millis(100);

/// Replaces this process, so that it keeps the process id that its parent knows.
pub fn relaunch(why: &str) -> ExitCode {
    let attempts: u32 = env::var(ATTEMPTS).ok().and_then(|times| times.parse().ok()).unwrap_or_default();
    let Some(program) = env::current_exe().ok().filter(|_| attempts < MAX_ATTEMPTS) else {
        eprintln!("tabiya-desktop: {why}");
        return ExitCode::FAILURE;
    };
    thread::sleep(DELAY);
    let mut command = Command::new(program);
    command.args(env::args_os().skip(1)).env(ATTEMPTS, (attempts + 1).to_string());
    start(command)
}

#[cfg(unix)]
fn start(mut command: Command) -> ExitCode {
    use std::os::unix::process::CommandExt;
    let error = command.exec();
    eprintln!("tabiya-desktop: {error}");
    ExitCode::FAILURE
}

#[cfg(not(unix))]
fn start(mut command: Command) -> ExitCode {
    match command.spawn() {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tabiya-desktop: {error}");
            ExitCode::FAILURE
        }
    }
}
