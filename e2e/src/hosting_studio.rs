//! A studio whose owner hosts from the page, with one room that guests reach over the network.

use std::fs;
use std::net::{Ipv4Addr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use api::hosting::Hosting;
use api::rooms::{NewRoom, OpenedRoom};
use play::protocol::{Access, Settings};
use tempfile::TempDir;

use crate::player::RoomAddress;
use crate::studio::Studio;

const START: Duration = Duration::from_secs(30);
const JSON: [(&str, &str); 1] = [("content-type", "application/json")];

pub struct HostingStudio {
    pub studio: Studio,
    /// The room, as guests reach it.
    pub network: RoomAddress,
}

impl HostingStudio {
    pub fn open(home: &TempDir) -> Result<HostingStudio> {
        HostingStudio::open_in(Studio::start_at::<&str>(home.path(), &[])?)
    }

    /// At a port that no other studio takes while this one is killed: it starts as after a crash in which that was open.
    pub fn open_at(home: &TempDir, port: u16) -> Result<HostingStudio> {
        let folder = home.path().join(".local/share/tabiya");
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("hosting.json"), format!(r#"{{"name":"Club","port":{port},"tables":true}}"#))?;
        let studio = Studio::start_at::<&str>(home.path(), &[])?;
        let end = Instant::now() + START;
        while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
            ensure!(Instant::now() < end, "the studio does not open port {port}");
            thread::sleep(Duration::from_millis(20));
        }
        HostingStudio::open_in(studio)
    }

    fn open_in(studio: Studio) -> Result<HostingStudio> {
        let on = studio.ask("POST /api/hosting", &JSON, br#"{"on":true,"name":"Club"}"#)?;
        let hosting: Hosting = serde_json::from_slice(&on.body)?;
        let port =
            hosting.addresses.first().and_then(|address| address.rsplit(':').next()).context("no address")?;
        let settings = Settings { board_size: 5, ..Settings::default() };
        let wanted =
            serde_json::to_vec(&NewRoom { title: "Club".to_owned(), settings, access: Access::default() })?;
        let opened = studio.ask("POST /api/rooms", &JSON, &wanted)?;
        let OpenedRoom { room } = serde_json::from_slice(&opened.body)?;
        Ok(HostingStudio { studio, network: RoomAddress { port: port.parse()?, room } })
    }

    pub fn kill_and_start(&mut self, home: &TempDir) -> Result<()> {
        self.studio.kill()?;
        self.studio = Studio::start_at::<&str>(home.path(), &[])?;
        Ok(())
    }

    pub fn stop_hosting(&self) -> Result<()> {
        self.studio.ask("POST /api/hosting", &JSON, br#"{"on":false}"#).map(drop)
    }

    pub fn hosting(&self) -> Result<Hosting> {
        Ok(serde_json::from_slice(&self.studio.ask("GET /api/hosting", &[], b"")?.body)?)
    }
}
