//! The WASM bundles of the page: the frame, which is loaded at once; pages, which are loaded when first visited; and
//! workers, which compute in the background. Each is a program of apps/web/src/bin with its bindings.

use std::fs;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use crate::parallel;
use crate::paths::wasm_target;
use crate::step::run;
use crate::wasm;

pub struct Bundle {
    /// The program's name and, for pages, the path.
    pub name: &'static str,
    kind: BundleKind,
}

#[derive(Clone, Copy)]
enum BundleKind {
    /// The start script shows it in an element of the page.
    Page,
    /// The start script runs it in a Web Worker; its `main` waits for messages.
    Worker,
}

const BUNDLES: &[Bundle] = &[
    Bundle { name: "frame", kind: BundleKind::Page },
    Bundle { name: "home", kind: BundleKind::Page },
    Bundle { name: "study", kind: BundleKind::Page },
    Bundle { name: "bot", kind: BundleKind::Worker },
    Bundle { name: "cards", kind: BundleKind::Page },
    Bundle { name: "train", kind: BundleKind::Page },
    Bundle { name: "play", kind: BundleKind::Page },
    Bundle { name: "library", kind: BundleKind::Page },
    Bundle { name: "settings", kind: BundleKind::Page },
];

/// A bundle as browsers load it.
pub struct BoundBundle {
    pub bundle: &'static Bundle,
    pub script: Vec<u8>,
    pub wasm: Vec<u8>,
}

impl Bundle {
    /// The attribute of the page's start script that holds the bundle's path.
    pub fn attribute(&self) -> String {
        match self.kind {
            BundleKind::Page => format!("data-{}", self.name),
            BundleKind::Worker => format!("data-worker-{}", self.name),
        }
    }
}

pub fn build(profile: &str) -> Result<Vec<BoundBundle>> {
    let mut cargo = wasm::route()?.cargo_build();
    cargo.args(["--package", "web", "--profile", profile]);
    for bundle in BUNDLES {
        cargo.args(["--bin", bundle.name]);
    }
    run(&mut cargo, "fix what the compiler reports above")?;
    parallel::map(BUNDLES, |bundle| bind(bundle, profile))
}

/// Builds a program that is not part of the page: its script, and the WASM that the script loads from the same folder as
/// `OUT_NAME_bg.wasm`.
pub fn build_standalone(program: &str, out_name: &str, profile: &str) -> Result<(Vec<u8>, Vec<u8>)> {
    let mut cargo = wasm::route()?.cargo_build();
    cargo.args(["--package", "web", "--no-default-features", "--profile", profile, "--bin", program]);
    run(&mut cargo, "fix what the compiler reports above")?;
    bindings(program, out_name, profile)
}

fn bind(bundle: &'static Bundle, profile: &str) -> Result<BoundBundle> {
    let (script, wasm) = bindings(bundle.name, bundle.name, profile)?;
    Ok(BoundBundle { bundle, script, wasm })
}

/// Generates the bindings and the stripped WASM.
fn bindings(name: &str, out_name: &str, profile: &str) -> Result<(Vec<u8>, Vec<u8>)> {
    let out = wasm_target().join("bound").join(name);
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm::built(name, profile)).out_name(out_name).typescript(false);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.web(true)?.generate(&out).with_context(|| format!("wasm-bindgen failed for {name}"))?;
    if out.join("snippets").exists() {
        bail!("{name}: a dependency has its own script files, which the page does not serve");
    }
    let script = fs::read(out.join(format!("{out_name}.js")))?;
    let wasm = fs::read(out.join(format!("{out_name}_bg.wasm")))?;
    Ok((script, wasm))
}
