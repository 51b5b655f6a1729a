//! The desktop program: the studio in a native window. The page comes from the same server as in the browser; this
//! program adds what browsers deny to pages: paths, menus, native dialogs, a single instance, and quitting.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod language;
mod menu;
mod native;
mod paths;
mod relaunch;
mod window;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use directories::ProjectDirs;
use server::{Menus, Shell, Studio};
use tauri::async_runtime::{block_on, spawn};
use tauri::{App, AppHandle, DragDropEvent, Error, Manager, Window, WindowEvent};

use menu::MenuBar;
use native::NativeWindow;

/// The connection to the page, as managed state for the window, the menus and a second launch.
struct PageConnection(Arc<Shell>);

fn main() -> ExitCode {
    let built = tauri::Builder::default()
        .plugin(tauri_plugin_single_instance::init(|app, args, folder| {
            launched_again(app, &args, Path::new(&folder));
        }))
        .plugin(tauri_plugin_dialog::init())
        .on_menu_event(|app, event| menu::chosen(&shell(app), event.id().as_ref()))
        .on_window_event(handle_window_event)
        .setup(|app| open(app))
        .build(tauri::generate_context!());
    match built {
        Ok(app) => {
            app.run(|_, _| {});
            ExitCode::SUCCESS
        }
        Err(Error::PluginInitialization(plugin, why)) if plugin == "single-instance" => {
            relaunch::relaunch(&why)
        }
        Err(error) => {
            eprintln!("tabiya-desktop: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Starts the studio and opens the window on it.
fn open(app: &mut App) -> Result<(), Box<dyn std::error::Error>> {
    let dirs = ProjectDirs::from("", "", "tabiya").ok_or("this system has no folder for data")?;
    server::create_private_folder(dirs.data_dir())?;
    server::make_private(dirs.data_dir());
    server::make_private(dirs.config_dir());
    let shell = Shell::new(NativeWindow::new(app.handle().clone()), dirs.data_dir().join("unsaved"));
    let studio = block_on(Studio::bind_for_window())?
        .with_shell(shell.clone())
        .with_card_settings(Some(dirs.config_dir().join("cards.toml")))
        .with_journal(dirs.data_dir().join("desktop-rooms.jsonl"))
        .with_library(dirs.data_dir().join("library.db"), None)
        .with_backups(dirs.data_dir().join("backups"))
        // The folder that `tabiya` uses as well.
        .with_training(dirs.data_dir().join("training"));
    let files = paths::named(std::env::args_os(), &std::env::current_dir()?);
    files.iter().for_each(|path| shell.activate(path));
    let address = studio.address(if files.is_empty() { "/" } else { "/study" });
    spawn(studio.serve(std::future::pending()));
    spawn(watch_signals(shell.clone()));
    app.manage(PageConnection(shell));
    app.manage(MenuBar::default());
    MenuBar::show(app.handle(), &Menus { language: language::initial(), ..Menus::default() })?;
    window::open(app, &address)?;
    Ok(())
}

fn shell(app: &AppHandle) -> Arc<Shell> {
    app.state::<PageConnection>().0.clone()
}

fn launched_again(app: &AppHandle, args: &[String], folder: &Path) {
    window::bring_forward(app);
    paths::named(args.iter().map(Into::into), folder).iter().for_each(|path| shell(app).activate(path));
}

fn handle_window_event(window: &Window, event: &WindowEvent) {
    match event {
        WindowEvent::CloseRequested { api, .. } => {
            api.prevent_close();
            ask_to_quit(shell(window.app_handle()));
        }
        WindowEvent::DragDrop(DragDropEvent::Drop { paths, .. }) => {
            let shell = shell(window.app_handle());
            paths.iter().filter(|path| path.is_file()).for_each(|path: &PathBuf| shell.activate(path));
        }
        _ => {}
    }
}

/// Called on the window's thread, which has no runtime.
fn ask_to_quit(shell: Arc<Shell>) {
    spawn(async move { shell.ask_to_quit() });
}

/// The end of the user's session, or a shutdown.
async fn watch_signals(shell: Arc<Shell>) {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (Ok(mut terminate), Ok(mut hang_up), Ok(mut interrupt)) =
            (signal(SignalKind::terminate()), signal(SignalKind::hangup()), signal(SignalKind::interrupt()))
        else {
            return;
        };
        tokio::select! {
            _ = terminate.recv() => {}
            _ = hang_up.recv() => {}
            _ = interrupt.recv() => {}
        }
        shell.leave();
    }
    #[cfg(not(unix))]
    drop(shell);
}
