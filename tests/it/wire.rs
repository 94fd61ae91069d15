//! Bytes on a socket, for what no well-behaved client sends.

use std::io::ErrorKind::{BrokenPipe, ConnectionReset};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::server::Server;

/// A connection of our own.
pub(crate) fn connect(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(server.address).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
    stream.set_nodelay(true).expect("no delay");
    stream
}

/// Sends these bytes and gives what comes back until the server closes. A server may close before it has read all.
pub(crate) fn exchange(server: &Server, bytes: &[u8]) -> String {
    let mut stream = connect(server);
    let broken = |error: std::io::Error| assert!(matches!(error.kind(), BrokenPipe | ConnectionReset), "{error}");
    stream.write_all(bytes).unwrap_or_else(broken);
    let mut answer = Vec::new();
    // What came before the end stays.
    if let Err(error) = stream.read_to_end(&mut answer) {
        broken(error);
    }
    String::from_utf8_lossy(&answer).into_owned()
}
