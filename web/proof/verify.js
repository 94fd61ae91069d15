// Verification of a bundle, in the browser, from the format alone. It is the second program that checks a log; what
// only somebody who knows the rules can check, the server's audit adds.

import { canonical } from "./canonical.js";
import { checkChain } from "./chain.js";
import { bytes, canHash, salts, tagged, unhex } from "./hash.js";
import { DRAFT, unknownLabel } from "./label.js";
import { canVerify, readKey } from "./note.js";
import { openReceipt, unknownReceipt } from "./receipt.js";
import { Report } from "./report.js";
import { misshapen } from "./shape.js";
import { checkTexts } from "./texts.js";
import { checkProof } from "./tree.js";

/** The levels that are checked here, in order, with what each one says. */
export const LEVELS = [
  ["format", "The file is a bundle"],
  ["chain", "Every record has its hash and links to the one before"],
  ["commitments", "Every payload and every text opens what was committed"],
  ["seed", "The seed is the one that was committed to"],
  ["signature", "The last record is signed"],
  ["key", "The key is the one of this server"],
  ["receipts", "The receipts of this tab are in the log"],
  ["inclusion", "The game is a leaf of the server's tree"],
];

/**
 * Verifies a bundle. `trusted` is the key of this server, `kept` the receipts of this tab, `proof` the answer of
 * `/v1/log/inclusion`; each may be missing, and its level is then skipped.
 *
 * Gives the levels with their status, everything that was found, the first bad index, and the verdict. Under a label that
 * is not known here nothing is judged and nothing else is read.
 * @param {any} bundle
 * @param {{ trusted?: string | null, kept?: string[], proof?: import("./shape.js").Inclusion | null }} [known]
 */
export async function verify(bundle, { trusted = null, kept = [], proof = null } = {}) {
  const report = new Report();
  if (!canHash()) {
    report.skip("format", "this browser hashes only on https addresses and on this very machine");
    return report.close(LEVELS);
  }
  const unknown = unknownLabel("pandect-replay", bundle?.format);
  if (unknown !== null) return report.notKnown(unknown).close(LEVELS);
  const wrong = misshapen(bundle);
  report.checked("format", wrong, `pandect-replay/${DRAFT}, ${bundle?.events?.length} events`);
  if (wrong.length > 0) return report.close(LEVELS);
  const { events } = bundle;
  report.checked("chain", await checkChain(events), `${events.length} records have their hashes and link to each other`);
  await checkCommitments(report, events);
  await checkSeed(report, bundle);
  await checkSignatures(report, bundle, trusted, kept);
  await checkInclusion(report, bundle, proof);
  return report.close(LEVELS);
}

/**
 * @param {import("./report.js").Report} report
 * @param {import("./shape.js").LogEvent[]} events
 */
async function checkCommitments(report, events) {
  /** @type {import("./report.js").Finding[]} */
  const found = [];
  let concealed = 0;
  for (const { record, payload, payload_salt: salt } of events) {
    /** @param {string} detail */
    const at = (detail) => found.push({ level: "commitments", kind: "edited", index: record.index, detail });
    if (payload === null || salt === null) {
      concealed += 1;
      continue;
    }
    const committed = await tagged("pandect/payload/v1", unhex(salt), bytes(spelled(payload)));
    if (committed !== record.payload) at(`the payload of event ${record.index} does not open what was committed`);
  }
  const hidden = concealed > 0 ? `; ${concealed} are concealed until the game is over` : "";
  const texts = await checkTexts(events);
  const passed = `${events.length - concealed} payloads open to what was committed${hidden}${texts.gone}`;
  report.checked("commitments", [...found, ...texts.found], passed);
}

/**
 * The canonical form; what has none can open no commitment.
 * @param {unknown} value
 */
function spelled(value) {
  try {
    return canonical(value);
  } catch {
    return "";
  }
}

/**
 * @param {import("./report.js").Report} report
 * @param {import("./shape.js").Bundle} bundle
 */
