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
    let real = real_path(path);
    let old = match fs::metadata(&real) {
        Ok(old) => Some(old.permissions()),
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let fresh = match &old {
        Some(_) => create_part_file(folder_of(&real))?,
        None => create_ordinary_part_file(folder_of(&real))?,
    };
    persist(fresh, &real, bytes, old)
}

/// The same for one of the program's own files: only this account may read it, whatever its permissions were. Creates its
/// folder.
pub fn replace_private_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let real = real_path(path);
    create_private_folder(folder_of(&real))?;
    persist(create_part_file(folder_of(&real))?, &real, bytes, None)
}

fn real_path(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn persist(
    mut fresh: NamedTempFile,
    path: &Path,
    bytes: &[u8],
    permissions: Option<fs::Permissions>,
) -> io::Result<()> {
    fresh.as_file_mut().write_all(bytes)?;
    if let Some(permissions) = permissions {
        fresh.as_file().set_permissions(permissions)?;
    }
    fresh.as_file().sync_all()?;
    fresh.persist(path).map_err(|failed| failed.error)?;
    // Without this a power failure may undo the rename. Not every system can sync a folder.
    File::open(folder_of(path)).and_then(|folder| folder.sync_all()).or(Ok(()))
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
