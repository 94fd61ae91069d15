// Plays a game of every ruleset through the generated types, looks back at it, and audits it.

import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./pandect.js";

type Schemas = components["schemas"];

const baseUrl = process.argv[2]!;
const server = createClient<paths>({ baseUrl });

/** What the server answered, which is no problem. */
function answered<T>(answer: { data?: T; error?: Schemas["Problem"] }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

/** The same choices every time. */
function chooser(): <T>(among: T[]) => T {
  let state = 9;
  return (among) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    const chosen = among[Math.floor((state / 2147483648) * among.length)];
    assert(chosen !== undefined);
    return chosen;
  };
}

/** A request for a small game with the fewest seats. */
function request({ name, seats }: Schemas["Ruleset"]): Schemas["CreateGame"] {
  const players = ["Ada", "Bo", "Cy"].slice(0, seats.min).map((name) => ({ name }));
  if (name === "takenoko") return { ruleset: name, seats: players, options: { turn_cap: 12 } };
  if (name === "villa-panda") return { ruleset: name, seats: players, options: { round_cap: 2 } };
  return { ruleset: name, seats: players };
}

/** Says a move in words: what each variant carries is known from its `type`. */
function words(mv: Schemas["AnyMove"]): string {
  if (mv.ruleset === "red-panda" && mv.move.type === "meditate") return `take ${mv.move.card}`;
  if (mv.ruleset === "takenoko" && mv.move.type === "place-plot") return `place ${mv.move.plot}`;
  return mv.move.type;
}

async function play(ruleset: Schemas["Ruleset"]): Promise<string> {
  const choose = chooser();
  const { game, tokens } = answered(await server.POST("/v1/games", { body: request(ruleset) }));
  const params = { path: { id: game.id } };
  let awaiting = game.awaiting;
  while (awaiting.length > 0) {
    const seat = choose(awaiting);
    const headers = { Authorization: `Bearer ${tokens[seat]}` };
    const legal = answered(await server.GET("/v1/games/{id}/legal-moves", { params, headers }));
    assert.equal(legal.seat, seat);
    const mv = choose(legal.moves);
    assert.equal(mv.ruleset, ruleset.name);
    assert(words(mv).length > 0);
    awaiting = answered(await server.POST("/v1/games/{id}/moves", { params, headers, body: mv })).awaiting;
    if (awaiting.length === 0) {
      const { error } = await server.POST("/v1/games/{id}/moves", { params, headers, body: mv });
      assert.equal(error?.code, "game-over");
    }
  }
  return game.id;
}

async function events(id: string): Promise<Schemas["Event"][]> {
  const found: Schemas["Event"][] = [];
  let after: number | null = null;
  do {
    const query: { limit: number; after?: number } = after === null ? { limit: 50 } : { limit: 50, after };
    const page: Schemas["EventPage"] = answered(
      await server.GET("/v1/games/{id}/events", { params: { path: { id }, query } }),
    );
    found.push(...page.events);
    after = page.next_after;
  } while (after !== null);
  return found;
}

async function lookBack(ruleset: Schemas["Ruleset"], id: string): Promise<number> {
  const params = { path: { id } };
  const game = answered(await server.GET("/v1/games/{id}", { params }));
  const last = game.head.index;
  assert.equal(game.status, "over");
  assert.equal(game.outcome?.ranking.flat().length, game.seats.length);
  for (const index of [0, Math.floor(last / 2), last]) {
    const at = { params: { path: { id, index } } };
    const state = answered(await server.GET("/v1/games/{id}/states/{index}", at));
    assert.deepEqual([state.index, state.view?.ruleset], [index, ruleset.name]);
  }
  const log = await events(id);
  assert.deepEqual(log.map((event) => event.record.index), [...Array(last + 1).keys()]);
  assert.equal(log[last]?.hash, game.head.hash);
  const replay = answered(await server.GET("/v1/games/{id}/replay", { params }));
  assert.deepEqual(replay.frames.map((frame) => frame.event), log.slice(0, replay.frames.length));
  return last;
}

async function audit(id: string): Promise<void> {
  const params = { path: { id } };
  const bundle = answered(await server.GET("/v1/games/{id}/bundle", { params }));
  const stored = answered(await server.GET("/v1/games/{id}/audit", { params }));
  const uploaded = answered(await server.POST("/v1/audit", { body: bundle }));
  assert.deepEqual([stored.verdict, uploaded.verdict], ["verified", "verified"]);
}

for (const ruleset of answered(await server.GET("/v1/rulesets")).rulesets) {
  const id = await play(ruleset);
  const last = await lookBack(ruleset, id);
  await audit(id);
  console.log(`typescript: ${ruleset.name}: ${last} events, verified`);
}
