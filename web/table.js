// The table of a game: the drawing of its ruleset, or the outline where there is none or it fails.

import { call } from "./api.js";
import { fill, h } from "./dom.js";
import { outline } from "./outline.js";

/** What words and draws where a drawing fails. */
const spare = outline([]);

/** What draws a ruleset: its own module, or else the outline, with the words of its catalogue. */
export async function drawing(ruleset) {
  try {
    return await import(`./tables/${ruleset}.js`);
  } catch (error) {
    console.warn(`no drawing of ${ruleset}: ${error.message}`);
    const { catalogue } = await call(`/v1/rulesets/${encodeURIComponent(ruleset)}`).catch(() => ({ catalogue: [] }));
    return outline(catalogue);
  }
}

/** What a drawing says, and what the outline says where the drawing has no words. */
export function worded(module, name, ...args) {
  try {
    const text = module[name](...args);
    if (typeof text === "string" && text !== "") return text;
  } catch (error) {
    console.warn(`${name} failed: ${error.message}`);
  }
  return spare[name](...args);
}

/** The place on the page where the table is drawn. */
export class Table {
  constructor(module) {
    this.module = module;
    this.element = h("div", { class: "table", id: "table" });
  }

  /** Draws a view; whoever had the focus on the table keeps it, if it is still there. */
  show(view, context, moves, choose) {
    const focused = this.element.contains(document.activeElement) ? nameOf(document.activeElement) : null;
    let drawn;
    try {
      drawn = this.module.draw(view, context, moves, choose);
    } catch (error) {
      console.warn(`draw failed: ${error.message}`);
      drawn = spare.draw(view, context);
    }
    fill(this.element, drawn);
    if (focused === null) return;
    const same = [.../** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll("button, [tabindex]"))].find(
      (other) => nameOf(other) === focused,
    );
    same?.focus({ preventScroll: true });
  }

  /** Says why there is nothing to draw. */
  empty(text) {
    fill(this.element, h("p", { class: "nothing" }, text));
  }
}

const nameOf = (element) =>
  element.querySelector("title, .unseen")?.textContent ?? element.getAttribute("aria-label") ?? element.textContent;
