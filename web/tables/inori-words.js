// Inori in words: what happened, and what can be done.

import { list, nameOf, namesOf, scores, worded } from "../draw.js";
import { cardName, effectWords, runeName } from "./inori-pieces.js";

const ASKS = {
  offer: "offers",
  pay: "chooses the colour that pays",
  "lay-altar": "chooses an altar tile",
  take: "takes a token",
  "place-neutral": "places a neutral piece",
  lift: "chooses the piece to move",
  "set-down": "says where the piece goes",
  "turn-end": "may still play runes",
  "season-end": "may play runes before the cards are judged",
  "keep-start": "keeps one of two new start cards",
};

/** Who is awaited, and for what. */
export const ask = (view, context) =>
  view.awaited ? `${nameOf(view.turn, context)} ${ASKS[view.awaited.type] ?? "decides"}` : "The game is over";

const spaceName = ({ card, space }) => `space ${space} of the ${cardName(card)}`;
const treeName = (space) =>
  space.startsWith("FT") ? `space ${space.slice(2)} at the foot of the Great Tree` : `space ${space.slice(1)} of the Great Tree`;
const placeName = (at) => (at.type === "tree" ? treeName(at.space) : spaceName(at));
const things = (n, colour) => `${n} ${colour} token${n === 1 ? "" : "s"}`;

const EFFECTS = {
  "season-began": ({ season, pieces }) => `Season ${season} begins; everybody has ${pieces} pieces.`,
  turn: ({ seat }, context) => `It is ${nameOf(seat, context)}'s turn.`,
  paid: ({ seat, colour }, context) => `${nameOf(seat, context)} pays a ${colour} token.`,
  offered: ({ seat, to }, context) => `${nameOf(seat, context)} offers to ${placeName(to)}.`,
  "altar-laid": ({ seat, colour, space }, context) =>
    `${nameOf(seat, context)} lays the ${colour} altar tile at ${treeName(space)}.`,
  gained: ({ seat, colour, count: n }, context) =>
    `${nameOf(seat, context)} takes ${n === 0 ? `no ${colour} token: there is none` : things(n, colour)}.`,
  scored: ({ seat, points }, context) => `${nameOf(seat, context)} scores ${points}.`,
  "rune-drawn": ({ seat }, context) => `${nameOf(seat, context)} draws a rune.`,
  "rune-seen": ({ seat, rune: id }, context) => `${nameOf(seat, context)}'s new rune: ${runeName(id).slice(6)}.`,
  nothing: ({ seat }, context) => `A step of the effect finds nothing to do for ${nameOf(seat, context)}.`,
  "runes-shuffled": () => "The played runes are shuffled into a new stack.",
  "neutral-placed": ({ seat, to }, context) => `${nameOf(seat, context)} places a neutral piece on ${spaceName(to)}.`,
  "piece-spent": ({ seat }, context) => `A piece of ${nameOf(seat, context)} finds no space and is out for this season.`,
  "rune-played": ({ seat, rune: id }, context) => `${nameOf(seat, context)} plays a rune: ${runeName(id).slice(6)}.`,
  "piece-moved": ({ seat, owner, from, to }, context) =>
    `${nameOf(seat, context)} moves ${owner === seat ? "the own piece" : `a piece of ${nameOf(owner, context)}`} from ${spaceName(from)} to ${spaceName(to)}.`,
  "season-ended": ({ season }) => `Season ${season} ends.`,
  "card-judged": ({ card, complete, points }, context) =>
    `The ${cardName(card)} is ${complete ? "complete" : "incomplete"}: ${scores(points, context)}.`,
  "card-replaced": ({ card, by }) =>
    `The ${cardName(card)} leaves; ${by === null ? "no card is left to replace it" : `the ${cardName(by)} comes`}.`,
  "pile-shuffled": ({ colour }) => `The used ${colour} cards are shuffled into a new pile.`,
  "starts-drawn": ({ seat, cards }, context) =>
    `${nameOf(seat, context)} has the fewest points and draws the ${list(cards.map(cardName))}.`,
  "start-kept": ({ seat, card, out }, context) =>
    `${nameOf(seat, context)} keeps the ${cardName(card)}; the ${cardName(out)} is out of the game.`,
  "tree-scored": ({ colour, space, points }, context) =>
    `The ${colour} altar tile at ${treeName(space)} is scored: ${scores(points, context)}.`,
  "game-over": ({ winners }, context) =>
    `The game is over: ${namesOf(winners, context)} ${winners.length === 1 ? "wins" : "share the victory"}.`,
};

/** A sentence about an effect. */
export const tell = (effect, context) => worded(EFFECTS, effect, context);

const sharing = (share) => (share ? ", sharing it by a rune" : "");

const MOVES = {
  "offer-card": (move, view) => `Offer to ${spaceName(move)}${does(move, view)}${sharing(move.share)}`,
  "offer-tree": ({ space, share }, view) => `Offer to ${treeName(space)}${does({ space }, view)}${sharing(share)}`,
  "play-rune": ({ rune: id }) => `Play a rune: ${runeName(id).slice(6)}`,
  pay: ({ colour }) => `Pay a ${colour} token`,
  "lay-altar": ({ colour }) => `Lay the ${colour} altar tile`,
  take: ({ colour }) => `Take a ${colour} token`,
  "place-neutral": (move) => `Place a neutral piece on ${spaceName(move)}`,
  lift: (move, _view, context) => `Move the piece of ${nameOf(move.owner, context)} from ${spaceName(move)}`,
  "set-down": (move) => `Set it down on ${spaceName(move)}`,
  "keep-start": ({ card }) => `Keep the ${cardName(card)}`,
  done: () => "Do no more now",
};

/**
 * What a space does, for the label of an offer; without a card it is one of a tree.
 * @param {{ card?: string, space: string | number }} at
 * @param {Record<string, any>} view
 */
function does({ card, space }, view) {
  const spaces = card ? view.display.find((other) => other?.card === card)?.spaces : [...view.altars, ...view.foot];
  const found = spaces?.find((other) => other.space === space);
  if (!found) return "";
  return `: ${found.effect ? effectWords(found.effect) : `take two ${found.colour} tokens`}`;
}

/** A short label of a legal move. */
export const label = (move, view, context) => worded(MOVES, move, view, context);

/** Whether there is a label for moves of this type. */
export const knows = (type) => type in MOVES;
