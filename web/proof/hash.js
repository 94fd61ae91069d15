// Hashes of the format, by the browser's own cryptography.

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */
const utf8 = new TextEncoder();

/** Whether this browser lets the page hash: only where the address is https or this very machine. */
export const canHash = () => Boolean(globalThis.crypto?.subtle);

/** @param {string} text */
export const bytes = (text) => utf8.encode(text);

/** @param {...Bytes} parts */
export function join(...parts) {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** @param {Bytes} data */
export const hex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
export const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/**
 * Of RFC 4648, section 4, with its padding, and unused bits of 0; throws for anything else.
 * @param {string} text
 */
export function unbase64(text) {
  const read = atob(text);
  if (btoa(read) !== text) throw new Error("it is not base64 as it is written");
  return Uint8Array.from(read, (char) => char.charCodeAt(0));
}

/** @param {...Bytes} parts */
export async function sha256(...parts) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", join(...parts)));
}

/**
 * SHA-256(tag, newline, parts), in hex.
 * @param {string} tag
 * @param {...Bytes} parts
 */
export const tagged = async (tag, ...parts) => hex(await sha256(bytes(`${tag}\n`), ...parts));

/**
 * The salt of an event, which the seed gives: HMAC-SHA256(seed, tag, newline, index as 8 bytes).
 * @param {string} seed
 */
export async function salts(seed) {
  const key = await crypto.subtle.importKey("raw", unhex(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  /**
   * @param {string} tag
   * @param {number} index
   */
  return async (tag, index) => {
    const number = new Uint8Array(8);
    new DataView(number.buffer).setBigUint64(0, BigInt(index));
    return hex(new Uint8Array(await crypto.subtle.sign("HMAC", key, join(bytes(`${tag}\n`), number))));
  };
}
