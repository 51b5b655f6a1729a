//! The studio's HTTP server, as any program on this machine can reach it: what it serves and what it refuses.

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use api::{ApiError, ErrorCode};
use e2e::Studio;
use i18n::Language;

#[test]
fn the_page_is_served_small_typed_and_with_a_strict_policy() -> Result<()> {
    let studio = Studio::start()?;
    let index = studio.ask("GET /study", &[], b"")?;
    ensure!(index.status == 200 && index.header("content-type") == "text/html; charset=utf-8");
    let policy = index.header("content-security-policy");
    ensure!(policy.contains("default-src 'none'") && !policy.contains("unsafe-inline"), "{policy}");
    let page = String::from_utf8(index.body)?;
    let wasm = page.split('"').find(|word| word.ends_with(".wasm")).context("the page names no WASM")?;
    let plain = studio.ask(&format!("GET {wasm}"), &[], b"")?;
    ensure!(
        plain.header("content-type") == "application/wasm" && plain.header("content-encoding").is_empty()
    );
    ensure!(plain.header("cache-control").contains("immutable"));
    let mut smallest = plain.body.len();
    for coding in ["gzip", "br"] {
        let packed = studio.ask(&format!("GET {wasm}"), &[("Accept-Encoding", coding)], b"")?;
        ensure!(packed.header("content-encoding") == coding && packed.body.len() < smallest, "{coding}");
        smallest = packed.body.len();
    }
    Ok(())
}

#[test]
fn what_the_browser_has_is_not_sent_again() -> Result<()> {
    let studio = Studio::start()?;
    let first = studio.ask("GET /", &[], b"")?;
    let tag = first.header("etag").to_owned();
    let again = studio.ask("GET /", &[("If-None-Match", &tag)], b"")?;
    ensure!(again.status == 304 && again.body.is_empty(), "{}", again.status);
    ensure!(studio.ask("GET /", &[("If-None-Match", "\"other\"")], b"")?.status == 200);
    Ok(())
}

#[test]
fn requests_of_other_sites_are_refused() -> Result<()> {
    let studio = Studio::start()?;
    ensure!(studio.ask("GET /", &[("Host", "evil.example")], b"")?.status == 403);
    ensure!(studio.ask("GET /api/opened", &[("Origin", "http://evil.example")], b"")?.status == 403);
    ensure!(studio.ask("GET /../../etc/passwd", &[], b"")?.status != 500);
    ensure!(studio.ask("GET /assets/..%2f..%2fCargo.toml", &[], b"")?.status == 404);
    ensure!(studio.ask("POST /", &[], b"x")?.status == 405);
    Ok(())
}

/// People read these in their browser's window.
#[test]
fn a_refused_page_has_the_reason_in_the_language_of_the_browser() -> Result<()> {
    let studio = Studio::start()?;
    for (header, code) in [
        (("Host", "evil.example"), ErrorCode::OwnAddressOnly),
        (("Origin", "http://evil.example"), ErrorCode::OtherSite),
    ] {
        for language in Language::ALL {
            let answer = studio.ask("GET /", &[header, ("Accept-Language", language.tag())], b"")?;
            let text = String::from_utf8_lossy(&answer.body);
            let expected = ApiError::new(code).message(language);
            ensure!(answer.status == 403 && text == expected, "{}: {text}", answer.status);
        }
    }
    Ok(())
}

/// Programs read these; the page has the texts.
#[test]
fn a_refusal_of_the_api_is_json_with_a_code() -> Result<()> {
    let studio = Studio::start()?;
    let huge_board =
        br#"{"title":"x","settings":{"game":"red","boardSize":99,"komi":0,"time":null,"lossOnTime":true,"hostColor":"black"}}"#;
    let none = ("Accept", "*/*");
    for (line, header, body, status, code) in [
        ("GET /api/nothing", none, &b""[..], 404, ErrorCode::UnknownRoute),
        ("POST /api/nothing", none, b"{}", 404, ErrorCode::UnknownRoute),
        ("DELETE /api/rooms", none, b"", 405, ErrorCode::WrongMethod),
        ("GET /api/opened/none", none, b"", 400, ErrorCode::Malformed),
        ("POST /api/rooms", none, b"{", 400, ErrorCode::Malformed),
        ("POST /api/engines/test", none, b"[]", 400, ErrorCode::Malformed),
        ("POST /api/rooms", none, &huge_board[..], 422, ErrorCode::BoardSize),
        ("GET /api/rooms/none/socket", none, b"", 404, ErrorCode::NoSuchRoom),
        ("GET /api/meetings/none/socket", none, b"", 404, ErrorCode::NoSuchTable),
        ("GET /api/rooms", ("Origin", "http://evil.example"), b"", 403, ErrorCode::OtherSite),
    ] {
        let answer = studio.ask(line, &[header], body)?;
        let text = String::from_utf8_lossy(&answer.body).into_owned();
        let error: ApiError = serde_json::from_str(&text).with_context(|| format!("{line}: {text}"))?;
        ensure!((answer.status, error.code) == (status, code), "{line}: {} {text}", answer.status);
        ensure!(answer.header("content-type") == "application/json", "{line}");
    }
    Ok(())
}

#[test]
fn a_file_that_was_named_can_be_read_and_replaced_and_no_other() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("game.sgf");
    fs::write(&file, "(;GM[1])")?;
    let studio = Studio::start_with(&[&file])?;
    let read = studio.ask("GET /api/opened/0", &[], b"")?;
    ensure!(read.body == b"(;GM[1])");
    let tag = read.header("etag").to_owned();
    ensure!(studio.ask("PUT /api/opened/0", &[("If-Match", &tag)], b"(;GM[1]C[ours])")?.status == 204);
    ensure!(fs::read(&file)? == b"(;GM[1]C[ours])");
    // The tag is outdated now: another program has written, and nothing may be lost.
    ensure!(studio.ask("PUT /api/opened/0", &[("If-Match", &tag)], b"(;GM[1]C[lost])")?.status == 412);
    ensure!(fs::read(&file)? == b"(;GM[1]C[ours])");
    ensure!(studio.ask("GET /api/opened/1", &[], b"")?.status == 404);
    Ok(())
}

#[test]
fn sigterm_ends_the_studio_cleanly() -> Result<()> {
    let mut studio =
        Command::new(Studio::binary()).args(["--no-open", "--port", "0"]).stdout(Stdio::piped()).spawn()?;
    let mut first = [0; 1];
    studio.stdout.as_mut().context("no output")?.read_exact(&mut first)?;
    ensure!(Command::new("kill").arg(studio.id().to_string()).status()?.success());
    ensure!(studio.wait()?.success(), "it did not exit");
    Ok(())
}
