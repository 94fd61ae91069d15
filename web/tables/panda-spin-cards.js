// The cards of Panda Spin: both sides of every Animal card, the Element cards, and combinations in words.

import { animal } from "../animals.js";
import { s } from "../dom.js";
import { capital, card, count, shape } from "../draw.js";

/** The values, ascending. */
export const VALUES = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"];

const SUITS = { WO: "wood", FI: "fire", EA: "earth", ME: "metal", WA: "water" };
const SIGNS = {
  wood: ["leaf", "teal"],
  fire: ["flame", "red"],
  earth: ["square", "yellow"],
  metal: ["hexagon", "grey"],
  water: ["drop", "black"],
};

// The blue sides in the order of the white ones: the view tells only the side that is up, and a card has both.
const BLUE = {
  WO: "J Q K A 2 10 J Q K A K A 2",
  FI: "10 J Q K A 2 9.9 10.10 J.J Q.Q K.K A.A 2.2",
  EA: "7.7 8.8 9.9 10 J Q K A 2 Q.Q K.K A.A 2.2",
  ME: "J.J Q.Q K.K A.A 7.7.7 8.8.8 9.9.9 10.10.10 J.J.J Q.Q.Q K.K.K A.A 2.2",
  WA: "6 7 8 9 10 J Q K A 2 K A 2",
};
const SYMBOLS = { WO: "bamboo", FI: "fire", EA: "panda", WA: "water" };

/** Both sides of an Animal card: { white, blue }, each with its values and its symbol. */
export function sides(id) {
  const [suit, rank] = id.split("-");
  const blue = BLUE[suit].split(" ")[VALUES.indexOf(rank)].split(".");
  return {
    white: { values: [rank], symbol: null },
    blue: { values: blue, symbol: blue.length === 1 ? (SYMBOLS[suit] ?? null) : null },
  };
}

export const isElement = (id) => id.startsWith("EL-");
const suitOf = (id) => (isElement(id) ? id.slice(3).toLowerCase() : SUITS[id.split("-")[0]]);

/** A card with its white side up, as it lies in a list of ids. */
export const white = (id) => ({ card: id, side: "white", ...sides(id).white });

export const suitSign = (suit, x, y, scale = 1) => shape(...SIGNS[suit], x, y, scale);

const DRAWN = {
  bamboo: () => [
    s("rect.shape.fill-green", { x: -4, y: -10, width: 8, height: 9, rx: 2 }),
    s("rect.shape.fill-green", { x: -4, y: 0, width: 8, height: 9, rx: 2 }),
    s("path.shape.fill-green", { d: "M4-2Q10-8 13-3 8 0 4-2z" }),
  ],
  panda: () => animal("panda", 0, 0, 0.45),
  fire: () => shape("flame", "orange"),
  water: () => [shape("drop", "water"), s("text.small", { y: 7 }, "+1")],
};

/** A symbol of a blue side, 20 units across. */
export const symbol = (name, x, y, scale = 1) => s("g", { transform: `translate(${x} ${y}) scale(${scale})` }, DRAWN[name]?.());

const sideWords = ({ values, symbol: name }) => `${values.join(" ")}${name ? ` with ${name}` : ""}`;

/** A card in words: what the side that is up shows, and the other side. */
export function cardName({ card: id, side }) {
  const both = sides(id);
  return `${capital(suitOf(id))} ${sideWords(both[side])}`;
}

export const idName = (id) => (isElement(id) ? `${id.slice(3)} Element` : `${capital(suitOf(id))} ${id.split("-")[1]}`);

/** The class for values of so many letters, so that they fit a card. */
const sized = (text) =>
  text.length > 5 ? "text.small" : text.length > 3 ? "text.middling" : text.length > 2 ? "text.big" : "text.huge";

/** An Animal card: the side that is up above, the other one below, upside down and pale. */
export function animalCard(shown, spot = {}) {
  const both = sides(shown.card);
  const other = shown.side === "white" ? "blue" : "white";
  const down = both[other];
  const suit = suitOf(shown.card);
  const label = `${cardName(shown)}, ${shown.side} side up, ${sideWords(down)} below`;
  return card(
    { label, ...spot },
    s(`path.half.${shown.side}`, { d: "M3 9A6 6 0 0 1 9 3H51A6 6 0 0 1 57 9V54H3z" }),
    s(`path.half.${other}`, { d: "M3 54H57V75A6 6 0 0 1 51 81H9A6 6 0 0 1 3 75z" }),
    s(sized(shown.values.join(" ")), { x: 30, y: 27 }, shown.values.join(" ")),
    suitSign(suit, shown.symbol ? 18 : 30, 42, 0.8),
    shown.symbol && symbol(shown.symbol, 43, 42, 0.85),
    s(
      "g.down",
      { transform: "rotate(180 30 68)" },
      s("text", { x: down.symbol ? 21 : 30, y: 73 }, down.values.join(" ")),
      down.symbol && symbol(down.symbol, 45, 68, 0.6),
    ),
  );
}

const NEEDS = {
  wood: ["a 2 or an A", "in the trick"],
  fire: ["7 or fewer", "in your hand"],
  earth: ["a panda", "in the trick"],
  metal: ["both sides", "by one seat"],
  water: ["3 values", "in the bid"],
};

/** An Element card with its condition. */
export const elementCard = (id, spot = {}) => {
  const suit = suitOf(id);
  return card(
    { label: `${idName(id)}: wins the trick if there is ${NEEDS[suit].join(" ")}`, ...spot },
    s("rect.element", { x: 5, y: 5, width: 50, height: 74, rx: 5 }),
    suitSign(suit, 30, 28, 1.5),
    s("text.small", { x: 30, y: 59 }, NEEDS[suit][0]),
    s("text.small", { x: 30, y: 71 }, NEEDS[suit][1]),
  );
};

// Combinations.

const range = (high, length) => `${VALUES[VALUES.indexOf(high) - length + 1]}–${high}`;

const COMBINATIONS = {
  single: ({ value }) => `a single ${value}`,
  set: ({ count: n, value }) => (n === 2 ? `a pair of ${value}s` : `a set of ${n} ${value}s`),
  run: ({ high, length }) => `a run ${range(high, length)}`,
  formation: ({ copies, high, length }) => `a formation ${range(high, length)}, ${copies} of each`,
  bomb: ({ count: n, value }) => `a bomb of ${n} ${value}s`,
};

/** A combination in words. */
export const combination = (of) => COMBINATIONS[of.type]?.(of) ?? of.type;

/** Whether a card can be a part of a combination with what it shows. */
export function fits({ values }, of) {
  const at = VALUES.indexOf(values[0]);
  const top = VALUES.indexOf(of.high ?? of.value);
  const bottom = of.length ? top - of.length + 1 : top;
  const most = of.type === "single" || of.type === "run" ? 1 : (of.count ?? of.copies);
  return at >= bottom && at <= top && values.length <= most;
}

export const symbols = (n, name) => count(n, `${name} symbol`);
