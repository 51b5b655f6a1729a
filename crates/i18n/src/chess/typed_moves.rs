//! Messages about typed chess moves, with the moves that were meant perhaps.

use crate::{Language, fill};

impl Language {
    /// `Rb7 could be Rab7 or Rfb7.`
    pub fn ambiguous_move(self, text: &str, moves: &[String]) -> String {
        fill(self.typed_moves().ambiguous, &[("text", text), ("moves", &self.either(moves))])
    }

    /// `a8: which piece? Type a8=Q, a8=R, a8=B or a8=N.`
    pub fn which_piece(self, text: &str, moves: &[String]) -> String {
        fill(self.typed_moves().which_piece, &[("text", text), ("moves", &self.either(moves))])
    }

    pub fn not_a_move(self, text: &str) -> String {
        fill(self.typed_moves().not_a_move, &[("text", text)])
    }

    /// `a, b or c`
    fn either(self, names: &[String]) -> String {
        let words = self.typed_moves();
        match names.split_last() {
            Some((last, some)) if !some.is_empty() => {
                fill(words.either, &[("some", &some.join(words.comma)), ("last", last)])
            }
            _ => names.concat(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn the_moves_that_were_meant_are_listed_in_every_language() {
        let rooks = names("Rab7 Rfb7");
        let texts = Language::ALL.map(|language| language.ambiguous_move("Rb7", &rooks));
        assert_eq!(
            texts,
            ["Rb7 could be Rab7 or Rfb7.", "Rb7 có thể là Rab7 hoặc Rfb7.", "Rb7 可能是 Rab7 或 Rfb7。"]
        );
        let pieces = names("a8=Q a8=R a8=B a8=N");
        let texts = Language::ALL.map(|language| language.which_piece("a8", &pieces));
        assert_eq!(
            texts,
            [
                "a8: which piece? Type a8=Q, a8=R, a8=B or a8=N.",
                "a8: phong cấp thành quân nào? Hãy gõ a8=Q, a8=R, a8=B hoặc a8=N.",
                "a8：升变为什么棋子？请输入 a8=Q、a8=R、a8=B 或 a8=N。",
            ]
        );
    }

    #[test]
    fn a_list_of_one_is_that_one() {
        assert_eq!(Language::En.ambiguous_move("R", &names("Ra1")), "R could be Ra1.");
    }
}
