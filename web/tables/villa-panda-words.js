// Villa Panda in words: what happened, and what can be done.

import { count, list, nameOf, scores, worded } from "../draw.js";
import { goodsWords, iconWords, pandaName } from "./villa-panda-pieces.js";

const ENDINGS = { points: "somebody has 12 points", pandas: "the pandas are used up", "round-cap": "no more rounds" };

/** What ends the game. */
export const ending = (by) => ENDINGS[by] ?? by;

const ASKS = {
  roll: () => "rolls the dice",
  "change-dice": () => "may change the dice",
  "name-resource": () => "names the resource that a 7 costs",
  numerals: () => "may use buildings that the dice trigger",
  "next-panda": ({ pandas }) => (pandas.length > 0 ? "says which panda is next" : "may play a panda before the dice go on"),
  "choose-die": () => "chooses a die",
  act: () => "acts",
  buildings: () => "may use buildings that the action triggers",
  take: ({ left }) => `takes ${count(left, "resource")}`,
  hire: () => "may hire a panda",
  exchange: ({ gives, takes }) => `may exchange ${gives} for ${takes}`,
  build: () => "may build, or slide a panda",
  pay: ({ building, left }) => `pays ${count(left, "panda")} for building ${building}`,
  activate: ({ icons }) => `may ${iconWords(icons)}${icons.length > 1 ? ", in any order" : ""}`,
  rest: () => "may send a meeple to rest",
  return: ({ left }) => `returns ${count(left, "resource")}, over the limit`,
};

/** Who is awaited, and for what. */
export function ask(view, context) {
  if (!view.awaited) return "The game is over";
  if (view.awaited.type === "mission")
    return `Missions are chosen by ${list(view.awaited.seats.map((seat) => nameOf(seat, context)))}`;
  return `${nameOf(view.acting ?? view.turn, context)} ${ASKS[view.awaited.type]?.(view.awaited) ?? "decides"}`;
}

const TITLES = { market: "Market", build: "Build", hire: "Hire", activate: "Activate" };

export const areaName = (area) => TITLES[area] ?? area;
const names = (cards) => list(cards.map(pandaName));

const EFFECTS = {
  "game-dealt": ({ first }, context) => `The table is set up; ${nameOf(first, context)} begins.`,
  "missions-drawn": ({ seat, missions }, context) => `${nameOf(seat, context)} draws the missions ${list(missions)}.`,
  "mission-kept": ({ seat }, context) => `${nameOf(seat, context)} keeps a mission in secret.`,
  "turn-began": ({ seat, round, meeples }, context) =>
    `Round ${round}: it is ${nameOf(seat, context)}'s turn, with ${count(meeples, "meeple")}.`,
  "emperor-moved": ({ to }) => `The Emperor moves on to ${areaName(to)}.`,
  rested: ({ seat, area }, context) => `${nameOf(seat, context)}'s meeple goes from ${areaName(area)} to its rest area.`,
  reshuffled: ({ market: name }) => `The ${name === "pandas" ? "panda" : "building"} market is reshuffled.`,
  rolled: ({ seat, dice: [a, b] }, context) => `${nameOf(seat, context)} rolls ${a} and ${b}.`,
  "die-changed": ({ seat, building, from, to }, context) =>
    `${nameOf(seat, context)} changes a die from ${from} to ${to} with building ${building}.`,
  seven: ({ resource }) =>
    resource === null ? "The sum is 7, and nobody has a resource." : `The sum is 7: everybody returns ${resource}.`,
  returned: ({ seat, resource, count: n }, context) => `${nameOf(seat, context)} returns ${n} ${resource}.`,
  "die-chosen": ({ seat, value }, context) => `${nameOf(seat, context)} chooses the ${value}.`,
  activated: ({ seat, panda }, context) => `${nameOf(seat, context)}'s ${pandaName(panda)} acts.`,
  "building-used": ({ seat, building }, context) => `${nameOf(seat, context)} uses building ${building}.`,
  gained: ({ seat, resource, count: n }, context) => `${nameOf(seat, context)} gains ${n} ${resource}.`,
  short: ({ seat, resource, missing }, context) => `The supply is ${missing} ${resource} short for ${nameOf(seat, context)}.`,
  skipped: ({ seat, operation }, context) => `${nameOf(seat, context)} has nothing to do for an icon: ${iconWords([operation])}.`,
  exchanged: ({ seat, give, take }, context) => `${nameOf(seat, context)} exchanges ${goodsWords(give)} for ${goodsWords(take)}.`,
  hired: ({ seat, panda, revealed }, context) =>
    `${nameOf(seat, context)} hires the ${pandaName(panda)}; ${revealed === null ? "nothing" : `the ${pandaName(revealed)}`} takes its place.`,
  played: ({ seat, panda, paid }, context) => `${nameOf(seat, context)} plays the ${pandaName(panda)} for ${goodsWords(paid)}.`,
  "building-paid": ({ seat, building, paid }, context) =>
    `${nameOf(seat, context)} pays ${goodsWords(paid)} for building ${building}.`,
  built: ({ seat, building, behind }, context) =>
    `${nameOf(seat, context)} builds ${building}, with the ${names(behind)} behind it.`,
  slid: ({ seat, building, panda }, context) =>
    `${nameOf(seat, context)} slides the ${pandaName(panda)} behind building ${building}.`,
  placed: ({ seat, area, space }, context) => `${nameOf(seat, context)} places a meeple at ${areaName(area)} for the ${space}.`,
  recalled: ({ seat, area }, context) => `${nameOf(seat, context)} takes the meeple at ${areaName(area)} home.`,
  "task-claimed": ({ seat, task, points }, context) =>
    `${nameOf(seat, context)} claims the task ${task} for ${count(points, "point")}.`,
  "end-set": ({ by }) => `The end is set, ${ending(by)}: the round is played to its end.`,
  "mission-revealed": ({ seat, mission, points }, context) =>
    `${nameOf(seat, context)} reveals the mission ${mission} for ${count(points, "point")}.`,
  "game-over": ({ points }, context) => `The game is over: ${scores(points, context)}.`,
};

