//! What handlers take from a request: the JSON body, the caller, conditions. Everything is checked here, once.

use std::future::{Future, Ready, ready};
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, IF_MATCH};
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpRequest};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::sync::OwnedSemaphorePermit;

use super::limits::{BODY_BYTES_MAX, BUNDLE_BYTES_MAX, IDEMPOTENCY_KEY_CHARS_MAX, INDEX_MAX, REQUEST_TIME_MAX};
use super::load::shedding::{UploadPlace, take_place};
use super::problem::{Code, Problem};
use crate::app::{self, Conditions};
use crate::kernel::Hash;

/// What makes a request that is sent twice one event.
pub(super) const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// Where a client goes on after a stream broke.
pub(super) const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// The body, parsed. An unknown field, a wrong type or a missing field is refused with its place.
#[derive(Debug)]
pub(super) struct Body<T>(pub(super) T);

/// The bytes of an uploaded bundle: JSON, whatever it says.
#[derive(Debug)]
pub(super) struct Upload {
    pub(super) bytes: Bytes,
    /// Held until it has been verified.
    _place: UploadPlace,
    _working: OwnedSemaphorePermit,
}

type Pending<T> = Pin<Box<dyn Future<Output = Result<T, Problem>>>>;

fn check_media_type(request: &HttpRequest) -> Result<(), Problem> {
    let found = request.headers().get(CONTENT_TYPE).map_or("none", |value| value.to_str().unwrap_or("unreadable"));
    let essence = found.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    Err(Problem::new(Code::WrongMediaType, format!("expected Content-Type: application/json, found {found}")))
}

/// Reads a whole body of JSON, no longer than `max` bytes and within [`REQUEST_TIME_MAX`].
async fn read(request: HttpRequest, payload: Payload, max: usize) -> Result<Bytes, Problem> {
    check_media_type(&request)?;
    let too_large = || Problem::new(Code::BodyTooLarge, format!("the body has more than {max} bytes"));
    // A client that says that it sends too much is refused before it does.
    if request
        .headers()
        .get("content-length")
        .and_then(|n| n.to_str().ok()?.parse().ok())
        .is_some_and(|n: usize| n > max)
    {
        return Err(too_large());
    }
    let body = actix_web::web::Payload::from_request(&request, &mut { payload });
    let body = body.await.map_err(|error| Problem::new(Code::MalformedHeader, error.to_string()))?;
    match tokio::time::timeout(REQUEST_TIME_MAX, body.to_bytes_limited(max)).await {
        Ok(Ok(Ok(bytes))) => Ok(bytes),
        Ok(Ok(Err(error))) => Err(Problem::new(Code::MalformedJson, format!("the body broke off: {error}"))),
        Ok(Err(_)) => Err(too_large()),
        Err(_) => Err(Problem::new(Code::RequestTimeout, "the body was not complete within 10 seconds")),
    }
}

fn parse<T: DeserializeOwned + Serialize>(bytes: &[u8]) -> Result<T, Problem> {
    let value = serde_json::from_slice(bytes).map_err(|error| unreadable::<T>(bytes, &error))?;
    refuse_arrays_for_objects(bytes, &value, "")?;
    Ok(value)
}

/// What is wrong with a body, and where: it is read once more, since keeping track of the place costs as much as reading.
fn unreadable<T: DeserializeOwned>(bytes: &[u8], error: &serde_json::Error) -> Problem {
    let mut parser = serde_json::Deserializer::from_slice(bytes);
    let Err(placed) = serde_path_to_error::deserialize::<_, T>(&mut parser) else {
        // The value is right, and something stands behind it.
        return Problem::new(Code::MalformedJson, error.to_string());
    };
    let (place, error) = (placed.path().to_string(), placed.into_inner());
    // A word where only another type can stand is a syntax error to the parser, also in a body that is JSON.
    if error.is_data() || serde_json::from_slice::<Value>(bytes).is_ok() {
        Problem::new(Code::InvalidBody, error.to_string()).at(place)
    } else {
        Problem::new(Code::MalformedJson, error.to_string())
    }
}

/// Refuses an array where an object is wanted: serde would read it, field by field.
pub(super) fn refuse_arrays_for_objects(given: &[u8], read: &impl Serialize, place: &str) -> Result<(), Problem> {
    if !given.contains(&b'[') {
        return Ok(());
    }
    let malformed = |error: serde_json::Error| Problem::new(Code::MalformedJson, error.to_string());
    let given: Value = serde_json::from_slice(given).map_err(malformed)?;
    let read = serde_json::to_value(read).map_err(|error| Problem::internal(error.to_string()))?;
    match array_for_object(&given, &read, place) {
        Some(place) => Err(Problem::new(Code::InvalidBody, "expected an object, found an array").at(place)),
        None => Ok(()),
    }
}

