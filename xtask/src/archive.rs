//! Archives of files for a system: a tarball, and a Debian package around two of them. Written here, so that a package can
//! be made on any system; the same files give the same bytes.

use std::collections::BTreeSet;
use std::io::Write as _;

use anyhow::{Context, Result};
use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{Builder, EntryType, Header};

/// A file as it will lie on the system, by its path without the first slash.
#[derive(Clone, Debug)]
pub struct Entry {
    pub path: String,
    pub bytes: Vec<u8>,
    pub executable: bool,
}

impl Entry {
    pub fn new(path: &str, bytes: impl Into<Vec<u8>>) -> Entry {
        Entry { path: path.to_owned(), bytes: bytes.into(), executable: false }
    }

    pub fn program(path: &str, bytes: impl Into<Vec<u8>>) -> Entry {
        Entry { executable: true, ..Entry::new(path, bytes) }
    }
}

/// What a package says of itself.
pub struct Control<'a> {
    pub package: &'a str,
    pub version: &'a str,
    pub architecture: &'a str,
    pub depends: &'a str,
    pub recommends: &'a str,
    pub summary: &'a str,
    pub description: &'a str,
}

impl Control<'_> {
    fn text(&self, files: &[Entry]) -> String {
        let kilobytes = files.iter().map(|file| file.bytes.len().div_ceil(1024)).sum::<usize>();
        let description = self.description.lines().map(|line| format!(" {line}\n")).collect::<String>();
        format!(
            "Package: {}\nVersion: {}\nArchitecture: {}\nMaintainer: The Tabiya project <tabiya@example.org>\n\
             Installed-Size: {kilobytes}\nDepends: {}\nRecommends: {}\nSection: games\nPriority: optional\n\
             Description: {}\n{description}",
            self.package, self.version, self.architecture, self.depends, self.recommends, self.summary
        )
    }
}

/// `at` is the time that all files bear, in seconds since 1970.
pub fn package(control: &Control<'_>, files: &[Entry], at: u64, effort: Compression) -> Result<Vec<u8>> {
    let about = [Entry::new("control", control.text(files)), Entry::new("md5sums", sums(files)?)];
    let mut all = b"!<arch>\n".to_vec();
    member(&mut all, "debian-binary", b"2.0\n", at)?;
    member(&mut all, "control.tar.gz", &tarball("./", &about, at, effort)?, at)?;
    member(&mut all, "data.tar.gz", &tarball("./", files, at, effort)?, at)?;
    Ok(all)
}

/// A part of an `ar` archive: a header of sixty letters, the bytes, and one more if they are odd.
fn member(all: &mut Vec<u8>, name: &str, bytes: &[u8], at: u64) -> Result<()> {
    writeln!(all, "{name:<16}{at:<12}{:<6}{:<6}{:<8}{:<10}`", 0, 0, "100644", bytes.len())?;
    all.extend_from_slice(bytes);
    if bytes.len() % 2 == 1 {
        all.push(b'\n');
    }
    Ok(())
}

/// The files below `top`, with every folder on the way, owned by root.
pub fn tarball(top: &str, files: &[Entry], at: u64, effort: Compression) -> Result<Vec<u8>> {
    let mut tar = Builder::new(GzEncoder::new(Vec::new(), effort));
    let mut folders = BTreeSet::new();
    for file in files {
        let path = format!("{top}{}", file.path);
        let ends = path.match_indices('/').map(|(end, _)| end + 1);
        for folder in ends.filter_map(|end| path.get(..end)) {
            if folders.insert(folder.to_owned()) {
                let mut header = header(EntryType::Directory, 0, 0o755, at);
                tar.append_data(&mut header, folder, &[][..]).with_context(|| folder.to_owned())?;
            }
        }
        let mode = if file.executable { 0o755 } else { 0o644 };
        let mut header = header(EntryType::Regular, file.bytes.len() as u64, mode, at);
        tar.append_data(&mut header, &path, file.bytes.as_slice()).with_context(|| path.clone())?;
    }
    Ok(tar.into_inner()?.finish()?)
}

fn header(kind: EntryType, size: u64, mode: u32, at: u64) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_size(size);
    header.set_mode(mode);
    header.set_mtime(at);
    header.set_uid(0);
    header.set_gid(0);
    // Fails only for names longer than the field.
    let _ = header.set_username("root");
    let _ = header.set_groupname("root");
    header
}

/// What `dpkg --verify` compares with.
fn sums(files: &[Entry]) -> Result<String> {
    let mut text = String::new();
    for file in files {
        text += &format!("{:x}  {}\n", md5::compute(&file.bytes), file.path);
    }
    Ok(text)
}

/// The newest version of the C library that a program asks for, from the names in it.
pub fn needs_libc(program: &[u8]) -> Option<(u32, u32)> {
    const NAME: &[u8] = b"GLIBC_";
    let places = program.windows(NAME.len()).enumerate().filter(|(_, name)| *name == NAME);
    let version = |(at, _): (usize, &[u8])| {
        let rest = program.get(at + NAME.len()..)?;
        let end = rest.iter().position(|b| !b.is_ascii_digit() && *b != b'.')?;
        let (major, minor) = std::str::from_utf8(rest.get(..end)?).ok()?.split_once('.')?;
        let minor = minor.split('.').next()?;
        Some((major.parse().ok()?, minor.parse().ok()?))
    };
    places.filter_map(version).max()
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    fn files() -> Vec<Entry> {
        vec![
            Entry::program("usr/bin/x", "#!/bin/sh\necho hello\n"),
            Entry::new("usr/share/doc/x/copyright", "odd"),
        ]
    }

    const CONTROL: Control<'_> = Control {
        package: "x",
        version: "1.2-3",
        architecture: "amd64",
        depends: "libc6",
        recommends: "y",
        summary: "a small thing",
        description: "It says hello.\nTwice.",
    };

    #[test]
    fn the_same_files_are_the_same_package() {
        let one = package(&CONTROL, &files(), 1_700_000_000, Compression::fast()).unwrap();
        assert_eq!(one, package(&CONTROL, &files(), 1_700_000_000, Compression::fast()).unwrap());
        assert!(
            one.starts_with(b"!<arch>\ndebian-binary   1700000000  0     0     100644  4         `\n2.0\n")
        );
    }

    #[test]
    fn dpkg_reads_what_is_written() {
        let Ok(there) = Command::new("dpkg-deb").arg("--version").output() else { return };
        assert!(there.status.success());
        let folder = std::env::temp_dir().join(format!("tabiya-deb-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("x.deb");
        std::fs::write(&path, package(&CONTROL, &files(), 1_700_000_000, Compression::fast()).unwrap())
            .unwrap();
        let say = |args: &[&str]| {
            let output = Command::new("dpkg-deb").args(args).arg(&path).arg(&folder).output().unwrap();
            (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
        };
        assert!(say(&["--extract"]).0);
        let version = Command::new("dpkg-deb").arg("--field").arg(&path).arg("Version").output().unwrap();
        assert_eq!(String::from_utf8_lossy(&version.stdout), "1.2-3\n");
        let said = Command::new(folder.join("usr/bin/x")).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&said.stdout), "hello\n");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_c_library_is_asked_for_by_its_newest_name() {
        assert_eq!(needs_libc(b"..GLIBC_2.2.5\0GLIBC_2.34\0GLIBC_2.9\0"), Some((2, 34)));
        assert_eq!(needs_libc(b"static"), None);
    }
}
