//! A client that sends one request after the other, and the figures of many.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// A connection that is kept open, with just enough HTTP/1.1 to measure with.
pub(crate) struct Connection(TcpStream, Vec<u8>);

impl Connection {
    pub(crate) fn open(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("a connection");
        stream.set_nodelay(true).expect("no delay");
        Self(stream, vec![0; 1 << 16])
    }

    /// Sends a request and gives the status and the body.
    pub(crate) fn send(&mut self, method: &str, path: &str, token: &str, body: &str) -> (u16, String) {
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        self.0.write_all(request.as_bytes()).expect("sent");
        let mut filled = 0;
        loop {
            let read = self.0.read(&mut self.1[filled..]).expect("an answer");
            assert_ne!(read, 0, "the server hung up on {method} {path}");
            filled += read;
            let text = String::from_utf8_lossy(&self.1[..filled]);
            let Some((head, rest)) = text.split_once("\r\n\r\n") else { continue };
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
            let length: usize = length.unwrap_or(0);
            if rest.len() >= length {
                let status = head[9..12].parse().expect("a status");
                return (status, rest.to_owned());
            }
            if self.1.len() < filled + length {
                self.1.resize(2 * (filled + length), 0);
            }
        }
    }
}

/// One request after the other from each of `clients` threads; the times of all, sorted.
pub(crate) fn load(
    clients: usize,
    one: impl Fn(usize, &mut dyn FnMut() -> bool, &mut Vec<Duration>) + Sync,
) -> Figures {
    let end = Instant::now() + crate::seconds();
    let all = Mutex::new(Vec::new());
    let begun = Instant::now();
    thread::scope(|scope| {
        for client in 0..clients {
            let (one, all) = (&one, &all);
            scope.spawn(move || {
                let mut times = Vec::new();
                one(client, &mut || Instant::now() < end, &mut times);
                all.lock().expect("times").append(&mut times);
            });
        }
    });
    let took = begun.elapsed();
    let mut times = all.into_inner().expect("times");
    times.sort_unstable();
    Figures { times, took }
}

pub(crate) struct Figures {
    times: Vec<Duration>,
    took: Duration,
}

impl Figures {
    pub(crate) fn rate(&self) -> f64 {
        self.times.len() as f64 / self.took.as_secs_f64()
    }

    fn percentile(&self, per_mille: usize) -> f64 {
        let at = (self.times.len() * per_mille / 1000).min(self.times.len().saturating_sub(1));
        self.times.get(at).map_or(0.0, Duration::as_secs_f64) * 1e3
    }

    pub(crate) fn tell(&self, what: &str) {
        println!(
            "{what:<46} {:>7.0}/s   p50 {:>7.3}   p99 {:>7.3}   p99.9 {:>7.3} ms   ({} requests)",
            self.rate(),
            self.percentile(500),
            self.percentile(990),
            self.percentile(999),
            self.times.len()
        );
    }
}
