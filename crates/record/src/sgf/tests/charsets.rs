use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252,
};

use super::*;
use crate::tree::Attachment;

fn encoded(encoding: &'static Encoding, text: &str) -> Vec<u8> {
    let (bytes, _, lossy) = encoding.encode(text);
    assert!(!lossy, "{text} does not fit {}", encoding.name());
    bytes.into_owned()
}

#[test]
fn a_named_charset_is_read_and_new_text_is_written_in_it() {
    for (encoding, ca, text) in [
        (SHIFT_JIS, "Shift_JIS", "黒番十段戦 表ソゾ"),
        (SHIFT_JIS, "cp932", "ソ"),
        (BIG5, "Big5", "功許蓋 圍棋"),
        (GBK, "GB2312", "围棋 手数"),
        (GB18030, "GB18030", "围棋 䶮㐂"),
        (GBK, "EUC-CN", "围棋"),
        (EUC_KR, "cp949", "바둑 대국"),
        (EUC_JP, "EUC-JP", "囲碁"),
        (ISO_2022_JP, "ISO-2022-JP", "囲碁の黒"),
        (WINDOWS_1252, "ISO-8859", "Grünfeld é"),
        (WINDOWS_1251, "windows-1251", "Партия"),
    ] {
        let bytes = encoded(encoding, &format!("(;CA[{ca}]PB[{text}]C[{text}];C[{text}\\]])"));
        let mut file = read(&bytes).unwrap();
        assert_eq!(file.charset(), Charset::Other(encoding), "{ca}");
        assert_eq!(file.node(file.games()[0]).simple_text("PB").as_deref(), Some(text));
        assert_eq!(warnings_of(&file), []);
        assert_eq!(outline(&file), format!("({ca}{text}])"));
        assert_unchanged(&bytes);
        set(&mut file, 1, "C", &[&format!("{text}{text}\\")]);
        let edited = encoded(encoding, &format!("(;CA[{ca}]PB[{text}]C[{text}];C[{text}{text}\\\\])"));
        assert_eq!(file.write(), edited);
    }
}

#[test]
fn valid_utf8_takes_precedence_over_ca() {
    let file = open("(;CA[GB2312]PB[围棋手])");
    assert_eq!(file.charset(), Charset::Utf8);
    assert_eq!(file.node(file.games()[0]).simple_text("PB").as_deref(), Some("围棋手"));
}

#[test]
fn without_ca_the_charset_is_guessed_from_the_values() {
    let comment = "黒の手は攻めの急所で、白は逃げるしかありません。この後の変化も見てください。";
    let bytes = encoded(SHIFT_JIS, &format!("(;GM[1]SZ[19];B[pd]C[{comment}])"));
    assert_eq!(read(&bytes).unwrap().charset(), Charset::Other(SHIFT_JIS));
    let comment = "黑棋这一手是攻击的要点，白棋只好逃跑，以后的变化请看下图。";
    let bytes = encoded(GBK, &format!("(;GM[1]SZ[19];B[pd]C[{comment}])"));
    assert_eq!(read(&bytes).unwrap().charset(), Charset::Other(GBK));
    let bytes = encoded(WINDOWS_1252, "(;GM[1]PB[Jürgen Müller]C[Schöne Züge für Weiß])");
    assert_eq!(read(&bytes).unwrap().charset(), Charset::Other(WINDOWS_1252));
}

#[test]
fn the_users_choice_overrides_the_guess() {
    let bytes = encoded(EUC_KR, "(;PB[이창호])");
    let file = read_as(&bytes, Charset::named("EUC-KR").unwrap()).unwrap();
    assert_eq!(file.node(file.games()[0]).simple_text("PB").as_deref(), Some("이창호"));
    assert_eq!(file.write(), bytes);
}

#[test]
fn a_file_read_in_a_chosen_charset_gets_ca_when_changed() {
    let bytes = encoded(SHIFT_JIS, "(;CA[ISO-8859-1]PB[黒];B[aa])(;PB[白])");
    let mut file = read_as(&bytes, Charset::Other(SHIFT_JIS)).unwrap();
    assert_eq!(file.write(), bytes, "reading changes nothing");
    set(&mut file, 1, "C", &["ソ"]);
    let named = encoded(SHIFT_JIS, "(;CA[Shift_JIS]PB[黒];B[aa]C[ソ])(;PB[白]CA[Shift_JIS])");
    assert_eq!(file.write(), named);
    assert_eq!(read(&named).unwrap().charset(), Charset::Other(SHIFT_JIS));
    file.set_edited_text(file.tree().node(1).unwrap(), None);
    assert_eq!(file.write(), bytes, "an undone change does not either");
}

