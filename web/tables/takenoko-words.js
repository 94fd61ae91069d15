// Takenoko in words: what happened, and what can be done.

import { count, list, nameOf, worded } from "../draw.js";
import { key, POND, same, tileName, wish } from "./takenoko-pieces.js";

const ASKS = {
  roll: "rolls the weather die",
  "choose-weather": "chooses the weather",
  rain: "lets it rain on a plot",
  storm: "drives the panda by storm",
  clouds: "takes a chip",
  act: "acts",
  "place-plot": "places a plot",
  "return-plots": "returns the other plots",
  grow: "chooses the plot that grows",
};

/** Who is awaited, and for what. */
export const ask = (view, context) =>
  view.awaited ? `${nameOf(view.turn.seat, context)} ${ASKS[view.awaited.type] ?? "decides"}` : "The game is over";

const FACES = {
  sun: "the sun",
  rain: "rain",
  wind: "wind",
  storm: "a storm",
  clouds: "clouds",
  "question-mark": "a question mark",
};
/** A hex in words. */
export const where = (hex) => (same(hex, POND) ? "the pond" : `the plot at ${key(hex)}`);

const EFFECTS = {
  dealt: ({ starter }, context) =>
    `The garden is laid out, everybody draws an objective of each category; ${nameOf(starter, context)} begins.`,
  turn: ({ seat, number }, context) => `Turn ${number}: it is ${nameOf(seat, context)}'s.`,
  rolled: ({ seat, face }, context) => `${nameOf(seat, context)} rolls ${FACES[face] ?? face}.`,
  "no-chip-left": () => "There is no chip left: the clouds become another weather.",
  "weather-chosen": ({ seat, weather: kind }, context) => `${nameOf(seat, context)} chooses ${FACES[kind] ?? kind}.`,
  declined: ({ seat }, context) => `${nameOf(seat, context)} lets the weather pass.`,
  "chip-taken": ({ seat, chip }, context) => `${nameOf(seat, context)} takes a chip: ${chip}.`,
  looked: ({ seat, plots }, context) => `${nameOf(seat, context)} looks at ${count(plots, "plot")}.`,
  saw: ({ seat, plots }, context) => `${nameOf(seat, context)} sees ${list(plots.map((id) => `a ${tileName(id)}`))}.`,
  "plot-placed": ({ seat, plot: id, at }, context) => `${nameOf(seat, context)} places a ${tileName(id)} at ${key(at)}.`,
  "plots-returned": ({ seat, plots }, context) => `${nameOf(seat, context)} puts ${count(plots, "plot")} under the pile.`,
  "chip-placed": ({ seat, chip, at }, context) => `${nameOf(seat, context)} places a chip on ${where(at)}: ${chip}.`,
  "channel-taken": ({ seat }, context) => `${nameOf(seat, context)} takes a channel.`,
  "channel-laid": ({ seat, between }, context) =>
    `${nameOf(seat, context)} lays a channel between ${between.map(where).join(" and ")}.`,
  watered: ({ at }) => `Water reaches ${where(at)}.`,
  grew: ({ at, sections, bamboo }) => `Bamboo grows by ${sections} on ${where(at)}, to ${bamboo}.`,
  "not-grown": ({ at, sections }) =>
    `Bamboo does not grow on ${where(at)}: ${count(sections, "section is", "sections are")} lacking in the supply.`,
  "gardener-moved": ({ seat, to }, context) => `${nameOf(seat, context)} moves the gardener to ${where(to)}.`,
  "panda-moved": ({ seat, to }, context) => `${nameOf(seat, context)} moves the panda to ${where(to)}.`,
  ate: ({ seat, colour, at }, context) => `The panda eats ${colour} bamboo on ${where(at)}, for ${nameOf(seat, context)}.`,
  drew: ({ seat, category }, context) => `${nameOf(seat, context)} draws a ${category} objective.`,
  received: ({ seat, objective: id }, context) => `${nameOf(seat, context)}'s new objective: ${wish(id)}.`,
  "already-fulfilled": ({ seat, objective: id, discarded }, context) =>
    `${nameOf(seat, context)} drew ${wish(id)}, which is fulfilled already: it goes ${discarded ? "out of the game" : "to the bottom of its deck"}.`,
  claimed: ({ seat, objective: id, points: worth }, context) =>
    `${nameOf(seat, context)} claims ${wish(id)} for ${count(worth, "point")}.`,
  emperor: ({ seat }, context) =>
    `${nameOf(seat, context)} completes the objectives and takes the Emperor card; the others have one more turn.`,
  "game-over": ({ by }) =>
    by === "emperor"
      ? "The game is over: the last turn after the Emperor card is played."
      : "The game is over: the last turn is played.",
};

/** A sentence about an effect. */
export const tell = (effect, context) => worded(EFFECTS, effect, context);

const MOVES = {
  roll: () => "Roll the weather die",
  "choose-weather": ({ weather: kind }) => `Choose ${FACES[kind] ?? kind}`,
  decline: () => "Let the weather pass",
  "rain-on": ({ at }) => `Rain on ${where(at)}`,
  "storm-to": ({ to }) => `Drive the panda to ${where(to)}`,
  "take-chip": ({ chip }) => `Take a chip: ${chip}`,
  "look-at-plots": () => "Look at three plots",
  "place-plot": ({ plot: id, at, chip }) => `Place the ${tileName(id)} at ${key(at)}${chip ? ` with a chip: ${chip}` : ""}`,
  "return-plots": ({ upper }) => `Return both, the ${tileName(upper)} above`,
  "take-channel": () => "Take a channel",
  "move-gardener": ({ to }) => `Move the gardener to ${where(to)}`,
  "move-panda": ({ to }) => `Move the panda to ${where(to)}`,
  "draw-objective": ({ category }) => `Draw a ${category} objective`,
  claim: ({ objective: id }) => `Claim ${wish(id)}`,
  "lay-channel": ({ between }) => `Lay a channel between ${between.map(where).join(" and ")}`,
  "place-chip": ({ chip, at }) => `Place a chip on ${where(at)}: ${chip}`,
  grow: ({ at }) => `Grow bamboo on ${where(at)}`,
  "end-turn": () => "End the turn",
};

/** A short label of a legal move. */
export const label = (move) => worded(MOVES, move);

/** Whether there is a label for moves of this type. */
export const knows = (type) => type in MOVES;
