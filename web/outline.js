// A table for a ruleset that has no drawing: everything in the view, as nested lists, with the words of its catalogue. Also
// its sentences and labels.

import { h } from "./dom.js";
import { capital, spaced } from "./words.js";

/** @typedef {{ name: string, value: { value: unknown } }} Fact */
/** @typedef {{ id: string, kind: string, facts: Fact[] }} Component */
/** @typedef {import("./draw.js").Context} Context */

const isPlain = (value) => value === null || typeof value !== "object";

/** Members that hold a seat, or some of them, as numbers. */
const SEATS = ["seat", "seats", "winner", "winners", "player", "players", "awaiting"];

class Outline {
  /** @param {Component[]} catalogue */
  constructor(catalogue) {
    this.known = new Map(catalogue.map((component) => [component.id, component]));
  }

  /** A value in words, for whoever knows the member it stands in. */
  plain(value, key, names) {
    if (value === null) return "–";
    if (typeof value === "boolean") return value ? "yes" : "no";
    if (Number.isInteger(value) && SEATS.includes(key)) return names?.[value] ?? `seat ${value}`;
    const name = this.known.get(value)?.facts.find((fact) => fact.name === "name")?.value.value;
    return typeof name === "string" ? `${name} (${value})` : String(value);
  }

  /** The same; what is printed on a component is told to whoever points at it. */
  shown(value, key, names) {
    const component = this.known.get(value);
    const text = this.plain(value, key, names);
    if (!component) return h("span", {}, text);
    const facts = component.facts.map((fact) => `${spaced(fact.name)}: ${told(fact.value.value)}`);
    return h("span", { title: [capital(spaced(component.kind)), ...facts].join("\n") }, text);
  }

  inner(value, key, names) {
    if (isPlain(value)) return this.shown(value, key, names);
    if (!Array.isArray(value)) return this.fields(value, null, names);
    if (value.length === 0) return "–";
    if (value.every(isPlain)) return value.map((item, at) => [at > 0 && ", ", this.shown(item, key, names)]);
    // Things of the seats, in their order.
    const named = SEATS.includes(key) && value.length === names?.length;
    const items = value.map((item, at) => h("li", {}, named && h("b", {}, names[at]), this.inner(item, "", names)));
    return h("ol", { start: 0 }, items);
  }

  fields(object, previous, names) {
    const rows = Object.entries(object).map(([key, value]) => {
      const changed = previous && JSON.stringify(previous[key]) !== JSON.stringify(value);
      const inner = h("dd", {}, this.inner(value, key, names));
      return h("div", { class: changed ? "changed" : null }, h("dt", {}, capital(spaced(key))), inner);
    });
    return h("dl", {}, rows);
  }

  details(object, names) {
    const known = Object.entries(object).filter(([key]) => key !== "type");
    const words = (value, key) => {
      if (isPlain(value)) return this.plain(value, key, names);
      if (!Array.isArray(value)) return JSON.stringify(value);
      return value.map((item) => words(item, key)).join(", ") || "–";
    };
    return known.map(([key, value]) => `${spaced(key)} ${words(value, key)}`).join(", ");
  }
}

const told = (value) => (isPlain(value) ? String(value) : JSON.stringify(value));

/**
 * What draws and words any ruleset, with the names that its catalogue has for ids.
 * @param {Component[]} catalogue
 */
export function outline(catalogue) {
  const made = new Outline(catalogue);
  return {
    /**
     * @param {object} view
     * @param {Context} context
     */
    draw: (view, context) => h("div.table-outline", {}, made.fields(view, context.previous, context.names)),

    /**
     * @param {import("./draw.js").Move} effect
     * @param {Context} context
     */
    tell: ({ seat, ...effect }, context) => {
      const who = typeof seat === "number" ? `${context.names[seat]}: ` : "";
      const more = made.details(effect, context.names);
      return `${who}${spaced(effect.type)}${more && ` (${more})`}`;
    },

    /**
     * @param {import("./draw.js").Move} move
     * @param {object | null} _view
     * @param {Context} [context]
     */
    label: (move, _view, context) => {
      const more = made.details(move, context?.names);
      return `${capital(spaced(move.type))}${more && `: ${more}`}`;
    },
  };
}
