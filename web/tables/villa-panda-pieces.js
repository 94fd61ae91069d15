// The pieces of Villa Panda: resources, kinds of pandas, icons, panda cards and buildings.

import { animal } from "../animals.js";
import { s } from "../dom.js";
import { capital, card, count, die, list, meeple, picture, piece, shape } from "../draw.js";

export const RESOURCES = ["bamboo", "bao", "gold", "water"];
export const KINDS = ["builder", "trader", "collector", "monk"];

const GOODS = {
  bamboo: () => [
    s("rect.shape.fill-green", { x: -4, y: -10, width: 8, height: 9, rx: 2.5 }),
    s("rect.shape.fill-green", { x: -4, y: 0, width: 8, height: 9, rx: 2.5 }),
    s("path.shape.fill-green", { d: "M4-2Q10-8 12-3 8 0 4-2z" }),
  ],
  bao: () => [
    s("path.shape.fill-tile", { d: "M-10 6Q-11-5-2-8 0-11 2-8 11-5 10 6 0 10-10 6z" }),
    s("path.line.thin.ink-line", { d: "M0-7V-3M-4-5L-2-2M4-5L2-2" }),
  ],
  gold: () => [s("circle.shape.fill-yellow", { r: 9 }), s("rect.paper-fill", { x: -3, y: -3, width: 6, height: 6 })],
  water: () => shape("drop", "water", 0, 1, 0.95),
};

/** A resource, 20 units across. */
export const good = (name, x, y, scale = 1) => s("g", { transform: `translate(${x} ${y}) scale(${scale})` }, GOODS[name]?.());

const KIND_COLOURS = { builder: "orange", trader: "blue", collector: "green", monk: "purple" };
const KIND_SIGNS = {
  builder: "M-7-7H5V-2H1V8H-3V-2H-7z",
  trader: "M-8-3H3V-7L9-1 3 4V1H-8zM-8 5H0V8H-8z",
  collector: "M-8-2H8L6 8H-6zM-5-2Q0-13 5-2H3Q0-8-3-2z",
  monk: "M-6 4Q-6-8 0-9 6-8 6 4L8 6H-8zM-2 7H2V9H-2z",
};

/** The sign of a kind of pandas on its disc, 22 units across. */
const kindSign = (kind, x, y, scale = 1) =>
  s(
    "g",
    { transform: `translate(${x} ${y}) scale(${scale})` },
    s(`circle.shape.fill-${KIND_COLOURS[kind]}`, { r: 11 }),
    s("path.on-disc", { d: KIND_SIGNS[kind] }),
  );

const burst = () => s("path.shape.fill-yellow", { d: "M0-13L3-6 10-9 7-2 14 2 6 5 8 12 1 8-5 13-5 6-13 6-8 0-13-6-5-6z" });

/** The icons of cards and areas, about 26 units across. */
const ICONS = {
  gain: ({ count: n, resource }) => Array.from({ length: n }, (_, at) => good(resource, (at - (n - 1) / 2) * 11, 0, 0.9)),
  "gain-any": ({ count: n }) =>
    Array.from({ length: n }, (_, at) =>
      s("g", { transform: `translate(${(at - (n - 1) / 2) * 12} 0)` }, s("circle.sheet", { r: 9 }), s("text", { y: 5 }, "?")),
    ),
  hire: () => [animal("panda", -3, 1, 0.45), s("path.line", { d: "M10-9V-1M6-5H14" })],
  exchange: () => s("path.line", { d: "M-10-4H9L4-9M10 5H-9L-4 10" }),
  build: () => s("path.shape.fill-orange", { d: "M-12-1L0-11 12-1H9V10H3V3H-3V10H-9V-1z" }),
  activate: ({ kind }) => [burst(), kindSign(kind, 0, 0, 0.68)],
  "activate-any": () => [burst(), s("text", { y: 5 }, "?")],
  rest: () => [meeple(null, -4, 11, 0.8), s("text.small", { x: 9, y: -3 }, "zz")],
};

export const icon = (operation, x, y, scale = 1) =>
  s("g", { transform: `translate(${x} ${y}) scale(${scale})` }, ICONS[operation.type]?.(operation));

const ICON_WORDS = {
  gain: ({ count: n, resource }) => `${n} ${resource}`,
  "gain-any": ({ count: n }) => `${count(n, "resource")} of choice`,
  hire: () => "hire",
  exchange: () => "exchange",
  build: () => "build",
  activate: ({ kind }) => `activate a ${kind}`,
  "activate-any": () => "activate a panda",
  rest: () => "send a meeple to rest",
};

