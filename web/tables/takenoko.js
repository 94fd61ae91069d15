// Takenoko: the garden of hexes around the pond, with bamboo, channels, improvements, the gardener and the panda.

import { h, s } from "../dom.js";
import {
  back,
  capital,
  card,
  corners,
  count,
  folded,
  gap,
  list,
  movesOf,
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
} from "../draw.js";
import {
  centre,
  channel,
  gardener,
  improvement,
  key,
  objective,
  objectiveName,
  POND,
  panda,
  plot,
  points,
  pond,
  SIZE,
  same,
  stalk,
  tile,
  tileName,
  weather,
} from "./takenoko-pieces.js";
import { ask, where } from "./takenoko-words.js";

const COLOURS = ["green", "yellow", "pink"];
const CATEGORIES = ["plot", "gardener", "panda"];
const CHIPS = ["watershed", "enclosure", "fertilizer"];
const ON_HEXES = ["rain-on", "storm-to", "place-plot", "move-gardener", "move-panda", "place-chip", "grow"];

/** The table. */
export function draw(view, context, moves, choose) {
  const turn = view.turn;
  const said = [
    ask(view, context),
    turn && `turn ${turn.number}`,
    turn?.weather && `weather: ${turn.weather}`,
    turn?.actions.length > 0 && `done: ${list(turn.actions)}`,
    `${view.objectives_needed} objectives end the game`,
  ];
  return table(
    "takenoko",
    said,
    garden(view, context, moves, choose),
    offer(view, moves, choose),
    Number.isInteger(context.viewer) && hand(context.viewer, view, context, moves, choose),
    supply(view, context, moves, choose),
    seats(view.seats.map((seat, number) => box(seat, number, view, context, moves, choose))),
    hidden(view),
  );
}

// The garden.

const hexOf = (move) => move.at ?? move.to;

function garden(view, context, moves, choose) {
  const placed = new Set(view.garden.map(({ at }) => key(at)).concat(key(POND)));
  const onHex = (hex) => movesOf(moves, ON_HEXES, (move) => same(hexOf(move), hex));
  const rooms = [...new Map(movesOf(moves, "place-plot").map(({ at }) => [key(at), at])).values()].filter(
    (at) => !placed.has(key(at)),
  );
  const hexes = [POND, ...view.garden.map(({ at }) => at), ...rooms];
  const box = frame(hexes);
  return s(
    "svg.map.garden",
    { viewBox: box, role: "group", "aria-label": "The garden" },
    rooms.map((at) => room(at, onHex(at), choose)),
    hexPlace(
      POND,
      pond(),
      { label: pondLabel(view), moves: onHex(POND), choose, class: when({ changed: figureCame(view, context, POND) }) },
      view,
    ),
    view.garden.map((one) => plotPlace(one, view, context, onHex(one.at), choose)),
    channels(view, context, moves, choose),
  );
}

/** The part of the plane that is shown: at least two hexes around the pond, so that the picture does not jump. */
function frame(hexes) {
  const middles = hexes.map((hex) => centre(hex));
  const [xs, ys] = [0, 1].map((axis) => middles.map((at) => at[axis]));
  const [left, right] = [Math.min(-125, ...xs) - SIZE, Math.max(125, ...xs) + SIZE];
  const [top, bottom] = [Math.min(-70, ...ys) - SIZE - 6, Math.max(70, ...ys) + SIZE + 6];
  return [left, top, right - left, bottom - top].map(Math.round).join(" ");
}

function room(at, moves, choose) {
  const [x, y] = centre(at);
  return place(
    { label: `Place a plot at ${key(at)}`, moves, choose },
    s("polygon.gap.edge", { points: points(corners(x, y, SIZE - 4)) }),
  );
}

