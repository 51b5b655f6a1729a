//! Checks what we depend on by `deny.toml`: licences, sources, duplicate versions and wildcards. cargo-deny reads the
//! same file, but installing it takes longer than all of this (docs/dependencies.md).

mod licence;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use crate::native::cargo;
use crate::paths::root;

const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

#[derive(Deserialize)]
struct Rules {
    graph: Graph,
    licenses: Licences,
    bans: Bans,
}

#[derive(Deserialize)]
struct Graph {
    targets: Vec<String>,
}

#[derive(Deserialize)]
struct Licences {
    allow: BTreeSet<String>,
}

#[derive(Deserialize)]
struct Bans {
    skip: Vec<Skip>,
}

/// A version that may be there although there is a newer one.
#[derive(Deserialize)]
struct Skip {
    /// `name@version`
    #[serde(rename = "crate")]
    version: String,
    reason: String,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    /// None in the workspace.
    source: Option<String>,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    req: String,
    path: Option<String>,
}

pub fn check() -> Result<()> {
    let rules: Rules = toml::from_str(&fs::read_to_string(root().join("deny.toml"))?)?;
    let packages = packages(&rules.graph)?;
    let mut problems = Vec::new();
    for package in &packages {
        problems.extend(licence_problem(package, &rules.licenses.allow));
        problems.extend(source_problem(package));
        problems.extend(wildcards(package));
    }
    problems.extend(duplicates(&packages, &rules.bans.skip));
    println!("   {} packages, {} known duplicates", packages.len(), rules.bans.skip.len());
    if !problems.is_empty() {
        bail!("{}\n   To do: change the dependency, or deny.toml with a reason", problems.join("\n"));
    }
    Ok(())
}

/// What is built on the platforms of `deny.toml`.
fn packages(graph: &Graph) -> Result<Vec<Package>> {
    let mut metadata = cargo();
    metadata.args(["metadata", "--format-version", "1", "--locked"]);
    for target in &graph.targets {
        metadata.args(["--filter-platform", target]);
    }
    let output = metadata.output().context("cannot start cargo metadata")?;
    ensure!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    let Metadata { packages, resolve } = serde_json::from_slice(&output.stdout)?;
    let used: BTreeSet<String> = resolve.nodes.into_iter().map(|node| node.id).collect();
    Ok(packages.into_iter().filter(|package| used.contains(&package.id)).collect())
}

fn licence_problem(package: &Package, allowed: &BTreeSet<String>) -> Option<String> {
    let licence = package.license.as_deref().unwrap_or_default();
    let is_allowed = licence::is_allowed(licence, &|name| allowed.contains(name));
    (!is_allowed).then(|| format!("{} {} has the licence {licence:?}", package.name, package.version))
}

fn source_problem(package: &Package) -> Option<String> {
    let source = package.source.as_deref().filter(|source| *source != CRATES_IO)?;
    Some(format!("{} {} comes from {source}", package.name, package.version))
}

fn wildcards(package: &Package) -> Vec<String> {
    let is_wild = |dependency: &&Dependency| dependency.req == "*" && dependency.path.is_none();
    let ours = package.dependencies.iter().filter(|_| package.source.is_none());
    ours.filter(is_wild)
        .map(|wild| format!("{} depends on any version of {}", package.name, wild.name))
        .collect()
}

/// Duplicates without a reason, and reasons without a duplicate.
fn duplicates(packages: &[Package], skip: &[Skip]) -> Vec<String> {
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for package in packages {
        // What follows `+` is no part of the version that Cargo compares.
        let version = package.version.split('+').next().unwrap_or_default();
        versions.entry(&package.name).or_default().push(version);
    }
    versions.retain(|_, all| all.len() > 1);
    let mut explained: BTreeSet<&str> = skip.iter().map(|skip| skip.version.as_str()).collect();
    let mut problems: Vec<String> = skip
        .iter()
        .filter(|skip| skip.reason.is_empty())
        .map(|skip| format!("{} has no reason", skip.version))
        .collect();
    for (name, all) in versions {
        let unexplained =
            all.iter().filter(|version| !explained.remove(format!("{name}@{version}").as_str())).count();
        if unexplained > 1 {
            problems.push(format!("{name} is there in versions {}", all.join(", ")));
        }
    }
    problems.extend(explained.into_iter().map(|version| format!("{version} is no duplicate any more")));
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, version: &str) -> Package {
        Package {
            id: format!("{name} {version}"),
            name: name.to_owned(),
            version: version.to_owned(),
            license: Some("MIT".to_owned()),
            source: Some(CRATES_IO.to_owned()),
            dependencies: Vec::new(),
        }
    }

    fn skip(version: &str) -> Skip {
        Skip { version: version.to_owned(), reason: "an old one".to_owned() }
    }

    #[test]
    fn a_duplicate_needs_a_reason_and_a_reason_a_duplicate() {
        let packages =
            [package("toml", "0.8.2"), package("toml", "1.1.8+spec-1.1.0"), package("syn", "2.0.0")];
        assert!(duplicates(&packages, &[skip("toml@0.8.2")]).is_empty());
        assert_eq!(duplicates(&packages, &[]), ["toml is there in versions 0.8.2, 1.1.8"]);
        let gone = duplicates(&packages, &[skip("toml@0.8.2"), skip("syn@1.0.0")]);
        assert_eq!(gone, ["syn@1.0.0 is no duplicate any more"]);
    }

    #[test]
    fn other_licences_other_sources_and_wildcards_are_found() {
        let allowed = BTreeSet::from(["MIT".to_owned()]);
        let mut package = package("x", "1.0.0");
        assert_eq!((licence_problem(&package, &allowed), source_problem(&package)), (None, None));
        package.license = Some("SSPL-1.0".to_owned());
        assert!(licence_problem(&package, &allowed).is_some());
        package.license = None;
        assert!(licence_problem(&package, &allowed).is_some());
        package.source = Some("git+https://example.org/x".to_owned());
        assert!(source_problem(&package).is_some());
        package.source = None;
        package.dependencies = vec![Dependency { name: "y".to_owned(), req: "*".to_owned(), path: None }];
        assert_eq!(wildcards(&package), ["x depends on any version of y"]);
    }
}
