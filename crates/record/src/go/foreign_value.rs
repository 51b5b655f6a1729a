//! Values as Lizzie and KaTrain write them: LZ and LZOP, and KT.

use rules::go::Color;

use super::written_value::WrittenValue;

/// A position's analysis with all its moves is far smaller.
const MAX_KATRAIN: usize = 4 << 20;

/// `ENGINE WIN_RATE VISITS [LEAD …]` and a line with the candidates: `move D4 visits 38 winrate 5404 … scoreMean 1.25 …`.
/// The win rate of the first line is that of the side that has moved; everything else is that of the side to move.
pub(super) fn lizzie(text: &str, to_play: Color) -> Option<WrittenValue> {
    let (head, candidates) = text.split_once('\n').unwrap_or((text, ""));
    let words: Vec<&str> = head.split_whitespace().collect();
    // An engine's name may have spaces and end with a number: the visits are the first count after a win rate.
    let (at, moved) = words.windows(2).enumerate().skip(1).find_map(|(at, pair)| {
        let &[win_rate, visits] = pair else { return None };
        Some((at, percent(win_rate).filter(|_| is_count(visits))?))
    })?;
    let after = |n: usize| words.get(at + n).copied();
    // Nothing was searched.
    after(1).filter(|visits| *visits != "0")?;
    let lead = first_lead(candidates).or_else(|| after(2)?.parse().ok());
    let (win_rate, lead) = (1.0 - moved / 100.0, lead.filter(|lead: &f64| lead.is_finite()));
    Some(match to_play {
        Color::Black => WrittenValue { win_rate, lead },
        Color::White => WrittenValue { win_rate: 1.0 - win_rate, lead: lead.map(|lead| -lead) },
    })
}

fn percent(word: &str) -> Option<f64> {
    word.parse().ok().filter(|percent| (0.0..=100.0).contains(percent))
}

/// `640`, `2.5k`.
fn is_count(word: &str) -> bool {
    match word.strip_suffix(['k', 'm']) {
        Some(digits) => digits.parse::<f64>().is_ok_and(f64::is_finite),
        None => word.bytes().all(|byte| byte.is_ascii_digit()),
    }
}

/// Of the best move, which comes first.
fn first_lead(candidates: &str) -> Option<f64> {
    let first = candidates.split(" info ").next()?;
    let mut words = first.split_whitespace().skip_while(|word| !matches!(*word, "scoreMean" | "scoreLead"));
    words.nth(1)?.parse().ok()
}

/// KaTrain's third value: the reply of its engine as Black sees it, in JSON, gzip and base64.
pub(super) fn katrain(value: &str) -> Option<WrittenValue> {
    let json = gunzip(&base64(value)?)?;
    let json = String::from_utf8(json).ok()?;
    let root = json.split_once("\"root\"")?.1.trim_start().strip_prefix(':')?.trim_start();
    let root = root.strip_prefix('{')?.split_once('}')?.0;
    let number = |name: &str| {
        let rest = root.split_once(&format!("\"{name}\""))?.1.trim_start().strip_prefix(':')?;
        let number: f64 = rest.split(',').next()?.trim().parse().ok()?;
        number.is_finite().then_some(number)
    };
    let win_rate = number("winrate").filter(|share| (0.0..=1.0).contains(share))?;
    Some(WrittenValue { win_rate, lead: number("scoreLead") })
}

