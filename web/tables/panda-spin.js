// Panda Spin: the trick with both sides of the cards, and the hands.

import { animal } from "../animals.js";
import { h, s } from "../dom.js";
import {
  back,
  badge,
  capital,
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
  row,
  seatBox,
  seats,
  stat,
  table,
  when,
  worded,
} from "../draw.js";
import {
  animalCard,
  cardName,
  combination,
  elementCard,
  fits,
  idName,
  isElement,
  sides,
  suitSign,
  symbols,
  VALUES,
  white,
} from "./panda-spin-cards.js";

/** The table. */
export function draw(view, context, moves, choose) {
  const said = [
    ask(view, context),
    `round ${view.round}, trick ${view.trick}`,
    view.mood === "hungry" ? "hungry pandas take points" : "spinning pandas turn cards",
  ];
  const own = Number.isInteger(context.viewer) ? view.seats[context.viewer] : null;
  return table(
    "panda-spin",
    said,
    h("div.columns", null, trick(view, context, moves, choose), middle(view, context)),
    own && hand(own, context.viewer, context, moves, choose, "Your hand"),
    seats(view.seats.map((seat, number) => box(seat, number, view, context, moves, choose))),
    heaps(view),
  );
}

const ASKS = {
  lead: () => "leads",
  beat: ({ bid }) => `beats ${combination(bid)}, or passes`,
  lay: ({ bid, value }) => `lays ${value}s for ${combination(bid)}`,
  symbols: ({ count: n, symbol }) => `may use ${symbols(n, symbol)}`,
};

const ask = (view, context) =>
  view.awaited ? `${nameOf(view.turn, context)} ${ASKS[view.awaited.type]?.(view.awaited) ?? "decides"}` : "The game is over";

// The trick.

function trick(view, context, moves, choose) {
  const before = context.previous?.bids;
  const bids = view.bids.map((bid, at) => bidRow(bid, at, view, context, before, moves, choose));
  return part("trick", "Trick", bids.length > 0 ? h("ol.bids", null, bids) : h("p.empty", null, "Nothing is played yet."));
}

function bidRow(bid, at, view, context, before, moves, choose) {
  const last = at === view.bids.length - 1;
  const uses = last ? movesOf(moves, ["gain", "take"]) : [];
  const was = before?.[at];
  const same = was && was.seat === bid.seat && JSON.stringify(was.combination) === JSON.stringify(bid.combination);
  const arrived = newIn(
    bid.cards.map((one) => one.card),
    before && (same ? was.cards.map((one) => one.card) : []),
  );
  const cards = bid.cards.map((one) => animalCard(one, { class: when({ changed: arrived.has(one.card) }) }));
  const wild = bid.wild.map((value) =>
    piece(
      { label: `wild ${value}`, class: "card" },
      picture(
        "svg",
        60,
        84,
        s("rect.gap", { x: 2, y: 2, width: 56, height: 80, rx: 6 }),
        s("text.big", { x: 30, y: 42 }, value),
        s("text.small", { x: 30, y: 60 }, "wild"),
      ),
    ),
  );
  const words = h(
    "p.bid-words",
    null,
    h("span.taker", null, badge(bid.seat), h("b.name", null, nameOf(bid.seat, context))),
    h("span", null, combination(bid.combination)),
    last && bid.cards.length > 0 && h("span.mark", null, "highest"),
    !bid.on_table && h("span.mark", null, "passed since"),
  );
  const laid =
    uses.length > 0
      ? piece({ label: `Use symbols of ${combination(bid.combination)}`, moves: uses, choose, class: "row" }, cards, wild)
      : row(cards, wild);
  return h(
    "li.bid",
    { class: when({ gone: !bid.on_table }) },
    words,
    cards.length + wild.length > 0 ? laid : h("p.empty", null, "being laid"),
  );
}

