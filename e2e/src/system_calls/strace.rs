//! Runs programs under strace, and reads what it recorded.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

/// The calls that change files, those that make changes durable, and those that answer a client.
const TRACED: &str = "trace=openat,write,pwrite64,writev,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,\
    unlinkat,ftruncate,lseek,close,sendto,sendmsg";
/// Longer strings are cut by strace; no write of a test is longer.
const MAX_STRING: &str = "8388608";

/// One call that fails.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) call: String,
    pub(super) error: &'static str,
    /// The number of the call in its thread, from 1.
    pub(super) when: usize,
}

/// A system call of the traced program.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) thread: u32,
    pub(super) name: String,
    /// As strace writes them; strings and paths are hexadecimal.
    arguments: String,
    /// None for an error.
    pub(super) result: Option<i64>,
    /// The path of the descriptor that it returned.
    pub(super) opened: Option<PathBuf>,
    pub(super) injected: bool,
}

impl Call {
    /// The path of the descriptor in the argument of this number.
    pub(super) fn descriptor(&self, number: usize) -> Option<(i64, PathBuf)> {
        let argument = self.argument(number)?;
        let (fd, path) = argument.split_once('<')?;
        Some((fd.parse().unwrap_or(-1), path_of(path.trim_end_matches('>'))))
    }

    pub(super) fn argument(&self, number: usize) -> Option<&str> {
        self.arguments.split(", ").nth(number)
    }

    pub(super) fn number(&self, number: usize) -> Option<u64> {
        self.argument(number)?.parse().ok()
    }

    /// All strings, one after another.
    pub(super) fn data(&self) -> Vec<u8> {
        self.arguments.split('"').skip(1).step_by(2).flat_map(decoded).collect()
    }

    /// The path that the string of this number names, where the descriptor before it is a folder.
    pub(super) fn path(&self, folder: Option<usize>, number: usize) -> Option<PathBuf> {
        let text = self.argument(number)?.trim_matches('"');
        let folder = folder.and_then(|at| self.descriptor(at)).map_or_else(PathBuf::new, |(_, path)| path);
        Some(without_dots(&folder.join(path_of(text))))
    }

    /// Whether it concerns a file in this folder, or the folder itself.
    pub(super) fn is_in(&self, folder: &Path) -> bool {
        let descriptor = self.descriptor(0).is_some_and(|(_, path)| path.starts_with(folder));
        let opened = self.opened.as_ref().is_some_and(|path| path.starts_with(folder));
        let named = match self.name.as_str() {
            "openat" | "renameat" | "renameat2" | "unlinkat" | "linkat" => self.path(Some(0), 1),
            "rename" | "link" | "unlink" => self.path(None, 0),
            _ => None,
        };
        opened || named.map_or(descriptor, |path| path.starts_with(folder))
    }

    pub(super) fn is_to_socket(&self) -> bool {
        self.descriptor(0).is_some_and(|(_, path)| path.to_string_lossy().starts_with("socket:"))
    }
}

fn path_of(hexadecimal: &str) -> PathBuf {
    OsString::from_vec(decoded(hexadecimal)).into()
}

fn decoded(hexadecimal: &str) -> Vec<u8> {
    hexadecimal.split("\\x").filter_map(|byte| u8::from_str_radix(byte, 16).ok()).collect()
}

fn without_dots(path: &Path) -> PathBuf {
    path.components().filter(|part| !matches!(part, std::path::Component::CurDir)).collect()
}

/// False where the system does not allow tracing, as in some containers; says so loudly.
pub fn is_permitted() -> bool {
    let tried =
        Command::new("strace").args(["-f", "-e", "trace=write", "true"]).stderr(Stdio::null()).status();
    let permitted = tried.is_ok_and(|status| status.success());
    if !permitted {
        eprintln!(
            "NOT RUN: strace is not installed or may not trace here, so no system call was made to fail"
        );
    }
    permitted
}

