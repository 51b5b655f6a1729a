//! A temporary folder in which the tests run `tabiya`, isolated from the settings of the user who runs them.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

pub struct TestFolder {
    folder: TempDir,
}

impl TestFolder {
    pub fn new() -> TestFolder {
        TestFolder { folder: tempfile::tempdir().unwrap() }
    }

    /// With one file in it, and its path.
    pub fn with(name: &str, text: &str) -> (TestFolder, String) {
        let folder = TestFolder::new();
        let path = folder.file(name, text);
        (folder, path)
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

    /// Not started yet.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
        command
            .args(words)
            .env("HOME", self.folder.path())
            .env("XDG_CONFIG_HOME", self.folder.path())
            .env_remove("XDG_DATA_HOME")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub fn tabiya_fed(&self, words: &[&str], stdin: impl AsRef<[u8]>) -> Output {
        let mut process = self.command(words).spawn().unwrap();
        // The write fails if the program has exited after a usage error.
        drop(process.stdin.take().unwrap().write_all(stdin.as_ref()));
        process.wait_with_output().unwrap()
    }
}

/// In an empty folder.
pub fn tabiya(words: &[&str]) -> Output {
    TestFolder::new().tabiya(words)
}

pub fn tabiya_fed(words: &[&str], stdin: impl AsRef<[u8]>) -> Output {
    TestFolder::new().tabiya_fed(words, stdin)
}

pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}
