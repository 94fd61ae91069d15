// Red Panda: the Pagoda with its five sides, and before each seat its deck and its penalty cards.

import { h, s } from "../dom.js";
import {
  an,
  back,
  capital,
  card,
  count,
  folded,
  gap,
  list,
  movesOf,
  nameOf,
  newIn,
  part,
  picture,
  piece,
  place,
  row,
  seatBox,
  seats,
  stat,
  table,
  when,
  worded,
} from "../draw.js";

const KATAS = {
  INV: "invisibility",
  KNO: "knowledge",
  SPD: "speed",
  TEL: "telekinesis",
  MIM: "mimicry",
};
const COLOURS = { invisibility: "yellow", knowledge: "green", speed: "blue", telekinesis: "pink", mimicry: "purple" };

/** Signs of the five Katas, 32 units across. */
const SIGNS = {
  invisibility: () => [
    s("path.shape.fill-yellow", { d: "M-14-8Q0-3 14-8 14 6 6 8 2 8 0 3-2 8-6 8-14 6-14-8z" }),
    s("path.paper-fill", { d: "M-10-2Q-6-5-3 0-7 3-10-2zM10-2Q6-5 3 0 7 3 10-2z" }),
    s("path.line", { d: "M-13 13L13-13" }),
  ],
  knowledge: () => [
    s("path.shape.fill-green", { d: "M-15 0Q0-17 15 0 0 17-15 0z" }),
    s("circle.paper-fill", { r: 6.5 }),
    s("circle.ink-fill", { r: 3.5 }),
  ],
  speed: () => s("path.shape.fill-blue", { d: "M4-16L-11 3H-2L-5 16 11-4H2z" }),
  telekinesis: () => [s("circle.shape.fill-pink", { cy: -7, r: 6 }), s("path.line", { d: "M-7 4Q0 9 7 4M-11 8Q0 16 11 8" })],
  mimicry: () => [
    s("rect.shape.fill-purple", { x: -13, y: -13, width: 17, height: 17, rx: 4 }),
    s("rect.shape.fill-purple", { x: -4, y: -4, width: 17, height: 17, rx: 4 }),
    s("path.line.white-line", { d: "M0 3H2M7 3H9M0 8Q4.5 11 9 8" }),
  ],
};

const sign = (kata, x, y, scale = 1) => s("g", { transform: `translate(${x} ${y}) scale(${scale})` }, SIGNS[kata]());

/** The Kata of a card, or the two of a Double-Kata, if the options of the game are known. */
function katasOf(id, context) {
  const [kind, number] = id.split("-");
  if (kind !== "DBL") return [KATAS[kind]];
  return context.options?.double_pairs?.[Number(number) - 1] ?? [];
}

const isDouble = (id) => id.startsWith("DBL");

function cardName(id, context) {
  if (!isDouble(id)) return `${capital(katasOf(id, context)[0])} card`;
  const katas = katasOf(id, context);
  return katas.length === 2 ? `Double-Kata of ${list(katas.map(capital))}` : "Double-Kata";
}

/** What is on a card, within 60 by 84. */
function face(id, context) {
  const katas = katasOf(id, context);
  if (!isDouble(id)) {
    const kata = katas[0];
    return [
      s(`rect.fill-${COLOURS[kata]}`, { x: 6, y: 6, width: 48, height: 7, rx: 3 }),
      sign(kata, 30, 40, 1.15),
      s("text.small", { x: 30, y: 74, ...squeezed(kata) }, capital(kata)),
    ];
  }
  const cut = s("path.line.thin", { d: "M6 60L54 16" });
  const pair =
    katas.length === 2 ? [sign(katas[0], 20, 25, 0.72), sign(katas[1], 40, 50, 0.72)] : s("text.big", { x: 30, y: 45 }, "2");
  return [cut, pair, s("text.small", { x: 30, y: 75 }, "Double")];
}

const squeezed = (kata) => (kata.length > 9 ? { textLength: 50, lengthAdjust: "spacingAndGlyphs" } : {});

const kataCard = (id, context, spot = {}) => card({ label: cardName(id, context), ...spot }, face(id, context));

