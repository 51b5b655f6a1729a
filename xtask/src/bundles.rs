//! The WASM bundles that the page is made of: the frame, which comes at once, rooms, which come when they are first
//! entered, and workers, which compute beside the page. Each is a program of apps/web/src/bin with its bindings.

use std::fs;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use crate::place::wasm_target;
use crate::step::run;
use crate::wasm;

pub struct Bundle {
    /// Of the program, and of a room's path.
    pub name: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    /// Opened by the start script in an element of the page.
    Shown,
    /// Started by the start script beside the page; its `main` waits for messages.
    Worker,
}

const BUNDLES: &[Bundle] = &[
    Bundle { name: "frame", kind: Kind::Shown },
    Bundle { name: "home", kind: Kind::Shown },
    Bundle { name: "study", kind: Kind::Shown },
    Bundle { name: "bot", kind: Kind::Worker },
    Bundle { name: "cards", kind: Kind::Shown },
    Bundle { name: "train", kind: Kind::Shown },
    Bundle { name: "play", kind: Kind::Shown },
    Bundle { name: "library", kind: Kind::Shown },
    Bundle { name: "settings", kind: Kind::Shown },
];

/// A bundle as browsers load it.
pub struct Bound {
    pub bundle: &'static Bundle,
    pub script: Vec<u8>,
    pub wasm: Vec<u8>,
}

impl Bundle {
    /// Under which the page finds where the bundle is.
    pub fn attribute(&self) -> String {
        match self.kind {
            Kind::Shown => format!("data-{}", self.name),
            Kind::Worker => format!("data-worker-{}", self.name),
        }
    }
}

pub fn build(profile: &str) -> Result<Vec<Bound>> {
    let mut cargo = wasm::route()?.cargo_build();
    cargo.args(["--package", "web", "--profile", profile]);
    for bundle in BUNDLES {
        cargo.args(["--bin", bundle.name]);
    }
    run(&mut cargo, "mend what the compiler says above")?;
    BUNDLES.iter().map(|bundle| bind(bundle, profile)).collect()
}

/// Builds a program that is no part of the page: its script, and the WASM that the script looks for beside it as
/// `CALLED_bg.wasm`.
pub fn build_alone(program: &str, called: &str, profile: &str) -> Result<(Vec<u8>, Vec<u8>)> {
    let mut cargo = wasm::route()?.cargo_build();
    cargo.args(["--package", "web", "--no-default-features", "--profile", profile, "--bin", program]);
    run(&mut cargo, "mend what the compiler says above")?;
    bindings(program, called, profile)
}

fn bind(bundle: &'static Bundle, profile: &str) -> Result<Bound> {
    let (script, wasm) = bindings(bundle.name, bundle.name, profile)?;
    Ok(Bound { bundle, script, wasm })
}

/// The bindings and the stripped WASM, made in a folder of their own.
fn bindings(name: &str, called: &str, profile: &str) -> Result<(Vec<u8>, Vec<u8>)> {
    let out = wasm_target().join("bound").join(name);
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm::built(name, profile)).out_name(called).typescript(false);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.web(true)?.generate(&out).with_context(|| format!("wasm-bindgen could not bind {name}"))?;
    if out.join("snippets").exists() {
        bail!("{name}: a dependency brings its own script; the page serves none but ours");
    }
    let script = fs::read(out.join(format!("{called}.js")))?;
    let wasm = fs::read(out.join(format!("{called}_bg.wasm")))?;
    Ok((script, wasm))
}
