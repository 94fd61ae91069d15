//! The problems that a call can answer with, as responses of the document.

use std::collections::BTreeMap;

use utoipa::openapi::{Content, Ref, RefOr, Response, ResponseBuilder};

use super::examples;
use crate::http::problem::Code;

/// Problems that every call can answer with.
const EVERYWHERE: [Code; 6] =
    [Code::MalformedQuery, Code::MalformedHeader, Code::TooManyRequests, Code::Internal, Code::Busy, Code::Unavailable];

/// Names the problems that a call can answer with besides the ones that every call can.
macro_rules! problems {
    ($name:ident: $($code:ident),* $(,)?) => {
        pub(in crate::http) struct $name;

        impl utoipa::IntoResponses for $name {
            fn responses()
            -> std::collections::BTreeMap<String, utoipa::openapi::RefOr<utoipa::openapi::response::Response>> {
                $crate::http::document::responses::responses(&[$($crate::http::problem::Code::$code),*])
            }
        }
    };
}
pub(in crate::http) use problems;

problems!(NoProblems:);

/// One response per status, with every code that it can carry.
pub(in crate::http) fn responses(codes: &[Code]) -> BTreeMap<String, RefOr<Response>> {
    let mut by_status: BTreeMap<String, Vec<Code>> = BTreeMap::new();
    let special = codes.iter().filter(|code| !EVERYWHERE.contains(code));
    for code in special.chain(&EVERYWHERE) {
        by_status.entry(code.status().as_str().to_owned()).or_default().push(*code);
    }
    let response = |codes: Vec<Code>| {
        let lines = codes.iter().map(|code| format!("`{}`: {}.", code.name(), code.title()));
        let mut content = Content::new(Some(Ref::from_schema_name("Problem")));
        examples::refer(&mut content, &codes);
        RefOr::T(
            ResponseBuilder::new()
                .description(lines.collect::<Vec<_>>().join(" "))
                .content("application/problem+json", content)
                .build(),
        )
    };
    by_status.into_iter().map(|(status, codes)| (status, response(codes))).collect()
}
