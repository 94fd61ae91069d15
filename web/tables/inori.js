// Inori: the cards at the upper edge, the Great Tree with its altar tiles, and the tokens and runes of the seats.

import { h, s } from "../dom.js";
import {
  capital,
  folded,
  list,
  meeple,
  movesOf,
  nameOf,
  namesOf,
  newIn,
  part,
  picture,
  piece,
  place,
  row,
  scores,
  seatBox,
  seats,
  stat,
  table,
  when,
} from "../draw.js";
import {
  CardName,
  COLOURS,
  cardName,
  cost,
  costWords,
  effectWords,
  newStart,
  rune,
  runeBack,
  runeName,
  sign,
  steps,
} from "./inori-pieces.js";
import { ask } from "./inori-words.js";

/** The table. */
export function draw(view, context, moves, choose) {
  const said = [ask(view, context), `season ${view.season} of ${view.seasons}`, `${nameOf(view.first_player, context)} began it`];
  return table(
    "inori",
    said,
    offer(view, moves, choose),
    part(
      "display",
      "Cards",
      h(
        "div.cards",
        null,
        view.display.map((card, slot) =>
          card ? shown(card, slot, context, moves, choose) : h("span.empty", null, "An empty slot"),
        ),
      ),
    ),
    h(
      "div.columns",
      null,
      part("tree", "The Great Tree", tree(view, context, moves, choose)),
      supply(view, context, moves, choose),
    ),
    seats(view.seats.map((seat, number) => box(seat, number, view, context, moves, choose))),
    piles(view),
  );
}

function offer(view, moves, choose) {
  if (view.awaited?.type !== "keep-start") return null;
  const keep = (id) =>
    piece(
      {
        label: `Keep the ${cardName(id)}`,
        moves: movesOf(moves, "keep-start", (move) => move.card === id),
        choose,
        class: "inori-card",
      },
      cardPicture(newStart(id), () => ({})),
    );
  return part("offer", "Two new start cards", h("div.cards", null, view.awaited.cards.map(keep)));
}

// The cards.

const ON_CARDS = ["offer-card", "place-neutral", "lift", "set-down"];

function shown(card, slot, context, moves, choose) {
  const was = context.previous?.display[slot];
  const came = context.previous && was?.card !== card.card;
  const spot = (space) => {
    const old = !came && was?.spaces.find((other) => other.space === space.space);
    const changed = old && (old.neutral !== space.neutral || old.taken_by.join() !== space.taken_by.join());
    return {
      label: spaceLabel(space, context),
      moves: movesOf(moves, ON_CARDS, (move) => move.card === card.card && move.space === space.space),
      choose,
      class: when({ changed }),
    };
  };
  const now = card.scores_now.some((score) => score > 0) && `now ${scores(card.scores_now, context)}`;
  return h(
    "figure.inori-card",
    { class: when({ changed: came, complete: card.complete }) },
    cardPicture(card, spot, true),
    now && h("figcaption", null, now),
  );
}

const holders = ({ neutral, taken_by: seatsThere }, context) => [
  ...seatsThere.map((seat) => nameOf(seat, context)),
  ...(neutral ? ["a neutral piece"] : []),
];

function spaceLabel(space, context) {
  const there = holders(space, context);
  return `Space ${space.space}: ${effectWords(space.effect)}, ${costWords(space.cost)}${there.length > 0 ? `, held by ${list(there)}` : ""}`;
}

function cardPicture(card, spot, alive = false) {
  const kind = card.kind === "new-start" ? "new start" : card.kind;
  const root = {
    viewBox: "0 0 304 136",
    ...(alive ? { role: "group", "aria-label": CardName(card.card) } : { "aria-hidden": "true" }),
  };
  return s(
    "svg",
    root,
    s("rect.sheet", { x: 1, y: 1, width: 302, height: 134, rx: 10 }),
    s(`rect.band.fill-${card.colour}`, { x: 6, y: 6, width: 292, height: 22, rx: 6 }),
    s("circle.paper-fill", { cx: 22, cy: 17, r: 10 }),
    sign(card.colour, 22, 17, 0.75),
    s("text.start.on-band", { x: 40, y: 22 }, `${capital(card.colour)} ${kind}${card.complete ? ", complete" : ""}`),
    s("circle.paper-fill", { cx: 282, cy: 17, r: 10 }),
    sign(card.colour, 282, 17, 0.75),
    s("circle.sheet", { cx: 288, cy: 120, r: 11 }),
    sign(card.lower_right, 288, 120, 0.75),
    card.spaces.map((space, at) => spaceBox(space, 8 + at * 68, spot(space))),
  );
}

/** A space of a card: its cost above, its effect below, and whoever stands there. */
function spaceBox(space, x, spot) {
  const full = space.neutral || space.taken_by.length > 0;
  return place(
    spot,
    s("rect.sheet.edge.space", { x, y: 34, width: 64, height: 92, rx: 8 }),
    cost(space.cost, x + 32, 46),
    s("g", { class: when({ faint: full }) }, steps(space.effect, x + 32, full ? 74 : 88)),
    space.taken_by.map((seat, at) => meeple(seat, x + 32 + spread(at, space), 120, 1.2)),
    space.neutral && meeple(null, x + 32 + spread(space.taken_by.length, space), 120, 1.2),
  );
}

