//! Logs written anew: what an operator can do before anybody has a receipt, and what a program that knows more than this one
//! would have written.

use pandect::audit::Receipt;
use pandect::audit::note::SignerKey;
use pandect::kernel::{Hash, Head};
use serde_json::{Value, json};

fn bytes(hex: &Value) -> Vec<u8> {
    let hex = hex.as_str().expect("hex digits");
    let byte = |at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hex digits");
    (0..hex.len()).step_by(2).map(byte).collect()
}

fn commitment(tag: &str, salt: &Value, value: &Value) -> Value {
    // The members of a parsed object are sorted and its numbers are whole: this is its canonical form.
    let bytes = [format!("{tag}\n").into_bytes(), bytes(salt), value.to_string().into_bytes()].concat();
    json!(Hash::of(&bytes).to_string())
}

/// Every commitment to a payload and every hash, anew; a state that is given is committed to as well.
pub(crate) fn write(events: &mut [Value], states: &[Value]) {
    let mut head = "0".repeat(64);
    for (index, event) in events.iter_mut().enumerate() {
        event["record"]["payload"] = commitment("pandect/payload/v1", &event["payload_salt"], &event["payload"]);
        if let Some(state) = states.get(index).filter(|state| !state.is_null()) {
            let told = json!({ "clocks": null, "state": state });
            event["record"]["state"] = commitment("pandect/state/v1", &event["state_salt"], &told);
        }
        event["record"]["prev"] = json!(head);
        head = Hash::of(format!("pandect/record/v1\n{}", event["record"]).as_bytes()).to_string();
        event["hash"] = json!(head);
    }
}

/// The receipt of the last event and the key that signs it, where they stand in a bundle or a header.
pub(crate) fn sign(place: &mut Value, events: &[Value], key: &SignerKey) {
    let last = events.last().expect("an event");
    let head: Head =
        serde_json::from_value(json!({ "index": last["record"]["index"], "hash": last["hash"] })).expect("a head");
    let game = last["record"]["id"].as_str().expect("an id").parse().expect("an id");
    place["receipt"] = json!(Receipt { game, head }.sign(key));
    place["public_key"] = json!(key.verifier().to_string());
}

/// The bundle of a game with another first payload and everything that follows from it, signed with a key of one's own.
pub(crate) fn game(mut bundle: Value, key: &SignerKey, change: impl FnOnce(&mut [Value])) -> Value {
    let mut events: Vec<Value> = bundle["events"].as_array().expect("events").clone();
    change(&mut events);
    write(&mut events, &[]);
    sign(&mut bundle, &events, key);
    bundle["events"] = json!(events);
    bundle
}

/// Events of a game as a program that has version 99 of its ruleset would have recorded them.
pub(crate) fn of_version_99(events: &mut [Value]) {
    events[0]["payload"]["ruleset"]["version"] = json!(99);
    events[0]["payload"]["options"] = json!({ "something": "new" });
    for event in events.iter_mut().filter(|event| event["record"]["kind"] == "move") {
        event["payload"]["ruleset"] = json!("red-panda@99");
    }
}
