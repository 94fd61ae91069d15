// The list of games and tournaments.

import { call } from "./api.js";
import { opener } from "./bundle.js";
import { fill, h, labelled, main, select } from "./dom.js";
import { openBundle } from "./game.js";
import { newGame } from "./newgame.js";
import * as words from "./words.js";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const REFRESH = 5000;

class Games {
  games = [];
  cursor = null;
  filter = { ruleset: "", status: "", search: "" };

  constructor(main, rulesets) {
    this.main = main;
    this.rulesets = rulesets;
    this.list = h("ul", { class: "games" });
    this.note = h("p", { class: "note", role: "status" });
    this.more = h("button", { type: "button", hidden: true, onclick: () => this.load(this.cursor) }, "Older games");
    this.tournaments = h("section", { class: "tournaments", hidden: true, "aria-labelledby": "tournaments-title" });
    const names = rulesets.map(({ name }) => [name, words.ruleset(name)]);
    const statuses = ["running", "waiting", "over", "adjudicated"].map((name) => [name, words.capital(words.status(name))]);
    const search = h("input", {
      type: "search",
      id: "search",
      placeholder: "A player, or the id of a game",
      oninput: () => this.search(search.value),
    });
    const filters = h(
      "form",
      {
        class: "filters",
        role: "search",
        onsubmit: (event) => {
          event.preventDefault();
          this.find();
        },
      },
      labelled("Search", search),
      labelled(
        "Game",
        select([["", "All"], ...names], "", (name) => this.change({ ruleset: name })),
      ),
      labelled(
        "Status",
        select([["", "All"], ...statuses], "", (name) => this.change({ status: name })),
      ),
    );
    fill(
      main,
      h(
        "div",
        { class: "hero" },
        h("h1", {}, "The replay room"),
        h("p", {}, "Look at a game, step through it, play it, and see that it is proven."),
        h("div", { class: "actions" }, newGame(rulesets), opener(openBundle)),
      ),
      this.tournaments,
      h(
        "section",
        { "aria-labelledby": "games-title" },
        h("h2", { id: "games-title" }, "Games"),
        filters,
        this.note,
        this.list,
        this.more,
      ),
    );
  }

  async start() {
    await Promise.all([this.load(null), this.loadTournaments()]);
    this.timer = setInterval(() => {
      if (!this.list.isConnected) clearInterval(this.timer);
      else if (!document.hidden) this.freshen();
    }, REFRESH);
  }

  query(cursor, player = "") {
    const { ruleset, status } = this.filter;
    const parameters = Object.entries({ ruleset, status, player, cursor: cursor ?? "", limit: "60" });
    return new URLSearchParams(parameters.filter(([, value]) => value !== ""));
  }

  async load(cursor) {
    try {
      const page = await call(`/v1/games?${this.query(cursor)}`);
      const games = all(page);
      this.games = cursor === null ? games : [...this.games, ...games];
      this.cursor = page.next_cursor;
      this.render();
    } catch (error) {
      this.note.textContent = error.message;
    }
  }

  /** Looks again at the newest page, and keeps what was loaded behind it. */
  async freshen() {
    const page = await call(`/v1/games?${this.query(null)}`).catch(() => null);
    if (page === null) return;
    const games = all(page);
    const fresh = new Set(games.map(({ id }) => id));
    const before = JSON.stringify(this.games);
    this.games = [...games, ...this.games.filter(({ id }) => !fresh.has(id))];
    if (JSON.stringify(this.games) !== before) this.render();
  }

  change(part) {
    Object.assign(this.filter, part);
    this.load(null);
  }

  search(text) {
    this.filter.search = text.trim();
    this.render();
  }

  /** Return: an id opens its room; a name is asked for among all games. */
  async find() {
    const { search } = this.filter;
    if (UUID.test(search)) location.href = `/games/${search.toLowerCase()}`;
    else if (search !== "") {
      const page = await call(`/v1/games?${this.query(null, search)}`).catch(() => ({ games: [], unknown: [] }));
      const known = new Set(this.games.map(({ id }) => id));
      this.games.push(...all(page).filter(({ id }) => !known.has(id)));
      this.render();
    }
  }

  render() {
    const wanted = this.filter.search.toLowerCase();
    const fits = ({ id, seats }) =>
      id.startsWith(wanted) || words.names(seats).some((name) => name.toLowerCase().includes(wanted));
    const shown = this.games.filter(fits);
    const live = shown.filter(({ status }) => status === "running").length;
    this.note.textContent =
      shown.length > 0 ? `${words.count(shown.length, "game")}${this.cursor ? " so far" : ""}, ${live} live` : this.nothing();
    const focused = this.list.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
    fill(this.list, shown.map(card));
    if (focused) [...this.list.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus();
    this.more.hidden = this.cursor === null;
  }

  nothing() {
    const { ruleset, status, search } = this.filter;
    if (search !== "") return "No loaded game fits. Return searches all games for exactly this player.";
    return ruleset || status ? "No game fits." : "No games yet.";
  }

  async loadTournaments() {
    const page = await call("/v1/tournaments").catch(() => null);
    if (page === null || page.tournaments.length === 0) return;
    this.tournaments.hidden = false;
    fill(
      this.tournaments,
      h("h2", { id: "tournaments-title" }, "Tournaments"),
      h(
        "ul",
        { class: "games" },
        page.tournaments.map((tournament) =>
          h(
            "li",
            {},
            h(
              "a",
              { class: "game", href: `/tournaments/${encodeURIComponent(tournament.id)}` },
              h("strong", {}, tournament.name ?? tournament.id),
              h("span", {}, words.spaced(tournament.status ?? "")),
            ),
          ),
        ),
      ),
    );
  }
}

/** The games of a page, newest first; those that the server cannot play are among them, with what it would have to know. */
function all({ games, unknown }) {
  const others = unknown.map(({ ruleset: name, version, seats, ...game }) => ({
    ...game,
    ruleset: { name, version },
    seats: seats.map((player) => ({ name: player, bot: null })),
  }));
  return others.length === 0 ? games : [...games, ...others].sort((one, other) => (one.id < other.id ? 1 : -1));
}

function card({ id, ruleset, seats, status, head, outcome, created_at: at, detail }) {
  const names = words.names(seats);
  const live = status === "running" || status === "waiting";
  return h(
    "li",
    {},
    h(
      "a",
      { class: `game ${status}`, href: `/games/${id}` },
      h(
        "span",
        { class: "top" },
        h("strong", {}, words.ruleset(ruleset.name)),
        h("span", { class: `stand ${status}` }, words.status(status)),
      ),
      h("span", { class: "players" }, words.list(seats.map(({ bot }, seat) => (bot ? `${names[seat]} (bot)` : names[seat])))),
      detail && h("span", { class: "note" }, detail),
      h(
        "span",
        { class: "foot" },
        live ? words.count(head.index + 1, "event") : outcome ? words.winners(outcome, names) : "",
        h("time", { datetime: at }, words.when(at)),
      ),
    ),
  );
}

try {
  const { rulesets } = await call("/v1/rulesets");
  await new Games(main(), rulesets).start();
} catch (error) {
  fill(main(), h("h1", {}, "The list cannot be shown"), h("p", {}, error.message));
}
