//! `cargo xtask …`: builds, runs, tests and measures the studio. Each task installs what it needs, or prints how to.

mod archive;
mod bench;
mod bundles;
mod clean_root;
mod deb;
mod dependencies;
mod desktop;
mod desktop_package;
mod dist;
mod embed;
mod fuzz;
mod icons;
mod install;
mod native;
mod page;
mod parallel;
mod paths;
mod screenshots;
mod step;
mod studio;
mod test;
mod torture;
mod wasm;
#[cfg(test)]
mod workspace_tests;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Build, run, test and measure Tabiya")]
struct Xtask {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Install what is missing, and list what is used
    Setup,
    /// Build the page into apps/web/dist and print the sizes of its bundles
    Web {
        /// Build faster, for development; the bundles are larger
        #[arg(long)]
        quick: bool,
    },
    /// Build the studio and open it in the browser
    Run {
        /// Arguments for `tabiya`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Build the elements for other people's pages into target/embed and print their size
    Embed {
        /// Build faster, for development; the elements are larger
        #[arg(long)]
        quick: bool,
    },
    /// Build the desktop program and open it
    Desktop {
        /// Build a Debian package in target/deb instead
        #[arg(long)]
        deb: bool,
        /// Package the debug build with the page that was built last: faster to build, larger
        #[arg(long, requires = "deb")]
        quick: bool,
        /// Files to open
        files: Vec<String>,
    },
    /// Redraw the desktop program's icons
    Icons,
    /// Run all checks: formatting, lints, unit tests, the WASM build, end-to-end tests, the corpus
    Test {
        /// Only the desktop program: its window and its package
        #[arg(long)]
        desktop: bool,
        /// Only install both packages in a minimal Debian: slow the first time
        #[arg(long, conflicts_with = "desktop")]
        clean_root: bool,
    },
    /// Run the tests over the files of real players in ../shared/corpus
    Corpus,
    /// Run a benchmark beside its peer: `cargo xtask bench size`
    Bench {
        name: String,
        /// Arguments for the benchmark; `--json` also writes target/bench/NAME.json
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Search with libFuzzer for inputs that break a property of a parser or state machine
    Fuzz {
        /// How long to run each target
        #[arg(long, value_name = "N", default_value_t = 5.0)]
        minutes: f64,
        /// Run one input again, such as one in target/fuzz/findings
        #[arg(long, value_name = "FILE")]
        input: Option<PathBuf>,
        /// The targets to run (default: all); their corpora are in fuzz/corpus
        targets: Vec<String>,
    },
    /// Kill, damage, starve and flood the release build, and count what is lost
    Torture {
        /// Arguments for the program, such as --quick, --seed and --json
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Build a Debian package and a tarball of the studio in target/dist
    Dist {
        /// Package the debug build with the page that was built last, in target/dist-quick: faster to build, larger
        #[arg(long)]
        quick: bool,
    },
    /// Retake the pictures in docs/pictures with the real page in a real browser
    Screenshots,
}

fn main() -> ExitCode {
    match perform(Xtask::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\n{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn perform(task: Task) -> Result<()> {
    match task {
        Task::Setup => install::everything(),
        Task::Web { quick } => {
            page::build(if quick { page::Profile::Quick } else { page::Profile::Release })?;
            page::print_sizes()
        }
        Task::Run { args } => studio::run(&args),
        Task::Embed { quick: true } => embed::build(page::Profile::Quick),
        Task::Embed { quick: false } => {
            embed::build(page::Profile::Release)?;
            embed::check_size()
        }
        Task::Desktop { deb: true, quick, .. } => desktop::pack(quick),
        Task::Desktop { deb: false, files, .. } => desktop::open(&files),
        Task::Icons => desktop::draw_icons(),
        Task::Test { desktop: true, .. } => test::desktop(),
        Task::Test { clean_root: true, .. } => desktop::test_in_clean_root(),
        Task::Test { .. } => test::everything(),
        Task::Corpus => test::corpus(),
        Task::Bench { name, args } => bench::run(&name, &args),
        Task::Fuzz { minutes, input, targets } => fuzz::run_targets(minutes, &targets, input.as_deref()),
        Task::Torture { args } => torture::run(&args),
        Task::Dist { quick: true } => dist::pack_debug().map(drop),
        Task::Dist { quick: false } => dist::pack_release(),
        Task::Screenshots => screenshots::take(),
    }
}
