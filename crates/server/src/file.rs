//! Writing a file so that a crash leaves the old one or the new one, whole.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use tempfile::Builder;

/// Writes beside the file, syncs, renames over it, syncs the folder. A link stays a link: what it points at is
/// replaced. Permissions of an old file are kept.
pub fn replace_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = real.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut fresh = Builder::new().prefix(".tabiya-").suffix(".part").tempfile_in(folder)?;
    fresh.write_all(bytes)?;
    fresh.as_file().set_permissions(permissions(&real)?)?;
    fresh.as_file().sync_all()?;
    fresh.persist(&real).map_err(|failed| failed.error)?;
    // Without this the rename itself may be lost with the power. Not every system can sync a folder.
    File::open(folder).and_then(|folder| folder.sync_all()).or(Ok(()))
}

/// Those of the file that is replaced, or of one that is newly made.
fn permissions(path: &Path) -> io::Result<fs::Permissions> {
    match fs::metadata(path) {
        Ok(old) => Ok(old.permissions()),
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => Ok(newly_made()),
        Err(error) => Err(error),
    }
}

#[cfg(unix)]
fn newly_made() -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    fs::Permissions::from_mode(0o644)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_file_is_replaced_and_nothing_is_left_beside_it() {
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
    fn a_folder_that_is_not_there_is_an_error_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        assert!(replace_file(&folder.path().join("none/game.sgf"), b"x").is_err());
    }
}
