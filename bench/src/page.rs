//! The cost of a step on the page: script, style, layout and paint, from the browser's trace; the cost of opening a
//! file; and whether frames are dropped while an arrow key is held or a comment is typed. Each figure is shown with its
//! limit.

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use e2e::{Page, Studio};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::records;

mod chess;
mod large;

const MAX_STEP: f64 = 8.0;
const MAX_OPEN: f64 = 150.0;
const MAX_LAYOUT: f64 = 10.0;
const STEPS: usize = 120;
const LAYOUTS: usize = 30;

pub fn run(json: bool) -> Result<()> {
    measure("page", json, in_folder)
}

/// Only the chess part.
pub fn run_chess(json: bool) -> Result<()> {
    measure("page-chess", json, async |folder: &Path| {
        heading();
        chess::measure(folder).await
    })
}

/// Only the file of a hundred megabytes.
pub fn run_large(json: bool) -> Result<()> {
    measure("page-large", json, async |folder: &Path| {
        heading();
        large::measure(folder).await
    })
}

fn measure(name: &str, json: bool, all: impl AsyncFnOnce(&Path) -> Result<Value>) -> Result<()> {
    let folder = std::env::temp_dir().join(format!("tabiya-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let measured = runtime.block_on(all(&folder));
    std::fs::remove_dir_all(&folder)?;
    let figures = measured?;
    if json {
        crate::write_json(name, &figures)?;
    }
    Ok(())
}

fn heading() {
    println!("{:44} {:>10} {:>10} {:>7}", "", "measured", "at most", "of it");
}

async fn in_folder(folder: &Path) -> Result<Value> {
    heading();
    let game = folder.join("game.sgf");
    std::fs::write(&game, records::game(300))?;
    let tree = folder.join("tree.sgf");
    std::fs::write(&tree, records::tree(10_000))?;
    let huge = folder.join("huge.sgf");
    std::fs::write(&huge, records::tree(100_000))?;
    let large = folder.join("large.sgf");
    std::fs::write(&large, records::of_size(1 << 20))?;

    let in_game = steps(&game, "a step in a game of 300 moves, p95").await?;
    let in_tree = steps(&tree, "a step in a tree of 10,000 nodes, p95").await?;
    let in_huge = steps(&huge, "a step in a tree of 100,000 nodes, p95").await?;
    let layout = layout(&huge).await?;
    let held = held(&tree).await?;
    let typed = typed(&game).await?;
    let opened = opened(&large).await?;
    let chess = chess::measure(folder).await?;
    let large = large::measure(folder).await?;
    Ok(json!({ "chess": chess, "large": large, "step_in_game_ms": in_game, "step_in_tree_ms": in_tree,
               "step_in_huge_tree_ms": in_huge, "layout_ms": layout, "late_frames_held": held,
               "late_frames_typing": typed, "open_1mb_ms": opened }))
}

fn row(what: &str, measured: f64, most: f64, unit: &str) {
    let share = if most > 0.0 { format!("{:.0} %", 100.0 * measured / most) } else { String::new() };
    println!(
        "{what:44} {:>10} {:>10} {share:>7}",
        format!("{measured:.1}{unit}"),
        format!("{most:.0}{unit}")
    );
}

/// A traced browser with the file open on Study.
async fn open_study(file: &Path) -> Result<(Studio, Page)> {
    let studio = Studio::start_with(&[file])?;
    let page = Page::open_traced(studio.printed_address()).await?;
    page.visit("/study").await?;
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let open = format!("return document.querySelector('.title .name')?.textContent.startsWith({name:?})");
    page.wait_until("the file is open", &open).await?;
    page.eval("document.getElementById('board').focus()").await?;
    // Pending work of opening is not part of the first step.
    sleep(Duration::from_secs(1)).await;
    Ok((studio, page))
}

/// Milliseconds of the page's main thread for a step, at the 95th percentile.
async fn steps(file: &Path, what: &str) -> Result<f64> {
    let (_studio, page) = open_study(file).await?;
    for _ in 0..STEPS {
        key(&page, "ArrowRight").await?;
        sleep(Duration::from_millis(60)).await;
    }
    let trace = page.trace().await?;
    page.close().await?;
    let costs = costs(&trace, "keydown", "keydown");
    anyhow::ensure!(costs.len() > STEPS / 2, "the trace has only {} steps", costs.len());
    let cost = at_95(costs.iter().map(|cost| cost.work).collect());
    row(what, cost, MAX_STEP, " ms");
    let clock = at_95(costs.iter().map(|cost| cost.clock).collect());
    println!("{:44} {:>10}", "  by the clock, others' turns included", format!("{clock:.1} ms"));
    print_shares(&trace, "keydown", "keydown");
    Ok(cost)
}

/// The parts of the cost of a step or a drop.
fn print_shares(trace: &[Value], from: &str, to: &str) {
    for (part, share) in shares(trace, from, to) {
        println!("{:44} {:>10}", format!("  of it {part}, on average"), format!("{share:.2} ms"));
    }
}

fn at_95(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() * 95 / 100).copied().unwrap_or(f64::NAN)
}

/// Milliseconds to lay out a tree of 100,000 nodes after each of several moves, as measured by the page.
async fn layout(file: &Path) -> Result<f64> {
    let (_studio, page) = open_study(file).await?;
    page.eval(
        "window.layouts_ = []; new PerformanceObserver((seen) => { for (const one of seen.getEntries()) \
         if (one.name === 'tree layout') window.layouts_.push(one.duration); }).observe({ type: 'measure' });",
    )
    .await?;
    for _ in 0..LAYOUTS {
        let pass = json!({ "type": "keyDown", "key": "p", "code": "KeyP", "windowsVirtualKeyCode": 80, "modifiers": 2 });
        page.cdp().send_raw("Input.dispatchKeyEvent", pass).await?;
        sleep(Duration::from_millis(100)).await;
    }
    let found = page.eval("return window.layouts_").await?;
    page.close().await?;
    let took: Vec<f64> = found.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    anyhow::ensure!(took.len() >= LAYOUTS, "only {} layouts were made", took.len());
    let cost = at_95(took);
    row("layout of a tree of 100,000 nodes, p95", cost, MAX_LAYOUT, " ms");
    Ok(cost)
}

async fn key(page: &Page, name: &str) -> Result<()> {
    for kind in ["keyDown", "keyUp"] {
        let event = json!({ "type": kind, "key": name, "code": name, "windowsVirtualKeyCode": 39 });
        page.cdp().send_raw("Input.dispatchKeyEvent", event).await?;
    }
    Ok(())
}

/// The cost of a step, in milliseconds.
struct Cost {
    /// The time that the main thread worked on it.
    work: f64,
    /// The same in wall-clock time, which includes time when other programs run.
    clock: f64,
}

/// Script, style, layout and paint: the names in the trace and the usual names.
const WORK: &[(&str, &str)] = &[
    ("EventDispatch", "script"),
    ("FireAnimationFrame", "script"),
    ("TimerFire", "script"),
    ("FunctionCall", "script"),
    ("RunMicrotasks", "script"),
    ("UpdateLayoutTree", "style"),
    ("Layout", "layout"),
    ("PrePaint", "pre-paint"),
    ("Paint", "paint"),
    ("Layerize", "layers"),
    ("Commit", "commit"),
];

fn part_of_work(event: &Value) -> Option<&'static str> {
    let name = event["name"].as_str()?;
    WORK.iter().find(|(known, _)| *known == name).map(|(_, part)| *part)
}

