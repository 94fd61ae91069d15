// Time: a slider over all events, steps, jumps to a seat's moves, play at several speeds, and keys for all of it.

import { fill, h, labelled, s, select } from "./dom.js";

const BEAT = 1200;
const SPEEDS = [
  ["0.5", "½×"],
  ["1", "1×"],
  ["2", "2×"],
  ["4", "4×"],
  ["8", "8×"],
];
const LANE = 6;

/** The signs on the buttons, in a square of 24. */
const SIGNS = {
  start: "M6 5v14M19 5v14L9 12z",
  back: "M16 5v14L6 12z",
  play: "M8 5v14l11-7z",
  pause: "M8 5v14M16 5v14",
  step: "M8 5v14l10-7z",
  end: "M18 5v14M5 5v14l10-7z",
};

const sign = (name) => s("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, s("path", { d: SIGNS[name] }));

export class Timeline {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  #speed = 1;
  #seat = "all";

  /** `go` is called with the index that somebody wants to see. */
  constructor(go) {
    this.go = go;
    this.index = 0;
    this.head = 0;
    this.events = [];
    this.names = [];
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      step: 1,
      id: "timeline",
      "aria-label": "Event",
      oninput: () => {
        this.pause();
        this.go(Number(this.slider.value));
      },
    });
    this.marks = s("svg", { class: "marks", preserveAspectRatio: "none", "aria-hidden": "true" });
    const button = (picture, name, action, key) =>
      h("button", { type: "button", "aria-label": name, title: `${name} (${key})`, onclick: action }, sign(picture));
    this.playing = button("play", "Play", () => this.toggle(), "space");
    this.steps = h("select", {
      onchange: () => {
        this.#seat = this.steps.value;
      },
    });
    this.place = h("output", { class: "place", for: "timeline" });
    // For the eye, where the table is long; the story beside it is told to everybody.
    this.said = h("p", { class: "said-now", "aria-hidden": "true" });
    this.element = h(
      "section",
      { class: "timeline", "aria-label": "Time" },
      h("div", { class: "track" }, this.marks, this.slider),
      h(
        "div",
        { class: "transport" },
        h(
          "div",
          { class: "buttons" },
          button("start", "To the start", () => this.jump(0), "Home"),
          button("back", "Step back", () => this.step(-1), "left"),
          this.playing,
          button("step", "Step", () => this.step(1), "right"),
          button("end", "To the end", () => this.jump(this.head), "End"),
        ),
        this.place,
        this.said,
        h(
          "div",
          { class: "choices-of-time" },
          labelled("Stop at", this.steps),
          labelled(
            "Speed",
            select(SPEEDS, "1", (speed) => this.#hurry(Number(speed))),
          ),
        ),
      ),
    );
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Takes in the log as it is now. */
  log(events, names) {
    this.events = events;
    this.head = events.length - 1;
    this.slider.max = String(this.head);
    if (this.names.length === 0) {
      this.names = names;
      const seats = names.map((name, seat) => h("option", { value: seat }, `the moves of ${name}`));
      fill(this.steps, h("option", { value: "all" }, "every event"), seats);
    }
    this.#mark();
    this.at(this.index);
  }

  /** Marks where the log is broken; nowhere when that is nothing. */
  breakAt(index) {
    this.broken = index;
    this.#mark();
  }

  /** Shows where the page is. */
  at(index) {
    this.index = index;
    this.slider.value = index;
    const seat = this.events[index]?.record.seat;
    const who = seat === null || seat === undefined ? "" : `, ${this.names[seat]}`;
    this.place.textContent = `${index} / ${this.head}`;
    this.slider.setAttribute("aria-valuetext", `event ${index} of ${this.head}${who}`);
    this.cursor?.setAttribute("x", index);
  }

  /** Shows in a few words what happened. */
  say(text) {
    this.said.textContent = text;
  }

  /** Each seat has a lane, so that its moves are told apart by their place. */
  #mark() {
    const height = Math.max(1, this.names.length) * LANE;
    this.marks.setAttribute("viewBox", `0 0 ${this.head + 1} ${height}`);
    const marks = this.events
      .filter(({ record }) => record.seat !== null)
      .map(({ record: { index, seat } }) =>
        s("rect", { x: index, y: seat * LANE + 1, width: 0.8, height: LANE - 2, class: `lane-${seat % 6}` }),
      );
    this.cursor = s("rect", { x: this.index, y: 0, width: 1, height, class: "cursor" });
    const wide = Math.max(1, this.head / 150);
    const broken = typeof this.broken === "number" && s("rect", { x: this.broken, y: 0, width: wide, height, class: "broken" });
    fill(this.marks, this.cursor, marks, broken);
  }

  jump(index) {
    this.pause();
    this.go(index);
  }

  step(by) {
    this.pause();
    const next = this.#next(by, this.#seat);
    if (next !== null) this.go(next);
  }

  /** The next event in a direction, of a seat or of all. */
  #next(by, seat) {
    for (let index = this.index + by; index >= 0 && index <= this.head; index += by) {
      if (seat === "all" || String(this.events[index].record.seat) === seat) return index;
    }
    return null;
  }

  toggle() {
    if (this.#timer !== undefined) return this.pause();
    if (this.index === this.head) this.go(0);
    this.#play();
  }

  #play() {
    fill(this.playing, sign("pause"));
    this.playing.setAttribute("aria-label", "Pause");
    this.#timer = setInterval(() => {
      const next = this.#next(1, this.#seat);
      if (next === null) return this.pause();
      this.go(next);
    }, BEAT / this.#speed);
  }

  pause() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    fill(this.playing, sign("play"));
    this.playing.setAttribute("aria-label", "Play");
  }

  #hurry(speed) {
    this.#speed = speed;
    if (this.#timer === undefined) return;
    this.pause();
    this.#play();
  }

  /** Keys, unless they belong to a control that has the focus. */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const target = event.target;
    if (target.closest?.("input:not([type=range]), select, textarea")) return;
    if (event.key === " " && target.closest?.("button, a, summary, [role=button]")) return;
    if (target.type === "range" && event.key !== " ") return;
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : null;
    const actions = {
      ArrowRight: () => this.step(1),
      ArrowLeft: () => this.step(-1),
      Home: () => this.jump(0),
      End: () => this.jump(this.head),
      " ": () => this.toggle(),
    };
    const seat = () => {
      const next = this.#next(1, String(digit));
      if (next !== null) this.jump(next);
    };
    const action = digit !== null && digit < this.names.length ? seat : actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}

/** What the keys do. */
export const KEYS = [
  ["← →", "one step back or on"],
  ["Home, End", "the first and the last event"],
  ["space", "play and pause"],
  ["1 to 6", "the next move of that seat"],
];
