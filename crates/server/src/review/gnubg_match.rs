//! GNU Backgammon analyses a whole match: a file in, its SGF with the analysis out.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// How often the process is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The match as SGF with gnubg's analysis of this many plies. `wants_more` is called several times a second; the analysis
/// ends when it is false. The error says what gnubg did.
pub fn analyse_match(
    program: &Path,
    match_text: &[u8],
    plies: u8,
    wants_more: &mut dyn FnMut() -> bool,
) -> Result<Vec<u8>, String> {
    let io = |what: &str, error: std::io::Error| format!("{what}: {error}");
    let folder = tempfile::tempdir().map_err(|error| io("there is no folder for the match", error))?;
    fs::write(folder.path().join("match.mat"), match_text)
        .map_err(|error| io("the match cannot be written for gnubg", error))?;
    let mut process = Command::new(program)
        .args(["-t", "-q", "-r"])
        .env("LC_ALL", "C")
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| io("gnubg cannot be started", error))?;
    let output = process.stdout.take().map(|mut stdout| {
        thread::spawn(move || {
            let mut text = Vec::new();
            // What could be read before an error is shown.
            let _ = stdout.by_ref().take(1 << 20).read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        })
    });
    if let Some(mut stdin) = process.stdin.take() {
        // Fails if the process has ended; its output tells why.
        let _ = stdin.write_all(commands(plies).as_bytes());
    }
    let ended = wait(&mut process, wants_more);
    drop(process.kill());
    drop(process.wait());
    let said = output.and_then(|thread| thread.join().ok()).unwrap_or_default();
    if !ended {
        return Err("stopped".to_owned());
    }
    fs::read(folder.path().join("analysed.sgf")).map_err(|_| no_match(&said))
}

fn commands(plies: u8) -> String {
    format!(
        "set confirm default no\nimport mat \"match.mat\"\n\
         set analysis chequerplay evaluation plies {plies}\nset analysis cubedecision evaluation plies {plies}\n\
         set analysis luckanalysis plies 0\nanalyse match\nsave match \"analysed.sgf\"\nquit\n"
    )
}

fn wait(process: &mut Child, wants_more: &mut dyn FnMut() -> bool) -> bool {
    loop {
        match process.try_wait() {
            Ok(Some(_)) | Err(_) => return true,
            Ok(None) if !wants_more() => return false,
            Ok(None) => thread::sleep(POLL_INTERVAL),
        }
    }
}

fn no_match(said: &str) -> String {
    let last = said.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    format!("gnubg has not analysed the match: {last}")
}
