//! `tabiya host`: serves rooms on the local network and prints the link to the first one.

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use i18n::visible_line;
use play::protocol::Settings;
use ratatui::crossterm::terminal;
use server::engine::CommandLine;
use server::{Host, HostLimits, JournalError, Opponents, PublicUrl, RoomSummary, Rooms};
use tokio::runtime::Builder;

use super::{qr, room_text};
use crate::failure::{Failure, shown_path};
use crate::output;
use crate::studio::shutdown_signal;
use crate::user_folders::{self, data_folder};

#[derive(Args)]
pub struct HostArgs {
    /// Listen on this port instead of 38765 or the next free one
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Name of the room on the network
    #[arg(long)]
    name: Option<String>,
    /// Initial board size; the players may agree on another
    #[arg(long, value_name = "N", default_value_t = 19, value_parser = clap::value_parser!(u8).range(2..=25))]
    boardsize: u8,
    /// Address under which others reach this host through a tunnel, a proxy or a name: https://go.example.org
    #[arg(long, value_name = "URL")]
    public_url: Option<PublicUrl>,
    /// Do not announce the room on the network; the link always works
    #[arg(long)]
    no_mdns: bool,
    /// Store games in this folder, so that they survive a crash
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
    /// Offer this GTP engine as an opponent in turn-by-turn games, under its program's name; may be repeated
    #[arg(long, value_name = "CMD")]
    engine: Vec<String>,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Visitors share the host, so none of them may take all of it.
#[derive(Args)]
#[command(next_help_heading = "Limits for visitors")]
struct LimitArgs {
    /// Connections that one address on the network may have open; a club may share one address
    #[arg(long, value_name = "N", default_value_t = HostLimits::default().connections)]
    connections_per_address: usize,
    /// Rooms that one address may have open
    #[arg(long, value_name = "N", default_value_t = HostLimits::default().rooms)]
    rooms_per_address: usize,
    /// Bots and engines that may play at the same time in rooms of one address
    #[arg(long, value_name = "N", default_value_t = HostLimits::default().engines)]
    engines_per_address: usize,
    /// Bots and engines that may play at the same time in all rooms
    #[arg(long, value_name = "N", default_value_t = Opponents::MAX_PLAYING)]
    engines_at_once: usize,
}

impl LimitArgs {
    fn per_address(&self) -> HostLimits {
        HostLimits {
            connections: self.connections_per_address,
            rooms: self.rooms_per_address,
            engines: self.engines_per_address,
        }
    }
}

pub fn host(args: &HostArgs) -> Result<(), Failure> {
    user_folders::make_private();
    // Two threads on one core would only cause context switches.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let runtime = Builder::new_multi_thread().worker_threads(cores.min(2)).enable_all().build()?;
    runtime.block_on(async {
        let stop = shutdown_signal();
        let host = Host::bind(args.port).await?.with_limits(args.limits.per_address());
        let host = host.with_public_url(args.public_url.clone());
        let (rooms, journal_path) = rooms(args, host.port())?;
        let (room, others) = first_room(&rooms, args).await?;
        let announced =
            (!args.no_mdns).then(|| server::announce(&room.title, host.port(), rooms.newest_size()));
        let found = match &announced {
            Some(Ok(_)) => {
                "The Play page and `tabiya lan` on this network find this room automatically.".to_owned()
            }
            Some(Err(why)) => format!("The room cannot be announced ({why}): share the link."),
            None => "The room is not announced: share the link.".to_owned(),
        };
        let on_stop = match journal_path {
            Some(path) => {
                format!("Ctrl+C stops the host; unfinished games continue next time ({}).", shown_path(&path))
            }
            None => "Ctrl+C stops the host; unfinished games are lost.".to_owned(),
        };
        let link = links(&host, &room).next().filter(|_| output::is_terminal());
        let code = link.and_then(|link| qr::qr_code(&link, colours(), columns()));
        let code = code.map(|code| code + "\n").unwrap_or_default();
        // A program that only reads the link may have closed the pipe: keep hosting.
        drop(output::print(&welcome(&host, &room, &others)));
        drop(output::print_bytes(code.as_bytes()));
        drop(output::print(&format!("{found}\n{on_stop}\n")));
        host.serve(&rooms, stop).await;
        Ok(())
    })
}

/// The room with its settings and links, and the other open games.
fn welcome(host: &Host, room: &RoomSummary, others: &[RoomSummary]) -> String {
    let title = visible_line(&room.title);
    let mut text = format!("\n  {title}\n  {}\n\n", room_text::settings(&room.settings));
    for (n, link) in links(host, room).enumerate() {
        text += &format!("  {:8} {link}\n", if n == 0 { "Join" } else { "or" });
    }
    let port = host.port();
    text += &format!("  {:8} http://localhost:{port}/play?room={}\n", "Here", room.room);
    for other in others {
        text += &format!("  {:8} {}, room {}\n", "Also open", room_text::game(other), other.room);
    }
    text.push('\n');
    text
}

fn links(host: &Host, room: &RoomSummary) -> impl Iterator<Item = String> {
    let public = host.public_url().map(PublicUrl::to_string);
    let addresses = host.addresses().into_iter().map(|address| format!("http://{address}"));
    public.into_iter().chain(addresses).map(|address| format!("{address}/play?room={}", room.room))
}

fn colours() -> bool {
    env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

fn columns() -> usize {
    terminal::size().map_or(80, |(columns, _)| usize::from(columns))
}

/// The bot, GNU Go if it is installed, and the engines from the command line.
fn opponents(args: &HostArgs) -> Result<Opponents, Failure> {
    let built_in = Opponents::default().with_max_playing(args.limits.engines_at_once).with_gnu_go();
    args.engine.iter().try_fold(built_in, |opponents, command_line| {
        let command = CommandLine::parse(command_line)
            .ok_or_else(|| Failure::Usage(format!("not a valid command: {command_line}")))?;
        Ok(opponents.with_engine(command.name(), command))
    })
}

/// Rooms and the path of their journal. If the journal cannot be opened, rooms are in memory only, unless --keep was
/// given.
fn rooms(args: &HostArgs, port: u16) -> Result<(Arc<Rooms>, Option<PathBuf>), Failure> {
    let opponents = opponents(args)?;
    let file = format!("rooms-{port}.jsonl");
    let path = match &args.keep {
        Some(folder) => Some(folder.join(&file)),
        None => journal(&file),
    };
    let Some(path) = path else { return Ok((Rooms::in_memory(opponents)?, None)) };
    let opened = create_parent(&path).map_err(JournalError::Io);
    match opened.and_then(|()| Rooms::from_journal(&path, opponents.clone())) {
        Ok(rooms) => {
            if let Some(damage) = rooms.damage() {
                output::report(damage.to_string());
            }
            Ok((rooms, Some(path)))
        }
        Err(error) if args.keep.is_some() => Err(Failure::Message(format!("{}: {error}", shown_path(&path)))),
        Err(error) => {
            output::report(format!("{}: {error}: games will not survive a crash", shown_path(&path)));
            Ok((Rooms::in_memory(opponents)?, None))
        }
    }
}

/// The path of a journal in this user's data folder, which is created.
pub fn journal(file: &str) -> Option<PathBuf> {
    let path = journal_path(file)?;
    create_parent(&path).ok().map(|()| path)
}

/// The same, whether the folder exists or not.
pub fn journal_path(file: &str) -> Option<PathBuf> {
    Some(data_folder()?.join(file))
}

fn create_parent(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), server::create_private_folder)
}

