//! Every mode of an attempt, and bugs known from other trainers.

use drill::{AttemptInput, AttemptOutput, Help, Hint, Mode, NoSolution, Settings, Side, Status, chess};
use rules::chess::Role;

use crate::script::{drill, drill_with, read, time};

const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

#[test]
fn a_puzzle_starts_with_the_side_that_solves() {
    drill("1. e4 e5 2. Nf3 *").feedback(Status::YourTurn).your_turn().wait("9s").nothing().your_turn();
}

#[test]
fn the_opponent_may_move_first_after_half_a_second() {
    let pgn = "[Orientation \"black\"]\n\n1. e4 e5 2. Nf3 *";
    assert_eq!(chess::puzzle(&read(pgn)).unwrap().solver(), Side::Black);
    drill(pgn)
        .is(|mode| matches!(mode, Mode::LeadIn { .. }))
        .wait("499ms")
        .nothing()
        .wait("1ms")
        .shows("e2e4")
        .feedback(Status::YourTurn)
        .play("e5")
        .wait("600ms")
        .shows("g1f3")
        .done(true);
}

#[test]
fn a_reply_comes_600_ms_after_the_players_move() {
    drill("1. e4 e5 2. Nf3 Nc6 3. Bb5 *")
        .play("e4")
        .feedback(Status::Correct)
        .is(|mode| matches!(mode, Mode::Reply { .. }))
        .wait("599ms")
        .nothing()
        .wait("1ms")
        .shows("e7e5")
        .your_turn()
        .play("Nf3")
        .wait("600ms")
        .shows("b8c6")
        .play("Bb5")
        .done(true);
}

#[test]
fn the_opponents_alternatives_come_first_one_by_one() {
    drill("1. e4 e5 (1... c5 2. Nf3) (1... e6 2. d4 d5) 2. Nf3 *")
        .play("e4")
        .feedback(Status::Variation { number: 1, of: 2 })
        .resets_to(E4)
        .is(|mode| matches!(mode, Mode::EnterVariation { number: 1, of: 2, .. }))
        .wait("800ms")
        .nothing()
        .wait("300ms")
        .shows("c7c5")
        .play("Nf3")
        .feedback(Status::Correct)
        .feedback(Status::LeaveVariation)
        .is(|mode| matches!(mode, Mode::LeaveVariation { .. }))
        .wait("1s")
        .feedback(Status::Variation { number: 2, of: 2 })
        .resets_to(E4)
        .wait("999ms")
        .nothing()
        .wait("301ms")
        .shows("e7e6")
        .play("d4")
        .wait("600ms")
        .shows("d7d5")
        .feedback(Status::ReturnToMainLine)
        .wait("1s")
        .resets_to(E4)
        .wait("300ms")
        .shows("e7e5")
        .play("Nf3")
        .done(true);
}

#[test]
fn nested_alternatives_are_shown_before_their_own_main_line() {
    drill("1. e4 e5 (1... c5 2. Nf3 d6 (2... Nc6 3. d4) 3. d4) 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 *")
        .play("e4")
        .wait("1100ms")
        .shows("c7c5")
        .play("Nf3")
        .feedback(Status::Variation { number: 1, of: 1 })
        .wait("1100ms")
        .shows("b8c6")
        .play("d4")
        .feedback(Status::ReturnToMainLine)
        .wait("1300ms")
        .shows("d7d6")
        .play("d4")
        .wait("1300ms")
        .shows("e7e5")
        .play("Nf3")
        .feedback(Status::Variation { number: 1, of: 1 })
        .wait("1100ms")
        .shows("d7d6")
        .play("d4")
        .wait("1300ms")
        .shows("b8c6")
        .play("Bb5")
        .done(true);
}

#[test]
fn the_players_own_variations_are_not_played_automatically() {
    drill("1. e4 (1. d4 d5) (1. f4? e5) e5 2. Nf3 *")
        .play("e4")
        .wait("600ms")
        .shows("e7e5")
        .play("Nf3")
        .done(true);
}

#[test]
fn a_wrong_move_is_a_mistake_and_may_be_retried() {
    let script = drill("1. e4 e5 2. Nf3 *")
        .play("d4")
        .feedback(Status::Incorrect)
        .outputs_include(|out| *out == AttemptOutput::Refused)
        .your_turn()
        .board_is("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w");
    let script = script.play("e4").wait("600ms").play("Nf3").feedback(Status::Failed).done(false);
    assert_eq!(script.outcome().mistakes, 1);
}

