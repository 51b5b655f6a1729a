//! Atomic replacement of files: a crash leaves either the old or the new contents.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// Writes a temporary file beside it, syncs, renames it over the old one and syncs the folder. A symbolic link stays:
/// its target is replaced. The permissions of an existing file are kept.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut replacement = Replacement::of(path)?;
    replacement.write(bytes)?;
    replacement.put_in_place()
}

/// A file that is about to replace another. Dropping it leaves the old one.
pub(crate) struct Replacement {
    real: PathBuf,
    fresh: NamedTempFile,
}

impl Replacement {
    pub(crate) fn of(path: &Path) -> io::Result<Replacement> {
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let fresh = Builder::new().prefix(".tabiya-").suffix(".part").tempfile_in(folder(&real))?;
        Ok(Replacement { real, fresh })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.fresh.write_all(bytes)
    }

    /// So that little is left to sync when it is put in place.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.fresh.as_file().sync_all()
    }

    pub(crate) fn path(&self) -> &Path {
        self.fresh.path()
    }

    pub(crate) fn put_in_place(self) -> io::Result<()> {
        let Replacement { real, fresh } = self;
        fresh.as_file().set_permissions(permissions(&real)?)?;
        fresh.as_file().sync_all()?;
        fresh.persist(&real).map_err(|failed| failed.error)?;
        sync_folder(&real);
        Ok(())
    }
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Without this a power failure may undo a rename or lose a new file. Not every system can sync a folder.
pub(crate) fn sync_folder(path: &Path) {
    drop(File::open(folder(path)).and_then(|folder| folder.sync_all()));
}

/// Those of the existing file, or the default for a new one.
fn permissions(path: &Path) -> io::Result<fs::Permissions> {
    match fs::metadata(path) {
        Ok(old) => Ok(old.permissions()),
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => Ok(default_permissions()),
        Err(error) => Err(error),
    }
}

#[cfg(unix)]
fn default_permissions() -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    fs::Permissions::from_mode(0o644)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_replaced_and_no_temporary_file_remains() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.sgf");
        replace_file(&path, b"(;)").unwrap();
        replace_file(&path, b"(;GM[1])").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"(;GM[1])");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("game.sgf"), folder.path().join("link.sgf"));
        fs::write(&path, b"old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        symlink(&path, &link).unwrap();
        replace_file(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_missing_folder_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        assert!(replace_file(&folder.path().join("none/game.sgf"), b"x").is_err());
    }
}
