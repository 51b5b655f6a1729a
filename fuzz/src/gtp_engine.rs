//! For any input of a controller, each command gets one response that starts with `=` or `?`.

use moment::Moment;
use play::gtp::engine::{Answer, Engine, Output};
use rules::go::Move;
use rules::go::simultaneous::Variant;

pub(crate) fn check(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else { return };
    let variant = (first % 2 == 1).then_some(Variant::Red);
    let mut engine = Engine::new("Tabiya", "1.0", variant);
    for (second, line) in (0..).zip(String::from_utf8_lossy(rest).lines().take(64)) {
        let now = Moment::from_millis(1000 * second);
        // An empty line ends an analysis.
        let mut outputs = engine.handle_line(now, line);
        outputs.extend(engine.handle_line(now, ""));
        let mut response = String::new();
        while !outputs.is_empty() {
            let answer = match outputs.remove(0) {
                Output::Write(text) => {
                    response += &text;
                    continue;
                }
                Output::Analyze(_) | Output::StopAnalysis => continue,
                Output::Think(_) => Answer::Move { choice: Move::Pass, win_rate: 0.5 },
                Output::FindDead(_) => Answer::Dead(Vec::new()),
                Output::Load { .. } => Answer::Game(None),
                Output::Quit => return,
            };
            outputs.extend(engine.answer(now, answer));
        }
        let is_response = response.starts_with(['=', '?']) && response.ends_with("\n\n");
        assert!(response.is_empty() || is_response && response.matches("\n\n").count() == 1, "{response:?}");
    }
}
