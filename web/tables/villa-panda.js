// Villa Panda: the board with its four areas, the dice, the two markets, and the play areas with their buildings.

import { h, s } from "../dom.js";
import {
  back,
  count,
  die,
  folded,
  gap,
  list,
  meeple,
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
} from "../draw.js";
import {
  buildingCard,
  good,
  icon,
  iconWords,
  missionCard,
  pandaCard,
  pandaName,
  RESOURCES,
  taskCard,
} from "./villa-panda-pieces.js";
import { areaName, ask, ending } from "./villa-panda-words.js";

/** The table. */
export function draw(view, context, moves, choose) {
  const said = [
    ask(view, context),
    `round ${view.round}`,
    view.turn !== null && view.turn !== view.acting && `${nameOf(view.turn, context)}'s turn`,
    view.ending && `last round: ${ending(view.ending)}`,
  ];
  const todo = view.unresolved.map(
    ({ panda, building, icons }) =>
      `${panda ? pandaName(panda) : building ? `building ${building}` : "the action"}: ${iconWords(icons)}`,
  );
  return table(
    "villa-panda",
    said,
    todo.length > 0 && h("p.empty", null, `Still to come: ${list(todo)}.`),
    h(
      "div.columns",
      null,
      part("board", null, board(view, context, moves, choose)),
      h("div.supply", null, supply(view, context, moves, choose), tasks(view, context)),
    ),
    market(view, context, moves, choose),
    seats(view.seats.map((seat, number) => box(seat, number, view, context, ownMoves(number, view, context, moves), choose))),
    hidden(view),
  );
}

/** The moves that are about what lies before a seat: only those of the seat that has to move. */
const ownMoves = (number, view, context, moves) =>
  number === (Number.isInteger(context.viewer) ? context.viewer : view.acting) ? moves : [];

// The board.

/** @type {[number, number][]} */
const CORNERS = [
  [4, 4],
  [246, 4],
  [246, 156],
  [4, 156],
];

function board(view, context, moves, choose) {
  return s(
    "svg.map.villa",
    { viewBox: "0 0 420 270", role: "group", "aria-label": "The board" },
    s("path.path", { d: "M90 60H330V210H90z" }),
    view.areas.map((area, at) => areaBox(area, CORNERS[at], context, moves, choose)),
    dice(view, context, moves, choose),
  );
}

function areaBox(area, [x, y], context, moves, choose) {
  const { area: name, resource, action, meeple: owner, emperor } = area;
  const old = context.previous?.areas.find((other) => other.area === name);
  const changed = old && (old.meeple !== owner || old.emperor !== emperor);
  const to = (space) => movesOf(moves, "place", (move) => move.area === name && move.space === space);
  const leaves = movesOf(moves, ["recall", "rest"], (move) => move.area === name);
  const both = leaves.some((move) => move.type === "recall") ? movesOf(moves, "recall-both") : [];
  return [
    s("rect.sheet", { x, y, width: 170, height: 110, rx: 12, class: when({ "area-changed": changed }) }),
    s("text.start", { x: x + 12, y: y + 101 }, areaName(name)),
    place(
      { label: `${areaName(name)}: take 1 ${resource}`, moves: to("resource"), choose },
      s("rect.gap.edge", { x: x + 10, y: y + 10, width: 70, height: 48, rx: 10 }),
      good(resource, x + 45, y + 34, 1.4),
    ),
    place(
      { label: `${areaName(name)}: ${iconWords([action])}`, moves: to("action"), choose },
      s("rect.gap.edge", { x: x + 90, y: y + 10, width: 70, height: 48, rx: 10 }),
      icon(action, x + 125, y + 34, 1.3),
    ),
    emperor &&
      place(
        { label: `The Emperor is at ${areaName(name)}`, class: when({ changed: old && !old.emperor }) },
        emperorAt(x + 100, y + 104),
      ),
    owner !== null &&
      place(
        {
          label: `The meeple of ${nameOf(owner, context)} at ${areaName(name)}`,
          moves: [...leaves, ...both],
          choose,
          class: when({ changed: old && old.meeple !== owner }),
        },
        s("rect.edge.foot", { x: x + 120, y: y + 62, width: 40, height: 45, rx: 10 }),
        meeple(owner, x + 140, y + 104, 1.6),
      ),
  ];
}

