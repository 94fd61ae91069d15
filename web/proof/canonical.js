// Canonical JSON: RFC 8785 with integers only, as the format of a log fixes it.

/**
 * The one spelling of a value.
 *
 * Keys stand in the order of their UTF-16 code units, which is how JavaScript compares strings; strings are escaped as
 * JSON.stringify escapes them, which is the RFC's own rule. Throws for a number that is no integer below 2^53.
 * @param {any} value
 * @returns {string}
 */
export function canonical(value) {
  if (value === null || typeof value === "boolean" || typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new Error(`${value} is no integer below 2^53`);
    return String(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const fields = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${fields.join(",")}}`;
}