function hexPlace(hex, inside, spot, view) {
  const [x, y] = centre(hex);
  const figures = [same(view.panda, hex) && panda(2, -13, 0.6), same(view.gardener, hex) && gardener(18, 15, 0.62)];
  return place(spot, s("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, inside, figures));
}

const figureCame = (view, { previous }, hex) =>
  previous && ["panda", "gardener"].some((who) => same(view[who], hex) && !same(previous[who], hex));

const pondLabel = (view) => ["The pond", ...figuresOn(view, POND)].join(", ");
const figuresOn = (view, hex) => ["panda", "gardener"].filter((who) => same(view[who], hex)).map((who) => `the ${who}`);

function plotPlace(one, view, context, moves, choose) {
  const { at, bamboo, colour, improvement: kind, irrigated } = one;
  const label = [
    `${capital(colour)} plot at ${key(at)}`,
    irrigated ? "irrigated" : "dry",
    bamboo > 0 && `bamboo ${bamboo}`,
    kind,
    ...figuresOn(view, at),
  ]
    .filter(Boolean)
    .join(", ");
  const was = context.previous?.garden.find((other) => same(other.at, at));
  const changed =
    context.previous &&
    (!was || was.bamboo !== bamboo || was.improvement !== kind || was.irrigated !== irrigated || figureCame(view, context, at));
  return hexPlace(at, plot(one), { label, moves, choose, class: `${when({ changed })} hex` }, view);
}

function channels(view, context, moves, choose) {
  const arrived = newIn(view.channels.map(String), context.previous?.channels.map(String));
  const lays = movesOf(moves, "lay-channel");
  return [
    ...view.channels.map((edge) =>
      pipe(edge, { class: `channel ${when({ changed: arrived.has(String(edge)) })}`, label: "Channel" }),
    ),
    ...lays.map((move) =>
      pipe(move.between, {
        class: "channel open",
        label: `Lay a channel between ${move.between.map(where).join(" and ")}`,
        moves: [move],
        choose,
      }),
    ),
  ];
}

function pipe(edge, spot) {
  const { x, y, turn, from, to } = channel(edge);
  const line = { x1: from, x2: to };
  return place(
    spot,
    s(
      "g",
      { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(0)})` },
      s("line.bank", line),
      s("line.stream", line),
      spot.moves && s("rect.foot", { x: from, y: -13, width: to - from, height: 26 }),
    ),
  );
}

// What is chosen beside the garden: the weather, and the plots that were looked at.

function offer(view, moves, choose) {
  const awaited = view.awaited;
  if (!awaited) return null;
  if (awaited.type === "roll") {
    return part(
      "offer",
      "Weather",
      row(
        piece(
          { label: "Roll the weather die", moves: movesOf(moves, "roll"), choose, class: "tile" },
          picture("svg", 44, 44, weather("question-mark")),
        ),
      ),
    );
  }
  if (awaited.type === "choose-weather") {
    const pick = (kind) =>
      captioned(
        kind,
        piece(
          {
            label: capital(kind),
            moves: movesOf(moves, "choose-weather", (move) => move.weather === kind),
            choose,
            class: "tile",
          },
          picture("svg", 44, 44, weather(kind)),
        ),
      );
    return part("offer", "Weather", row(awaited.weathers.map(pick)));
  }
  if (awaited.type !== "place-plot" && awaited.type !== "return-plots") return null;
  if (!awaited.plots)
    return part(
      "offer",
      "Plots looked at",
      row(
        Array.from({ length: awaited.count ?? 2 }, () =>
          hexTile("a plot, face down", s("polygon.sheet.back", { points: points(corners(0, 0, SIZE - 2)) })),
        ),
      ),
    );
  const pick = (id) =>
    captioned(
      tileName(id),
      hexTile(
        capital(tileName(id)),
        plot(tile(id)),
        movesOf(moves, ["place-plot", "return-plots"], (move) => (move.plot ?? move.upper) === id),
        choose,
      ),
    );
  return part(
    "offer",
    awaited.type === "return-plots" ? "Which lies above the other?" : "Plots looked at",
    row(awaited.plots.map(pick)),
  );
}

const hexTile = (label, inside, moves, choose) =>
  piece({ label, moves, choose, class: "tile big" }, s("svg", { viewBox: "-46 -48 92 96", "aria-hidden": "true" }, inside));

const captioned = (text, ...children) => h("figure.captioned", null, ...children, h("figcaption", null, text));

// The supply.

function supply(view, context, moves, choose) {
  const before = context.previous;
  const changed = (was, now) => when({ changed: before && was !== now });
  const heap = (words, now, was, spotMoves, drawn) =>
    captioned(
      count(now, words),
      piece({ label: count(now, words), moves: spotMoves, choose, class: `tile ${changed(was, now)}` }, drawn),
    );
  const deck = (category) =>
    captioned(
      `${view.decks[category]} ${category}`,
      view.decks[category] === 0
        ? gap({ label: `no ${category} objectives`, class: "little" })
        : back(
            {
              label: `${view.decks[category]} ${category} objectives`,
              moves: movesOf(moves, "draw-objective", (move) => move.category === category),
              choose,
              class: `little ${changed(before?.decks[category], view.decks[category])}`,
            },
            view.decks[category],
          ),
    );
  return part(
    "supply",
    "Supply",
    row(
      heap(
        "plot",
        view.pile,
        before?.pile,
        movesOf(moves, "look-at-plots"),
        s(
          "svg",
          { viewBox: "-46 -48 92 96", "aria-hidden": "true" },
          s("polygon.sheet.back", { points: points(corners(0, 0, 44)) }),
        ),
      ),
      heap(
        "channel",
        view.supply.channels,
        before?.supply.channels,
        movesOf(moves, "take-channel"),
        picture(
          "svg",
          44,
          44,
          s(
            "g.channel",
            { transform: "translate(22 22) rotate(-35)" },
            s("line.bank", { x1: -14, x2: 14 }),
            s("line.stream", { x1: -14, x2: 14 }),
          ),
        ),
      ),
      CHIPS.map((kind) =>
        captioned(
          `${view.supply.chips[kind]} ${kind}`,
          piece(
            {
              label: `${view.supply.chips[kind]} ${kind} left`,
              moves: movesOf(moves, "take-chip", (move) => move.chip === kind),
              choose,
              class: `tile ${changed(before?.supply.chips[kind], view.supply.chips[kind])}`,
            },
            picture("svg", 44, 44, improvement(kind, 22, 22, 1.6)),
          ),
        ),
      ),
      CATEGORIES.map(deck),
      COLOURS.map((colour) =>
        captioned(
          `${view.supply.bamboo[colour]} ${colour}`,
          piece(
            { label: `${view.supply.bamboo[colour]} ${colour} sections left`, class: "tile" },
            picture("svg", 44, 44, stalk(colour, 2, 22, 38, 1.1)),
          ),
        ),
      ),
    ),
  );
}

// The seats.

function hand(number, view, context, moves, choose) {
  const cards = view.seats[number]?.cards;
  if (!cards) return null;
  const arrived = newIn(
    cards.map((one) => one.objective),
    context.previous?.seats[number].cards?.map((one) => one.objective),
  );
  const own = context.viewer === number;
  const shown = cards.map((one) => {
    const claims = movesOf(moves, "claim", (move) => move.objective === one.objective);
    const label = `${objectiveName(one.objective)}, ${count(one.points, "point")}, ${lacks(one)}`;
    const drawn = card(
      { label, moves: claims, choose, class: when({ little: !own, done: one.fulfilled, changed: arrived.has(one.objective) }) },
      objective(one.objective, one.points),
      one.fulfilled && s("path.check", { d: "M8 68L14 75 25 62" }),
    );
    return own ? captioned(lacks(one), drawn) : drawn;
  });
  return part("hand", own ? "Your objectives" : "Hand", shown.length > 0 ? row(shown) : h("p.empty", null, "none"));
}

const LACKS = {
  bamboo: ({ bamboo }) =>
    `lacks ${list(COLOURS.filter((colour) => bamboo[colour] > 0).map((colour) => `${bamboo[colour]} ${colour}`))}`,
  plots: ({ dry, plots }) => `lacks ${list([plots > 0 && count(plots, "plot"), dry > 0 && `water on ${dry}`].filter(Boolean))}`,
  stalks: ({ gardener: absent, stalks }) =>
    `lacks ${list([stalks > 0 && count(stalks, "stalk"), absent && "the gardener"].filter(Boolean))}`,
};

const lacks = ({ fulfilled, missing }) => (fulfilled || !missing ? "fulfilled" : (LACKS[missing.type]?.(missing) ?? "not yet"));

function box(seat, number, view, context, moves, choose) {
  const before = context.previous?.seats[number];
  const turn = view.turn?.seat === number;
  const arrived = newIn(seat.claimed, before?.claimed);
  const chips = CHIPS.filter((kind) => seat.chips[kind] > 0);
  const inHand = CATEGORIES.filter((category) => seat.hand[category] > 0).map((category) => `${seat.hand[category]} ${category}`);
  return seatBox(
    number,
    context,
    { turn, marks: [view.emperor === number && "Emperor"] },
    h(
      "div.stats",
      null,
      stat(seat.points, "points", before?.points),
      stat(
        `${seat.claimed.length}/${view.objectives_needed}`,
        "claimed",
        before && `${before.claimed.length}/${view.objectives_needed}`,
      ),
    ),
    h(
      "div.stats",
      null,
      COLOURS.map((colour) => eaten(colour, seat.bamboo[colour], before?.bamboo[colour])),
    ),
    h(
      "div.stats",
      null,
      stat(seat.channels, "channels", before?.channels),
      chips.map((kind) => stat(seat.chips[kind], kind, before?.chips[kind])),
    ),
    h("div.stats", null, h("span", null, `In hand: ${list(inHand) || "nothing"}`)),
    context.viewer === "full" && hand(number, view, context, turn ? moves : [], choose),
    seat.claimed.length > 0 &&
      part(
        "claimed",
        "Claimed",
        row(
          seat.claimed.map((id) =>
            card({ label: objectiveName(id), class: `little ${when({ changed: arrived.has(id) })}` }, objective(id)),
          ),
        ),
      ),
  );
}

function eaten(colour, now, was) {
  const sign = s("svg.sign", { viewBox: "0 0 16 18", "aria-hidden": "true" }, stalk(colour, 1, 7, 17, 1));
  return h(
    "span.stat",
    { class: when({ changed: was !== undefined && was !== now }), title: `${count(now, "section")} of ${colour} bamboo eaten` },
    sign,
    h("b", null, String(now)),
    ` ${colour}`,
  );
}

function hidden(view) {
  if (!view.hidden) return view.discarded.length > 0 ? folded("Out of the game", objectives(view.discarded)) : null;
  const { pile, plot_deck: plots, gardener_deck: gardeners, panda_deck: pandas } = view.hidden;
  return folded(
    "Face down",
    part("down", "Pile of plots", row(pile.map((id) => hexTile(capital(tileName(id)), plot(tile(id)))))),
    [
      ["Plot objectives", plots],
      ["Gardener objectives", gardeners],
      ["Panda objectives", pandas],
      ["Out of the game", view.discarded],
    ]
      .filter(([, cards]) => cards.length > 0)
      .map(([title, cards]) => part("down", title, objectives(cards))),
  );
}

const objectives = (cards) => row(cards.map((id) => card({ label: objectiveName(id), class: "little" }, objective(id))));

export { knows, label, tell } from "./takenoko-words.js";
