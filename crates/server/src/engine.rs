//! An engine's process: started, written to, read on threads, and always terminated.

use std::collections::VecDeque;
use std::env;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

const MAX_TAIL_LINES: usize = 200;
const MAX_LINE: u64 = 4096;

/// What happens in the process.
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

    /// The name of the program.
    pub fn name(&self) -> String {
        let file = std::path::Path::new(&self.program).file_stem().unwrap_or(&self.program);
        file.to_string_lossy().into_owned()
    }

    /// Splits as a shell does, with quotes. None if it is empty or a quote is not closed.
    pub fn parse(text: &str) -> Option<CommandLine> {
        let mut words = shlex::split(text)?.into_iter().map(OsString::from);
        Some(CommandLine { program: words.next()?, args: words.collect() })
    }

    pub fn program(&self) -> String {
        self.program.to_string_lossy().into_owned()
    }

    pub fn has_arg(&self, arg: &str) -> bool {
        self.args.iter().any(|own| own == arg)
    }

    /// With one more argument at the end.
    #[must_use]
    pub fn with_arg(mut self, arg: impl Into<OsString>) -> CommandLine {
        self.args.push(arg.into());
        self
    }

    pub fn gnu_go(level: u8) -> Option<CommandLine> {
        let args = ["--mode".into(), "gtp".into(), "--level".into(), level.to_string().into()];
        Some(CommandLine { program: gnu_go()?.into(), args: args.into() })
    }
}

/// On PATH, or in the folders for games that Debian and others leave out of PATH.
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

    /// Stops the process before. `report` is called from other threads.
    pub fn start(&mut self, run: u32, report: impl Fn(EngineEvent) + Send + Clone + 'static) {
        self.stop();
        match self.spawn() {
            Ok((running, stdout, stderr)) => {
                let child = running.child.clone();
                let tail = Tail::default();
                let lines = tail.clone();
                let stderr_reader = thread::spawn(move || keep_tail(stderr, &lines));
                thread::spawn(move || {
                    let why = read_output(run, stdout, &child, &report);
                    // Its last lines explain what went wrong. A grandchild may keep the pipe open forever.
                    wait_briefly(&stderr_reader);
                    let tail = tail.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect();
                    report(EngineEvent::Ended { run, why, tail });
                });
                self.running = Some(running);
            }
            Err(error) => {
                let why = format!("{} cannot be started: {error}", self.command.program.to_string_lossy());
                report(EngineEvent::NotStarted { run, why });
            }
        }
    }

    /// Does nothing if the process has exited; its own thread reports that.
    pub fn write(&mut self, bytes: &[u8]) {
        if let Some(running) = &mut self.running {
            drop(running.stdin.write_all(bytes).and_then(|()| running.stdin.flush()));
        }
    }

    pub fn stop(&mut self) {
        if let Some(Running { child, stdin }) = self.running.take() {
            // `quit` may have been written just now: the process gets some time to exit before it is killed.
            drop(stdin);
            thread::spawn(move || terminate(&child, Duration::from_millis(300)));
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
            terminate(&child, Duration::from_millis(100));
        }
    }
}

/// Reads until the output ends; returns why the process exited.
fn read_output(
    run: u32,
    mut stdout: ChildStdout,
    child: &Mutex<Child>,
    report: &impl Fn(EngineEvent),
) -> String {
    let mut bytes = [0; 4096];
    loop {
        match stdout.read(&mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(count) => {
                report(EngineEvent::Read { run, bytes: bytes.get(..count).unwrap_or_default().to_vec() });
            }
        }
    }
    exit_reason(terminate(child, Duration::from_millis(300)))
}

fn wait_briefly(thread: &thread::JoinHandle<()>) {
    let until = Instant::now() + Duration::from_millis(200);
    while !thread.is_finished() && Instant::now() < until {
        thread::sleep(Duration::from_millis(2));
    }
}

/// Waits for the process to exit, then kills it.
fn terminate(child: &Mutex<Child>, timeout: Duration) -> Option<ExitStatus> {
    let until = Instant::now() + timeout;
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

fn exit_reason(status: Option<ExitStatus>) -> String {
    match status.map(|status| (status.code(), status)) {
        Some((Some(code), _)) => format!("the engine ended with code {code}"),
        Some((None, status)) => format!("the engine was ended: {status}"),
        None => "the engine ended".to_owned(),
    }
}

/// Standard error must always be read: an engine blocks on a full pipe.
fn keep_tail(stderr: ChildStderr, tail: &Mutex<VecDeque<String>>) {
    let mut stderr = BufReader::new(stderr);
    let mut line = Vec::new();
    while let Ok(1..) = (&mut stderr).take(MAX_LINE).read_until(b'\n', &mut line) {
        let text = String::from_utf8_lossy(&line).trim_end().to_owned();
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        if tail.len() == MAX_TAIL_LINES {
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
        let (sender, events) = mpsc::channel();
        engine.start(1, move |event| drop(sender.send(event)));
        engine.write(say);
        events.iter().collect()
    }

    #[test]
    fn command_lines_are_split_as_in_a_shell() {
        let line = CommandLine::parse("katago gtp -model 'my net.bin'").unwrap();
        assert_eq!(line.args, ["gtp", "-model", "my net.bin"]);
        assert_eq!(CommandLine::parse("katago 'open"), None);
        assert_eq!(CommandLine::parse("  "), None);
    }

    #[test]
    fn output_is_reported_and_the_exit_with_its_code() {
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
    fn much_standard_error_does_not_block_and_its_last_lines_are_kept() {
        let mut engine =
            engine("i=0; while [ $i -lt 5000 ]; do echo complaint $i >&2; i=$((i+1)); done; echo done");
        let events = run(&mut engine, b"");
        assert_eq!(events[0], EngineEvent::Read { run: 1, bytes: b"done\n".to_vec() });
        let EngineEvent::Ended { tail, .. } = &events[1] else { panic!("{events:?}") };
        assert_eq!((tail.len(), tail.last().unwrap().as_str()), (MAX_TAIL_LINES, "complaint 4999"));
    }

    #[test]
    fn a_process_that_does_not_exit_is_killed() {
        let mut engine = engine("trap '' TERM; echo up; while :; do sleep 1; done");
        let (sender, events) = mpsc::channel();
        engine.start(1, move |event| drop(sender.send(event)));
        assert!(matches!(events.recv().unwrap(), EngineEvent::Read { .. }));
        let pid = engine.running.as_ref().unwrap().child.lock().unwrap().id();
        drop(engine);
        assert!(!std::path::Path::new(&format!("/proc/{pid}/exe")).exists());
    }

    #[test]
    fn a_missing_program_is_reported() {
        let mut engine = Engine::new(CommandLine::parse("/no/such/engine --gtp").unwrap());
        let events = run(&mut engine, b"");
        assert!(
            matches!(&events[..], [EngineEvent::NotStarted { run: 1, why }] if why.contains("/no/such/engine")),
            "{events:?}"
        );
    }
}
