//! A link as a QR code in the terminal, to scan with a phone.

use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};

/// Black on white; without colours, drawn for a terminal with a dark background. None if the terminal is too narrow.
pub fn qr_code(link: &str, colours: bool, columns: usize) -> Option<String> {
    let code = QrCode::with_error_correction_level(link, EcLevel::L).ok()?;
    let (dark, light) =
        if colours { (Dense1x2::Dark, Dense1x2::Light) } else { (Dense1x2::Light, Dense1x2::Dark) };
    let drawn = code.render::<Dense1x2>().dark_color(dark).light_color(light).quiet_zone(true).build();
    if drawn.lines().any(|line| line.chars().count() + INDENT.len() > columns) {
        return None;
    }
    let lines = drawn.lines().map(|line| match colours {
        true => format!("{INDENT}\u{1b}[38;5;16;48;5;231m{line}\u{1b}[0m\n"),
        false => format!("{INDENT}{line}\n"),
    });
    Some(lines.collect())
}

const INDENT: &str = "  ";

#[cfg(test)]
mod tests {
    use super::*;

    const LINK: &str = "http://192.168.178.21:38765/play?room=cf5364d2639b";

    #[test]
    fn the_code_is_the_same_with_and_without_colours_and_fits_80_by_24() {
        let coloured = qr_code(LINK, true, 80).unwrap();
        let plain = qr_code(LINK, false, 80).unwrap();
        let negative = |c: char| match c {
            ' ' => '█',
            '█' => ' ',
            '▀' => '▄',
            '▄' => '▀',
            other => other,
        };
        let bare = coloured.replace("\u{1b}[38;5;16;48;5;231m", "").replace("\u{1b}[0m", "");
        let inside =
            |text: &str| text.lines().map(|line| line[INDENT.len()..].to_owned()).collect::<Vec<_>>();
        let turned: Vec<String> =
            inside(&bare).iter().map(|line| line.chars().map(negative).collect()).collect();
        // The code has an odd number of rows, so the lower half of the last line is empty in both.
        let rows = turned.len() - 1;
        assert_eq!(turned[..rows], inside(&plain)[..rows]);
        assert!(plain.lines().count() <= 24);
    }

    #[test]
    fn a_narrow_terminal_shows_no_partial_code() {
        assert_eq!(qr_code(LINK, true, 30), None);
    }
}