function middle(view, context) {
  const changed = context.previous && context.previous.pile !== view.pile;
  const tile = picture(
    "svg",
    60,
    60,
    s("rect.sheet", { x: 1, y: 1, width: 58, height: 58, rx: 10 }),
    animal("panda", 30, 32, 1),
    view.mood === "hungry"
      ? s("path.line", { d: "M42 50Q48 50 50 42" })
      : s("path.line", { d: "M10 14A28 28 0 0 1 50 14M50 14V6M50 14H42" }),
  );
  return part(
    "middle",
    "Beside the trick",
    row(
      view.pile > 0
        ? back({ label: `${view.pile} cards in the draw pile`, class: when({ changed }) }, view.pile)
        : gap({ label: "the draw pile is empty" }),
      h(
        "figure.captioned",
        null,
        piece({ label: `The pandas are ${view.mood === "hungry" ? "hungry" : "spinning"}`, class: "tile" }, tile),
        h("figcaption", null, view.mood),
      ),
      view.suits.map((suit) =>
        h(
          "figure.captioned",
          null,
          piece(
            { label: `${capital(suit)} is in play`, class: "tile little" },
            s("svg", { viewBox: "-13 -13 26 26", "aria-hidden": "true" }, suitSign(suit, 0, 0)),
          ),
          h("figcaption", null, suit),
        ),
      ),
    ),
  );
}

// The hands.

const rank = ({ values }) => VALUES.indexOf(values[0]);

/** What of a hand a move is about: bids and lays that the card can be a part of, and what names the card. */
function movesFor(shown, moves) {
  const bids = movesOf(moves, "bid", (move) => fits(shown, move.combination));
  const lays = movesOf(moves, "lay", (move) => move.cards.includes(shown.card));
  return [...bids, ...lays, ...movesOf(moves, ["turn", "burn"], (move) => move.card === shown.card)];
}

function hand(seat, number, context, moves, choose, title) {
  if (!seat.hand) return null;
  const { blue, white: ids, elements } = seat.hand;
  const size = context.viewer === number ? "" : "little";
  const was = context.previous?.seats[number].hand;
  const before = was && [...was.blue.map(({ card }) => `${card} blue`), ...was.white.map((id) => `${id} white`), ...was.elements];
  const cards = [...ids.map(white), ...blue].sort((a, b) => rank(a) - rank(b));
  const arrived = newIn([...cards.map((one) => `${one.card} ${one.side}`), ...elements], before ?? undefined);
  return part(
    "hand",
    title,
    row(
      cards.map((one) =>
        animalCard(one, {
          moves: movesFor(one, moves),
          choose,
          class: `${size} ${when({ changed: arrived.has(`${one.card} ${one.side}`) })}`,
        }),
      ),
      elements.map((id) =>
        elementCard(id, {
          moves: movesOf(moves, ["play-element", "discard-element"], (move) => move.card === id),
          choose,
          class: `${size} ${when({ changed: arrived.has(id) })}`,
        }),
      ),
    ),
  );
}

function box(seat, number, view, context, moves, choose) {
  const before = context.previous?.seats[number];
  const turn = view.turn === number;
  const passed = !seat.in_trick && !seat.out && view.bids.length > 0;
  const known = !seat.hand && seat.known.length > 0;
  return seatBox(
    number,
    context,
    { turn, out: seat.out, marks: [passed && "passed", seat.out && "out of the round"] },
    h("div.stats", null, stat(seat.points, "points", before?.points), stat(seat.cards, "cards", before?.cards)),
    context.viewer === "full" && hand(seat, number, context, turn ? moves : [], choose, "Hand"),
    known && part("seen", "Blue cards that all saw", row(seat.known.map((one) => animalCard(one, { class: "little" })))),
  );
}

function heaps(view) {
  const drawn = (id) => (isElement(id) ? elementCard(id, { class: "little" }) : animalCard(white(id), { class: "little" }));
  return folded(
    `Discarded: ${count(view.discard.length, "card")}`,
    view.discard.length > 0 && row(view.discard.map(drawn)),
    view.pile_cards?.length > 0 && part("down", "Draw pile, the next card first", row(view.pile_cards.map(drawn))),
  );
}

// Words.

const animals = (cards) => list(cards.map(idName));
const shown = (cards) => list(cards.map(cardName));

