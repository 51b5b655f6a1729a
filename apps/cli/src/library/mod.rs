//! `tabiya library`: folders of records, listed and searched. The games played in the terminal are part of it.

mod args;
mod progress;
mod table;

use std::path::PathBuf;

use catalogue::PositionQuery;
use library::{Library, LibraryError, Query, UpdateSummary};
use serde_json::{Value, json};

pub use args::LibraryCommand;
use args::{FilterArgs, SearchArgs};

use crate::count::count;
use crate::failure::{Failure, shown_path};
use crate::output;
use crate::record::Input;
use crate::term::history_folder;
use crate::user_folders::{self, data_folder};

impl From<LibraryError> for Failure {
    fn from(error: LibraryError) -> Failure {
        Failure::Message(error.message(&database_path().unwrap_or_default()))
    }
}

/// The path of the database; None for a user without a home folder.
pub fn database_path() -> Option<PathBuf> {
    Some(data_folder()?.join("library.db"))
}

/// Opens the library, with the folder of the terminal's games in it.
fn open() -> Result<Library, Failure> {
    let path = database_path()
        .ok_or_else(|| Failure::Message("there is no home folder to store a library in".into()))?;
    user_folders::make_private();
    // If it cannot be created, opening it says why.
    let _ = server::create_private_file(&path);
    let mut library = Library::open_or_rebuild(&path)?;
    if let Some(history) = history_folder() {
        library.expect_folder(&history)?;
    }
    Ok(library)
}

pub fn run(command: &LibraryCommand) -> Result<(), Failure> {
    match command {
        LibraryCommand::Add { folders, json } => add(folders, *json),
        LibraryCommand::Update { json } => update(&mut open()?, None, *json),
        LibraryCommand::Remove { folders } => remove(folders),
        LibraryCommand::Folders { json } => folders(*json),
        LibraryCommand::List(args) => list(args, None),
        LibraryCommand::Search(args) => search(args),
        LibraryCommand::Dups { json } => duplicates(*json),
    }
}

fn add(folders: &[PathBuf], json: bool) -> Result<(), Failure> {
    let mut library = open()?;
    let mut ids = Vec::new();
    for folder in folders {
        ids.push(library.add_folder(folder)?);
    }
    update(&mut library, Some(&ids), json)
}

fn update(library: &mut Library, only: Option<&[i64]>, json: bool) -> Result<(), Failure> {
    let done = progress::update(library, only)?;
    let total = library.count()?;
    match json {
        true => output::print_json(&summary_json(&done, total))?,
        false => output::print(&summary_text(&done, total))?,
    }
    let problems = if json || done.problems == 0 { Vec::new() } else { library.problems(20)? };
    for problem in &problems {
        output::report(format!("{}: {}", shown_path(&problem.path), problem.what));
    }
    match done.stopped {
        true => Err(Failure::Message(
            "stopped: what was read is kept; `tabiya library update` reads the rest".into(),
        )),
        false => Ok(()),
    }
}

fn summary_json(done: &UpdateSummary, total: usize) -> Value {
    json!({
        "files": done.files, "games": done.games, "unchanged": done.unchanged, "gone": done.gone,
        "problems": done.problems, "missing": done.missing, "stopped": done.stopped, "total": total
    })
}

fn summary_text(done: &UpdateSummary, total: usize) -> String {
    let mut text = format!("{} read from {}", count(done.games, "game"), count(done.files, "file"));
    for (files, what) in
        [(done.unchanged, "unchanged"), (done.gone, "gone"), (done.problems, "without a game")]
    {
        if files > 0 {
            text += &format!(", {files} {what}");
        }
    }
    format!("{text}; the library has {}\n", count(total, "game"))
}

fn remove(folders: &[PathBuf]) -> Result<(), Failure> {
    let mut library = open()?;
    for path in folders {
        // A folder that no longer exists can still be removed by its name.
        let whole = std::fs::canonicalize(path).unwrap_or_else(|_| path.clone());
        let known = library.folders()?;
        let found = known.iter().find(|folder| folder.path == whole).ok_or_else(|| {
            let what = "it is not a folder of the library: `tabiya library folders` lists them".to_owned();
            Failure::Record { name: path.display().to_string(), what }
        })?;
        library.remove_folder(found.id)?;
        let games = count(found.games as usize, "game");
        let path = shown_path(&whole);
        output::print(&format!("removed from the library: {path} ({games}); the files stay\n"))?;
    }
    Ok(())
}

fn folders(json: bool) -> Result<(), Failure> {
    let folders = open()?.folders()?;
    if json {
        let rows: Vec<Value> =
            folders.iter().map(|f| json!({ "path": f.path, "files": f.files, "games": f.games })).collect();
        return Ok(output::print_json(&rows)?);
    }
    for folder in folders {
        let path = shown_path(&folder.path);
        output::print(&format!("{:>8} games  {:>7} files  {path}\n", folder.games, folder.files))?;
    }
    Ok(())
}

fn search(args: &SearchArgs) -> Result<(), Failure> {
    let position = match PositionQuery::read(&args.what) {
        Some(position) => position,
        None => args.node.position_query(&Input::read(args.what.as_ref())?)?,
    };
    list(&args.filter, Some(position))
}

/// Updates the folder of the terminal's games first; other folders are listed as of the last update.
fn list(args: &FilterArgs, position: Option<PositionQuery>) -> Result<(), Failure> {
    let mut library = open()?;
    if let Some(history) = history_folder() {
        let known = library.folders()?;
        let own: Vec<i64> = known.iter().filter(|f| history.starts_with(&f.path)).map(|f| f.id).collect();
        library.update(Some(&own), &mut |_| std::ops::ControlFlow::Continue(()))?;
    }
    let found = library.find(&Query { position, ..args.query()? })?;
    match args.json {
        true => output::print_json(&found.json())?,
        false => output::print(&table::text(&found))?,
    }
    Ok(())
}

fn duplicates(json: bool) -> Result<(), Failure> {
    let all = open()?.duplicates()?;
    if json {
        let groups: Vec<Value> = all.iter().map(library::DuplicateGroup::json).collect();
        return Ok(output::print_json(&groups)?);
    }
    let mut text = String::new();
    for group in &all {
        let how = if group.exact { "the same moves" } else { "the same final position" };
        text += &format!("{} copies, {how}:\n", group.games.len());
        for game in &group.games {
            text += &format!("  {}\n", table::line(game));
        }
    }
    if all.is_empty() {
        text = "No duplicates found.\n".into();
    }
    Ok(output::print(&text)?)
}
