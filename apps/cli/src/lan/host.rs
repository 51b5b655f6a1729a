//! `tabiya host`: rooms for everybody on the local network, and the link that leads to the first.

use std::env;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use directories::ProjectDirs;
use play::protocol::Settings;
use server::{Host, Rooms};
use tokio::runtime::Builder;

use crate::failure::Failure;
use crate::studio::told_to_stop;

#[derive(Args)]
pub struct HostArgs {
    /// Listen on this port
    #[arg(long, value_name = "N", default_value_t = Host::USUAL_PORT)]
    port: u16,
    /// What the room is called on the network
    #[arg(long)]
    name: Option<String>,
    /// Do not announce the room on the network; the link always works
    #[arg(long)]
    no_mdns: bool,
    /// Keep games in this folder, so that they go on after a crash
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
}

pub fn host(args: &HostArgs) -> Result<(), Failure> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let rooms = rooms(args)?;
        let host = Host::bind(args.port, rooms.clone()).await?;
        let name = args.name.clone().unwrap_or_else(usual_name);
        let room = first_room(&rooms, &name).await?;
        let stop = told_to_stop();
        println!("Hosting “{name}” on this network   (Ctrl+C stops it)");
        for address in host.addresses() {
            println!("  http://{address}/play?room={room}");
        }
        let size = Settings::default().board_size;
        let announced = (!args.no_mdns).then(|| server::announce(&name, host.port(), size));
        if let Some(Err(why)) = &announced {
            eprintln!("tabiya: nobody will find the room by itself ({why}): pass the link on");
        }
        Ok(host.serve(stop).await?)
    })
}

/// A journal that cannot be had is no reason not to play.
fn rooms(args: &HostArgs) -> Result<Arc<Rooms>, Failure> {
    let file = format!("rooms-{}.jsonl", args.port);
    let path = match &args.keep {
        Some(folder) => Some(folder.join(&file)),
        None => journal(&file),
    };
    let Some(path) = path else { return Ok(Rooms::in_memory()) };
    match made(&path).and_then(|()| Rooms::from_journal(&path)) {
        Ok(rooms) => Ok(rooms),
        Err(error) if args.keep.is_some() => Err(Failure::File { path, error }),
        Err(error) => {
            eprintln!("tabiya: {}: {error}: games will not survive a crash", path.display());
            Ok(Rooms::in_memory())
        }
    }
}

/// Where rooms are kept on this system.
pub fn journal(file: &str) -> Option<PathBuf> {
    let path = ProjectDirs::from("", "", "tabiya")?.data_dir().join(file);
    made(&path).ok().map(|()| path)
}

fn made(path: &std::path::Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

/// The one that is still open from last time, or a new one.
async fn first_room(rooms: &Arc<Rooms>, name: &str) -> io::Result<String> {
    match rooms.list().await.into_iter().next() {
        Some(open) => Ok(open.room),
        None => rooms.open(name, Settings::default()).await,
    }
}

fn usual_name() -> String {
    match env::var("USER").or_else(|_| env::var("USERNAME")) {
        Ok(user) if !user.is_empty() => format!("{user}'s room"),
        _ => "Tabiya".to_owned(),
    }
}
