// The page of a tournament: standings at any moment of its log, rounds, rulings, and what is proven of it.

import { call } from "./api.js";
import { fill, h, main, plain } from "./dom.js";
import { told } from "./proof/texts.js";
import { TournamentProof } from "./tournamentproof.js";
import * as words from "./words.js";

const PAGE = 1000;
const RETRY = 3000;

const FORMATS = {
  open: () => "The organiser seats every game",
  "first-to": ({ wins }) => `First to win ${words.count(wins, "game")}`,
  "round-robin": ({ group_size: size }) => `Round robin, ${size} at a table`,
  swiss: ({ rounds }) => `Swiss, ${words.count(rounds, "round")}`,
};

const GONE = "its words were erased";

/** The name of a player; the number stands for one that was erased. */
const called = (name, player) => name ?? `player ${player}`;

/** What an event of the log did, in words. */
function said(event, names, games) {
  const { record, payload } = event;
  const name = (player) => called(names[player], player);
  switch (record.kind) {
    case "created":
      return "The tournament was created";
    case "player-registered":
      return `${name(payload.player)} takes part`;
    case "player-withdrawn":
      return `${name(payload.player)} plays no further rounds`;
    case "round-paired":
      return `Round ${payload.round} was paired`;
    case "game-attached":
      return `A game was seated: ${words.list(payload.players.map(name))}`;
    case "game-concluded": {
      const why = games.find(({ game }) => game === payload.game)?.outcome_words ?? words.reason(payload.outcome.reason);
      return `A game ended: ${why}`;
    }
    case "ruling":
      return `Ruling: ${told(event, payload.text) ?? GONE}`;
    case "sealed":
      return `The tournament was sealed${payload.reason === null ? "" : `: ${told(event, payload.reason) ?? GONE}`}`;
    default:
      return words.spaced(record.kind);
  }
}

class TournamentPage {
  events = [];
  games = [];
  at = null;

  constructor(main, id) {
    this.id = id;
    this.path = `/v1/tournaments/${encodeURIComponent(id)}`;
    this.title = h("h1", {});
    this.facts = h("p", { class: "note" });
    this.alike = h("p", { class: "note" });
    this.standings = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Standings" });
    this.slider = h("input", { type: "range", min: "0", id: "moment", oninput: () => this.go(Number(this.slider.value)) });
    this.moment = h("p", { class: "note", role: "status" });
    this.rounds = h("section", { "aria-labelledby": "rounds-title" });
    this.rulings = h("section", { "aria-labelledby": "rulings-title", hidden: true });
    this.proof = new TournamentProof(this.path, (index) => this.go(index));
    fill(
      main,
      h(
        "div",
        { class: "hero" },
        this.title,
        this.facts,
        this.alike,
        h(
          "div",
          { class: "actions" },
          this.proof.badge,
          h("a", { class: "button", href: `${this.path}/bundle`, download: `${id}.pandect.ndjson` }, "Save the bundle"),
        ),
      ),
      h(
        "section",
        { "aria-labelledby": "standings-title" },
        h("h2", { id: "standings-title" }, "Standings"),
        h("p", { class: "labelled" }, h("label", { for: "moment" }, "As of"), this.slider),
        this.moment,
        this.standings,
      ),
      this.rounds,
      this.rulings,
      this.proof.dialog,
    );
    this.slider.addEventListener("change", () => this.go(Number(this.slider.value)));
  }

  async start() {
    await this.load();
    const asked = /^#(\d+)$/.exec(location.hash);
    if (asked) await this.go(Math.min(Number(asked[1]), this.head));
    window.addEventListener("hashchange", () => {
      const index = /^#(\d+)$/.exec(location.hash);
      if (index && Number(index[1]) !== (this.at ?? this.head)) this.go(Math.min(Number(index[1]), this.head));
    });
    if (this.tournament.status === "open") this.follow();
  }

