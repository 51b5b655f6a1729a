//! Icons and settings of the window, from tauri.conf.json.

fn main() {
    tauri_build::build();
}
