//! Every operation of a document, in turn.

use utoipa::openapi::OpenApi as Document;
use utoipa::openapi::path::{Operation, PathItem};

/// Every operation of the document.
pub(super) fn operations(document: &mut Document) -> impl Iterator<Item = &mut Operation> {
    document.paths.paths.values_mut().flat_map(|item| {
        let PathItem { get, put, post, delete, patch, .. } = item;
        [get, put, post, delete, patch].into_iter().filter_map(Option::as_mut)
    })
}
