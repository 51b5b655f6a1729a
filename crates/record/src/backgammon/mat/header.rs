//! What comes before the moves: tags, the length of the match, the number of a game, names and score.

use rules::backgammon::{Board, Position};

use crate::backgammon::variant;

/// `; [Event "Club evening"]` and ` 7 point match`
pub(in crate::backgammon) struct Header {
    pub tags: Vec<(String, String)>,
    /// 0 for money.
    pub length: u16,
}

impl Header {
    pub fn read(text: &str) -> Header {
        Header {
            tags: text.lines().filter_map(tag).collect(),
            length: text.lines().find_map(match_length).unwrap_or(0),
        }
    }

    fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    /// `On` or `Off`; `None` if the file has neither.
    pub fn is_on(&self, name: &str) -> Option<bool> {
        let value = self.tag(name)?;
        let is = |word: &str| value.eq_ignore_ascii_case(word);
        if is("On") { Some(true) } else { is("Off").then_some(false) }
    }

    pub fn has_crawford(&self) -> bool {
        self.is_on("Crawford") != Some(false)
    }

    pub fn forbids_beavers(&self) -> bool {
        self.is_on("Beaver") == Some(false)
    }

    /// As a power of two.
    pub fn cube_limit(&self) -> Option<u8> {
        let limit: u32 = self.tag("CubeLimit")?.parse().ok()?;
        limit.is_power_of_two().then(|| limit.trailing_zeros() as u8)
    }

    pub fn board(&self) -> Board {
        variant::start(self.tag("Variation").unwrap_or_default())
    }
}

/// Names may have spaces: `; [Match ID "17"]`. None without a value.
fn tag(line: &str) -> Option<(String, String)> {
    let line = line.trim().strip_prefix(';')?.trim().strip_prefix('[')?;
    let (name, value) = line.split_once('"')?;
    let value = value.strip_suffix("\"]").filter(|value| !value.trim().is_empty())?;
    Some((name.trim().to_owned(), value.to_owned()))
}

/// ` 7 point match`
pub(super) fn match_length(line: &str) -> Option<u16> {
    let mut words = line.split_whitespace();
    let length = words.next()?.parse().ok()?;
    let mut is_next = |word: &str| words.next().is_some_and(|next| next.eq_ignore_ascii_case(word));
    (is_next("point") && is_next("match") && words.next().is_none()).then_some(length)
}

/// ` Game 1`
pub(super) fn is_game_line(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next().is_some_and(|word| word.eq_ignore_ascii_case("game"))
        && words.next().is_some_and(|number| number.parse::<u32>().is_ok())
        && words.next().is_none()
}

pub(super) struct PlayerScore {
    pub name: String,
    pub score: u16,
}

/// ` gnubg : 0                      root : 0`, also with one space between the players or none before a colon.
pub(super) fn score_line(line: &str) -> Option<(PlayerScore, PlayerScore)> {
    let (left, score) = line.trim_end().rsplit_once(':')?;
    let bottom_score = score.trim().parse().ok()?;
    let both = |(at, _): (usize, &str)| {
        let (name, rest) = (left.get(..at)?, left.get(at + 1..)?.trim_start());
        let (score, bottom) = rest.split_once(char::is_whitespace)?;
        let top = PlayerScore { name: name.trim().to_owned(), score: score.parse().ok()? };
        Some((top, PlayerScore { name: bottom.trim().to_owned(), score: bottom_score }))
    };
    // Names may have colons.
    left.match_indices(':').find_map(both)
}

/// The board of `; Set Pos=…`, in the notation of XGIDs.
pub(super) fn position_set(line: &str) -> Option<Board> {
    let points = line.trim_start().strip_prefix(';')?.trim_start().strip_prefix("Set Pos=")?;
    let points = points.split('/').next()?.trim();
    Position::read(&format!("XGID={points}:0:0:1:00:0:0:0:0:10")).ok().map(|read| read.position.board)
}