async function checkSeed(report, { server_seed: seed, events }) {
  if (seed === null) return report.skip("seed", "it is told when the game is over");
  /** @type {import("./report.js").Finding[]} */
  const found = [];
  /**
   * @param {number} index
   * @param {string} detail
   * @param {string} kind
   */
  const at = (index, detail, kind = "wrong-seed") => found.push({ level: "seed", kind, index, detail });
  const committed = events[0].payload?.seed_commitment;
  if ((await tagged("pandect/seed/v1", unhex(seed))) !== committed) at(0, "the seed is not the one that was committed to");
  else {
    const salt = await salts(seed);
    for (const { record, payload_salt: payload, state_salt: state } of events) {
      const { index } = record;
      if (payload !== null && payload !== (await salt("pandect/salt/payload/v1", index))) {
        at(index, `the payload's salt of event ${index} does not come from the seed`, "edited");
      }
      if (state !== null && state !== (await salt("pandect/salt/state/v1", index))) {
        at(index, `the state's salt of event ${index} does not come from the seed`, "edited");
      }
    }
  }
  const supplied = events[0].payload?.seed_origin === "supplied";
  report.checked(
    "seed",
    found,
    supplied
      ? "the seed is the one that was committed to; the organiser supplied it and so could know every draw"
      : "the seed is the one that was committed to, and every salt comes from it",
  );
}

/**
 * @param {import("./report.js").Report} report
 * @param {import("./shape.js").Bundle} bundle
 * @param {string | null} trusted
 * @param {string[]} kept
 */
async function checkSignatures(report, bundle, trusted, kept) {
  const last = bundle.events[bundle.events.length - 1];
  /**
   * @param {string} level
   * @param {string} kind
   * @param {number | null} index
   * @param {string} detail
   */
  const found = (level, kind, index, detail) => [{ level, kind, index, detail }];
  let key;
  try {
    key = await readKey(bundle.public_key);
  } catch (error) {
    report.checked("signature", found("signature", "malformed", null, error.message));
    return;
  }
  if (!(await canVerify())) return report.skip("signature", "this browser does not know Ed25519");
  const unknown = unknownReceipt(bundle.receipt);
  if (unknown !== null) return report.skip("signature", unknown);
  try {
    const receipt = await openReceipt(bundle.receipt, key);
    const fits = receipt.game === last.record.id && receipt.index === last.record.index && receipt.hash === last.hash;
    const says = `the receipt is of event ${receipt.index}, and the log ends with event ${last.record.index}`;
    const kind = receipt.index > last.record.index ? "truncated" : "edited";
    report.checked("signature", fits ? [] : found("signature", kind, last.record.index, says), `signed by ${key.name}+${key.id}`);
  } catch (error) {
    report.checked("signature", found("signature", "wrong-signature", null, error.message));
  }
  if (trusted === null) report.skip("key", "the server's key is not known here");
  else {
    const same = trusted === bundle.public_key;
    const other = found("key", "wrong-key", null, "the log is signed with another key than this server's");
    report.checked("key", same ? [] : other, "it is the key that this server signs with");
  }
  if (kept.length === 0) return report.skip("receipts", "no move was made from this tab");
  const newer = kept.map(unknownReceipt).find((why) => why !== null);
  if (newer) return report.skip("receipts", newer);
  report.checked("receipts", await checkReceipts(bundle, key, kept), `${kept.length} receipts are in the log`);
}

/**
 * @param {import("./shape.js").Bundle} bundle
 * @param {import("./note.js").Key} key
 * @param {string[]} kept
 */
async function checkReceipts(bundle, key, kept) {
  /** @type {import("./report.js").Finding[]} */
  const found = [];
  for (const note of kept) {
    /**
     * @param {number | null} index
     * @param {string} detail
     */
    const at = (index, detail) => found.push({ level: "receipts", kind: "removed", index, detail });
    try {
      const { index, hash } = await openReceipt(note, key);
      const event = bundle.events[index];
      if (event?.hash !== hash) at(index, `the log had another event ${index} when this tab was given its receipt`);
    } catch (error) {
      at(null, `a receipt of this tab does not open: ${error.message}`);
    }
  }
  return found;
}

/**
 * @param {import("./report.js").Report} report
 * @param {import("./shape.js").Bundle} bundle
 * @param {import("./shape.js").Inclusion | null} proof
 */
async function checkInclusion(report, bundle, proof) {
  if (bundle.server_seed === null) return report.skip("inclusion", "a game becomes a leaf when it is over");
  if (proof === null) return report.skip("inclusion", "the server gives no proof");
  await checkProof(report, "game", bundle.events[bundle.events.length - 1], bundle.public_key, proof);
}
