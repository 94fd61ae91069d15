// The room of one game: it puts the table, the time, the viewers, the moves and the proof together.

import { path } from "./api.js";
import { opener } from "./bundle.js";
import { copier, fill, h, main, plain } from "./dom.js";
import { badge } from "./draw.js";
import { awaited, Moves } from "./moves.js";
import { told } from "./proof/texts.js";
import { Proof } from "./proof.js";
import { BundleGame, ServerGame } from "./sources.js";
import { drawing, Table, worded } from "./table.js";
import { KEYS, Timeline } from "./timeline.js";
import { Viewers } from "./viewers.js";
import * as words from "./words.js";

const PACE = 450;
const BEHIND = 12;

/**
 * How two rooms are told apart: the newest one is on the page.
 * @type {Room | null}
 */
let current = null;

class Room {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  standing;
  /** @type {ReturnType<typeof setTimeout> | null} */
  walking = null;

  constructor(source, game, module) {
    this.source = source;
    this.module = module;
    this.names = words.names(game.seats);
    this.events = [];
    this.index = 0;
    /** Whether the page moves along with the game. */
    this.follows = true;
    this.connected = true;
    this.drawn = 0;
    this.table = new Table(module);
    this.timeline = new Timeline((index) => this.go(index));
    this.viewers = new Viewers(source.id, this.names, () => {
      source.forget();
      this.show();
    });
    this.moves = new Moves(source.id, module, (accepted) => this.played(accepted));
    this.proof = new Proof(
      source,
      this.names,
      (index) => this.go(index),
      (index) => this.timeline.breakAt(index),
    );
    this.title = h("h1", {}, words.ruleset(game.ruleset.name));
    this.status = h("span", { class: "stand" });
    this.outcome = h("div", { class: "outcome", hidden: true });
    this.happened = h("div", { class: "happened", "aria-live": "polite", "aria-atomic": "true" });
    this.seats = h("ol", { class: "places" });
    this.catchUp = h(
      "button",
      { type: "button", class: "main", hidden: true, onclick: () => this.go(this.head, true) },
      "Back to the live game",
    );
    // Where the page is one column, the moves are a long way below the table.
    this.toMoves = h(
      "button",
      { type: "button", class: "main to-moves", hidden: true, onclick: () => this.moves.reach() },
      "Your moves",
    );
    this.build();
  }

  build() {
    const link = copier("Copy a link to this moment", () => this.address());
    const keys = h(
      "details",
      { class: "help" },
      h("summary", {}, "Keys"),
      h(
        "dl",
        {},
        KEYS.map(([key, what]) => h("div", {}, h("dt", {}, key), h("dd", {}, what))),
      ),
    );
    fill(
      main(),
      h("header", { class: "room-head" }, h("div", { class: "headline" }, this.title, this.status), this.proof.badge),
      h(
        "div",
        { class: "room" },
        h("div", { class: "stage" }, this.outcome, this.table.element, this.timeline.element, this.toMoves),
        h(
          "div",
          { class: "side" },
          h("section", { class: "pane story", "aria-label": "What happened" }, this.happened, this.catchUp),
          this.moves.element,
          h("section", { class: "pane", "aria-labelledby": "seats-title" }, h("h2", { id: "seats-title" }, "Seats"), this.seats),
          this.source.live ? this.viewers.element : null,
          h(
            "section",
            { class: "pane tools", "aria-label": "Share and verify" },
            this.source.live ? link : null,
            opener(openBundle),
            keys,
          ),
        ),
      ),
      this.proof.dialog,
    );
  }

  get head() {
    return this.events.length - 1;
  }

  /** The address of this moment; it never holds a token. */
  address() {
    return `${location.origin}${location.pathname}#${this.index}`;
  }

  async start() {
    await this.refresh();
    this.viewers.render();
    this.proof.soon(0);
    const wanted = place();
    await this.go(wanted ?? this.head, wanted === null || wanted >= this.head);
    if (this.game.outcome === null) {
      this.following = this.source.follow(
        this.head,
        (event) => this.arrived(event),
        (on) => {
          this.connected = on;
          this.tellStatus();
        },
      );
    }
  }

  leave() {
    this.timeline.pause();
    this.following?.stop();
  }

  /** Asks how the game stands, and for the events that are missing here. */
  async refresh() {
    const first = this.head < 0;
    this.game = await this.source.game();
    const later = await this.source.events(this.head);
    // Some of them may have come over the stream in the meantime.
    this.events.push(...later.filter(({ record }) => record.index >= this.events.length));
    this.timeline.log(this.events, this.names);
    if (this.game.outcome !== null && this.source.live) {
      if (!first && !this.viewers.over) {
        // What was concealed is told now.
        this.source.forget();
        this.events = await this.source.events();
      }
      this.viewers.conclude();
      this.proof.soon(0);
      this.following?.stop();
    }
    this.tellStatus();
  }

