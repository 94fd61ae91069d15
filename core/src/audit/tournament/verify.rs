//! The levels of a tournament.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::super::bundle::{Bundle, unknown_label};
use super::super::chain::{Link, check_chain};
use super::super::evidence::Evidence;
use super::super::report::{Audit, Finding, Level, Report, Tampering, Verdict};
use super::super::signature::{Signed, check_signature};
use super::super::texts::{self, Words, check_texts};
use super::super::verify::commitment;
use super::game::{self, Expected, Mention};
use super::line::{TOURNAMENT_FORMAT, TournamentHeader};
use super::report::{GameAudit, ToldRuling, TournamentAudit};
use super::sorted::Sorted;
use crate::kernel::{Kind, LogKind, RECORD_VERSION, Text, payload_salt};
use crate::tournament::{
    BadTournamentPayload, Ruling, Tournament, TournamentEvent, TournamentPayload, TournamentRefusal, salt_seed,
};

/// Verifies a tournament bundle: first its log, then each game, in any order and on any thread, then the sum.
///
/// Pure and total: no clock, no I/O, no panic on any bundle. It keeps what the log leads to, and no game.
#[derive(Debug)]
pub struct TournamentVerifier<'a> {
    header: TournamentHeader,
    evidence: Sorted<'a>,
    id: Option<Uuid>,
    state: Option<Tournament>,
    mentions: BTreeMap<Uuid, Mention>,
    /// The words of the log.
    texts: Vec<Text>,
    report: Report,
}

impl<'a> TournamentVerifier<'a> {
    /// Verifies the log, and holds it against whatever else an auditor has. With a key, every receipt in the file must be
    /// signed by it. Receipts and proofs of the tournament's games are held against those.
    pub fn new(header: TournamentHeader, events: &[TournamentEvent], evidence: &Evidence<'a>) -> Self {
        let id = events.first().map(|first| first.record.id);
        let (state, mentions, report) = (None, BTreeMap::new(), Report::default());
        let evidence = Sorted::new(*evidence, &header.public_key);
        let texts = events.iter().flat_map(|event| event.texts.iter().cloned()).collect();
        let mut verifier = Self { header, evidence, id, state, mentions, texts, report };
        if let Some(why) = unknown_label(TOURNAMENT_FORMAT, &verifier.header.format) {
            verifier.report.unknown(&[Level::Format], why);
            return verifier;
        }
        let findings = verifier.check_format(events);
        let events_and_games = format!("{} events, {} games", verifier.header.events, verifier.header.games);
        verifier.report.checked(Level::Format, findings, format!("{TOURNAMENT_FORMAT}, {events_and_games}"));
        let links: Vec<Link<'_>> =
            events.iter().map(|event| Link { record: &event.record, hash: event.hash }).collect();
        let passed = format!("{} records have their hashes and link to each other", links.len());
        verifier.report.checked(Level::Chain, check_chain(&links), passed);
        let mut findings = check_commitments(events);
        let texts = check_texts(events.iter().map(words), &mut findings);
        let passed = format!("{} payloads open to what was committed{texts}", events.len());
        verifier.report.checked(Level::Commitments, findings, passed);
        verifier.replay(events);
        let TournamentHeader { receipt, public_key, .. } = &verifier.header;
        let signed = Signed { links: &links, receipt, public_key };
        check_signature(signed, verifier.evidence.key(), &mut verifier.report);
        if let Some(id) = verifier.id {
            verifier.evidence.of_tournament(id).hold_against(&links, public_key, &mut verifier.report);
        }
        verifier
    }

    /// Verifies one game, and holds it against what the log says of it.
    pub fn game(&self, bundle: &Bundle) -> GameAudit {
        let (id, state, mentions) = (self.id, self.state.as_ref(), &self.mentions);
        let expected = Expected { id, state, mentions, public_key: &self.header.public_key };
        game::audit(&expected, bundle, &self.evidence)
    }

    /// Sums up.
    pub fn close(mut self, mut games: Vec<GameAudit>) -> TournamentAudit {
        let place =
            |audit: &GameAudit| audit.game.and_then(|id| self.mentions.get(&id)).map(|mention| mention.attached);
        games.sort_by_key(|audit| (place(audit).unwrap_or(u64::MAX), audit.game));
        self.check_games(&games);
        self.check_standings();
        let told = |commitment| texts::told(&self.texts, commitment);
        let ruling = |ruling: &Ruling| ToldRuling { correction: ruling.correction.clone(), text: told(ruling.text) };
        let state = self.state.as_ref();
        let standings = state.map(Tournament::standings).unwrap_or_default();
        let rulings = state.iter().flat_map(|state| state.rulings()).map(ruling).collect();
        let players = state.iter().flat_map(|state| state.players()).map(|player| told(player.name)).collect();
        let name = state.and_then(|state| told(state.created().name));
        let Audit { verdict, levels, findings, unknown } = self.report.close_with(&Level::OF_A_TOURNAMENT);
        TournamentAudit { verdict, id: self.id, name, players, levels, findings, games, standings, rulings, unknown }
    }

