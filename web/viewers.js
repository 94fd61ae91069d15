// Who looks: a spectator, a seat whose token this tab has, and anyone once the game is over.

import { call, forgetTokens, keepToken, path, tokens } from "./api.js";
import { copier, field, fill, h, select } from "./dom.js";
import { SPECTATOR } from "./sources.js";

export class Viewers {
  /** `onchange` is called with the new viewer. */
  constructor(id, names, onchange) {
    this.id = id;
    this.names = names;
    this.onchange = onchange;
    this.over = false;
    this.element = h("section", { class: "pane viewers", "aria-labelledby": "viewers-title" });
    const seats = Object.keys(tokens(id));
    this.chosen = seats.length > 0 ? seats[0] : "spectator";
    this.follows = false;
  }

  /** The viewer as the API takes it. */
  get viewer() {
    if (this.over) return { as: this.chosen, token: null };
    const token = tokens(this.id)[this.chosen];
    return token ? { as: null, token } : SPECTATOR;
  }

  /** The seat that looks; nothing when it is no seat, or may not play. */
  get seat() {
    return this.chosen in tokens(this.id) ? Number(this.chosen) : null;
  }

  /** What drawings are told. */
  get role() {
    return /^\d+$/.test(this.chosen) ? Number(this.chosen) : this.chosen;
  }

  /** The game is over: everything is told, and anyone may look as anyone. */
  conclude() {
    if (this.over) return;
    this.over = true;
    this.chosen = "full";
    this.render();
  }

  /** With several seats in one tab: turns to the seat that is awaited. */
  turn(awaiting) {
    if (!this.follows || this.over) return false;
    const held = tokens(this.id);
    if (awaiting.includes(Number(this.chosen))) return false;
    const next = awaiting.find((seat) => seat in held);
    if (next === undefined) return false;
    this.chosen = String(next);
    this.render();
    return true;
  }

  render() {
    const held = tokens(this.id);
    const seats = this.names.map((name, seat) => [String(seat), name]).filter(([seat]) => this.over || seat in held);
    const choices = [...(this.over ? [["full", "Everything is open"]] : []), ["spectator", "A spectator"], ...seats];
    const chooser = select(choices, this.chosen, (chosen) => {
      this.chosen = chosen;
      this.onchange();
    });
    /** @type {HTMLElement[]} */
    const children = [h("h2", { id: "viewers-title" }, "Who looks"), field("Look as", chooser)];
    if (!this.over) {
      if (Object.keys(held).length > 1) children.push(this.#following());
      children.push(this.#entrance());
    }
    const own = Object.entries(held);
    if (own.length > 0) children.push(this.#keys(own));
    fill(this.element, children);
  }

  #following() {
    const box = h("input", {
      type: "checkbox",
      id: "follow-turn",
      checked: this.follows,
      onchange: () => {
        this.follows = box.checked;
        this.onchange();
      },
    });
    return h("p", { class: "tick" }, box, h("label", { for: "follow-turn" }, "Always look as the seat that is awaited"));
  }

  #entrance() {
    const token = h("input", { type: "password", autocomplete: "off", spellcheck: "false", placeholder: "pds_…" });
    const refusal = h("p", { class: "refusal", role: "alert" });
    const enter = async (event) => {
      event.preventDefault();
      refusal.textContent = "";
      try {
        const { seat } = await call(path(this.id, "/legal-moves"), { token: token.value.trim() });
        keepToken(this.id, seat, token.value.trim());
        this.chosen = String(seat);
        this.render();
        this.onchange();
      } catch (error) {
        refusal.textContent = error.message;
      }
    };
    return h(
      "details",
      {},
      h("summary", {}, "I have the token of a seat"),
      h(
        "form",
        { onsubmit: enter },
        field("The seat's token", token, "It stays in this tab and is never part of the address."),
        h("button", { type: "submit" }, "Sit down"),
        refusal,
      ),
    );
  }

  #keys(own) {
    const rows = own.map(([seat, token]) =>
      h(
        "li",
        {},
        h("span", {}, this.names[seat]),
        " ",
        copier("Copy token", () => token),
      ),
    );
    const leave = () => {
      forgetTokens(this.id);
      if (!this.over) this.chosen = "spectator";
      this.render();
      this.onchange();
    };
    return h(
      "details",
      {},
      h("summary", {}, "Tokens in this tab"),
      h("ul", { class: "keys" }, rows),
      h("button", { type: "button", onclick: leave }, "Forget them"),
    );
  }
}
