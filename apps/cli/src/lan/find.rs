//! `tabiya lan`: who hosts on the local network.

use std::io::{self, Write};
use std::time::Duration;

use clap::Args;
use play::protocol::VERSION;

use crate::failure::Failure;

#[derive(Args)]
pub struct FindArgs {
    /// Seconds to listen
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=600))]
    seconds: u64,
    /// Print one JSON document
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
        writeln!(out, "No hosts found on this network. You can still join with a link or an address.")?;
    }
    for host in found {
        write!(out, "{}", described(&host))?;
    }
    Ok(())
}

fn described(host: &server::Found) -> String {
    let mut text = host.name.clone();
    if let Some(size) = host.size {
        text += &format!("   {size} × {size}");
    }
    if host.version.is_some_and(|version| version != VERSION) {
        text += "   (another version of Tabiya: it may not let you in)";
    }
    text.push('\n');
    for address in &host.addresses {
        text += &format!("  http://{address}/play\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_its_name_its_board_and_where_to_go() {
        let addresses = vec!["192.168.1.5:38765".parse().unwrap()];
        let host =
            server::Found { name: "Club".to_owned(), addresses, size: Some(9), version: Some(VERSION) };
        assert_eq!(described(&host), "Club   9 × 9\n  http://192.168.1.5:38765/play\n");
        let newer = server::Found { version: Some(VERSION + 1), ..host };
        assert!(described(&newer).contains("another version"));
    }
}
