// Games that a real server played, as every viewer saw them: what the tables are drawn from in tests.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const NAMES = ["Ada", "Bo", "Chandrasekhar of the long name", "Đorđe", "Eve <b>", "Fu"];

/** Starts a server on a free port with a database of its own; `stop` ends it and removes what it wrote. */
export async function serve(binary) {
  const directory = await mkdtemp(join(tmpdir(), "tables-"));
  const files = ["--database", join(directory, "db"), "--key-file", join(directory, "key")];
  const server = spawn(binary, ["serve", "--address", "127.0.0.1:0", "--log", "json", ...files], {
    env: { ...process.env, RUST_LOG: "info" },
  });
  const url = await new Promise((resolve, reject) => {
    let said = "";
    const listen = (chunk) => {
      said += chunk;
      const address = said.match(/127\.0\.0\.1:([1-9]\d*)/);
      if (address) resolve(`http://${address[0]}`);
    };
    server.stdout.on("data", listen);
    server.stderr.on("data", listen);
    server.on("error", reject);
    server.on("exit", () => reject(new Error(`the server ended: ${said}`)));
  });
  const stop = async () => {
    server.kill();
    await new Promise((resolve) => server.once("exit", resolve));
    await rm(directory, { recursive: true, force: true });
  };
  return { url, stop };
}

async function call(url, token, body) {
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(body && { "content-type": "application/json" }) };
  const request = { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) };
  // The server closes a connection that was idle for a while, and fetch may find out only when it writes.
  const answer = await fetch(url, request).catch(() => fetch(url, request));
  const said = await answer.json();
  if (!answer.ok) throw new Error(`${url}: ${JSON.stringify(said)}`);
  return said;
}

/** Numbers below `n`, the same every time: a failing test can be run again. */
function chooser(seed) {
  let x = seed + 0x9e3779b9;
  return (n) => {
    x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return ((x ^ (x >>> 13)) >>> 0) % n;
  };
}

/** A random player's move: it claims what it can, and else takes first a type and then a move of it, so that all occur. */
function pick(moves, below) {
  const types = [...new Set(moves.map(({ move }) => move.type))];
  const type = types.includes("claim") ? "claim" : types[below(types.length)];
  const some = moves.filter(({ move }) => move.type === type);
  return some[below(some.length)];
}

/** How many events are played between two looks: a look costs a request for every viewer. */
const LOOK = 25;

/**
 * Plays a game with random moves and answers it as frames: for every index the effects and the view of every viewer, and
 * the moves that were legal then. The full frames are there only if the game ended within `limit` events; of the events
 * that came last before an end, only they are.
 */
export async function record(url, { ruleset, seats, options = {}, seed = "5".repeat(64), limit = 300 }) {
  const names = NAMES.slice(0, seats);
  const opening = { ruleset, options, seed, seats: names.map((name) => ({ name })) };
  const { game, tokens } = await call(`${url}/v1/games`, null, opening);
  const at = `${url}/v1/games/${game.id}`;
  const below = chooser(seats);
  const viewers = { spectator: null, ...tokens };
  /** @type {Record<string, ReturnType<typeof frame>[]>} */
  const views = Object.fromEntries(Object.keys(viewers).map((viewer) => [viewer, []]));
  const legal = [];
  let { awaiting } = game;
  for (let index = 0; awaiting.length > 0 && index < limit; index += 1) {
    if (index % LOOK === 0) await look(at, viewers, views);
    const seat = awaiting[below(awaiting.length)];
    const { moves } = await call(`${at}/legal-moves`, tokens[seat]);
    legal.push({ seat, moves: moves.map(({ move }) => move) });
    ({ awaiting } = await call(`${at}/moves`, tokens[seat], pick(moves, below)));
  }
  if (awaiting.length === 0) views.full = await frames(at, 0);
  return { ruleset, names, options: game.options, views, legal };
}

/** Adds to the views of every viewer what happened since the last look. */
async function look(at, viewers, views) {
  const looks = Object.entries(viewers).map(async ([viewer, token]) => {
    views[viewer].push(...(await frames(at, views[viewer].length, token)));
  });
  await Promise.all(looks);
}

async function frames(at, from, token) {
  const { frames: some, next_from: next } = await call(`${at}/replay?from=${from}`, token);
  const rest = next === null ? [] : await frames(at, next, token);
  return [...some.map(frame), ...rest];
}

function frame({ effects, view, awaiting }) {
  return { effects: effects.map(({ effect }) => effect), view: view.view, awaiting };
}