/** The table. */
export function draw(view, context, moves, choose) {
  const before = context.previous;
  const said = [
    ask(view, context),
    view.wins_needed > 1 && `deal ${view.deal}, ${view.wins_needed} wins needed`,
    `${nameOf(view.starter, context)} began`,
  ];
  return table(
    "red-panda",
    said,
    pagoda(view, context, moves, choose),
    seats(view.seats.map((seat, number) => box(seat, number, view, context, moves, choose))),
    outside(view, context, before),
  );
}

const ASKS = {
  action: ({ extra }) => (extra ? "has one more action" : "acts"),
  side: ({ card: id }, context) => `lays the ${cardName(id, context)}`,
  copy: () => "copies a power with Mimicry",
  give: () => "gives the top card to somebody",
  discard: () => "discards for the Perfect Show",
  perfect: () => "takes a reward for the Perfect Show",
};

const ask = (view, context) =>
  view.awaited
    ? `${nameOf(view.turn, context)} ${ASKS[view.awaited.type]?.(view.awaited, context) ?? "decides"}`
    : "The game is over";

// The Pagoda.

const CENTRE = { x: 250, y: 212 };

/** A point so far from the middle of the Pagoda, in the direction of a side. */
function towards(side, far, aside = 0) {
  const turn = ((-90 + 72 * side) * Math.PI) / 180;
  return [CENTRE.x + far * Math.cos(turn) - aside * Math.sin(turn), CENTRE.y + far * Math.sin(turn) + aside * Math.cos(turn)];
}

const points = (...all) => all.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");

function pagoda(view, context, moves, choose) {
  const sides = view.pagoda.map((side, number) => sideOf(side, number, context, moves, choose));
  const flipped = view.awaited?.type === "side" && view.awaited.card;
  return s(
    "svg.map.pagoda",
    { viewBox: "0 0 500 394", role: "group", "aria-label": "The Pagoda" },
    sides,
    flipped
      ? laid(
          flipped,
          CENTRE.x - 30,
          CENTRE.y - 42,
          { label: `${cardName(flipped, context)}, flipped`, class: "changed" },
          context,
        )
      : middle(view, context),
  );
}

/** The roof, with the token while nobody holds it. */
function middle(view, context) {
  const changed = context.previous && context.previous.token !== view.token;
  const roof = s("path.line.faint", {
    d: "M-34 22H34M-26 10Q0-4 26 10M-20 22V10M20 22V10M-18-6Q0-18 18-6M-12 4V-6M12 4V-6M0-18V-30",
    transform: `translate(${CENTRE.x} ${CENTRE.y + 6})`,
  });
  if (view.token !== null) return roof;
  return place({ label: "The Invisibility token lies on the Pagoda", class: when({ changed }) }, token(CENTRE.x, CENTRE.y, 1));
}

const token = (x, y, scale) =>
  s(
    "g",
    { transform: `translate(${x} ${y}) scale(${scale})` },
    s("circle.sheet", { r: 22 }),
    s("circle.line.thin", { r: 18 }),
    sign("invisibility", 0, 0, 0.8),
  );

function sideOf({ kata, cards }, number, context, moves, choose) {
  const inner = [towards(number, 52, -37), towards(number, 52, 37)];
  const outer = [towards(number, 126, -90), towards(number, 126, 90)];
  const [x, y] = towards(number, 90);
  const label = `${capital(kata)} side: ${count(cards.length, "card")}`;
  const here = movesOf(moves, ["lay", "copy"], (move) => (move.side ?? move.kata) === kata);
  const [cardX, cardY] = towards(number, 165);
  const arrived = newIn(cards, context.previous?.pagoda[number].cards);
  const width = cards.length * 62;
  // A second card lies farther out, where it does not cover the side.
  const left = cardX - width / 2 + (Math.sign(Math.round(cardX - CENTRE.x)) * Math.max(0, width - 62)) / 2;
  return [
    place(
      { label, moves: here, choose, class: "side" },
      s("polygon.sheet.edge", { points: points(...inner, outer[1], outer[0]) }),
      sign(kata, x, y - 9, 1),
      s("text.small", { x, y: y + 18 }, capital(kata)),
    ),
    cards.map((id, at) => {
      const takes = movesOf(moves, ["meditate", "discard"], (move) => move.card === id);
      const spot = { label: cardName(id, context), moves: takes, choose, class: when({ changed: arrived.has(id) }) };
      return laid(id, left + at * 62, cardY - 42, spot, context);
    }),
  ];
}

