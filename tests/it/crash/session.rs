//! A game as those know it who play it: what they asked for, what was answered, and what therefore has to be there.

use pandect::audit::note::VerifierKey;
use pandect::audit::{Evidence, Kept, Receipt, Verdict, parse, verify_with};
use pandect::kernel::Hash;
use pandect::selfplay::pick;
use serde_json::{Value, json};

use super::seed::Seed;
use super::tally::Tally;
use super::{Gone, all};
use crate::client::{Answer, Client};

/// What a seat has asked for.
struct Asked {
    seat: usize,
    /// The rest of the path.
    path: &'static str,
    body: Value,
    /// The idempotency key; a seat gives its entropy without one.
    key: Option<String>,
    tries: u32,
}

/// What was answered, and so has to be there for ever.
struct Acknowledged {
    asked: Asked,
    record: Value,
    index: usize,
    hash: String,
    receipt: String,
    /// The hash of every byte of the answer's body: many answers are held.
    answer: Hash,
}

/// How a step went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// Something was answered.
    Played,
    /// A bot is awaited, or the server is busy.
    Waits,
    /// The game is over.
    Over,
}

/// A game, as its players know it.
pub(super) struct Session {
    name: String,
    seed: Seed,
    pub(super) id: String,
    tokens: Vec<Option<String>>,
    /// The seats that the last answer awaits; not known after a crash, and never for long where bots play.
    awaiting: Option<Value>,
    asked: Option<Asked>,
    /// How often it was its players' turn: what the next move is drawn by.
    turns: u64,
    acknowledged: Vec<Acknowledged>,
    /// How many of them were looked for since the server was killed.
    checked: usize,
}

impl Session {
    /// A game that was just created. Its name decides its moves.
    pub(super) fn new(name: String, seed: Seed, id: &Value, tokens: &Value) -> Self {
        let token = |token: &Value| token.as_str().map(str::to_owned);
        Self {
            name,
            seed,
            id: id.as_str().expect("an id").into(),
            tokens: tokens.as_array().expect("tokens").iter().map(token).collect(),
            awaiting: None,
            asked: None,
            turns: 0,
            acknowledged: Vec::new(),
            checked: 0,
        }
    }

    fn path(&self, rest: &str) -> String {
        format!("/v1/games/{}{rest}", self.id)
    }

    fn has_bots(&self) -> bool {
        self.tokens.iter().any(Option::is_none)
    }

    fn seat(&self, client: &Client, seat: usize) -> Client {
        client.with_token(self.tokens[seat].as_deref().expect("a seat of a person"))
    }

    /// Does one thing: asks again what was not answered, or plays on.
    pub(super) fn step(&mut self, client: &Client, tally: &Tally) -> Result<Step, Gone> {
        if self.asked.is_none() {
            let step = self.choose(client)?;
            if step != Step::Played {
                return Ok(step);
            }
        }
        self.ask(client, tally)
    }

    /// Decides on what to ask for next.
    fn choose(&mut self, client: &Client) -> Result<Step, Gone> {
        let (mut awaiting, mut status) = (self.awaiting.take(), Value::Null);
        if awaiting.is_none() || self.has_bots() {
            let look = client.call("GET", &self.path("")).attempt()?.expect(200);
            (awaiting, status) = (Some(look["awaiting"].clone()), look["status"].clone());
        }
        let awaiting = awaiting.as_ref().and_then(Value::as_array).cloned().unwrap_or_default();
        if awaiting.is_empty() {
            return Ok(Step::Over);
        }
        let seats = awaiting.iter().map(|seat| seat.as_u64().expect("a seat") as usize);
        let seats: Vec<usize> = seats.filter(|seat| self.tokens[*seat].is_some()).collect();
        let mut draws = self.seed.draws(&self.name, self.turns);
        let Some(&seat) = pick(&mut draws, &seats) else { return Ok(Step::Waits) };
        let gives_entropy = status == "waiting";
        let (path, body, key) = if gives_entropy {
            let entropy = self.seed.hex(&format!("{} entropy {seat}", self.name));
            ("/entropy", json!({ "entropy": entropy }), None)
        } else {
            let legal = self.seat(client, seat).call("GET", &self.path("/legal-moves")).attempt()?.expect(200);
            let moves = legal["moves"].as_array().expect("moves");
            // Where bots play, the game may have gone on since.
            let Some(mv) = pick(&mut draws, moves) else { return Ok(Step::Waits) };
            ("/moves", mv.clone(), Some(format!("{}-{seat}-{}", self.name, legal["index"])))
        };
        self.asked = Some(Asked { seat, path, body, key, tries: 0 });
        Ok(Step::Played)
    }

