//! Tests over the whole workspace: its documentation and its names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::native::cargo;
use crate::paths::root;

/// Crates and the crates of the workspace that each depends on.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// Parses lines such as `play -> record rules`.
fn parse_graph(lines: &str) -> Graph {
    let parse = |line: &str| {
        let (name, dependencies) = line.split_once("->").unwrap_or((line, ""));
        (name.trim().to_owned(), dependencies.split_whitespace().map(str::to_owned).collect())
    };
    lines.lines().filter(|line| !line.trim().is_empty()).map(parse).collect()
}

fn write_graph(graph: &Graph) -> String {
    let line = |(name, dependencies): (&String, &BTreeSet<String>)| {
        let dependencies = dependencies.iter().map(|name| format!(" {name}")).collect::<String>();
        let arrow = if dependencies.is_empty() { "" } else { " ->" };
        format!("{name}{arrow}{dependencies}\n")
    };
    graph.iter().map(line).collect()
}

/// The normal dependencies inside the workspace.
fn real_graph() -> Graph {
    let output =
        cargo().args(["metadata", "--format-version", "1", "--no-deps", "--locked"]).output().unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let name = |value: &Value| value["name"].as_str().unwrap().to_owned();
    let is_internal = |dependency: &&Value| dependency["kind"].is_null() && dependency["path"].is_string();
    let packages = metadata["packages"].as_array().unwrap();
    let dependencies = |package: &Value| {
        package["dependencies"].as_array().unwrap().iter().filter(is_internal).map(name).collect()
    };
    packages.iter().map(|package| (name(package), dependencies(package))).collect()
}

#[test]
fn the_diagram_of_crates_is_that_of_cargo_metadata() {
    let document = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let block = document.split_once("```crates\n").and_then(|(_, rest)| rest.split_once("```"));
    let documented = block.map(|(lines, _)| parse_graph(lines)).unwrap_or_default();
    let real = real_graph();
    assert!(
        documented == real,
        "docs/architecture.md needs a block ```crates with these lines:\n{}",
        write_graph(&real)
    );
}

#[test]
fn a_graph_is_written_as_it_is_read() {
    let text = "play -> record rules\nrules\n";
    assert_eq!(write_graph(&parse_graph(text)), text);
}

/// Metaphors that were replaced by the usual technical terms.
const REPLACED_WORDS: [&str; 9] =
    ["hall", "rub_out", "telling", "put_aside", "tongue", "companion", "kaleidoscope", "thinker", "sieve"];

#[test]
fn replaced_words_do_not_come_back() {
    let mut found = Vec::new();
    for folder in ["apps", "bench", "crates", "e2e", "fuzz", "xtask"] {
        for file in source_files(&root().join(folder)) {
            let text = fs::read_to_string(&file).unwrap().to_lowercase();
            for (number, line) in text.lines().enumerate().filter(|(_, line)| uses_replaced_word(line)) {
                found.push(format!("{}:{}: {}", file.display(), number + 1, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "use the words of docs/architecture.md instead:\n{}", found.join("\n"));
}

/// Bytes that are part of stored games, so they stay.
const DATA_FORMATS: [&str; 1] = ["tabiya/companion/1"];

fn uses_replaced_word(line: &str) -> bool {
    let line = DATA_FORMATS.iter().fold(line.to_owned(), |line, label| line.replace(label, ""));
    let mut words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.any(|word| REPLACED_WORDS.contains(&word))
}

fn source_files(folder: &Path) -> Vec<PathBuf> {
    let mut folders = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let ending = path.extension().and_then(|ending| ending.to_str());
            if path.is_dir() && !path.ends_with("dist") {
                folders.push(path);
            } else if matches!(ending, Some("rs" | "js" | "css"))
                && !path.ends_with("xtask/src/workspace_tests.rs")
            {
                files.push(path);
            }
        }
    }
    files
}
