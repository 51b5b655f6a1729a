//! Paths: the workspace, its target folders, programs on this machine.

use std::env;
use std::path::{Path, PathBuf};

/// The folder of the workspace's Cargo.toml.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// The target folder. With `CI=true` it is in the user's cache folder, so that runs from fresh clones on one machine share
/// compiled dependencies.
pub fn target() -> PathBuf {
    if let Some(dir) = env::var_os("CARGO_TARGET_DIR") {
        return root().join(dir);
    }
    match (env::var_os("CI"), env::var_os("HOME")) {
        (Some(_), Some(home)) => PathBuf::from(home).join(".cache/tabiya/target"),
        _ => root().join("target"),
    }
}

/// The compiler for WASM may differ from the native one, so it has its own folder.
pub fn wasm_target() -> PathBuf {
    target().join("wasm")
}

pub fn dist() -> PathBuf {
    root().join("apps/web/dist")
}

/// The corpus: files of real players in a folder beside the workspace.
pub fn corpus() -> Option<PathBuf> {
    let beside = root().join("../shared/corpus");
    beside.canonicalize().ok()
}

/// A program on PATH or in the folders of Debian's engines and network tools, which PATH often lacks.
pub fn program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain(["/usr/games", "/usr/sbin"].map(PathBuf::from))
        .map(|dir| dir.join(name))
        .find(|file| file.is_file())
}
