//! Who may enter a room, and who may close it.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{Digest, Hex, Token};

/// Of a room that anybody may enter and nobody may close, nothing is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Access {
    /// The hash of the password, so that neither the network nor the host learns a password that may be used elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<Digest>,
    /// The token of the player who opened the room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Token>,
}

impl Access {
    pub fn is_open(&self) -> bool {
        *self == Access::default()
    }

    pub fn admits(&self, password: Option<Digest>) -> bool {
        self.password.is_none() || self.password == password
    }
}

/// As it is sent and stored. None for an empty password, which locks nothing.
pub fn password_hash(password: &str) -> Option<Digest> {
    let password = password.trim();
    let hash = || Sha256::new().chain_update(b"tabiya/password/1\0").chain_update(password).finalize();
    (!password.is_empty()).then(|| Hex(hash().into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_password_opens_a_locked_room() {
        let locked = Access { password: password_hash("tengen"), owner: None };
        assert!(locked.admits(password_hash(" tengen ")));
        assert!(!locked.admits(password_hash("Tengen")) && !locked.admits(None));
        let open = Access { password: password_hash("  "), owner: None };
        assert!(open.is_open() && open.admits(None) && open.admits(password_hash("tengen")));
    }
}
