//! Files on the disk of the studio that serves this page.

use api::files::{self, OpenedFile};
use study::FileName;

use super::{Failure, LoadedFile};
use crate::client::call;

pub fn name_of(file: &OpenedFile) -> FileName {
    let identity = format!("path:{}", file.path);
    FileName { name: file.name.clone(), path: Some(file.path.clone()), identity }
}

/// The file and the tag of its contents.
pub async fn read(file: &OpenedFile) -> Result<(LoadedFile, String), Failure> {
    let contents = call(files::read(file.number)).await?;
    let modified = file.modified.map(|at| at as f64);
    Ok((LoadedFile { file: name_of(file), bytes: contents.value, modified }, contents.tag))
}

/// The new tag. Fails if another program has changed the file since `tag`.
pub async fn write(number: usize, tag: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    Ok(call(files::write(number, tag, bytes)).await?)
}