  /** An event came: takes it in and moves along, one step at a time where the eye can follow. */
  arrived(event) {
    if (event.record.index !== this.events.length) return;
    this.events.push(event);
    this.timeline.log(this.events, this.names);
    this.proof.soon();
    clearTimeout(this.standing);
    this.standing = setTimeout(() => this.refresh().then(() => this.show()), 150);
    if (this.follows) this.walk();
    else this.tellBehind();
  }

  walk() {
    if (this.walking) return;
    const step = async () => {
      this.walking = null;
      if (!this.follows || this.index >= this.head) return;
      const next = this.head - this.index > BEHIND ? this.head : this.index + 1;
      await this.go(next, true);
      if (this.index < this.head) this.walking = setTimeout(step, PACE);
    };
    this.walking = setTimeout(step, 0);
  }

  /** A move was accepted, or refused. */
  async played(accepted) {
    this.proof.soon();
    await this.refresh();
    if (accepted) this.follows = true;
    await this.go(this.follows ? Math.min(this.head, accepted?.event.record.index ?? this.head) : this.index, this.follows);
    if (this.follows) this.walk();
  }

  /** Shows the moment after an event. */
  async go(index, follows = false) {
    this.index = Math.max(0, Math.min(index, this.head));
    this.follows = this.game.outcome === null && (follows || this.index === this.head);
    this.timeline.at(this.index);
    const hash =
      this.follows || (this.game.outcome !== null && this.index === this.head && place() === null) ? "" : `#${this.index}`;
    if (location.hash !== hash) history.replaceState(null, "", `${location.pathname}${location.search}${hash}`);
    await this.show();
  }

  async show() {
    const run = ++this.drawn;
    if (this.viewers.turn(this.game.awaiting)) this.source.forget();
    const { viewer, role } = this.viewers;
    const { index, head } = this;
    let frame;
    let before;
    try {
      frame = await this.source.frame(index, head, viewer);
      before = index > 0 ? await this.source.frame(index - 1, head, viewer) : null;
    } catch (error) {
      if (run === this.drawn) this.table.empty(error.message);
      return;
    }
    if (run !== this.drawn) return;
    const offer = await this.offer(frame, viewer);
    if (run !== this.drawn) return;
    this.draw(frame, before, role, offer);
  }

  /** What the one who looks may play now; nothing when it is not awaited or looks at the past. */
  async offer(frame, viewer) {
    const seat = this.viewers.seat;
    if (!this.source.live || viewer.token === null || this.index !== this.head || !frame?.awaiting.includes(seat)) return null;
    if (this.game.status === "waiting") return { seat, moves: null };
    const legal = await this.source.legal(viewer.token).catch(() => null);
    if (legal === null || legal.index !== this.index) return null;
    // An older version of a ruleset has another tag.
    return { seat, moves: legal.moves.map((move) => move.move), ruleset: legal.moves[0]?.ruleset };
  }

  draw(frame, before, role, offer) {
    const view = frame?.view?.view ?? null;
    const effects = (frame?.effects ?? []).map((effect) => effect.effect);
    const context = {
      names: this.names,
      viewer: role,
      awaiting: frame?.awaiting ?? [],
      previous: before?.view?.view ?? null,
      effects,
      options: this.game.options,
    };
    const choose = (moves) => this.moves.choose(moves);
    // What is under somebody's finger is not drawn anew for nothing.
    const shown = JSON.stringify([this.index, role, this.viewers.viewer, frame, offer]);
    if (view === null) this.table.empty(this.nothing(frame));
    else if (shown !== this.shown) this.table.show(view, context, offer?.moves ?? [], choose);
    this.shown = shown;
    this.tell(frame, before, context);
    this.tellSeats(context.awaiting);
    this.tellMoves(offer, view, context);
    this.tellBehind();
  }

  nothing(frame) {
    if (!this.source.live)
      return "The rules are not part of the file, and this server has no such record: the events alone are shown.";
    return frame?.awaiting.length > 0
      ? "Nothing is dealt yet: the seats still owe their entropy."
      : "There is nothing to see here.";
  }

  /** Tells in words what happened at the event. */
  tell(frame, before, context) {
    const event = frame?.event ?? this.events[this.index];
    const who = event.record.seat === null ? "" : `${this.names[event.record.seat]} `;
    const title = `Event ${this.index}`;
    const did = this.did(event, who, before, context);
    this.timeline.say(did);
    const sentences = context.effects.map((effect) => worded(this.module, "tell", effect, context));
    fill(
      this.happened,
      h("h2", {}, title),
      h("p", { class: "did" }, did),
      sentences.length > 0 &&
        h(
          "ul",
          {},
          sentences.map((sentence) => h("li", {}, sentence)),
        ),
    );
  }

