//! Blocks as HTML. Moves are buttons with `data-node`; what folds has `data-fold` or `data-unfold`.

use std::collections::BTreeMap;
use std::fmt::Write;

use i18n::{Language, fill, visible};
use record::NodeId;
use record::chess::notation::{
    Block, FoldedVariation, GlyphClass, MoveText, MoveTexts, Notation, Token, clock_text, figurine,
    score_text,
};

use super::view::Display;

/// Deeper variations are not indented further: the lines would get too short.
const MAX_INDENT: u16 = 6;
const CLOSED: &str = "<svg class=\"icon\" viewBox=\"0 0 20 20\" aria-hidden=\"true\"><path d=\"M7.5 4.5 13 10l-5.5 5.5\"/></svg>";
const OPENED: &str = "<svg class=\"icon\" viewBox=\"0 0 20 20\" aria-hidden=\"true\"><path d=\"M4.5 7.5 10 13l5.5-5.5\"/></svg>";

/// What somebody else than the file says of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remark {
    /// `??`
    pub sign: &'static str,
    /// The class of its colour.
    pub class: &'static str,
    /// In words, and whose it is.
    pub name: &'static str,
    pub source: &'static str,
}

pub type Remarks = BTreeMap<NodeId, Remark>;

pub struct Page<'a> {
    pub notation: &'a Notation,
    pub texts: &'a MoveTexts,
    pub display: Display,
    pub language: Language,
    pub remarks: &'a Remarks,
}