  get head() {
    return this.tournament.head.index;
  }

  /** Everything as it is now. */
  async load() {
    const behind = this.events.length;
    for (let next = behind === 0 ? null : behind - 1, more = true; more; ) {
      const page = await call(`${this.path}/events?limit=${PAGE}${next === null ? "" : `&after=${next}`}`);
      this.events.push(...page.events.filter(({ record }) => record.index >= this.events.length));
      next = page.next_after;
      more = next !== null;
    }
    this.tournament = await call(this.path);
    this.games = [];
    for (let next = null, more = true; more; ) {
      const page = await call(`${this.path}/games${next === null ? "" : `?after=${next}`}`);
      this.games.push(...page.games);
      next = page.next_after;
      more = next !== null;
    }
    this.render();
    if (this.at === null) await this.show(null);
    this.proof.heard(this.events, this.tournament);
  }

  follow() {
    clearTimeout(this.timer);
    const stream = new EventSource(`${this.path}/events/stream?after=${this.events.length - 1}`);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let waiting;
    stream.onmessage = () => {
      // Several events come together: a round, its games.
      clearTimeout(waiting);
      waiting = setTimeout(
        () =>
          this.load().then(() => {
            if (this.tournament.status === "sealed") stream.close();
          }),
        200,
      );
    };
    stream.onerror = () => {
      if (stream.readyState === EventSource.CLOSED && this.tournament.status === "open") {
        this.timer = setTimeout(() => this.follow(), RETRY);
      }
    };
  }

  /** Goes to a moment of the log. The newest one moves on by itself. */
  async go(index) {
    this.at = index >= this.head ? null : index;
    history.replaceState(null, "", this.at === null ? location.pathname : `#${this.at}`);
    await this.show(this.at);
  }

  async show(at) {
    const answer = await call(`${this.path}/standings${at === null ? "" : `?at=${at}`}`);
    if (at !== this.at) return;
    this.slider.max = String(this.head);
    this.slider.value = String(answer.index);
    const event = this.events[answer.index];
    const text = event ? said(event, this.names(), this.games) : "";
    this.slider.setAttribute("aria-valuetext", `event ${answer.index}: ${text}`);
    this.moment.textContent = `Event ${answer.index} of ${this.head}, ${event ? words.when(event.record.at) : ""}: ${text}`;
    fill(this.standings, answer.standings.length === 0 ? h("p", {}, "Nobody takes part yet.") : standings(answer.standings));
  }

  names() {
    return this.tournament.players.map(({ name, player }) => called(name, player));
  }

  render() {
    const { format, status, players, rulesets, rulings, rounds, created_at: created } = this.tournament;
    const name = plain(this.tournament.name ?? "A tournament whose name was erased");
    document.title = `${name}: Pandect`;
    this.title.textContent = name;
    const games = [...new Set(rulesets.map(({ ruleset }) => words.ruleset(ruleset.name)))];
    const left = players.filter(({ withdrawn }) => withdrawn).length;
    this.facts.textContent = [
      `${FORMATS[format.type]?.(format) ?? words.spaced(format.type)}, ${words.list(games)}`,
      `${words.count(players.length, "player")}${left > 0 ? `, ${left} withdrawn` : ""}`,
      `${words.count(this.tournament.games, "game")}${this.tournament.running > 0 ? `, ${this.tournament.running} live` : ""}`,
      status === "sealed" ? "sealed" : "open",
      `created ${words.when(created)}`,
    ].join(" · ");
    const names = this.names();
    const pairs = players.flatMap(({ player, look_alikes: others }) =>
      others
        .filter((other) => other > player)
        .map((other) => `${names[player]} (player ${player}) and ${names[other]} (player ${other})`),
    );
    this.alike.hidden = pairs.length === 0;
    fill(this.alike, pairs.length > 0 && `Look twice: ${pairs.join("; ")} could be taken for each other.`);
    const byRound =
      rounds.length > 0
        ? rounds.map((round) => [`Round ${round.round}`, this.games.filter((game) => game.round === round.round), round.byes])
        : [["Games", this.games, []]];
    fill(
      this.rounds,
      h("h2", { id: "rounds-title" }, rounds.length > 0 ? "Rounds" : "Games"),
      this.games.length === 0 && h("p", { class: "note" }, "No game was seated yet."),
      byRound.reverse().map(
        ([title, found, byes]) =>
          found.length > 0 &&
          h(
            "section",
            { class: "round" },
            rounds.length > 0 && h("h3", {}, title),
            h(
              "ul",
              { class: "games" },
              found.map((game) => card(game, names, rulesets)),
            ),
            byes.length > 0 && h("p", { class: "note" }, `No game: ${words.list(byes.map((player) => names[player]))}`),
          ),
      ),
    );
    this.rulings.hidden = rulings.length === 0;
    fill(
      this.rulings,
      h("h2", { id: "rulings-title" }, "Rulings"),
      h(
        "ol",
        { class: "rulings" },
        rulings.map(({ text, correction }) =>
          h("li", {}, text ?? `A ruling: ${GONE}.`, correction && this.corrected(correction, names)),
        ),
      ),
    );
  }