export const iconWords = (operations) => list(operations.map((one) => ICON_WORDS[one.type]?.(one) ?? one.type));

/** Resources in words: `2 bamboo and 1 gold`. */
export function goodsWords(goods) {
  const counted = RESOURCES.map((name) => [name, goods.filter((one) => one === name).length]).filter(([, n]) => n > 0);
  return list(counted.map(([name, n]) => `${n} ${name}`)) || "nothing";
}

const LETTERS = { B: "builder", T: "trader", C: "collector", M: "monk" };

/** The kind of a panda card, from its id: the second letter, or the last one of a starting card. */
export const kindOf = (id) => LETTERS[id.startsWith("S-") ? id.at(-1) : id[1]] ?? "panda";
export const pandaName = (id) => `${kindOf(id)} ${id}`;

/** Small things side by side around a point. */
const spread = (things, x, y, step, drawn) =>
  things.map((thing, at) => drawn(thing, x + (at - (things.length - 1) / 2) * step, y));

/** A panda card with its face up. */
export function pandaCard({ panda, kind, values, effect, cost }, spot = {}) {
  const label = `${capital(pandaName(panda))}, on ${values.join(" and ")}: ${iconWords(effect)}${cost.length > 0 ? `, costs ${goodsWords(cost)}` : ""}`;
  return card(
    { label, ...spot },
    s(`rect.band.fill-${KIND_COLOURS[kind]}`, { x: 4, y: 4, width: 52, height: 18, rx: 4 }),
    kindSign(kind, 13, 13, 0.68),
    s("text.on-band.need", { x: 39, y: 17 }, values.join(" ∕ ")),
    spread(effect, 30, 44, effect.length > 2 ? 17 : 25, (one, x, y) => icon(one, x, y, effect.length > 2 ? 0.62 : 0.85)),
    cost.length > 0 && [
      s("path.line.thin.faint", { d: "M8 62H52" }),
      spread(cost, 30, 72, 14, (one, x, y) => good(one, x, y, 0.6)),
    ],
  );
}

const CHANGES = { "one-up-or-down": "±1", "two-up": "+2", "two-down": "−2", opposite: "turn", reroll: "roll" };
const CHANGE_WORDS = {
  "one-up-or-down": "changes a die by 1",
  "two-up": "raises a die by 2",
  "two-down": "lowers a die by 2",
  opposite: "turns a die over",
  reroll: "rolls a die again",
};

function abilityWords(ability) {
  if (!ability) return "no effect";
  if (ability.type === "change-die") return CHANGE_WORDS[ability.change] ?? ability.change;
  return `${ability.type === "on-die" ? `on a ${ability.value}` : `after the action ${ability.area}`}: ${iconWords(ability.effect)}`;
}

const needWords = (needs) => list(needs.map(({ count: n, kind }) => `${n} ${kind}`));
const conditionWords = (condition) =>
  condition
    ? `if ${needWords(condition.needs)} behind ${condition.scope === "this-building" ? "it" : "all own buildings"}`
    : "in any case";

const house = (x, y, scale) =>
  s(
    "g",
    { transform: `translate(${x} ${y}) scale(${scale})` },
    s("path.shape.fill-orange", { d: "M-12-1L0-11 12-1H9V10H-9V-1z" }),
  );

/** What has to be behind this building, one house, or behind all own ones, two houses. */
function needs({ needs: all, scope }) {
  const houses = scope === "this-building" ? house(13, 49, 0.6) : [house(9, 49, 0.5), house(20, 49, 0.5)];
  return [
    houses,
    spread(all, 62, 43, all.length > 3 ? 18 : 24, (one, x, y) => [
      kindSign(one.kind, x, y, 0.66),
      s("text.need", { x, y: y + 19 }, String(one.count)),
    ]),
  ];
}

/** When an ability acts, and what it does. */
function ability(of) {
  if (!of) return null;
  if (of.type === "change-die")
    return [
      s("g", { transform: "translate(22 66) scale(.5)" }, die(null)),
      s("text", { x: 64, y: 81 }, CHANGES[of.change] ?? ""),
    ];
  const cause =
    of.type === "on-die"
      ? s("g", { transform: "translate(14 66) scale(.5)" }, die(of.value))
      : s("text.small", { x: 26, y: 80 }, of.area);
  return [
    cause,
    s("path.line.thin.faint", { d: "M48 76H54M52 73L55 76 52 79" }),
    spread(of.effect, 76, 76, 18, (one, x, y) => icon(one, x, y, 0.78)),
  ];
}

