//! Tarballs and `ar` archives, written here so that packages can be made on any system. The same files give the same bytes.

use std::collections::BTreeSet;
use std::io::Write as _;

use anyhow::{Context, Result};
use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{Builder, EntryType, Header};

/// A file to install. Its path has no leading slash.
#[derive(Clone, Debug)]
pub struct InstalledFile {
    pub path: String,
    pub bytes: Vec<u8>,
    pub executable: bool,
}

impl InstalledFile {
    pub fn new(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> InstalledFile {
        InstalledFile { path: path.into(), bytes: bytes.into(), executable: false }
    }

    pub fn program(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> InstalledFile {
        InstalledFile { executable: true, ..InstalledFile::new(path, bytes) }
    }
}

/// An `ar` archive: for each member a header of 60 bytes, then its bytes, padded to an even length. `time` is in seconds
/// since 1970.
pub fn ar(members: &[(&str, Vec<u8>)], time: u64) -> Result<Vec<u8>> {
    let mut archive = b"!<arch>\n".to_vec();
    for (name, bytes) in members {
        writeln!(archive, "{name:<16}{time:<12}{:<6}{:<6}{:<8}{:<10}`", 0, 0, "100644", bytes.len())?;
        archive.extend(bytes);
        if bytes.len() % 2 == 1 {
            archive.push(b'\n');
        }
    }
    Ok(archive)
}

/// A tar.gz of the files below the folder `top`, each after its parent folders, owned by root.
pub fn tarball(top: &str, files: &[InstalledFile], time: u64, effort: Compression) -> Result<Vec<u8>> {
    let mut tar = Builder::new(GzEncoder::new(Vec::new(), effort));
    let mut folders = BTreeSet::new();
    for file in files {
        let path = format!("{top}{}", file.path);
        let ends = path.match_indices('/').map(|(end, _)| end + 1);
        for folder in ends.filter_map(|end| path.get(..end)) {
            if folders.insert(folder.to_owned()) {
                let mut header = header(EntryType::Directory, 0, 0o755, time);
                tar.append_data(&mut header, folder, &[][..]).with_context(|| folder.to_owned())?;
            }
        }
        let mode = if file.executable { 0o755 } else { 0o644 };
        let mut header = header(EntryType::Regular, file.bytes.len() as u64, mode, time);
        tar.append_data(&mut header, &path, file.bytes.as_slice()).with_context(|| path.clone())?;
    }
    Ok(tar.into_inner()?.finish()?)
}

fn header(kind: EntryType, size: u64, mode: u32, time: u64) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_size(size);
    header.set_mode(mode);
    header.set_mtime(time);
    header.set_uid(0);
    header.set_gid(0);
    // Fails only for names longer than the field.
    let _ = header.set_username("root");
    let _ = header.set_groupname("root");
    header
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_of_an_ar_archive_start_at_even_offsets() {
        let archive = ar(&[("a", vec![1]), ("b", vec![2, 3])], 0).unwrap();
        assert_eq!(archive.len(), 8 + 60 + 2 + 60 + 2);
        assert_eq!(&archive[70..72], b"b ");
    }
}