const emperorAt = (x, y) =>
  s(
    "g",
    { transform: `translate(${x} ${y})` },
    s("path.shape.fill-yellow", { d: "M-12 0L-9-22H9L12 0z" }),
    s("circle.shape.fill-tile", { cy: -24, r: 8 }),
    s("path.shape.fill-red", { d: "M-10-28L-12-40-5-34 0-42 5-34 12-40 10-28z" }),
  );

function dice(view, context, moves, choose) {
  const rolls = movesOf(moves, "roll");
  const changed = context.previous && String(context.previous.dice) !== String(view.dice);
  if (!view.dice)
    return place(
      { label: "Roll the dice", moves: rolls, choose },
      s("rect.gap.edge", { x: 158, y: 113, width: 104, height: 48, rx: 12 }),
      die(null, 165, 117),
      die(null, 215, 117),
    );
  const sum = view.dice[0] + view.dice[1];
  const one = (value, at) =>
    place(
      {
        label: `A die shows ${value}`,
        moves: movesOf(moves, ["choose-die", "change-die"], (move) => (move.value ?? move.die) === value),
        choose,
        class: when({ changed }),
      },
      s("rect.edge.foot", { x: 155 + at * 46, y: 115, width: 42, height: 42, rx: 10 }),
      die(value, 156 + at * 46, 116),
    );
  return [view.dice.map(one), s("text", { x: 262, y: 141, class: "big" }, `= ${sum}`)];
}

// The supply and the tasks.

function goods(of, before, spotOf, title) {
  return RESOURCES.map((name) => {
    const changed = before && before[name] !== of[name];
    return piece(
      { label: `${of[name]} ${name}${title}`, ...spotOf(name), class: `token ${when({ changed, none: of[name] === 0 })}` },
      picture("svg", 52, 26, good(name, 13, 13), s("text.start", { x: 27, y: 18 }, String(of[name]))),
    );
  });
}

function supply(view, context, moves, choose) {
  const spot = (name) => ({
    moves: [
      ...movesOf(
        moves,
        ["take", "name-resource"],
        (move) => (move.type === "take" || move.type === "name-resource") && move.resource === name,
      ),
      ...movesOf(moves, "exchange", (move) => move.take.includes(name)),
    ],
    choose,
  });
  return part("tokens", "Supply", row(goods(view.supply, context.previous?.supply, spot, " in the supply")));
}

function tasks(view, context) {
  if (view.tasks.length === 0) return null;
  const arrived = newIn(
    view.tasks.map(({ task }) => task),
    context.previous?.tasks.map(({ task }) => task),
  );
  return part(
    "tasks",
    "Tasks",
    row(view.tasks.map((task) => taskCard(task, { class: when({ changed: arrived.has(task.task) }) }))),
  );
}

// The markets.

function market(view, context, moves, choose) {
  const before = context.previous;
  const pandas = newIn(
    view.panda_market.map(({ panda }) => panda),
    before?.panda_market.map(({ panda }) => panda),
  );
  const buildings = newIn(
    view.building_market.map(({ building }) => building),
    before?.building_market.map(({ building }) => building),
  );
  const deck = (name, left, title) =>
    left === 0
      ? gap({ label: `no ${title} left` })
      : back(
          {
            label: `${left} ${title} in the deck`,
            moves: movesOf(moves, "reshuffle", (move) => move.market === name),
            choose,
            class: "market-card",
          },
          left,
        );
  return h(
    "div.columns",
    null,
    part(
      "market",
      "Pandas",
      row(
        view.panda_market.map((one) =>
          pandaCard(one, {
            moves: movesOf(moves, "hire", (move) => move.panda === one.panda),
            choose,
            class: `market-card ${when({ changed: pandas.has(one.panda) })}`,
          }),
        ),
        deck("pandas", view.panda_deck, "pandas"),
      ),
    ),
    part(
      "market",
      "Buildings",
      row(
        view.building_market.map((one) =>
          buildingCard(one, {
            moves: movesOf(moves, "build", (move) => move.building === one.building),
            choose,
            class: `market-card ${when({ changed: buildings.has(one.building) })}`,
          }),
        ),
        deck("buildings", view.building_deck, "buildings"),
      ),
    ),
  );
}

