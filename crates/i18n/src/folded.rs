//! Text as it is compared in searches: without accents and case, because few keyboards have all letters of all names.
//!
//!     assert_eq!(i18n::folded("Nguyễn Đức"), "nguyen duc");

/// In lower case and without diacritics. Letters of other scripts keep what makes them other letters.
pub fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            out.push(c.to_ascii_lowercase());
        } else if let Some(letters) = letters(c) {
            out.push_str(letters);
        } else if let Some(base) = base(c) {
            out.push(base);
        } else if !is_mark(c) {
            out.extend(c.to_lowercase());
        }
    }
    out
}

/// Marks that follow their letter, as macOS writes names of files.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// The letters of a ligature.
fn letters(c: char) -> Option<&'static str> {
    Some(match c {
        'Æ' | 'æ' | 'Ǽ' | 'ǽ' | 'Ǣ' | 'ǣ' => "ae",
        'Œ' | 'œ' => "oe",
        'ß' | 'ẞ' => "ss",
        'Þ' | 'þ' => "th",
        'Ĳ' | 'ĳ' => "ij",
        'ŉ' => "n",
        _ => return None,
    })
}

/// The letter below the marks.
fn base(c: char) -> Option<char> {
    let in_table = |table: &[u8], first: char| {
        let at = u32::from(c).checked_sub(first.into())? as usize;
        table.get(at).map(|letter| char::from(*letter)).filter(|letter| *letter != '-')
    };
    match c {
        'À'..='ɏ' => in_table(LATIN, 'À'),
        'Ḁ'..='ỿ' => in_table(LATIN_ADDITIONAL, 'Ḁ'),
        // East Asian keyboards write wide letters.
        '！'..='～' => char::from_u32(u32::from(c) - 0xfee0).map(|c| c.to_ascii_lowercase()),
        '\u{3000}' => Some(' '),
        _ => cyrillic_or_greek(c),
    }
}

fn cyrillic_or_greek(c: char) -> Option<char> {
    Some(match c {
        'Ё' | 'ё' => 'е',
        'Й' | 'й' => 'и',
        'Ї' | 'ї' => 'і',
        'Ў' | 'ў' => 'у',
        'Ά' | 'ά' => 'α',
        'Έ' | 'έ' => 'ε',
        'Ή' | 'ή' => 'η',
        'Ί' | 'ί' | 'Ϊ' | 'ϊ' | 'ΐ' => 'ι',
        'Ό' | 'ό' => 'ο',
        'Ύ' | 'ύ' | 'Ϋ' | 'ϋ' | 'ΰ' => 'υ',
        'Ώ' | 'ώ' => 'ω',
        'ς' => 'σ',
        _ => return None,
    })
}

/// U+00C0 to U+024F; a dash where there is no letter below.
const LATIN: &[u8] = b"aaaaaa-ceeeeiiiidnooooo-ouuuuy--aaaaaa-ceeeeiiiidnooooo-ouuuuy-y\
    aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii--jjkkkllllll-\
    -llnnnnnn---oooooo--rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs\
    b----------------------i--l----ooo-------------uu----zz---------\
    -------------aaiioouuuuuuuuuu-aaaa--ggggkkoooo--j---gg--nnaa--oo\
    aaaaeeeeiiiioooorrrruuuusstt--hh------aaeeooooooooyy------acclt-\
    ---b--eejj--rryy";

/// U+1E00 to U+1EFF.
const LATIN_ADDITIONAL: &[u8] = b"aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmm\
    mmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvv\
    wwwwwwwwwwxxxxyyzzzzzzhtwy-s----aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeee\
    eeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy------";

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_found_without_their_accents() {
        for (name, typed) in [
            ("Nguyễn Thị Quỳnh Anh", "nguyen thi quynh anh"),
            ("Nguye\u{302}\u{303}n", "nguyen"),
            ("ĐỖ ƯỚC", "do uoc"),
            ("Zoë Müller-Łukasz Øst", "zoe muller-lukasz ost"),
            ("Čigorin, Şahin, İnan, Þór, Straße", "cigorin, sahin, inan, thor, strasse"),
            ("Алёхин", "алехин"),
            ("Καπαμπλάνκας", "καπαμπλανκασ"),
            ("柯洁　Ａｎｎ", "柯洁 ann"),
            ("ガ", "ガ"),
            ("×", "×"),
        ] {
            assert_eq!(folded(name), typed);
        }
    }

    #[test]
    fn the_tables_have_a_place_for_every_character() {
        assert_eq!((LATIN.len(), LATIN_ADDITIONAL.len()), (0x250 - 0xc0, 0x100));
        assert_eq!([base('ɏ'), base('Ḁ'), base('ỹ')], [Some('y'), Some('a'), Some('y')]);
    }

    proptest! {
        #[test]
        fn upper_and_lower_case_are_the_same_and_folding_twice_changes_nothing(text in "[A-Za-zÀ-ỿ ]{0,20}") {
            let once = folded(&text);
            prop_assert_eq!(folded(&once), once);
        }
    }
}
