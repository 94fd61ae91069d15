//! What the fuzzers have found worth keeping, run again. The target `moves` is in the conformance suite, which knows
//! what every ruleset has to keep.

#[path = "../../fuzz/bodies/bundle.rs"]
mod bundle;
#[path = "../../fuzz/bodies/corpus.rs"]
mod corpus;
#[path = "../../fuzz/bodies/http.rs"]
mod http;
#[path = "../../fuzz/bodies/json.rs"]
mod json;
#[path = "../../fuzz/bodies/notes.rs"]
mod notes;
#[path = "../../fuzz/bodies/options.rs"]
mod options;
#[path = "../../fuzz/bodies/proofs.rs"]
mod proofs;

#[test]
fn no_request_makes_the_server_fail_or_answer_what_the_document_does_not_list() {
    corpus::replay("http", http::run);
}

#[test]
fn nothing_but_what_was_signed_is_verified() {
    corpus::replay("bundle", bundle::run);
}

#[test]
fn a_note_has_one_spelling_and_opens_to_what_was_signed() {
    corpus::replay("notes", notes::run);
}

#[test]
fn a_proof_is_accepted_exactly_when_it_holds() {
    corpus::replay("proofs", proofs::run);
}

#[test]
fn options_have_one_form_and_open_what_they_say() {
    corpus::replay("options", options::run);
}
