// Panda Rei: the dispute in the middle, and before each seat the piles of its area.

import { animal } from "../animals.js";
import { h, s } from "../dom.js";
import {
  an,
  badge,
  capital,
  card,
  count,
  folded,
  list,
  movesOf,
  nameOf,
  namesOf,
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

/** What a card shows, by the letters of its id: the animal, its name, its value and its level. */
const KINDS = {
  RAB: ["rabbit", "rabbit", 1],
  BEA: ["bear", "bear", 2],
  GIR: ["giraffe", "giraffe", 3],
  OWL: ["owl", "owl", 4],
  CAT: ["cat", "cat", 5],
  FOX: ["fox", "fox", 6],
  LIO: ["lion", "lion", 7],
  PIG: ["pig", "pig", 8],
  MON: ["monkey", "monkey", "+1"],
  PA1: ["panda", "panda of level 1", 9, 1],
  PA2: ["panda", "panda of level 2", 10, 2],
  PA3: ["panda", "panda of level 3", 11, 3],
};

const MANY = {
  rabbit: "rabbits",
  bear: "bears",
  giraffe: "giraffes",
  owl: "owls",
  cat: "cats",
  fox: "foxes",
  lion: "lions",
  pig: "pigs",
  panda: "pandas",
};

/** What a card shows: the animal, its name, its value, and its level if it is a panda. */
export const kindOf = (id) => KINDS[id.slice(0, 3)];
const cardName = (id) => kindOf(id)[1];

/** What is on a card, within 60 by 84. */
function face(id) {
  const [kind, , value, level = 0] = kindOf(id);
  const crowns = Array.from({ length: level }, (_, at) =>
    s("path.shape.fill-yellow", {
      d: "M-5 4L-6-4-2-1 0-6 2-1 6-4 5 4z",
      transform: `translate(${30 + (at - (level - 1) / 2) * 14} 74)`,
    }),
  );
  return [animal(kind, 30, 46, 0.95), s("text.big.start", { x: 6, y: 21 }, String(value)), level > 0 && crowns];
}

const animalCard = (id, spot = {}) => card({ label: `${capital(cardName(id))}, ${kindOf(id)[2]}`, ...spot }, face(id));

/** The table. */
export function draw(view, context, moves, choose) {
  const said = [ask(view, context), `round ${view.round} of 2, turn ${view.turn} of 22`, `${view.deck} cards in the deck`];
  const order = context.previous;
  const hand =
    Number.isInteger(context.viewer) && handOf(view.seats[context.viewer], context.viewer, context, moves, choose, "Your hand");
  return table(
    "panda-rei",
    said,
    dispute(view, context, order, moves, choose),
    hand,
    seats(view.seats.map((seat, number) => box(seat, number, view, context, moves, choose))),
    hidden(view),
  );
}

function ask(view, context) {
  if (!view.awaited) return "The game is over";
  const who = nameOf(view.awaited.seat, context);
  return view.awaited.type === "take" ? `${who} takes a card` : `${who} plays a card`;
}

// The dispute.

function dispute(view, context, before, moves, choose) {
  const arrived = newIn(
    view.table.map(({ card: id }) => id),
    before?.table.map(({ card: id }) => id),
  );
  const size = (value) => view.table.filter((other) => other.value === value).length;
  const cards = view.table.map((played) => disputed(played, size(played.value), arrived, context, moves, choose));
  const takers =
    view.takers.length > 0 &&
    h(
      "p.takers",
      null,
      "Still to take: ",
      view.takers.map((seat) => h("span.taker", null, badge(seat), nameOf(seat, context))),
    );
  const empty = cards.length === 0 && h("p.empty", null, `${nameOf(view.starter, context)} leads.`);
  return part("dispute", "Dispute", row(cards), empty, takers);
}

function disputed({ card: id, seat, value }, size, arrived, context, moves, choose) {
  const from = seat === null ? "opened for nobody" : `by ${nameOf(seat, context)}`;
  const takes = movesOf(moves, ["take", "take-monkey"], (move) => move.card === id);
  const spot = {
    label: `${capital(cardName(id))}, ${from}, value ${value}`,
    moves: takes,
    choose,
    class: when({ wide: true, changed: arrived.has(id) }),
  };
  return h(
    "figure.played",
    null,
    animalCard(id, spot),
    h(
      "figcaption",
      null,
      seat === null ? h("span.name", null, "nobody") : [badge(seat), h("span.name", null, nameOf(seat, context))],
    ),
    h(
      "span.value",
      { class: when({ equal: size > 1 }), title: size > 1 ? `${size} cards of value ${value}` : `value ${value}` },
      size > 1 ? `${value} ×${size}` : `${value}`,
    ),
  );
}

// The seats.

function handOf(seat, number, context, moves, choose, title) {
  if (!seat?.hand_cards) return null;
  const cards = [...seat.hand_cards].sort(byValue);
  const arrived = newIn(cards, context.previous?.seats[number].hand_cards ?? undefined);
  return part(
    "hand",
    title,
    row(
      cards.map((id) => {
        const plays = movesOf(moves, "play", (move) => move.card === id);
        return animalCard(id, {
          moves: plays,
          choose,
          class: when({ little: context.viewer === "full", changed: arrived.has(id) }),
        });
      }),
    ),
  );
}

const worth = (id) => (id.startsWith("MON") ? 12 : kindOf(id)[2]);
const byValue = (a, b) => worth(a) - worth(b) || a.localeCompare(b);

function box(seat, number, view, context, moves, choose) {
  const before = context.previous?.seats[number];
  const turn = view.awaited?.seat === number;
  const marks = [view.starter === number && "first"];
  return seatBox(
    number,
    context,
    { turn, marks },
    h("div.stats", null, stat(seat.score, "points", before?.score), stat(seat.hand, "in hand", before?.hand)),
    row(seat.piles.map((pile) => pileOf(pile, before))),
    context.viewer === "full" && handOf(seat, number, context, turn ? moves : [], choose, "Hand"),
  );
}

function pileOf({ pile, points, cards }, before) {
  const was = before?.piles.find((other) => other.pile === pile)?.cards.length ?? 0;
  const wild = cards.filter((id) => id.startsWith("MON")).length;
  const levels = cards.reduce((sum, id) => sum + (kindOf(id)[3] ?? 0), 0);
  const details = [wild > 0 && `${count(wild, "monkey")} among them`, levels > 0 && `${count(levels, "level")} in all`].filter(
    Boolean,
  );
  const label = `${count(cards.length, pile, MANY[pile])}${details.length > 0 ? `, ${list(details)}` : ""}: ${count(points, "point")}`;
  const changed = before !== undefined && was !== cards.length;
  return piece(
    { label, class: `pile ${when({ changed, empty: cards.length === 0 })}` },
    picture(
      "svg",
      66,
      82,
      s("rect.sheet", { x: 1, y: 1, width: 64, height: 80, rx: 8 }),
      animal(pile, 26, 34, 0.8),
      s("text.big", { x: 53, y: 32 }, `${cards.length}`),
      wild > 0 && animal("monkey", 54, 48, 0.35),
      levels > 0 && s("text.small", { x: 52, y: 50 }, `L ${levels}`),
      s("path.line.thin.faint", { d: "M8 59H58" }),
      s("text", { x: 33, y: 75 }, points > 0 ? `+${points}` : `${points}`.replace("-", "−")),
    ),
  );
}

function hidden(view) {
  if (view.fictional === null && view.deck_cards === null) return null;
  const open = [
    ["Fictional player's hand", view.fictional_cards],
    ["Draw deck", view.deck_cards],
  ].filter(([, cards]) => cards?.length > 0);
  const title =
    view.fictional === null
      ? "Face down"
      : `Face down: ${count(view.fictional, "card")} of the fictional player, ${view.deck} in the deck`;
  return open.length === 0
    ? h("p.said", null, title)
    : folded(
        title,
        open.map(([name, cards]) => part("down", name, row(cards.map((id) => animalCard(id, { class: "little" }))))),
      );
}

// Words.

const GROUPS = {
  "highest-card": "the highest single card",
  "largest-group": "the largest group",
  "highest-of-the-largest-groups": "the highest of the largest groups",
};
const REASONS = {
  "only-one": "nobody else has a card of it",
  "most-pigs": "most pigs",
  "played-first": "played first of those with as many pigs",
};

const parts = (points) =>
  list(
    Object.entries(points)
      .filter(([, value]) => value !== 0)
      .map(([pile, value]) => `${value} for ${MANY[pile]}`),
  ) || "nothing";

const EFFECTS = {
  dealt: ({ round, cards }) => `Round ${round} begins: every hand is dealt ${count(cards, "card")}.`,
  "hand-dealt": ({ seat, cards }, context) =>
    `${nameOf(seat, context)} is dealt ${list([...cards].sort(byValue).map(cardName))}.`,
  turn: ({ turn, seat }, context) => `Turn ${turn}: ${nameOf(seat, context)} leads.`,
  played: ({ seat, card: id, value }, context) => `${nameOf(seat, context)} plays ${an(cardName(id))}, value ${value}.`,
  opened: ({ card: id, value }) => `${capital(an(cardName(id)))} is opened for the fictional player, value ${value}.`,
  compared: ({ plays }) => `The dispute is compared: ${list(plays.map(({ value }) => String(value)))}.`,
  "group-won": ({ value, because, royal, cards }) =>
    `${cards.length > 1 ? `${cards.length} cards of value ${value} win` : `The card of value ${value} wins`} as ${GROUPS[because]}${royal ? " among the royal cards" : ""}.`,
  "dispute-won": ({ seat, because, order, goes_without: without }, context) =>
    `${nameOf(seat, context)} wins the dispute (${REASONS[because]}); cards are taken by ${list([...new Set(order)].map((other) => nameOf(other, context)))}${without === null ? "" : `, and ${nameOf(without, context)} takes none`}.`,
  taken: ({ seat, card: id, from, pile }, context) =>
    `${nameOf(seat, context)} takes ${from === seat ? "back " : ""}the ${cardName(id)}${from === seat ? "" : ` of ${from === null ? "the fictional player" : nameOf(from, context)}`}${pile === null ? "" : ` as ${an(pile)}`}.`,
  "monkey-placed": ({ seat, pile }, context) => `A monkey of ${nameOf(seat, context)} counts as ${an(pile)}.`,
  scored: ({ seat, score, points }, context) => `${nameOf(seat, context)} has ${count(score, "point")}: ${parts(points)}.`,
  "game-won": ({ seats: winners }, context) =>
    `${namesOf(winners, context)} ${winners.length === 1 ? "wins" : "share"} the game.`,
};

/** A sentence about an effect. */
export const tell = (effect, context) => worded(EFFECTS, effect, context);

const MOVES = {
  play: ({ card: id }) => `Play ${an(cardName(id))}`,
  take: ({ card: id }, view, context) => `Take the ${cardName(id)}${owner(id, view, context)}`,
  "take-monkey": ({ card: id, pile }, view, context) => `Take the monkey${owner(id, view, context)} as ${an(pile)}`,
};

function owner(id, view, context) {
  const played = view.table.find((other) => other.card === id);
  if (!played) return "";
  return played.seat === null ? " of the fictional player" : ` of ${nameOf(played.seat, context)}`;
}

/** A short label of a legal move. */
export const label = (move, view, context) => worded(MOVES, move, view, context);

/** Whether there is a label for moves of this type. */
export const knows = (type) => type in MOVES;
