//! `pandect verify --against`: what the dispute comes to, for people.

use std::cmp::Ordering;

use serde_json::Value;

use crate::terminal::{Paint, count, plain};
use pandect_core::audit::{Difference, Dispute, Parting, Support};

/// The dispute over two bundles, the first called A and the second B.
pub(super) fn report(dispute: &Dispute, names: [&str; 2], paint: Paint) -> String {
    let mut lines = paint.strong("A against B") + "\n";
    for ((letter, name), events) in ["A", "B"].into_iter().zip(names).zip(dispute.events) {
        lines.push_str(&format!("  {letter}  {}, {}\n", plain(name), count(events, "event", "events")));
    }
    match &dispute.parting {
        Some(parting) => lines.push_str(&parted(parting, paint)),
        None => lines.push_str(length(dispute.events)),
    }
    let supports = [
        (Support::First, "A has"),
        (Support::Second, "B has"),
        (Support::Both, "both have"),
        (Support::Neither, "neither has"),
    ];
    lines.extend(supports.into_iter().filter_map(|(support, who)| said(dispute, support, who)));
    if dispute.signed_both {
        let words = "both are signed with one key: its holder signed two histories of this game";
        lines.push_str(&format!("  {}\n", paint.bad(words)));
    }
    lines.push_str(&format!("  {}\n", sum(dispute, paint)));
    lines
}

fn length([first, second]: [usize; 2]) -> &'static str {
    match first.cmp(&second) {
        Ordering::Equal => "  they have the same events\n",
        Ordering::Less => "  A is the beginning of B: they do not part\n",
        Ordering::Greater => "  B is the beginning of A: they do not part\n",
    }
}

fn parted(parting: &Parting, paint: Paint) -> String {
    let mut lines = format!("  {}\n", paint.bad(&format!("they part at event {}", parting.index)));
    let column = parting.fields.iter().map(|difference| difference.field.chars().count()).max().unwrap_or(0);
    for Difference { field, first, second } in &parting.fields {
        lines.push_str(&format!("    {:<column$}  A  {}\n", plain(field), value(first.as_ref())));
        lines.push_str(&format!("    {:<column$}  B  {}\n", "", value(second.as_ref())));
    }
    lines
}

fn value(value: Option<&Value>) -> String {
    match value {
        None => "nothing".into(),
        Some(Value::String(text)) => plain(text).into(),
        Some(value) => plain(&value.to_string()).into(),
    }
}

/// How many receipts and proofs speak for somebody, and of which events.
fn said(dispute: &Dispute, support: Support, who: &str) -> Option<String> {
    let indexes = dispute.witnesses.iter().filter(|witness| witness.supports == support).map(|witness| witness.index);
    let (first, last, number) = (indexes.clone().min()?, indexes.clone().max()?, indexes.count());
    let what = count(number, "receipt or proof says", "receipts and proofs say");
    let range = if first == last { format!("event {first}") } else { format!("events {first} to {last}") };
    Some(format!("  {who} what {what}, of {range}\n"))
}

fn sum(dispute: &Dispute, paint: Paint) -> String {
    if dispute.witnesses.is_empty() {
        return "no receipt and no proof of this game was given: add --receipts or --proof".into();
    }
    match dispute.supported {
        Support::First => paint.good("the receipts and proofs support A"),
        Support::Second => paint.good("the receipts and proofs support B"),
        Support::Both => "the receipts and proofs support both: none is of an event in which they differ".into(),
        Support::Neither => paint.bad("the receipts and proofs support neither"),
        Support::Divided => paint.bad("the receipts and proofs contradict each other: two histories were signed"),
    }
}
