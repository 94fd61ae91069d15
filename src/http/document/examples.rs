//! The examples of the document: what a server was asked and answered, recorded by `tests/it/examples.rs`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::{Content, OpenApi as Document, Ref, RefOr};

use super::walk::operations;
use crate::http::problem::Code;

/// The recording, as its file has it.
#[derive(Deserialize, Default)]
struct Recording {
    operations: BTreeMap<String, Exchange>,
    problems: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
struct Exchange {
    request: Option<Value>,
    responses: BTreeMap<String, Value>,
}

/// Read once: every route of every worker asks for it. A recording that cannot be read leaves the document without
/// examples, and the test of the document fails.
static RECORDING: LazyLock<Recording> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../../openapi/examples.json")).unwrap_or_default());

/// Adds what was recorded to every operation.
pub(super) fn finish(document: &mut Document) {
    let recording = &*RECORDING;
    for operation in operations(document) {
        let recorded = operation.operation_id.as_ref().and_then(|id| recording.operations.get(id));
        let Some(Exchange { request, responses }) = recorded else { continue };
        if let Some(RefOr::T(body)) = &mut operation.request_body {
            body.content.values_mut().for_each(|content| show(content, request.as_ref()));
        }
        for (status, response) in &mut operation.responses.responses {
            if let (RefOr::T(response), Some(example)) = (response, responses.get(status)) {
                response.content.values_mut().for_each(|content| show(content, Some(example)));
            }
        }
    }
    let components = document.components.get_or_insert_default();
    for code in Code::ALL {
        if let Some(value) = recording.problems.get(code.name()) {
            let example = ExampleBuilder::new().summary(code.title()).value(Some(value.clone())).build();
            components.examples.insert(code.name().into(), RefOr::T(example));
        }
    }
}

fn show(content: &mut RefOr<Content>, example: Option<&Value>) {
    if let RefOr::T(content) = content {
        content.example = example.cloned();
    }
}

/// Points to the examples of these codes.
pub(super) fn refer(content: &mut Content, codes: &[Code]) {
    let recording = &*RECORDING;
    for name in codes.iter().map(|code| code.name()).filter(|name| recording.problems.contains_key(*name)) {
        content.examples.insert(name.into(), RefOr::Ref(Ref::new(format!("#/components/examples/{name}"))));
    }
}