/** A card on the Pagoda. */
const laid = (id, x, y, spot, context) =>
  place(
    spot,
    s("rect.sheet.edge", { x: x + 1, y: y + 1, width: 58, height: 82, rx: 6 }),
    s("g", { transform: `translate(${x} ${y})` }, face(id, context)),
  );

// The seats.

function box(seat, number, view, context, moves, choose) {
  const before = context.previous?.seats[number];
  const mine = movesOf(moves, ["kata", "play-another"]).length > 0 && view.turn === number;
  const gifts = movesOf(moves, "give", (move) => move.seat === number);
  const drops = view.turn === number ? movesOf(moves, "discard-penalties") : [];
  const passes = view.turn === number ? movesOf(moves, "pass") : [];
  const arrived = newIn(seat.penalties, before?.penalties);
  const wins = view.wins_needed > 1 && stat(seat.wins, "wins", before?.wins);
  const deck =
    seat.deck === 0
      ? gap({ label: "no card left" })
      : back(
          {
            label: `${count(seat.deck, "card")} in the deck of ${nameOf(number, context)}`,
            moves: mine ? movesOf(moves, ["kata", "play-another"]) : gifts,
            choose,
            class: when({ changed: before && before.deck !== seat.deck }),
          },
          seat.deck,
        );
  const penalties = Array.from({ length: Math.max(4, seat.penalties.length) }, (_, at) =>
    penalty(seat.penalties[at], context, arrived),
  );
  return seatBox(
    number,
    context,
    { turn: view.turn === number, out: seat.eliminated, marks: [seat.eliminated && "out"] },
    wins && h("div.stats", null, wins),
    row(
      deck,
      view.token === number &&
        piece(
          {
            label: "The Invisibility token",
            moves: passes,
            choose,
            class: `tile ${when({ changed: before && context.previous.token !== number })}`,
          },
          picture("svg", 48, 48, token(24, 24, 1)),
        ),
      !seat.eliminated &&
        part(
          "penalties",
          `Penalty cards, ${seat.penalties.length} of 4`,
          drops.length > 0
            ? piece({ label: "Discard all penalty cards", moves: drops, choose, class: "row" }, penalties)
            : row(penalties),
        ),
    ),
    seat.known.length > 0 && row(seat.known.map(({ card: id, depth }) => knownCard(id, depth, context))),
  );
}

const penalty = (id, context, arrived) =>
  id === undefined ? gap({ class: "little" }) : kataCard(id, context, { class: `little ${when({ changed: arrived.has(id) })}` });

const knownCard = (id, depth, context) =>
  h(
    "span.known",
    null,
    kataCard(id, context, {
      class: "little",
      label: `${cardName(id, context)}, known, ${depth === 0 ? "on top" : `under ${count(depth, "card")}`}`,
    }),
    h("small", null, depth === 0 ? "top" : `${depth} down`),
  );

function outside(view, context, before) {
  const changed = before && before.discard.length !== view.discard.length;
  const decks = view.removed > 0 ? `, ${view.removed} in decks of those who are out` : "";
  const faceDown = (name, title, cards) =>
    cards?.length > 0 && part(name, title, row(cards.map((id) => kataCard(id, context, { class: "little" }))));
  return folded(
    `Out of the game: ${view.discard.length} discarded, ${view.left_over} not dealt${decks}`,
    view.discard.length > 0 &&
      row(
        view.discard.map((id) =>
          kataCard(id, context, { class: `little ${when({ changed: changed && !before.discard.includes(id) })}` }),
        ),
      ),
    faceDown("left-over", "Not dealt", view.left_over_cards),
    faceDown("removed", "Decks of those who are out", view.removed_cards),
  );
}

// Words.

const POWERS = {
  invisibility: "take the Invisibility token",
  knowledge: "look at the top card",
  speed: "act once more",
  telekinesis: "give the top card away",
  mimicry: "copy a power",
};

