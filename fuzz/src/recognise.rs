//! Whatever a file contains, it is recognised as something, and listing, extracting and drawing its games agree about
//! how many there are. The first line is the file's name.

use i18n::Language;
use std::ops::ControlFlow;

use catalogue::{FileKind, PictureStyle, each_game, extract_game, is_one_game, picture, recognise};
use diagram::Theme;

pub(crate) fn check(bytes: &[u8]) {
    let name_length = bytes.iter().position(|byte| *byte == b'\n').unwrap_or_default();
    let (name, file) = bytes.split_at(name_length);
    let (name, file) = (String::from_utf8_lossy(name), file.get(1..).unwrap_or_default());
    let kind = recognise(&name, file);
    let is_utf16 = file.starts_with(b"\xff\xfe") || file.starts_with(b"\xfe\xff");
    assert!(is_utf16 || (kind == FileKind::Nothing) == is_blank(file), "{kind}");
    let mut games: Vec<usize> = Vec::new();
    let listed = each_game(&name, file, |entry| {
        assert!(games.last().is_none_or(|last| *last < entry.number), "games are listed in order");
        games.push(entry.number);
        ControlFlow::Continue(())
    });
    if listed.is_err() {
        assert!(games.is_empty(), "a file without games lists none");
    }
    if is_one_game(&name, file) {
        assert_eq!(extract_game(&name, file, 0).as_deref(), Some(file));
    }
    for number in games.into_iter().take(3) {
        assert!(extract_game(&name, file, number).is_some(), "game {number}");
        let style = PictureStyle { theme: Theme::Light, width: 120, language: Language::En };
        drop(picture(&name, file, number, Some(2), style));
    }
}

/// Nothing but white space and a byte order mark.
fn is_blank(file: &[u8]) -> bool {
    String::from_utf8_lossy(file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file)).trim().is_empty()
}