// The seats.

function box(seat, number, view, context, moves, choose) {
  const before = context.previous?.seats[number];
  const turn = (view.acting ?? view.turn) === number;
  const home = Array.from({ length: seat.meeples_home }, (_, at) => meeple(number, 11 + at * 22, 26, 0.9));
  const resources = (name) => ({
    moves: [
      ...movesOf(moves, "return", (move) => move.resource === name),
      ...movesOf(moves, "exchange", (move) => move.give.includes(name)),
    ],
    choose,
  });
  const missions = seat.missions ?? [];
  const score = seat.points_final ?? seat.points_now;
  return seatBox(
    number,
    context,
    { turn, marks: [view.first_player === number && "first"] },
    h(
      "div.stats",
      null,
      stat(score, "points", before && (before.points_final ?? before.points_now)),
      seat.points_final === null && h("span", null, `of ${seat.points_possible} possible`),
      stat(seat.hand_count, "in hand", before?.hand_count),
      seat.meeples_home > 0 &&
        piece(
          {
            label: `${count(seat.meeples_home, "meeple")} at home`,
            class: `pieces ${when({ changed: before && before.meeples_home !== seat.meeples_home })}`,
          },
          picture("svg", seat.meeples_home * 22, 28, home),
        ),
    ),
    h("div.tokens", null, goods(seat.resources, before?.resources, resources, ` of ${nameOf(number, context)}`)),
    pandas("In play", seat.play, before?.play, ["activate", "pay", "slide"], moves, choose),
    pandas("Hand", seat.hand ?? [], before?.hand, ["play-panda", "pay", "slide"], moves, choose),
    seat.buildings.length > 0 && buildings(seat, before, moves, choose),
    (seat.tasks.length > 0 || missions.length > 0) &&
      part(
        "secret",
        missions.length > 0 ? "Missions and tasks" : "Tasks",
        row(
          missions.map((one) =>
            missionCard(one, { moves: movesOf(moves, "keep-mission", (move) => move.mission === one.mission), choose }),
          ),
          seat.tasks.map((task) => taskCard(task)),
        ),
      ),
  );
}

function pandas(title, cards, before, types, moves, choose) {
  if (cards.length === 0) return null;
  const arrived = newIn(
    cards.map(({ panda }) => panda),
    before?.map(({ panda }) => panda),
  );
  return part(
    "pandas",
    title,
    row(
      cards.map((one) =>
        pandaCard(one, {
          moves: movesOf(moves, types, (move) => move.panda === one.panda),
          choose,
          class: when({ changed: arrived.has(one.panda) }),
        }),
      ),
    ),
  );
}

function buildings(seat, before, moves, choose) {
  const was = (id) => before?.buildings.find((other) => other.building === id);
  return part(
    "buildings",
    `Buildings, ${count(seat.behind, "panda")} behind`,
    row(
      seat.buildings.map((one) => {
        const old = was(one.building);
        const changed = before && (!old || old.behind.length !== one.behind.length || old.points_now !== one.points_now);
        return buildingCard(one, {
          moves: movesOf(moves, ["use-building", "slide", "change-die"], (move) => move.building === one.building),
          choose,
          class: when({ changed }),
        });
      }),
    ),
  );
}

function hidden(view) {
  const decks = [
    ["Pandas, the next first", view.panda_deck_order?.map(pandaName)],
    ["Buildings, the next first", view.building_deck_order],
    ["Missions that nobody has", view.mission_box],
  ].filter(([, cards]) => cards?.length > 0);
  return (
    decks.length > 0 &&
    folded(
      "Face down",
      decks.map(([title, cards]) => h("p", null, h("b", null, `${title}: `), list(cards))),
    )
  );
}

export { knows, label, tell } from "./villa-panda-words.js";
