//! The OpenAPI document: generated from the handlers' own types, so that it cannot drift from them. This room knows no
//! route; the router puts its routes between [`base::base`] and [`base::finish`].

pub(super) mod base;
mod examples;
mod links;
mod nullable;
mod options;
pub(super) mod paths;
pub(super) mod responses;
mod titles;
mod walk;
