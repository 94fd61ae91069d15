//! The tree, as whoever watches it knows it: it only grows, and every checkpoint that was given out stays true.

use std::thread::sleep;
use std::time::Duration;

use pandect::audit::note::VerifierKey;
use pandect::audit::{Checkpoint, Consistency};
use pandect::kernel::tree::{Root, consistent};

use super::Gone;
use crate::client::Client;

/// The checkpoints that were given out, and the key that signs them.
pub(super) struct Growth {
    pub(super) key: VerifierKey,
    roots: Vec<Root>,
}

impl Growth {
    /// Takes the key from a server.
    pub(super) fn new(client: &Client) -> Self {
        Self { key: key(client), roots: Vec::new() }
    }

    /// How many checkpoints were taken.
    pub(super) fn checkpoints(&self) -> usize {
        self.roots.len()
    }

    /// Takes the checkpoint of now, and proves that it begins with the last one.
    pub(super) fn watch(&mut self, client: &Client) -> Result<Root, Gone> {
        let note = client.call("GET", "/v1/log/checkpoint").attempt()?;
        assert_eq!(note.status, 200, "{}", note.text());
        let root = Checkpoint::open(&note.text(), &self.key).expect("a checkpoint that the key signed").root;
        match self.roots.last().copied() {
            Some(last) if last.size == root.size => assert_eq!(last, root, "one size, two trees"),
            Some(last) => {
                prove(client, last, root)?;
                self.roots.push(root);
            }
            None => self.roots.push(root),
        }
        Ok(root)
    }

    /// Watches until the server is gone.
    pub(super) fn watch_on(&mut self, client: &Client) -> Result<(), Gone> {
        loop {
            self.watch(client)?;
            sleep(Duration::from_millis(5));
        }
    }

    /// That it is still the key of the server, and that the tree begins with what every checkpoint said.
    pub(super) fn check_all(&mut self, client: &Client) -> Result<Root, Gone> {
        assert_eq!(key(client).to_string(), self.key.to_string());
        let now = self.watch(client)?;
        self.roots.iter().try_for_each(|root| prove(client, *root, now))?;
        Ok(now)
    }
}

fn key(client: &Client) -> VerifierKey {
    let keys = client.get("/v1/keys").expect(200);
    keys["keys"][0]["public_key"].as_str().expect("a key").parse().expect("a key")
}

/// Proves that a tree begins with an older one.
fn prove(client: &Client, old: Root, new: Root) -> Result<(), Gone> {
    assert!(old.size <= new.size, "the tree had {} leaves and has {}", old.size, new.size);
    let path = format!("/v1/log/consistency?first={}&second={}", old.size, new.size);
    let proof: Consistency = serde_json::from_value(client.call("GET", &path).attempt()?.expect(200)).expect("a proof");
    let led = consistent(old, new, &proof.consistency);
    assert_eq!(led, Some((old.hash, new.hash)), "from {} to {}", old.size, new.size);
    Ok(())
}