/// From every event of one kind to the next of another, by the clock.
fn turns(trace: &[Value], main: (u64, u64), from: &str, to: &str) -> Vec<Range<f64>> {
    let times = |kind: &str| {
        let events = trace.iter().filter(|event| thread(event) == Some(main) && is_input(event, kind));
        let mut times: Vec<f64> = events.filter_map(|event| event["ts"].as_f64()).collect();
        times.sort_by(f64::total_cmp);
        times
    };
    let ends = times(to);
    let next = |start: f64| ends.iter().copied().find(|end| *end > start);
    times(from).into_iter().filter_map(|start| Some(start..next(start)?)).collect()
}

/// Work of the main thread: when, how long, and which part.
struct WorkSpan {
    clock: (f64, f64),
    work: (f64, f64),
    part: &'static str,
}

fn work_spans(trace: &[Value], main: (u64, u64)) -> Vec<WorkSpan> {
    let piece = |event: &Value| {
        let time = |name: &str| event[name].as_f64().unwrap_or(0.0);
        let (clock, work) = ((time("ts"), time("dur")), (time("tts"), time("tdur")));
        Some(WorkSpan { clock, work, part: part_of_work(event)? })
    };
    trace.iter().filter(|event| thread(event) == Some(main)).filter_map(piece).collect()
}

