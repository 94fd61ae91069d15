// Words for what the API names.

const RULESETS = {
  "red-panda": "Red Panda",
  "panda-rei": "Panda Rei",
  "panda-spin": "Panda Spin",
  takenoko: "Takenoko",
  inori: "Inori",
  "villa-panda": "Villa Panda",
};

/** The name of a ruleset's game. */
export const ruleset = (name) => RULESETS[name] ?? spaced(name);

const STATUSES = { waiting: "waiting for entropy", running: "live", over: "over", adjudicated: "adjudicated" };

/** How far a game has come. */
export const status = (name) => STATUSES[name] ?? name;

/** `some-name` or `some_name` as words. */
export const spaced = (name) => String(name).replaceAll(/[-_]/g, " ");

/** With a capital. */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** One, two, many. */
export const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** `a, b and c`. */
export function list(items) {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** A moment, as people of this place write it. */
export const when = (timestamp) => new Date(timestamp).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

/** How a game ended: `Ada won`, or who shares the first place. */
export function winners(outcome, names) {
  const first = outcome.ranking[0] ?? [];
  if (first.length === names.length && names.length > 1) return "Everybody shares the first place";
  return first.length === 1 ? `${names[first[0]]} won` : `${list(first.map((seat) => names[seat]))} share the first place`;
}

/** The names of the seats; the number of a seat stands for a name that was erased. */
export const names = (seats) => seats.map(({ name }, seat) => name ?? `seat ${seat}`);

/** Why a game ended, where only the code and its numbers are known: `emptied the deck`. */
export function reason({ type, values }) {
  const numbers = Object.entries(values ?? {}).map(([name, value]) => `${spaced(name)} ${value}`);
  return spaced(type) + (numbers.length > 0 ? ` (${numbers.join(", ")})` : "");
}
