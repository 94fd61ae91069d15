//! What the fuzzers have found worth keeping, run again. The target `moves` is in the conformance suite, which knows
//! what every ruleset has to keep.

#[path = "../../fuzz/bodies/bundle.rs"]
mod bundle;
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
#[path = "../../fuzz/bodies/replay.rs"]
mod replay;

#[test]
fn no_request_makes_the_server_fail_or_answer_what_the_document_does_not_list() {
    replay::corpus("http", http::run);
}

#[test]
fn nothing_but_what_was_signed_is_verified() {
    replay::corpus("bundle", bundle::run);
}

#[test]
fn a_note_has_one_spelling_and_opens_to_what_was_signed() {
    replay::corpus("notes", notes::run);
}

#[test]
fn a_proof_is_accepted_exactly_when_it_holds() {
    replay::corpus("proofs", proofs::run);
}

#[test]
fn options_have_one_form_and_open_what_they_say() {
    replay::corpus("options", options::run);
}