fn strace(log: &Path, faults: &[Fault]) -> Command {
    let mut strace = Command::new("strace");
    strace.args(["-y", "-xx", "-s", MAX_STRING, "-e", TRACED, "-o"]).arg(log);
    for Fault { call, error, when } in faults {
        strace.args(["-e", &format!("inject={call}:error={error}:when={when}")]);
    }
    strace
}

/// The command, started by strace.
pub(super) fn traced(command: &Command, log: &Path, faults: &[Fault]) -> Command {
    let mut strace = strace(log, faults);
    strace.arg("-f").arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => strace.env(name, value),
            None => strace.env_remove(name),
        };
    }
    if let Some(folder) = command.get_current_dir() {
        strace.current_dir(folder);
    }
    strace
}

/// A running program that is traced from now on.
pub(super) struct Attached {
    strace: Child,
    log: PathBuf,
}

impl Attached {
    /// A server that listens on this port. Its main thread is left out: it only wakes the others, by a write to an event
    /// descriptor, which cannot fail as files do.
    pub(super) fn to(pid: u32, port: u16, log: &Path, faults: &[Fault]) -> Result<Attached> {
        Attached::to_threads(&threads(pid)?, port, log, faults)
    }

    /// Only the threads of this name, so that a fault cannot hit the same call of another thread.
    pub(super) fn to_named(
        pid: u32,
        name: &str,
        port: u16,
        log: &Path,
        faults: &[Fault],
    ) -> Result<Attached> {
        let mut named = threads(pid)?;
        named.retain(|thread| {
            fs::read_to_string(format!("/proc/{pid}/task/{thread}/comm"))
                .is_ok_and(|comm| comm.trim() == name)
        });
        ensure!(!named.is_empty(), "no thread of {pid} is called {name}");
        Attached::to_threads(&named, port, log, faults)
    }

    fn to_threads(threads: &[u32], port: u16, log: &Path, faults: &[Fault]) -> Result<Attached> {
        drop(fs::remove_file(log));
        let mut command = strace(log, faults);
        for thread in threads {
            command.args(["-p", &thread.to_string()]);
        }
        let mut strace = command.stderr(Stdio::piped()).spawn()?;
        let mut messages = BufReader::new(strace.stderr.take().context("strace has no output")?);
        let mut line = String::new();
        messages.read_line(&mut line)?;
        // It writes more when it detaches, and would end by SIGPIPE before its log is complete.
        thread::spawn(move || drop(messages.read_to_end(&mut Vec::new())));
        ensure!(line.contains("attached"), "strace says {line:?}");
        let attached = Attached { strace, log: log.to_owned() };
        attached.wait_until_it_records(port)?;
        Ok(attached)
    }

    /// Threads are traced only after their first stop: one that answers has passed it. The pause is for those that
    /// sleep; a call that is missed makes a case say that it saw too little.
    fn wait_until_it_records(&self, port: u16) -> Result<()> {
        let mut socket = TcpStream::connect(("127.0.0.1", port))?;
        write!(socket, "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n")?;
        socket.read_to_end(&mut Vec::new())?;
        thread::sleep(Duration::from_millis(50));
        Ok(())
    }

    /// The program runs on without strace.
    pub(super) fn detach(mut self) -> Result<Vec<Call>> {
        let pid = self.strace.id().to_string();
        Command::new("kill").args(["-INT", &pid]).status()?;
        self.strace.wait()?;
        read(&self.log)
    }
}

/// All but the main one.
fn threads(pid: u32) -> Result<Vec<u32>> {
    let mut threads = Vec::new();
    for task in fs::read_dir(format!("/proc/{pid}/task"))? {
        threads.extend(task?.file_name().to_str().and_then(|thread| thread.parse::<u32>().ok()));
    }
    threads.retain(|thread| *thread != pid);
    Ok(threads)
}

impl Drop for Attached {
    fn drop(&mut self) {
        // On the way out with an error: it must not outlive the test.
        drop(self.strace.kill());
        drop(self.strace.wait());
    }
}

