//! What RFC 6455 demands of a server that reads frames, case by case. The numbers are those of the sections of the Autobahn
//! test suite that ask the same. Messages have at most 4096 bytes here, and binary ones are refused.
//!
//!     ("5.6 a ping between fragments", &[(0x01, b"ab"), (0x89, b"!"), (0x80, b"c")], "ping(!) text(abc)")

pub struct Case {
    pub name: String,
    pub bytes: Vec<u8>,
    /// What is read: messages, and the close code if the connection fails.
    pub expected: String,
}

/// A name; frames as first byte and payload; what is read of them.
type Frames<'a> = (&'a str, &'a [(u8, &'a [u8])], &'a str);
/// The same with the bytes of the frames.
type Bytes<'a> = (&'a str, &'a [u8], &'a str);

static LONG: [u8; 70_000] = [b'*'; 70_000];
/// The longest message.
const MAX_MESSAGE: usize = 4096;

/// A frame as a client writes it.
pub fn client_frame(first: u8, payload: &[u8], mask: [u8; 4]) -> Vec<u8> {
    let mut frame = vec![first];
    match (u8::try_from(payload.len()), u16::try_from(payload.len())) {
        (Ok(short), _) if short < 126 => frame.push(0x80 | short),
        (_, Ok(length)) => {
            frame.push(0x80 | 126);
            frame.extend(length.to_be_bytes());
        }
        _ => {
            frame.push(0x80 | 127);
            frame.extend((payload.len() as u64).to_be_bytes());
        }
    }
    frame.extend(mask);
    frame.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    frame
}

struct Cases {
    mask: [u8; 4],
    all: Vec<Case>,
}