impl Page<'_> {
    pub fn block(&self, block: &Block) -> String {
        match block {
            Block::Row { number, white, black } => self.row(*number, *white, *black),
            Block::Comment { text } => {
                format!("<div class=\"said\" role=\"listitem\"><bdi>{}</bdi></div>", escaped(&visible(text)))
            }
            Block::Unread { text } => {
                format!("<div class=\"said\" role=\"listitem\">{}</div>", self.unread(text))
            }
            Block::Line { depth, tokens } => self.line(*depth, tokens),
            Block::Folded { depth, variation } => {
                let indent = (*depth).clamp(1, MAX_INDENT);
                format!("<div class=\"var d{indent}\" role=\"listitem\">{}</div>", self.folded(variation))
            }
            Block::Result(outcome) => {
                let words = self.language.notation();
                let label = fill(words.game_result, &[("result", outcome.text())]);
                let text = outcome.text();
                format!(
                    "<div class=\"result\" role=\"listitem\" aria-label=\"{}\">{text}</div>",
                    escaped(&label)
                )
            }
        }
    }

    fn row(&self, number: u32, white: Option<NodeId>, black: Option<NodeId>) -> String {
        let half = |node: Option<NodeId>| match node.and_then(|node| Some((node, self.texts.of(node)?))) {
            Some((node, text)) => self.half(node, text),
            None => "<span class=\"mv gap\" aria-hidden=\"true\">…</span>".to_owned(),
        };
        // After White's last move there is nothing to wait for.
        let black = if black.is_none() && self.is_last(white) { String::new() } else { half(black) };
        format!(
            "<div class=\"nrow\" role=\"listitem\"><span class=\"no\" aria-hidden=\"true\">{number}</span>{}{black}</div>",
            half(white)
        )
    }

    fn is_last(&self, white: Option<NodeId>) -> bool {
        let at = white.and_then(|node| self.notation.block_of(node));
        let after = at.and_then(|at| self.notation.blocks().get(at + 1..)).unwrap_or_default();
        !after.iter().any(|block| matches!(block, Block::Row { .. }))
    }

    fn half(&self, node: NodeId, text: &MoveText) -> String {
        let folded = self.notation.folded_in_row(node);
        let mut label = self.label(node, text);
        let mut inside =
            format!("<span class=\"san\">{}</span>{}", escaped(&self.san(text)), self.glyphs(node, text));
        if folded > 0 {
            let count = self.language.count(self.language.notation().folded_count, folded as usize);
            let _ = write!(
                inside,
                "<span class=\"hid\" aria-hidden=\"true\" data-unfold=\"{}\" title=\"{}\">{CLOSED}{folded}</span>",
                node.index(),
                escaped(&count)
            );
            label += &format!(", {count}");
        }
        let figures = self.figures(text);
        if !figures.is_empty() {
            inside += " ";
            inside += &figures;
        }
        button("mv", node, text, &label, &inside)
    }

    fn line(&self, depth: u16, tokens: &[Token]) -> String {
        let is_running = self.display.style == record::chess::notation::NotationStyle::Inline;
        let mut brackets = if is_running { depth } else { 0 };
        let class = match is_running {
            true => "run".to_owned(),
            false => format!("var d{}", depth.clamp(1, MAX_INDENT)),
        };
        let mut out = format!("<div class=\"{class}\" role=\"listitem\">");
        if brackets > 0 {
            out += "<span class=\"inner\">";
        }
        for token in tokens {
            match token {
                Token::Open(head) => {
                    if is_running && brackets == 0 {
                        out += "<span class=\"inner\">";
                    }
                    brackets += u16::from(is_running);
                    out += &self.fold_button(*head, is_running);
                }
                Token::Close => {
                    out.truncate(out.trim_end().len());
                    out += ")";
                    brackets = brackets.saturating_sub(1);
                    out += if brackets == 0 { "</span> " } else { " " };
                }
                token => out += &self.token(token),
            }
        }
        if brackets > 0 {
            out += "</span>";
        }
        out + "</div>"
    }

    fn token(&self, token: &Token) -> String {
        match token {
            Token::Number(number) => format!("<span class=\"num\" aria-hidden=\"true\">{number}</span> "),
            Token::Comment(text) => format!("<bdi class=\"remark\">{}</bdi> ", escaped(&visible(text))),
            Token::Unread(text) => self.unread(text) + " ",
            Token::Move { node, is_main } => self.inline_move(*node, *is_main),
            Token::Folded(variation) => self.folded(variation) + " ",
            Token::Open(_) | Token::Close => String::new(),
        }
    }

    fn inline_move(&self, node: NodeId, is_main: bool) -> String {
        let Some(text) = self.texts.of(node) else { return String::new() };
        let inside = format!("{}{}", escaped(&self.san(text)), self.glyphs(node, text));
        let class = if is_main { "vm main" } else { "vm" };
        let figures = self.figures(text);
        let gap = if figures.is_empty() { "" } else { " " };
        button(class, node, text, &self.label(node, text), &inside) + gap + &figures + " "
    }

    fn unread(&self, text: &str) -> String {
        let label = escaped(self.language.notation().unread);
        format!("<bdi class=\"unread\" title=\"{label}\">{}</bdi>", escaped(&visible(text)))
    }

    fn fold_button(&self, head: NodeId, is_bracket: bool) -> String {
        let label = escaped(self.language.notation().fold_variation);
        let (class, sign) = if is_bracket { ("fold bracket", "(") } else { ("fold", OPENED) };
        format!(
            "<button type=\"button\" class=\"{class}\" tabindex=\"-1\" data-fold=\"{}\" aria-expanded=\"true\" \
             aria-label=\"{label}\" title=\"{label}\">{sign}</button>",
            head.index()
        )
    }

    /// The first moves and the length of a folded variation.
    fn folded(&self, variation: &FoldedVariation) -> String {
        let words = self.language.notation();
        let mut moves = String::new();
        for (n, node) in variation.moves.iter().enumerate() {
            let Some(text) = self.texts.of(*node) else { continue };
            let is_numbered = n == 0 || text.color == rules::chess::Color::White;
            let number = if is_numbered { text.number_text() + " " } else { String::new() };
            let san = escaped(&self.san(text));
            let signs: String = text.glyphs.iter().map(|glyph| escaped(&glyph.text)).collect();
            let _ = match n {
                0 => write!(moves, "<b>{number}{san}{signs}</b>"),
                _ => write!(moves, " {number}{san}{signs}"),
            };
        }
        let length = self.language.count(words.length, variation.length as usize);
        format!(
            "<button type=\"button\" class=\"folded\" tabindex=\"-1\" data-fold=\"{}\" aria-expanded=\"false\" title=\"{}\">\
             {CLOSED}<span>{moves} · {}</span></button>",
            variation.head.index(),
            escaped(words.unfold_variation),
            escaped(&length)
        )
    }

    fn san(&self, text: &MoveText) -> String {
        let san = visible(&text.san);
        if self.display.figurines && text.is_playable { figurine(&san) } else { san.into_owned() }
    }

    /// The evaluation and the clock.
    fn figures(&self, text: &MoveText) -> String {
        let eval = text.eval.filter(|_| self.display.evaluations).map(|eval| score_text(eval.score));
        let clock = text.clock.filter(|_| self.display.clocks).map(clock_text);
        let eval = eval.map(|eval| format!("<span class=\"ev\">{eval}</span>"));
        let clock = clock.map(|clock| format!("<span class=\"clk\">{clock}</span>"));
        let figures: Vec<String> = [eval, clock].into_iter().flatten().collect();
        match figures.as_slice() {
            [] => String::new(),
            figures => format!("<span class=\"figures\">{}</span>", figures.join(" ")),
        }
    }

    /// What a screen reader says: the text of the button, with letters for pieces and the number before it.
    fn label(&self, node: NodeId, text: &MoveText) -> String {
        let mut label = format!("{} {}", text.number_text(), visible(&text.san));
        text.glyphs.iter().for_each(|glyph| label += &glyph.text);
        if let Some(eval) = text.eval.filter(|_| self.display.evaluations) {
            let _ = write!(label, " {}", score_text(eval.score));
        }
        if let Some(clock) = text.clock.filter(|_| self.display.clocks) {
            let _ = write!(label, " {}", clock_text(clock));
        }
        if let Some(remark) = self.remarks.get(&node) {
            let _ = write!(label, ", {} ({})", remark.name, remark.source);
        }
        if !text.is_playable {
            let _ = write!(label, ", {}", self.language.notation().unplayable);
        }
        label
    }
}

