// The proof that the room computes, held against vectors of others. Nothing here needs a browser or a server.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { canonical } from "../../web/proof/canonical.js";
import { checkChain } from "../../web/proof/chain.js";
import { bytes, hex, join, sha256, tagged, unhex } from "../../web/proof/hash.js";
import { unknownLabel } from "../../web/proof/label.js";
import { openNote, readKey } from "../../web/proof/note.js";
import { openReceipt, unknownReceipt } from "../../web/proof/receipt.js";
import { byEvent } from "../../web/proof/report.js";
import { checkTexts, told } from "../../web/proof/texts.js";
import { verifyTournament } from "../../web/proof/tournament.js";
import { rootOf } from "../../web/proof/tree.js";
import { verify } from "../../web/proof/verify.js";

/** Vectors that another program computed. */
const log = JSON.parse(readFileSync(fileURLToPath(new URL("../../fixtures/kernel/log.json", import.meta.url)), "utf8"));

test("canonical JSON is that of RFC 8785, with integers only", () => {
  // The keys of section 3.2.3, in the order that it gives.
  const keys = ["\u20ac", "\r", "\ufb33", "1", "\u{1f600}", "\u0080", "\u00f6"];
  const sorted = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\u{1f600}", "\ufb33"];
  const object = Object.fromEntries(keys.map((key, at) => [key, at]));
  assert.equal(canonical(object), `{${sorted.map((key) => `${JSON.stringify(key)}:${object[key]}`).join(",")}}`);
  assert.equal(
    canonical({ b: [null, true, -0, 1e3], a: '\u20ac$\u000f\nA\'B"\\\\"/' }),
    '{"a":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/","b":[null,true,0,1000]}',
  );
  for (const wrong of [1.5, 2 ** 53, NaN]) assert.throws(() => canonical([wrong]));
});

test("a signed note of Go's note package opens, and a changed one does not", async () => {
  const key = await readKey("PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW");
  const text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
  const line =
    "\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";
  assert.equal(await openNote(`${text}\n${line}`, key), text);
  await assert.rejects(openNote(`${text.replace("If", "Of")}\n${line}`, key), /does not fit the text/);
  await assert.rejects(openNote(`${text}\n${line.replace("PeterNeumann", "PeterPan")}`, key), /not signed with/);
  await assert.rejects(readKey("PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"), /does not fit/);
});

const node = (left, right) => sha256(Uint8Array.of(1), left, right);

/** The root of leaves, by the definition of RFC 6962, 2.1. */
async function root(leaves) {
  if (leaves.length === 1) return sha256(Uint8Array.of(0), leaves[0]);
  const split = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return node(await root(leaves.slice(0, split)), await root(leaves.slice(split)));
}

/** The path from a leaf, by the definition of RFC 6962, 2.1.1. */
async function path(number, leaves) {
  if (leaves.length === 1) return [];
  const split = 2 ** Math.floor(Math.log2(leaves.length - 1));
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return number < split
    ? [...(await path(number, left)), await root(right)]
    : [...(await path(number - split, right)), await root(left)];
}

test("every leaf of every small tree leads to its root, and to no other", async () => {
  // The leaves and the root of the test vectors of Certificate Transparency.
  const published = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
  const eight = published.map(unhex);
  assert.equal(hex(await root(eight)), "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328");
  const leaves = [...eight, ...eight.map((leaf) => join(leaf, Uint8Array.of(7)))];
  for (let size = 1; size <= leaves.length; size += 1) {
    const tree = leaves.slice(0, size);
    const expected = hex(await root(tree));
    for (let number = 0; number < size; number += 1) {
      const proof = await path(number, tree);
      assert.equal(hex(await rootOf(tree[number], number, size, proof)), expected, `leaf ${number} of ${size}`);
      const other = await rootOf(leaves[(number + 1) % leaves.length], number, size, proof);
      assert.notEqual(hex(other), expected);
      await assert.rejects(rootOf(tree[number], number, size, [...proof, unhex("00".repeat(32))]), /too long/);
      if (proof.length > 0) await assert.rejects(rootOf(tree[number], number, size, proof.slice(0, -1)), /too short/);
    }
  }
});

test("every receipt of a commit leads to its one note, and a changed one does not", async () => {
  const { commits } = JSON.parse(
    readFileSync(fileURLToPath(new URL("../../fixtures/kernel/notes.json", import.meta.url)), "utf8"),
  );
  assert.deepEqual(
    commits.map(({ files }) => files.length),
    [1, 5],
  );
  for (const { vkey, files } of commits) {
    const key = await readKey(vkey);
    for (const file of files) {
      const { game, index, hash } = await openReceipt(JSON.stringify(file), key);
      assert.equal(`pandect/receipt/v1\n${game}\n${index}\n${hash}\n`, file.receipt);
    }
  }
  const [{ vkey, files }] = commits.slice(1);
  const key = await readKey(vkey);
  const refused = (change, why) => assert.rejects(openReceipt(JSON.stringify({ ...files[3], ...change }), key), why);
  await refused({ receipt: files[2].receipt }, /does not lead to the root/);
  await refused({ leaf_index: 2 }, /does not lead to the root/);
  await refused({ leaf_index: 5 }, /no such event/);
  await refused({ tree_size: 4 }, /of so many events/);
  await refused({ audit_path: files[3].audit_path.slice(1) }, /too short/);
  await refused({ note: files[3].note.replace("\n5\n", "\n6\n"), tree_size: 6 }, /does not fit the text/);
  await refused({ more: 1 }, /no receipt of a commit/);
  assert.equal(unknownReceipt(JSON.stringify(files[3])), null);
  assert.match(unknownReceipt('{"format":"pandect-receipt/2-draft.7"}') ?? "", /^draft 7 is not known here/);
});

