//! The rate limit: how many requests an address may send a second.

use std::net::IpAddr;
use std::sync::Arc;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{Error, web};
use governor::clock::DefaultClock;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::http::answer::refusal;
use crate::http::load::shedding::is_operation;
use crate::http::pages::room::FILES;
use crate::http::problem::{Code, Problem};

/// Requests per second, by address.
pub(super) type Limiter = Arc<RateLimiter<IpAddr, DashMapStateStore<IpAddr>, DefaultClock>>;

/// Addresses that are remembered before those that have been quiet are forgotten.
const ADDRESSES_MAX: usize = 10_000;

/// A limiter of so many requests a second for each address.
pub(super) fn limiter(per_second: std::num::NonZeroU32) -> Limiter {
    Arc::new(RateLimiter::dashmap(Quota::per_second(per_second)))
}

/// Refuses an address that asks more often than configured. The files of the room are free: a page loads dozens of them at
/// once, and they lie in memory. So is what tells whoever operates the server how it is.
pub(super) async fn limit_rate(
    limiter: web::Data<Option<Limiter>>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if let Some(limiter) = limiter.as_ref()
        && limiter.len() > ADDRESSES_MAX
    {
        limiter.retain_recent();
    }
    if !request.path().starts_with(FILES)
        && !is_operation(request.path())
        && let (Some(limiter), Some(peer)) = (limiter.as_ref(), request.peer_addr())
        && limiter.check_key(&peer.ip()).is_err()
    {
        let problem = Problem::new(Code::TooManyRequests, "this address sends too many requests; wait a second");
        return Ok(refusal(request, problem));
    }
    Ok(next.call(request).await?.map_into_boxed_body())
}
