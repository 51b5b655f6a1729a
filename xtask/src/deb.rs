//! Writes Debian packages. Both of ours install only files; Debian's triggers update its databases of file types and
//! programs, so they need no maintainer scripts.

use anyhow::{Context, Result};
use flate2::Compression;

use crate::archive::{InstalledFile, ar, tarball};
use crate::paths::root;
use crate::step::output;

const MAINTAINER: &str = "The Tabiya project <tabiya@example.org>";

/// The fields of a package's control file that differ between our packages.
pub struct Control<'a> {
    pub package: &'a str,
    pub depends: &'a str,
    pub recommends: &'a str,
    pub suggests: &'a str,
    pub summary: &'a str,
    pub description: &'a str,
}

impl Control<'_> {
    fn text(&self, files: &[InstalledFile]) -> String {
        let kilobytes: usize = files.iter().map(|file| file.bytes.len().div_ceil(1024)).sum();
        let description: String = self.description.lines().map(|line| format!(" {line}\n")).collect();
        let optional = [("Recommends", self.recommends), ("Suggests", self.suggests)];
        let optional: String = optional
            .iter()
            .filter(|(_, packages)| !packages.is_empty())
            .map(|(field, packages)| format!("{field}: {packages}\n"))
            .collect();
        format!(
            "Package: {}\nVersion: {VERSION}\nArchitecture: {}\nMaintainer: {MAINTAINER}\nInstalled-Size: {kilobytes}\n\
             Depends: {}\n{optional}Section: games\nPriority: optional\nDescription: {}\n{description}",
            self.package,
            architecture(),
            self.depends,
            self.summary
        )
    }
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The bytes of the package. `time` is that of all files, in seconds since 1970.
pub fn package(
    control: &Control<'_>,
    files: &[InstalledFile],
    time: u64,
    effort: Compression,
) -> Result<Vec<u8>> {
    let about =
        [InstalledFile::new("control", control.text(files)), InstalledFile::new("md5sums", md5sums(files))];
    let members = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", tarball("./", &about, time, effort)?),
        ("data.tar.gz", tarball("./", files, time, effort)?),
    ];
    ar(&members, time)
}

/// `dpkg --verify` compares installed files with these.
fn md5sums(files: &[InstalledFile]) -> String {
    files.iter().map(|file| format!("{:x}  {}\n", md5::compute(&file.bytes), file.path)).collect()
}

pub fn copyright() -> &'static str {
    "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: Tabiya\n\nFiles: *\n\
     License: GPL-3.0+\n On Debian systems the text of the licence is in /usr/share/common-licenses/GPL-3.\n"
}

/// The time of the last commit, so that the same sources give the same package.
pub fn source_date() -> u64 {
    let given = std::env::var("SOURCE_DATE_EPOCH").ok();
    let commit = || output("git", &["-C", &root().to_string_lossy(), "log", "-1", "--format=%ct"]);
    given.or_else(commit).and_then(|seconds| seconds.parse().ok()).unwrap_or(0)
}

/// Debian's name of this machine's architecture.
pub fn architecture() -> &'static str {
    match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    }
}

/// The dependency on the C library that a program was linked with.
pub fn libc_dependency(program: &[u8]) -> Result<String> {
    let (major, minor) =
        glibc_version(program).context("the program does not use glibc: is it built for Linux?")?;
    Ok(format!("libc6 (>= {major}.{minor})"))
}

/// The newest version of glibc among the symbol versions of a program.
fn glibc_version(program: &[u8]) -> Option<(u32, u32)> {
    const PREFIX: &[u8] = b"GLIBC_";
    let found = program.windows(PREFIX.len()).enumerate().filter(|(_, bytes)| *bytes == PREFIX);
    let version = |(at, _): (usize, &[u8])| {
        let rest = program.get(at + PREFIX.len()..)?;
        let end = rest.iter().position(|b| !b.is_ascii_digit() && *b != b'.')?;
        let (major, minor) = std::str::from_utf8(rest.get(..end)?).ok()?.split_once('.')?;
        let minor = minor.split('.').next()?;
        Some((major.parse().ok()?, minor.parse().ok()?))
    };
    found.filter_map(version).max()
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    fn files() -> Vec<InstalledFile> {
        vec![
            InstalledFile::program("usr/bin/x", "#!/bin/sh\necho hello\n"),
            InstalledFile::new("usr/share/doc/x/copyright", "odd"),
        ]
    }

    const CONTROL: Control<'_> = Control {
        package: "x",
        depends: "libc6",
        recommends: "y",
        suggests: "",
        summary: "a small thing",
        description: "It says hello.\nTwice.",
    };

    #[test]
    fn the_same_files_give_the_same_package() {
        let one = package(&CONTROL, &files(), 1_700_000_000, Compression::fast()).unwrap();
        assert_eq!(one, package(&CONTROL, &files(), 1_700_000_000, Compression::fast()).unwrap());
        assert!(
            one.starts_with(b"!<arch>\ndebian-binary   1700000000  0     0     100644  4         `\n2.0\n")
        );
    }

    #[test]
    fn a_control_file_has_only_the_fields_that_are_given() {
        let text = CONTROL.text(&files());
        assert!(text.contains("\nMaintainer: The Tabiya project <tabiya@example.org>\n"), "{text}");
        assert!(text.contains("\nRecommends: y\n") && !text.contains("Suggests"), "{text}");
        assert!(text.ends_with("Description: a small thing\n It says hello.\n Twice.\n"), "{text}");
    }

    #[test]
    fn dpkg_reads_the_package() {
        let Ok(installed) = Command::new("dpkg-deb").arg("--version").output() else { return };
        assert!(installed.status.success());
        let folder = std::env::temp_dir().join(format!("tabiya-deb-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("x.deb");
        std::fs::write(&path, package(&CONTROL, &files(), 1_700_000_000, Compression::fast()).unwrap())
            .unwrap();
        let extracted = Command::new("dpkg-deb").arg("--extract").arg(&path).arg(&folder).status().unwrap();
        assert!(extracted.success());
        let version = Command::new("dpkg-deb").arg("--field").arg(&path).arg("Version").output().unwrap();
        assert_eq!(String::from_utf8_lossy(&version.stdout).trim(), VERSION);
        let program = Command::new(folder.join("usr/bin/x")).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&program.stdout), "hello\n");
        let control = folder.join("control");
        let unpacked = Command::new("dpkg-deb").arg("--control").arg(&path).arg(&control).status().unwrap();
        assert!(unpacked.success());
        let sums = std::fs::read_to_string(control.join("md5sums")).unwrap();
        assert!(sums.contains("  usr/share/doc/x/copyright\n"), "{sums}");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn the_dependency_on_the_c_library_names_the_newest_version() {
        assert_eq!(libc_dependency(b"..GLIBC_2.2.5\0GLIBC_2.34\0GLIBC_2.9\0").unwrap(), "libc6 (>= 2.34)");
        assert!(libc_dependency(b"static").is_err());
    }
}