/// Where an array was read as an object.
fn array_for_object(given: &Value, read: &Value, place: &str) -> Option<String> {
    match (given, read) {
        (Value::Array(_), Value::Object(_)) => Some(if place.is_empty() { "." } else { place }.into()),
        (Value::Array(given), Value::Array(read)) => {
            let mut pairs = (0..).zip(given.iter().zip(read));
            pairs.find_map(|(index, (given, read))| array_for_object(given, read, &format!("{place}[{index}]")))
        }
        (Value::Object(given), Value::Object(read)) => given.iter().find_map(|(name, given)| {
            let dot = if place.is_empty() { "" } else { "." };
            array_for_object(given, read.get(name)?, &format!("{place}{dot}{name}"))
        }),
        _ => None,
    }
}

impl<T: DeserializeOwned + Serialize + 'static> FromRequest for Body<T> {
    type Error = Problem;
    type Future = Pending<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let bytes = read(request.clone(), payload, BODY_BYTES_MAX).await?;
            take_place(&request)?;
            Ok(Self(parse(&bytes)?))
        })
    }
}

impl FromRequest for Upload {
    type Error = Problem;
    type Future = Pending<Self>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let place = UploadPlace::take(&request)?;
            let bytes = read(request, payload, BUNDLE_BYTES_MAX).await?;
            let text =
                std::str::from_utf8(&bytes).map_err(|error| Problem::new(Code::MalformedJson, error.to_string()))?;
            let json = serde_json::from_str::<serde::de::IgnoredAny>(text);
            json.map_err(|error| Problem::new(Code::MalformedJson, error.to_string()))?;
            let working = place.work().await?;
            Ok(Self { bytes, _place: place, _working: working })
        })
    }
}

/// Whoever calls, from `Authorization: Bearer …`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Caller(pub(super) app::Caller);

impl FromRequest for Caller {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(caller(request.headers()).map(Self))
    }
}

fn caller(headers: &HeaderMap) -> Result<app::Caller, Problem> {
    let Some(value) = only(headers, &AUTHORIZATION)? else { return Ok(app::Caller::Anonymous) };
    match value.to_str().ok().and_then(|value| value.split_once(' ')) {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => Ok(app::Caller::from_token(token.trim())?),
        // Whatever else is there is no token of ours, and answered with what would be (RFC 9110, 11.6.1).
        _ => Err(Problem::new(Code::WrongToken, "expected Authorization: Bearer and a token")),
    }
}

/// A header; one that is there twice is refused.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a HeaderValue>, Problem> {
    let mut values = headers.get_all(name);
    let first = values.next();
    match values.next() {
        Some(_) => Err(Problem::new(Code::MalformedHeader, format!("the header {name} is there twice"))),
        None => Ok(first),
    }
}

/// A header's text; a header that is there and cannot be read, or is there twice, is refused.
pub(super) fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Problem> {
    let unreadable = |_| Problem::new(Code::MalformedHeader, format!("the header {name} holds bytes that are no text"));
    only(headers, name)?.map(|value| value.to_str().map_err(unreadable)).transpose()
}

/// `If-Match` and `Idempotency-Key`.
#[derive(Debug)]
pub(super) struct Preconditions(pub(super) Conditions);

impl FromRequest for Preconditions {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(conditions(request.headers()).map(Self))
    }
}

fn conditions(headers: &HeaderMap) -> Result<Conditions, Problem> {
    let heads = match text(headers, &IF_MATCH)?.map(str::trim) {
        None | Some("*") => None,
        Some(list) => Some(list.split(',').filter_map(strong_etag).collect()),
    };
    let idempotency_key = text(headers, &IDEMPOTENCY_KEY)?.map(check_key).transpose()?;
    Ok(Conditions { heads, idempotency_key })
}

/// The hash in a strong entity tag. `If-Match` compares strongly (RFC 9110, 13.1.1): a weak tag, or one of something
/// else, matches nothing.
fn strong_etag(tag: &str) -> Option<Hash> {
    tag.trim().strip_prefix('"')?.strip_suffix('"')?.parse().ok()
}

fn check_key(key: &str) -> Result<String, Problem> {
    let fits = (1..=IDEMPOTENCY_KEY_CHARS_MAX).contains(&key.len()) && key.bytes().all(|byte| byte.is_ascii_graphic());
    if fits {
        return Ok(key.into());
    }
    let detail = "an Idempotency-Key is 1 to 255 visible ASCII characters, such as a UUID";
    Err(Problem::new(Code::MalformedHeader, detail))
}

/// Where in a log or tree a page starts: a number that it may have.
pub(super) fn start(name: &str, asked: Option<u64>) -> Result<Option<u64>, Problem> {
    match asked.filter(|asked| *asked > INDEX_MAX) {
        None => Ok(asked),
        Some(large) => Err(Problem::new(Code::MalformedQuery, format!("{name}: {large} is more than {INDEX_MAX}"))),
    }
}

/// How many items a page shall hold.
pub(super) fn limit(asked: Option<u64>, usual: u64, max: u64) -> Result<u64, Problem> {
    let limit = asked.unwrap_or(usual);
    if (1..=max).contains(&limit) {
        return Ok(limit);
    }
    Err(Problem::new(Code::MalformedQuery, format!("limit: {limit} is not 1 to {max}")))
}