/// The host's own room, which is kept as long as the host runs: the one from last time, unless another name is given; else a
/// new one. And the other rooms with unfinished games.
async fn first_room(rooms: &Arc<Rooms>, args: &HostArgs) -> Result<(RoomSummary, Vec<RoomSummary>), Failure> {
    let wanted =
        |room: &RoomSummary| room.standing && args.name.as_ref().is_none_or(|name| *name == room.title);
    if !rooms.list().await.iter().any(wanted) {
        let name = args.name.clone().unwrap_or_else(default_name);
        let settings = Settings { board_size: args.boardsize, ..Settings::default() };
        rooms.open(&name, settings).await.map_err(|error| Failure::Message(error.to_string()))?;
    }
    let mut open = rooms.list().await;
    let Some(first) = open.iter().position(wanted).or((!open.is_empty()).then_some(0)) else {
        return Err(Failure::Message("could not open a room".to_owned()));
    };
    let first = open.remove(first);
    rooms.keep(&first.room);
    open.retain(|room| room.playing);
    Ok((first, open))
}

fn default_name() -> String {
    match env::var("USER").or_else(|_| env::var("USERNAME")) {
        Ok(user) if !user.is_empty() => format!("{user}'s room"),
        _ => "Tabiya".to_owned(),
    }
}
