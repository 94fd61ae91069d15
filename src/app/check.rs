//! Checks of a whole database: the file, the schema, every log, the tree. What an audit is to one game.

use std::path::Path;

use serde::Serialize;
use uuid::Uuid;

use super::audit::{audit_stored, bundle_of};
use super::error::AppError;
use super::live::Live;
use super::play::request_of;
use super::sources::Sources;
use super::tournament::live::LiveTournament;
use super::words::commitments_of;
use crate::audit::note::{SignerKey, VerifierKey};
use crate::audit::{Finding, Receipt, verify};
use crate::kernel::tree::{Leaf, Root, Subtree};
use crate::kernel::{Head, LogKind, Text};
use crate::store::{
    Damage, Inspected, Inspection, SignedHead, StoreError, StoredEvent, StoredGame, StoredLeaf, StoredTournament, Tree,
};

/// A database that is being checked. Nothing is written to it, and a server may run on it meanwhile.
///
/// Each log is verified as [`App::audit`](super::App::audit) does, and then loaded as a server loads it to play on; what
/// stands beside it in the file is held against it. Whether the end of a log that is still running was cut off, together
/// with everything else that tells of it, only a receipt shows.
#[derive(Debug)]
pub struct Check {
    database: Inspection,
    log_name: String,
    /// Receipts are not stored but made, and an audit asks for one of the last event. Made for each check, so that it
    /// needs no secret.
    key: SignerKey,
}

/// What was found wrong with a database.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Flaw {
    /// Where.
    pub part: Part,
    /// The game or the tournament, where it is about one.
    pub id: Option<Uuid>,
    /// The event's index, where it is about one.
    pub index: Option<u64>,
    /// A sentence.
    pub detail: String,
    /// What would be right, where it is one value.
    pub expected: Option<String>,
    /// What stands there instead.
    pub found: Option<String>,
}

/// The parts of a database, in the order in which they are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// The pages of the file, its indexes, and the references between its rows.
    File,
    /// The tables, indexes and triggers.
    Schema,
    /// Tournaments.
    Tournament,
    /// Games.
    Game,
    /// The tree over every concluded log.
    Tree,
}

/// One log that was checked.
#[derive(Debug, Default)]
pub struct CheckedLog {
    /// Events that could be read.
    pub events: u64,
    /// What is wrong with it.
    pub flaws: Vec<Flaw>,
}

impl Flaw {
    fn new(part: Part, id: Option<Uuid>, detail: impl Into<String>) -> Self {
        Self { part, id, index: None, detail: detail.into(), expected: None, found: None }
    }

    fn values(mut self, expected: &impl ToString, found: &impl ToString) -> Self {
        (self.expected, self.found) = (Some(expected.to_string()), Some(found.to_string()));
        self
    }

    fn of_damage(part: Part, damage: Damage) -> Self {
        Self { index: damage.index, ..Self::new(part, damage.id, damage.what) }
    }

    fn of_finding(part: Part, id: Uuid, finding: Finding) -> Self {
        let Finding { index, detail, expected, found, .. } = finding;
        Self { part, id: Some(id), index, detail, expected, found }
    }
}

impl CheckedLog {
    fn flawed(part: Part, id: Option<Uuid>, detail: impl Into<String>) -> Self {
        Self { events: 0, flaws: vec![Flaw::new(part, id, detail)] }
    }
}

impl Check {
    /// Opens a database to check it on so many threads at once.
    ///
    /// # Errors
    /// [`AppError::Store`] when it is no database of this program, or of another version of it.
    pub fn open(path: &Path, threads: usize) -> Result<Self, AppError> {
        let broken = |error| AppError::Broken(format!("no key can be made: {error}"));
        let key = SignerKey::new("check", &Sources::default().secret()?).map_err(broken)?;
        let database = Inspection::open(path, threads)?;
        Ok(Self { log_name: database.log_name()?, database, key })
    }

    /// What is wrong with the pages of the file, its indexes, and the references between its rows.
    pub fn file(&self) -> Vec<Flaw> {
        self.database.file().into_iter().map(|damage| Flaw::of_damage(Part::File, damage)).collect()
    }

    /// What is wrong with the tables, indexes and triggers.
    pub fn schema(&self) -> Vec<Flaw> {
        self.database.schema().into_iter().map(|damage| Flaw::of_damage(Part::Schema, damage)).collect()
    }

