//! The route of a page.

use actix_web::guard::Get;
use actix_web::{Resource, web};

/// A page: what is no GET of it goes on to the router's answer to whatever no route took, like every other path with a
/// wrong method.
pub(in crate::http) fn page(path: &str) -> Resource {
    web::resource(path).guard(Get())
}
