//! The author's words are shown when they belong to what is on the board, and never before they would give a move away.

use drill::{Attempt, AttemptInput, MoveComment, Settings, Words, go};
use moment::Moment;
use record::go::GoFile;
use rules::go::{Point, Position};

use crate::script::{Script, drill};

fn comments(words: &Words) -> Vec<(&str, &str)> {
    words.comments.iter().map(|MoveComment { mv, text }| (mv.as_str(), text.as_str())).collect()
}

trait Reads {
    fn reads(self, wanted: &[(&str, &str)]) -> Self;
}

impl Reads for Script {
    fn reads(self, wanted: &[(&str, &str)]) -> Script {
        assert_eq!(comments(&self.attempt.words()), wanted);
        self
    }
}

#[test]
fn title_players_date_and_task_are_there_at_the_start() {
    let pgn = "[Event \"Immortal game\"]\n[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n[Date \"1851.06.??\"]\n[Site \"?\"]\n\n\
               {White to play.} {Two moves. [%csl Re4]} 1. e4 e5 2. Nf3 *";
    let words = drill(pgn).attempt.words();
    let wanted = Words {
        title: "Immortal game".to_owned(),
        players: "Anderssen – Kieseritzky".to_owned(),
        date: "1851.06".to_owned(),
        task: "White to play.\nTwo moves.".to_owned(),
        comments: Vec::new(),
    };
    assert_eq!(words, wanted);
    let pgn = "[Event \"?\"]\n[White \"?\"]\n[Black \"Bo\"]\n[Date \"????.??.??\"]\n\n1. e4 *";
    let words = drill(pgn).attempt.words();
    assert_eq!((&*words.title, &*words.players, &*words.date), ("", "Bo", ""));
}

#[test]
fn a_comment_comes_with_its_move_and_not_before() {
    drill("1. e4 {the king's pawn} e5 {symmetry} 2. {Look at f7.} Nf3 {attacks} *")
        .reads(&[])
        .play("e4")
        .reads(&[("1. e4", "the king's pawn")])
        .wait("600ms")
        .reads(&[("1. e4", "the king's pawn"), ("1... e5", "symmetry")])
        .play("Nf3")
        .reads(&[("1. e4", "the king's pawn"), ("1... e5", "symmetry"), ("2. Nf3", "Look at f7.\nattacks")]);
}

#[test]
fn a_text_that_names_a_move_to_be_found_waits_for_it() {
    let pgn = "[Event \"1.e4!\"]\n\n{After 1. e4 e5 2.Nf3 White attacks.} 1. e4 {and Sf3 follows} e5 {now 2. Nf3!} 2. Nf3 *";
    let script = drill(pgn).reads(&[]);
    assert_eq!((&*script.attempt.words().title, &*script.attempt.words().task), ("", ""));
    let script = script.play("e4").reads(&[]).wait("600ms").reads(&[]);
    assert_eq!((&*script.attempt.words().title, &*script.attempt.words().task), ("1.e4!", ""));
    let script = script.play("Nf3").reads(&[("1. e4", "and Sf3 follows"), ("1... e5", "now 2. Nf3!")]);
    assert_eq!(script.attempt.words().task, "After 1. e4 e5 2.Nf3 White attacks.");
}

#[test]
fn the_refutation_speaks_while_it_plays_and_until_the_next_move() {
    let refuted = [("1. f3", "Why not?\nweakens the king"), ("1... e5", "with a threat")];
    drill("1. e4 {fine} ( {Why not?} 1. f3? {weakens the king} e5 {with a threat} 2. g4 {better was 1. e4} Qh4#) *")
        .play("f3")
        .reads(&refuted[..1])
        .wait("2s")
        .reads(&refuted)
        .input(AttemptInput::Jump)
        .reads(&refuted)
        .wait("2s")
        .your_turn()
        .reads(&refuted)
        .play("d4")
        .reads(&refuted)
        .play("e4")
        .reads(&[("1. e4", "fine")]);
}

#[test]
fn a_good_alternative_has_its_own_words() {
    drill("1. e4 (1. d4 {also fine}) *").play("d4").reads(&[("1. d4", "also fine")]).wait("3s").your_turn();
}

#[test]
fn a_comment_after_a_variation_belongs_to_the_main_move() {
    drill("1. e4 (1. d4 {closed}) {So the open game.} e5 2. Nf3 *")
        .play("e4")
        .reads(&[("1. e4", "So the open game.")]);
}

#[test]
fn a_move_named_in_the_comment_on_itself_does_not_hide_it() {
    drill("1. e4 {1. e4 is best} e5 (1... c5 2. Nf3 d6 3. d4) 2. Nf3 Nc6 3. d4 *")
        .play("e4")
        .reads(&[("1. e4", "1. e4 is best")]);
}

#[test]
fn a_skipped_puzzle_hides_nothing() {
    let script = drill("{Nf3 wins} 1. e4 e5 2. Nf3 *").input(AttemptInput::Skip);
    assert_eq!(script.attempt.words().task, "Nf3 wins");
}

#[test]
fn a_restart_hides_the_words_again() {
    drill("1. e4 {the move} e5 2. Nf3 *").play("e4").input(AttemptInput::Restart).reads(&[]);
}

const GO: &str = "(;GM[1]SZ[9]GN[Atari]PB[Ann]PW[Bo]GC[From a lecture.]C[Black to play.]AB[dc][cd][ed]AW[dd]PL[B]\
    (;B[de]C[RIGHT];W[ff]C[White plays elsewhere. D4 is next.];B[df]C[That is it! RIGHT])\
    (;B[ee];W[de]C[The stone gets away; D5 was the point.]))";

fn go_attempt() -> Attempt<Position> {
    let file = GoFile(record::sgf::read(GO.as_bytes()).unwrap());
    let mut attempt = Attempt::new(go::puzzle(&file, file.0.games()[0]).unwrap().into(), Settings::default());
    attempt.handle(Moment::ORIGIN, AttemptInput::Start);
    attempt
}

#[test]
fn go_problems_have_words_without_their_marks() {
    let (mut attempt, mut now) = (go_attempt(), Moment::ORIGIN);
    let words = attempt.words();
    assert_eq!(
        (&*words.title, &*words.players, &*words.task),
        ("Atari", "Ann – Bo", "From a lecture.\nBlack to play.")
    );
    let mut play = |attempt: &mut Attempt<Position>, at: &str| {
        attempt.handle(now, AttemptInput::Drop(Point::from_sgf(at.as_bytes()).unwrap()));
        while let Some(deadline) = attempt.deadline() {
            now = deadline;
            attempt.handle(now, AttemptInput::Wake);
        }
    };
    play(&mut attempt, "ee");
    assert_eq!(comments(&attempt.words()), [], "the refutation names the point to be found");
    play(&mut attempt, "de");
    assert_eq!(comments(&attempt.words()), [], "the comment on the reply names the next point");
    play(&mut attempt, "df");
    let wanted = [("W F4", "White plays elsewhere. D4 is next."), ("B D4", "That is it!")];
    assert_eq!(comments(&attempt.words()), wanted);
}
