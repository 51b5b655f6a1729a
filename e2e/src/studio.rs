//! The real `tabiya` on a free port; it ends with the test.

use std::env;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};
use api::access::KEY_HEADER;
use tempfile::TempDir;

use crate::http::{self, Answer};
use crate::paths::workspace;
use crate::process::KillOnDrop;

pub struct Studio {
    process: KillOnDrop,
    /// As it was printed, with the key.
    printed: String,
    /// A temporary home, so that the user's settings play no part.
    home: Option<TempDir>,
}

impl Studio {
    pub fn start() -> Result<Studio> {
        Studio::start_with::<&str>(&[])
    }

    /// With further arguments, such as files to open.
    pub fn start_with<A: AsRef<OsStr>>(args: &[A]) -> Result<Studio> {
        let home = TempDir::new()?;
        let mut studio = Studio::start_at(home.path(), args)?;
        studio.home = Some(home);
        Ok(studio)
    }

    /// With this home folder, for pictures in which its name can be read.
    pub fn start_at<A: AsRef<OsStr>>(home: &Path, args: &[A]) -> Result<Studio> {
        Studio::start_in(home, Path::new("."), 0, args)
    }

    /// In this folder, as a user who gives relative paths would, and on this port: browsers store data by port.
    pub fn start_in<A: AsRef<OsStr>>(home: &Path, folder: &Path, port: u16, args: &[A]) -> Result<Studio> {
        let mut command = Command::new(Studio::binary());
        command.current_dir(folder).args(["--no-open", "--port", &port.to_string()]);
        Studio::run(command.args(args), home)
    }

    /// Starts it by this command, with this home folder.
    pub fn run(command: &mut Command, home: &Path) -> Result<Studio> {
        let mut process = command
            .env("XDG_CONFIG_HOME", home.join(".config"))
            .env("XDG_DATA_HOME", home.join(".local/share"))
            .stdout(Stdio::piped())
            .spawn()
            .map(KillOnDrop)
            .with_context(|| format!("cannot start {command:?}: `cargo xtask test` builds it"))?;
        let mut line = String::new();
        let output = process.0.stdout.take().context("the studio has no output")?;
        BufReader::new(output).read_line(&mut line)?;
        let printed = line.split_whitespace().find(|word| word.starts_with("http://"));
        let printed =
            printed.with_context(|| format!("the studio prints no address, only {line:?}"))?.to_owned();
        Ok(Studio { process, printed, home: None })
    }

    /// xtask sets TABIYA to the binary it built; otherwise the debug build of the workspace is used.
    pub fn binary() -> PathBuf {
        env::var_os("TABIYA").map_or_else(|| workspace().join("target/debug/tabiya"), PathBuf::from)
    }

    /// The address for a browser, with the key: `http://127.0.0.1:PORT/study?key=…`.
    pub fn printed_address(&self) -> &str {
        &self.printed
    }

    /// `127.0.0.1:PORT`.
    pub fn host(&self) -> &str {
        let host = self.printed.trim_start_matches("http://");
        host.split('/').next().unwrap_or(host)
    }

    /// For the header of programs.
    pub fn key(&self) -> &str {
        self.printed.split_once("?key=").map_or("", |(_, key)| key)
    }

    /// A request of a program that has the key.
    pub fn ask(&self, line: &str, headers: &[(&str, &str)], body: &[u8]) -> Result<Answer> {
        let key = [(KEY_HEADER, self.key())];
        http::ask(self.host(), line, &[&key[..], headers].concat(), body)
    }

    pub fn pid(&self) -> u32 {
        self.process.id()
    }

    /// As a crash would: no signal handler runs.
    pub fn kill(&mut self) -> Result<()> {
        self.process.kill()
    }
}
