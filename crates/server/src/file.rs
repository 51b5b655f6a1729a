//! Atomic replacement of files: a crash leaves either the old or the new contents.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::part_files::{create_ordinary_part_file, create_part_file};
use crate::private_files::create_private_folder;

/// Writes a temporary file beside it, syncs, renames it over the old one and syncs the folder. A symbolic link stays:
/// its target is replaced. The permissions of an existing file are kept; a new one gets those of any new file.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut replacement = Replacement::of(path)?;
    replacement.write(bytes)?;
    replacement.put_in_place()
}

/// The same for one of the program's own files: only this account may read it, whatever its permissions were. Creates its
/// folder.
pub fn replace_private_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let real = real_path(path);
    create_private_folder(folder_of(&real))?;
    let fresh = create_part_file(folder_of(&real))?;
    let mut replacement = Replacement { real, fresh, permissions: None };
    replacement.write(bytes)?;
    replacement.put_in_place()
}

/// A file that is about to replace another. Dropping it leaves the old one.
pub(crate) struct Replacement {
    real: PathBuf,
    fresh: NamedTempFile,
    /// Those of the file that it replaces.
    permissions: Option<fs::Permissions>,
}

impl Replacement {
    pub(crate) fn of(path: &Path) -> io::Result<Replacement> {
        let real = real_path(path);
        let permissions = match fs::metadata(&real) {
            Ok(old) => Some(old.permissions()),
            Err(missing) if missing.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let fresh = match permissions {
            Some(_) => create_part_file(folder_of(&real))?,
            None => create_ordinary_part_file(folder_of(&real))?,
        };
        Ok(Replacement { real, fresh, permissions })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        // The file itself: errors of the temporary one would name a path that means nothing to users.
        self.fresh.as_file_mut().write_all(bytes)
    }

    /// So that little is left to sync when it is put in place.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.fresh.as_file().sync_all()
    }

    pub(crate) fn path(&self) -> &Path {
        self.fresh.path()
    }

    pub(crate) fn put_in_place(self) -> io::Result<()> {
        let Replacement { real, fresh, permissions } = self;
        if let Some(permissions) = permissions {
            fresh.as_file().set_permissions(permissions)?;
        }
        fresh.as_file().sync_all()?;
        fresh.persist(&real).map_err(|failed| failed.error)?;
        sync_folder(&real);
        Ok(())
    }
}

fn real_path(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Without this a power failure may undo a rename or lose a new file. Not every system can sync a folder.
pub(crate) fn sync_folder(path: &Path) {
    drop(File::open(folder_of(path)).and_then(|folder| folder.sync_all()));
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

    #[cfg(unix)]
    #[test]
    fn a_new_file_has_the_permissions_of_any_new_file_and_a_private_one_none_for_others() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let mode = |name: &str| fs::metadata(at(name)).unwrap().permissions().mode() & 0o777;
        fs::write(at("usual.sgf"), b"(;)").unwrap();
        replace_file(&at("game.sgf"), b"(;)").unwrap();
        assert_eq!(mode("game.sgf"), mode("usual.sgf"));
        fs::set_permissions(at("usual.sgf"), fs::Permissions::from_mode(0o664)).unwrap();
        for private in ["usual.sgf", "tabiya/cards.toml"] {
            replace_private_file(&at(private), b"x").unwrap();
            assert_eq!(mode(private), 0o600, "{private}");
        }
        assert_eq!(mode("tabiya"), 0o700);
    }

    #[test]
    fn a_missing_folder_is_an_error_that_does_not_name_the_temporary_file() {
        let folder = tempfile::tempdir().unwrap();
        let error = replace_file(&folder.path().join("none/game.sgf"), b"x").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!error.to_string().contains(".part"), "{error}");
    }
}
