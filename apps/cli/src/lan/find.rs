//! `tabiya lan`: who hosts on the local network.

use std::io::{self, Write};
use std::time::Duration;

use clap::Args;

use crate::failure::Failure;

#[derive(Args)]
pub struct FindArgs {
    /// How long to listen
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// One JSON document for scripts
    #[arg(long)]
    json: bool,
}

pub fn find(args: &FindArgs) -> Result<(), Failure> {
    let found = server::find(Duration::from_secs(args.seconds)).map_err(io::Error::other)?;
    let mut out = io::stdout().lock();
    if args.json {
        serde_json::to_writer_pretty(&mut out, &found).map_err(io::Error::other)?;
        writeln!(out)?;
        return Ok(());
    }
    if found.is_empty() {
        writeln!(out, "Nobody hosts on this network. A link or a typed address works all the same.")?;
    }
    for host in found {
        for address in &host.addresses {
            writeln!(out, "http://{address}/play   {}", host.name)?;
        }
    }
    Ok(())
}
