//! The limits of the API, each with its name. They stand in the OpenAPI document.

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
/// How often a stream without events sends a heartbeat.
pub const HEARTBEAT: Duration = Duration::from_secs(15);
/// How long a shutdown waits for answers that are under way.
pub const SHUTDOWN_TIME_MAX: Duration = Duration::from_secs(30);
