// Verification of a tournament's log, in the browser, from the format alone. Its games are verified in their own rooms;
// pairings and standings, which need the rules of the format, are the server's audit to check and `pandect verify`'s.

import { canonical } from "./canonical.js";
import { checkChain } from "./chain.js";
import { bytes, canHash, hex, salts, sha256, tagged, unhex } from "./hash.js";
import { DRAFT, unknownLabel } from "./label.js";
import { canVerify, readKey } from "./note.js";
import { openReceipt, unknownReceipt } from "./receipt.js";
import { Report } from "./report.js";
import { areTexts, checkTexts } from "./texts.js";
import { checkProof } from "./tree.js";

/** The levels that are checked here, in order, with what each one says. */
export const LEVELS = [
  ["format", "The log is one of a tournament"],
  ["chain", "Every record has its hash and links to the one before"],
  ["commitments", "Every payload and every text opens what was committed"],
  ["signature", "The last record is signed"],
  ["key", "The key is the one of this server"],
  ["inclusion", "The tournament is a leaf of the server's tree"],
];

/**
 * Verifies the log of a tournament. `header` is the first line of its bundle; `trusted` the key of this server and `proof`
 * the answer of `/v1/log/inclusion`, where there are any.
 * @param {import("./shape.js").Header} header
 * @param {import("./shape.js").LogEvent[]} events
 * @param {{ trusted?: string | null, proof?: import("./shape.js").Inclusion | null }} [known]
 */
export async function verifyTournament(header, events, { trusted = null, proof = null } = {}) {
  const report = new Report();
  if (!canHash()) {
    report.skip("format", "this browser hashes only on https addresses and on this very machine");
    return report.close(LEVELS);
  }
  const unknown = unknownLabel("pandect-tournament", header?.format);
  if (unknown !== null) return report.notKnown(unknown).close(LEVELS);
  const wrong = misshapen(header, events);
  report.checked("format", wrong, `pandect-tournament/${DRAFT}, ${events.length} events`);
  if (wrong.length > 0) return report.close(LEVELS);
  report.checked("chain", await checkChain(events), `${events.length} records have their hashes and link to each other`);
  const texts = await checkTexts(events);
  const found = [...(await checkCommitments(events)), ...texts.found];
  report.checked("commitments", found, `${events.length} payloads open to what was committed${texts.gone}`);
  const last = events[events.length - 1];
  await checkSignature(report, header, last, trusted);
  await checkInclusion(report, header, last, proof);
  return report.close(LEVELS);
}

/**
 * @param {import("./shape.js").Header} header
 * @param {import("./shape.js").LogEvent[]} events
 */
function misshapen(header, events) {
  /**
   * @param {string} detail
   * @param {number | null} index
   */
  const wrong = (detail, index = null) => [{ level: "format", kind: "malformed", index, detail }];
  if (header?.format !== `pandect-tournament/${DRAFT}`) return wrong("the format is not that of the bundle of a tournament");
  const at = events.findIndex(({ record, texts }) => record.log !== "tournament" || !areTexts(texts));
  return at < 0 ? [] : wrong(`event ${at} is not one of a tournament, or has texts that are none`, at);
}

/**
 * A tournament has no secrets: its salts come from its id.
 * @param {import("./shape.js").LogEvent[]} events
 */
async function checkCommitments(events) {
  const id = events[0].record.id;
  const seed = hex(await sha256(bytes("pandect/tournament/v1\n"), unhex(id.replaceAll("-", ""))));
  const salt = await salts(seed);
  /** @type {import("./report.js").Finding[]} */
  const found = [];
  for (const { record, payload, payload_salt: given } of events) {
    /** @param {string} detail */
    const at = (detail) => found.push({ level: "commitments", kind: "edited", index: record.index, detail });
    if (given !== (await salt("pandect/salt/payload/v1", record.index))) {
      at(`the salt of event ${record.index} does not come from the tournament's id`);
    } else if ((await tagged("pandect/payload/v1", unhex(given), bytes(canonical(payload)))) !== record.payload) {
      at(`the payload of event ${record.index} does not open what was committed`);
    }
  }
  return found;
}

/**
 * @param {import("./report.js").Report} report
 * @param {import("./shape.js").Header} header
 * @param {import("./shape.js").LogEvent} last
 * @param {string | null} trusted
 */
async function checkSignature(report, header, last, trusted) {
  /**
   * @param {string} level
   * @param {string} kind
   * @param {number | null} index
   * @param {string} detail
   */
  const found = (level, kind, index, detail) => [{ level, kind, index, detail }];
  if (!(await canVerify())) return report.skip("signature", "this browser does not know Ed25519");
  const unknown = unknownReceipt(header.receipt);
  if (unknown !== null) return report.skip("signature", unknown);
  try {
    const key = await readKey(header.public_key);
    const receipt = await openReceipt(header.receipt, key);
    const fits = receipt.game === last.record.id && receipt.index === last.record.index && receipt.hash === last.hash;
    const says = `the receipt is of event ${receipt.index}, and the log ends with event ${last.record.index}`;
    report.checked(
      "signature",
      fits ? [] : found("signature", "edited", last.record.index, says),
      `signed by ${key.name}+${key.id}`,
    );
  } catch (error) {
    report.checked("signature", found("signature", "wrong-signature", null, error.message));
  }
  if (trusted === null) return report.skip("key", "the server's key is not known here");
  const other = found("key", "wrong-key", null, "the log is signed with another key than this server's");
  report.checked("key", trusted === header.public_key ? [] : other, "it is the key that this server signs with");
}

/**
 * @param {import("./report.js").Report} report
 * @param {import("./shape.js").Header} header
 * @param {import("./shape.js").LogEvent} last
 * @param {import("./shape.js").Inclusion | null} proof
 */
async function checkInclusion(report, header, last, proof) {
  if (last.record.kind !== "sealed") return report.skip("inclusion", "a tournament becomes a leaf when it is sealed");
  if (proof === null) return report.skip("inclusion", "the server gives no proof");
  await checkProof(report, "tournament", last, header.public_key, proof);
}