/// In the order in which calls returned; answers to clients in the order in which they began.
pub(super) fn read(log: &Path) -> Result<Vec<Call>> {
    let text = fs::read_to_string(log).with_context(|| format!("no log in {}", log.display()))?;
    let (mut calls, mut unfinished) = (Vec::new(), HashMap::new());
    for line in text.lines() {
        // strace does not number the calls of a single thread.
        let numbered =
            line.split_once(' ').and_then(|(thread, rest)| Some((thread.parse::<u32>().ok()?, rest)));
        let (thread, rest) = numbered.map_or((0, line), |(thread, rest)| (thread, rest.trim_start()));
        if let Some(begun) = rest.strip_suffix(" <unfinished ...>") {
            let is_answer = begun.contains("<\\x73\\x6f\\x63\\x6b\\x65\\x74");
            match is_answer {
                true => calls.extend(parse(thread, &format!("{}) = 0", begun.trim_end_matches(')')))),
                false => drop(unfinished.insert(thread, begun.to_owned())),
            }
        } else if let Some((_, end)) = rest.split_once(" resumed>") {
            let whole = unfinished.remove(&thread).map(|begun| begun + end);
            calls.extend(whole.and_then(|whole| parse(thread, &whole)));
        } else {
            calls.extend(parse(thread, rest));
        }
    }
    Ok(calls)
}

/// `write(3<\x2f…>, "\x28…", 19) = 19`; None for signals and exits.
fn parse(thread: u32, line: &str) -> Option<Call> {
    let (name, rest) = line.split_once('(')?;
    let (arguments, result) = rest.rsplit_once(") = ").or_else(|| {
        let (arguments, result) = rest.rsplit_once(" = ")?;
        Some((arguments.trim_end().strip_suffix(')')?, result))
    })?;
    let digits = result.split(['<', ' ']).next()?;
    let opened = result.split_once('<').map(|(_, path)| path_of(path.split('>').next().unwrap_or_default()));
    Some(Call {
        thread,
        name: name.to_owned(),
        arguments: arguments.to_owned(),
        result: digits.parse().ok().filter(|result| *result >= 0),
        opened,
        injected: result.ends_with("(INJECTED)"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_read_as_strace_writes_them() {
        let text = "7 openat(AT_FDCWD<\\x2f\\x74>, \"\\x2e\\x2f\\x61\", O_RDWR|O_CREAT, 0600) = 3<\\x2f\\x74\\x2f\\x61>\n\
                    7 write(3<\\x2f\\x74\\x2f\\x61>, \"\\x28\\x3b\", 2 <unfinished ...>\n\
                    8 fsync(3<\\x2f\\x74\\x2f\\x61>)  = -1 EIO (Input/output error) (INJECTED)\n\
                    7 <... write resumed>)              = 2\n\
                    7 +++ exited with 0 +++\n";
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        fs::write(&log, text).unwrap();
        let calls = read(&log).unwrap();
        let names: Vec<&str> = calls.iter().map(|call| call.name.as_str()).collect();
        assert_eq!(names, ["openat", "fsync", "write"]);
        assert_eq!(calls[0].path(Some(0), 1), Some("/t/a".into()));
        assert_eq!(calls[0].opened, Some("/t/a".into()));
        assert!(calls.iter().all(|call| call.is_in(Path::new("/t"))));
        assert_eq!((calls[1].result, calls[1].injected), (None, true));
        assert_eq!((calls[2].result, calls[2].data(), calls[2].thread), (Some(2), b"(;".to_vec(), 7));
    }

    #[test]
    fn calls_of_a_single_thread_have_no_number() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        fs::write(&log, "fsync(3<\\x2f\\x74>) = -1 EIO (Input/output error) (INJECTED)\n").unwrap();
        let calls = read(&log).unwrap();
        assert_eq!((calls.len(), calls[0].thread, calls[0].injected), (1, 0, true));
    }
}