#[test]
fn an_illegal_drop_is_not_a_mistake() {
    let script = drill("1. e4 *")
        .drop("e2e5")
        .outputs_include(|out| *out == AttemptOutput::Refused)
        .drop("e7e5")
        .drop("b3b4")
        .your_turn();
    assert_eq!(script.outcome().mistakes, 0);
    script.drop("e2e4").done(true);
}

#[test]
fn a_bad_variation_is_refuted_then_taken_back() {
    let script = drill("1. e4 (1. f3? e5 2. g4 Qh4#) e5 2. Nf3 *")
        .play("f3")
        .feedback(Status::Mistake)
        .is(|mode| matches!(mode, Mode::Refute { .. }))
        .wait("2s")
        .shows("e7e5")
        .play("g4")
        .nothing()
        .wait("2s")
        .shows("g2g4")
        .wait("2s")
        .shows("d8h4")
        .wait("1999ms")
        .nothing()
        .wait("1ms")
        .feedback(Status::FindBetter)
        .is(|mode| matches!(mode, Mode::Return { .. }))
        .wait("1999ms")
        .nothing()
        .wait("1ms")
        .your_turn()
        .resets_to("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    script.play("e4").wait("600ms").play("Nf3").done(false);
}

#[test]
fn a_blunder_is_refuted_too_and_a_key_jumps_to_the_end() {
    drill("1. e4 (1. f3?? e5 2. g4 Qh4#) *")
        .play("f3")
        .input(AttemptInput::Jump)
        .shows("e7e5 g2g4 d8h4")
        .feedback(Status::FindBetter)
        .wait("2s")
        .your_turn()
        .play("e4")
        .done(false);
}

#[test]
fn after_another_good_move_the_better_one_is_asked_for() {
    let script = drill("1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4 e6) e5 2. Nf3 *")
        .play("d4")
        .feedback(Status::AlsoGood)
        .is(|mode| matches!(mode, Mode::GoodAlternative { .. }))
        .wait("800ms")
        .feedback(Status::Variation { number: 1, of: 1 })
        .wait("1100ms")
        .shows("g8f6")
        .play("c4")
        .wait("1300ms")
        .shows("d7d5")
        .play("c4")
        .wait("600ms")
        .shows("e7e6")
        .feedback(Status::FindBetter)
        .wait("2s")
        .your_turn();
    assert_eq!(script.outcome().mistakes, 0);
    script.play("e4").wait("600ms").play("Nf3").done(true);
}

#[test]
fn the_notation_of_a_move_does_not_matter() {
    for pgn in ["1. Ng1f3 d7-d5 2. 0000 *", "17... Nf3 3. d5 1. g3 *", "1. Nf3+ d5 2. g3! *"] {
        drill(pgn).play("g1f3").feedback(Status::Correct).wait("600ms").shows("d7d5").your_turn();
    }
}

const PROMOTE: &str = "[FEN \"8/4P1kp/6pp/8/8/8/8/4K3 w - - 0 1\"]\n\n1. e8=N+ (1. e8=Q? g5) Kf7 2. Nd6+ *";

#[test]
fn underpromotion_is_asked_for() {
    let roles = |out: &AttemptOutput<_>| match out {
        AttemptOutput::Choose(moves) => {
            let moves: &Vec<rules::chess::Move> = moves;
            let roles: Vec<_> = moves.iter().filter_map(|mv| mv.promotion()).collect();
            roles == [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
        }
        _ => false,
    };
    drill(PROMOTE)
        .drop("e7e8")
        .feedback(Status::ChoosePiece)
        .outputs_include(roles)
        .is(|mode| matches!(mode, Mode::Promotion { .. }))
        .input(AttemptInput::Cancel)
        .your_turn()
        .drop("e7e8")
        .input(AttemptInput::Choose(3))
        .feedback(Status::Correct)
        .wait("600ms")
        .shows("g7f7");
    drill(PROMOTE)
        .drop("e7e8")
        .input(AttemptInput::Choose(0))
        .feedback(Status::Mistake)
        .wait("2s")
        .shows("g6g5");
    drill(PROMOTE).drop("e7e8").input(AttemptInput::Choose(1)).feedback(Status::Incorrect).your_turn();
    drill(PROMOTE).drop("e7e8").input(AttemptInput::Choose(9)).nothing();
}

const TWO_MATES: &str = "[FEN \"6k1/5ppp/8/8/8/8/5PPP/QR4K1 w - - 0 1\"]\n\n1. Qa8# *";

#[test]
fn any_mate_is_right_unless_that_is_turned_off() {
    drill(TWO_MATES).play("Rb8#").feedback(Status::Correct).done(true);
    let strict = Settings { any_mate: false, ..Settings::default() };
    drill_with(TWO_MATES, strict)
        .play("Rb8#")
        .feedback(Status::Incorrect)
        .your_turn()
        .play("Qa8#")
        .done(false);
}

#[test]
fn a_mate_ends_its_own_line_only() {
    let pgn = "[FEN \"6k1/5pp1/7p/8/8/8/5PPP/QR4K1 w - - 0 1\"]\n\n1. h3 g6 (1... f6 2. Qa8+ Kf7 3. Qd5+) 2. Qa8+ *";
    drill(pgn)
        .play("h3")
        .wait("1100ms")
        .shows("f7f6")
        .play("Qa8+")
        .wait("600ms")
        .play("Qd5+")
        .wait("1300ms")
        .shows("g7g6");
    let pgn = "[FEN \"6k1/5ppp/8/8/8/8/5PPP/QR4K1 w - - 0 1\"]\n\n1. h3 h6 (1... f6 2. h4) 2. h4 *";
    drill(pgn).play("h3").wait("1100ms").shows("f7f6").play("Qa8+").feedback(Status::Incorrect);
    drill(pgn).play("h3").wait("1100ms").play("h4").feedback(Status::ReturnToMainLine);
}

#[test]
fn hints_show_the_square_then_the_arrow_then_play() {
    let script = drill("1. e4 e5 2. Nf3 *")
        .input(AttemptInput::Hint)
        .feedback(Status::HintSquare)
        .outputs_include(|out| matches!(out, AttemptOutput::Hint { hint: Hint::Square, .. }))
        .input(AttemptInput::Hint)
        .outputs_include(|out| matches!(out, AttemptOutput::Hint { hint: Hint::Arrow, .. }))
        .your_turn()
        .input(AttemptInput::Hint)
        .shows("e2e4")
        .wait("600ms")
        .input(AttemptInput::Hint)
        .feedback(Status::HintSquare)
        .play("Nf3")
        .done(false);
    assert_eq!((script.outcome().hints, script.outcome().mistakes), (4, 0), "a hint is not a mistake");
    let script = drill("1. e4 *").input(AttemptInput::Hint).play("e4").done(true);
    assert_eq!(script.outcome().hints, 1);
}

#[test]
fn skipped_puzzles_and_shown_solutions_do_not_count_as_solved() {
    let script = drill("1. e4 e5 2. Nf3 *").input(AttemptInput::Skip).feedback(Status::Skipped).done(false);
    assert_eq!(script.outcome().help, Help::Skipped);
    drill("1. e4 e5 (1... c5) 2. Nf3 *")
        .input(AttemptInput::ShowSolution)
        .feedback(Status::Solution)
        .wait("1s")
        .shows("e2e4")
        .wait("2s")
        .shows("e7e5 g1f3")
        .wait("1s")
        .done(false);
    drill("1. e4 e5 2. Nf3 *")
        .input(AttemptInput::ShowSolution)
        .input(AttemptInput::Jump)
        .shows("e2e4 e7e5 g1f3")
        .feedback(Status::Shown)
        .done(false);
    let mistaken = drill("1. e4 e5 2. Nf3 *").play("d4").your_turn().input(AttemptInput::ShowSolution);
    mistaken.input(AttemptInput::Jump).feedback(Status::Failed).done(false);
}

#[test]
fn a_solution_requested_in_a_variation_ends_with_the_main_line() {
    let script = drill("1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 *").play("e4").wait("1100ms").shows("c7c5");
    let seen = script.input(AttemptInput::ShowSolution).wait("2s").shows("g1f3 d7d6").wait("1s");
    let seen = seen.feedback(Status::ReturnToMainLine).resets_to(E4).wait("2s").shows("e7e5 g1f3");
    seen.wait("1s").done(false);
}

#[test]
fn the_thinking_time_counts_only_on_the_players_turn() {
    let script = drill("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *").wait("5s").play("e4").wait("1100ms");
    assert_eq!(script.outcome().think, time("5s"));
    let script = script.wait("2s").play("Nf3").wait("1300ms").wait("3s").play("Nf3").done(true);
    assert_eq!(script.outcome().think, time("10s"));
    let script = drill(PROMOTE).wait("1s").drop("e7e8").wait("9s").input(AttemptInput::Cancel).wait("1s");
    assert_eq!(script.outcome().think, time("2s"));
    let script = drill(PROMOTE).wait("1s").drop("e7e8").wait("9s").input(AttemptInput::Choose(1)).wait("2s");
    assert_eq!(script.outcome().think, time("3s"), "after a wrong piece the player thinks again");
}

#[test]
fn a_pause_keeps_the_rest_of_the_wait_and_stops_the_clock() {
    let script = drill("1. e4 e5 2. Nf3 *")
        .wait("1s")
        .input(AttemptInput::Pause)
        .feedback(Status::Paused)
        .wait("60s")
        .nothing()
        .play("e4")
        .nothing()
        .input(AttemptInput::Resume)
        .your_turn()
        .wait("1s")
        .play("e4")
        .wait("400ms")
        .input(AttemptInput::Pause)
        .wait("60s")
        .nothing()
        .input(AttemptInput::Resume)
        .wait("199ms")
        .nothing()
        .wait("1ms")
        .shows("e7e5");
    assert_eq!(script.outcome().think, time("2s"));
}

#[test]
fn every_mode_can_be_paused() {
    let scripts = [
        drill("1. e4 e5 *"),
        drill("[Orientation \"black\"]\n\n1. e4 e5 *"),
        drill("1. e4 e5 2. Nf3 *").play("e4"),
        drill("1. e4 e5 (1... c5 2. c3) 2. Nf3 *").play("e4"),
        drill("1. e4 e5 (1... c5 2. c3) 2. Nf3 *").play("e4").wait("1100ms").play("c3"),
        drill("1. e4 (1. f3? e5) *").play("f3"),
        drill("1. e4 (1. d4) *").play("d4"),
        drill("1. e4 (1. f3? e5) *").play("f3").input(AttemptInput::Jump),
        drill("1. e4 *").input(AttemptInput::ShowSolution),
        drill(PROMOTE).drop("e7e8"),
    ];
    for script in scripts {
        let (mode, deadline) = (script.attempt.mode().clone(), script.attempt.deadline());
        let script = script.input(AttemptInput::Pause).wait("7s").nothing().input(AttemptInput::Resume);
        assert_eq!(std::mem::discriminant(script.attempt.mode()), std::mem::discriminant(&mode));
        assert_eq!(script.attempt.deadline(), deadline.map(|deadline| deadline + time("7s")));
    }
}

#[test]
fn a_restart_cancels_the_old_wait() {
    let script =
        drill("1. e4 (1. f3? e5) e5 2. Nf3 *").play("f3").wait("1s").input(AttemptInput::Restart).your_turn();
    assert_eq!(script.attempt.deadline(), None);
    let script = script.wait("9s").nothing().play("e4").wait("600ms").shows("e7e5").play("Nf3").done(false);
    assert_eq!(script.outcome().mistakes, 1, "a restart does not clear mistakes");
    script
        .input(AttemptInput::Restart)
        .nothing()
        .input(AttemptInput::Hint)
        .nothing()
        .input(AttemptInput::Start)
        .nothing();
}

#[test]
fn a_game_without_a_solution_is_refused() {
    let table = [
        "*",
        "1. e5 *",
        "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *",
        "[Orientation \"black\"]\n\n1. e4 *",
        // An example found on the internet: none of its moves is legal.
        "[FEN \"3r3r/pkpR1ppp/1p6/1P6/1b6/3B4/1PP2PPP/1K2R3 w - - 0 1\"]\n\n1. Kb5 Kxd7 2. Kxb5 *",
    ];
    for pgn in table {
        assert_eq!(chess::puzzle(&read(pgn)).map(|_| ()), Err(NoSolution), "{pgn}");
    }
}
