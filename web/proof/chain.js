// The chain: every record has the hash beside it and links to the one before.

import { canonical } from "./canonical.js";
import { bytes, tagged } from "./hash.js";

const ZERO = "0".repeat(64);

/**
 * Everything that is wrong with the links and places of the records, earliest first.
 * @param {import("./shape.js").LogEvent[]} events
 */
export async function checkChain(events) {
  /** @type {import("./report.js").Finding[]} */
  const found = [];
  const id = events[0]?.record.id;
  let next = 0;
  let prev = ZERO;
  let moment = "";
  for (const { record, hash } of events) {
    const own = await recordHash(record);
    /**
     * @param {string} kind
     * @param {string} detail
     */
    const at = (kind, detail) => found.push({ level: "chain", kind, index: Math.min(record.index, next), detail });
    if (own !== hash) at("edited", `the record of event ${next} does not have the hash beside it`);
    else if (record.index > next) at("removed", `the log goes from event ${next - 1} to event ${record.index}`);
    else if (record.index < next) at("inserted", `event ${record.index} stands where event ${next} belongs`);
    else if (record.id !== id) at("inserted", `event ${record.index} is of another game`);
    else if (record.prev !== prev) {
      const where = next === 0 ? "the first record links to one before it" : `event ${next} does not link to event ${next - 1}`;
      found.push({ level: "chain", kind: "edited", index: Math.max(0, next - 1), detail: where });
    } else if (record.at < moment) at("edited", `event ${next} was accepted before the event before it`);
    if (own === hash) moment = record.at;
    next = own === hash ? record.index + 1 : next + 1;
    prev = hash;
  }
  return found;
}

/**
 * The hash of a record; nothing when it has no canonical form.
 * @param {import("./shape.js").LogRecord} record
 */
export async function recordHash(record) {
  try {
    return await tagged("pandect/record/v1", bytes(canonical(record)));
  } catch {
    return null;
  }
}