    fn send(&self, client: &Client, asked: &Asked) -> Result<Answer, Gone> {
        let seat = self.seat(client, asked.seat);
        let path = self.path(asked.path);
        let call = seat.call("POST", &path).json(&asked.body);
        let call = asked.key.iter().fold(call, |call, key| call.header("Idempotency-Key", key));
        Ok(call.attempt()?)
    }

    /// Asks for what was decided on. What is not answered is asked again, until it is.
    fn ask(&mut self, client: &Client, tally: &Tally) -> Result<Step, Gone> {
        let Some(mut asked) = self.asked.take() else { return Ok(Step::Waits) };
        asked.tries += 1;
        let again = asked.tries > 1;
        let answer = match self.send(client, &asked) {
            Ok(answer) => answer,
            Err(gone) => {
                tally.unanswered.count();
                self.asked = Some(asked);
                return Err(gone);
            }
        };
        let replayed = answer.header("Idempotency-Replayed") == Some("true");
        assert!(again || !replayed, "{}: answered as if it had been asked before", self.name);
        match answer.status {
            201 => {
                if again {
                    if replayed { tally.found.count() } else { tally.done_anew.count() }
                }
                tally.acknowledged.count();
                self.acknowledge(asked, &answer);
            }
            409 if again && asked.key.is_none() => {
                // Entropy has no key: that it was given is what its retry is told.
                tally.found.count();
                self.find_entropy(client, &asked)?;
            }
            // Given up: nothing was written.
            409 | 422 if self.has_bots() => {}
            429 | 503 => {
                self.asked = Some(asked);
                return Ok(Step::Waits);
            }
            _ => panic!("{}: {}", self.name, answer.text()),
        }
        self.turns += 1;
        Ok(Step::Played)
    }

    fn acknowledge(&mut self, asked: Asked, answer: &Answer) {
        let accepted = answer.expect(201);
        let record = accepted["event"]["record"].clone();
        self.awaiting = Some(accepted["awaiting"].clone()).filter(|_| asked.key.is_some());
        let known = Acknowledged {
            index: record["index"].as_u64().expect("an index") as usize,
            hash: accepted["event"]["hash"].as_str().expect("a hash").into(),
            receipt: accepted["receipt"].as_str().expect("a receipt").into(),
            answer: Hash::of(&answer.bytes),
            asked,
            record,
        };
        assert_eq!(answer.etag(), format!("\"{}\"", known.hash));
        self.acknowledged.push(known);
    }

    /// Looks for entropy that was given before the answer to it was lost.
    fn find_entropy(&self, client: &Client, asked: &Asked) -> Result<(), Gone> {
        let given = self.events(client)?;
        let given = given.iter().filter(|event| event["record"]["kind"] == "entropy");
        let of_seat: Vec<_> = given.filter(|event| event["record"]["seat"] == asked.seat).collect();
        assert_eq!(of_seat.len(), 1, "{}: the entropy of seat {}", self.name, asked.seat);
        assert_eq!(of_seat[0]["payload"], asked.body, "{}", self.name);
        Ok(())
    }

    fn events(&self, client: &Client) -> Result<Vec<Value>, Gone> {
        all(client, &self.path("/events?limit=1000"), "events", "after")
    }

