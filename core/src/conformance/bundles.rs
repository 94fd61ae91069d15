//! Bundles of random games: a bundle round-trips, verifies, and shows no more than it should.

use super::specimen::Specimen;
use crate::audit::note::SignerKey;
use crate::audit::{Bundle, Verdict, verify, verify_json};
use crate::kernel::{EntropyPolicy, ServerSeed};
use crate::rulesets::any::{AnyOptions, Edition};
use crate::selfplay::SelfPlay;

/// The ruleset where all rulesets meet.
pub(super) fn edition<R: Specimen>() -> Edition {
    Edition::of(R::NAME, R::VERSION).expect("the ruleset is listed in any.rs")
}

/// A whole game by random legal players, as a bundle.
pub(super) fn record<R: Specimen>(options: &R::Options, seats: u8, entropy: EntropyPolicy) -> Bundle {
    record_until::<R>(options, seats, entropy, u64::MAX)
}

/// The same, adjudicated if it reaches so many events.
pub(super) fn record_until<R: Specimen>(
    options: &R::Options,
    seats: u8,
    entropy: EntropyPolicy,
    events: u64,
) -> Bundle {
    play::<R>(options, seats, entropy, 0, events)
}

/// The game of this number, adjudicated if it reaches so many events.
pub(super) fn play<R: Specimen>(
    options: &R::Options,
    seats: u8,
    entropy: EntropyPolicy,
    number: u64,
    events: u64,
) -> Bundle {
    run::<R>(options, seats, entropy).play_until(number, events).expect("a game")
}

/// The key that signs these bundles.
pub(super) fn signer<R: Specimen>() -> SignerKey {
    let (_, options) = R::variants().into_iter().next().expect("a variant");
    run::<R>(&options, *R::SEATS.start(), EntropyPolicy::None).signer().expect("a key")
}

fn run<R: Specimen>(options: &R::Options, seats: u8, entropy: EntropyPolicy) -> SelfPlay {
    let seed = ServerSeed::new([1; 32]);
    SelfPlay { options: any::<R>(options), seats, entropy, seed }
}

fn any<R: Specimen>(options: &R::Options) -> AnyOptions {
    edition::<R>().options(serde_json::to_value(options).expect("options are JSON")).expect("options can be read back")
}

/// A bundle on one line per event, so that a change shows where it is.
pub(super) fn text(bundle: &Bundle) -> String {
    let line = serde_json::to_string(bundle).expect("a bundle is JSON");
    line.replace(r#"{"record":"#, "\n{\"record\":") + "\n"
}

pub(super) fn check<R: Specimen>() {
    for (variant, options) in R::variants() {
        for seats in R::SEATS {
            for entropy in [EntropyPolicy::None, EntropyPolicy::Required] {
                let at = format!("{}, variant {variant}, {seats} seats, {entropy:?}", R::NAME);
                let bundle = record::<R>(&options, seats, entropy);
                let first = text(&bundle);
                let again: Bundle = serde_json::from_str(&first).expect("a bundle can be read back");
                assert_eq!(text(&again), first, "{at}");
                let audit = verify(&again, None);
                assert_eq!(audit.verdict, Verdict::Verified, "{at}: {audit:?}");
                assert_eq!(verify_json(first.as_bytes(), None), audit, "{at}");
            }
        }
    }
}
