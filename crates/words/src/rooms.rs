//! The keys: every text of every room by name. What a key says is in the tables, one for each language.

use crate::{Language, en, vi, zh};

macro_rules! rooms {
    ($($(#[$about:meta])* $room:ident $table:ident $STATIC:ident { $($key:ident)* })*) => {
        $(
            $(#[$about])*
            #[derive(Clone, Copy, Debug)]
            pub struct $room {
                $(pub $key: &'static str,)*
            }

            impl $room {
                /// Each key with its text.
                pub fn entries(&self) -> Vec<(&'static str, &'static str)> {
                    vec![$((stringify!($key), self.$key),)*]
                }
            }

            impl Language {
                pub fn $table(self) -> &'static $room {
                    match self {
                        Language::En => &en::$STATIC,
                        Language::Vi => &vi::$STATIC,
                        Language::Zh => &zh::$STATIC,
                    }
                }
            }
        )*

        impl Language {
            /// Every text there is, by room and key.
            pub fn entries(self) -> Vec<(&'static str, &'static str, &'static str)> {
                let mut all = Vec::new();
                $(all.extend(self.$table().entries().into_iter().map(|(key, text)| (stringify!($table), key, text)));)*
                all
            }
        }
    };
}

rooms! {
    /// What is around every room: the bar, the list of keys, dialogs, what is said where a page is missing.
    Frame frame FRAME {
        home study play train cards settings
        rooms keys keys_title skip loading not_loaded not_loaded_why browser_says browser_refused try_again
        no_such_page nothing_at go_home
        close close_title keys_here everywhere or
        key_coordinates key_show_keys key_close key_tab key_enter
        comma
    }

    Home home HOME {
        lead study_title study_text study_open play_text train_text cards_text settings_text keys_text
    }

    Settings settings SETTINGS {
        kept not_kept look theme system light dark language language_text
        board coordinates coordinates_text licence
    }

    /// Backgammon analysis as flashcards.
    Cards cards CARDS {
        title lead what_is_shown decisions card deck side undo put_away broken
        key_steps key_options key_answer key_paste
        paste_label paste_hint add open_files files example show_example pasted reading unreadable
        cannot_move not_analysed place clear show_more decision_count decisions_shown mistake_count doubt_count take_away
        no_double_take double_take double_pass too_good_take too_good_pass no_double_beaver
        white black facts_dice facts_score facts_away facts_cube facts_match
        stake_points stake_crawford money money_jacoby money_beavers money_jacoby_beavers
        side_of_card front back night card_before next_card choose_one nobody_analysed cannot_be_read contradicts note
        of_matches whose everybody cost_at_least
        options deck_name colours classic forest ocean desert sunset midnight monochrome
        option_count no_options home_side on_right on_left score score_points score_away score_hidden
        way_out package running_anki anki_address anki_key plies ply_count gnubg_path pips interactive swapped
        card_count export_apkg send drill_now ask_gnubg stop how_far making_package sending saved not_saved asking
        judged judged_some without_cube
        stopped away bad_answer imported sent
        kept_unreadable taken_away many_taken_away was_put_back schedule_not_kept keeps_no_more keeps_nothing kept_lost
        as_positions as_gnubg_text as_gnubg_match as_match empty read_as files_empty files_read without_analysis known_already
        drill end_drill next answer all_for_today back_to_cards to_go score_so_far choose_a_move right close wrong
        tomorrow again_in card_title
        doubt_checkers doubt_pips doubt_score doubt_length doubt_crawford_text doubt_crawford_id doubt_bar doubt_point
        doubt_turn doubt_play bottom top
        problem_id problem_no_analysis problem_no_position problem_no_dice problem_dice problem_rows problem_play
        problem_no_cube problem_unknown
    }

    /// What the trainer says while a puzzle is solved, on the page and in the terminal.
    Lesson lesson LESSON {
        your_turn correct incorrect illegal variation variation_of leave_variation back_to_main mistake also_good
        find_better choose_piece hint_square hint_arrow hint_played solution solved failed skipped paused time_is_up
        stopped all_solved
        top_left top top_right left middle right bottom_left bottom bottom_right pass
    }

    /// Puzzles against the clock or in cycles.
    Train train TRAIN {
        title lead puzzles open_puzzles open_file try_chess try_go chess_sample go_sample drop_hint kept_here
        paste puzzles_as_text open_them pasted puzzle_count forget too_large nothing_to_find cannot_open
        not_begun tried_count cycle_done cycle_today resting nothing_due some_due
        all_sets not_kept minutes against_clock begin_session session_length retry_failed
        woodpecker woodpecker_text begin_first nothing_today solve_today
        so_far attempts right accuracy median attempts_label attempts_caption cycles_caption cycle_words
        speed per_minute slowest failed none seconds mistake_count hint_count tried
        the_puzzle puzzle_of you_white you_black time_left pieces cancel type_move play_move hint solution skip hurry
        next_puzzle again back_in_solution on_in_solution moves pause restart flip sound end go_on back_to_set
        key_enter key_hint key_skip key_flip key_pause key_sounds key_piece key_type
    }
}
