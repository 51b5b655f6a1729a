//! The end of the game: how often the proposed dead stones agree with GNU Go's, on games that GNU Go and the bot have
//! finished against themselves.

use anyhow::Result;
use bot::{Playouts, Search, Settings, Tuning, Turn};
use e2e::GtpEngine;
use rules::go::{Move, Point, Position, Rules, Size};

use super::gnugo::{move_of, name_of};
use super::{Figure, Options, wilson};

const KOMI: f32 = 6.5;
/// Playouts, as many as the programs use.
const JUDGING: u32 = 400;
/// Of ten games, how many are played on 9x9 by GNU Go, on 19x19 by GNU Go, on 9x9 by the bot, on 19x19 by the bot.
const SHARES: [(u32, bool, u32); 4] = [(9, true, 4), (19, true, 1), (9, false, 4), (19, false, 1)];

#[derive(Default)]
struct Agreement {
    groups: u32,
    same: u32,
    dead: u32,
    dead_found: u32,
}

pub fn measure(options: &Options) -> Result<Vec<Figure>> {
    let games = options.games.unwrap_or(200);
    let mut all = Agreement::default();
    for game in 0..games {
        let mut place = game % 10;
        for (lines, by_gnugo, share) in SHARES {
            if place < share {
                let seed = options.seed * 1_000_003 + u64::from(game);
                compare(lines, by_gnugo, seed, &mut all)?;
                break;
            }
            place -= share;
        }
    }
    let figure = |what: &str, same: u32, of: u32, detail: String| {
        let share = f64::from(same) / f64::from(of.max(1));
        let bounds = wilson(share, f64::from(of.max(1))).map(|bound| 100.0 * bound);
        Figure { what: what.to_owned(), value: 100.0 * share, bounds, target: 98.0, detail }
    };
    let Agreement { groups, same, dead, dead_found } = all;
    let detail = format!("{same} of {groups} groups in {games} finished games");
    Ok(vec![
        figure("% of groups judged as by GNU Go", same, groups, detail),
        figure("% of GNU Go's dead groups found", dead_found, dead, format!("{dead_found} of {dead}")),
    ])
}

fn compare(lines: u32, by_gnugo: bool, seed: u64, all: &mut Agreement) -> Result<()> {
    let size = lines.to_string();
    let seed_text = (seed % 1_000_000).to_string();
    let mut gnugo = GtpEngine::gnugo(&[
        "--level",
        "1",
        "--boardsize",
        &size,
        "--komi",
        "6.5",
        "--chinese-rules",
        "--seed",
        &seed_text,
    ])?;
    let position = if by_gnugo { gnugo_game(&mut gnugo, lines)? } else { bot_game(&mut gnugo, lines, seed)? };
    let listed = gnugo.ask("final_status_list dead")?;
    let theirs: Vec<Point> =
        listed.split_whitespace().filter_map(|name| Point::from_name(name, position.size())).collect();
    let mut playouts = Playouts::new(&position, Tuning::default().policy, seed);
    for _ in 0..JUDGING {
        playouts.play();
    }
    let ours = playouts.dead();
    let mut seen = Vec::new();
    for at in position.size().points().filter(|at| position.get(*at).is_some()) {
        if seen.contains(&at) {
            continue;
        }
        seen.extend(position.group(at));
        let (their, our) = (theirs.contains(&at), ours.contains(&at));
        all.groups += 1;
        all.same += u32::from(their == our);
        all.dead += u32::from(their);
        all.dead_found += u32::from(their && our);
    }
    Ok(())
}

fn gnugo_game(gnugo: &mut GtpEngine, lines: u32) -> Result<Position> {
    let mut position = Position::new(Size::square(lines)?).with_rules(Rules::CHINESE);
    for _ in 0..3 * lines * lines {
        let reply = gnugo.ask(&format!("genmove {:?}", position.to_play()))?;
        // A game that is given up is not finished: the side that resigned passes.
        let choice =
            if reply.eq_ignore_ascii_case("resign") { Move::Pass } else { move_of(&reply, position.size())? };
        if reply.eq_ignore_ascii_case("resign") {
            gnugo.ask(&format!("play {:?} pass", position.to_play()))?;
        }
        position = position.play(choice).or_else(|_| position.play(Move::Pass))?;
        if position.passes() >= 2 {
            break;
        }
    }
    Ok(position)
}

fn bot_game(gnugo: &mut GtpEngine, lines: u32, seed: u64) -> Result<Position> {
    let mut position = Position::new(Size::square(lines)?).with_rules(Rules::CHINESE);
    let settings = Settings { komi: KOMI, ..Settings::with_simulations(300) };
    let mut search = Search::new(&position, settings, seed);
    for _ in 0..2 * lines * lines {
        while !search.step(64).is_done() {}
        let choice = search.best(position.to_play());
        gnugo.ask(&format!("play {:?} {}", position.to_play(), name_of(choice, position.size())))?;
        position = position.play(choice)?;
        search.follow(Turn::One(choice), &position);
        if position.passes() >= 2 {
            break;
        }
    }
    Ok(position)
}
