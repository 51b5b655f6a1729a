//! The Go player in its worker, with jobs as the Play page sends them.

use anyhow::{Result, ensure};
use e2e::in_browser;
use serde_json::{Value, json};

/// Two white stones in atari: A3 takes them.
const HANGING: &str = "5x5 Japanese-b 0 1 Bba,Bcb,Bcc,Bbd,Bab,Wbb,Wbc -";

/// The best move takes the stones, and nearly all games are won with it.
fn is_winning_capture(job: u32, answer: &Value) -> bool {
    let rate = answer.as_str().and_then(|text| text.strip_prefix(&format!("{job} move ac ")));
    rate.and_then(|rate| rate.parse().ok()).is_some_and(|rate: f32| rate > 0.9)
}

#[test]
fn the_go_player_answers_from_its_worker() -> Result<()> {
    in_browser("worker", async |page| {
        page.visit("/").await?;
        let ask = format!(
            "const bot = tabiya.worker('bot'); const answer = () => new Promise((done) => {{ bot.onmessage = (event) => done(event.data); }}); \
             bot.postMessage('1 black:hard {HANGING}'); const taken = await answer(); \
             bot.postMessage('2 dead:200 7x7 Japanese-b 0 1 Bda,Bdb,Bdc,Bdd,Bde,Bdf,Bdg,Bad,Bbd,Bcd,Bed,Bfd,Bgd,Waa -'); const dead = await answer(); \
             bot.postMessage('3 white:hard 5x5 void 0 1 - ccdd'); const together = await answer(); return [taken, dead, together]"
        );
        let answers = page.eval(&format!("return (async () => {{ {ask} }})()")).await?;
        ensure!(is_winning_capture(1, &answers[0]) && answers[1] == json!("2 dead aa"), "{answers}");
        ensure!(answers[2].as_str().is_some_and(|move_| move_.starts_with("3 move ")), "{answers}");
        Ok(())
    })
}

#[test]
fn a_replaced_job_is_dropped() -> Result<()> {
    in_browser("worker-stop", async |page| {
        page.visit("/").await?;
        let ask = format!(
            "const bot = tabiya.worker('bot'); const answers = []; \
             bot.postMessage('1 black:max 19x19 Japanese-b 0 1 - -'); await new Promise((go) => setTimeout(go, 300)); \
             bot.postMessage('stop'); bot.postMessage('not a job'); \
             bot.postMessage('2 black:max 19x19 Japanese-b 0 1 - -'); bot.postMessage('3 black:hard {HANGING}'); \
             await new Promise((done) => {{ bot.onmessage = ({{ data }}) => {{ answers.push(data); done(); }}; }}); return answers"
        );
        let answers = page.eval(&format!("return (async () => {{ {ask} }})()")).await?;
        ensure!(answers[1].is_null() && is_winning_capture(3, &answers[0]), "{answers}");
        Ok(())
    })
}
