// A table for a ruleset that has no drawing: everything in the view, as nested lists. Also its words.

import { h } from "./dom.js";
import { capital, spaced } from "./words.js";

const isPlain = (value) => value === null || typeof value !== "object";

function plain(value) {
  if (value === null) return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

function inner(value) {
  if (isPlain(value)) return plain(value);
  if (Array.isArray(value)) {
    if (value.length === 0) return "–";
    if (value.every(isPlain)) return value.map(plain).join(", ");
    return h(
      "ol",
      { start: 0 },
      value.map((item) => h("li", {}, inner(item))),
    );
  }
  return fields(value, null);
}

function fields(object, previous) {
  return h(
    "dl",
    {},
    Object.entries(object).map(([key, value]) => {
      const changed = previous !== null && JSON.stringify(previous?.[key]) !== JSON.stringify(value);
      return h("div", { class: changed ? "changed" : null }, h("dt", {}, capital(spaced(key))), h("dd", {}, inner(value)));
    }),
  );
}

export function draw(view, context) {
  return h("div", { class: "table-outline" }, fields(view, context.previous));
}

function details(object) {
  const known = Object.entries(object).filter(([key]) => key !== "type");
  return known.map(([key, value]) => `${spaced(key)} ${isPlain(value) ? plain(value) : JSON.stringify(value)}`).join(", ");
}

export function tell(effect, context) {
  const { seat, ...rest } = effect;
  const who = typeof seat === "number" ? `${context.names[seat]}: ` : "";
  const more = details(rest);
  return `${who}${spaced(effect.type)}${more && ` (${more})`}`;
}

export function label(move) {
  const more = details(move);
  return `${capital(spaced(move.type))}${more && `: ${more}`}`;
}
