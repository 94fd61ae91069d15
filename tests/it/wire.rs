//! Bytes on a socket, for what no well-behaved client sends, and event streams.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use crate::server::Server;

/// A connection of our own.
pub(crate) fn connect(server: &Server) -> TcpStream {
    let stream = TcpStream::connect(server.address).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
    stream.set_nodelay(true).expect("no delay");
    stream
}

/// Sends these bytes and gives what comes back until the server closes.
pub(crate) fn exchange(server: &Server, bytes: &[u8]) -> String {
    let mut stream = connect(server);
    stream.write_all(bytes).expect("a server that reads");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("a server that answers and closes");
    stream.shutdown(Shutdown::Both).ok();
    String::from_utf8_lossy(&answer).into_owned()
}
