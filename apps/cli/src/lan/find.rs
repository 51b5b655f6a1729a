//! `tabiya lan`: lists the hosts on the local network.

use std::io;
use std::time::Duration;

use clap::Args;
use i18n::visible_line;
use play::protocol::VERSION;

use crate::failure::Failure;
use crate::output;

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
    if args.json {
        return Ok(output::print_json(&found)?);
    }
    if found.is_empty() {
        output::print("No hosts found on this network. You can still join with a link or an address.\n")?;
    }
    Ok(found.iter().try_for_each(|host| output::print(&describe(host)))?)
}

fn describe(host: &server::FoundHost) -> String {
    let mut text = visible_line(&host.name).into_owned();
    if let Some(size) = host.size {
        text += &format!("   {size} × {size}");
    }
    if host.version.is_some_and(|version| version != VERSION) {
        text += "   (another version of Tabiya; joining may fail)";
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
    fn a_host_is_listed_with_name_board_size_and_address() {
        let addresses = vec!["192.168.1.5:38765".parse().unwrap()];
        let host =
            server::FoundHost { name: "Club".to_owned(), addresses, size: Some(9), version: Some(VERSION) };
        assert_eq!(describe(&host), "Club   9 × 9\n  http://192.168.1.5:38765/play\n");
        let newer = server::FoundHost { version: Some(VERSION + 1), ..host };
        assert!(describe(&newer).contains("another version"));
    }
}
