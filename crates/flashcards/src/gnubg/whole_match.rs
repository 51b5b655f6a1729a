//! The dialogue in which gnubg analyses a whole match, game by game, so that its progress can be told.

use record::backgammon::{MatchFile, MatchFormat};

/// gnubg's reply to this command marks the end of a game's analysis.
const GAME_DONE: &str = "set output digits 3\n";
const GAME_DONE_REPLY: &str = "digits after the decimal separator";

/// What gnubg is given: a file and commands, in a folder of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchDialogue {
    /// The name that the match has to have in the folder.
    pub file_name: &'static str,
    /// Sent at once.
    pub commands: String,
    pub games: usize,
}

impl MatchDialogue {
    /// Where gnubg writes the match with its analysis.
    pub const ANALYSED: &'static str = "analysed.sgf";

    /// `None` if gnubg cannot read the match: it is no match, or a file of eXtreme Gammon.
    pub fn new(bytes: &[u8], plies: u8) -> Option<MatchDialogue> {
        let file = MatchFile::read(bytes).ok()?;
        let (file_name, open) = match file.format() {
            MatchFormat::Mat => ("match.mat", "import mat"),
            MatchFormat::Sgf => ("match.sgf", "load match"),
            MatchFormat::Xg => return None,
        };
        let games = file.games().len();
        let mut commands = format!(
            "set confirm default no\n{open} \"{file_name}\"\n\
             set analysis chequerplay evaluation plies {plies}\nset analysis cubedecision evaluation plies {plies}\n\
             set analysis luckanalysis plies 0\nfirst game\n"
        );
        let each = format!("analyse game\n{GAME_DONE}");
        commands.push_str(&vec![each; games].join("next game\n"));
        commands.push_str(&format!("save match \"{}\"\nquit\n", MatchDialogue::ANALYSED));
        Some(MatchDialogue { file_name, commands, games })
    }

    /// How many games are analysed when gnubg has printed this.
    pub fn games_done(&self, output: &str) -> usize {
        output.matches(GAME_DONE_REPLY).count().min(self.games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATCH: &str = " 3 point match\n\n Game 1\n Ann : 0                            Bo : 0\n  \
        1) 31: 8/5 6/5                     42: 8/4 6/4\n      Wins 1 point\n\n Game 2\n \
        Ann : 1                            Bo : 0\n  1) 31: 8/5 6/5\n";

    #[test]
    fn every_game_is_analysed_and_its_end_is_seen() {
        let dialogue = MatchDialogue::new(MATCH.as_bytes(), 1).unwrap();
        assert_eq!((dialogue.file_name, dialogue.games), ("match.mat", 2));
        assert_eq!(dialogue.commands.matches("analyse game").count(), 2);
        assert_eq!(dialogue.commands.matches("next game").count(), 1);
        assert!(dialogue.commands.ends_with("save match \"analysed.sgf\"\nquit\n"));
        let line = "Probabilities and equities will be shown with 3 digits after the decimal separator\n";
        assert_eq!([0, 1, 2, 3].map(|times| dialogue.games_done(&line.repeat(times))), [0, 1, 2, 2]);
    }

    #[test]
    fn a_match_in_sgf_is_loaded_and_other_files_are_not_sent() {
        let sgf = "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bo];W[31qtst])";
        let dialogue = MatchDialogue::new(sgf.as_bytes(), 0).unwrap();
        assert!(dialogue.commands.contains("load match \"match.sgf\""));
        assert_eq!(MatchDialogue::new(b"1. e4 e5", 0), None);
    }
}