impl Cases {
    fn add(&mut self, cases: &[Frames<'_>]) {
        for (name, frames, expected) in cases {
            let frames = frames.iter().map(|(first, payload)| client_frame(*first, payload, self.mask));
            self.add_bytes(&[(name, &frames.collect::<Vec<_>>().concat(), expected)]);
        }
    }

    fn add_bytes(&mut self, cases: &[Bytes<'_>]) {
        self.all.extend(cases.iter().map(|(name, bytes, expected)| Case {
            name: (*name).to_owned(),
            bytes: bytes.to_vec(),
            expected: (*expected).to_owned(),
        }));
    }
}

/// All cases, with this mask.
pub fn cases(mask: [u8; 4]) -> Vec<Case> {
    let mut cases = Cases { mask, all: Vec::new() };
    for add in [
        lengths,
        pings,
        reserved_bits,
        reserved_opcodes,
        fragments,
        utf_8,
        close,
        close_codes,
        limits,
        headers,
    ] {
        add(&mut cases);
    }
    cases.all
}

/// Messages of all lengths.
fn lengths(cases: &mut Cases) {
    cases.add(&[
        ("1.1.1 text, empty", &[(0x81, b"")], "text()"),
        ("1.1.2 text of 125 bytes", &[(0x81, &LONG[..125])], "text(125 bytes)"),
        ("1.1.3 text of 126 bytes", &[(0x81, &LONG[..126])], "text(126 bytes)"),
        ("1.1.4 text of 127 bytes", &[(0x81, &LONG[..127])], "text(127 bytes)"),
        ("1.1.5 text of 128 bytes", &[(0x81, &LONG[..128])], "text(128 bytes)"),
        ("1.1.6 the longest text", &[(0x81, &LONG[..MAX_MESSAGE])], "text(4096 bytes)"),
        ("1.2.1 binary, empty", &[(0x82, b"")], "1003"),
        ("1.2.2 binary of 125 bytes", &[(0x82, &LONG[..125])], "1003"),
        ("1.2.3 binary of 126 bytes", &[(0x82, &LONG[..126])], "1003"),
        ("1.2.4 binary of 127 bytes", &[(0x82, &LONG[..127])], "1003"),
        ("1.2.5 binary of 128 bytes", &[(0x82, &LONG[..128])], "1003"),
        ("1.2.6 the longest binary", &[(0x82, &LONG[..MAX_MESSAGE])], "1003"),
        ("1.2.7 binary that is not UTF-8", &[(0x82, b"\xff\xfe\x00")], "1003"),
        ("1.3.1 two texts at once", &[(0x81, b"a"), (0x81, b"b")], "text(a) text(b)"),
        ("1.3.2 text and binary", &[(0x81, b"a"), (0x82, b"b"), (0x81, b"c")], "text(a) 1003"),
    ]);
}

/// Control frames with a payload.
fn pings(cases: &mut Cases) {
    cases.add(&[
        ("2.1 ping, empty", &[(0x89, b"")], "ping()"),
        ("2.2 ping with text", &[(0x89, b"Hello")], "ping(Hello)"),
        ("2.3 ping with any bytes", &[(0x89, b"\x00\xff\xfe")], "ping(\0\u{fffd}\u{fffd})"),
        ("2.4 ping of 125 bytes", &[(0x89, &LONG[..125])], "ping(125 bytes)"),
        ("2.5 ping of 126 bytes", &[(0x89, &LONG[..126])], "1002"),
        ("2.5 ping of 65536 bytes", &[(0x89, &LONG[..65_536])], "1002"),
        ("2.7 unsolicited pong, empty", &[(0x8a, b"")], "pong"),
        ("2.8 unsolicited pong with text", &[(0x8a, b"Hello")], "pong"),
        ("2.9 unsolicited pong, then ping", &[(0x8a, b"x"), (0x89, b"y")], "pong ping(y)"),
        ("2.9 pong of 125 bytes", &[(0x8a, &LONG[..125])], "pong"),
        ("2.9 pong of 126 bytes", &[(0x8a, &LONG[..126])], "1002"),
        ("2.10 three pings", &[(0x89, b"1"), (0x89, b"2"), (0x89, b"3")], "ping(1) ping(2) ping(3)"),
    ]);
}

/// No extension is agreed on, so none of the reserved bits may be set.
fn reserved_bits(cases: &mut Cases) {
    cases.add(&[
        ("3.1 RSV3 in text", &[(0x91, b"a")], "1002"),
        ("3.2 RSV2 after a good text", &[(0x81, b"a"), (0xa1, b"b")], "text(a) 1002"),
        ("3.3 RSV2 and RSV3", &[(0x81, b"a"), (0xb1, b"b"), (0x89, b"")], "text(a) 1002"),
        ("3.4 RSV1 in text", &[(0xc1, b"a")], "1002"),
        ("3.4 RSV1 in an empty text", &[(0xc1, b"")], "1002"),
        ("3.5 RSV1 and RSV3 in binary", &[(0xd2, b"a")], "1002"),
        ("3.6 RSV1 and RSV2 in a ping", &[(0xe9, b"a")], "1002"),
        ("3.7 all in a close", &[(0xf8, b"\x03\xe8")], "1002"),
        ("3.7 all in a pong", &[(0xfa, b"")], "1002"),
        ("3.7 RSV1 in a continuation", &[(0x01, b"a"), (0xc0, b"b")], "1002"),
        ("3.7 RSV1 in a first fragment", &[(0x41, b"a")], "1002"),
    ]);
}

fn reserved_opcodes(cases: &mut Cases) {
    for opcode in [3, 4, 5, 6, 7, 11, 12, 13, 14, 15] {
        cases.add(&[
            (&format!("4.x.1 reserved opcode {opcode}, empty"), &[(0x80 | opcode, b"")], "1002"),
            ("4.x.2 with payload", &[(0x80 | opcode, b"reserved")], "1002"),
            ("4.x.3 after a good text", &[(0x81, b"a"), (0x80 | opcode, b""), (0x89, b"")], "text(a) 1002"),
            ("4.x.4 without FIN", &[(opcode, b"reserved")], "1002"),
        ]);
    }
}

/// Fragments are put together, and control frames pass between them.
fn fragments(cases: &mut Cases) {
    cases.add(&[
        ("5.1 fragmented ping", &[(0x09, b"a"), (0x80, b"b")], "1002"),
        ("5.2 fragmented pong", &[(0x0a, b"a"), (0x80, b"b")], "1002"),
        ("5.2 fragmented close", &[(0x08, b"\x03"), (0x80, b"\xe8")], "1002"),
        ("5.3 text in two", &[(0x01, b"ab"), (0x80, b"c")], "text(abc)"),
        ("5.4 text in three", &[(0x01, b"a"), (0x00, b"b"), (0x80, b"c")], "text(abc)"),
        ("5.5 empty fragments", &[(0x01, b""), (0x00, b""), (0x80, b"")], "text()"),
        ("5.5 an empty fragment between", &[(0x01, b"a"), (0x00, b""), (0x80, b"b")], "text(ab)"),
        ("5.6 a ping between fragments", &[(0x01, b"ab"), (0x89, b"!"), (0x80, b"c")], "ping(!) text(abc)"),
        ("5.7 a pong between fragments", &[(0x01, b"ab"), (0x8a, b"!"), (0x80, b"c")], "pong text(abc)"),
        (
            "5.8 pings between all fragments",
            &[(0x01, b"a"), (0x89, b"1"), (0x00, b"b"), (0x89, b"2"), (0x80, b"c")],
            "ping(1) ping(2) text(abc)",
        ),
        ("5.8 a close between fragments", &[(0x01, b"a"), (0x88, b"\x03\xe8")], "close(1000)"),
        ("5.9 a continuation of nothing", &[(0x80, b"a"), (0x81, b"b")], "1002"),
        ("5.10 an unfinished continuation of nothing", &[(0x00, b"a")], "1002"),
        ("5.11 a continuation after a whole text", &[(0x81, b"a"), (0x80, b"b")], "text(a) 1002"),
        ("5.12 a continuation after a ping", &[(0x89, b""), (0x80, b"b")], "ping() 1002"),
        ("5.15 a continuation after the end", &[(0x01, b"a"), (0x80, b"b"), (0x80, b"c")], "text(ab) 1002"),
        ("5.16 a text within a text", &[(0x01, b"a"), (0x81, b"b")], "1002"),
        ("5.17 a fragment within a text", &[(0x01, b"a"), (0x01, b"b")], "1002"),
        ("5.18 a binary within a text", &[(0x01, b"a"), (0x82, b"b")], "1002"),
        ("5.18 a text within a binary", &[(0x02, b"a"), (0x81, b"b")], "1003"),
        ("5.19 binary in two", &[(0x02, b"\xff"), (0x80, b"\xfe")], "1003"),
        ("5.19 binary, then text", &[(0x02, b"a"), (0x80, b"b"), (0x81, b"c")], "1003"),
        ("5.20 unfinished", &[(0x01, b"a"), (0x00, b"b")], ""),
    ]);
}

/// Text must be UTF-8, and is refused as soon as it cannot become so.
fn utf_8(cases: &mut Cases) {
    cases.add(&[
        ("6.1.1 empty", &[(0x81, b"")], "text()"),
        ("6.2.1 several scripts", &[(0x81, "Hello-µ@ßöä-ưỡ-棋".as_bytes())], "text(Hello-µ@ßöä-ưỡ-棋)"),
        ("6.2.2 cut between characters", &[(0x01, "ß".as_bytes()), (0x80, "ö".as_bytes())], "text(ßö)"),
        ("6.2.3 a character of two bytes cut", &[(0x01, b"\xc3"), (0x80, b"\x9f")], "text(ß)"),
        ("6.2.3 of three", &[(0x01, b"\xe6\xa3"), (0x80, b"\x8b")], "text(棋)"),
        ("6.2.3 of three, in three", &[(0x01, b"\xe6"), (0x00, b"\xa3"), (0x80, b"\x8b")], "text(棋)"),
        ("6.2.3 of four", &[(0x01, b"\xf0\x9f\x80"), (0x80, b"\x80")], "text(🀀)"),
        (
            "6.2.4 a ping in a cut character",
            &[(0x01, b"\xc3"), (0x89, b""), (0x80, b"\x9f")],
            "ping() text(ß)",
        ),
        ("6.3.1 a surrogate after text", &[(0x81, b"\xce\xba\xed\xa0\x80")], "1007"),
        ("6.3.2 and more text", &[(0x81, b"\xce\xba\xed\xa0\x80edited")], "1007"),
        ("6.4.1 invalid in the second fragment", &[(0x01, b"ab"), (0x80, b"\xf4\x90\x80\x80")], "1007"),
        ("6.4.1 fails before the last fragment", &[(0x01, b"ab"), (0x00, b"\xff")], "1007"),
        ("6.4.1 fails in the first fragment", &[(0x01, b"\xf4\x90\x80\x80")], "1007"),
        ("6.4.2 an impossible continuation of a cut character", &[(0x01, b"\xf4"), (0x00, b"\x90")], "1007"),
        ("6.4.3 a character that never ends", &[(0x01, b"\xe6\xa3"), (0x80, b"")], "1007"),
        ("6.6.1 one byte of two", &[(0x81, b"\xc3")], "1007"),
        ("6.6.2 two bytes of three", &[(0x81, b"\xe6\xa3")], "1007"),
        ("6.6.3 three bytes of four", &[(0x81, b"\xf0\x9f\x80")], "1007"),
        ("6.7.1 U+0000", &[(0x81, b"\0")], "text(\0)"),
        ("6.7.2 U+0080", &[(0x81, b"\xc2\x80")], "text(\u{80})"),
        ("6.7.3 U+0800", &[(0x81, b"\xe0\xa0\x80")], "text(\u{800})"),
        ("6.7.4 U+10000", &[(0x81, b"\xf0\x90\x80\x80")], "text(\u{10000})"),
        ("6.8.1 five bytes", &[(0x81, b"\xf8\x88\x80\x80\x80")], "1007"),
        ("6.8.2 six bytes", &[(0x81, b"\xfc\x84\x80\x80\x80\x80")], "1007"),
        ("6.9.1 U+007F", &[(0x81, b"\x7f")], "text(\u{7f})"),
        ("6.9.2 U+07FF", &[(0x81, b"\xdf\xbf")], "text(\u{7ff})"),
        ("6.9.3 U+FFFF", &[(0x81, b"\xef\xbf\xbf")], "text(\u{ffff})"),
        ("6.9.4 U+10FFFF", &[(0x81, b"\xf4\x8f\xbf\xbf")], "text(\u{10ffff})"),
        ("6.10.1 beyond U+10FFFF", &[(0x81, b"\xf7\xbf\xbf\xbf")], "1007"),
        ("6.11.1 U+D7FF", &[(0x81, b"\xed\x9f\xbf")], "text(\u{d7ff})"),
        ("6.11.2 U+E000", &[(0x81, b"\xee\x80\x80")], "text(\u{e000})"),
        ("6.11.3 U+FFFD", &[(0x81, b"\xef\xbf\xbd")], "text(\u{fffd})"),
        ("6.11.5 U+110000", &[(0x81, b"\xf4\x90\x80\x80")], "1007"),
        ("6.12.1 a continuation byte alone", &[(0x81, b"\x80")], "1007"),
        ("6.12.2 the last of them", &[(0x81, b"\xbf")], "1007"),
        ("6.12.3 several", &[(0x81, b"\x80\xbf\x80\xbf")], "1007"),
        ("6.13.1 a lead byte without continuation", &[(0x81, b"\xc0 ")], "1007"),
        ("6.13.2 three-byte leads", &[(0x81, b"\xe0 \xe1 ")], "1007"),
        ("6.14.1 a sequence without its last byte, then text", &[(0x81, b"\xe6\xa3x")], "1007"),
        ("6.16.1 FE", &[(0x81, b"\xfe")], "1007"),
        ("6.16.2 FF", &[(0x81, b"\xff")], "1007"),
        ("6.17.1 overlong slash in two bytes", &[(0x81, b"\xc0\xaf")], "1007"),
        ("6.17.2 in three", &[(0x81, b"\xe0\x80\xaf")], "1007"),
        ("6.17.3 in four", &[(0x81, b"\xf0\x80\x80\xaf")], "1007"),
        ("6.18.1 the largest overlong of two", &[(0x81, b"\xc1\xbf")], "1007"),
        ("6.18.2 of three", &[(0x81, b"\xe0\x9f\xbf")], "1007"),
        ("6.18.3 of four", &[(0x81, b"\xf0\x8f\xbf\xbf")], "1007"),
        ("6.19.1 overlong NUL", &[(0x81, b"\xc0\x80")], "1007"),
        ("6.20.1 U+D800", &[(0x81, b"\xed\xa0\x80")], "1007"),
        ("6.20.7 U+DFFF", &[(0x81, b"\xed\xbf\xbf")], "1007"),
        ("6.21.1 a pair of surrogates", &[(0x81, b"\xed\xa0\x80\xed\xb0\x80")], "1007"),
        ("6.22.1 U+FFFE is a character", &[(0x81, b"\xef\xbf\xbe")], "text(\u{fffe})"),
        ("6.23.1 after an invalid text nothing is read", &[(0x81, b"\xff"), (0x81, b"a")], "1007"),
    ]);
}

/// Close frames are checked and echoed.
fn close(cases: &mut Cases) {
    cases.add(&[
        ("7.1.1 after a text", &[(0x81, b"a"), (0x88, b"\x03\xe8")], "text(a) close(1000)"),
        ("7.3.1 without payload", &[(0x88, b"")], "close"),
        ("7.3.2 half a code", &[(0x88, b"\x03")], "1002"),
        ("7.3.3 a code", &[(0x88, b"\x03\xe8")], "close(1000)"),
        ("7.3.4 with a reason", &[(0x88, b"\x03\xe8Hello World!")], "close(1000)"),
        ("7.3.5 of 125 bytes", &[(0x88, &[&[3, 0xe8], &LONG[..123]].concat())], "close(1000)"),
        ("7.3.6 of 126 bytes", &[(0x88, &[&[3, 0xe8], &LONG[..124]].concat())], "1002"),
        ("7.5.1 a reason that is not UTF-8", &[(0x88, b"\x03\xe8\xce\xba\xed\xa0\x80")], "1007"),
        ("7.5.1 a reason cut in a character", &[(0x88, b"\x03\xe8\xe6\xa3")], "1007"),
        ("7.1.2 two of them", &[(0x88, b"\x03\xe8"), (0x88, b"\x03\xe9")], "close(1000)"),
        ("7.1.3 a ping after it", &[(0x88, b"\x03\xe8"), (0x89, b"!")], "close(1000)"),
        ("7.1.4 a text after it", &[(0x88, b"\x03\xe8"), (0x81, b"a")], "close(1000)"),
        ("7.1.5 the rest of a text after it", &[(0x01, b"a"), (0x88, b""), (0x80, b"b")], "close"),
        ("7.1.6 a long text after it", &[(0x88, b""), (0x81, &LONG[..65_536])], "close"),
    ]);
}

fn close_codes(cases: &mut Cases) {
    for code in [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1014, 3000, 3999, 4000, 4001, 4999u16]
    {
        let payload: &[u8] = &code.to_be_bytes();
        cases.add(&[("7.7 a valid code", &[(0x88, payload)], &format!("close({code})"))]);
    }
    for code in [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535u16] {
        let payload: &[u8] = &code.to_be_bytes();
        cases.add(&[(&format!("7.9, 7.13 the invalid code {code}"), &[(0x88, payload)], "1002")]);
    }
}

/// Messages that are too long fail the connection.
fn limits(cases: &mut Cases) {
    cases.add(&[
        ("9.1 text beyond the limit", &[(0x81, &LONG[..MAX_MESSAGE + 1])], "1009"),
        ("9.1 of 65535 bytes", &[(0x81, &LONG[..65_535])], "1009"),
        ("9.1 of 65536 bytes", &[(0x81, &LONG[..65_536])], "1009"),
        ("9.2 binary beyond the limit", &[(0x82, &LONG[..MAX_MESSAGE + 1])], "1009"),
        ("9.3 the longest in two", &[(0x01, &LONG[..4000]), (0x80, &LONG[..96])], "text(4096 bytes)"),
        ("9.3 one byte more", &[(0x01, &LONG[..4000]), (0x80, &LONG[..97])], "1009"),
        ("9.3 before the last fragment", &[(0x01, &LONG[..4000]), (0x00, &LONG[..97])], "1009"),
        ("9.4 binary in two", &[(0x02, &LONG[..4000]), (0x80, &LONG[..97])], "1003"),
        (
            "9.9 a ping does not count",
            &[(0x01, &LONG[..4096]), (0x89, b"!"), (0x80, b"")],
            "ping(!) text(4096 bytes)",
        ),
    ]);
}

/// Headers that a writer of frames would not write.
fn headers(cases: &mut Cases) {
    cases.add_bytes(&[
        ("not masked", &b"\x81\x01a"[..], "1002"),
        ("not masked and empty", b"\x81\x00", "1002"),
        ("a ping that is not masked", b"\x89\x00", "1002"),
        ("a close that is not masked", b"\x88\x02\x03\xe8", "1002"),
        ("a long frame that is not masked", b"\x81\x7e\x01\0", "1002"),
        ("a reserved bit, before the payload", b"\xc1\x85\0\0\0\0", "1002"),
        ("a long ping, before the payload", b"\x89\xfe\0\x7e\0\0\0\0", "1002"),
        ("a very long ping, before the payload", b"\x89\xff\0\0\0\0\0\x01\0\0\0\0\0\0", "1002"),
        ("a length of 16 bits beyond the limit", b"\x81\xfe\x10\x01\0\0\0\0", "1009"),
        ("a length of 64 bits beyond the limit", b"\x81\xff\0\0\0\0\0\x01\0\0\0\0\0\0", "1009"),
        ("a length beyond 32 bits", b"\x81\xff\0\0\0\x01\0\0\0\0\0\0\0\0", "1009"),
        ("the largest length", b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", "1009"),
        ("a length with its top bit set", b"\x81\xff\x80\0\0\0\0\0\0\0\0\0\0\0", "1002"),
        ("16 bits for a short length", b"\x81\xfe\0\x01\0\0\0\0a", "text(a)"),
        ("64 bits for a short length", b"\x81\xff\0\0\0\0\0\0\0\x01\0\0\0\0a", "text(a)"),
        ("one byte", b"\x81", ""),
        ("a header without its mask", b"\x81\x81\0\0\0", ""),
        ("a mask without its payload", b"\x81\x81\0\0\0\0", ""),
        ("an incomplete length of 16 bits", b"\x81\xfe\0", ""),
        ("an incomplete length of 64 bits", b"\x81\xff\0\0\0\0\0\0\0", ""),
        ("two frames with different masks", b"\x81\x81\x01\0\0\0`\x81\x81\0\0\0\0b", "text(a) text(b)"),
        ("HTTP instead of frames", b"GET / HTTP/1.1\r\n\r\n", "1002"),
    ]);
}