    /// Forgets what it was told in passing: the server was killed.
    pub(super) fn interrupt(&mut self) {
        self.awaiting = None;
    }

    /// Whether something was answered that was not looked for since.
    pub(super) fn is_unchecked(&self) -> bool {
        self.checked < self.acknowledged.len() || self.asked.is_some()
    }

    /// Looks for everything again.
    pub(super) fn uncheck(&mut self) {
        self.checked = 0;
    }

    /// That every acknowledged event is in the log once and unchanged, that nothing else is but what was asked and not
    /// answered, and that what was asked since the last look is answered again as it was.
    pub(super) fn check(&mut self, client: &Client, key: &VerifierKey, tally: &Tally) -> Result<(), Gone> {
        let events = self.events(client)?;
        let name = &self.name;
        for known in &self.acknowledged {
            let event = events.get(known.index).unwrap_or_else(|| panic!("{name}: event {} is lost", known.index));
            assert_eq!((&event["record"], &event["hash"]), (&known.record, &json!(known.hash)), "{name}");
        }
        if !self.has_bots() {
            let moves = |events: &[Value]| events.iter().filter(|event| event["record"]["kind"] == "move").count();
            let known = self.acknowledged.iter().filter(|known| known.asked.key.is_some()).count();
            let surplus = moves(&events) - known;
            let open = usize::from(self.asked.as_ref().is_some_and(|asked| asked.key.is_some()));
            assert!(surplus <= open, "{name}: {surplus} moves are in the log that nobody was told of");
        }
        for known in &self.acknowledged[self.checked..] {
            self.check_receipt(known, key);
            self.check_retry(client, known)?;
            tally.repeated.count();
        }
        self.checked = self.acknowledged.len();
        Ok(())
    }

    fn check_receipt(&self, known: &Acknowledged, key: &VerifierKey) {
        let receipt = Receipt::open(&known.receipt, key).expect("a receipt that the key signed");
        let found = (receipt.game.to_string(), receipt.head.index as usize, receipt.head.hash.to_string());
        assert_eq!(found, (self.id.clone(), known.index, known.hash.clone()), "{}", self.name);
    }

    fn check_retry(&self, client: &Client, known: &Acknowledged) -> Result<(), Gone> {
        let answer = self.send(client, &known.asked)?;
        if known.asked.key.is_none() {
            assert_eq!(answer.status, 409, "{}: {}", self.name, answer.text());
            return Ok(());
        }
        assert_eq!(answer.status, 201, "{}: {}", self.name, answer.text());
        assert_eq!(Hash::of(&answer.bytes), known.answer, "{}: answered otherwise: {}", self.name, answer.text());
        assert_eq!(answer.header("Idempotency-Replayed"), Some("true"), "{}", self.name);
        assert_eq!(answer.etag(), format!("\"{}\"", known.hash));
        Ok(())
    }

    /// That the bundle of a game that is over verifies at all levels, with every receipt that was given out and with a
    /// proof that it is in the tree.
    pub(super) fn audit(&self, client: &Client, key: &VerifierKey) {
        let bundle = parse(&client.get(&self.path("/bundle")).bytes).expect("a bundle");
        let kept = |name: &str, text: &[u8]| Kept { name: name.into(), text: text.to_vec() };
        let receipts: Vec<Kept> =
            self.acknowledged.iter().map(|known| kept("receipt", known.receipt.as_bytes())).collect();
        let proof = client.get(&format!("/v1/log/inclusion?id={}", self.id));
        proof.expect(200);
        let proofs = [kept("inclusion", &proof.bytes)];
        let receipts = Some(receipts.as_slice()).filter(|receipts| !receipts.is_empty());
        let evidence = Evidence { key: Some(key), receipts, proofs: &proofs, ..Evidence::default() };
        let audit = verify_with(&bundle, &evidence);
        assert_eq!(audit.verdict, Verdict::Verified, "{}: {audit:?}", self.name);
    }
}
