// The words of people: they stand beside the payloads, which have commitments to them. Each that is told opens its
// commitment, and was asked for; one that is missing was erased or left out, which is no mistake.

import { bytes, tagged, unhex } from "./hash.js";

/**
 * The commitments of a payload to words, in their order, by the log and the kind of its event.
 * @type {Record<string, Record<string, (payload: Record<string, any>) => unknown[]>>}
 */
const ASKED = {
  game: {
    created: ({ seats }) => /** @type {{ name: unknown }[]} */ (seats).map(({ name }) => name),
    adjudicated: ({ text }) => [text],
  },
  tournament: {
    created: ({ name }) => [name],
    "player-registered": ({ name }) => [name],
    ruling: ({ text }) => [text],
    sealed: ({ reason }) => (reason === null ? [] : [reason]),
  },
};

/**
 * Whether something is written as 32 bytes are.
 * @param {unknown} value
 * @returns {value is string}
 */
export const isHash = (value) => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

/**
 * Whether something is a list of texts, each with what opens it.
 * @param {any} texts
 */
export const areTexts = (texts) =>
  Array.isArray(texts) &&
  texts.every(
    (one) =>
      one !== null &&
      typeof one === "object" &&
      Object.keys(one).sort().join() === "commitment,salt,text" &&
      isHash(one.commitment) &&
      isHash(one.salt) &&
      typeof one.text === "string" &&
      one.text.isWellFormed?.() !== false,
  );

/**
 * What a payload commits to; nothing when it has not the shape of its kind.
 * @param {import("./shape.js").LogEvent} event
 * @returns {string[] | null}
 */
function asked({ record, payload }) {
  try {
    const commitments = payload === null ? [] : (ASKED[record.log][record.kind]?.(payload) ?? []);
    return commitments.every(isHash) ? [...new Set(commitments)] : null;
  } catch {
    return null;
  }
}

/**
 * Everything that is wrong with the words of the events, and how many are missing, as what the level says of it.
 * @param {import("./shape.js").LogEvent[]} events
 */
export async function checkTexts(events) {
  /** @type {import("./report.js").Finding[]} */
  const found = [];
  let missing = 0;
  for (const event of events) {
    const { index } = event.record;
    /** @param {string} detail */
    const at = (detail) => found.push({ level: "commitments", kind: "edited", index, detail });
    const commitments = asked(event);
    let next = 0;
    for (const { commitment, salt, text } of event.texts) {
      const place = commitments?.indexOf(commitment, next) ?? 0;
      if (place < 0) at(`event ${index} shows a text that its payload does not commit to there`);
      else {
        missing += commitments === null ? 0 : place - next;
        next = place + 1;
      }
      const opened = await tagged("pandect/text/v1", unhex(salt), bytes(text));
      if (opened !== commitment) at(`a text of event ${index} does not open its commitment ${commitment}`);
    }
    missing += commitments === null ? 0 : commitments.length - next;
  }
  const gone = missing === 0 ? "" : `; ${missing === 1 ? "1 text" : `${missing} texts`} erased or left out`;
  return { found, gone };
}

/**
 * What an event tells of a commitment; nothing where the words are not there.
 * @param {{ texts?: unknown } | null | undefined} event
 * @param {string} commitment
 * @returns {string | null}
 */
export function told(event, commitment) {
  const texts = Array.isArray(event?.texts) ? event.texts : [];
  return texts.find((one) => one?.commitment === commitment)?.text ?? null;
}
