//! The process behind a conversation: started, fed, listened to on threads, and ended for sure.

use std::collections::VecDeque;
use std::env;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

const TAIL: usize = 200;
const LONGEST_LINE: u64 = 4096;

/// What an engine does by itself.
#[derive(Debug, PartialEq, Eq)]
pub enum EngineEvent {
    Read {
        run: u32,
        bytes: Vec<u8>,
    },
    /// With the last lines of its standard error.
    Ended {
        run: u32,
        why: String,
        tail: Vec<String>,
    },
    NotStarted {
        run: u32,
        why: String,
    },
}

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    program: OsString,
    args: Vec<OsString>,
}

impl CommandLine {
    pub fn new(
        program: impl Into<OsString>,
        args: impl IntoIterator<Item = impl Into<OsString>>,
    ) -> CommandLine {
        CommandLine { program: program.into(), args: args.into_iter().map(Into::into).collect() }
    }

    /// What people call it: the program's own name.
    pub fn name(&self) -> String {
        let file = std::path::Path::new(&self.program).file_stem().unwrap_or(&self.program);
        file.to_string_lossy().into_owned()
    }

    /// As a shell would take it apart, quotes and all. None if there is no word or a quote is open.
    pub fn parse(text: &str) -> Option<CommandLine> {
        let mut words = shlex::split(text)?.into_iter().map(OsString::from);
        Some(CommandLine { program: words.next()?, args: words.collect() })
    }

    pub fn gnu_go(level: u8) -> Option<CommandLine> {
        let args = ["--mode".into(), "gtp".into(), "--level".into(), level.to_string().into()];
        Some(CommandLine { program: gnu_go()?.into(), args: args.into() })
    }
}

/// On PATH, or where Debian and others put games without putting that place on PATH.
pub fn gnu_go() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let others = ["/usr/games", "/usr/local/games", "/opt/homebrew/bin"].map(PathBuf::from);
    env::split_paths(&path).chain(others).map(|folder| folder.join("gnugo")).find(|file| file.is_file())
}

type Tail = Arc<Mutex<VecDeque<String>>>;

pub struct Engine {
    command: CommandLine,
    running: Option<Running>,
}

struct Running {
    child: Arc<Mutex<Child>>,
    stdin: ChildStdin,
}

impl Engine {
    pub fn new(command: CommandLine) -> Engine {
        Engine { command, running: None }
    }

    /// Ends the one before. What happens is told to `tell`, from other threads.
    pub fn start(&mut self, run: u32, tell: impl Fn(EngineEvent) + Send + Clone + 'static) {
        self.stop();
        match self.spawn() {
            Ok((running, stdout, stderr)) => {
                let child = running.child.clone();
                let tail = Tail::default();
                let kept = tail.clone();
                let complaints = thread::spawn(move || keep_tail(stderr, &kept));
                thread::spawn(move || {
                    let why = listen(run, stdout, &child, &tell);
                    // What it said last is what one wants to read; a grandchild may hold the pipe open for ever.
                    wait_a_little(&complaints);
                    let tail = tail.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect();
                    tell(EngineEvent::Ended { run, why, tail });
                });
                self.running = Some(running);
            }
            Err(error) => {
                let why = format!("{} cannot be started: {error}", self.command.program.to_string_lossy());
                tell(EngineEvent::NotStarted { run, why });
            }
        }
    }

    /// To a dead engine nothing is written; its end is told by its own thread.
    pub fn write(&mut self, bytes: &[u8]) {
        if let Some(running) = &mut self.running {
            drop(running.stdin.write_all(bytes).and_then(|()| running.stdin.flush()));
        }
    }

    pub fn stop(&mut self) {
        if let Some(Running { child, stdin }) = self.running.take() {
            // A farewell may be on its way; whoever does not go by itself is made to.
            drop(stdin);
            thread::spawn(move || end(&child, Duration::from_millis(300)));
        }
    }

    fn spawn(&self) -> std::io::Result<(Running, ChildStdout, ChildStderr)> {
        let mut child = Command::new(&self.command.program)
            .args(&self.command.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(std::io::ErrorKind::BrokenPipe.into());
        };
        Ok((Running { child: Arc::new(Mutex::new(child)), stdin }, stdout, stderr))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(Running { child, stdin }) = self.running.take() {
            drop(stdin);
            end(&child, Duration::from_millis(100));
        }
    }
}

/// Until the engine says no more; gives the reason.
fn listen(run: u32, mut stdout: ChildStdout, child: &Mutex<Child>, tell: &impl Fn(EngineEvent)) -> String {
    let mut bytes = [0; 4096];
    loop {
        match stdout.read(&mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(count) => {
                tell(EngineEvent::Read { run, bytes: bytes.get(..count).unwrap_or_default().to_vec() });
            }
        }
    }
    last_words(end(child, Duration::from_millis(300)))
}

