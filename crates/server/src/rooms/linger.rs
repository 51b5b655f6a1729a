//! The end of a socket after its close frame. A socket that is dropped while bytes of the peer are unread is reset, and the
//! peer then never sees the close frame; so its remaining bytes are read and discarded, for a while.

use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// A peer answers a close frame within a round trip.
const TIMEOUT: Duration = Duration::from_secs(2);
/// More than the longest message: what was on its way when the close frame was sent.
const MAX_BYTES: usize = 1 << 20;

/// Until the peer closes its side.
pub(super) async fn linger(mut stream: TcpStream) {
    let drained = async {
        let mut discarded = 0;
        // Fails if the peer is gone already.
        drop(stream.shutdown().await);
        while discarded < MAX_BYTES && stream.readable().await.is_ok() {
            match stream.try_read(&mut [0; 4096]) {
                Ok(0) => return,
                Ok(length) => discarded += length,
                Err(wait) if wait.kind() == std::io::ErrorKind::WouldBlock => {}
                Err(_) => return,
            }
        }
    };
    let _ = timeout(TIMEOUT, drained).await;
}