#[test]
fn a_charset_that_is_detected_anyway_needs_no_ca() {
    let bytes = encoded(SHIFT_JIS, "(;CA[SJIS]PB[黒];B[aa])");
    let mut file = read_as(&bytes, Charset::Other(SHIFT_JIS)).unwrap();
    set(&mut file, 1, "C", &["x"]);
    assert_eq!(file.write(), encoded(SHIFT_JIS, "(;CA[SJIS]PB[黒];B[aa]C[x])"));
}

#[test]
fn a_truncated_character_affects_only_its_own_value() {
    let mut bytes = "(;CA[UTF-8]PB[围棋".as_bytes().to_vec();
    bytes.pop();
    bytes.extend("]PW[对手]C[很长的评论])".as_bytes());
    let mut file = read(&bytes).unwrap();
    let root = file.games()[0];
    assert_eq!(file.node(root).simple_text("PB").as_deref(), Some("围\u{FFFD}"));
    assert!(!file.node(root).value("PB").unwrap().is_intact());
    assert_eq!(file.node(root).simple_text("PW").as_deref(), Some("对手"));
    set(&mut file, 0, "PW", &["x"]);
    let kept = bytes.windows(3).position(|w| w == b"PW[").unwrap();
    assert_eq!(file.write()[..kept], bytes[..kept], "the truncated name is written unchanged");
}

#[test]
fn text_that_the_charset_lacks_is_refused_until_utf8() {
    let bytes = encoded(SHIFT_JIS, "(;CA[Shift_JIS]PB[ソ];C[ゾ];B[aa])");
    let mut file = read(&bytes).unwrap();
    let refused = file.encode_value("Grüße").unwrap_err();
    assert_eq!((refused.character, refused.charset), ('ü', "Shift_JIS"));
    file.to_utf8();
    set(&mut file, 2, "C", &["Grüße"]);
    assert_eq!(String::from_utf8(file.write()).unwrap(), "(;CA[UTF-8]PB[ソ];C[ゾ];B[aa]C[Grüße])");
    let plain = open("(;B[aa])");
    assert_eq!(plain.charset(), Charset::Ascii);
    assert!(plain.encode_value("é").is_err(), "its charset is unknown to other programs");
}

#[test]
fn text_around_the_games_becomes_utf8_too() {
    let mut file = read(&encoded(SHIFT_JIS, "棋譜 (;CA[Shift_JIS]SZ[9];B[aa]) 以上")).unwrap();
    file.to_utf8();
    assert_eq!(String::from_utf8(file.write()).unwrap(), "棋譜 (;CA[UTF-8]SZ[9];B[aa]) 以上");
}

#[test]
fn an_edited_utf16_file_stays_utf16() {
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
    let mut file = read(&utf16("\u{FEFF}(;PB[囲碁])")).unwrap();
    set(&mut file, 0, "PB", &["😀"]);
    assert_eq!(file.write(), utf16("\u{FEFF}(;PB[😀])"));
    file.to_utf8();
    assert_eq!(file.write(), "\u{FEFF}(;PB[😀]CA[UTF-8])".as_bytes());
}

#[test]
fn moves_after_a_truncated_escape_sequence_are_read() {
    for cut in [&b"\x1B"[..], b"\x1B$", b"\x1B$B", b"\x1B$B$", b"\x1B$B$\"", b"\x1B("] {
        let bytes = [b"(;CA[ISO-2022-JP]C[".as_slice(), cut].concat();
        let mut file = read_as(&bytes, Charset::Other(ISO_2022_JP)).unwrap();
        let root = file.games()[0];
        let added = file.add_detached(b";B[aa]".as_slice().into());
        file.tree_mut().attach(added, Attachment { parent: root, index: 0, preferred: true });
        let again = read_as(&file.write(), Charset::Other(ISO_2022_JP)).unwrap();
        assert_eq!(again.tree().len(), 2, "{}", cut.escape_ascii());
    }
}