  /** What a ruling made of the result of a game. */
  corrected({ game, outcome }, names) {
    const players = this.games.find((other) => other.game === game)?.players ?? [];
    const seats = outcome.scores.map((_, seat) => names[players[seat]] ?? `seat ${seat}`);
    const scores = words.list(seats.map((name, seat) => `${name}: ${outcome.scores[seat]}`));
    return [
      " ",
      h("a", { href: `/games/${encodeURIComponent(game)}` }, "The game"),
      ` now counts as: ${words.winners(outcome, seats)}, ${scores}.`,
    ];
  }
}

function standings(rows) {
  const breaks = rows[0].tie_breaks.map(({ tie_break: name }) => name);
  const column = (name) => h("th", { scope: "col" }, name);
  return h(
    "table",
    { class: "standings" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ["Rank", "Player", "Points", "Games", ...breaks.map((name) => words.capital(words.spaced(name))), "Why"].map(column),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((row) =>
        h(
          "tr",
          {},
          h("td", {}, String(row.rank)),
          h("th", { scope: "row" }, called(row.name, row.player)),
          h("td", {}, h("strong", {}, String(row.points))),
          h("td", {}, String(row.games)),
          row.tie_breaks.map(({ value }) => h("td", {}, value === null ? "–" : String(value))),
          h("td", {}, row.words),
        ),
      ),
    ),
  );
}

function card({ game, players, ruleset, outcome, correction }, names, rulesets) {
  const seats = players.map((player) => called(names[player], player));
  const counts = correction ?? outcome;
  const scores = counts ? seats.map((name, seat) => `${name}: ${counts.scores[seat]}`) : seats;
  const status = outcome === null ? "running" : "over";
  return h(
    "li",
    {},
    h(
      "a",
      { class: `game ${status}`, href: `/games/${encodeURIComponent(game)}` },
      h(
        "span",
        { class: "top" },
        h("strong", {}, words.ruleset(rulesets[ruleset]?.ruleset.name ?? "")),
        h("span", { class: `stand ${status}` }, words.status(status)),
      ),
      h("span", { class: "players" }, words.list(scores)),
      h("span", { class: "foot" }, counts ? words.winners(counts, seats) : "", correction && h("span", {}, "corrected")),
    ),
  );
}

const id = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
try {
  await new TournamentPage(main(), id).start();
} catch (error) {
  const title =
    error.code === "unknown-tournament" || error.code === "malformed-path"
      ? "There is no such tournament"
      : "The tournament cannot be shown";
  fill(main(), h("h1", {}, title), h("p", {}, error.message), h("p", {}, h("a", { href: "/" }, "All games and tournaments")));
}
