//! Any readable file is written back unchanged by both writers, and no reader of it panics.

use std::collections::BTreeSet;

use record::GameRecord;
use record::go::{self, GoRecord};
use record::layout::Layout;
use record::sgf::{self, Charset, Rotation};

pub(crate) fn check(bytes: &[u8]) {
    let Ok(mut file) = sgf::read(bytes) else { return };
    assert_eq!(file.write(), bytes);
    file.tree_mut();
    assert_eq!(file.write(), bytes);

    let pretty = sgf::read_as(&file.pretty(), file.charset()).expect("a pretty file can be read");
    assert_eq!(file.games().len(), pretty.games().len());
    go::check(&file);

    let mut record = GoRecord::open(file.clone(), 0);
    record.to_end();
    let all: Vec<_> = record.tree().preorder(record.root()).collect();
    for value in all.into_iter().filter_map(|node| record.written_value(node)) {
        assert!((0.0..=1.0).contains(&value.win_rate) && value.lead.is_none_or(f64::is_finite));
    }
    Layout::new(record.tree(), record.root(), &BTreeSet::new());

    let mut rotated = file.clone();
    for rotation in [Rotation::Quarter, Rotation::Half, Rotation::Quarter] {
        rotated.rotate(rotation);
    }
    for name in ["Shift_JIS", "Big5", "GB18030", "ISO-2022-JP", "UTF-16BE", "EUC-KR"] {
        let charset = Charset::named(name).expect("a known charset");
        if let Ok(mut other) = sgf::read_as(bytes, charset) {
            assert_eq!(other.write(), bytes);
            other.tree_mut();
            assert_eq!(other.write(), bytes);
            other.to_utf8();
            sgf::read(&other.write()).expect("the UTF-8 conversion can be read");
        }
    }
}
