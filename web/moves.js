// The legal moves as a list of buttons: whatever the table offers by clicks is here as well, for the keyboard.

import { call, keepReceipt, path } from "./api.js";
import { fill, h } from "./dom.js";
import { worded } from "./table.js";
import { count, list } from "./words.js";

const MANY = 30;

export class Moves {
  /** `played` is called with every accepted move. */
  constructor(id, module, played) {
    this.id = id;
    this.module = module;
    this.played = played;
    this.title = h("h2", { id: "moves-title", tabindex: "-1" });
    this.body = h("div", {});
    this.refusal = h("p", { class: "refusal", role: "alert" });
    this.element = h("section", { class: "pane moves", "aria-labelledby": "moves-title" }, this.title, this.body, this.refusal);
    this.element.hidden = true;
  }

  /** Nothing can be played now; `text` says why, or nothing at all is shown. */
  none(title, text) {
    this.shown = null;
    const focused = this.#isFocused();
    this.element.hidden = !title;
    this.title.textContent = title ?? "";
    fill(this.body, text && h("p", {}, text));
    if (focused) this.title.focus({ preventScroll: true });
  }

  /** Whoever plays by keyboard goes on where the next list is. */
  #isFocused() {
    return this.body.contains(document.activeElement);
  }

  /** Shows what the seat may play. `offer` is what is needed to play it and to word it. */
  show(offer) {
    const same = this.shown === offer.hash + offer.token;
    this.offer = offer;
    // A choice that somebody is about to make stays as it is.
    if (same) return;
    this.shown = offer.hash + offer.token;
    // Whatever was sent before, this list is of now.
    this.busy = false;
    this.element.hidden = false;
    this.#list(offer.moves, `Your turn, ${offer.context.names[offer.seat]}`);
  }

  /** Brings the list into sight. */
  reach() {
    this.element.scrollIntoView({ block: "start" });
    this.title.focus({ preventScroll: true });
  }

  /** Somebody clicked on the table: one move is played, several are asked about. */
  choose(moves) {
    if (moves.length === 1) return this.play(moves[0]);
    this.#list(moves, "Which one?", true);
    this.title.focus();
  }

  #list(moves, title, some = false) {
    this.title.textContent = title;
    const { view, context } = this.offer;
    const buttons = moves.map((move) =>
      h(
        "li",
        {},
        h("button", { type: "button", onclick: () => this.play(move) }, worded(this.module, "label", move, view, context)),
      ),
    );
    const all = h(
      "button",
      {
        type: "button",
        class: "quiet",
        onclick: () => this.#list(this.offer.moves, `Your turn, ${context.names[this.offer.seat]}`),
      },
      "All moves",
    );
    const focused = this.#isFocused();
    fill(
      this.body,
      h(
        "p",
        { class: "hint" },
        some ? "The place that you chose fits several moves." : `${count(moves.length, "move")}, here and on the table.`,
      ),
      moves.length > MANY && this.#filter(buttons),
      h("ul", { class: "choices" }, buttons),
      some && all,
    );
    if (focused) this.title.focus({ preventScroll: true });
  }

  #filter(items) {
    const input = h("input", {
      type: "search",
      "aria-label": "Find a move",
      placeholder: "Find a move",
      oninput: () => {
        const wanted = input.value.trim().toLowerCase();
        for (const item of items) item.hidden = !item.textContent.toLowerCase().includes(wanted);
      },
    });
    return h("p", {}, input);
  }

  /** Plays a move, once, and only if nobody else was first. */
  async play(move) {
    const { token, hash, ruleset } = this.offer;
    const headers = { "If-Match": `"${hash}"`, "Idempotency-Key": crypto.getRandomValues(new Uint32Array(4)).join("-") };
    await this.#send("/moves", { token, headers, body: { ruleset, move } });
  }

  /** The seat owes its entropy. */
  owes(token) {
    this.shown = null;
    this.element.hidden = false;
    this.title.textContent = "Your entropy is awaited";
    const give = () => {
      const bytes = crypto.getRandomValues(new Uint8Array(32));
      const entropy = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
      return this.#send("/entropy", { token, body: { entropy } });
    };
    fill(
      this.body,
      h(
        "p",
        {},
        "Every seat adds 32 random bytes to the draws, after the server has committed to its seed, so that nobody can choose the cards.",
      ),
      h("button", { type: "button", class: "main", onclick: give }, "Give random bytes"),
    );
  }

  async #send(rest, request) {
    if (this.busy) return;
    this.busy = true;
    this.element.setAttribute("aria-busy", "true");
    this.refusal.textContent = "";
    try {
      const accepted = await call(path(this.id, rest), request);
      keepReceipt(this.id, accepted.receipt);
      await this.played(accepted);
    } catch (error) {
      this.refusal.textContent =
        error.code === "stale-head" ? "Somebody else was first; the table is as it is now." : error.message;
      await this.played(null);
    } finally {
      this.busy = false;
      this.element.removeAttribute("aria-busy");
    }
  }
}

/** Who is awaited, in words. */
export const awaited = (awaiting, names) =>
  `${list(awaiting.map((seat) => names[seat]))} ${awaiting.length === 1 ? "is" : "are"} awaited`;
