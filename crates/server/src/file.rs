//! Atomic replacement of files: a crash leaves either the old or the new contents.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use crate::part_files::create_part_file;

/// Writes a temporary file beside it, syncs, renames it over the old one and syncs the folder. A symbolic link stays:
/// its target is replaced. The permissions of an existing file are kept.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = real.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut fresh = create_part_file(folder)?;
    fresh.as_file_mut().write_all(bytes)?;
    fresh.as_file().set_permissions(permissions(&real)?)?;
    fresh.as_file().sync_all()?;
    fresh.persist(&real).map_err(|failed| failed.error)?;
    // Without this a power failure may undo the rename. Not every system can sync a folder.
    File::open(folder).and_then(|folder| folder.sync_all()).or(Ok(()))
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
    fn a_missing_folder_is_an_error_that_does_not_name_the_temporary_file() {
        let folder = tempfile::tempdir().unwrap();
        let error = replace_file(&folder.path().join("none/game.sgf"), b"x").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!error.to_string().contains(".part"), "{error}");
    }
}