const cardNames = (cards, context) => list(cards.map((id) => an(cardName(id, context))));

const EFFECTS = {
  dealt: ({ deal, starter }, context) => `Deal ${deal} begins; ${nameOf(starter, context)} starts.`,
  turn: ({ seat }, context) => `It is ${nameOf(seat, context)}'s turn.`,
  flipped: ({ seat, card: id }, context) => `${nameOf(seat, context)} flips ${an(cardName(id, context))}.`,
  laid: ({ seat, card: id, side }, context) =>
    `${nameOf(seat, context)} lays the ${cardName(id, context)} on the ${capital(side)} side.`,
  "token-taken": ({ seat, from }, context) =>
    `${nameOf(seat, context)} takes the Invisibility token from ${from === null ? "the Pagoda" : nameOf(from, context)}.`,
  "token-returned": ({ seat }, context) => `${nameOf(seat, context)}'s Invisibility token goes back to the Pagoda.`,
  looked: ({ seat }, context) => `${nameOf(seat, context)} looks at the own top card.`,
  saw: ({ seat, card: id }, context) => `${nameOf(seat, context)} sees ${an(cardName(id, context))}.`,
  "extra-action": ({ seat }, context) => `${nameOf(seat, context)} has one more action.`,
  given: ({ seat, to }, context) => `${nameOf(seat, context)}'s top card goes, unseen, under ${nameOf(to, context)}'s deck.`,
  copied: ({ seat, kata }, context) => `${nameOf(seat, context)} copies the power of ${capital(kata)}.`,
  declined: ({ seat }, context) => `${nameOf(seat, context)} copies nothing.`,
  "power-idle": ({ seat, kata }, context) => `${capital(kata)} has nothing to act on for ${nameOf(seat, context)}.`,
  "boring-show": ({ seat, side }, context) =>
    `A Boring Show: three cards on the ${capital(side)} side become penalty cards of ${nameOf(seat, context)}.`,
  eliminated: ({ seat, deck, penalties }, context) =>
    `${nameOf(seat, context)} is out of this deal: ${count(deck, "card")} face down, ${count(penalties.length, "penalty card")} face up.`,
  "perfect-show": ({ seat }, context) => `A Perfect Show by ${nameOf(seat, context)}: every side holds a card.`,
  discarded: ({ cards, seat }, context) => `${nameOf(seat, context)} discards ${cardNames(cards, context)} from the Pagoda.`,
  "penalties-discarded": ({ seat, cards }, context) =>
    cards.length > 0
      ? `${nameOf(seat, context)} discards ${count(cards.length, "penalty card")}.`
      : `${nameOf(seat, context)} has no penalty cards to discard.`,
  meditated: ({ seat, card: id }, context) =>
    `${nameOf(seat, context)} meditates and takes ${an(cardName(id, context))} as a penalty card.`,
  passed: ({ seat }, context) => `${nameOf(seat, context)} passes with the Invisibility token.`,
  "deal-won": ({ seat, by }, context) =>
    `${nameOf(seat, context)} wins the deal: ${by === "last-one-left" ? "all others are out" : "the deck is empty"}.`,
  "game-won": ({ seat }, context) => `${nameOf(seat, context)} wins the game.`,
};

/** A sentence about an effect. */
export const tell = (effect, context) => worded(EFFECTS, effect, context);

const MOVES = {
  kata: () => "Flip your top card",
  meditate: ({ card: id }, context) => `Meditate: take the ${cardName(id, context)}`,
  pass: () => "Pass with the Invisibility token",
  lay: ({ side }) => `Lay it on the ${capital(side)} side`,
  copy: ({ kata }) => `Copy ${capital(kata)}: ${POWERS[kata]}`,
  decline: () => "Copy nothing",
  give: ({ seat }, context) => `Give your top card to ${nameOf(seat, context)}`,
  discard: ({ card: id }, context) => `Discard the ${cardName(id, context)}`,
  "discard-penalties": () => "Discard all your penalty cards",
  "play-another": () => "Flip another card",
};

/** A short label of a legal move. */
export const label = (move, _view, context) => worded(MOVES, move, context);

/** Whether there is a label for moves of this type. */
export const knows = (type) => type in MOVES;
