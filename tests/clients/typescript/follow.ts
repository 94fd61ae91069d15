// Follows a live game with the npm package `eventsource`, over a connection that is cut off again and again, and misses
// no event and gets none twice.

import assert from "node:assert/strict";
import { connect, createServer, type AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { EventSource } from "eventsource";
import createClient from "openapi-fetch";
import type { components, paths } from "./pandect.js";

type Event = components["schemas"]["Event"];

const base = new URL(process.argv[2]!);
const server = createClient<paths>({ baseUrl: base.origin });

/** Passes bytes on, and cuts each connection off after so many of the server's, in the middle of an event. */
async function cutter(bytes: number): Promise<{ origin: string; cuts: () => number; close: () => void }> {
  let cuts = 0;
  const proxy = createServer((client) => {
    const upstream = connect(Number(base.port), base.hostname);
    let passed = 0;
    upstream.on("data", (chunk) => {
      const left = bytes - passed;
      passed += chunk.length;
      client.write(chunk.subarray(0, left));
      if (passed <= bytes) return;
      cuts += 1;
      client.end(() => client.destroy());
      upstream.destroy();
    });
    client.pipe(upstream);
    for (const [one, other] of [[client, upstream], [upstream, client]] as const) {
      one.on("error", () => other.destroy());
      one.on("close", () => other.end());
    }
  });
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening));
  const { port } = proxy.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, cuts: () => cuts, close: () => proxy.close() };
}

async function playOn(id: string, tokens: (string | null)[], awaiting: number[]): Promise<void> {
  const params = { path: { id } };
  while (awaiting.length > 0) {
    const headers = { Authorization: `Bearer ${tokens[awaiting[0]!]}` };
    const { data: legal } = await server.GET("/v1/games/{id}/legal-moves", { params, headers });
    const { data: accepted } = await server.POST("/v1/games/{id}/moves", { params, headers, body: legal!.moves[0]! });
    awaiting = accepted!.awaiting;
    await pause(60);
  }
}

const { data: created } = await server.POST("/v1/games", {
  body: { ruleset: "panda-rei", seats: [{ name: "Ada" }, { name: "Bo" }] },
});
const { game, tokens } = created!;
const proxy = await cutter(9_000);
const source = new EventSource(`${proxy.origin}/v1/games/${game.id}/events/stream`);
const followed: Event[] = [];
source.addEventListener("message", (message) => {
  const event = JSON.parse(message.data) as Event;
  assert.equal(message.lastEventId, String(event.record.index));
  followed.push(event);
});

await playOn(game.id, tokens, game.awaiting);
const { data: over } = await server.GET("/v1/games/{id}", { params: { path: { id: game.id } } });
const last = over!.head.index;
// Behind the last event the server answers 204, which tells the client not to come again.
for (let tries = 0; source.readyState !== EventSource.CLOSED && tries < 600; tries += 1) await pause(100);
assert.equal(source.readyState, EventSource.CLOSED);
proxy.close();
assert.deepEqual(followed.map((event) => event.record.index), [...Array(last + 1).keys()]);
assert.equal(followed.at(-1)?.hash, over!.head.hash);
assert(proxy.cuts() >= 3, `only ${proxy.cuts()} cuts`);
console.log(`eventsource: ${followed.length} events, each once, over ${proxy.cuts() + 1} connections`);
