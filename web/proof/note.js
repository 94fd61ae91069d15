// C2SP signed notes: a text, an empty line, and lines that sign it with Ed25519.

import { bytes, hex, join, sha256, unbase64 } from "./hash.js";

/** @typedef {{ name: string, id: string, bytes: import("./hash.js").Bytes, text: string }} Key */
const ED25519 = 1;

/** A name of a key: fixed code points that it has not, as the format lists them. */
const NAME = "[^\\u0000-\\u0020+\\u007f-\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+";
const KEY = new RegExp(`^(${NAME})\\+([0-9a-f]{8})\\+([A-Za-z0-9+/=]+)$`);
const SIGNATURE = new RegExp(`^\\u2014 (${NAME}) ([A-Za-z0-9+/=]+)$`);

/**
 * Reads a verifier key, `name+id+base64`; throws when it is none.
 * @param {string} text
 * @returns {Promise<Key>}
 */
export async function readKey(text) {
  const [, name, id, data] = KEY.exec(text) ?? [];
  if (!name) throw new Error("the key is not of the form name+id+base64");
  const blob = unbase64(data);
  if (blob.length !== 33 || blob[0] !== ED25519) throw new Error("the key is not an Ed25519 key of 32 bytes");
  const known = hex((await sha256(bytes(`${name}\n`), blob)).slice(0, 4));
  if (known !== id) throw new Error("the key's id does not fit its name and bytes");
  return { name, id, bytes: blob.slice(1), text };
}

/**
 * Splits a note into its text and its signatures; throws when it is none.
 * @param {string} note
 */
export function parseNote(note) {
  const split = note.lastIndexOf("\n\n");
  if (split < 0 || !note.endsWith("\n")) throw new Error("there is no empty line between a text and signatures");
  const lines = note.slice(split + 2, -1).split("\n");
  const signatures = lines.map((line) => {
    const [, name, data] = SIGNATURE.exec(line) ?? [];
    const blob = name ? unbase64(data) : new Uint8Array(0);
    if (blob.length !== 68) throw new Error("a signature is not a dash, a name and base64 of 68 bytes");
    return { name, id: hex(blob.slice(0, 4)), signature: blob.slice(4) };
  });
  return { text: note.slice(0, split + 1), signatures };
}

/** Whether this browser knows Ed25519. */
export async function canVerify() {
  try {
    await crypto.subtle.importKey("raw", new Uint8Array(32), { name: "Ed25519" }, false, ["verify"]);
    return true;
  } catch (error) {
    // Thirty-two zero bytes are a key to every browser that knows the algorithm at all.
    return error.name !== "NotSupportedError";
  }
}

/**
 * The text of a note that the key signed; throws when it did not.
 * @param {string} note
 * @param {Key} key
 */
export async function openNote(note, key) {
  const { text, signatures } = parseNote(note);
  const own = signatures.find((line) => line.name === key.name && line.id === key.id);
  if (!own) throw new Error(`it is not signed with ${key.name}+${key.id}`);
  const imported = await crypto.subtle.importKey("raw", key.bytes, { name: "Ed25519" }, false, ["verify"]);
  const fits = await crypto.subtle.verify({ name: "Ed25519" }, imported, own.signature, join(bytes(text)));
  if (!fits) throw new Error(`the signature of ${key.name}+${key.id} does not fit the text`);
  return text;
}
