//! A reverse proxy for tests, as people put before a host: HTTPS outside, plain HTTP inside, the Host header kept.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;

use crate::paths::python;
use crate::process::KillOnDrop;

/// Reads the head of the first request to say who asked, as proxies do, and then passes bytes on.
const PROXY: &str = r#"
import socket, ssl, sys, threading
listen, host, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(folder + "/cert.pem", folder + "/key.pem")
context.set_alpn_protocols(["http/1.1"])
def pipe(source, target):
    try:
        while data := source.recv(65536):
            target.sendall(data)
    except OSError:
        pass
    for end in (source, target):
        try: end.shutdown(socket.SHUT_RDWR)
        except OSError: pass
def serve(raw, client):
    try:
        outside = context.wrap_socket(raw, server_side=True)
        head = b""
        while b"\r\n\r\n" not in head:
            data = outside.recv(65536)
            if not data: return
            head += data
        forwarded = f"\r\nX-Forwarded-For: {client[0]}\r\nX-Forwarded-Proto: https".encode()
        line, rest = head.split(b"\r\n", 1)
        inside = socket.create_connection(("127.0.0.1", host))
        inside.sendall(line + forwarded + b"\r\n" + rest)
    except (OSError, ssl.SSLError):
        return raw.close()
    threading.Thread(target=pipe, args=(inside, outside), daemon=True).start()
    pipe(outside, inside)
listener = socket.create_server(("127.0.0.1", listen), backlog=64)
print("ready", flush=True)
while True:
    raw, client = listener.accept()
    threading.Thread(target=serve, args=(raw, client), daemon=True).start()
"#;

pub struct TlsProxy {
    _process: KillOnDrop,
    _folder: TempDir,
}

impl TlsProxy {
    /// Before the host at this port of the machine, with a certificate of its own for the name.
    pub fn start(port: u16, host: u16, name: &str) -> Result<TlsProxy> {
        let folder = TempDir::new()?;
        make_certificate(folder.path(), name)?;
        let (port_text, host) = (port.to_string(), host.to_string());
        let mut process = Command::new(python()?)
            .args(["-c", PROXY, &port_text, &host])
            .arg(folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .map(KillOnDrop)?;
        let mut line = String::new();
        BufReader::new(process.0.stdout.take().context("the proxy has no output")?).read_line(&mut line)?;
        ensure!(line.trim() == "ready", "the proxy does not start");
        Ok(TlsProxy { _process: process, _folder: folder })
    }
}

fn make_certificate(folder: &Path, name: &str) -> Result<()> {
    let subject = format!("/CN={name}");
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", &subject])
        .arg("-keyout")
        .arg(folder.join("key.pem"))
        .arg("-out")
        .arg(folder.join("cert.pem"))
        .output()
        .context("no openssl: `apt-get install openssl`")?;
    ensure!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    Ok(())
}
