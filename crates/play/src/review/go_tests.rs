use record::sgf::read;

use super::*;

fn line(sgf: &str) -> MainLine {
    MainLine::of(&read(sgf.as_bytes()).unwrap(), 0).unwrap()
}

fn names(line: &MainLine) -> Vec<String> {
    line.game(false).steps.into_iter().map(|step| step.text).collect()
}

#[test]
fn the_line_ends_at_the_first_illegal_move_and_at_the_last_passes() {
    let cut = line("(;SZ[9];B[ee];W[cc];B[ee];W[gg])");
    assert_eq!((names(&cut), cut.cut_at.as_deref()), (vec!["E5".to_owned(), "C7".to_owned()], Some("E5")));
    assert_eq!(names(&line("(;SZ[9];B[ee];W[];B[cc];W[];B[])")), ["E5", "pass", "C7"]);
    assert_eq!(line("(;SZ[9];B[ee];W[zz];B[cc])").cut_at.as_deref(), Some("zz"));
}

#[test]
fn an_engine_starts_anew_where_stones_were_set_up() {
    let line = line("(;SZ[9]AB[gg];B[ee];W[cc];AE[ee]AB[ec]PL[B];B[cg];W[gc])");
    let before = line.search(1).unwrap();
    assert_eq!((before.stones.len(), before.moves.len()), (1, 1));
    let after = line.search(3).unwrap();
    assert_eq!((after.stones.len(), after.moves.len()), (3, 1), "{:?}", after.stones);
    assert_eq!(after.start.get(Point::from_name("E5", line.size).unwrap()), None);
    assert_eq!(after.start.to_play(), Color::Black);
    let interrupted: Vec<bool> = line.game(false).steps.iter().map(|step| step.is_interrupted).collect();
    assert_eq!(interrupted, [false, true, false, false]);
}

#[test]
fn moves_out_of_turn_start_anew_with_the_side_that_moves() {
    let line = line("(;SZ[9];B[ee];B[cc];W[gg])");
    let search = line.search(1).unwrap();
    assert_eq!((search.start.to_play(), search.moves.len(), search.stones.len()), (Color::Black, 0, 1));
    let next = line.search(2).unwrap();
    assert_eq!((next.position.to_play(), next.moves.len()), (Color::White, 1));
}

#[test]
fn handicap_stones_are_on_the_board_and_a_comment_between_moves_changes_nothing() {
    let line = line("(;SZ[9]HA[2]KM[0.5]AB[cc][gg];W[ee]C[x];C[only text];B[ce])");
    let search = line.search(2).unwrap();
    assert_eq!((search.stones.len(), search.moves.len(), search.handicap), (2, 2, 2));
    assert_eq!(search.start.to_play(), Color::White);
    assert!(line.game(false).steps.iter().all(|step| !step.is_interrupted));
}

#[test]
fn prisoners_taken_before_stones_were_set_up_count_as_komi_where_territory_counts() {
    let game = "KM[0.5];B[aa];W[ba];B[ee];W[ab];AE[ee]PL[B];B[gg])";
    assert_eq!(line(&format!("(;SZ[9]RU[Japanese]{game}")).search(4).unwrap().komi, 1.5);
    assert_eq!(line(&format!("(;SZ[9]RU[Chinese]{game}")).search(4).unwrap().komi, 0.5);
}

#[test]
fn katago_gets_the_stones_the_moves_of_both_sides_and_the_rules() {
    let line = line("(;SZ[9]RU[Chinese]KM[6.5]HA[2]AB[cc][gg];W[ee];B[];W[ec])");
    let query = line.katago_query(3, 7, analysis::Limit::Nodes(5)).unwrap();
    assert_eq!((query.id, query.first, query.stones.len(), query.komi), (7, Player::Second, 2, 6.5));
    let moves: Vec<(Player, &str)> = query.moves.iter().map(|(player, at)| (*player, at.as_str())).collect();
    assert_eq!(moves, [(Player::Second, "E5"), (Player::First, "pass"), (Player::Second, "E7")]);
    assert!(query.rules.to_string().contains("chinese"), "{}", query.rules);
    let stored = |mv: &str| analysis::Line {
        evaluation: analysis::Evaluation::of_points(0.5, 0.0, analysis::Effort::Visits(1)),
        moves: vec![mv.into(), "A1".into()],
    };
    assert_eq!(line.legal_lines(3, vec![stored("E5"), stored("D4")]), [stored("D4")]);
}

#[test]
fn other_games_are_refused_with_words() {
    let refused = |sgf: &str| MainLine::of(&read(sgf.as_bytes()).unwrap(), 0).unwrap_err();
    assert_eq!(refused("(;GM[2];B[ee])"), NotReviewable::OtherGame);
}

#[test]
fn values_of_the_file_are_given_and_written_values_are_read_again() {
    let sgf = "(;SZ[9]\n;B[ee]SBKV[62.5]SBKS[3.25]C[Good]\n;W[cc] ;B[gg])";
    let mut file = read(sgf.as_bytes()).unwrap();
    let line = MainLine::of(&file, 0).unwrap();
    assert_eq!(line.values(), 1);
    let value = |expected, lead| analysis::Evaluation::of_points(expected, lead, analysis::Effort::Visits(1));
    assert!(matches!(line.game(false).given[&1], Given::File(given) if given.expected == 0.625));
    let mut game = line.game(false);
    game.given.extend([
        (0, Given::File(value(0.5, 0.0))),
        (2, Given::File(value(0.4, -1.0))),
        (3, Given::File(value(0.987, 12.34))),
    ]);
    let review =
        analysis::review::Review::new(game, analysis::review::Plan::with_sweep(analysis::Limit::Nodes(1)));
    put_values(&mut file, &line.values_of(&review.report(), false));
    let written = String::from_utf8(file.write()).unwrap();
    assert_eq!(
        written,
        "(;SZ[9]\n;B[ee]SBKV[62.5]SBKS[3.25]C[Good]\n;W[cc]SBKV[40]SBKS[-1] ;B[gg]SBKV[98.7]SBKS[12.34])"
    );
    assert_eq!(MainLine::of(&read(written.as_bytes()).unwrap(), 0).unwrap().values(), 3);
}

#[test]
fn values_of_other_programs_are_taken_and_not_searched_again() {
    let lizzie = |win: &str, lead: &str| {
        format!(
            "LZ[KataGo {win} 900 1.0 9.0\nmove E5 visits 900 winrate 5000 scoreMean {lead} order 0 pv E5]"
        )
    };
    let sgf =
        format!("(;SZ[9]SBKV[50]SBKS[0];B[ee]{};W[cc]{})", lizzie("60.0", "-1.5"), lizzie("30.0", "5.5"));
    let game = line(&sgf).game(false);
    let native = |given: &Given| match given {
        Given::File(value) => value.native,
        Given::Over(_) => panic!("the game goes on"),
    };
    let leads: Vec<_> = game.given.values().map(native).collect();
    assert_eq!(leads, [0.0, 1.5, 5.5].map(analysis::Native::Points));
    assert!(line(&sgf).game(true).given.is_empty());
}