  did(event, who, before, context) {
    const { record, payload } = event;
    switch (record.kind) {
      case "created":
        return `The game was created, ${words.when(record.at)}.`;
      case "entropy":
        return `${who}gave random bytes.`;
      case "adjudicated":
        return `An organiser ended the game: ${told(event, payload?.text) ?? "the words were erased"}`;
      default: {
        if (payload === null || payload === undefined) return `${who}made a move that is concealed until the game is over.`;
        const view = before?.view?.view ?? null;
        const label = worded(this.module, "label", payload.move, view, { ...context, previous: null, effects: [] });
        return `${who.trim()}: ${label}`;
      }
    }
  }

  tellStatus() {
    const { status } = this.game;
    const live = this.source.live && (status === "running" || status === "waiting");
    this.status.className = `stand ${this.source.live ? status : "file"}`;
    const lost = live && !this.connected ? ", reconnecting" : "";
    this.status.textContent = this.source.live ? `${words.status(status)}${lost}` : "from a file";
    document.title = `${plain(words.list(this.names))}: ${this.title.textContent}`;
    this.outcome.hidden = this.game.outcome === null;
    if (this.game.outcome === null) return;
    const why = this.game.outcome_words;
    fill(this.outcome, h("strong", {}, words.winners(this.game.outcome, this.names)), h("span", {}, why));
  }

  tellSeats(awaiting) {
    const { ranking, scores } = this.game.outcome ?? { ranking: [] };
    fill(
      this.seats,
      this.game.seats.map(({ bot }, seat) => {
        const place = ranking.findIndex((seats) => seats.includes(seat)) + 1;
        return h(
          "li",
          { class: awaiting.includes(seat) ? "awaited" : null },
          h("span", { class: "drawn pip", "aria-hidden": "true" }, badge(seat)),
          h("span", { class: "player" }, this.names[seat]),
          bot && h("span", { class: "mark-tag" }, "bot"),
          awaiting.includes(seat) && h("span", { class: "mark-tag turn" }, "awaited"),
          place > 0 && h("span", { class: "score" }, `${words.count(scores[seat], "point")}, rank ${place}`),
        );
      }),
    );
  }

  tellMoves(offer, view, context) {
    this.toMoves.hidden = !offer;
    const { token } = this.viewers.viewer;
    if (offer?.moves === null) return this.moves.owes(token);
    if (offer) {
      const { hash } = this.events[this.index];
      return this.moves.show({ ...offer, token, hash, view, context });
    }
    const sits = this.source.live && !this.viewers.over && this.viewers.seat !== null;
    const waits = sits && this.index === this.head && context.awaiting.length > 0;
    if (waits) this.moves.none("Please wait", `${awaited(context.awaiting, this.names)}.`);
    else this.moves.none(null);
  }

  tellBehind() {
    const live = this.source.live && this.game.outcome === null;
    this.catchUp.hidden = !live || this.index === this.head;
    this.catchUp.textContent = `Back to the live game (${words.count(this.head - this.index, "event")} on)`;
  }
}

/** The index that the address names. */
function place() {
  const named = /^#(\d{1,9})$/.exec(location.hash);
  return named ? Number(named[1]) : null;
}

/** Shows the room of a source in place of whatever the page held. */
async function openRoom(source) {
  current?.leave();
  current = null;
  const game = await source.game();
  const room = new Room(source, game, await drawing(game.ruleset.name));
  current = room;
  await room.start();
}

/** Shows the room of a bundle. */
export async function openBundle(text) {
  if (location.hash) history.replaceState(null, "", location.pathname);
  await openRoom(new BundleGame(text));
}

window.addEventListener("hashchange", () => {
  const wanted = place();
  if (current && wanted !== null) current.go(wanted);
});

/** Opens the room that the address names. */
async function enter() {
  const [, id] = /^\/games\/([^/]+)$/.exec(location.pathname) ?? [];
  if (!id) return;
  try {
    await openRoom(new ServerGame(decodeURIComponent(id)));
  } catch (error) {
    const unknown = error.code === "unknown-game" || error.code === "malformed-path";
    const kept =
      error.code === "unknown-version" &&
      h(
        "p",
        {},
        "Its log is kept: ",
        h("a", { href: path(decodeURIComponent(id), "/bundle"), download: `${id}.pandect.json` }, "save the bundle"),
        ", and open it where the rules are known.",
      );
    fill(
      main(),
      h("h1", {}, unknown ? "There is no such game" : "The game cannot be shown"),
      h("p", {}, error.message),
      kept,
      h("p", {}, h("a", { href: "/" }, "All games")),
    );
  }
}

enter();
