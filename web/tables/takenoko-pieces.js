// The pieces of Takenoko: plots, bamboo, channels, improvements, the weather, and what objectives ask for.

import { animal } from "../animals.js";
import { s } from "../dom.js";
import { capital, corners, count, shape } from "../draw.js";

export const SIZE = 46;

/** The middle of a hex. */
export const centre = ([q, r], size = SIZE) => [size * Math.sqrt(3) * (q + r / 2), size * 1.5 * r];

export const points = (all) => all.map((pair) => pair.map((n) => Math.round(n * 10) / 10).join(",")).join(" ");

/** A hex in words: its coordinates. */
export const key = (hex) => hex.join(",");
export const same = (a, b) => key(a) === key(b);
export const POND = [0, 0];

/** The plot of a tile, from its id. */
export const tile = (id) => {
  const [colour, kind] = id.split("-");
  return { colour, improvement: kind === "plain" ? null : kind };
};

export const tileName = (id) => {
  const { colour, improvement: kind } = tile(id);
  return `${colour} plot${kind ? ` with ${kind}` : ""}`;
};

/** The marks that tell the three colours apart besides the colour. */
const MARKS = { green: "leaf", yellow: "star", pink: "flower" };

export function mark(colour, x, y, scale = 1) {
  if (MARKS[colour] !== "flower") return shape(MARKS[colour], colour, x, y, scale);
  const petals = [0, 72, 144, 216, 288].map((turn) =>
    s("circle.shape.fill-pink", { cy: -6, r: 4.5, transform: `rotate(${turn})` }),
  );
  return s("g", { transform: `translate(${x} ${y}) scale(${scale})` }, petals, s("circle.paper-fill", { r: 3 }));
}

/** A stalk of bamboo that stands at the point. Green is plain, yellow is striped, pink is dotted. */
export function stalk(colour, sections, x, y, scale = 1) {
  const section = (_, at) =>
    s(
      "g",
      { transform: `translate(0 ${-14 * (at + 1)})` },
      s(`rect.shape.fill-${colour}`, { x: -6, y: 0, width: 12, height: 13, rx: 3.5 }),
      colour === "yellow" && s("path.line.thin", { d: "M-5 8L4 2M-3 12L5 7" }),
      colour === "pink" && s("circle.paper-fill", { cy: 6.5, r: 2.6 }),
    );
  const leaf =
    sections > 0 &&
    s(`path.shape.fill-${colour}`, { d: "M0 0Q8-9 15-5 9 2 0 0z", transform: `translate(3 ${-14 * sections + 3})` });
  return s("g", { transform: `translate(${x} ${y}) scale(${scale})` }, leaf, Array.from({ length: sections }, section));
}

const IMPROVEMENTS = {
  watershed: () => [s("path.shape.fill-water", { d: "M0-8C4-3 6-1 6 2A6 6 0 0 1-6 2C-6-1-4-3 0-8z" })],
  enclosure: () => [s("path.line.thin", { d: "M-7 6V-4L-5-7-3-4V6M-2 6V-4L0-7 2-4V6M3 6V-4L5-7 7-4V6M-8-1H8M-8 4H8" })],
  fertilizer: () => [
    s("path.shape.fill-brown", { d: "M-4-4Q-8 0-6 7H6Q8 0 4-4z" }),
    s("path.line.thin", { d: "M-4-4L-5-8H5L4-4M0 4V-1M-2.5 1L0-1.5 2.5 1" }),
  ],
};

/** An improvement on its chip of 24 units. */
export const improvement = (kind, x, y, scale = 1, struck = false) =>
  s(
    "g",
    { transform: `translate(${x} ${y}) scale(${scale})` },
    s("circle.sheet", { r: 11.5 }),
    IMPROVEMENTS[kind]?.(),
    struck && s("path.line", { d: "M-8 8L8-8" }),
  );

/** A plot around its middle, with what stands on it. */
export function plot({ colour, bamboo = 0, improvement: kind, irrigated = true }) {
  const inner = points(corners(0, 0, SIZE - 9));
  return [
    s(`polygon.edge.plot-${colour}`, { points: points(corners(0, 0, SIZE - 1.5)) }),
    !irrigated && [
      s("polygon.fill-dry", { points: inner }),
      s("path.line.thin.faint", { d: "M-24-6L-12 2-16 14M22-18L12-8 18 4M-2 26L6 16M-8-24L0-16" }),
    ],
    mark(colour, 2, 30, 0.7),
    stalk(colour, bamboo, -22, 24),
    kind && improvement(kind, 25, -15, 0.9),
  ];
}

export const pond = () => [
  s("polygon.edge.fill-water", { points: points(corners(0, 0, SIZE - 1.5)) }),
  s("path.line.thin.white-line", { d: "M-26-14Q-20-20-14-14T-2-14M6 22Q12 16 18 22T30 22M-22 14Q-16 8-10 14T2 14" }),
  s("path.shape.fill-green", { d: "M20-20A9 9 0 1 1 11-26L13-19z" }),
];

export const gardener = (x, y, scale = 1) =>
  s(
    "g",
    { transform: `translate(${x} ${y}) scale(${scale})` },
    s("path.shape.fill-blue", { d: "M-12 22Q-13 4 0 4 13 4 12 22z" }),
    s("circle.shape.fill-tile", { cy: -3, r: 8 }),
    s("path.shape.fill-yellow", { d: "M-19-4Q0-12 19-4L0-22z" }),
    s("path.line.thin", { d: "M-3-1V0M3-1V0M-2 2Q0 4 2 2" }),
  );

export const panda = (x, y, scale = 1) => animal("panda", x, y, scale);

