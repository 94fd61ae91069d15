//! Every ruling of the dossier stands at the line that applies it.

use crate::conformance::rulings::Dossier;

pub(super) const DOSSIER: Dossier = Dossier {
    folder: "red_panda",
    prefix: "RP-",
    rulings: 36,
    without_code: &[(33, "a lemma: the game ends; the conformance suite holds every game to its bound")],
};

#[test]
fn every_ruling_that_has_code_is_cited() {
    DOSSIER.is_cited();
}
