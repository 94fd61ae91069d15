//! `pandect openapi`.

use clap::Args;

use super::{Failure, out};
use crate::http::document_text;

/// Print the OpenAPI document.
///
/// The document of this very program, as its server answers it at /openapi.json. Use it to generate a client, or to
/// compare it with the one that a client was generated from.
#[derive(Debug, Args)]
pub(super) struct Openapi {}

impl Openapi {
    pub(super) fn run(self) -> Result<(), Failure> {
        out(&document_text()?)
    }
}