const spread = (at, { neutral, taken_by: there }) => (at - (there.length + (neutral ? 1 : 0) - 1) / 2) * 17;

// The Great Tree.

const BRANCHES = { T1: [6, 8], T2: [244, 8], T3: [6, 104], T4: [244, 104], T5: [6, 200], T6: [244, 200] };
const ROOTS = { FT1: 60, FT2: 160, FT3: 260 };

function tree(view, context, moves, choose) {
  const laying = view.awaited?.type === "lay-altar" ? view.awaited.space : null;
  return s(
    "svg.map.great-tree",
    { viewBox: "0 0 400 378", role: "group", "aria-label": "The Great Tree" },
    s("path.crown", {
      d: "M200 6C260-4 330 30 340 90 392 130 380 230 320 250 290 300 110 300 80 250 20 230 8 130 60 90 70 30 140-4 200 6z",
    }),
    s("path.trunk", { d: "M178 372Q192 300 186 200 184 120 194 60H206Q216 120 214 200 208 300 222 372z" }),
    s("path.branches", {
      d: "M188 250Q150 250 120 240M212 250Q250 250 280 240M190 160Q150 160 120 148M210 160Q250 160 280 148M196 80Q160 70 120 56M204 80Q240 70 280 56",
    }),
    view.altars.map((altar) => altarBox(altar, laying === altar.space, context, moves, choose)),
    view.foot.map((foot) => footBox(foot, context, moves, choose)),
    Array.from({ length: view.neutral_pieces }, (_, at) => meeple(null, 190 + at * 20, 306, 1)),
  );
}

const offers = (moves, space) => movesOf(moves, "offer-tree", (move) => move.space === space);
const visited = (old, now) =>
  old && (old.taken_by.join() !== now.taken_by.join() || old.altar !== now.altar || old.open !== now.open);

function altarBox(altar, laying, context, moves, choose) {
  const {
    space,
    altar: colour,
    effect,
    end_scores: [first, second],
    taken_by: there,
  } = altar;
  const [x, y] = BRANCHES[space];
  const old = context.previous?.altars.find((other) => other.space === space);
  const price = colour ? costWords({ type: "token", colour }) : "free, and an altar tile is laid";
  const label = `${space}: ${effectWords(effect)}, ${price}, ${first} and ${second} at the end${there.length > 0 ? `, held by ${namesOf(there, context)}` : ""}`;
  return place(
    { label, moves: offers(moves, space), choose, class: when({ changed: visited(old, altar), laying }) },
    s("rect.sheet.edge", { x, y, width: 150, height: 88, rx: 10 }),
    colour
      ? [
          s(`rect.altar.fill-${colour}`, { x: x + 7, y: y + 8, width: 44, height: 44, rx: 8 }),
          s("circle.paper-fill", { cx: x + 29, cy: y + 30, r: 15 }),
          sign(colour, x + 29, y + 30, 1.1),
        ]
      : [
          s("rect.gap", { x: x + 7, y: y + 8, width: 44, height: 44, rx: 8 }),
          s("text.small.soft", { x: x + 29, y: y + 34 }, "altar"),
        ],
    colour && cost({ type: "token", colour }, x + 29, y + 70),
    s("g", { class: when({ faint: there.length > 0 }) }, steps(effect, x + 88, y + 36)),
    s("text.small.soft", { x: x + 128, y: y + 18 }, `${first} ∕ ${second}`),
    there.map((seat, at) => meeple(seat, x + 88 + (at - (there.length - 1) / 2) * 20, y + 80, 1.5)),
  );
}

function footBox(foot, context, moves, choose) {
  const { space, colour, open, taken_by: there } = foot;
  const x = ROOTS[space];
  const old = context.previous?.foot.find((other) => other.space === space);
  const label = `${space}: ${open ? `take two ${colour} tokens` : "closed"}${there.length > 0 ? `, held by ${namesOf(there, context)}` : ""}`;
  return place(
    { label, moves: offers(moves, space), choose, class: when({ changed: visited(old, foot) }) },
    s("rect.sheet.edge", { x: x, y: 318, width: 80, height: 52, rx: 10, class: when({ closed: !open }) }),
    open && [sign(colour, x + 26, 344, 1.1), sign(colour, x + 52, 344, 1.1)],
    there.map((seat, at) => meeple(seat, x + 40 + at * 18, 366, 1.5)),
    !open && there.length === 0 && s("text.small.soft", { x: x + 40, y: 348 }, "closed"),
  );
}

// The supply.

function tokens(of, before, choosing, title) {
  return COLOURS.map((colour) => {
    const spot = choosing(colour);
    const changed = before && before[colour] !== of[colour];
    return piece(
      { label: `${of[colour]} ${colour}${title}`, ...spot, class: `token ${when({ changed, none: of[colour] === 0 })}` },
      picture("svg", 52, 26, sign(colour, 13, 13), s("text.start", { x: 26, y: 18 }, String(of[colour]))),
    );
  });
}

