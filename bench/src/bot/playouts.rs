//! Light playouts compared with those of the crate `goban` (the faster method of its own benchmark: shuffle the empty
//! points, take the first that is legal and not an eye), each to the end and with the score counted. goban can run with
//! and without checking for repeated boards (its Chinese and Japanese rules).

use anyhow::Result;
use bot::{PlayoutPolicy, Playouts};
use goban::pieces::stones::Stone;
use goban::rules::game::Game;
use goban::rules::{CHINESE, GobanSizes, JAPANESE, Move, Rule};
use rules::go::Size;
use rules::go::simultaneous::{Position, Variant};

use super::{Figure, Options, cpu};

const ROUNDS: usize = 25;

pub fn measure(options: &Options) -> Result<Vec<Figure>> {
    [(9, GobanSizes::Nine, 20.0), (19, GobanSizes::Nineteen, 50.0)]
        .into_iter()
        .flat_map(|(lines, size, target)| {
            [("Chinese", CHINESE), ("Japanese", JAPANESE)]
                .map(|(how, rule)| beside_goban(lines, Peer { how, size, rule }, target, options))
        })
        .collect()
}

#[derive(Clone, Copy)]
struct Peer {
    how: &'static str,
    size: GobanSizes,
    rule: Rule,
}

/// Both run alternately for short times, so that other load on the machine slows both.
fn beside_goban(lines: u32, peer: Peer, target: f64, options: &Options) -> Result<Figure> {
    let start = Position::new(Size::square(lines)?, Variant::Red);
    let mut ours = Playouts::new(&start, PlayoutPolicy::NONE, options.seed);
    let mut rng = fastrand::Rng::with_seed(options.seed);
    let mut rounds: Vec<[f64; 2]> = Vec::new();
    for _ in 0..ROUNDS {
        let ours = rate(|| ours.play());
        let theirs = rate(|| goban_playout(peer, &mut rng));
        rounds.push([ours, theirs]);
    }
    let mut ratios: Vec<f64> = rounds.iter().map(|[ours, theirs]| ours / theirs).collect();
    ratios.sort_by(f64::total_cmp);
    let mean = |side: usize| rounds.iter().map(|round| round[side]).sum::<f64>() / ROUNDS as f64;
    // The median, and the order statistics that enclose it with 95 % confidence for 25 rounds.
    Ok(Figure {
        what: format!("simultaneous playouts on {lines}x{lines}, times goban's {}", peer.how),
        value: ratios[ROUNDS / 2],
        bounds: [ratios[7], ratios[17]],
        target,
        detail: format!("{:.0} and {:.0} a second", mean(0), mean(1)),
    })
}

/// How often it runs per second of CPU time.
fn rate<T>(mut act: impl FnMut() -> T) -> f64 {
    let start = cpu();
    let mut times = 0_u32;
    loop {
        std::hint::black_box(act());
        times += 1;
        let spent = cpu() - start;
        if spent > 0.1 {
            return f64::from(times) / spent;
        }
    }
}

fn goban_playout(peer: Peer, rng: &mut fastrand::Rng) -> (f32, f32) {
    let mut game = Game::new(peer.size, peer.rule);
    while !game.is_over() {
        let mut points: Vec<_> = game.pseudo_legals().collect();
        rng.shuffle(&mut points);
        let color = game.turn();
        let sensible = |coord: &(u8, u8)| {
            game.check_point(*coord).is_none() && !game.check_eye(Stone { coord: *coord, color })
        };
        let choice = points.into_iter().find(sensible);
        game.play(choice.map_or(Move::Pass, Into::into));
    }
    game.calculate_score()
}
