//! A folder with some files in it, and the program run there: with settings of its own, whoever runs the tests.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

pub struct Desk {
    folder: TempDir,
}

impl Desk {
    pub fn new() -> Desk {
        Desk { folder: tempfile::tempdir().unwrap() }
    }

    /// With one file on it, and its name.
    pub fn with(name: &str, text: &str) -> (Desk, String) {
        let desk = Desk::new();
        let path = desk.file(name, text);
        (desk, path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        std::fs::write(self.path(name), bytes).unwrap();
        self.path(name).display().to_string()
    }

    pub fn tabiya(&self, words: &[&str]) -> Output {
        self.tabiya_fed(words, "")
    }

    pub fn tabiya_fed(&self, words: &[&str], stdin: impl AsRef<[u8]>) -> Output {
        let mut process = Command::new(env!("CARGO_BIN_EXE_tabiya"))
            .args(words)
            .env("HOME", self.folder.path())
            .env("XDG_CONFIG_HOME", self.folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // One that refuses its words has gone before it reads.
        drop(process.stdin.take().unwrap().write_all(stdin.as_ref()));
        process.wait_with_output().unwrap()
    }
}

/// On an empty desk.
pub fn tabiya(words: &[&str]) -> Output {
    Desk::new().tabiya(words)
}

pub fn tabiya_fed(words: &[&str], stdin: impl AsRef<[u8]>) -> Output {
    Desk::new().tabiya_fed(words, stdin)
}

pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}
