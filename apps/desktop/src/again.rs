//! A launch that finds the program's place taken, and nobody there who answers: the one before was killed and is not quite
//! gone. The place is free in a moment.

use std::env;
use std::process::{Command, ExitCode};
use std::thread;
use std::time::Duration;

const TRIED: &str = "TABIYA_TRIED";
const TRIES: u32 = 50;
const A_MOMENT: Duration = Duration::from_millis(100);

/// Begins anew in this very process, so that whoever started it finds it by its number.
pub fn launch(why: &str) -> ExitCode {
    let tried: u32 = env::var(TRIED).ok().and_then(|times| times.parse().ok()).unwrap_or_default();
    let Some(program) = env::current_exe().ok().filter(|_| tried < TRIES) else {
        eprintln!("tabiya-desktop: {why}");
        return ExitCode::FAILURE;
    };
    thread::sleep(A_MOMENT);
    let mut again = Command::new(program);
    again.args(env::args_os().skip(1)).env(TRIED, (tried + 1).to_string());
    begin(again)
}

#[cfg(unix)]
fn begin(mut program: Command) -> ExitCode {
    use std::os::unix::process::CommandExt;
    let error = program.exec();
    eprintln!("tabiya-desktop: {error}");
    ExitCode::FAILURE
}

#[cfg(not(unix))]
fn begin(mut program: Command) -> ExitCode {
    match program.spawn() {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tabiya-desktop: {error}");
            ExitCode::FAILURE
        }
    }
}