    fn check_format(&self, events: &[TournamentEvent]) -> Vec<Finding> {
        let malformed = |index, detail: &str| Finding::new(Level::Format, Tampering::Malformed, index, detail);
        let mut findings = Vec::new();
        if self.header.format != TOURNAMENT_FORMAT {
            let finding = malformed(None, "the format is not that of the bundle of a tournament");
            findings.push(finding.values(&TOURNAMENT_FORMAT, &self.header.format));
        }
        if events.is_empty() {
            findings.push(malformed(None, "there is no event; a log has at least the one that created the tournament"));
        }
        let (stated, found) = (self.header.events, events.len() as u64);
        if stated != found {
            let tampering = if found < stated { Tampering::Truncated } else { Tampering::Inserted };
            let detail = "the first line states another number of events";
            findings.push(Finding::new(Level::Format, tampering, None, detail).values(&stated, &found));
        }
        let shape = |(index, event): (u64, &TournamentEvent)| Some(malformed(Some(index), misshapen(event)?));
        findings.extend((0..).zip(events).filter_map(shape));
        findings
    }

    /// Replays the log: what it leads to, and where it speaks of which game.
    fn replay(&mut self, events: &[TournamentEvent]) {
        if let Some(unknown) = unknown_creation(events) {
            return self.report.unknown(&[Level::Rules, Level::Standings], unknown);
        }
        let mut refused = None;
        for (index, event) in (0..).zip(events) {
            if let Err(finding) = self.step(index, event) {
                refused = Some(finding);
                break;
            }
        }
        // The end of a tournament that states other standings than the log leads to is the standings' own finding.
        let standings = refused.take_if(|finding| finding.level == Level::Standings);
        let passed = format!("{} events follow the rules of the tournament, pairings included", events.len());
        self.report.checked(Level::Rules, refused.into_iter().collect(), passed);
        if let Some(finding) = standings {
            self.report.checked(Level::Standings, vec![finding], "");
        }
    }

