//! `cargo xtask …`: builds, runs, proves and measures the studio. Whatever a step needs, it installs or says how to.

mod archive;
mod bench;
mod browser;
mod bundles;
mod clean_root;
mod deb;
mod desktop;
mod dist;
mod embed;
mod icons;
mod install;
mod page;
mod place;
mod prove;
mod step;
mod studio;
mod wasm;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Build, run, prove and measure Tabiya")]
struct Xtask {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Install what is missing, and say what was there and what was not
    Setup,
    /// Build the page into apps/web/dist, and say how large its bundles are
    Web {
        /// Build faster, for trying things out; the page is larger
        #[arg(long)]
        quick: bool,
    },
    /// Build the studio and open it in the browser
    Run {
        /// Passed on to `tabiya`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Build the elements that other people's pages can use into target/embed, and say how large they are
    Embed {
        /// Build faster, for trying things out; the elements are larger
        #[arg(long)]
        quick: bool,
    },
    /// Build the desktop program, with what it needs installed, and open it
    Desktop {
        /// Pack it for Debian instead, into target/deb
        #[arg(long)]
        deb: bool,
        /// Pack what the proofs use, with the page that was built last: faster, and larger
        #[arg(long, requires = "deb")]
        quick: bool,
        /// Files to open
        files: Vec<String>,
    },
    /// Draw the desktop program's icons anew
    Icons,
    /// Prove everything: format, lints, tests, the WASM build, the page in a real browser, the corpus
    Test {
        /// Only the desktop program: its window, its package
        #[arg(long)]
        desktop: bool,
        /// Only the packages, in a Debian made for them: slow the first time
        #[arg(long, conflicts_with = "desktop")]
        clean_root: bool,
    },
    /// Run the tests over the files of real players in ../shared/corpus
    Corpus,
    /// Measure something beside its peer: `cargo xtask bench size`
    Bench {
        name: String,
        /// Passed on to the measurement; `--json` also writes target/bench/NAME.json
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Build a Debian package and a tarball of the studio into target/dist
    Dist {
        /// Pack what the proofs use into target/dist-quick, with the page that was built last: faster, and larger
        #[arg(long)]
        quick: bool,
    },
    /// Take the pictures in docs/ anew, with the real page in a real browser
    Screenshots,
}

fn main() -> ExitCode {
    match obey(Xtask::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\n{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn obey(task: Task) -> Result<()> {
    match task {
        Task::Setup => install::everything(),
        Task::Web { quick } => {
            page::build(if quick { page::Profile::Quick } else { page::Profile::Shipped })?;
            page::print_sizes()
        }
        Task::Run { args } => studio::run(&args),
        Task::Embed { quick: true } => embed::build(page::Profile::Quick),
        Task::Embed { quick: false } => {
            embed::build(page::Profile::Shipped)?;
            embed::is_small_enough()
        }
        Task::Desktop { deb: true, quick, .. } => desktop::pack(quick),
        Task::Desktop { deb: false, files, .. } => desktop::open(&files),
        Task::Icons => desktop::draw_icons(),
        Task::Test { desktop: true, .. } => prove::desktop(),
        Task::Test { clean_root: true, .. } => desktop::prove_in_clean_root(),
        Task::Test { .. } => prove::everything(),
        Task::Corpus => prove::corpus(),
        Task::Bench { name, args } => bench::run(&name, &args),
        Task::Dist { quick: true } => dist::quickly().map(drop),
        Task::Dist { quick: false } => dist::make(),
        Task::Screenshots => browser::screenshots(),
    }
}