impl Page<'_> {
    fn glyphs(&self, node: NodeId, text: &MoveText) -> String {
        let remark = self.remarks.get(&node).map(|remark| {
            let Remark { sign, class, name, source } = *remark;
            let title = escaped(&format!("{name} ({source})"));
            format!("<span class=\"g remarked {class}\" title=\"{title}\">{}</span>", escaped(sign))
        });
        glyphs(text) + &remark.unwrap_or_default()
    }
}

fn button(class: &str, node: NodeId, text: &MoveText, label: &str, inside: &str) -> String {
    let broken = if text.is_playable { "" } else { " broken" };
    format!(
        "<button type=\"button\" class=\"{class}{broken}\" tabindex=\"-1\" data-node=\"{}\" aria-label=\"{}\">{inside}</button>",
        node.index(),
        escaped(label)
    )
}

fn glyphs(text: &MoveText) -> String {
    let glyph = |glyph: &record::chess::notation::Glyph| {
        let class = match glyph.class() {
            Some(GlyphClass::Best) => " best",
            Some(GlyphClass::Fine) => " fine",
            Some(GlyphClass::Doubtful) => " doubt",
            Some(GlyphClass::Mistake) => " warn",
            Some(GlyphClass::Blunder) => " blunder",
            None => "",
        };
        format!("<span class=\"g{class}\">{}</span>", escaped(&visible(&glyph.text)))
    };
    text.glyphs.iter().map(glyph).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use record::chess::notation::{Folding, NotationStyle};
    use record::pgn::Pgn;

    use super::*;

    fn html(pgn: &str, display: Display) -> Vec<String> {
        html_with(pgn, display, |_| None)
    }

    fn html_with(pgn: &str, display: Display, mark: fn(&record::pgn::Game) -> Option<NodeId>) -> Vec<String> {
        let game = Pgn::read(pgn.as_bytes().to_vec()).game(0).unwrap();
        let marked = mark(&game);
        let texts = MoveTexts::new(&game);
        let notation = Notation::new(&game, &texts, display.style, &Folding::default());
        let remark = Remark { sign: "??", class: "blunder", name: "Blunder", source: "by the review" };
        let remarks = marked.into_iter().map(|node| (node, remark)).collect();
        let page =
            Page { notation: &notation, texts: &texts, display, language: Language::En, remarks: &remarks };
        notation.blocks().iter().map(|block| page.block(block)).collect()
    }

    #[test]
    fn a_comment_cannot_contain_markup() {
        let shown = html("1. e4 {<img src=x onerror=\"alert(1)\"> & more} *", Display::default()).join("");
        assert!(shown.contains("&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; more"), "{shown}");
    }

    #[test]
    fn a_sign_stands_for_its_number_and_the_label_has_the_move_number() {
        let shown = html("1. e4 e5 $14 {[%eval -0.2]} *", Display::default()).join("");
        assert!(shown.contains("<span class=\"g\">+=</span>"), "{shown}");
        assert!(shown.contains("aria-label=\"1... e5+= −0.2\""), "{shown}");
    }

    #[test]
    fn text_that_cannot_be_read_is_marked_and_escaped() {
        let shown = html("1. e4 <b>x9 e5 (1... c5 ?<i>) *", Display::default()).join("");
        assert!(shown.contains("title=\"not readable as a move\""), "{shown}");
        assert!(!shown.contains("<i>") && !shown.contains("<b>x9"), "{shown}");
    }

    #[test]
    fn what_a_review_says_stands_beside_the_move_and_in_its_label() {
        let first = |game: &record::pgn::Game| game.tree().first_child(game.root());
        let shown = html_with("1. f3! e5 *", Display::default(), first).join("");
        assert!(
            shown.contains(">??</span>") && shown.contains("title=\"Blunder (by the review)\""),
            "{shown}"
        );
        assert!(shown.contains("aria-label=\"1. f3!, Blunder (by the review)\""), "{shown}");
        assert_eq!(shown.matches("??").count(), 1, "{shown}");
    }

    #[test]
    fn figurines_are_only_for_the_eye() {
        let shown = html("1. Nf3 *", Display { figurines: true, ..Display::default() }).join("");
        assert!(shown.contains(">♘\u{fe0e}f3<") && shown.contains("aria-label=\"1. Nf3\""), "{shown}");
    }

    #[test]
    fn brackets_of_a_running_text_are_balanced() {
        let display = Display { style: NotationStyle::Inline, ..Display::default() };
        let shown = html("1. e4 e5 (1... c5 (1... e6) 2. Nf3) 2. d4 *", display).join("");
        let count = |part: &str| shown.matches(part).count();
        assert_eq!(count("<span"), count("</span>"), "{shown}");
        // A variation of a variation's first move is another variation of the same move.
        assert_eq!(count("<span class=\"inner\">"), 2, "{shown}");
        assert!(shown.contains("Nf3</button>)</span>"), "{shown}");
    }
}
