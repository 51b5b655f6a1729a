//! The words between a meeting place and the page that keeps a table there. Whoever else comes has a number; what they
//! say and hear passes through unread.
//!
//!     said 3 {"seq":7,…}      tell 3 {"seq":9,…}      about {"title":"Ann's table",…}

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::protocol::{Hex, LONGEST_FRAME, LONGEST_NAME, Malformed, Settings, Token, plain};

pub const LONGEST_TITLE: usize = 40;

/// What the place says to the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call<'t> {
    Came(u32),
    Gone(u32),
    Said(u32, &'t str),
}

/// What the page says to the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply<'t> {
    Tell(u32, &'t str),
    Close(u32),
    About(&'t str),
}

impl<'t> Call<'t> {
    pub fn read(text: &'t str) -> Option<Call<'t>> {
        let (word, rest) = text.split_once(' ')?;
        match word {
            "came" => rest.parse().ok().map(Call::Came),
            "gone" => rest.parse().ok().map(Call::Gone),
            "said" => numbered(rest).map(|(who, frame)| Call::Said(who, frame)),
            _ => None,
        }
    }

    pub fn write(self) -> String {
        match self {
            Call::Came(who) => format!("came {who}"),
            Call::Gone(who) => format!("gone {who}"),
            Call::Said(who, frame) => format!("said {who} {frame}"),
        }
    }
}

impl<'t> Reply<'t> {
    pub fn read(text: &'t str) -> Option<Reply<'t>> {
        let (word, rest) = text.split_once(' ')?;
        match word {
            "tell" => numbered(rest).map(|(who, frame)| Reply::Tell(who, frame)),
            "close" => rest.parse().ok().map(Reply::Close),
            "about" => Some(Reply::About(rest)),
            _ => None,
        }
    }

    pub fn write(self) -> String {
        match self {
            Reply::Tell(who, frame) => format!("tell {who} {frame}"),
            Reply::Close(who) => format!("close {who}"),
            Reply::About(about) => format!("about {about}"),
        }
    }
}

fn numbered(text: &str) -> Option<(u32, &str)> {
    let (who, frame) = text.split_once(' ')?;
    Some((who.parse().ok()?, frame))
}

/// A table as it is seen from outside.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    pub title: String,
    pub settings: Settings,
    /// Black's and White's.
    pub names: [Option<String>; 2],
    pub free: bool,
    pub playing: bool,
}

impl About {
    pub fn read(text: &str) -> Result<About, Malformed> {
        if text.len() > LONGEST_FRAME {
            return Err(Malformed::TooLong { bytes: text.len() });
        }
        let about: About = serde_json::from_str(text)
            .map_err(|error| Malformed::NotAMessage { column: error.column(), why: error.to_string() })?;
        if about.settings.check().is_err() {
            return Err(Malformed::Limit { what: "the settings are" });
        }
        let short = |text: &str, most: usize| plain(text).chars().take(most).collect::<String>();
        let names = about.names.map(|name| name.map(|name| short(&name, LONGEST_NAME)));
        Ok(About { title: short(&about.title, LONGEST_TITLE), names, ..about })
    }

    pub fn write(&self) -> String {
        // Nothing in it can fail to be written.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Under which others find the table of whoever has this key. A place that has forgotten everything finds it again, and
/// nobody else can sit there.
pub fn meeting(key: &Token) -> String {
    let hash = Sha256::new().chain_update(b"tabiya/meeting/1\0").chain_update(key.0).finalize();
    let mut id = [0; 8];
    for (to, from) in id.iter_mut().zip(hash) {
        *to = from;
    }
    format!("p{}", Hex(id))
}

/// A table in somebody's page rather than a host's own room, whose names are digits of hexadecimal.
pub fn is_meeting(room: &str) -> bool {
    room.strip_prefix('p').is_some_and(|rest| Hex::<8>::parse(rest).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_meeting_is_told_from_a_room_by_its_name() {
        let id = meeting(&Hex([7; 16]));
        assert!(is_meeting(&id) && id != meeting(&Hex([8; 16])), "{id}");
        for room in ["", "p", "0123456789ab", "p0123", "px123456789abcdef", "bot"] {
            assert!(!is_meeting(room), "{room}");
        }
    }

    #[test]
    fn what_is_said_about_a_table_has_its_limits() {
        let about = About { title: "\u{202e}x".repeat(90), ..About::default() };
        let read = About::read(&about.write()).unwrap();
        assert!(read.title.chars().count() <= LONGEST_TITLE && !read.title.contains('\u{202e}'));
        let settings = Settings { board_size: 99, ..Settings::default() };
        assert!(About::read(&About { settings, ..About::default() }.write()).is_err());
        assert!(About::read("{}").is_err() && About::read(&" ".repeat(5000)).is_err());
    }

    proptest! {
        #[test]
        fn words_are_read_as_they_were_written(who: u32, frame in ".{0,40}") {
            for call in [Call::Came(who), Call::Gone(who), Call::Said(who, &frame)] {
                let text = call.write();
                prop_assert_eq!(Call::read(&text), Some(call));
            }
            for reply in [Reply::Tell(who, &frame), Reply::Close(who), Reply::About(&frame)] {
                let text = reply.write();
                prop_assert_eq!(Reply::read(&text), Some(reply));
            }
        }

        #[test]
        fn any_text_is_a_word_or_none(text in ".{0,60}") {
            let _ = (Call::read(&text), Reply::read(&text), About::read(&text));
        }
    }
}