/** What lies in the lowest row: the price in the market, the pandas behind it once it is built. */
function lowest({ cost = [], pandas = 0, behind }) {
  if (behind)
    return [
      spread(behind.slice(0, 9), 50, 100, 10, (one, x, y) => kindSign(one.kind, x, y, 0.45)),
      behind.length > 9 && s("text.small", { x: 94, y: 104 }, "…"),
    ];
  const price = [...cost, ...Array.from({ length: pandas }, () => "panda")];
  return spread(price, 50, 100, 11, (one, x, y) =>
    one === "panda" ? s("rect.shape.fill-black", { x: x - 3.5, y: y - 6, width: 7, height: 11, rx: 2 }) : good(one, x, y, 0.58),
  );
}

/** A building, of the market or built. */
export function buildingCard(of, spot = {}) {
  const { building, type, points, condition, cost = [], pandas, points_now: now, behind } = of;
  const price = pandas === undefined ? "" : `, costs ${goodsWords(cost)} and ${count(pandas, "panda")}`;
  const held = behind
    ? `, scores ${now} now, behind it ${
        list(
          KINDS.map((kind) => [kind, behind.filter((one) => one.kind === kind).length])
            .filter(([, n]) => n > 0)
            .map(([kind, n]) => `${n} ${kind}`),
        ) || "nothing"
      }`
    : "";
  const label = `Building ${building}: ${count(points, "point")} ${conditionWords(condition)}, ${abilityWords(of.ability)}${price}${held}`;
  return piece(
    { label, ...spot, class: `building ${spot.class ?? ""}` },
    picture(
      "svg",
      100,
      112,
      s("rect.sheet", { x: 1, y: 1, width: 98, height: 110, rx: 7 }),
      s("path.roof", { d: "M4 29L13 5H87L96 29z" }),
      s("text.light", { x: 22, y: 23 }, type),
      s("text.small.light", { x: 46, y: 21 }, building),
      shape("star", "yellow", 74, 17, 1.2),
      s("text.on-star", { x: 74, y: 22 }, String(points)),
      condition && needs(condition),
      ability(of.ability),
      s("path.line.thin.faint", { d: "M8 89H92" }),
      lowest(of),
      behind && now === points && s("path.check", { d: "M82 40L87 46 95 34" }),
    ),
  );
}

/** A task in words. */
const taskWords = ({ points, buildings, pandas }) =>
  `${count(points, "point")} for ${list([...buildings.map(({ count: n, kind }) => count(n, `${kind} building`)), ...pandas.map(({ count: n, kind }) => count(n, kind))])}`;

const RATES = { nothing: "0", "one-for-two": "½", "one-each": "1", "two-each": "2" };

/** A mission: what each kind behind the own buildings is worth. */
export function missionCard({ mission, rates, points_now: now }, spot = {}) {
  const label = `Mission ${mission}: ${list(KINDS.map((kind) => `${RATES[rates[kind]]} for a ${kind}`))}; ${now} now`;
  return card(
    { label, ...spot },
    KINDS.map((kind, at) => {
      const y = 13 + at * 17;
      return [kindSign(kind, 18, y, 0.62), s("text", { x: 42, y: y + 5 }, RATES[rates[kind]] ?? "")];
    }),
    s("text.small.soft", { x: 30, y: 80 }, `now ${now}`),
  );
}

/** A task: the buildings and pandas that it asks for. */
export function taskCard(task, spot = {}) {
  const wide = task.pandas.length;
  return card(
    { label: `Task ${task.task}: ${taskWords(task)}`, ...spot },
    shape("star", "yellow", 30, 16, 1.3),
    s("text.on-star", { x: 30, y: 21 }, String(task.points)),
    spread(task.buildings, 30, 44, 26, (one, x, y) => [
      s("path.roof", { d: `M${x - 11} ${y + 5}L${x - 7} ${y - 9}H${x + 7}L${x + 11} ${y + 5}z` }),
      s("text.small.light", { x, y: y + 2 }, `${one.count}${one.kind}`),
    ]),
    spread(task.pandas, 30, 61, wide > 2 ? 18 : 24, (one, x, y) => [
      kindSign(one.kind, x, y, 0.6),
      s("text.small", { x, y: y + 18 }, String(one.count)),
    ]),
  );
}
