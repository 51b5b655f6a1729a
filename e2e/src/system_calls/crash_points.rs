//! The power fails after every system call on the files of a write path.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;

use super::disk::{Disk, Survives};
use super::saving::{Saving, Target};
use super::strace::{Attached, Call, read, traced};
use super::write_path::{Contents, WritePath};
use super::{Extent, Tried};

/// Calls `visit` with the disk after every call that concerns it, and after every answer to a client.
pub(super) fn visit(calls: &[Call], mut disk: Disk, folder: &Path, mut visit: impl FnMut(&Call, &Disk)) {
    for call in calls {
        disk.apply(call);
        if call.is_in(folder) || call.is_to_socket() {
            visit(call, &disk);
        }
    }
}

/// A command that runs and ends: what it wrote is durable when it has ended.
pub(super) fn commands(path: &WritePath, extent: Extent) -> Result<Tried> {
    let (folder, outside) = (TempDir::new()?, TempDir::new()?);
    let root = folder.path().canonicalize()?;
    (path.prepare)(&root)?;
    let before = Disk::of(&root)?;
    let log = outside.path().join("log");
    let done = path.run(traced(&(path.command)(&root), &log, &[]))?;
    ensure!(done.status.success(), "{} fails: {}", path.name, String::from_utf8_lossy(&done.stderr));
    let (mut states, mut last) = (Vec::new(), before.clone());
    visit(&read(&log)?, before, &root, |call, disk| {
        states.push((call.name.clone(), disk.clone()));
        last = disk.clone();
    });
    let mut tried = Tried::default();
    for (number, (name, disk)) in states.iter().enumerate().step_by(extent.step(path.sampled)) {
        for survives in Survives::ALL {
            let result = contents_after(path, disk, &root, survives).map(drop);
            tried.add(
                result.with_context(|| format!("{}: after call {number}, {name}, {survives:?}", path.name)),
            );
        }
    }
    let acknowledged = contents_after(path, &last, &root, Survives::Nothing).and_then(|contents| {
        // A library is made again from its folders, so SQLite may write it to disk later.
        ensure!(contents == Contents::New || path.name == "library add", "it said that it was done");
        Ok(())
    });
    tried.add(acknowledged.with_context(|| format!("{}: after its end", path.name)));
    Ok(tried)
}

/// In the same folder, because a library knows its games by their paths.
fn contents_after(path: &WritePath, disk: &Disk, root: &Path, survives: Survives) -> Result<Contents> {
    fs::remove_dir_all(root)?;
    fs::create_dir(root)?;
    disk.write_to(root, survives)?;
    (path.contents)(root)
}

/// Saving over HTTP: after the answer, the new contents are durable.
pub(super) fn studio() -> Result<Tried> {
    let mut tried = Tried::default();
    for target in Target::ALL {
        let mut saving = Saving::start(target)?;
        let before = Disk::of(saving.folder())?;
        let attached = Attached::to(saving.pid(), saving.port()?, &saving.outside().join("log"), &[])?;
        ensure!(saving.save()?.is_none(), "{target:?}: it cannot be saved at all");
        let calls = attached.detach()?;
        saving.kill()?;
        let mut acknowledged = false;
        visit(&calls, before, saving.folder(), |call, disk| {
            acknowledged |= call.is_to_socket() && call.data().starts_with(b"HTTP/1.1 204");
            for survives in Survives::ALL {
                let result = saved(&saving, disk, survives, acknowledged);
                tried.add(result.with_context(|| format!("{target:?}: after {}, {survives:?}", call.name)));
            }
        });
        ensure!(acknowledged, "{target:?}: the answer was not seen");
    }
    Ok(tried)
}

fn saved(saving: &Saving, disk: &Disk, survives: Survives, acknowledged: bool) -> Result<()> {
    let folder = TempDir::new()?;
    disk.write_to(folder.path(), survives)?;
    let file = folder.path().join(saving.file().file_name().context("a name")?);
    let bytes = fs::read(file).context("the file is gone")?;
    let [old, new] = saving.versions();
    ensure!(
        &bytes == new || (!acknowledged && &bytes == old),
        "it has {:?}",
        String::from_utf8_lossy(&bytes)
    );
    Ok(())
}
