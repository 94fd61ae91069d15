// The page of a tournament in a real browser, against the real server.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { isTooWide, launch, PICTURES, serious, startServer, Visitor } from "./harness.mjs";

let server;
let browser;

before(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

const HOSTILE = "<img src=x onerror=alert(1)>";
const picture = (page, name) => page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });

/** A round robin of four, of which a round was played: the first seat of each game won. */
async function tournament() {
  const body = {
    name: `Spring ${HOSTILE}`,
    format: { type: "round-robin", group_size: 2 },
    rulesets: [{ ruleset: "red-panda" }],
  };
  const {
    tournament: { id },
  } = await server.call("/v1/tournaments", { body });
  // The last could be taken for the first: its first letter is Cyrillic.
  for (const name of ["Ada", "Bo", HOSTILE, "\u0410da"]) await server.call(`/v1/tournaments/${id}/players`, { body: { name } });
  await round(id);
  return id;
}

async function round(id) {
  const { tables } = await server.call(`/v1/tournaments/${id}/rounds`, { body: {} });
  const outcome = { ranking: [[0], [1]], scores: [1, 0] };
  for (const { game } of tables)
    await server.call(`/v1/games/${game}/adjudication`, { body: { outcome, reason: "agreed by both" } });
  return tables;
}

async function visited(body) {
  const visitor = new Visitor(browser, server);
  try {
    await body(visitor);
  } finally {
    await visitor.context?.close();
  }
  assert.deepEqual(visitor.wrong, []);
}

test("a tournament shows its standings at any moment, its rounds and its rulings", { timeout: 120_000 }, () =>
  visited(async (visitor) => {
    const id = await tournament();
    const page = await visitor.open(`/tournaments/${id}`);
    await page.getByRole("heading", { level: 1, name: `Spring ${HOSTILE}` }).waitFor();
    const rows = page.locator(".standings tbody tr");
    await rows.nth(3).waitFor();
    assert.equal(await rows.count(), 4);
    const points = async () => (await rows.locator("td:nth-of-type(2)").allTextContents()).map(Number);
    assert.deepEqual(await points(), [2, 2, 0, 0]);
    assert.equal(await page.locator(".round").count(), 1);
    assert.equal(await page.locator(".round a.game").count(), 2);
    assert.equal(await page.locator("img[src=x]").count(), 0, "a name is text");
    await page.getByText("Look twice: Ada (player 0) and \u0410da (player 3) could be taken for each other.").waitFor();
    // Before the games ended, nobody had points: created, four players, the round, its two games.
    await page.locator("#moment").fill("7");
    await page.locator("#moment").dispatchEvent("change");
    await page.waitForFunction(() => document.querySelector(".standings tbody td:nth-of-type(2)")?.textContent === "0");
    assert.match(page.url(), /#7$/);
    await page.reload();
    await page.getByText(/^Event 7 of 9/).waitFor();
    // Whoever leads says why: two more than the third.
    assert.match(await rows.nth(0).innerText(), /level with/);
    const {
      games: [{ game }],
    } = await server.call(`/v1/tournaments/${id}/games`);
    const correction = { game, outcome: { ranking: [[0, 1]], scores: [1, 1] } };
    await server.call(`/v1/tournaments/${id}/rulings`, { body: { text: "Noted: a late start.", correction } });
    await page.locator(".rulings li", { hasText: "Noted: a late start." }).waitFor();
    await page.getByText("now counts as: Everybody shares the first place").waitFor();
    await page.locator("#moment").fill("8");
    await page.locator("#moment").dispatchEvent("change");
    await page.getByText("A game ended: an organiser ended the game").waitFor();
    assert.deepEqual(await serious(page), []);
    await picture(page, "tournament");
    await page.emulateMedia({ colorScheme: "dark" });
    await picture(page, "tournament-dark");
    await page.setViewportSize({ width: 360, height: 740 });
    assert.ok(!(await isTooWide(page)));
    await picture(page, "tournament-phone");
  }),
);

test(
  "a tournament moves by itself to its seal, and its proof is checked in the browser and by the server",
  { timeout: 120_000 },
  () =>
    visited(async (visitor) => {
      const id = await tournament();
      const page = await visitor.open(`/tournaments/${id}`);
      await page.locator(".verdict.partly").waitFor();
      const tables = await round(id);
      await page.getByRole("heading", { name: "Round 2" }).waitFor();
      await server.call(`/v1/tournaments/${id}/seal`, { body: {} });
      await page.locator(".verdict.passed").waitFor();
      await page.getByText(/The tournament was sealed$/).waitFor();
      await page.locator(".verdict").click();
      for (const level of [
        "links to the one before",
        "opens what was committed",
        "The last record is signed",
        "is the one of this server",
        "leaf of the server's tree",
      ]) {
        await page.locator(".levels li.passed", { hasText: level }).waitFor();
      }
      await page.getByRole("button", { name: "Audit everything" }).click();
      await page.getByText("No game of 4 has a finding.").waitFor();
      await page.locator(".levels li.passed", { hasText: "Standings" }).waitFor();
      assert.deepEqual(await serious(page), []);
      await picture(page, "tournament-proof");
      // The proof of inclusion of one of its games, in its own room.
      await page.goto(`${server.url}/games/${tables[0].game}`);
      await page.locator(".did", { hasText: "An organiser ended the game: agreed by both" }).waitFor();
      await page.locator(".verdict.passed").click();
      await page.locator(".levels li.passed", { hasText: "leaf of the server's tree" }).waitFor();
    }),
);

test("where words were erased a tournament shows numbers, and still verifies", { timeout: 60_000 }, () =>
  visited(async (visitor) => {
    const id = await tournament();
    await server.call(`/v1/tournaments/${id}/rulings`, { body: { text: "Noted: a late start." } });
    visitor.context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
    const erased = async (route, change) => {
      const answer = await route.fetch();
      const json = await answer.json();
      change(json);
      await route.fulfill({ json });
    };
    const gone = (told) => {
      told.name = null;
      for (const player of told.players) player.name = null;
      for (const ruling of told.rulings) ruling.text = null;
    };
    await visitor.context.route(`**/v1/tournaments/${id}`, (route) => erased(route, gone));
    await visitor.context.route(`**/v1/tournaments/${id}/events?*`, (route) =>
      erased(route, ({ events }) => {
        for (const event of events) event.texts = [];
      }),
    );
    await visitor.context.route(`**/v1/tournaments/${id}/standings*`, (route) =>
      erased(route, ({ standings }) => {
        for (const row of standings) row.name = null;
      }),
    );
    const page = await visitor.open(`/tournaments/${id}`);
    await page.getByRole("heading", { level: 1, name: "A tournament whose name was erased" }).waitFor();
    await page.locator(".standings th", { hasText: "player 3" }).waitFor();
    await page.getByText(/^Event 10 of 10, .*: Ruling: its words were erased$/).waitFor();
    await page.locator(".rulings li", { hasText: "its words were erased" }).waitFor();
    await page.locator(".verdict.partly").click();
    await page.getByText("6 texts erased or left out").waitFor();
    await picture(page, "tournament-erased");
  }),
);

test("the list of tournaments leads there, and an unknown one is told in words", { timeout: 60_000 }, () =>
  visited(async (visitor) => {
    const id = await tournament();
    const page = await visitor.open("/");
    await page.locator(`.tournaments a[href="/tournaments/${id}"]`).click();
    await page.getByRole("heading", { name: "Standings" }).waitFor();
  }),
);