    fn step(&mut self, index: u64, event: &TournamentEvent) -> Result<(), Finding> {
        let illegal = |detail: String| Finding::new(Level::Rules, Tampering::Illegal, Some(index), detail);
        let payload =
            TournamentPayload::parse(event.record.kind, event.payload.get()).map_err(|why| illegal(why.to_string()))?;
        let refused = |refusal: TournamentRefusal| match refusal {
            TournamentRefusal::OtherStandings => {
                let detail = "the sealed standings are not the ones that the log leads to";
                Finding::new(Level::Standings, Tampering::WrongOutcome, Some(index), detail)
            }
            other => illegal(format!("event {index}: {other}")),
        };
        match (&mut self.state, &payload) {
            (None, TournamentPayload::Created(created)) => {
                self.state = Some(Tournament::open(created.clone()).map_err(refused)?);
            }
            (None, _) => return Err(illegal("a tournament starts with its creation".into())),
            (Some(state), payload) => state.apply(payload).map_err(refused)?,
        }
        match &payload {
            TournamentPayload::GameAttached(attached) => {
                self.mentions.insert(attached.game, Mention { attached: index, concluded: None });
            }
            TournamentPayload::GameConcluded(conclusion) => {
                if let Some(mention) = self.mentions.get_mut(&conclusion.game) {
                    mention.concluded = Some(index);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn check_games(&mut self, games: &[GameAudit]) {
        // Under a label that is not known here nothing is judged.
        if !self.report.has(Level::Chain) {
            return;
        }
        let mut findings = Vec::new();
        let (stated, found) = (self.header.games, games.len() as u64);
        if stated != found {
            let tampering = if found < stated { Tampering::Removed } else { Tampering::Inserted };
            let detail = "the first line states another number of games";
            findings.push(Finding::new(Level::Games, tampering, None, detail).values(&stated, &found));
        }
        let mut seen = BTreeSet::new();
        for audit in games {
            let index = audit.game.and_then(|id| self.mentions.get(&id)).map(|mention| mention.attached);
            let name = audit.game.map_or("a game without events".into(), |id| format!("game {id}"));
            if audit.game.is_some_and(|id| !seen.insert(id)) {
                findings.push(Finding::new(Level::Games, Tampering::Inserted, index, format!("{name} is there twice")));
            }
            if audit.verdict == Verdict::Failed {
                let first = audit.findings.first();
                let tampering = first.map_or(Tampering::Malformed, |first| first.tampering);
                let level = first.map_or("format", |first| first.level.name());
                let detail = format!("{name} does not verify; it fails at the level {level}");
                findings.push(Finding::new(Level::Games, tampering, index, detail));
            }
            findings.extend(audit.mismatches.iter().cloned());
        }
        let unknown = games.iter().find_map(|audit| audit.unknown.clone());
        let missing = self.mentions.iter().filter(|(id, _)| !seen.contains(id));
        findings.extend(missing.map(|(id, mention)| {
            let detail = format!("game {id} was attached, and its bundle is not here");
            Finding::new(Level::Games, Tampering::Removed, Some(mention.attached), detail)
        }));
        if findings.is_empty()
            && let Some(why) = unknown.or_else(|| self.report.unknown_here())
        {
            return self.report.unknown(&[Level::Games], why);
        }
        let running = games.iter().filter(|audit| audit.verdict == Verdict::Incomplete).count();
        if findings.is_empty() && running > 0 {
            return self.report.skipped(Level::Games, format!("{running} of {found} games still run"));
        }
        self.report.checked(Level::Games, findings, format!("{found} games are verified and ended as the log says"));
    }

    fn check_standings(&mut self) {
        let Some(state) = &self.state else { return };
        if self.report.has(Level::Standings) {
            return;
        }
        let standings = state.standings();
        let mut findings = Vec::new();
        if standings != self.header.standings {
            let differing = standings.iter().zip(&self.header.standings).find(|(own, stated)| own != stated);
            let detail = match differing {
                Some((own, _)) => {
                    format!("the standings differ from those that the log leads to, first at player {}", own.player)
                }
                None => "the standings list another number of players than the log".into(),
            };
            findings.push(Finding::new(Level::Standings, Tampering::WrongOutcome, None, detail));
        }
        self.report.checked(Level::Standings, findings, "the standings are the ones that the log leads to");
    }
}

/// What the tournament was created with that is not known here.
fn unknown_creation(events: &[TournamentEvent]) -> Option<String> {
    let first = events.first()?;
    match TournamentPayload::parse(first.record.kind, first.payload.get()) {
        Err(BadTournamentPayload::Unknown(unknown)) => Some(unknown),
        _ => None,
    }
}

fn words(event: &TournamentEvent) -> Words<'_> {
    let commitments = match event.record.kind {
        Kind::Created | Kind::PlayerRegistered | Kind::Ruling | Kind::Sealed => {
            TournamentPayload::parse(event.record.kind, event.payload.get()).map(|payload| payload.commitments()).ok()
        }
        _ => Some(Vec::new()),
    };
    Words { index: event.record.index, commitments, texts: &event.texts }
}

fn check_commitments(events: &[TournamentEvent]) -> Vec<Finding> {
    let edited = |index, detail| Finding::new(Level::Commitments, Tampering::Edited, Some(index), detail);
    let mut findings = Vec::new();
    for (index, event) in (0..).zip(events) {
        let salt = payload_salt(&salt_seed(event.record.id), event.record.index);
        if salt != event.payload_salt {
            let finding = edited(index, format!("the salt of event {index} does not come from the tournament's id"));
            findings.push(finding.values(&salt, &event.payload_salt));
            continue;
        }
        match commitment(&event.payload_salt, event.payload.get(), event.record.payload) {
            Ok(found) if found == event.record.payload => {}
            Ok(found) => {
                let finding = edited(index, format!("the payload of event {index} does not open what was committed"));
                findings.push(finding.values(&event.record.payload, &found));
            }
            Err(why) => {
                let detail = format!("the payload of event {index} has no commitment: {why}");
                findings.push(Finding::new(Level::Commitments, Tampering::Malformed, Some(index), detail));
            }
        }
    }
    findings
}

/// What an event says that no event of a tournament does.
fn misshapen(event: &TournamentEvent) -> Option<&'static str> {
    let record = &event.record;
    if record.log != LogKind::Tournament {
        Some("the record is not of the log of a tournament")
    } else if record.v != RECORD_VERSION {
        Some("the version of the record is not known here")
    } else if record.seat.is_some() || record.state.is_some() {
        Some("an event of a tournament has no seat and commits to no state")
    } else {
        None
    }
}