    /// How many logs of a kind there are. They are numbered from 1.
    ///
    /// # Errors
    /// [`AppError::Store`] when they cannot even be counted.
    pub fn logs(&self, kind: LogKind) -> Result<u64, AppError> {
        Ok(self.database.logs(kind)?)
    }

    /// Checks the game or the tournament with a number.
    pub fn log(&self, kind: LogKind, number: u64) -> CheckedLog {
        let part = part_of(kind);
        let id = match self.database.id(kind, number) {
            Ok(Some(id)) => id,
            Ok(None) => return CheckedLog::flawed(part, None, format!("number {number} is missing")),
            Err(error) => return CheckedLog::flawed(part, None, error.to_string()),
        };
        let checked = match kind {
            LogKind::Game => self.database.game(id).map(|found| found.map(|game| self.game(id, game))),
            LogKind::Tournament => self.database.tournament(id).map(|found| found.map(|it| self.tournament(id, it))),
        };
        match checked {
            Ok(Some(checked)) => checked,
            Ok(None) => CheckedLog::flawed(part, Some(id), "the index by id does not lead to it"),
            Err(error) => CheckedLog::flawed(part, Some(id), error.to_string()),
        }
    }

    fn game(&self, id: Uuid, game: Inspected<StoredGame>) -> CheckedLog {
        let Inspected { stored, leaf, keys, receipt } = game;
        let flaw = |detail: String| Flaw::new(Part::Game, Some(id), detail);
        let (events, head, status) = (stored.events.len() as u64, stored.row.head(), stored.row.status);
        let (mut flaws, texts) = (Vec::new(), self.texts(&stored.events));
        if !stored.row.has_its_outcome() {
            flaws.push(flaw("its outcome does not have the hash that was kept of it".into()));
        }
        for key in keys {
            let event = stored.events.iter().find(|event| event.record.index == key.index);
            let request = event.and_then(|event| request_of(event, &texts));
            if let Some(request) = request.filter(|request| *request != key.request) {
                let detail = "the request that its idempotency key came with is another one than its payload";
                flaws.push(Flaw { index: Some(key.index), ..flaw(detail.into()).values(&request, &key.request) });
            }
        }
        flaws.extend(check_leaf(LogKind::Game, id, status.is_concluded().then_some(head), leaf));
        flaws.extend(check_receipt(LogKind::Game, id, head, receipt, &self.log_name));
        let loaded = Live::load(&stored, texts.clone()).err();
        match bundle_of(stored, &texts, None, &self.key) {
            Some(bundle) => {
                let findings = verify(&bundle, Some(&self.key.verifier())).findings;
                // What keeps a server from playing on, and is no finding, stands beside the log.
                flaws.extend(loaded.filter(|_| findings.is_empty()).map(|error| flaw(error.to_string())));
                flaws.extend(findings.into_iter().map(|finding| Flaw::of_finding(Part::Game, id, finding)));
            }
            None => flaws.push(flaw("a payload or the outcome is no JSON".into())),
        }
        CheckedLog { events, flaws }
    }

    fn tournament(&self, id: Uuid, tournament: Inspected<StoredTournament>) -> CheckedLog {
        let Inspected { stored, leaf, receipt, .. } = tournament;
        let flaw = |error: AppError| Flaw::new(Part::Tournament, Some(id), error.to_string());
        let (events, head, sealed) = (stored.events.len() as u64, stored.row.head(), stored.row.sealed);
        let mut flaws = Vec::from_iter(check_leaf(LogKind::Tournament, id, sealed.then_some(head), leaf));
        flaws.extend(check_receipt(LogKind::Tournament, id, head, receipt, &self.log_name));
        let texts = self.texts(&stored.events);
        let loaded = LiveTournament::load(&stored, texts.clone()).err();
        let load = |game| {
            let stored = self.database.game(game).ok()??.stored;
            let texts = self.texts(&stored.events);
            Some((stored, texts))
        };
        let findings = audit_stored(stored, &texts, &self.key, load).findings;
        flaws.extend(loaded.filter(|_| findings.is_empty()).map(flaw));
        flaws.extend(findings.into_iter().map(|finding| Flaw::of_finding(Part::Tournament, id, finding)));
        CheckedLog { events, flaws }
    }