fn wait_a_little(thread: &thread::JoinHandle<()>) {
    let until = Instant::now() + Duration::from_millis(200);
    while !thread.is_finished() && Instant::now() < until {
        thread::sleep(Duration::from_millis(2));
    }
}

/// Waits a little for the process to go by itself, then ends it.
fn end(child: &Mutex<Child>, patience: Duration) -> Option<ExitStatus> {
    let until = Instant::now() + patience;
    loop {
        let mut child = child.lock().unwrap_or_else(PoisonError::into_inner);
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < until => {}
            _ => {
                drop(child.kill());
                return child.wait().ok();
            }
        }
        drop(child);
        thread::sleep(Duration::from_millis(5));
    }
}

fn last_words(status: Option<ExitStatus>) -> String {
    match status.map(|status| (status.code(), status)) {
        Some((Some(code), _)) => format!("the engine ended with code {code}"),
        Some((None, status)) => format!("the engine was ended: {status}"),
        None => "the engine ended".to_owned(),
    }
}

/// Standard error must be drained even if nobody reads it: an engine blocks on a full pipe.
fn keep_tail(stderr: ChildStderr, tail: &Mutex<VecDeque<String>>) {
    let mut stderr = BufReader::new(stderr);
    let mut line = Vec::new();
    while let Ok(1..) = (&mut stderr).take(LONGEST_LINE).read_until(b'\n', &mut line) {
        let text = String::from_utf8_lossy(&line).trim_end().to_owned();
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        if tail.len() == TAIL {
            tail.pop_front();
        }
        tail.push_back(text);
        line.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    fn engine(script: &str) -> Engine {
        Engine::new(CommandLine { program: "sh".into(), args: vec!["-c".into(), script.into()] })
    }

    fn run(engine: &mut Engine, say: &[u8]) -> Vec<EngineEvent> {
        let (tell, told) = mpsc::channel();
        engine.start(1, move |event| drop(tell.send(event)));
        engine.write(say);
        told.iter().collect()
    }

    #[test]
    fn command_lines_are_taken_apart_like_in_a_shell() {
        let line = CommandLine::parse("katago gtp -model 'my net.bin'").unwrap();
        assert_eq!(line.args, ["gtp", "-model", "my net.bin"]);
        assert_eq!(CommandLine::parse("katago 'open"), None);
        assert_eq!(CommandLine::parse("  "), None);
    }

    #[test]
    fn what_is_said_comes_back_and_the_end_says_how() {
        let events = run(&mut engine("read line; echo \"= $line\"; exit 3"), b"hello\n");
        assert_eq!(
            events,
            [
                EngineEvent::Read { run: 1, bytes: b"= hello\n".to_vec() },
                EngineEvent::Ended { run: 1, why: "the engine ended with code 3".into(), tail: Vec::new() },
            ]
        );
    }

    #[test]
    fn a_flood_of_complaints_blocks_nothing_and_the_last_of_them_are_kept() {
        let mut engine =
            engine("i=0; while [ $i -lt 5000 ]; do echo complaint $i >&2; i=$((i+1)); done; echo done");
        let events = run(&mut engine, b"");
        assert_eq!(events[0], EngineEvent::Read { run: 1, bytes: b"done\n".to_vec() });
        let EngineEvent::Ended { tail, .. } = &events[1] else { panic!("{events:?}") };
        assert_eq!((tail.len(), tail.last().unwrap().as_str()), (TAIL, "complaint 4999"));
    }

    #[test]
    fn one_that_will_not_go_is_ended() {
        let mut engine = engine("trap '' TERM; echo up; while :; do sleep 1; done");
        let (tell, told) = mpsc::channel();
        engine.start(1, move |event| drop(tell.send(event)));
        assert!(matches!(told.recv().unwrap(), EngineEvent::Read { .. }));
        let pid = engine.running.as_ref().unwrap().child.lock().unwrap().id();
        drop(engine);
        assert!(!std::path::Path::new(&format!("/proc/{pid}/exe")).exists());
    }

    #[test]
    fn a_program_that_is_not_there_is_said_not_to_be() {
        let mut engine = Engine::new(CommandLine::parse("/no/such/engine --gtp").unwrap());
        let events = run(&mut engine, b"");
        assert!(
            matches!(&events[..], [EngineEvent::NotStarted { run: 1, why }] if why.contains("/no/such/engine")),
            "{events:?}"
        );
    }
}
