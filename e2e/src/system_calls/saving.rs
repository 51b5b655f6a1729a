//! The studio, saving a record or its settings over HTTP.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};
use tempfile::TempDir;

use crate::studio::Studio;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Record,
    Settings,
}

impl Target {
    pub(super) const ALL: [Target; 2] = [Target::Record, Target::Settings];
}

pub(super) struct Saving {
    target: Target,
    studio: Studio,
    home: TempDir,
    file: PathBuf,
    /// The number of the version that is saved next.
    version: u32,
    /// What was there before the last attempt, and what it wrote.
    versions: [Vec<u8>; 2],
}

impl Saving {
    pub(super) fn start(target: Target) -> Result<Saving> {
        let home = TempDir::new()?;
        let folder = home.path().canonicalize()?;
        let file = match target {
            Target::Record => folder.join("games/game.sgf"),
            Target::Settings => folder.join(".config/tabiya/cards.toml"),
        };
        let old = text(target, 0);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&file, &old)?;
        let opened: &[&Path] = if target == Target::Record { &[&file] } else { &[] };
        let studio = Studio::start_at(&folder, opened)?;
        let saving = Saving { target, studio, home, file, version: 0, versions: [old.clone(), old] };
        ensure!(saving.read()? == saving.versions[0], "the studio reads another file");
        Ok(saving)
    }

    pub(super) fn target(&self) -> Target {
        self.target
    }

    pub(super) fn port(&self) -> Result<u16> {
        Ok(self.studio.host().rsplit(':').next().unwrap_or_default().parse()?)
    }

    pub(super) fn pid(&self) -> u32 {
        self.studio.pid()
    }

    /// For what must not be in the folder.
    pub(super) fn outside(&self) -> &Path {
        self.home.path()
    }

    pub(super) fn folder(&self) -> &Path {
        self.file.parent().unwrap_or(&self.file)
    }

    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    pub(super) fn file_name(&self) -> &str {
        self.file.file_name().and_then(|name| name.to_str()).unwrap_or_default()
    }

    /// Saves the next version. The error, if it is refused.
    pub(super) fn save(&mut self) -> Result<Option<String>> {
        let before = fs::read(&self.file)?;
        self.version += 1;
        let new = text(self.target, self.version);
        let answer = match self.target {
            Target::Record => {
                let seen = self.studio.ask("GET /api/opened/0", &[], b"")?.header("etag").to_owned();
                self.studio.ask("PUT /api/opened/0", &[("If-Match", &seen)], &new)?
            }
            Target::Settings => self.studio.ask("PUT /api/cards/settings", &[], &new)?,
        };
        self.versions = [before, new];
        match answer.status {
            204 => Ok(None),
            400..600 => Ok(Some(String::from_utf8_lossy(&answer.body).into_owned())),
            other => bail!("status {other}"),
        }
    }

    fn read(&self) -> Result<Vec<u8>> {
        match self.target {
            Target::Record => Ok(self.studio.ask("GET /api/opened/0", &[], b"")?.body),
            Target::Settings => Ok(fs::read(&self.file)?),
        }
    }

    pub(super) fn versions(&self) -> &[Vec<u8>; 2] {
        &self.versions
    }

    pub(super) fn ensure_old_or_new(&self) -> Result<()> {
        let now = fs::read(&self.file)?;
        ensure!(self.versions.contains(&now), "neither old nor new: {:?}", String::from_utf8_lossy(&now));
        Ok(())
    }

    pub(super) fn ensure_new(&self) -> Result<()> {
        ensure!(fs::read(&self.file)? == self.versions[1], "the new contents are not there");
        Ok(())
    }

    pub(super) fn kill(&mut self) -> Result<()> {
        self.studio.kill()
    }
}

/// Versions differ in length, too.
fn text(target: Target, version: u32) -> Vec<u8> {
    let padding = "x".repeat(version as usize % 50);
    match target {
        Target::Record => format!("(;GM[1]SZ[9]C[version {version} {padding}];B[cc])").into_bytes(),
        Target::Settings => format!("deck_name = \"version {version} {padding}\"\n").into_bytes(),
    }
}
