//! The limits of the API, each with its name. They stand in the OpenAPI document.

use std::num::NonZeroUsize;
use std::time::Duration;

/// Bytes in the body of a request.
pub const BODY_BYTES_MAX: usize = 64 * 1024;
/// Bytes in a bundle that is uploaded for verification.
pub const BUNDLE_BYTES_MAX: usize = 8 * 1024 * 1024;
/// How long a client may take to send the head of a request, and then its body.
pub const REQUEST_TIME_MAX: Duration = Duration::from_secs(10);
/// Characters in an idempotency key.
pub const IDEMPOTENCY_KEY_CHARS_MAX: usize = 255;
/// Events on a page when the client names no number.
pub const EVENTS_PAGE: u64 = 100;
/// The largest index that JSON tells exactly, and so the largest that a log may have.
pub const INDEX_MAX: u64 = (1 << 53) - 1;
/// Games on a page when the client names no number.
pub const GAMES_PAGE: u64 = 20;
/// Tournaments on a page when the client names no number.
pub const TOURNAMENTS_PAGE: u64 = 20;
/// Games of a tournament on a page, at most, and when the client names no number.
pub const TOURNAMENT_GAMES_PAGE_MAX: u64 = 1_000;
/// Leaves on a page when the client names no number.
pub const LEAVES_PAGE: u64 = 100;
/// Requests under way at once, unless configured otherwise.
pub const REQUESTS_MAX: NonZeroUsize = NonZeroUsize::new(1_024).expect("not zero");
/// Requests that verify or write out a whole log, working or waiting for it at once.
pub const LONG_REQUESTS_MAX: usize = 256;
/// Bundles that are received at once.
pub const UPLOADS_MAX: usize = 32;
/// Connections open at once, unless the limit of open files is lower.
pub const CONNECTIONS_MAX: usize = 25_000;
/// How long a client may take nothing of what is sent to it, or leave it unacknowledged, before its connection is dropped.
pub const STALL_TIME_MAX: Duration = Duration::from_secs(30);
/// How fast a client takes a large answer at least, behind the first [`STALL_TIME_MAX`].
pub const ANSWER_BYTES_PER_SECOND_MIN: usize = 8 * 1024;
/// The pieces that a large answer is sent in.
pub(super) const ANSWER_PIECE_BYTES: usize = 32 * 1024;
/// How often a stream without events sends a heartbeat.
pub const HEARTBEAT: Duration = Duration::from_secs(15);
/// How long a connection that is being closed is still read from, so that the client hears the answer.
pub const DISCONNECT_TIME_MAX: Duration = Duration::from_secs(1);
/// How long a shutdown waits for answers that are under way.
pub const SHUTDOWN_TIME_MAX: Duration = Duration::from_secs(30);
