//! Two machines on one network, as two connected network namespaces: one hosts, the other finds it.

use std::env;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use e2e::{KillOnDrop, Page, Studio};
use serde_json::Value;
use tempfile::TempDir;
use thirtyfour::By;

/// A pair of connected namespaces named after this process and removed with it.
struct TestNetwork {
    names: [String; 2],
}

impl TestNetwork {
    /// None if this machine does not allow it: a container without permission for its own networks.
    fn create() -> Result<Option<TestNetwork>> {
        let id = std::process::id();
        let names = ["a", "b"].map(|end| format!("tabiya{id}{end}"));
        let network = TestNetwork { names };
        for name in &network.names {
            if let Err(why) = ip(&["netns", "add", name]) {
                println!("skipped: network namespaces are not permitted here: {why:#}");
                return Ok(None);
            }
        }
        let [a, b] = &network.names;
        let (left, right) = (format!("tw{id}a"), format!("tw{id}b"));
        ip(&["link", "add", &left, "netns", a, "type", "veth", "peer", "name", &right, "netns", b])?;
        for (name, end, address) in [(a, &left, "10.77.0.1/24"), (b, &right, "10.77.0.2/24")] {
            ip(&["-n", name, "addr", "add", address, "dev", end])?;
            ip(&["-n", name, "link", "set", end, "up"])?;
            ip(&["-n", name, "link", "set", "lo", "up"])?;
            ip(&["-n", name, "route", "add", "default", "dev", end])?;
        }
        Ok(Some(network))
    }

    fn inside(&self, end: usize, program: &std::ffi::OsStr) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.names[end]]).arg(program);
        command
    }

    fn tabiya(&self, end: usize) -> Command {
        self.inside(end, Studio::binary().as_os_str())
    }

    fn lan(&self) -> Result<Value> {
        let found = self.tabiya(1).args(["lan", "--json", "--seconds", "3"]).output()?;
        ensure!(found.status.success(), "{}", String::from_utf8_lossy(&found.stderr));
        Ok(serde_json::from_slice(&found.stdout)?)
    }
}

impl Drop for TestNetwork {
    fn drop(&mut self) {
        for name in &self.names {
            drop(Command::new("ip").args(["netns", "del", name]).stderr(Stdio::null()).status());
        }
    }
}

fn ip(args: &[&str]) -> Result<()> {
    let done =
        Command::new("ip").args(args).output().context("`ip` is missing: `cargo xtask setup` installs it")?;
    ensure!(done.status.success(), "ip {}: {}", args.join(" "), String::from_utf8_lossy(&done.stderr).trim());
    Ok(())
}

/// Starts a host in the first namespace and returns the link that it prints. `ip netns exec` becomes the program, so
/// the process is the host itself.
fn start_host(network: &TestNetwork, folder: &TempDir, args: &[&str]) -> Result<(KillOnDrop, String)> {
    let mut command = network.tabiya(0);
    command.args(["host", "--name", "Club evening", "--boardsize", "9", "--keep"]).arg(folder.path());
    let mut host = command.args(args).stdout(Stdio::piped()).spawn().map(KillOnDrop)?;
    let lines = BufReader::new(host.0.stdout.take().context("no output")?).lines();
    for line in lines {
        if let Some(link) = line?.trim().strip_prefix("Join") {
            return Ok((host, link.trim().to_owned()));
        }
    }
    anyhow::bail!("the host prints no link")
}

