//! The keys of all texts, by page. The texts are in one file per language.

use crate::{Language, en, vi, zh};

macro_rules! tables {
    ($($(#[$about:meta])* $page:ident $table:ident $STATIC:ident { $($key:ident)* })*) => {
        $(
            $(#[$about])*
            #[derive(Clone, Copy, Debug)]
            pub struct $page {
                $(pub $key: &'static str,)*
            }

            impl $page {
                /// Each key with its text.
                pub fn entries(&self) -> Vec<(&'static str, &'static str)> {
                    vec![$((stringify!($key), self.$key),)*]
                }
            }

            impl Language {
                pub fn $table(self) -> &'static $page {
                    match self {
                        Language::En => &en::$STATIC,
                        Language::Vi => &vi::$STATIC,
                        Language::Zh => &zh::$STATIC,
                    }
                }
            }
        )*

        impl Language {
            /// Every text, with its page and key.
            pub fn entries(self) -> Vec<(&'static str, &'static str, &'static str)> {
                let mut all = Vec::new();
                $(all.extend(self.$table().entries().into_iter().map(|(key, text)| (stringify!($table), key, text)));)*
                all
            }
        }
    };
}

tables! {
    /// What is on every page: the navigation bar, the list of shortcuts, dialogs, pages that are missing or fail to load.
    Frame frame FRAME {
        home study play train cards library settings pages keys keys_title skip loading not_loaded
        not_loaded_why browser_reports browser_refused try_again no_such_page nothing_at go_home not_for_guests not_for_guests_text to_games close close_title
        keys_here everywhere or key_coordinates key_show_keys key_close key_tab key_enter comma studio_not_responding
        wrong_key response_unreadable not_a_file no_clipboard unsaved_not_stored stopped
        your_move_title
    }

    /// The desktop program: menus and native dialogs.
    Window window WINDOW {
        quit records all_files
    }

    Home home HOME {
        lead study_text study_open play_text train_text cards_text settings_text keys_text all_pages library_text
        key_paste continue_title nothing_yet bot_game bot_game_text room_playing room_open deck open_title open_hint
        open pick open_empty cannot_be_read samples sample_go sample_chess sample_backgammon sample_go_file
        sample_chess_file sample_backgammon_file new_here tour_text tour skip back next step_of step_open step_study
        step_play step_train step_cards step_library nothing_due due decision_count to_drill today yesterday pasted
        position this is_empty is_package is_unknown go_record chess_record live_game live_game_your_move
        return_to_game seen_go seen_chess seen_chess_position seen_match seen_backgammon_position seen_analysis
        seen_games picture_of step_keys tour_end
    }

    Settings settings SETTINGS {
        saved_in_browser not_saved_in_browser appearance theme system light dark language language_text board
        coordinates coordinates_text licence board_style wood pale slate sounds sounds_text keys keys_text change
        change_of reset reset_of press no_key key_taken key_reserved key_alone engines engines_text test test_of
        testing works engine_not_found folders folders_text to_library files versions_kept versions_kept_text
        backgammon_board transfer transfer_text export_settings import_settings imported not_known not_settings
        newer_settings bad_setting settings_refused settings_not_stored
    }

    /// What is written in and about pictures of backgammon boards.
    BackgammonPicture backgammon_picture BACKGAMMON_PICTURE {
        points away pips label to_play on_roll has_doubled was_beavered has_raccooned white black brown cream red
        yellow purple lavender classic forest ocean desert sunset midnight monochrome home_side on_right on_left
    }

    /// Why a position id was not read: what was expected, and in which field.
    PositionIds position_ids POSITION_IDS {
        wanted_board wanted_bar wanted_ten_fields wanted_fields wanted_range wanted_number wanted_one_of wanted_length
        wanted_base64 wanted_only wanted_fifteen wanted_one_side wanted_end wanted_dice wanted_dice_or_letter
        wanted_dice_or_nothing wanted_not_dice wanted_cube wanted_match_length wanted_owner wanted_places
        wanted_checkers wanted_less wanted_id field_board field_cube_value field_cube_owner field_turn field_dice
        field_bottom_player_score field_top_player_score field_crawford_jacoby field_match_length field_cube_limit
        field_end field_white_checkers field_black_checkers field_cube field_colour field_state field_white_score
        field_black_score field_move field_checker_count field_checkers field_fields field_text field_position_id
        field_match_id
    }

    /// What is wrong with a backgammon match.
    MatchProblems match_problems MATCH_PROBLEMS {
        match_unreadable match_not_read match_no_score match_no_play_illegal match_illegal match_marked_illegal
        match_cannot_double match_cannot_beaver match_unanswered match_no_double match_no_beaver match_too_high
        match_cube_value match_out_of_turn match_after_end match_result match_set_up match_other_position
        match_other_cube match_damaged match_dice match_out_of_order match_score unknown_play_analysis
        unknown_cube_analysis
    }

    /// Flashcards from backgammon analysis.
    Cards cards CARDS {
        title lead what_is_shown decisions card deck side undo dismiss broken key_steps key_options key_answer
        key_paste paste_label paste_hint add open_files files example show_example pasted reading unreadable
        cannot_move not_analysed location location_record clear show_more decision_count decisions_shown problem_count
        inconsistency_count remove_card no_double_take double_take double_pass too_good_take too_good_pass no_double
        double take pass beaver would_be_beavered facts_dice facts_doubled facts_score facts_away facts_cube
        facts_match stake_points stake_crawford money money_jacoby money_beavers money_jacoby_beavers side_of_card
        front back night card_before next_card choose_one position_not_analysed cannot_be_read contradicts note
        match_decisions whose_decisions everyone minimum_error options deck_name colours option_count no_options score
        score_points score_away score_hidden default_export package running_anki anki_address anki_key plies ply_count
        gnubg_path pips interactive swapped card_count export_apkg send drill_now ask_gnubg stop progress
        making_package sending saved not_saved asking analysed analysed_some without_cube imported sent
        stored_unreadable card_removed cards_removed cards_restored schedule_not_stored storage_full nothing_stored
        stored_data_unreadable as_positions as_gnubg_text as_gnubg_match as_match as_xg_file empty read_as files_empty
        files_read without_analysis known_already drill end_drill next answer done_for_today back_to_cards to_go
        score_so_far take_back type_move not_a_move not_legal costs costs_nothing costs_at_least mark_best mark_you
        mark_played column_move column_equity column_error choose_an_answer order order_as_read order_by_cost best_was
        ask_gnubg_here choose_a_move right close wrong tomorrow again_in card_title inconsistent_checkers
        inconsistent_pips inconsistent_score inconsistent_length inconsistent_crawford_text inconsistent_crawford_id
        inconsistent_bar inconsistent_point inconsistent_turn inconsistent_play bottom top problem_id
        problem_no_analysis problem_no_position problem_no_dice problem_dice problem_rows problem_play problem_no_cube
        problem_unknown problem_xg_incomplete problem_xg_damaged problem_xg_empty card_right card_close card_wrong
        card_copy card_copied card_played card_chances
    }

    /// Feedback while a puzzle is solved, on the page and in the terminal.
    Trainer trainer TRAINER {
        your_turn correct incorrect illegal variation variation_of leave_variation back_to_main mistake also_good
        find_better judging as_good choose_piece hint_square hint_arrow hint_played solution solved failed shown skipped paused
        time_is_up stopped all_solved opponent_moves transposed solved_with_hint move_shown
        top_left top top_right left middle right bottom_left bottom bottom_right pass
    }

    /// Messages about typed chess moves, for Study, Train and the terminal.
    TypedMoves typed_moves TYPED_MOVES {
        ambiguous which_piece not_a_move either comma
    }

    /// The names of NAGs. `{side}` is White for an even number and Black for an odd one.
    Nags nags NAGS {
        no_annotation good_move mistake brilliant_move blunder interesting_move dubious_move forced_move
        singular_move worst_move drawish equal_quiet equal_active unclear slightly_better better winning
        crushing zugzwang space_slight space_moderate space_decisive development_slight
        development_moderate development_decisive initiative initiative_lasting attack
        compensation_insufficient compensation compensation_more centre_slight centre_moderate
        centre_decisive kingside_slight kingside_moderate kingside_decisive queenside_slight
        queenside_moderate queenside_decisive back_rank_weak back_rank_safe king_exposed king_protected
        king_badly_placed king_well_placed pawns_very_weak pawns_weak pawns_strong pawns_very_strong
        knight_bad knight_good bishop_bad bishop_good rook_bad rook_good queen_bad queen_good
        coordination_poor coordination_good opening_very_poor opening_poor opening_good opening_very_good
        middlegame_very_poor middlegame_poor middlegame_good middlegame_very_good endgame_very_poor
        endgame_poor endgame_good endgame_very_good counterplay_slight counterplay counterplay_decisive
        time_pressure time_pressure_severe with_the_idea aimed_against better_is worse_is equivalent_is
        editorial novelty diagram diagram_black space file diagonal centre kingside queenside weak_point
        endgame bishop_pair opposite_bishops same_bishops connected_pawns isolated_pawns doubled_pawns
        passed_pawn pawn_majority with without more white black unknown
    }

    /// The Train page.
    Train train TRAIN {
        title lead puzzles open_puzzles open_file try_chess try_go chess_sample go_sample drop_hint paste puzzles_as_text open_them pasted puzzle_count no_puzzles cannot_open
        not_started tried_count cycle_done cycle_today resting nothing_due some_due
        all_sets progress_not_stored minutes against_clock begin_session session_length retry_failed
        woodpecker woodpecker_text begin_first nothing_today solve_today
        repetition repetition_text repeat_due
        progress right accuracy median attempts_label attempts_caption cycles_caption cycle_description
        cycle total_time per_minute slowest failed none seconds mistake_count hint_count tried
        puzzle puzzle_of you_white you_black time_left pieces cancel type_move play_move hint solution skip fast_forward
        next_puzzle again previous_in_solution next_in_solution moves pause restart flip sound end continue_session back_to_set
        key_enter key_hint key_skip key_flip key_pause key_sounds key_piece key_type
    }

    /// The Train page while solving: the author's words, options of a session, figures, cycles of other lengths.
    Solving solving SOLVING {
        task with_hints moves_shown solutions_shown skipped share_done cycle_complete go_on
        next_cycle_now no_limit shuffle only_failed start_at nothing_fits cycle_days rest_days cycle_lengths
        plan_empty plan_too_many plan_not_days left_out game_number game_named and_more puzzle_link study_link
        key_escape options ask_engine ask_engine_missing
    }

    /// The list of sets on the Train page, and the history.
    TrainHistory train_history TRAIN_HISTORY {
        sets sort by_name by_last by_due by_added tag all_tags edit_set forget_set forgotten undo name tags tags_hint save
        forgotten_sets restore restore_set export import imported damaged_lines not_a_history newer_history
        stored_in_both stored_in_browser stored_in_studio studio_away reading file_missing open_in_study
    }

    /// Training in lines of text in the terminal.
    DrillLines drill_lines DRILL_LINES {
        puzzle_of white_to_move black_to_move you_white you_black chess_moves go_moves commands next_after retry_after
        paused correct_in
    }

    /// Titles of the commands in Study, for menus and the list of shortcuts.
    Commands commands COMMANDS {
        navigate point edit comment file general next previous start end previous_fork branch_above branch_below
        next_game previous_game open_text train_file
        previous_comment next_comment go_to_move find find_next search_library pass set_up stop_set_up undo redo cut copy paste
        paste_other move_up move_down promote_line demote_line main_line remove_others flatten point_left point_right point_up point_down
        use_cursor mention_move_as_this mention_marks_by_shape clear_comment drop_line new open save save_as save_flipped save_from_here
        game_info properties charset to_utf8 copy_path earlier_versions rotate close flip help focus_board
        palette copy_game make_problem count_game guess autoplay whole_board picture save_picture animation print_game
        mirror_board turn_board analyse show_hints show_ownership review write_evaluations add_best_lines
    }

    /// Messages and questions of the workspace of open games.
    Workspace workspace WORKSPACE {
        full_stop no_fork no_comment_before no_comment_after no_such_move not_in_game not_played_there for_go for_chess for_backgammon
        not_in_this_game match_read_only xg_never_written
        only_game games_run_together no_such_game game_number no_game_before no_game_after nothing_in_clipboard
        no_legal_move line_stops line_conflicts not_pasted copied branches_move_first comment_copied path_copied
        no_file_yet not_opened copy_saved saved not_saved ask_cut ask_cut_two ask_cut_more
        ask_move_up ask_move_down ask_remove ask_flatten ask_save ask_save_opening ask_save_quitting
        ask_save_all yes_save_all discard_all was_not_opened not_in_charset ask_restore ask_overwrite
        changed_by_other version_restored ask_convert yes_cut
        yes_move yes_remove yes_flatten yes_save yes_restore yes_overwrite save_as_other yes_convert discard cancel open_without_changes
        discard_edit off_board occupied suicide ko superko has_followers no_branch no_liberty
        not_blacks_turn not_whites_turn same_move nothing_to_paste not_found letters_used_up other_game no_solution not_a_property
        cannot_apply not_in_encoding chess_illegal nothing_playable no_move_at_start no_game_inside too_large
        unicode chinese_simplified chinese_traditional japanese japanese_mail korean western central cyrillic
        utf16_le utf16_be untitled
    }

    /// Boards for screen readers.
    Boards boards BOARDS {
        go_board go_board_at chess_board chess_board_at backgammon_board_at empty selected can_move_here in_check white_king white_queen
        white_rook white_bishop white_knight white_pawn black_king black_queen black_rook black_bishop
        black_knight black_pawn
    }

    /// The moves of a chess game as text, in Study and on other people's pages.
    Notation notation NOTATION {
        moves panels fold_all unfold_all fold_variation unfold_variation folded_count length options
        variations indented inline pieces letters figurines evaluations clocks menu promote demote main_line delete
        comment_after comment_before before_label glyphs before_prompt unplayable unread
        game_result does_menu
    }

    /// The elements for other people's pages.
    Embed embed EMBED {
        hint skip next back forward first last flip game game_number no_puzzle no_such_game not_loaded
    }

    /// The Study page: the board, the tree, comments and dialogs.
    Study study STUDY {
        match_score match_to_play match_on_roll match_to_answer match_answer_beaver match_answer_raccoon match_ends match_no_play match_doubles match_takes
        match_passes match_beavers match_raccoons match_played match_to_cards match_crawford match_cube match_cube_centred match_game
        match_previous_game match_next_game match_won
        title about_game panels comment tree tools notes position_name position_prompt move_prompt judgement
        not_judged very_good_move good_move very_bad_move bad_move doubtful interesting very_good_for_black
        good_for_black very_good_for_white good_for_white very_even even very_unclear unclear great_hotspot
        hotspot brilliant good interesting_move dubious mistake blunder only_move white_slightly_better
        black_slightly_better white_better black_better white_winning black_winning unsaved unsaved_title open
        save game_of view coordinates move_numbers numbers_none numbers_all numbers_from_here numbers_last
        how_many other_moves variations_file variations_next variations_siblings variations_none all_commands
        open_games games_in_file games_in_named_file other_games show_more black white pointer click ctrl_click shift_click alt_click
        ctrl_shift_click right_button drag wheel double_click does_play does_triangle does_square does_letter
        does_jump does_set_up does_set_up_other does_drag does_wheel does_fold does_piece does_promote does_draw
        does_color does_tab does_deselect navigation start previous next end branches branches_title players
        prisoner_count setting_up black_to_play white_to_play move_number move_passed spoken_move spoken_pass
        spoken_off game_start stones_set_up no_move_here black_stone white_stone empty play_stones triangle
        square circle cross next_letter next_number custom_text arrow line drag_hint black_territory
        white_territory erase set_up set_up_title text_to_write stones_to_set_up setting_up_now done
        moves_and_branches fold fold_title same_position same_position_title ask_cut ask_move ask_remove
        ask_flatten ask_save ask_restore ask_overwrite ask_charset cancel apply new_game size handicap no_handicap stone_count
        komi create size_unclear size_range komi_unclear properties new_property property_name new_value
        property_value value_of remove_value_of remove_value add_to remove_named add remove find find_label go_to
        go_to_label go charset no_text no_game charset_lead read_again convert game_info info_black
        info_black_rank info_black_team info_white info_white_rank info_white_team info_result info_rules
        info_time info_overtime info_date info_place info_event info_round info_name info_opening info_source
        info_annotator info_user info_copyright info_about info_white_elo info_black_elo cannot_open game_restored
        unplaced_restored autosaved_at versions_of versions_lead no_versions restore_version
        restore_version_at unknown_time other_version_kept
        no_location not_copied autosave_unavailable chess_start at_start unplayable checkmate stalemate white_to_move
        black_to_move white_side black_side type_move flip_board undo redo cut search_games no_game_found
        set_up_position game_kind go_game chess_game fen_label set_up_on_board draw_green draw_red draw_blue
        draw_yellow pen_title ignored fen_unreadable unplayable_position castling_rights starting_position empty_board
        castle_white_short castle_white_long castle_black_short castle_black_long squares pieces clear_squares
    }

    /// A chess game in Study: commands, the games of a file, problems, and the position in words.
    ChessStudy chess_study CHESS_STUDY {
        variation_above variation_below find find_label find_position set_up move_up move_down
        mark_diagram open_text copy_fen copy_pgn add_game delete_game move_game_up move_game_down print
        game_info read_position yes_delete ask_delete ask_delete_title fen_copied pgn_copied
        position_nowhere add_game_to add rename_game move_up_of move_down_of delete_of open_text_title
        open_text_label open_text_empty problem_count problem_at problem_illegal problem_ambiguous
        problem_promotion problem_not_a_move problem_tag problem_fen problem_comment problem_variation
        problem_deep problem_unread position_in_words by_rank which_square say_square not_a_square
    }

    /// The analysis of a position by an engine.
    Analysis analysis ANALYSIS {
        title turn_on turn_off depth speed replaced analyse_here again game_over add_line
        hints ownership lines evaluation evaluation_go hints_hidden all_lines starting visits visits_speed simultaneous guests
        move_head lead_head win_head visits_head line_head best good inaccuracy mistake blunder
        chances win_rate_and_lead lead graph graph_empty graph_at
    }

    /// The review of a whole game.
    Review review REVIEW {
        title running waiting queued starting progress seconds_left minutes_left hours_left stop go_on
        stopped close accuracy opening middlegame endgame inaccuracies mistakes blunders unsure none better
        better_line refutation add_line from_file search_anyway cut_at not_stored unanswered first written
        nothing_to_write added nothing_to_add mean_points mean_percent changed begin_again by_review worst
        write add players
    }

    /// Links to games on web sites: the studio does not open them.
    Links links LINKS {
        lichess chess_com
    }

    /// Chess moves and positions in words, for screen readers.
    Spoken spoken SPOKEN {
        white black king queen rook bishop knight pawn kings queens rooks bishops knights pawns goes
        takes castles_short castles_long en_passant promotes check mate stalemate passes nothing rank
        attacked
    }

    /// Chess boards and pieces in Settings.
    ChessLook chess_look CHESS_LOOK {
        board green brown blue grey contrast pieces classic plain
    }

    /// The Play page: rooms, the bot, and a game in progress.
    Play play PLAY {
        a_game title lead your_name guest bot_unfinished table_unfinished continue_game host_game host_text you_play open_room room_of
        unreachable beginner easy medium hard strong strongest level_rank against_bot bot_text strength begin bot_cannot_think join_game
        join_text hosts no_hosts searching search open_rooms no_rooms is_playing seat_free is_full nobody_yet
        address join no_address no_such_room game_waits ask_new_link other_games nobody_inside one_waits
        two_play two_there both_taken watch take_seat room_gone begins_when connecting before_game leave
        waiting_somebody you_agreed you agreed seats settings waiting_agree agree_other agree_begin invitation
        to_join same_network link_code copy copied copy_refused more_settings opener_plays game board time_each
        no_clock_choice periods seconds_each komi out_of_time passes_then loses black white kind_red kind_hole
        kind_void kind_chinese kind_japanese minutes hours seconds pass_move no_clock last_period period_count
        time_is_out passed_for turn_same turn_both move_black move_white empty black_stone white_stone hole
        red_stone settings_line time_line watching seats_taken other_version seat_replaced wins_by
        wins_resignation wins_time wins_absence wins_fault wins draw no_result violation violation_record
        violation_commitment violation_forged violation_unasked violation_rewritten game_over adjourned reconnecting is_away
        mark_dead players_count you_watch other_moved choose_point your_turn you_moved waiting_for about_game
        tap_again not_possible why_malformed why_no_seat why_not_now why_not_your_turn why_illegal
        why_submitted why_settings why_too_fast why_engine why_engine_busy why_not_journaled pass resign take_back adjourn ask_resign
        resign_text keep_playing sounds chat chat_new panels turns turn messages write_message send loses_stones away
        has_moved captured captured_title board_keys board_label you_did_agree other_agrees tap_group agree
        fingerprint_title fingerprint open_in_study save waiting_opponent rematch_wanted rematch no_komi with_komi asks_back
        you_asked_back no withdraw asks_adjourn you_asked_adjourn key_click click space key_cursor key_enter
        rules rules_title case_point case_point_text case_both case_both_text case_ko case_ko_text case_fill
        case_fill_text collision_hole collision_void collision_red rules_turn count_japanese
        count_chinese turns_begin turns_end not_understood connection through_host peer_to_peer
        open_table table_of outside_network stun stun_none handicap no_handicap handicap_count settings_handicap opponent
        another_player bot_of against direct no_direct round_trip captures same_point host_direct_text
        your_move notify live_game live_game_your_move return_to_game play_here takeback_declined
        rematch_declined settings_changed is_away_untimed is_away_running you_begin other_begins
        engines_in_turns
        case_wall case_wall_text case_repeat rules_repetition case_next case_again caption_before
        caption_chosen caption_played caption_counted happened_collision happened_unchanged
        happened_repetition rules_page rules_lead rules_done rules_link fact_legal fact_legal_text fact_end
        fact_end_text fact_score fact_score_text fact_time fact_time_text
        ask_pass ask_pass_text resumes_left resumes_none next_settings main_seconds increment increment_line
        preset_hello preset_luck preset_well_played preset_thanks
        you_moved_change
        hosting_at hosting_people stop_hosting
        password no_password needs_password wrong_password enter_room room_closed close_room ask_close_room
        close_room_text keep_room earlier_turns first_turn previous_turn next_turn latest_turn back_to_game turn_of
        board_earlier key_pages among_spectators write_spectators
    }

    /// Go in Study: problems of a file, pictures, counting, guessing moves; and what all games got with it.
    GoStudy go_study GO_STUDY {
        first_branch last_branch reload compare reloaded ask_overwrite_lost only_here only_in_file same_nodes
        differences no_difference irregular_here text_outside_games extra_close missing_close missing_open
        missing_semicolon value_not_closed value_without_name name_without_value stray_text empty_variation
        double_open node_after_variation twice many_values both_colours move_with_setup move_in_root not_a_point
        not_a_number not_a_size not_text move_occupied move_suicide move_ko unknown_charset more_warnings
        other_game_title other_game_text komi_means sgf_copied nothing_to_guess wrong_guess guess_result palette
        palette_label no_command menu write_comment does_menu mentioned_points mark_point autoplay_runs end_mode
        guessing by_area by_territory estimate estimating count_hint to_play drop_here show_properties pull_sheet
        figure figure_position figure_at figure_pass picture_copied no_picture changed_on_disk show_difference
        keep_open_game
    }

    /// The Library page.
    Library library LIBRARY {
        lead games side unavailable find find_hint from to size kind winner all more duplicates position position_off
        no_match no_duplicates same_moves same_end open open_cards choose folders folder add update cancel
        reading stopped remove_folder without_game problem go chess backgammon simultaneous go_size simultaneous_size
        backgammon_money backgammon_to black white nobody not_known result date event moves file sort at_move
        preview board_of game_count shown_of file_count progress key_find key_step key_page key_ends key_open train_found
        train_selected select_none nothing_to_train key_select key_select_more key_select_all
    }

    /// Errors that every route may answer with, errors of files (see the crate `api` for the codes), and folders.
    /// Errors of single areas have their own tables, so that a page carries only those it may show.
    Server server SERVER {
        folder_library folder_terminal folder_cards folder_rooms folder_backups folder_training no_such_file was_changed cannot_read
        cannot_write missing denied disk_full read_only own_address other_site numbers_only
        other_site_host only_read no_such_page_file internal_error no_such_route wrong_method
        malformed too_large too_slow too_many_connections too_many_requests clipboard_refused autosave_failed
        cannot_back_up no_backups no_such_version backup_settings_not_written
    }

    /// Engines on this machine: their games, how to install them, and why a test failed.
    EngineErrors engine_errors ENGINE_ERRORS {
        go chess backgammon install_from install_network no_engine engine_missing engine_fails
        not_started too_slow last_output silent interrupted engine_needed engine_died not_searchable not_reviewable
    }

    /// Errors of the library, and why a file has no game.
    LibraryErrors library_errors LIBRARY_ERRORS {
        no_library library_failed name_folder no_folder not_a_folder invalid_name cannot_store newer busy full
        database game_gone outside file_changed no_picture not_understood no_date contains_other other_game
        no_game go_record chess_games chess_position backgammon_match backgammon_positions
        backgammon_analysis package nothing unknown unreadable
    }

    /// The review of a backgammon match.
    MatchReview match_review MATCH_REVIEW {
        review_match back match_length analysing_game starting takes_time stop guests xg_without_analysis about_pr
        unanalysed checker_play cube_play error_rate errors_blunders luck pr pr_title pr_of luck_of whole_match game
        won score won_by points errors no_errors player kind all_kinds checker cube cube_decision error_place
        at_least make_cards cards_added
    }

    /// A backgammon position set up by hand.
    SetUp set_up SET_UP {
        title close board how tool undo redo start empty mirror bar point on_roll happens to_roll to_play
        has_doubled was_beavered has_raccooned dice first_die second_die cube cube_value cube_owner centre length
        score crawford jacoby beavers problems too_many no_checkers has_won has_won_match no_crawford_score
        crawford_cube owner_of_one no_owner not_his_cube cube_too_high no_beavers both_closed_out add source
    }

    /// Backgammon against gnubg.
    BackgammonPlay backgammon_play BACKGAMMON_PLAY {
        title leave record no_play doubled took passed last thinking your_turn your_roll you_cannot_move
        you_are_doubled match_won roll double take pass confirm next_game wait resign resign_points not_stored
        not_understood gnubg_missing file_name against_gnubg about length level money beginner casual intermediate
        advanced expert world_class
    }

    /// Why a room was not opened or entered.
    RoomErrors room_errors ROOM_ERRORS {
        search_failed port_refused no_room rooms_taken too_many_rooms engines_busy room_not_opened no_key too_many_tables no_table websocket_only
        unplayable_size unplayable_komi unplayable_handicap unplayable_opponent unplayable_time
    }

    /// Errors of Anki, gnubg and the settings of cards.
    CardErrors card_errors CARD_ERRORS {
        anki_not_responding anki_slow anki_other anki_old anki_key_required anki_stopped gnubg_missing
        gnubg_not_started gnubg_exited gnubg_slow no_package settings_not_written anki_reports
        gnubg_no_program gnubg_stopped gnubg_silent gnubg_no_match gnubg_refused gnubg_no_folder no_decisions
    }
}