/// Milliseconds of each part per turn; nested work is counted once, for the inner part.
fn shares(trace: &[Value], from: &str, to: &str) -> Vec<(&'static str, f64)> {
    let Some(main) = main_thread(trace, from) else { return Vec::new() };
    let turns = turns(trace, main, from, to);
    let mut work_spans = work_spans(trace, main);
    work_spans.retain(|piece| turns.iter().any(|turn| turn.contains(&piece.clock.0)));
    work_spans.sort_by(|a, b| a.work.0.total_cmp(&b.work.0).then(b.work.1.total_cmp(&a.work.1)));
    let mut open: Vec<(f64, &'static str)> = Vec::new();
    let mut sums: Vec<(&'static str, f64)> = Vec::new();
    let mut add = |part: &'static str, time: f64| match sums.iter_mut().find(|(known, _)| *known == part) {
        Some((_, sum)) => *sum += time,
        None => sums.push((part, time)),
    };
    for WorkSpan { work: (at, took), part, .. } in work_spans {
        open.retain(|(end, _)| *end > at);
        if let Some((_, outer)) = open.last() {
            add(outer, -took);
        }
        add(part, took);
        open.push((at + took, part));
    }
    sums.into_iter().map(|(part, sum)| (part, sum / 1000.0 / turns.len() as f64)).collect()
}

/// For every event of one kind: the work of the page's main thread until the next event of another kind.
fn costs(trace: &[Value], from: &str, to: &str) -> Vec<Cost> {
    let Some(main) = main_thread(trace, from) else { return Vec::new() };
    let work_spans = work_spans(trace, main);
    let cost = |turn: Range<f64>| {
        let these = || work_spans.iter().filter(|piece| turn.contains(&piece.clock.0));
        let clock = covered(these().map(|piece| piece.clock));
        Cost { work: covered(these().map(|piece| piece.work)) / 1000.0, clock: clock / 1000.0 }
    };
    turns(trace, main, from, to).into_iter().map(cost).collect()
}

/// The total time covered by events; nested ones count once.
fn covered(work: impl Iterator<Item = (f64, f64)>) -> f64 {
    let mut spans: Vec<(f64, f64)> = work.map(|(at, took)| (at, at + took)).collect();
    spans.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut sum = 0.0;
    let mut end = f64::NEG_INFINITY;
    for (from, to) in spans {
        sum += (to - from.max(end)).max(0.0);
        end = end.max(to);
    }
    sum
}

fn is_input(event: &Value, kind: &str) -> bool {
    event["name"] == "EventDispatch" && event["args"]["data"]["type"] == kind
}

fn thread(event: &Value) -> Option<(u64, u64)> {
    Some((event["pid"].as_u64()?, event["tid"].as_u64()?))
}

/// The thread that received the input.
fn main_thread(trace: &[Value], kind: &str) -> Option<(u64, u64)> {
    trace.iter().find(|event| is_input(event, kind)).and_then(thread)
}

/// Frames more than half a frame late while the key repeats thirty times a second.
async fn held(file: &Path) -> Result<u64> {
    let (_studio, page) = open_study(file).await?;
    count_frames(&page).await?;
    for _ in 0..STEPS {
        let event = json!({ "type": "keyDown", "key": "ArrowRight", "code": "ArrowRight",
                            "windowsVirtualKeyCode": 39, "autoRepeat": true });
        page.cdp().send_raw("Input.dispatchKeyEvent", event).await?;
        sleep(Duration::from_millis(30)).await;
    }
    let late = late_frames(&page).await?;
    page.close().await?;
    println!("{:44} {late:>10} {:>10}", "late frames while an arrow key is held", 0);
    Ok(late)
}

async fn typed(file: &Path) -> Result<u64> {
    let (_studio, page) = open_study(file).await?;
    page.eval("document.querySelector('textarea').focus()").await?;
    count_frames(&page).await?;
    for letter in "The shape is thin here. ".repeat(4).chars() {
        page.cdp()
            .send_raw("Input.dispatchKeyEvent", json!({ "type": "char", "text": letter.to_string() }))
            .await?;
        sleep(Duration::from_millis(25)).await;
    }
    let late = late_frames(&page).await?;
    page.close().await?;
    println!("{:44} {late:>10} {:>10}", "late frames while a comment is typed", 0);
    Ok(late)
}

async fn count_frames(page: &Page) -> Result<()> {
    page.eval(
        "window.frames_ = []; window.counting_ = true; \
         const next = (at) => { window.frames_.push(at); if (window.counting_) requestAnimationFrame(next); }; \
         requestAnimationFrame(next);",
    )
    .await?;
    Ok(())
}

async fn late_frames(page: &Page) -> Result<u64> {
    let script = "window.counting_ = false; const f = window.frames_; \
         return f.slice(1).filter((at, n) => at - f[n] > 25).length";
    page.eval(script).await?.as_u64().context("no frames were counted")
}

/// Milliseconds from the drop of a file to the board that shows it, by the page's own clock.
async fn opened(file: &Path) -> Result<f64> {
    let studio = Studio::start()?;
    let page = Page::open_traced(studio.printed_address()).await?;
    page.visit("/study").await?;
    page.wait_for("#board").await?;
    let watch = "const title = document.querySelector('.title .name'); \
         new MutationObserver(() => requestAnimationFrame(() => { window.ended_ ||= performance.now(); })) \
           .observe(title, { childList: true, subtree: true, characterData: true });";
    let took = drop_timed(&page, "large.sgf", &std::fs::read_to_string(file)?, watch).await?;
    page.close().await?;
    row("opening a file of 1 MB", took, MAX_OPEN, " ms");
    Ok(took)
}

/// Milliseconds from the drop of a file until it is shown, by the page's own clock; `watch` sets `window.ended_` then.
async fn drop_timed(page: &Page, name: &str, text: &str, watch: &str) -> Result<f64> {
    let text = serde_json::to_string(text)?;
    page.eval(&format!(
        "window.text_ = {text}; window.began_ = 0; window.ended_ = 0; {watch} \
         const drop = new DataTransfer(); drop.items.add(new File([window.text_], {name:?})); \
         window.began_ = performance.now(); \
         window.dispatchEvent(new DragEvent('drop', {{ dataTransfer: drop, bubbles: true, cancelable: true }}));"
    ))
    .await?;
    page.wait_until("the file is shown", "return window.ended_ > 0").await?;
    page.eval("return window.ended_ - window.began_").await?.as_f64().context("no time")
}
