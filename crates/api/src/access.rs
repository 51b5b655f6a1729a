//! The key of the running studio. Every account of this machine can reach the studio's port; the API answers only requests
//! that carry the key, which the studio makes at each start and puts into the address that it prints and opens.

use crate::call::{Call, Method, nothing};
use crate::hosting::HOSTING;

/// The parameter of the page's address. The server moves the key into a cookie, so that it is in no history.
pub const KEY_PARAM: &str = "key";
/// The header with the key, for programs.
pub const KEY_HEADER: &str = "x-tabiya-key";

/// The cookie with the key, for the page. Browsers send the cookies of one port to all ports of a machine, so the name
/// tells two studios apart.
pub fn cookie_name(port: u16) -> String {
    format!("tabiya-key-{port}")
}

/// Whether the page may use the API. Hosts on the network, which have no key, know this route as well.
pub fn check() -> Call<()> {
    Call::new(Method::Get, HOSTING, nothing)
}
