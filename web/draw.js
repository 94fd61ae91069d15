// What the tables of all rulesets are drawn with: places that can be clicked, seats, cards, dice and figures.
//
// Whatever comes from a game becomes text or one of the classes of tables.css, never markup and never a style.

import { h, s } from "./dom.js";

/**
 * A move or an effect as the server tells it: what it has beside its type is its ruleset's.
 * @typedef {{ type: string, [member: string]: any }} Move
 */

/**
 * What a drawing is told beside the view: who looks (a seat, "spectator" or "full"), who is awaited, what was before.
 * @typedef {object} Context
 * @property {string[]} names
 * @property {number | string} viewer
 * @property {number[]} [awaiting]
 * @property {object | null} [previous]
 * @property {object[]} [effects]
 * @property {object} [options]
 */

/** Classes that hold: `when({ changed: true, out: false })` is "changed". */
export const when = (classes) =>
  Object.keys(classes)
    .filter((name) => classes[name])
    .join(" ");

/** A picture of so many units, as wide as its style says. */
export const picture = (name, width, height, ...children) =>
  s(name, { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", focusable: "false" }, ...children);

// Places that can be clicked. `spot` is { label, moves, choose, class }: without moves it is only a picture with a label.
// What can be clicked is named by its content, not by an attribute: the words that are seen within a drawing are short forms
// of the label, and a name that leaves them out would mislead those who say what they see.

/** A place within a drawing. */
export function place(spot, ...children) {
  const { label, moves = [], choose } = spot;
  const title = label && s("title", null, label);
  if (moves.length === 0) return s("g", { class: spot.class, "aria-label": label, role: label && "img" }, title, ...children);
  const made = s("g.can", { class: spot.class, role: "button", tabindex: "0" }, title, ...children);
  made.addEventListener("click", () => choose(moves));
  made.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    choose(moves);
  });
  return made;
}

/** A place that stands by itself in the flow of the page. */
export function piece(spot, ...children) {
  const { label, moves = [], choose } = spot;
  if (moves.length === 0)
    return h("span.piece", { class: spot.class, "aria-label": label, title: label, role: label && "img" }, ...children);
  const made = h(
    "button.piece.can",
    { class: spot.class, title: label, type: "button" },
    h("span.unseen", null, label),
    ...children,
  );
  made.addEventListener("click", () => choose(moves));
  return made;
}

/**
 * The moves of these types that pass the test.
 * @param {Move[]} moves
 * @param {string | string[]} types
 * @param {(move: Move) => unknown} test
 */
export const movesOf = (moves, types, test = () => true) =>
  moves.filter((move) => [types].flat().includes(move.type) && test(move));

// Cards.

const CARD = { width: 60, height: 84 };

/** A card with its face up; what is on it is drawn into 60 by 84. */
export const card = (spot, ...face) =>
  piece({ ...spot, class: `card ${spot.class ?? ""}` }, picture("svg", CARD.width, CARD.height, sheet(), ...face));

/** A card with its face down; `count` says how many lie there. */
export function back(spot, count) {
  const under = count > 1 && s("rect.sheet.back", { x: 1, y: 1, width: 55, height: 79, rx: 6 });
  const top = s("rect.sheet.back", { x: count > 1 ? 4 : 1, y: count > 1 ? 4 : 1, width: 55, height: 79, rx: 6 });
  const mark = s("path.back-mark", { d: "M31 18L49 44 31 70 13 44z M31 30L41 44 31 58 21 44z" });
  const number = count !== undefined && [
    s("circle.count", { cx: 31, cy: 44, r: 15 }),
    s("text.count-text", { x: 31, y: 50 }, String(count)),
  ];
  return piece({ ...spot, class: `card ${spot.class ?? ""}` }, picture("svg", CARD.width, CARD.height, under, top, mark, number));
}

/** A place where no card lies. */
export const gap = (spot) =>
  piece(
    { ...spot, class: `card ${spot.class ?? ""}` },
    picture("svg", CARD.width, CARD.height, s("rect.gap", { x: 2, y: 2, width: 56, height: 80, rx: 6 })),
  );

const sheet = (x = 1, y = 1, width = 58, height = 82) => s("rect.sheet", { x, y, width, height, rx: 6 });

// Shapes. Every colour has a shape of its own, so that the two tell the same.

const SHAPES = {
  circle: "M0-9A9 9 0 0 1 0 9 9 9 0 0 1 0-9z",
  square: "M-8-8H8V8H-8z",
  triangle: "M0-10L10 8H-10z",
  diamond: "M0-11L9 0 0 11-9 0z",
  star: "M0-11L2.9-3.6 10.5-3.4 4.6 1.4 6.5 8.9 0 4.6-6.5 8.9-4.6 1.4-10.5-3.4-2.9-3.6z",
  cross: "M-4-10H4V-4H10V4H4V10H-4V4H-10V-4H-4z",
  hexagon: "M0-10L8.7-5V5L0 10-8.7 5V-5z",
  drop: "M0-11C5-4 8-1 8 3A8 8 0 0 1-8 3C-8-1-5-4 0-11z",
  leaf: "M-9 9C-11-3-3-10 9-9 10 3 3 11-9 9z",
  moon: "M2-10A10 10 0 1 0 10 4 8.5 8.5 0 0 1 2-10z",
  flame: "M1-11C2-6 8-4 8 3A8 8 0 0 1-8 3C-8-1-5-3-4-6-2-4-2-3-1-2 1-5 1-8 1-11z",
  cloud: "M-6 7A5 5 0 0 1-7-3 6 6 0 0 1 4-5 6 6 0 0 1 6 7z",
};

