//! The files of sets, so that a set can be opened from the list: in this browser and in the studio's data folder.

use drill::SetId;

use crate::bridge::IndexedStore;
use crate::client::call;
use crate::storage::StorageError;

/// Larger files are opened again from where they are: copying a hundred megabytes each time would take too long.
pub const MAX_BYTES: usize = 32 << 20;

const FILES: &str = "tabiya.training.files";

/// From this browser, else from the studio.
pub async fn load(set: SetId, asks_studio: bool) -> Option<Vec<u8>> {
    if let Some(bytes) = from_browser(set).await {
        return Some(bytes);
    }
    if !asks_studio {
        return None;
    }
    call(api::training::set_file(&set.to_string())).await.ok().flatten()
}

async fn from_browser(set: SetId) -> Option<Vec<u8>> {
    IndexedStore::open(FILES).await.ok()?.bytes(&set.to_string()).await.ok()?
}

/// Where it cannot be stored, the player opens the file again the next time.
pub async fn store(set: SetId, bytes: Vec<u8>, asks_studio: bool) {
    let _ = in_browser(set, &bytes).await;
    if asks_studio {
        let _ = call(api::training::store_set_file(&set.to_string(), bytes)).await;
    }
}

async fn in_browser(set: SetId, bytes: &[u8]) -> Result<(), StorageError> {
    IndexedStore::open(FILES).await?.write_bytes(&set.to_string(), bytes).await
}