/** A channel on the edge between two hexes. */
export function channel([a, b]) {
  const [[ax, ay], [bx, by]] = [centre(a), centre(b)];
  const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
  const turn = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI + 90;
  return { x, y, turn, from: -SIZE / 2 + 4, to: SIZE / 2 - 4 };
}

const CLOUD = "M-11 4A5 5 0 0 1-10-6 7 7 0 0 1 3-8 6 6 0 0 1 10 4z";
const WEATHERS = {
  sun: () => [
    s("circle.shape.fill-yellow", { r: 7 }),
    s("path.line", { d: "M0-15V-11M0 11V15M-15 0H-11M11 0H15M-10.5-10.5L-8-8M8 8L10.5 10.5M-10.5 10.5L-8 8M8-8L10.5-10.5" }),
  ],
  rain: () => [s("path.shape.fill-grey", { d: CLOUD }), s("path.line", { d: "M-7 8L-9 14M0 8L-2 14M7 8L5 14" })],
  wind: () => s("path.line", { d: "M-14-5H4A5 5 0 1 0-1-10M-14 2H9A5 5 0 1 1 4 8M-14 9H-4" }),
  storm: () => [s("path.shape.fill-grey", { d: CLOUD }), s("path.shape.fill-yellow", { d: "M2 2L-5 11H-1L-3 17 5 8H1z" })],
  clouds: () => [
    s("path.shape.fill-grey", { d: CLOUD, transform: "translate(3 -3) scale(.8)" }),
    s("path.shape.paper-fill", { d: CLOUD, transform: "translate(-2 7) scale(.85)" }),
  ],
  "question-mark": () => s("text.huge", { y: 11 }, "?"),
};

/** A face of the weather die, 40 units across. */
export const weather = (kind) =>
  s(
    "g",
    null,
    s("rect.sheet", { x: 1, y: 1, width: 42, height: 42, rx: 9 }),
    s("g", { transform: "translate(22 22)" }, WEATHERS[kind]?.()),
  );

// Objectives.

const SHAPES = {
  triangle: [
    [0, 0],
    [1, 0],
    [1, -1],
  ],
  line: [
    [0, 0],
    [0, 1],
    [0, 2],
  ],
  arc: [
    [1, -1],
    [0, 0],
    [0, 1],
  ],
  diamond: [
    [1, -1],
    [1, 0],
    [0, 0],
    [0, 1],
  ],
};

/** What is on an objective card, within 60 by 84: its category, what it asks for, and its points if they are known. */
export function objective(id, value) {
  const [category, ...rest] = id.split("-");
  return [
    s(`rect.category-${category}`, { x: 6, y: 6, width: 48, height: 8, rx: 4 }),
    ASKS[category]?.(...rest),
    s("circle.points", { cx: 48, cy: 71, r: 9 }),
    s("text", { x: 48, y: 76 }, String(value ?? worth(id) ?? "")),
  ];
}

const ASKS = {
  plot: (name, first, second = first) => {
    const middles = SHAPES[name].map((hex) => centre(hex, 9));
    const [left, top] = [0, 1].map(
      (axis) => (Math.min(...middles.map((at) => at[axis])) + Math.max(...middles.map((at) => at[axis]))) / 2,
    );
    return middles.map(([x, y], at) => {
      const colour = at < 2 ? first : second;
      const [cx, cy] = [30 + x - left, 38 + y - top];
      return [s(`polygon.sheet.plot-${colour}`, { points: points(corners(cx, cy, 8.6)) }), mark(colour, cx, cy, 0.45)];
    });
  },
  gardener: (colour, height, extra) => {
    if (height === "3")
      return Array.from({ length: Number(extra.slice(1)) }, (_, at) => stalk(colour, 3, 14 + at * 11, 62, 0.72));
    const chip = extra === "none" ? improvement("watershed", 42, 38, 0.8, true) : improvement(extra, 42, 38, 0.95);
    return [stalk(colour, 4, 19, 72, 0.85), chip];
  },
  panda: (...asked) => {
    const colours = asked[0] === "one" ? ["green", "yellow", "pink"] : [asked[0], asked[0]];
    return [panda(30, 62, 0.5), colours.map((colour, at) => stalk(colour, 1, 30 + (at - (colours.length - 1) / 2) * 15, 40, 1))];
  },
};

// What the cards are worth is printed on them; the view tells it of cards in hand only.
const WORTH = {
  plot: { green: 2, yellow: 3, pink: 4 },
  pairs: { "green-yellow": 3, "green-pink": 4, "pink-yellow": 5 },
  stalk: { green: 4, yellow: 5, pink: 6 },
  groups: { green: 8, yellow: 7, pink: 6 },
  panda: { green: 3, yellow: 4, pink: 5, one: 6 },
};

/** What an objective is worth. */
export function worth(id) {
  const [category, a, b, c] = id.split("-");
  if (category === "panda") return WORTH.panda[a];
  if (category === "plot") return c ? WORTH.pairs[`${b}-${c}`] : WORTH.plot[b] + (a === "diamond" ? 1 : 0);
  if (b === "3") return WORTH.groups[a];
  return WORTH.stalk[a] + ({ none: 1, fertilizer: -1 }[c] ?? 0);
}

/** What an objective asks for, in words. */
export function wish(id) {
  const [category, a, b, c] = id.split("-");
  if (category === "panda") return a === "one" ? "one section of each colour" : `two ${a} sections`;
  if (category === "plot") return c ? `a diamond of ${b} and ${c} plots` : `${a === "arc" ? "an arc" : `a ${a}`} of ${b} plots`;
  if (b === "3") return `${count(Number(c.slice(1)), "stalk")} of 3 ${a}`;
  return `a stalk of 4 ${a} ${c === "none" ? "without improvement" : `with ${c}`}`;
}

export const objectiveName = (id) => `${capital(id.split("-")[0])} objective: ${wish(id)}`;
