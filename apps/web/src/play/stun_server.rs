//! The STUN server that the player has entered: it tells a page its address beyond the local network.

use play::peer::is_stun_server;

use crate::storage;

const STUN: &str = "tabiya.stun";

/// None if pages are only to find each other on the local network.
pub fn saved() -> Option<String> {
    storage::get(STUN).filter(|server| is_stun_server(server))
}

/// As people type it: with or without the scheme.
pub fn save(server: &str) {
    let server = server.trim();
    let server = match server.split_once(':') {
        _ if server.is_empty() => String::new(),
        Some(("stun" | "stuns", _)) => server.to_owned(),
        _ => format!("stun:{server}"),
    };
    let _ = storage::set(STUN, &server);
}
