// The proof that the room computes, held against vectors of others. Nothing here needs a browser or a server.

import assert from "node:assert/strict";
import { test } from "node:test";

import { canonical } from "../../src/http/room/proof/canonical.js";
import { hex, join, sha256, unhex } from "../../src/http/room/proof/hash.js";
import { openNote, readKey } from "../../src/http/room/proof/note.js";
import { rootOf } from "../../src/http/room/proof/verify.js";

test("canonical JSON is that of RFC 8785, with integers only", () => {
  // The keys of section 3.2.3, in the order that it gives.
  const keys = ["\u20ac", "\r", "\ufb33", "1", "\u{1f600}", "\u0080", "\u00f6"];
  const sorted = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\u{1f600}", "\ufb33"];
  const object = Object.fromEntries(keys.map((key, at) => [key, at]));
  assert.equal(canonical(object), `{${sorted.map((key) => `${JSON.stringify(key)}:${object[key]}`).join(",")}}`);
  assert.equal(canonical({ b: [null, true, -0, 1e3], a: '\u20ac$\u000f\nA\'B"\\\\"/' }), '{"a":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/","b":[null,true,0,1000]}');
  for (const wrong of [1.5, 2 ** 53, NaN]) assert.throws(() => canonical([wrong]));
});

test("a signed note of Go's note package opens, and a changed one does not", async () => {
  const key = await readKey("PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW");
  const text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
  const line = "\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";
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
