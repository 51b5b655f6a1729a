//! Hosting rooms for the local network, and the search for other hosts.

use serde::{Deserialize, Serialize};

use crate::call::{Call, Method, json};

pub const HOSTING: &str = "/api/hosting";
pub const LAN: &str = "/api/lan";

/// Where the page came from, and whether this machine is open to the network.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Hosting {
    /// The page came from a host, not from a studio on this machine.
    #[serde(rename = "guest")]
    pub from_host: bool,
    pub on: bool,
    pub addresses: Vec<String>,
    /// How many are connected to the rooms.
    pub people: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Switch {
    pub on: bool,
    /// How the host is announced on the network.
    #[serde(default)]
    pub name: String,
}

/// A host on the network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LanHost {
    pub name: String,
    pub addresses: Vec<String>,
    /// Lines of the board in its newest room.
    pub size: Option<u8>,
    /// The version of the protocol.
    pub version: Option<u16>,
}

pub fn state() -> Call<Hosting> {
    Call::new(Method::Get, HOSTING, json)
}

pub fn switch(wanted: &Switch) -> Call<Hosting> {
    Call::new(Method::Post, HOSTING, json).with(wanted)
}

/// Takes a second or two.
pub fn find_hosts() -> Call<Vec<LanHost>> {
    Call::new(Method::Get, LAN, json)
}
