// Where a room gets its game from: the server, or a bundle that somebody opened.

import { call, path } from "./api.js";
import { canonical } from "./proof/canonical.js";
import { told } from "./proof/texts.js";
import { reason } from "./words.js";

const CHUNK = 40;
const RETRY = 3000;

/** @typedef {ServerGame | BundleGame} Source */
/** @typedef {{ as: string | null, token: string | null }} Viewer */

/**
 * Who looks, as the API takes it.
 * @type {Viewer}
 */
export const SPECTATOR = { as: "spectator", token: null };

/** A game of the server. */
export class ServerGame {
  #frames = new Map();
  #viewer = "";

  constructor(id) {
    this.id = id;
    this.live = true;
  }

  game() {
    return call(path(this.id));
  }

  /** The events behind an index, as spectators see them: the headers are the same for everybody. */
  async events(after = -1) {
    const found = [];
    for (let next = after; next !== null; ) {
      const page = await call(path(this.id, `/events?limit=1000${next < 0 ? "" : `&after=${next}`}`));
      found.push(...page.events);
      next = page.next_after;
    }
    return found;
  }

  /** The frame at an index for a viewer; its neighbours are fetched along with it. */
  async frame(index, head, viewer) {
    const whose = JSON.stringify(viewer);
    if (whose !== this.#viewer) this.forget();
    this.#viewer = whose;
    const known = this.#frames.get(index);
    if (known) return known;
    const from = Math.max(0, index - (index % CHUNK));
    const to = Math.min(head, from + CHUNK - 1);
    const as = viewer.as === null ? "" : `&viewer=${viewer.as}`;
    const replay = await call(path(this.id, `/replay?from=${from}&to=${to}${as}`), { token: viewer.token });
    if (whose !== this.#viewer) return this.frame(index, head, viewer);
    for (const frame of replay.frames) this.#frames.set(frame.index, frame);
    return this.#frames.get(index) ?? null;
  }

  /** Everything is told anew: another viewer looks, or the game is over. */
  forget() {
    this.#frames.clear();
  }

  /**
   * The moves open to the seat of a token.
   * @param {string} token
   */
  legal(token) {
    return call(path(this.id, "/legal-moves"), { token });
  }

  bundle() {
    return call(path(this.id, "/bundle"));
  }

  audit() {
    return call(path(this.id, "/audit"));
  }

  /**
   * Hears of every event behind `head`, until `stop` of the answer is called. A hidden page does not listen, and catches
   * up when it is looked at again: browsers open only few connections to one server.
   */
  follow(head, onEvent, onConnection) {
    /** @type {EventSource | null} */
    let stream = null;
    let last = head;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const close = () => {
      clearTimeout(timer);
      stream?.close();
      stream = null;
    };
    const open = () => {
      close();
      const opened = new EventSource(path(this.id, `/events/stream?after=${last}`));
      stream = opened;
      stream.onopen = () => onConnection(true);
      stream.onmessage = ({ data }) => {
        const event = JSON.parse(data);
        last = Math.max(last, event.record.index);
        onEvent(event);
      };
      stream.onerror = () => {
        onConnection(false);
        // A browser gives up for good when it is answered with an error; a server that restarts may do that.
        if (opened.readyState === EventSource.CLOSED && stream === opened) timer = setTimeout(open, RETRY);
      };
    };
    const look = () => (document.hidden ? close() : open());
    document.addEventListener("visibilitychange", look);
    look();
    return {
      stop: () => {
        document.removeEventListener("visibilitychange", look);
        close();
      },
    };
  }
}

/** Whether two events say the same of what was recorded and what was done. */
function isSame(event, known) {
  const recorded = ({ record, hash, payload }) => canonical({ record, hash, payload });
  try {
    return known !== undefined && recorded(event) === recorded(known);
  } catch {
    return false;
  }
}

/**
 * A bundle that somebody opened.
 *
 * What its events did can be drawn only by somebody who knows the rules: where this server has the very same record, its
 * frame is shown, and otherwise the event alone.
 */
export class BundleGame {
  known = [];

  constructor(text) {
    this.text = text;
    this.content = JSON.parse(text);
    this.live = false;
    this.id = this.content.events?.[0]?.record?.id ?? "";
    this.server = new ServerGame(this.id);
  }

  async game() {
    const { events, outcome, server_seed: seed } = this.content;
    const { ruleset, options, seats: committed } = events[0].payload;
    const seats = committed.map(({ bot, name }) => ({ bot, name: told(events[0], name) }));
    const last = events.at(-1);
    const adjudicated = last.record.kind === "adjudicated";
    const status = seed === null ? "running" : adjudicated ? "adjudicated" : "over";
    const head = { index: events.length - 1, hash: last.hash };
    this.known = await this.server.events().catch(() => []);
    // The sentences of a ruleset are the server's to make; the file has a code.
    const words = outcome && reason(outcome.reason);
    const at = events[0].record.at;
    return { id: this.id, ruleset, options, seats, status, outcome, outcome_words: words, head, awaiting: [], created_at: at };
  }

  async events(after = -1) {
    return this.content.events.slice(after + 1);
  }

  async frame(index, _head, viewer) {
    const event = this.content.events[index];
    if (isSame(event, this.known[index])) {
      const known = await this.server.frame(index, this.known.length - 1, viewer).catch(() => null);
      // The words beside the event are those of the file: they may be erased there or here.
      if (known) return { ...known, event };
    }
    return { index, event, effects: [], view: null, awaiting: [] };
  }

  forget() {
    this.server.forget();
  }

  async bundle() {
    return this.content;
  }

  audit() {
    return call("/v1/audit", { body: this.text });
  }

  follow() {
    return { stop() {} };
  }
}