#[test]
fn a_host_is_found_from_another_machine_with_its_board_and_its_name() -> Result<()> {
    let Some(network) = TestNetwork::create()? else { return Ok(()) };
    let folder = TempDir::new()?;
    let (_host, link) = start_host(&network, &folder, &[])?;
    ensure!(link.starts_with("http://10.77.0.1:38765/play?room="), "{link}");
    let found = network.lan()?;
    let found = &found[0];
    ensure!(found["name"] == "Club evening" && found["size"] == 9, "{found}");
    ensure!(found["addresses"] == serde_json::json!(["10.77.0.1:38765"]), "{found}");
    // The newest room is announced.
    let script = "import json,sys,urllib.request as r; s=json.loads(r.urlopen('http://10.77.0.1:38765/api/rooms').read())[0]['settings']; \
        s['boardSize']=13; r.urlopen(r.Request('http://10.77.0.1:38765/api/rooms', json.dumps({'title':'Thirteen','settings':s}).encode(), \
        {'content-type':'application/json'}))";
    let opened = network.inside(1, "python3".as_ref()).args(["-c", script]).status()?;
    ensure!(opened.success(), "the rooms of the host cannot be reached from the other machine");
    let found = network.lan()?;
    ensure!(found[0]["size"] == 13, "{found}");
    Ok(())
}

#[test]
fn a_host_that_is_not_announced_is_not_found() -> Result<()> {
    let Some(network) = TestNetwork::create()? else { return Ok(()) };
    let folder = TempDir::new()?;
    let (_host, _link) = start_host(&network, &folder, &["--no-mdns"])?;
    let found = network.lan()?;
    ensure!(found == serde_json::json!([]), "{found}");
    Ok(())
}

#[test]
fn a_host_that_ends_withdraws_its_announcement() -> Result<()> {
    let Some(network) = TestNetwork::create()? else { return Ok(()) };
    let folder = TempDir::new()?;
    let (mut host, _link) = start_host(&network, &folder, &[])?;
    ensure!(network.lan()?[0]["size"] == 9);
    let signalled = Command::new("kill").args(["-TERM", &host.0.id().to_string()]).status()?;
    ensure!(signalled.success() && host.0.wait()?.success(), "it exits with 0 on SIGTERM");
    let found = network.lan()?;
    ensure!(found == serde_json::json!([]), "{found}");
    Ok(())
}

/// Set for the copy of this program that runs in the second namespace, browser and all.
const IN_SECOND_NAMESPACE: &str = "TABIYA_IN_SECOND_NAMESPACE";

#[test]
fn a_host_found_on_the_network_is_joined_in_the_browser() -> Result<()> {
    if env::var_os(IN_SECOND_NAMESPACE).is_some() {
        return e2e::in_browser("lan-browser", async |page| join_found_host(page).await);
    }
    let Some(network) = TestNetwork::create()? else { return Ok(()) };
    let folder = TempDir::new()?;
    let (_host, _link) = start_host(&network, &folder, &[])?;
    let mut over_there = network.inside(1, env::current_exe()?.as_os_str());
    over_there.args(["--exact", "a_host_found_on_the_network_is_joined_in_the_browser", "--nocapture"]);
    let done = over_there.env(IN_SECOND_NAMESPACE, "1").output()?;
    let output =
        [done.stdout, done.stderr].map(|output| String::from_utf8_lossy(&output).into_owned()).concat();
    ensure!(done.status.success() && output.contains("1 passed"), "{output}");
    Ok(())
}

/// From the studio of this machine to the room on the other, as a player gets there.
async fn join_found_host(page: &Page) -> Result<()> {
    page.visit("/play").await?;
    page.click_button("Search the network").await?;
    page.click_on(".open-room[href^=\"http://10.77.0.1:38765\"]").await?;
    page.wait_until("the other host's page", "return location.host === '10.77.0.1:38765'").await?;
    let room = "[...document.querySelectorAll('.open-room')].find((room) => room.textContent.includes('Club evening'))";
    page.wait_until("its room", &format!("return {room} !== undefined")).await?;
    page.eval(&format!("{room}.click()")).await?;
    page.wait_for(".join-form input[name=name]").await?;
    page.find(By::Css(".join-form input[name=name]")).await?.send_keys("Ann").await?;
    page.click_button("Take a seat").await?;
    page.wait_for_text(".seats", "Ann").await
}
