//! A large answer on its way to a client, which may take it slowly, or not at all.

use std::io::{self, ErrorKind};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::web::Bytes;

use crate::http::limits::{ANSWER_BYTES_PER_SECOND_MIN, ANSWER_PIECE_BYTES, STALL_TIME_MAX};

/// A body that keeps a place until the client has taken it, and is taken at a pace. A small one is the socket's already.
pub(in crate::http) fn at_a_pace<P: 'static>(body: BoxBody, place: P) -> BoxBody {
    if is_small(&body) { body } else { BoxBody::new(Paced::new(body, place)) }
}

/// A body that holds something until it is sent. A small one is the socket's already.
pub(in crate::http) fn until_sent<P: 'static>(body: BoxBody, held: P) -> BoxBody {
    if is_small(&body) { body } else { BoxBody::new(Holding { body, _held: held }) }
}

fn is_small(body: &BoxBody) -> bool {
    match body.size() {
        BodySize::None => true,
        BodySize::Sized(bytes) => bytes <= ANSWER_PIECE_BYTES as u64,
        BodySize::Stream => false,
    }
}

struct Holding<P> {
    body: BoxBody,
    _held: P,
}

impl<P> MessageBody for Holding<P> {
    type Error = Box<dyn std::error::Error>;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Pin::new(&mut self.get_mut().body).poll_next(context)
    }
}

/// A body that is given out in pieces, as the client takes them, and breaks off when it takes them too slowly. Holds a
/// place as long as it lives. A client that takes nothing at all is the kernel's to drop.
pub(in crate::http) struct Paced<P> {
    body: BoxBody,
    piece: Bytes,
    given: usize,
    begun: Instant,
    _place: P,
}

impl<P> Paced<P> {
    pub(in crate::http) fn new(body: BoxBody, place: P) -> Self {
        Self { body, piece: Bytes::new(), given: 0, begun: Instant::now(), _place: place }
    }

    fn is_too_slow(&self) -> bool {
        let taken = Duration::from_secs((self.given / ANSWER_BYTES_PER_SECOND_MIN) as u64);
        self.begun.elapsed() > STALL_TIME_MAX + taken
    }
}

impl<P> MessageBody for Paced<P> {
    type Error = Box<dyn std::error::Error>;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let this = self.get_mut();
        if this.is_too_slow() {
            let slow = io::Error::new(ErrorKind::TimedOut, "the client takes its answer too slowly");
            return Poll::Ready(Some(Err(slow.into())));
        }
        if this.piece.is_empty() {
            match Pin::new(&mut this.body).poll_next(context) {
                Poll::Ready(Some(Ok(piece))) => this.piece = piece,
                other => return other,
            }
        }
        let piece = this.piece.split_to(this.piece.len().min(ANSWER_PIECE_BYTES));
        this.given += piece.len();
        Poll::Ready(Some(Ok(piece)))
    }
}

// Nothing in them is pinned in place: a body has a box of its own.
impl<P> Unpin for Paced<P> {}
impl<P> Unpin for Holding<P> {}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn next(body: &mut Paced<Arc<()>>) -> Poll<Option<Result<Bytes, Box<dyn std::error::Error>>>> {
        Pin::new(body).poll_next(&mut Context::from_waker(std::task::Waker::noop()))
    }

    #[test]
    fn a_body_goes_out_whole_in_pieces_and_keeps_its_place_until_then() {
        let bytes: Vec<u8> = (0..100_000_u32).map(|n| n as u8).collect();
        let place = Arc::new(());
        let mut body = Paced::new(BoxBody::new(bytes.clone()), Arc::clone(&place));
        assert_eq!(body.size(), BodySize::Sized(100_000));
        let mut out = Vec::new();
        while let Poll::Ready(Some(piece)) = next(&mut body) {
            let piece = piece.expect("a piece");
            assert!(piece.len() <= ANSWER_PIECE_BYTES);
            out.extend(piece);
        }
        assert_eq!((out, Arc::strong_count(&place)), (bytes, 2));
        drop(body);
        assert_eq!(Arc::strong_count(&place), 1);
    }

    #[test]
    fn a_client_that_takes_its_answer_too_slowly_does_not_get_the_rest() {
        let mut body = Paced::new(BoxBody::new(vec![0; 1_000_000]), Arc::new(()));
        let a_minute_ago = |body: &mut Paced<_>| {
            body.begun = Instant::now().checked_sub(Duration::from_secs(60)).expect("a time");
        };
        a_minute_ago(&mut body);
        assert!(matches!(next(&mut body), Poll::Ready(Some(Err(_)))));
        // Whoever has taken so much in a minute goes on.
        body.given = 60 * ANSWER_BYTES_PER_SECOND_MIN;
        a_minute_ago(&mut body);
        assert!(matches!(next(&mut body), Poll::Ready(Some(Ok(_)))));
    }
}
