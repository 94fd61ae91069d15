//! A connection on which every request arrives in time.
//!
//! The framework gives the first head of a connection a time to arrive in, and a connection that is idle a time to live;
//! the head of a later request, and what is left of a body that nobody reads, may trickle as long as they like. Here the
//! time of a request begins with the answer before it, however little by little it comes.

use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use actix_web::dev::{Extensions, ServiceRequest};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::http::limits::REQUEST_TIME_MAX;

/// Whether a request of the connection is being handled: from when its head has arrived until its answer is on its way.
#[derive(Debug, Clone, Default)]
pub(super) struct Handling(Arc<AtomicBool>);

impl Handling {
    /// That of the connection which a request came by, which is being handled from now on.
    pub(super) fn begin(request: &ServiceRequest) -> Option<Handled> {
        let Self(handling) = request.conn_data::<Self>()?;
        handling.store(true, Ordering::Relaxed);
        Some(Handled(Arc::clone(handling)))
    }
}

/// A request that is being handled, until this is dropped.
#[derive(Debug)]
pub(super) struct Handled(Arc<AtomicBool>);

impl Drop for Handled {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// A connection of a client.
pub(super) struct Connection {
    stream: TcpStream,
    handling: Handling,
    /// When the next request must have arrived.
    due: Option<Instant>,
    /// Whether something came or went since then was decided.
    stirred: bool,
    /// Wakes the connection when it is due. Kept, because every request would make one otherwise.
    timer: Option<Pin<Box<Sleep>>>,
}

impl Connection {
    /// Takes a client in.
    pub(super) fn new(stream: TcpStream) -> Self {
        Self { stream, handling: Handling::default(), due: None, stirred: false, timer: None }
    }

    /// Tells the requests of this connection whose they are.
    pub(super) fn introduce(&self, requests: &mut Extensions) {
        requests.insert(self.handling.clone());
    }

    /// Whether the next request takes too long to arrive. Wakes the connection when it does.
    fn is_overdue(&mut self, context: &mut Context<'_>) -> bool {
        if self.handling.0.load(Ordering::Relaxed) {
            self.due = None;
            self.stirred = true;
            return false;
        }
        if self.due.is_none() && std::mem::take(&mut self.stirred) {
            self.due = Some(Instant::now() + REQUEST_TIME_MAX);
        }
        let Some(due) = self.due else { return false };
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(due)));
        if timer.deadline() != due {
            timer.as_mut().reset(due);
        }
        timer.as_mut().poll(context).is_ready()
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let read = Pin::new(&mut this.stream).poll_read(context, buffer);
        match read {
            Poll::Pending if this.is_overdue(context) => Poll::Ready(Err(ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
            Poll::Ready(_) => {
                this.stirred = true;
                read
            }
        }
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        // An answer: the time of the next request begins.
        (self.due, self.stirred) = (None, true);
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        (self.due, self.stirred) = (None, true);
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
