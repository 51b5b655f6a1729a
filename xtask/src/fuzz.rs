//! Runs libFuzzer over the targets of `fuzz/`. cargo-fuzz would need a nightly compiler; its coverage counters are plain
//! options of LLVM, which a stable one takes too. Only the sanitizers are missing, and our code has nothing unsafe.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::install::{CXX, install};
use crate::native::cargo;
use crate::paths::{root, target};
use crate::step::{output, run, step};

/// Coverage counters and traced comparisons, as cargo-fuzz sets them. Overflows and `debug_assert!` are findings too.
const FLAGS: &str = "--cfg=fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Cllvm-args=-simplifycfg-branch-fold-threshold=0 \
    -Ccodegen-units=1 -Cdebug-assertions=on -Cpanic=unwind";

/// Inputs that take longer are findings.
const MAX_SECONDS: u32 = 2;
/// In MiB.
const MAX_MEMORY: u32 = 2048;
const MAX_LENGTH: u32 = 8 << 10;

pub fn run_targets(minutes: f64, names: &[String], input: Option<&Path>) -> Result<()> {
    let known = targets()?;
    if let Some(unknown) = names.iter().find(|name| !known.contains(name)) {
        bail!("there is no target {unknown}. The targets are: {}", known.join(" "));
    }
    let program = step("fuzz targets", build)?;
    if let Some(input) = input {
        let [name] = names else { bail!("--input needs the name of one target") };
        return run(fuzzer(&program, name).arg(input), "the input still breaks the property: see above");
    }
    let chosen = if names.is_empty() { &known } else { names };
    let mut found = Vec::new();
    for name in chosen {
        if step(format!("{name}, {minutes} min"), || fuzz(&program, name, minutes)).is_err() {
            found.push(name.as_str());
        }
    }
    ensure!(
        found.is_empty(),
        "findings in {}: see {} and the commands above",
        found.join(", "),
        findings().display()
    );
    Ok(())
}

/// By the folders of their corpora, which a test compares with the list in `fuzz`.
fn targets() -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root().join("fuzz/corpus"))? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

fn folder() -> PathBuf {
    target().join("fuzz")
}

fn findings() -> PathBuf {
    folder().join("findings")
}

/// Only our program is instrumented: with `--target`, the flags are not those of build scripts.
fn build() -> Result<PathBuf> {
    install(&CXX)?;
    let host = output("rustc", &["--print", "host-tuple"]).context("rustc does not print its host")?;
    let mut cargo = cargo();
    cargo.env("CARGO_TARGET_DIR", folder().join("build")).env("CARGO_ENCODED_RUSTFLAGS", encoded(FLAGS));
    cargo.args([
        "build",
        "--locked",
        "--release",
        "--package",
        "fuzz",
        "--features",
        "libfuzzer",
        "--target",
        &host,
    ]);
    // Findings need their stack, and a panic must reach libFuzzer.
    cargo.args(["--config", "profile.release.panic='unwind'", "--config", "profile.release.strip='none'"]);
    cargo.args(["--config", "profile.release.lto='off'"]);
    run(&mut cargo, "fix what the compiler reports above")?;
    Ok(folder().join("build").join(host).join("release/fuzz"))
}

fn encoded(flags: &str) -> String {
    flags.split_whitespace().collect::<Vec<_>>().join("\u{1f}")
}

fn fuzzer(program: &Path, name: &str) -> Command {
    let mut fuzzer = Command::new(program);
    fuzzer.env("FUZZ_TARGET", name);
    fuzzer.arg(format!("-timeout={MAX_SECONDS}")).arg(format!("-rss_limit_mb={MAX_MEMORY}"));
    fuzzer
}

/// What it learns goes to `target/fuzz/corpus`: the committed corpus stays small and made by hand.
fn fuzz(program: &Path, name: &str, minutes: f64) -> Result<()> {
    let (learned, found) = (folder().join("corpus").join(name), findings().join(name));
    fs::create_dir_all(&learned)?;
    fs::create_dir_all(&found)?;
    let mut fuzzer = fuzzer(program, name);
    fuzzer.arg(format!("-max_total_time={}", (minutes * 60.0).ceil())).arg(format!("-max_len={MAX_LENGTH}"));
    fuzzer.args(["-print_final_stats=1", "-print_funcs=0", "-verbosity=0"]);
    fuzzer.arg(format!("-artifact_prefix={}/", found.display()));
    fuzzer.arg(&learned).arg(root().join("fuzz/corpus").join(name));
    let advice = format!(
        "the input is in {}. To reproduce: cargo xtask fuzz {name} --input FILE; add it to fuzz/corpus/{name} with the fix",
        found.display()
    );
    run(&mut fuzzer, &advice)
}
