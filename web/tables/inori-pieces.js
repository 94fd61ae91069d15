// The pieces of Inori: signs of the six colours, runes, and what a space costs and does.

import { s } from "../dom.js";
import { capital, count, list, meeple, shape } from "../draw.js";

export const COLOURS = ["yellow", "blue", "green", "purple", "red", "grey"];

/** The spirit of each colour, as a shape: light, water, earth, darkness, fire, wind. */
const SIGNS = { yellow: "star", blue: "drop", green: "leaf", purple: "moon", red: "flame", grey: "cloud" };
const CODES = { YEL: "yellow", BLU: "blue", GRN: "green", PUR: "purple", RED: "red", GRY: "grey" };
const OPPOSITE = { yellow: "purple", blue: "red", green: "grey", purple: "yellow", red: "blue", grey: "green" };

/** The sign of a colour. A null colour is that of an altar tile which is not laid yet. */
export const sign = (colour, x, y, scale = 1) =>
  colour
    ? shape(SIGNS[colour], colour, x, y, scale)
    : s(
        "g",
        { transform: `translate(${x} ${y}) scale(${scale})` },
        s("rect.gap", { x: -9, y: -9, width: 18, height: 18, rx: 4 }),
        s("text", { y: 5 }, "?"),
      );

const words = (x, y, text, size = "") => s(`text${size}`, { x, y }, text);

/** A rune tile of 22 units around the point. */
const runeMark = (x, y) =>
  s(
    "g",
    { transform: `translate(${x} ${y})` },
    s("rect.shape.fill-tile", { x: -11, y: -11, width: 22, height: 22, rx: 5 }),
    s("path.line.ink-line", { d: "M-3-6V7M-3-1L5-6M-3 4L4 0" }),
  );

const any = (x, y) => s("g", { transform: `translate(${x} ${y})` }, s("circle.sheet", { r: 9 }), s("text", { y: 5 }, "?"));

/** Draws one step of an effect around the point, about 50 units wide. */
const STEPS = {
  gain: ({ colour, count: n }, x, y) => [words(x - 13, y + 5, `+${n}`), sign(colour, x + 10, y)],
  "gain-any": ({ count: n }, x, y) => [words(x - 13, y + 5, `+${n}`), any(x + 10, y)],
  "gain-least": ({ count: n }, x, y) => [words(x, y, `+${n}`), words(x, y + 13, "least held", ".small")],
  "draw-rune": (_, x, y) => [words(x - 15, y + 5, "+"), runeMark(x + 5, y)],
  score: ({ points }, x, y) => [words(x, y + 5, `${points} pts`)],
  "score-colour": ({ colour }, x, y) => [words(x - 10, y + 5, "1 ∕"), sign(colour, x + 12, y)],
  "score-kinds": (_, x, y) => [words(x - 14, y + 5, "1 ∕"), words(x + 12, y + 5, "kind", ".small")],
  "score-most": (_, x, y) => [words(x - 14, y + 5, "1 ∕"), words(x + 12, y + 5, "most", ".small")],
  "place-neutrals": (_, x, y) => [meeple(null, x - 9, y + 10, 0.75), meeple(null, x + 9, y + 10, 0.75)],
  "take-pile": () => [],
};

export const steps = (effect, x, y) =>
  effect.map((step, at) => STEPS[step.type]?.(step, x, y + (at - (effect.length - 1) / 2) * 25));

/** What a space costs, as a little mark around the point. */
export function cost(of, x, y) {
  if (of.type === "free") return null;
  const paid = of.type === "token" ? sign(of.colour, x + 9, y, 0.75) : words(x + 11, y + 4, "most", ".small");
  return [words(x - 14, y + 5, "−1"), paid];
}

const STEP_WORDS = {
  gain: ({ colour, count: n }) => `take ${count(n, `${colour ?? "altar"} token`)}`,
  "gain-any": ({ count: n }) => `take ${count(n, "token")} of any colour`,
  "gain-least": ({ count: n }) => `take ${count(n, "token")} of the least held colour`,
  "draw-rune": () => "draw a rune",
  score: ({ points }) => `score ${points}`,
  "score-colour": ({ colour }) => `score 1 for each ${colour ?? "altar"} token`,
  "score-kinds": () => "score 1 for each colour held",
  "score-most": () => "score 1 for each token of a most held colour",
  "place-neutrals": () => "place the neutral pieces",
  "take-pile": () => "take the two tokens here",
  "move-to": ({ colour }) => `move a piece to a ${colour} card`,
  "move-from": ({ colour }) => `move a piece from a ${colour} card`,
  share: () => "offer to a space that others hold",
};

/** An effect and its cost in words. */
export const effectWords = (effect) => list(effect.map((step) => STEP_WORDS[step.type]?.(step) ?? step.type));
export const costWords = ({ type, colour }) =>
  ({ free: "free", token: `costs a ${colour} token`, "most-held": "costs a most held token" })[type] ?? type;

// Runes.

/** What a rune does, from its id. */
function runeEffect(id) {
  const [, kind, code] = id.split("-");
  const colour = CODES[code];
  return {
    GAIN: { type: "gain", colour, count: 2 },
    TO: { type: "move-to", colour },
    FROM: { type: "move-from", colour },
    SHARE: { type: "share" },
  }[kind];
}

export const runeName = (id) => `Rune: ${effectWords([runeEffect(id)])}`;

/** A rune with its face up, 48 units wide. */
export function rune(id) {
  const { type, colour } = runeEffect(id);
  const tile = s("rect.shape.fill-tile", { x: 2, y: 2, width: 44, height: 44, rx: 9 });
  if (type === "gain") return [tile, s("text.on-cream", { x: 15, y: 29 }, "+2"), sign(colour, 33, 24, 0.9)];
  if (type === "share") return [tile, meeple(null, 17, 36), meeple(null, 30, 36)];
  const [from, to] =
    type === "move-to"
      ? [meeple(null, 13, 34, 0.8), sign(colour, 35, 24, 0.9)]
      : [sign(colour, 13, 24, 0.9), meeple(null, 36, 34, 0.8)];
  return [tile, from, to, s("path.line.thin.ink-line", { d: "M20 24H27M24 20L28 24 24 28" })];
}

export const runeBack = () => [s("rect.shape.fill-brown", { x: 2, y: 2, width: 44, height: 44, rx: 9 }), runeMark(24, 24)];

// Cards.

const KINDS = { S: "start", N: "new start", J: "journey" };

/** A card in words, from its id. */
export function cardName(id) {
  const [kind, code, number] = id.split("-");
  return `${CODES[code]} ${KINDS[kind]} card${number ? ` ${number}` : ""}`;
}

export const CardName = (id) => capital(cardName(id));

/** What is printed on a new start card. The view tells the spaces of cards on display only, and these are chosen before. */
export function newStart(id) {
  const colour = CODES[id.split("-")[1]];
  const lower = OPPOSITE[colour];
  const space = (number, effect, of = { type: "free" }) => ({ space: number, cost: of, effect, neutral: false, taken_by: [] });
  const gains = [colour, lower].map((one) => ({ type: "gain", colour: one, count: 1 }));
  const spaces = [
    space(1, gains),
    space(2, [{ type: "score-colour", colour }], { type: "most-held" }),
    space(3, [{ type: "draw-rune" }]),
  ];
  return { card: id, colour, lower_right: lower, kind: "new-start", complete: false, spaces };
}
