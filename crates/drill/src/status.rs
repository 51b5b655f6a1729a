//! What the trainer says, in the languages it speaks: one row per sentence.

/// Something to tell the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    YourTurn,
    Correct,
    Incorrect,
    Illegal,
    /// The opponent could also have played something else: side line `number` of `of`.
    Variation {
        number: usize,
        of: usize,
    },
    LeaveVariation,
    ReturnToMainLine,
    Mistake,
    AlsoGood,
    FindBetter,
    ChoosePiece,
    HintSquare,
    HintArrow,
    HintPlayed,
    Solution,
    Solved,
    Failed,
    Skipped,
    Paused,
    TimeIsUp,
    Stopped,
    AllSolved,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    English,
    Vietnamese,
    Chinese,
}

impl Language {
    pub const ALL: [Language; 3] = [Language::English, Language::Vietnamese, Language::Chinese];

    /// By the tag that browsers give: `en-GB`, `vi`, `zh-Hans`.
    pub fn from_tag(tag: &str) -> Language {
        match tag.get(..2).map(str::to_ascii_lowercase).as_deref() {
            Some("vi") => Language::Vietnamese,
            Some("zh") => Language::Chinese,
            _ => Language::English,
        }
    }
}

impl Status {
    /// Every kind of status once, for whoever wants to see the whole table.
    pub const ALL: [Status; 23] = [
        Status::YourTurn,
        Status::Correct,
        Status::Incorrect,
        Status::Illegal,
        Status::Variation { number: 1, of: 1 },
        Status::Variation { number: 2, of: 3 },
        Status::LeaveVariation,
        Status::ReturnToMainLine,
        Status::Mistake,
        Status::AlsoGood,
        Status::FindBetter,
        Status::ChoosePiece,
        Status::HintSquare,
        Status::HintArrow,
        Status::HintPlayed,
        Status::Solution,
        Status::Solved,
        Status::Failed,
        Status::Skipped,
        Status::Paused,
        Status::TimeIsUp,
        Status::Stopped,
        Status::AllSolved,
    ];

    pub fn text(self, language: Language) -> String {
        let [english, vietnamese, chinese] = self.row();
        let text = match language {
            Language::English => english,
            Language::Vietnamese => vietnamese,
            Language::Chinese => chinese,
        };
        match self {
            Status::Variation { number, of } => {
                text.replace("{i}", &number.to_string()).replace("{n}", &of.to_string())
            }
            _ => text.to_owned(),
        }
    }

    #[rustfmt::skip]
    fn row(self) -> [&'static str; 3] {
        match self {
            Status::YourTurn => ["Your turn", "Đến lượt bạn", "轮到你了"],
            Status::Correct => ["✅ Correct", "✅ Chính xác", "✅ 正确"],
            Status::Incorrect => ["❌ Not that move: try again", "❌ Chưa đúng, hãy thử lại", "❌ 不对，请再试一次"],
            Status::Illegal => ["That move is not legal", "Nước đi không hợp lệ", "这步棋不合规则"],
            Status::Variation { number: 1, .. } => ["📌 There is a side line!", "📌 Có biến phụ!", "📌 有变着！"],
            Status::Variation { .. } => ["📌 Side line {i} of {n}", "📌 Biến phụ {i}/{n}", "📌 变着 {i}/{n}"],
            Status::LeaveVariation => ["End of this side line", "Hết biến phụ này", "此变着结束"],
            Status::ReturnToMainLine => ["↩ Back to the main line", "↩ Quay lại biến chính", "↩ 回到主变"],
            Status::Mistake => ["❌ This move is a mistake!", "❌ Đây là nước sai lầm!", "❌ 这是一步错着！"],
            Status::AlsoGood => ["✅ This move is good too!", "✅ Đây là nước cũng hay!", "✅ 这步也不错！"],
            Status::FindBetter => ["↩ Back, to find a better move", "↩ Quay lại tìm nước hay hơn", "↩ 返回，寻找更好的着法"],
            Status::ChoosePiece => ["Choose a piece", "Hãy chọn quân phong cấp", "请选择升变的棋子"],
            Status::HintSquare => ["Hint: look here", "Gợi ý: hãy nhìn ô này", "提示：看这里"],
            Status::HintArrow => ["Hint: this is the move", "Gợi ý: đây là nước đi", "提示：就是这步棋"],
            Status::HintPlayed => ["Played for you", "Đã đi giúp bạn", "已替你走出"],
            Status::Solution => ["This is the solution", "Đây là lời giải", "这是答案"],
            Status::Solved => ["✅ Solved", "✅ Đã giải xong", "✅ 已解出"],
            Status::Failed => ["Done, with mistakes", "Đã xong, nhưng có sai lầm", "完成，但有失误"],
            Status::Skipped => ["Skipped", "Đã bỏ qua", "已跳过"],
            Status::Paused => ["Paused", "Tạm dừng", "已暂停"],
            Status::TimeIsUp => ["Time is up", "Hết giờ", "时间到"],
            Status::Stopped => ["Session ended", "Đã kết thúc buổi tập", "训练已结束"],
            Status::AllSolved => ["Every puzzle is done", "Đã giải hết các bài", "所有题目已完成"],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sentence_is_there_in_every_language() {
        for status in Status::ALL {
            let texts = Language::ALL.map(|language| status.text(language));
            assert!(texts.iter().all(|text| !text.is_empty() && !text.contains('{')), "{status:?}");
            assert!(texts[0] != texts[1] && texts[0] != texts[2] && texts[1] != texts[2], "{status:?}");
        }
    }

    #[test]
    fn the_sentences_of_old_stay_as_they_were() {
        let table = [
            (Status::Variation { number: 1, of: 3 }, "📌 Có biến phụ!"),
            (Status::Variation { number: 2, of: 3 }, "📌 Biến phụ 2/3"),
            (Status::Mistake, "❌ Đây là nước sai lầm!"),
            (Status::AlsoGood, "✅ Đây là nước cũng hay!"),
            (Status::ReturnToMainLine, "↩ Quay lại biến chính"),
            (Status::FindBetter, "↩ Quay lại tìm nước hay hơn"),
        ];
        for (status, text) in table {
            assert_eq!(status.text(Language::Vietnamese), text);
        }
    }

    #[test]
    fn a_browser_says_which_language_it_wants() {
        assert_eq!(Language::from_tag("vi-VN"), Language::Vietnamese);
        assert_eq!(Language::from_tag("zh"), Language::Chinese);
        assert_eq!(Language::from_tag("fr"), Language::English);
        assert_eq!(Language::from_tag(""), Language::English);
    }
}
