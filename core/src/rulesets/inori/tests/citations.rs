//! Every ruling of the dossier stands at the line that applies it.

use crate::conformance::rulings::Dossier;

pub(super) const DOSSIER: Dossier = Dossier { folder: "inori", prefix: "IN-", rulings: 21, without_code: &[] };

#[test]
fn every_ruling_is_cited() {
    DOSSIER.is_cited();
}
