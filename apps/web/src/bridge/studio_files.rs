//! Files on the disk of the studio that serves this page.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use api::files::{self, OpenedFile, Replaced};
use api::{ErrorCode, Tagged};
use study::FileName;

use super::{Failure, LoadedFile, NotSaved};
use crate::client::call;

const PATH: &str = "path:";

pub fn name_of(file: &OpenedFile) -> FileName {
    let identity = format!("{PATH}{}", file.path);
    FileName { name: file.name.clone(), path: Some(file.path.clone()), identity }
}

/// Earlier versions identified a file by the path on the command line. A relative one may be that of a file in any
/// folder: only the name is known.
pub fn unplaced_name(key: &str) -> Option<&str> {
    let path = key.strip_prefix(PATH).filter(|path| !path.starts_with('/'))?;
    path.rsplit('/').next().filter(|name| !name.is_empty())
}

/// The file and the tag of its contents.
pub async fn read(file: &OpenedFile) -> Result<(LoadedFile, String), Failure> {
    let contents = call(files::read(file.number)).await?;
    let modified = file.modified.map(|at| at as f64);
    let old_key = file.given.as_ref().map(|path| format!("{PATH}{path}"));
    Ok((LoadedFile { file: name_of(file), bytes: contents.value, modified, old_key }, contents.tag))
}

/// When files were last written, by their numbers, as far as their contents were looked at since.
#[derive(Clone, Default)]
pub struct Checked(Rc<RefCell<HashMap<usize, Option<u64>>>>);

impl Checked {
    /// The file was read after it was listed: unless it is written again, it need not be looked at.
    pub fn note(&self, file: &OpenedFile) {
        self.0.borrow_mut().insert(file.number, file.modified);
    }
}

/// The tags that files have now, if they were written since the last check. `numbers` are of those that are open.
pub async fn written(checked: Checked, numbers: Vec<usize>) -> Vec<(usize, String)> {
    if numbers.is_empty() {
        return Vec::new();
    }
    let listed: Vec<String> = numbers.iter().map(usize::to_string).collect();
    let mut written = Vec::new();
    // Without an answer nothing is known; what is saved then says why.
    for file in call(files::list_of(&listed.join(","))).await.unwrap_or_default() {
        let is_known = checked.0.borrow().get(&file.number) == Some(&file.modified);
        if is_known || file.modified.is_none() {
            continue;
        }
        if let Ok(tag) = call(files::tag(file.number)).await {
            checked.note(&file);
            written.push((file.number, tag));
        }
    }
    written
}

/// The new tag, and what became of the old contents. Unless it overwrites them, it fails if another program has changed
/// the file since `tag`.
pub async fn write(
    number: usize,
    tag: &str,
    bytes: Vec<u8>,
    overwrite: bool,
) -> Result<Tagged<Replaced>, NotSaved> {
    let request = match overwrite {
        true => files::overwrite(number, bytes),
        false => files::write(number, tag, bytes),
    };
    let is_changed = |code| code == ErrorCode::FileChanged;
    call(request).await.map_err(|error| {
        match error.api_error().map(|error| error.code).is_some_and(is_changed) {
            true => NotSaved::FileChanged,
            false => error.into(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_earlier_versions_tell_the_name_and_not_always_the_folder() {
        assert_eq!(unplaced_name("path:game.sgf"), Some("game.sgf"));
        assert_eq!(unplaced_name("path:../games/game.sgf"), Some("game.sgf"));
        for key in ["path:/games/game.sgf", "path:", "new-1f-3", "game.sgf#0123456789abcdef"] {
            assert_eq!(unplaced_name(key), None, "{key}");
        }
    }
}