    /// The words of a log. What is wrong with them is told where the file is checked.
    fn texts(&self, events: &[StoredEvent]) -> Vec<Text> {
        self.database.texts(&commitments_of(events)).unwrap_or_default()
    }

    /// Checks the tree: every leaf is of a log, and every subtree has the hash over its two halves, down to the leaves. Its
    /// root, where it has one, and what is wrong.
    pub fn tree(&self) -> (Option<Root>, Vec<Flaw>) {
        let mut flaws = Vec::new();
        let checked = self.database.tree(|tree, has_log| {
            let size = tree.size()?;
            for number in 0..size {
                flaws.extend(check_in_tree(tree, number, has_log)?);
            }
            tree.root(size)
        });
        match checked {
            Ok(root) => (Some(root), flaws),
            Err(error) => {
                flaws.push(Flaw::new(Part::Tree, None, error.to_string()));
                (None, flaws)
            }
        }
    }
}

fn part_of(kind: LogKind) -> Part {
    match kind {
        LogKind::Game => Part::Game,
        LogKind::Tournament => Part::Tournament,
    }
}

/// Whether the log is in the tree exactly when it has ended, and with its end.
fn check_leaf(kind: LogKind, id: Uuid, ended: Option<Head>, leaf: Option<StoredLeaf>) -> Option<Flaw> {
    let flaw = |detail: &str| Some(Flaw::new(part_of(kind), Some(id), detail));
    let shown = |head: Head| format!("event {}, hash {}", head.index, head.hash);
    match (ended, leaf.map(|stored| stored.leaf)) {
        (None, None) => None,
        (Some(head), Some(leaf)) if leaf.head == head && leaf.log == kind => None,
        (Some(head), Some(leaf)) => {
            Some(flaw("its log does not end where its leaf in the tree says")?.values(&shown(leaf.head), &shown(head)))
        }
        (Some(_), None) => flaw("it has ended, and is no leaf of the tree"),
        (None, Some(_)) => flaw("it is a leaf of the tree, and has not ended"),
    }
}

/// Whether the receipt that was kept with the end of a log is signed, under the name of this log, and of that end. That a
/// concluded log has one is told where the file is checked.
fn check_receipt(kind: LogKind, id: Uuid, head: Head, kept: Option<SignedHead>, log_name: &str) -> Option<Flaw> {
    let SignedHead { receipt, public_key } = kept?;
    let flaw = |detail: String| Some(Flaw::new(part_of(kind), Some(id), detail));
    let key: VerifierKey = match public_key.parse() {
        Ok(key) => key,
        Err(error) => return flaw(format!("the key of the receipt of its end cannot be read: {error}")),
    };
    if key.name() != log_name {
        return flaw("the receipt of its end is signed under another name".into())
            .map(|flaw| flaw.values(&log_name, &key.name()));
    }
    match Receipt::open(&receipt, &key) {
        Ok(receipt) if receipt == (Receipt { game: id, head }) => None,
        Ok(_) => flaw("the receipt of its end is of another event".into()),
        Err(error) => flaw(format!("the receipt of its end does not hold: {error}")),
    }
}

/// Checks a leaf, and every subtree that it completes.
fn check_in_tree(
    tree: &Tree<'_>,
    number: u64,
    has_log: &dyn Fn(&Leaf) -> Result<bool, StoreError>,
) -> Result<Vec<Flaw>, StoreError> {
    let mut flaws = Vec::new();
    let flaw = |id, detail: String| Flaw::new(Part::Tree, id, detail);
    match tree.leaves(number, 1).map(|leaves| leaves.first().copied()) {
        Ok(Some(StoredLeaf { leaf_index, leaf })) if leaf_index == number => {
            if !has_log(&leaf)? {
                flaws.push(flaw(Some(leaf.id), format!("leaf {number} is of no log that is here")));
            }
        }
        Ok(_) => flaws.push(flaw(None, format!("leaf {number} is missing"))),
        Err(error) => flaws.push(flaw(None, error.to_string())),
    }
    // At most 63: a level fits a byte.
    for level in 0..=(number + 1).trailing_zeros() as u8 {
        if let Err(error) = tree.subtree(Subtree { level, number: number >> level }) {
            flaws.push(flaw(None, error.to_string()));
        }
    }
    Ok(flaws)
}