function supply(view, context, moves, choose) {
  const before = context.previous;
  const lays = view.unused_altars.map((colour) =>
    piece(
      {
        label: `${capital(colour)} altar tile`,
        moves: movesOf(moves, "lay-altar", (move) => move.colour === colour),
        choose,
        class: "tile",
      },
      picture(
        "svg",
        44,
        44,
        s(`rect.altar.fill-${colour}`, { x: 2, y: 2, width: 40, height: 40, rx: 8 }),
        s("circle.paper-fill", { cx: 22, cy: 22, r: 14 }),
        sign(colour, 22, 22),
      ),
    ),
  );
  return h(
    "div.supply",
    null,
    part(
      "tokens",
      "Tokens in the supply",
      row(
        tokens(
          view.supply,
          before?.supply,
          (colour) => ({ moves: movesOf(moves, "take", (move) => move.colour === colour), choose }),
          " in the supply",
        ),
      ),
    ),
    lays.length > 0 && part("unused", "Altar tiles not laid yet", row(lays)),
    part(
      "runes",
      "Runes",
      row(
        piece(
          { label: `${view.rune_stack} runes in the stack`, class: "tile" },
          picture(
            "svg",
            48,
            48,
            runeBack(),
            s("circle.count", { cx: 36, cy: 36, r: 11 }),
            s("text", { x: 36, y: 41 }, String(view.rune_stack)),
          ),
        ),
        view.played_runes.map((id) => runeTile(id, { class: "played-rune" })),
      ),
    ),
    part("new-starts", null, h("p.empty", null, `New start cards in their pile: ${view.new_starts}`)),
  );
}

const runeTile = (id, spot = {}) =>
  piece({ label: runeName(id), ...spot, class: `tile ${spot.class ?? ""}` }, picture("svg", 48, 48, rune(id)));

// The seats.

function box(seat, number, view, context, moves, choose) {
  const before = context.previous?.seats[number];
  const turn = view.turn === number;
  const own = turn ? moves : [];
  const arrived = newIn(seat.runes ?? [], before?.runes ?? undefined);
  const hidden = seat.runes
    ? []
    : Array.from({ length: seat.rune_count }, () =>
        piece({ label: "a rune, face down", class: "tile" }, picture("svg", 48, 48, runeBack())),
      );
  const known = (seat.runes ?? []).map((id) =>
    runeTile(id, {
      moves: movesOf(own, "play-rune", (move) => move.rune === id),
      choose,
      class: when({ changed: arrived.has(id) }),
    }),
  );
  const waiting = seat.pieces_waiting > 0 && h("span", null, `${seat.pieces_waiting} for later`);
  return seatBox(
    number,
    context,
    { turn, marks: [view.first_player === number && "first"] },
    h(
      "div.stats",
      null,
      stat(seat.points, "points", before?.points),
      stat(`+${seat.cards_now}`, "cards now", before && `+${before.cards_now}`),
      stat(`+${seat.tree_now}`, "tree now", before && `+${before.tree_now}`),
    ),
    h(
      "div.tokens",
      null,
      tokens(
        seat.tokens,
        before?.tokens,
        (colour) => ({ moves: movesOf(own, "pay", (move) => move.colour === colour), choose }),
        ` of ${nameOf(number, context)}`,
      ),
    ),
    (seat.pieces > 0 || waiting) && h("div.stats", null, seat.pieces > 0 && piecesOf(seat, number, before), waiting),
    seat.rune_count > 0 && row(known, hidden),
  );
}

const piecesOf = ({ pieces }, number, before) =>
  piece(
    { label: `${pieces} pieces to place`, class: `pieces ${when({ changed: before && before.pieces !== pieces })}` },
    picture(
      "svg",
      pieces * 22,
      28,
      Array.from({ length: pieces }, (_, at) => meeple(number, 11 + at * 22, 26, 0.9)),
    ),
  );

function piles(view) {
  const left = h("p.empty", null, `Journey cards left: ${list(view.journey.map(({ colour, left: n }) => `${n} ${colour}`))}.`);
  const lists = view.journey.flatMap(({ colour, discard, order }) => [
    [`${capital(colour)}, used`, discard],
    [`${capital(colour)}, from the top`, order ?? []],
  ]);
  const extra = [
    ["Runes in the stack, from the top", (view.rune_stack_order ?? []).map(runeName)],
    ["New start cards, from the top", (view.new_starts_order ?? []).map(cardName)],
    ["Start cards out of the game", view.out_of_game.map(cardName)],
  ];
  const all = [...lists.map(([title, cards]) => [title, cards.map(cardName)]), ...extra].filter(
    ([, things]) => things.length > 0,
  );
  return folded(
    "Piles",
    left,
    all.map(([title, things]) => h("p", null, h("b", null, `${title}: `), list(things))),
  );
}

export { knows, label, tell } from "./inori-words.js";