fn base64(text: &str) -> Option<Vec<u8>> {
    let sextet = |byte: u8| match byte {
        b'A'..=b'Z' => Some(u32::from(byte - b'A')),
        b'a'..=b'z' => Some(u32::from(byte - b'a') + 26),
        b'0'..=b'9' => Some(u32::from(byte - b'0') + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let letters: Vec<u8> =
        text.bytes().filter(|byte| !byte.is_ascii_whitespace()).take_while(|byte| *byte != b'=').collect();
    let mut bytes = Vec::with_capacity(letters.len() * 3 / 4);
    for group in letters.chunks(4) {
        let bits = group.iter().try_fold(0, |bits, byte| Some(bits << 6 | sextet(*byte)?))?;
        let bits = bits << (6 * (4 - group.len()));
        bytes.extend(bits.to_be_bytes().get(1..group.len())?);
    }
    Some(bytes)
}

/// Without optional fields in its header, as Python writes it.
fn gunzip(bytes: &[u8]) -> Option<Vec<u8>> {
    let deflated = bytes.strip_prefix(&[0x1f, 0x8b, 8, 0])?.get(6..)?;
    miniz_oxide::inflate::decompress_to_vec_with_limit(deflated, MAX_KATRAIN).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: Option<WrittenValue>, win_rate: f64, lead: Option<f64>) {
        let value = value.unwrap();
        assert!((value.win_rate - win_rate).abs() < 1e-9 && value.lead == lead, "{value:?}");
    }

    #[test]
    fn lizzies_values_are_of_the_side_that_moved() {
        let candidates = "move Q16 visits 900 winrate 6150 prior 2200 scoreMean 2.25 order 0 pv Q16 D4 info move D4 visits 90 winrate 6000 scoreMean 1.75 pv D4";
        let with_lead = format!("KataGo 1.9 38.5 1.2k 2.3 11.0\n{candidates}");
        near(lizzie(&with_lead, Color::Black), 0.615, Some(2.25));
        near(lizzie(&with_lead, Color::White), 0.385, Some(-2.25));
        near(
            lizzie("0.7.4 38.5 1.2k\nmove Q16 visits 38 winrate 6150 pv Q16 info ", Color::Black),
            0.615,
            None,
        );
        near(lizzie("KataGo 38.5 1.2k -2.3 11.0", Color::White), 0.385, Some(2.3));
        for nothing in ["", "KataGo", "KataGo 50.0 0\n", "KataGo 101 5", "KataGo x 5", "KataGo 50.0"] {
            assert_eq!(lizzie(nothing, Color::Black), None, "{nothing}");
        }
    }

    fn katrain_value(json: &str) -> String {
        let mut gzip = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255];
        gzip.extend(miniz_oxide::deflate::compress_to_vec(json.as_bytes(), 6));
        gzip.extend([0; 8]);
        let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let text = gzip.chunks(3).flat_map(|three| {
            let bits = (0..3).fold(0u32, |bits, n| bits << 8 | u32::from(*three.get(n).unwrap_or(&0)));
            let letter = move |n: usize| letters[(bits >> (18 - 6 * n)) as usize & 63] as char;
            (0..4)
                .map(letter)
                .take(three.len() + 1)
                .chain("==".chars().take(3 - three.len()))
                .collect::<Vec<_>>()
        });
        text.collect()
    }

    #[test]
    fn katrains_values_are_read_and_nonsense_is_not() {
        let json = r#"{"moves": {"D4": {"winrate": 0.1, "scoreLead": -9.0}}, "root": {"visits": 500, "winrate": 0.625, "scoreLead": 3.25}, "completed": true}"#;
        near(katrain(&katrain_value(json)), 0.625, Some(3.25));
        near(katrain(&katrain_value(r#"{"root":{"winrate":0.5}}"#)), 0.5, None);
        // As Python compresses it.
        let python = "H4sIAEaJ/2oC/6tWys0vSy1WslKoVnIxAVPlmXlFiSWpQLaBnqGOglJxcn5Rqk9qYgpQRNdSz6C2FihYlJ9fAlZdllmcWQLSb2pgABRH1mxmZIqm3VjPyBSkOzk/tyAntSQVJFZSVJpaCwCFpqZohwAAAA==";
        near(katrain(python), 0.625, Some(3.25));
        for nothing in [
            "",
            "====",
            "H4sI",
            "not base64!",
            &katrain_value("{}"),
            &katrain_value(r#"{"root":{"winrate":7}}"#),
        ] {
            assert_eq!(katrain(nothing), None, "{nothing}");
        }
    }
}