/** The logs of the vectors, each from its event 0. */
function logs() {
  const found = new Map();
  for (const event of structuredClone(log.records)) found.set(event.record.id, [...(found.get(event.record.id) ?? []), event]);
  return [...found.values()];
}

test("the vectors of payloads, texts, records and their chain are what the page computes", async () => {
  for (const { salt, payload, payload_commitment: commitment } of log.commitments) {
    assert.equal(await tagged("pandect/payload/v1", unhex(salt), bytes(canonical(payload))), commitment);
  }
  for (const { salt, text, commitment } of log.texts) {
    assert.equal(await tagged("pandect/text/v1", unhex(salt), bytes(text)), commitment);
  }
  // Of the third, which is a tournament's, the name of a player was erased.
  const gone = ["", "", "; 1 text erased or left out"];
  for (const [at, events] of logs().entries()) {
    assert.deepEqual(await checkChain(events), []);
    assert.deepEqual(await checkTexts(events), { found: [], gone: gone[at] });
  }
  assert.equal(logs().length, 3);
});

test("a moment before that of the event before is found", async () => {
  const [events] = logs();
  const found = events.map((event) => event.record.at);
  assert.deepEqual([...found].sort(), found);
  events[0].record.at = "9999-01-01T00:00:00.000Z";
  events[0].hash = await tagged("pandect/record/v1", bytes(canonical(events[0].record)));
  events[1].record.prev = events[0].hash;
  events[1].hash = await tagged("pandect/record/v1", bytes(canonical(events[1].record)));
  const [{ index, detail }] = await checkChain(events.slice(0, 2));
  assert.deepEqual([index, detail], [1, "event 1 was accepted before the event before it"]);
});

test("a text is told if it opens its commitment, was asked for, and stands in its place", async () => {
  const changed = async (change) => {
    const [events] = logs();
    change(events[0].texts, events);
    const { found, gone } = await checkTexts(events);
    return [found.map(({ index, detail }) => `${index}: ${detail}`), gone];
  };
  const [[{ payload, texts }]] = logs();
  assert.equal(told({ texts }, payload.seats[0].name), texts[0].text);
  assert.equal(told({ texts: [] }, payload.seats[0].name), null);
  assert.ok(texts.length >= 2);
  assert.deepEqual(await changed((some) => some.splice(0, 1)), [[], "; 1 text erased or left out"]);
  assert.deepEqual(await changed((some) => some.splice(0, 2)), [[], "; 2 texts erased or left out"]);
  const closed = [[`0: a text of event 0 does not open its commitment ${texts[1].commitment}`], ""];
  assert.deepEqual(
    await changed((some) => {
      some[1].text += " ";
    }),
    closed,
  );
  assert.deepEqual(
    await changed((some) => {
      some[1].salt = "0".repeat(64);
    }),
    closed,
  );
  const foreign = "0: event 0 shows a text that its payload does not commit to there";
  assert.deepEqual((await changed((some) => some.push(some.shift())))[0], [foreign], "they stand in the order of the payload");
  assert.deepEqual((await changed((some) => some.push(some[1])))[0], [foreign], "none stands there twice");
  assert.deepEqual(
    (
      await changed((some, events) => {
        events[1].texts = [some[0]];
      })
    )[0],
    [foreign.replaceAll("0", "1")],
  );
});

test("under another label nothing is judged, and the page says what it knows", async () => {
  const draft = "draft 7 is not known here; this page knows draft 1";
  const first = 'the label "1" is not known here; this page knows 2-draft.1';
  for (const [label, why] of [
    ["2-draft.7", draft],
    ["1", first],
  ]) {
    for (const report of [
      await verify({ format: `pandect-replay/${label}`, something: "new" }),
      await verifyTournament({ format: `pandect-tournament/${label}`, public_key: "", receipt: "" }, []),
    ]) {
      assert.deepEqual([report.verdict, report.unknown, report.findings, report.firstBad], ["incomplete", why, [], null]);
      assert.ok(report.levels.length > 5 && report.levels.every(({ status, detail }) => status === "skipped" && detail === why));
    }
  }
  for (const other of ["pandect-replay/2-draft.1", "pandect-replayed/1", "pandect-tournament/1", "", 7, undefined]) {
    assert.equal(unknownLabel("pandect-replay", other), null, String(other));
  }
  for (const other of [{ format: "pandect-replayed/1" }, {}, null]) {
    assert.equal((await verify(other)).verdict, "failed");
  }
});

test("what was found stands at its event, also in a browser without Map.groupBy", () => {
  const found = [3, 1, 3, null].map((index, at) => ({ level: "chain", kind: "edited", index, detail: `finding ${at}` }));
  const { groupBy } = Map;
  try {
    Object.defineProperty(Map, "groupBy", { value: undefined, configurable: true, writable: true });
    assert.deepEqual(
      [...byEvent(found)],
      [
        [3, [found[0], found[2]]],
        [1, [found[1]]],
        [null, [found[3]]],
      ],
    );
  } finally {
    Object.defineProperty(Map, "groupBy", { value: groupBy, configurable: true, writable: true });
  }
});
