//! The pages for people, which know the service only through its API.

pub(super) mod help;
pub(super) mod room;
pub(super) mod route;
