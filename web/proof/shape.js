// The shape of a bundle: every field that the format names is there, and no other.

import { DRAFT } from "./label.js";
import { areTexts, isHash } from "./texts.js";

/**
 * What a log keeps of an event.
 * @typedef {object} LogRecord
 * @property {string} at
 * @property {string} id
 * @property {number} index
 * @property {string} kind
 * @property {string} log
 * @property {string} payload
 * @property {string} prev
 * @property {number | null} seat
 * @property {string | null} state
 * @property {number} v
 */

/**
 * An event of a bundle: its record, and what opens the commitments in it.
 * @typedef {object} LogEvent
 * @property {LogRecord} record
 * @property {string} hash
 * @property {Record<string, any> | null} payload
 * @property {string | null} payload_salt
 * @property {string | null} state_salt
 * @property {{ commitment: string, salt: string, text: string }[]} texts
 */

/** @typedef {{ format: string, public_key: string, receipt: string }} Header */
/** @typedef {Header & { events: LogEvent[], outcome: unknown, server_seed: string | null }} Bundle */

/**
 * A receipt of an event that was committed with others.
 * @typedef {object} CommitReceipt
 * @property {string} format
 * @property {string} note
 * @property {string} receipt
 * @property {number} leaf_index
 * @property {number} tree_size
 * @property {string[]} audit_path
 */

/**
 * A proof that a log is a leaf of the server's tree.
 * @typedef {object} Inclusion
 * @property {string} format
 * @property {string} checkpoint
 * @property {number | string} leaf_index
 * @property {number | string} tree_size
 * @property {string[]} audit_path
 */

const FIELDS = {
  bundle: ["events", "format", "outcome", "public_key", "receipt", "server_seed"],
  event: ["hash", "payload", "payload_salt", "record", "state_salt", "texts"],
  record: ["at", "id", "index", "kind", "log", "payload", "prev", "seat", "state", "v"],
};
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const KINDS = ["created", "entropy", "move", "adjudicated"];

/**
 * @param {any} value
 * @param {string[]} names
 */
function hasFields(value, names) {
  return value !== null && typeof value === "object" && Object.keys(value).sort().join() === names.join();
}

/**
 * What is wrong with the shape of a bundle, the first of it.
 * @param {any} bundle
 * @returns {import("./report.js").Finding[]}
 */
export function misshapen(bundle) {
  /**
   * @param {string} detail
   * @param {number | null} index
   */
  const wrong = (detail, index = null) => [{ level: "format", kind: "malformed", index, detail }];
  if (!hasFields(bundle, FIELDS.bundle)) return wrong("the fields are not those of a bundle");
  if (bundle.format !== `pandect-replay/${DRAFT}`) return wrong("the format is not that of the bundle of a game");
  if (!Array.isArray(bundle.events) || bundle.events.length === 0) return wrong("there are no events");
  if (bundle.server_seed !== null && !isHash(bundle.server_seed)) return wrong("the seed is not 64 hex digits");
  if (bundle.server_seed === null && bundle.outcome !== null) return wrong("there is an outcome and no server seed");
  for (const [at, event] of bundle.events.entries()) {
    const detail = eventMisshapen(event, at, bundle.server_seed !== null);
    if (detail !== null) return wrong(detail, at);
  }
  return [];
}

/**
 * What an event has that it should not, or hides that it should show. `open` is whether the seed is told.
 * @param {any} event
 * @param {number} at
 * @param {boolean} open
 * @returns {string | null}
 */
function eventMisshapen(event, at, open) {
  if (!hasFields(event, FIELDS.event) || !hasFields(event.record, FIELDS.record)) {
    return `the fields of event ${at} are not those of an event`;
  }
  const { record, payload, payload_salt: salt, state_salt: state } = event;
  const nullable = [record.state, salt, state].filter((hash) => hash !== null);
  if (![event.hash, record.prev, record.payload, ...nullable].every(isHash)) return `event ${at} has a hash that is none`;
  if (!Number.isSafeInteger(record.index) || record.index < 0) return `event ${at} has no index`;
  if (!MOMENT.test(record.at)) return `event ${at} has no moment`;
  if (record.log !== "game" || record.v !== 1) return `event ${at} is not one of a game`;
  if (!KINDS.includes(record.kind)) return `event ${at} is of a kind that the format does not have`;
  if (!areTexts(event.texts)) return `event ${at} has texts that are none`;
  if ((payload === null) !== (salt === null)) return `event ${at} shows a payload without its salt, or a salt alone`;
  if (open && payload === null) return `event ${at} hides its payload, and the seed is told`;
  if ((state !== null) !== (open && record.state !== null)) {
    return `event ${at} shows the salt of its state before the seed is told, or hides it afterwards`;
  }
  return null;
}