const EFFECTS = {
  "set-up": ({ elements, mood, suits }, context) =>
    `In play are ${list(suits)}; Element cards: ${list(elements.map((id, seat) => `${idName(id)} ${seat < (context.names?.length ?? 0) ? `for ${nameOf(seat, context)}` : "for nobody"}`))}. The pandas are ${mood === "hungry" ? "hungry" : "spinning"}.`,
  dealt: ({ round, leader }, context) => `Round ${round} is dealt; ${nameOf(leader, context)} leads.`,
  trick: ({ trick: number, leader }, context) => `Trick ${number} begins; ${nameOf(leader, context)} leads.`,
  turn: ({ seat }, context) => `It is ${nameOf(seat, context)}'s turn.`,
  announced: ({ seat, combination: of }, context) => `${nameOf(seat, context)} bids ${combination(of)}.`,
  laid: ({ seat, value, cards, wild }, context) =>
    `${nameOf(seat, context)} lays ${list([cards.length > 0 && shown(cards), wild > 0 && count(wild, "wild value")].filter(Boolean)) || "nothing"} for the ${value}s.`,
  gained: ({ seat, points }, context) => `${nameOf(seat, context)} gains ${count(points, "point")} by bamboo.`,
  took: ({ seat, from, points }, context) =>
    `Hungry pandas: ${nameOf(seat, context)} takes ${count(points, "point")} from ${nameOf(from, context)}.`,
  turned: ({ seat }, context) => `${nameOf(seat, context)} turns a card in the own hand.`,
  "turned-card": ({ seat, card }, context) => `${nameOf(seat, context)}'s turned card is now ${cardName(card)}.`,
  burnt: ({ seat, card }, context) => `${nameOf(seat, context)} discards ${idName(card)} by fire.`,
  declined: ({ seat, symbol }, context) => `${nameOf(seat, context)} leaves ${symbol} symbols unused.`,
  "element-played": ({ seat, card }, context) => `${nameOf(seat, context)} plays the ${idName(card)} and wins the trick.`,
  "element-discarded": ({ seat, card }, context) => `${nameOf(seat, context)} discards the ${idName(card)} unused.`,
  drew: ({ seat, count: n }, context) => `${nameOf(seat, context)} draws ${count(n, "card")}.`,
  "drew-cards": ({ seat, cards }, context) => `${nameOf(seat, context)} draws ${animals(cards)}.`,
  passed: ({ seat }, context) => `${nameOf(seat, context)} passes.`,
  "took-back": ({ seat, cards }, context) => `${nameOf(seat, context)} takes the played cards back, spun to ${shown(cards)}.`,
  discarded: ({ seat, cards }, context) => `${nameOf(seat, context)}'s cards of the trick are discarded: ${animals(cards)}.`,
  "trick-won": ({ seat }, context) => `${nameOf(seat, context)} wins the trick.`,
  "shown-out": ({ seat, points }, context) => `${nameOf(seat, context)} shows out for ${count(points, "point")}.`,
  "round-over": ({ round, points }, context) =>
    `Round ${round} is over: ${list(points.map((n, seat) => `${nameOf(seat, context)} has ${n}`))}.`,
  "game-over": ({ seat }, context) => `The game is over: ${nameOf(seat, context)} wins.`,
};

/** A sentence about an effect. */
export const tell = (effect, context) => worded(EFFECTS, effect, context);

const MOVES = {
  bid: ({ combination: of }) => capital(combination(of)),
  lay: ({ cards }, view) =>
    cards.length > 0 ? `Lay ${list(cards.map((id) => held(id, view)))}` : "Lay none: wild values take their place",
  "play-element": ({ card }) => `Play the ${idName(card)}`,
  "discard-element": ({ card }) => `Discard the ${idName(card)} unused`,
  pass: () => "Pass",
  gain: ({ points }) => `Use bamboo: gain ${count(points, "point")}`,
  take: ({ points }) => `Use hungry pandas: take ${count(points, "point")}`,
  turn: ({ card }) => `Turn ${idName(card)} to its blue side`,
  burn: ({ card }, view) => `Discard ${held(card, view)} by fire`,
  decline: (_, view) => `Leave ${view.awaited?.symbol ?? "the"} symbols unused`,
};

/** A card of the hand by what it shows there. */
function held(id, view) {
  const blue = view.seats.some((seat) => seat.hand?.blue.some((one) => one.card === id));
  return cardName({ card: id, side: blue ? "blue" : "white", ...sides(id)[blue ? "blue" : "white"] });
}

/** A short label of a legal move. */
export const label = (move, view) => worded(MOVES, move, view);

/** Whether there is a label for moves of this type. */
export const knows = (type) => type in MOVES;