/** A sentence about an effect. */
export const tell = (effect, context) => worded(EFFECTS, effect, context);

const MOVES = {
  "keep-mission": ({ mission }) => `Keep the mission ${mission}`,
  reshuffle: ({ market: name }) => `Reshuffle the ${name === "pandas" ? "panda" : "building"} market`,
  roll: () => "Roll the dice",
  "change-die": ({ building, die: value, to }) =>
    `Building ${building}: ${to === null ? `roll the ${value} again` : `turn the ${value} into ${to}`}`,
  "name-resource": ({ resource }) => `Everybody returns ${resource}`,
  "choose-die": ({ value }) => `Choose the ${value}`,
  activate: ({ panda }) => `Activate the ${pandaName(panda)}`,
  "use-building": ({ building }) => `Use building ${building}`,
  "play-panda": ({ panda }, view) => `Play the ${pandaName(panda)}${costOf(panda, view)}`,
  place: ({ area, space }, view) => `${areaName(area)}: ${gives(area, space, view)}`,
  recall: ({ area }) => `Take the meeple at ${areaName(area)} home, and end the turn`,
  "recall-both": () => "Take both meeples home, and end the turn",
  take: ({ resource }) => `Take 1 ${resource}`,
  hire: ({ panda }) => `Hire the ${pandaName(panda)}`,
  exchange: ({ give, take }) => `Give ${goodsWords(give)} for ${goodsWords(take)}`,
  build: ({ building }) => `Build ${building}`,
  pay: ({ panda }) => `Pay the ${pandaName(panda)}`,
  slide: ({ building, panda }) => `Slide the ${pandaName(panda)} behind building ${building}`,
  rest: ({ area }, view, context) => `Send ${resting(area, view, context)} at ${areaName(area)} to rest`,
  return: ({ resource }) => `Return 1 ${resource}`,
  pass: () => "Go on without it",
  "end-turn": () => "End the turn",
};

function costOf(id, view) {
  const found = view.seats.flatMap((seat) => seat.hand ?? []).find((one) => one.panda === id);
  return found ? ` for ${goodsWords(found.cost)}` : "";
}

function gives(name, space, view) {
  const area = view.areas.find((one) => one.area === name);
  if (!area) return space;
  return space === "resource" ? `take 1 ${area.resource}` : iconWords([area.action]);
}

function resting(name, view, context) {
  const owner = view.areas.find((one) => one.area === name)?.meeple ?? null;
  return owner === null ? "the meeple" : `${nameOf(owner, context)}'s meeple`;
}

/** A short label of a legal move. */
export const label = (move, view, context) => worded(MOVES, move, view, context);

/** Whether there is a label for moves of this type. */
export const knows = (type) => type in MOVES;
