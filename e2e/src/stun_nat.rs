//! A STUN server together with the routers of two houses, for tests: each client's address is mapped to a public one, and
//! what arrives there is passed on to the client as from the sender's public address.

use std::collections::HashMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use tokio::net::UdpSocket;

const BINDING_REQUEST: [u8; 2] = [0x00, 0x01];
const BINDING_SUCCESS: [u8; 2] = [0x01, 0x01];
const MAGIC_COOKIE: [u8; 4] = [0x21, 0x12, 0xa4, 0x42];
const XOR_MAPPED_ADDRESS: [u8; 2] = [0x00, 0x20];

/// The public socket of each client.
type Mappings = Arc<Mutex<HashMap<SocketAddr, Arc<UdpSocket>>>>;

pub struct StunNat {
    server: SocketAddr,
    mappings: Mappings,
}

impl StunNat {
    pub async fn start() -> Result<StunNat> {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let server = SocketAddr::from((Ipv4Addr::LOCALHOST, socket.local_addr()?.port()));
        let mappings = Mappings::default();
        tokio::spawn(answer(socket, Arc::clone(&mappings)));
        Ok(StunNat { server, mappings })
    }

    /// For the setting: `stun:127.0.0.1:PORT`.
    pub fn url(&self) -> String {
        format!("stun:{}", self.server)
    }

    /// How many addresses have asked.
    pub fn clients(&self) -> usize {
        self.mappings.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

async fn answer(socket: UdpSocket, mappings: Mappings) {
    let mut buffer = [0; 2048];
    while let Ok((length, client)) = socket.recv_from(&mut buffer).await {
        let Some(request) = buffer.get(..length).filter(|bytes| bytes.starts_with(&BINDING_REQUEST)) else {
            continue;
        };
        if let Ok(public) = public_address(client, &mappings).await
            && let Some(reply) = binding_success(request, public)
        {
            drop(socket.send_to(&reply, client).await);
        }
    }
}

/// Of this client; the first time, a socket is opened for it.
async fn public_address(client: SocketAddr, mappings: &Mappings) -> Result<SocketAddr> {
    let known = mappings.lock().unwrap_or_else(PoisonError::into_inner).get(&client).cloned();
    let socket = match known {
        Some(socket) => socket,
        None => {
            let socket = Arc::new(UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).await?);
            mappings.lock().unwrap_or_else(PoisonError::into_inner).insert(client, Arc::clone(&socket));
            tokio::spawn(pass_on(Arc::clone(&socket), client, Arc::clone(mappings)));
            socket
        }
    };
    Ok(SocketAddr::from((Ipv4Addr::LOCALHOST, socket.local_addr()?.port())))
}

/// What arrives at a client's public address, from another client that has one.
async fn pass_on(public: Arc<UdpSocket>, client: SocketAddr, mappings: Mappings) {
    let mut buffer = [0; 2048];
    while let Ok((length, sender)) = public.recv_from(&mut buffer).await {
        let from = mappings.lock().unwrap_or_else(PoisonError::into_inner).get(&sender).cloned();
        if let (Some(from), Some(bytes)) = (from, buffer.get(..length)) {
            drop(from.send_to(bytes, client).await);
        }
    }
}

/// RFC 5389: the header with the request's transaction, and the mapped address.
fn binding_success(request: &[u8], public: SocketAddr) -> Option<Vec<u8>> {
    let SocketAddr::V4(public) = public else { return None };
    let mut reply =
        [&BINDING_SUCCESS[..], &[0, 12], request.get(4..20)?, &XOR_MAPPED_ADDRESS, &[0, 8, 0, 1]].concat();
    let [high, low] = public.port().to_be_bytes();
    reply.extend([high ^ MAGIC_COOKIE[0], low ^ MAGIC_COOKIE[1]]);
    reply.extend(public.ip().octets().iter().zip(MAGIC_COOKIE).map(|(byte, mask)| byte ^ mask));
    Some(reply)
}