/** A shape of about 20 units across, in its colour. */
export const shape = (name, colour, x = 0, y = 0, scale = 1) =>
  s(`path.shape.fill-${colour}`, { d: SHAPES[name], transform: `translate(${x} ${y}) scale(${scale})` });

const SEAT_SHAPES = ["circle", "square", "triangle", "diamond", "star", "cross"];

/** The mark of a seat, within a drawing. */
const seatMark = (seat, x = 0, y = 0, scale = 1) => shape(SEAT_SHAPES[seat % 6], `seat-${seat % 6}`, x, y, scale);

/** A wooden figure of a seat, 24 units high, standing at the point; without a seat it is a neutral one. */
export const meeple = (seat, x, y, scale = 1) =>
  s(
    "g",
    { transform: `translate(${x} ${y}) scale(${scale})` },
    s(`path.shape.fill-${seat === null ? "grey" : `seat-${seat % 6}`}`, {
      d: "M0-24A5.5 5.5 0 0 1 4-14.5C9-14 13-12 12-9 11-7 7-8 6.5-7.5L10 0H-10L-6.5-7.5C-7-8-11-7-12-9-13-12-9-14-4-14.5A5.5 5.5 0 0 1 0-24z",
    }),
    seat !== null && s("path.paper-fill", { d: SHAPES[SEAT_SHAPES[seat % 6]], transform: "translate(0 -7) scale(.36)" }),
  );

/** The mark of a seat in the flow of the page. */
export const badge = (seat) =>
  s("svg.badge", { viewBox: "-12 -12 24 24", "aria-hidden": "true", focusable: "false" }, seatMark(seat));

// Dice.

const PIPS = [
  [],
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
];

/** A die of 40 units, within a drawing; without a value it has not been rolled. */
export const die = (value, x = 0, y = 0) =>
  s(
    "g.die",
    { transform: `translate(${x} ${y})` },
    s("rect.sheet", { x: 1, y: 1, width: 38, height: 38, rx: 9 }),
    (PIPS[value] ?? []).map(([column, row]) => s("circle.ink-fill", { cx: 20 + column * 10, cy: 20 + row * 10, r: 4 })),
  );

// Hexes.

/** The six corners of a pointy-top hex. */
export const corners = (x, y, size) =>
  [-90, -30, 30, 90, 150, 210].map((degrees) => {
    const turn = (degrees * Math.PI) / 180;
    return [round(x + size * Math.cos(turn)), round(y + size * Math.sin(turn))];
  });

export const round = (n) => Math.round(n * 10) / 10;

// Words.

/** The name of a seat. */
export const nameOf = (seat, context) => context.names?.[seat] ?? `seat ${seat}`;

/** `a, b and c`. */
export const list = (items) => (items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`);

/** The names of seats. */
export const namesOf = (seats, context) => list(seats.map((seat) => nameOf(seat, context)));

/** `1 card`, `3 cards`. */
export const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** `a card`, `an owl`. */
export const an = (text) => `${/^[aeiou]/i.test(text) ? "an" : "a"} ${text}`;

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** What each seat scored, in words: `Ada 3, Bo 2`, or nothing. */
export function scores(points, context) {
  const scored = points.map((score, seat) => score !== 0 && `${nameOf(seat, context)} ${score}`).filter(Boolean);
  return scored.length > 0 ? list(scored) : "nobody scores";
}

/** The sentence for an effect or the label of a move, by its type; a type that is not known is told by its name. */
export const worded = (words, thing, ...rest) => words[thing.type]?.(thing, ...rest) ?? capital(thing.type.replaceAll("-", " "));

// The frame of a table.

/** The whole table: `said` is the line above it, then what is drawn. */
export const table = (ruleset, said, ...children) =>
  h(
    `div.drawn.table-${ruleset}`,
    null,
    h(
      "p.said",
      null,
      said.filter(Boolean).map((words) => h("span", null, words)),
    ),
    ...children,
  );

/** A part of the table with a heading. */
export const part = (name, title, ...children) => h(`section.part.${name}`, null, title && h("h3", null, title), ...children);

/** Things side by side, on as many lines as they need. */
export const row = (...children) => h("div.row", null, ...children);

/** A part that is folded up, for what is seldom looked at. */
export const folded = (title, ...children) => h("details.folded", null, h("summary", null, title), ...children);

/** What lies before the seats: a box for each, in seat order. */
export const seats = (...boxes) => h("div.seats", null, ...boxes);

/**
 * The box of a seat; `marks` are short words beside its name.
 * @param {number} seat
 * @param {Context} context
 * @param {{ turn?: boolean, out?: boolean, marks?: (string | false | null | undefined)[] }} state
 * @param {...import("./dom.js").Child} children
 */
export function seatBox(seat, context, { turn = false, out = false, marks = [] }, ...children) {
  const own = context.viewer === seat;
  const name = nameOf(seat, context);
  const words = [own && "you", turn && "turn", ...marks].filter(Boolean).map((mark) => h("span.mark", null, mark));
  const head = h("header", null, badge(seat), h("b.name", { title: name }, name), words);
  return h("section.seat", { class: when({ turn, out, own }), "aria-label": name }, head, ...children);
}

/** A number with what it counts, in the plural; it is marked if it was another one before. */
export const stat = (value, what, before) =>
  h(
    "span.stat",
    { class: when({ changed: before !== undefined && before !== value }) },
    h("b", null, String(value).replace("-", "−")),
    ` ${value === 1 ? what.replace(/s\b/, "") : what}`,
  );

/** What of a list was not in it before: a card that came. Without a before, nothing is new. */
export function newIn(now, before) {
  const left = before && [...before];
  return new Set(
    now.filter((item) => {
      const at = left?.indexOf(item) ?? 0;
      if (at >= 0) left?.splice(at, 1);
      return at < 0;
    }),
  );
}
