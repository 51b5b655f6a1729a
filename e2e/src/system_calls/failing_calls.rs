//! Every system call on the files of a write path fails once.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;

use super::saving::{Saving, Target};
use super::strace::{Attached, Call, Fault, read, traced};
use super::write_path::{Contents, WritePath};
use super::{Extent, Tried};

pub(super) const ERRORS: [&str; 3] = ["ENOSPC", "EIO", "EINTR"];

/// Calls that are made to fail: a `close` or an `lseek` that fails tells nobody anything.
const FAILING: [&str; 9] =
    ["openat", "write", "pwrite64", "fsync", "fdatasync", "rename", "renameat", "renameat2", "ftruncate"];

/// One fault for each call on a file in this folder, with every error.
pub(super) fn faults(calls: &[Call], folder: &Path) -> Vec<Fault> {
    let mut counts: HashMap<(u32, &str), usize> = HashMap::new();
    let mut faults: Vec<Fault> = Vec::new();
    for call in calls.iter().filter(|call| FAILING.contains(&call.name.as_str())) {
        let when = counts.entry((call.thread, &call.name)).or_default();
        *when += 1;
        let is_new = !faults.iter().any(|fault| fault.call == call.name && fault.when == *when);
        if call.is_in(folder) && is_new {
            faults.extend(ERRORS.map(|error| Fault { call: call.name.clone(), error, when: *when }));
        }
    }
    faults
}

/// A command that runs and ends.
pub(super) fn commands(path: &WritePath, extent: Extent) -> Result<Tried> {
    let (folder, outside) = (TempDir::new()?, TempDir::new()?);
    let root = folder.path().canonicalize()?;
    (path.prepare)(&root)?;
    let log = outside.path().join("log");
    let done = path.run(traced(&(path.command)(&root), &log, &[]))?;
    ensure!(done.status.success(), "{} fails: {}", path.name, String::from_utf8_lossy(&done.stderr));
    ensure!((path.contents)(&root)? == Contents::New, "{} writes nothing", path.name);
    let mut tried = Tried::default();
    for fault in faults(&read(&log)?, &root).iter().step_by(extent.step(path.sampled)) {
        let result = one_command(path, &outside.path().join("faulty"), fault);
        tried.add_if(
            result.with_context(|| format!("{}: {} {} {}", path.name, fault.call, fault.when, fault.error)),
        );
    }
    Ok(tried)
}

/// Whether the call was made and failed: threads do not always make the same calls.
fn one_command(path: &WritePath, log: &Path, fault: &Fault) -> Result<bool> {
    let folder = TempDir::new()?;
    let root = folder.path().canonicalize()?;
    (path.prepare)(&root)?;
    let done = path.run(traced(&(path.command)(&root), log, std::slice::from_ref(fault)))?;
    let said = String::from_utf8_lossy(&[done.stderr, done.stdout].concat()).into_owned();
    ensure!(done.status.code().is_some(), "it was ended by a signal: {said}");
    ensure!(!said.contains("panicked"), "{said}");
    let contents = (path.contents)(&root)?;
    let calls = read(log)?;
    if calls.iter().any(|call| call.injected && !call.is_in(&root)) {
        // Standard output, or a library of the system: no write path.
        return Ok(false);
    }
    let names_a_file =
        path.errors_name_no_file || ["/", ".sgf", ".txt", ".apkg"].iter().any(|part| said.contains(part));
    ensure!(contents == Contents::New || !said.is_empty(), "it says nothing and has written nothing");
    ensure!(done.status.success() || names_a_file, "the error names no file: {said}");
    ensure!(
        !done.status.success() || contents == Contents::New || names_a_file,
        "a failure is not reported: {said}"
    );
    let again = path.run((path.command)(&root))?;
    ensure!(again.status.success(), "the next one fails: {}", String::from_utf8_lossy(&again.stderr));
    ensure!((path.contents)(&root)? == Contents::New, "the next one writes nothing");
    Ok(calls.iter().any(|call| call.injected))
}

/// Saving over HTTP while the studio runs on.
pub(super) fn studio(extent: Extent) -> Result<Tried> {
    let mut tried = Tried::default();
    for target in Target::ALL {
        let mut saving = Saving::start(target)?;
        let outside = TempDir::new()?;
        let log = outside.path().join("log");
        let attached = Attached::to(saving.pid(), saving.port()?, &log, &[])?;
        ensure!(saving.save()?.is_none(), "{target:?}: it cannot be saved at all");
        let faults = faults(&attached.detach()?, saving.folder());
        ensure!(faults.len() > 12, "{target:?}: only {} calls were seen", faults.len());
        for fault in faults.iter().step_by(extent.step(1)) {
            let result = first_that_happens(&mut saving, &log, fault);
            tried.add_if(
                result.with_context(|| format!("{target:?}: {} {} {}", fault.call, fault.when, fault.error)),
            );
        }
    }
    Ok(tried)
}

/// Requests are handled by one thread or another, so a fault may need several attempts.
fn first_that_happens(saving: &mut Saving, log: &Path, fault: &Fault) -> Result<bool> {
    for _ in 0..4 {
        if one_save(saving, log, fault)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether the call was made and failed.
fn one_save(saving: &mut Saving, log: &Path, fault: &Fault) -> Result<bool> {
    let Ok(attached) = Attached::to(saving.pid(), saving.port()?, log, std::slice::from_ref(fault)) else {
        // The fault hit the descriptor by which threads wake each other, and the studio has ended.
        *saving = Saving::start(saving.target())?;
        return Ok(false);
    };
    let refusal = saving.save();
    let calls = attached.detach()?;
    let mut failed = calls.iter().filter(|call| call.injected);
    if failed.any(|call| !call.is_in(saving.folder())) {
        // Another descriptor: nothing follows from that, but the studio may need a new start.
        *saving = Saving::start(saving.target())?;
        return Ok(false);
    }
    let has_failed = calls.iter().any(|call| call.injected);
    if let Some(error) = refusal? {
        ensure!(error.contains(saving.file_name()), "the error names no file: {error}");
    }
    saving.ensure_old_or_new()?;
    let leftovers = fs::read_dir(saving.folder())?.filter(|entry| {
        entry.as_ref().is_ok_and(|entry| {
            entry.file_name() != saving.file_name() && !is_partial(&entry.file_name().to_string_lossy())
        })
    });
    ensure!(leftovers.count() == 0, "there is another file now");
    let again = saving.save()?;
    ensure!(again.is_none(), "the next save fails: {again:?}");
    saving.ensure_new()?;
    Ok(has_failed)
}

/// Such files are no data, and are removed later.
fn is_partial(name: &str) -> bool {
    name.starts_with(".tabiya-") && name.ends_with(".part")
}
