// The tree over the logs that are over, and proofs that a log is one of its leaves.

import { canonical } from "./canonical.js";
import { bytes, sha256, unhex } from "./hash.js";
import { DRAFT, unknownLabel } from "./label.js";
import { openNote, readKey } from "./note.js";

/**
 * Follows the path of a leaf to the root of a tree (RFC 9162, 2.1.3.2).
 * @param {import("./hash.js").Bytes} leaf
 * @param {number} number
 * @param {number} size
 * @param {import("./hash.js").Bytes[]} path
 */
export async function rootOf(leaf, number, size, path) {
  /**
   * @param {import("./hash.js").Bytes} left
   * @param {import("./hash.js").Bytes} right
   */
  const node = (left, right) => sha256(Uint8Array.of(1), left, right);
  let hash = await sha256(Uint8Array.of(0), leaf);
  let at = number;
  let last = size - 1;
  for (const sibling of path) {
    if (last === 0) throw new Error("the proof is too long");
    if (at % 2 === 1 || at === last) {
      hash = await node(sibling, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
    } else hash = await node(hash, sibling);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  if (last !== 0) throw new Error("the proof is too short");
  return hash;
}

/**
 * Whether a proof leads from a log's leaf to a root that the key signed. `log` is the kind of log.
 *
 * Throws, with the reason, when it does not.
 * @param {string} log
 * @param {import("./shape.js").LogEvent} last
 * @param {string} publicKey
 * @param {import("./shape.js").Inclusion} proof
 */
async function includes(log, last, publicKey, proof) {
  if (proof.format !== `pandect-inclusion/${DRAFT}`) throw new Error("it is no proof of inclusion");
  const leaf = { head: { hash: last.hash, index: last.record.index }, id: last.record.id, log, v: 1 };
  const size = Number(proof.tree_size);
  const root = await rootOf(bytes(canonical(leaf)), Number(proof.leaf_index), size, proof.audit_path.map(unhex));
  const key = await readKey(publicKey);
  const [origin, signedSize, signedRoot] = (await openNote(proof.checkpoint, key)).split("\n");
  const same = origin === key.name && Number(signedSize) === size && signedRoot === btoa(String.fromCharCode(...root));
  if (!same) throw new Error("the proof does not lead to the signed root");
  return `leaf ${proof.leaf_index} of the ${size} in the tree of ${origin}`;
}

/**
 * Adds what a proof of inclusion proves; one with a label that is not known here is not judged.
 * @param {import("./report.js").Report} report
 * @param {string} log
 * @param {import("./shape.js").LogEvent} last
 * @param {string} publicKey
 * @param {import("./shape.js").Inclusion} proof
 */
export async function checkProof(report, log, last, publicKey, proof) {
  const unknown = unknownLabel("pandect-inclusion", proof.format);
  if (unknown !== null) return report.skip("inclusion", unknown);
  try {
    report.checked("inclusion", [], await includes(log, last, publicKey, proof));
  } catch (error) {
    report.checked("inclusion", [{ level: "inclusion", kind: "wrong-proof", index: null, detail: error.message }]);
  }
}
