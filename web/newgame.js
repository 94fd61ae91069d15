// "New game": ruleset, options, seats, bots. Where the server wants an organiser's token it is typed in and kept in the tab.

import { call, keepOrganiser, keepToken, organiser } from "./api.js";
import { copier, field, fill, h, select } from "./dom.js";
import { controls } from "./options.js";
import * as words from "./words.js";

const NAMES = ["You", "Bao", "Lin", "Mei", "Ren", "Tao"];

/** The button that opens the form, with the form. */
export function newGame(rulesets) {
  const form = new NewGame(rulesets);
  return [h("button", { type: "button", class: "main", onclick: () => form.open() }, "New game"), form.dialog];
}

class NewGame {
  options = h("textarea");
  seats = h("ol");
  refusal = h("p");
  entropy = h("input");
  organiser = h("input");
  needsKey = false;

  constructor(rulesets) {
    this.rulesets = rulesets;
    this.body = h("div", {});
    this.dialog = h(
      "dialog",
      { class: "paper", "aria-labelledby": "new-title" },
      h(
        "header",
        {},
        h("h2", { id: "new-title" }, "New game"),
        h("button", { type: "button", class: "quiet", onclick: () => this.dialog.close() }, "Close"),
      ),
      this.body,
    );
  }

  open() {
    this.choose(this.rulesets[0].name);
    this.dialog.showModal();
  }

  choose(name) {
    this.ruleset = this.rulesets.find((ruleset) => ruleset.name === name);
    const { min, max } = this.ruleset.seats;
    this.options = h("textarea", { rows: 8, spellcheck: "false", class: "code" }, JSON.stringify(this.ruleset.options, null, 2));
    this.seats = h("ol", { class: "new-seats" });
    this.refusal = h("p", { class: "refusal", role: "alert" });
    this.entropy = h("input", { type: "checkbox", id: "entropy" });
    this.organiser = h("input", { type: "password", autocomplete: "off", placeholder: "pdo_…", value: organiser() });
    const rulesets = select(
      this.rulesets.map((known) => [known.name, words.ruleset(known.name)]),
      name,
      (other) => this.choose(other),
    );
    const counts = Array.from({ length: max - min + 1 }, (_, more) => [String(min + more), String(min + more)]);
    const key = h(
      "details",
      { open: organiser() !== "" || this.needsKey },
      h("summary", {}, "Organiser's token"),
      field("Token", this.organiser, "Only where the server asks for one. It stays in this tab."),
    );
    fill(
      this.body,
      h(
        "form",
        {
          onsubmit: (event) => {
            event.preventDefault();
            this.create();
          },
        },
        field("Game", rulesets),
        field(
          "Seats",
          select(counts, String(min), (count) => this.place(Number(count))),
        ),
        h("fieldset", {}, h("legend", {}, "Who plays"), this.seats),
        this.details(),
        h("p", { class: "tick" }, this.entropy, h("label", { for: "entropy" }, "Every seat adds random bytes to the draws")),
        key,
        this.refusal,
        h("p", {}, h("button", { type: "submit", class: "main" }, "Create")),
      ),
    );
    this.place(min);
  }

  /** What was typed, by seat: a name, and who plays. */
  rows() {
    const value = (row, tag) => row.querySelector(tag)?.value ?? "";
    return [...this.seats.children].map((row) => [value(row, "input"), value(row, "select")]);
  }

  /** Rows for so many seats; what was typed stays. */
  place(count) {
    const before = this.rows();
    fill(
      this.seats,
      Array.from({ length: count }, (_, seat) => {
        const [name, kind] = before[seat] ?? [NAMES[seat % NAMES.length], seat === 0 ? "person" : "random"];
        const input = h("input", { value: name, maxlength: 64, required: true, "aria-label": `Name of seat ${seat + 1}` });
        const who = select(
          [
            ["person", "a person"],
            ["random", "a bot, at random"],
          ],
          kind,
        );
        who.setAttribute("aria-label", `Who plays seat ${seat + 1}`);
        return h("li", {}, input, who);
      }),
    );
  }

  /** The options, each with a control where it has one; they write into the JSON, which alone is sent. */
  details() {
    const simple = h("div", {});
    const show = async () => {
      const made = await controls(this.ruleset.name, this.ruleset.options, (name, value) => this.write(name, value)).catch(
        () => [],
      );
      fill(simple, made);
    };
    return h(
      "details",
      {
        class: "options",
        ontoggle: () => {
          if (simple.childElementCount === 0) show();
        },
      },
      h("summary", {}, "Options"),
      simple,
      h("details", {}, h("summary", {}, "All of them, as JSON"), field("The options", this.options)),
    );
  }

  write(name, value) {
    try {
      this.options.value = JSON.stringify({ ...JSON.parse(this.options.value), [name]: value }, null, 2);
    } catch {
      this.refusal.textContent = "The options are not JSON.";
    }
  }

  async create() {
    this.refusal.textContent = "";
    keepOrganiser(this.organiser.value.trim());
    let options;
    try {
      options = JSON.parse(this.options.value);
    } catch (error) {
      this.refusal.textContent = `The options are not JSON: ${error.message}`;
      return;
    }
    const seats = this.rows().map(([name, who]) => (who === "random" ? { name, bot: "random" } : { name }));
    const body = { ruleset: this.ruleset.name, options, seats, entropy: this.entropy.checked ? "required" : "none" };
    try {
      this.created(await call("/v1/games", { token: organiser() || undefined, body }));
    } catch (error) {
      this.refusal.textContent = error.message;
      this.needsKey = ["no-token", "wrong-token", "forbidden"].includes(error.code);
      if (this.needsKey) this.organiser.closest("details")?.setAttribute("open", "");
    }
  }

  /** With one person the room opens at once; with several, each needs to be given a token, which is shown once. */
  created({ game, tokens }) {
    const people = tokens.map((token, seat) => ({ token, seat })).filter(({ token }) => token);
    const room = `/games/${game.id}`;
    const enter = (held) => {
      for (const { token, seat } of held) keepToken(game.id, seat, token);
      location.href = room;
    };
    if (people.length < 2) return enter(people);
    fill(
      this.body,
      h(
        "p",
        {},
        "Give each player the address of the room and the token of their seat. The tokens are shown here and never again.",
      ),
      h(
        "ul",
        { class: "keys" },
        people.map(({ token, seat }) =>
          h(
            "li",
            {},
            h("span", {}, game.seats[seat].name),
            h(
              "span",
              {},
              copier("Copy address and token", () => `${location.origin}${room}\n${token}`),
              " ",
              h("button", { type: "button", onclick: () => enter([{ token, seat }]) }, "Sit here"),
            ),
          ),
        ),
      ),
      h("p", {}, h("button", { type: "button", class: "main", onclick: () => enter(people) }, "Play all of them in this tab")),
    );
  }
}
