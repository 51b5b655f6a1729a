//! The program's own files and folders, such as settings, tokens and unsaved work: other accounts of this machine can
//! neither read nor change them. Where the system has no such permissions, files are created as usual.

use std::fs::{self, DirBuilder, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// Creates the folder and those around it that are missing. One that exists stays as it is.
pub fn create_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Creates an empty file and its folder if they are missing, and takes away the permissions of others if the file exists.
pub fn create_private_file(path: &Path) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        create_private_folder(folder)?;
    }
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    // An existing file is not opened: closing it would release the locks that this process has on it.
    match options.create_new(true).append(true).open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => narrow(path, &fs::metadata(path)?),
    }
    Ok(())
}

/// Takes away the permissions of others on a folder and everything in it, for what earlier versions created. Symbolic links
/// are not followed: they may lead to files that the user shares.
pub fn make_private(folder: &Path) {
    if let Ok(about) = fs::metadata(folder) {
        narrow(folder, &about);
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.metadata() {
            Ok(about) if about.is_dir() => make_private(&entry.path()),
            Ok(about) if about.is_file() => narrow(&entry.path(), &about),
            _ => {}
        }
    }
}

/// A file of another account cannot be narrowed; it is that account's to decide.
fn narrow(path: &Path, about: &Metadata) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = about.permissions().mode();
        if mode & 0o077 != 0 {
            let _ = fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o700));
        }
    }
    #[cfg(not(unix))]
    let _ = (path, about);
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::symlink_metadata(path).unwrap().permissions().mode() & 0o777
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn new_files_and_folders_are_private_and_wider_files_are_narrowed() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("share/tabiya/library.db");
        create_private_file(&path).unwrap();
        assert_eq!((mode(&path), mode(&home.path().join("share/tabiya"))), (0o600, 0o700));
        fs::write(&path, b"games").unwrap();
        set_mode(&path, 0o664);
        create_private_file(&path).unwrap();
        assert_eq!((mode(&path), fs::read(&path).unwrap()), (0o600, b"games".to_vec()));
    }

    #[test]
    fn what_an_earlier_version_created_is_narrowed_but_no_file_behind_a_link() {
        let home = tempfile::tempdir().unwrap();
        let (data, shared) = (home.path().join("tabiya"), home.path().join("shared.sgf"));
        let game = data.join("history/a.sgf");
        fs::create_dir_all(data.join("history")).unwrap();
        for file in [&game, &shared] {
            fs::write(file, b"(;)").unwrap();
            set_mode(file, 0o644);
        }
        set_mode(&data, 0o755);
        set_mode(&data.join("history"), 0o777);
        symlink(&shared, data.join("link.sgf")).unwrap();
        make_private(&data);
        assert_eq!([mode(&data), mode(&data.join("history")), mode(&game)], [0o700, 0o700, 0o600]);
        assert_eq!(mode(&shared), 0o644);
    }
}
