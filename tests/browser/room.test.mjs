// The replay room in a real browser, against the real server.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { isTooWide, launch, PICTURES, serious, startServer, Visitor } from "./harness.mjs";

let server;
let browser;
/** Paths of the API that this server does not have; the room asks for them and does without. */
let missing;
let rulesets;

before(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
  const optional = ["/v1/tournaments", "/v1/log/inclusion?id=00000000-0000-0000-0000-000000000000"];
  const there = await Promise.all(optional.map((path) => server.has(path)));
  missing = optional.filter((_, at) => !there[at]).map((path) => path.split("?")[0]);
  ({ rulesets } = await server.call("/v1/rulesets"));
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** A test with a visitor, whose pages must have stayed clean. */
function visit(name, body, expected) {
  test(name, { timeout: 240_000 }, async () => {
    const visitor = new Visitor(browser, server, missing);
    try {
      await body(visitor);
    } catch (error) {
      if (visitor.wrong.length > 0) error.message += `\non the page: ${visitor.wrong.join("\n")}`;
      await visitor.context?.close();
      throw error;
    }
    await visitor.close(expected);
  });
}

const picture = (page, name, more = {}) => page.screenshot({ path: join(PICTURES, `${name}.png`), ...more });
const verified = (page) => page.locator(".verdict.passed, .verdict.partly").waitFor();
const at = (page, index) => page.locator(".happened h2", { hasText: new RegExp(`^Event ${index}$`) }).waitFor();
const two = [{ name: "Ada" }, { name: "Bo" }];

/** Gives a page the tokens of seats, as whoever creates a game there has them. */
async function sit(page, id, tokens) {
  await page.evaluate(([key, held]) => sessionStorage.setItem(key, JSON.stringify(held)), [`pandect:tokens:${id}`, tokens]);
  await page.reload();
}

visit("the room of every ruleset is drawn at several indices, in light, dark and on a phone", async (visitor) => {
  const page = await visitor.open("/");
  for (const { name, seats } of rulesets) {
    const game = await server.finished(name, Math.min(seats.max, 3));
    const last = game.head.index;
    for (const [part, moment] of [0, Math.floor(last / 3), Math.floor((2 * last) / 3), last].entries()) {
      await page.setViewportSize({ width: 1200, height: 900 });
      await page.emulateMedia({ colorScheme: part === 2 ? "dark" : "light" });
      await page.goto(`${server.url}/games/${game.id}#${moment}`);
      await page.reload();
      await at(page, moment);
      assert.equal(await page.locator(".table > .drawn").count(), 1, `${name} has a drawing`);
      assert.ok(!/undefined|NaN|\[object/.test(await page.locator("main").innerText()), `${name} at ${moment}`);
      await picture(page, `${name}-${part}`, { fullPage: true });
      if (part !== 1 && part !== 2) continue;
      assert.deepEqual(await serious(page), [], `${name} at ${moment}`);
      await page.setViewportSize({ width: 360, height: 740 });
      assert.ok(!(await isTooWide(page)), `${name} fits a phone`);
      await picture(page, `${name}-${part}-phone`, { fullPage: true });
    }
  }
});

visit("time is stepped through by buttons, slider and keys, and played", async (visitor) => {
  const game = await server.finished("red-panda", 3);
  const page = await visitor.open(`/games/${game.id}`);
  await at(page, game.head.index);
  await page.getByRole("button", { name: "To the start" }).click();
  await at(page, 0);
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await at(page, 1);
  assert.ok((await page.locator(".happened li").count()) > 0, "what happened is told");
  await page.keyboard.press("ArrowRight");
  await at(page, 2);
  await page.keyboard.press("ArrowLeft");
  await at(page, 1);
  await page.keyboard.press("End");
  await at(page, game.head.index);
  await page.locator("#timeline").fill("5");
  await at(page, 5);
  await page.keyboard.press("ArrowRight");
  await at(page, 6);
  const { events } = await server.call(`/v1/games/${game.id}/events?limit=1000`);
  const next = events.find(({ record }) => record.index > 6 && record.seat === 1).record.index;
  await page.locator("h1").click();
  await page.keyboard.press("2");
  await at(page, next);
  await page.locator(".timeline").getByLabel("Stop at").selectOption("2");
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await at(page, events.find(({ record }) => record.index > next && record.seat === 2).record.index);
  await page.getByLabel("Stop at").selectOption("all");
  await page.locator(".timeline").getByLabel("Speed").selectOption("8");
  await page.getByRole("button", { name: "Play" }).click();
  await at(page, game.head.index);
  await page.getByRole("button", { name: "Play" }).waitFor();
});

visit("an address holds a moment, and never a token", async (visitor) => {
  const game = await server.finished("inori", 2);
  const page = await visitor.open(`/games/${game.id}#7`);
  await at(page, 7);
  await page.keyboard.press("ArrowRight");
  await at(page, 8);
  const other = await visitor.open(new URL(page.url()).pathname + new URL(page.url()).hash);
  await at(other, 8);
  await other.evaluate(() => {
    location.hash = "#3";
  });
  await at(other, 3);
});

visit(
  "a live game moves by itself, and catches up after a break",
  async (visitor) => {
    const { game, tokens } = await server.create("red-panda", two);
    const page = await visitor.open(`/games/${game.id}`);
    await at(page, 0);
    await server.playOne(game.id, tokens);
    await at(page, 1);
    await server.playOne(game.id, tokens);
    await at(page, 2);
    await page.getByText("● live").or(page.locator(".stand.running")).first().waitFor();
    await visitor.context.setOffline(true);
    for (let move = 0; move < 4; move += 1) await server.playOne(game.id, tokens);
    await visitor.context.setOffline(false);
    await at(page, 6);
    // Whoever looks at the past is left there, and is told how far the game is.
    await page.keyboard.press("Home");
    await at(page, 0);
    await server.playOne(game.id, tokens);
    await page.getByRole("button", { name: /Back to the live game \(7 events on\)/ }).click();
    await at(page, 7);
    await verified(page);
  },
  (line) => line.includes("ERR_INTERNET_DISCONNECTED") || line.includes("ERR_NETWORK"),
);

/** Plays a game by clicks, in a tab for each seat: on the table where it offers something, in the list otherwise. */
async function playByClicks(visitor, { game, tokens }, most) {
  const pages = [];
  for (const [seat, token] of tokens.entries()) {
    const page = await visitor.open(`/games/${game.id}`);
    await sit(page, game.id, { [seat]: token });
    pages.push(page);
  }
  let onTable = 0;
  for (let clicks = 0; clicks < most; clicks += 1) {
    const now = await server.call(`/v1/games/${game.id}`);
    if (now.awaiting.length === 0) return { pages, onTable, over: true };
    const page = pages[now.awaiting[0]];
    await page.bringToFront();
    await at(page, now.head.index);
    await page.locator(".moves .choices button").first().waitFor();
    const place = page.locator(".table [role=button], .table button");
    if ((await place.count()) > 0 && clicks % 3 !== 2) {
      await place.nth(clicks % (await place.count())).click();
      onTable += 1;
      const which = page.getByRole("heading", { name: "Which one?" });
      await Promise.race([server.until(game.id, ({ head }) => head.index > now.head.index), which.waitFor().catch(() => {})]);
      if (await which.isVisible()) await page.locator(".moves .choices button").first().click();
    } else await page.locator(".moves .choices button").last().click();
    await server.until(game.id, ({ head }) => head.index > now.head.index);
  }
  return { pages, onTable, over: false };
}

visit("a whole game is played by clicks in two tabs, and then seen by anyone as anyone", async (visitor) => {
  const created = await server.create("red-panda", two);
  const { pages, onTable, over } = await playByClicks(visitor, created, 200);
  assert.ok(over, "the game ends");
  assert.ok(onTable > 5, `${onTable} clicks on the table`);
  const [page] = pages;
  await page.locator(".outcome", { hasText: "won" }).waitFor();
  await page.locator(".verdict.passed").waitFor();
  const look = page.getByLabel("Look as");
  assert.deepEqual(await look.locator("option").allTextContents(), ["Everything is open", "A spectator", "Ada", "Bo"]);
  await look.selectOption("1");
  await page.keyboard.press("Home");
  await at(page, 0);
  await page.locator(".verdict").click();
  await page.getByText("receipts are in the log").waitFor();
  assert.ok(!pages.some((each) => each.url().includes("pds_")));
});

visit("every ruleset is played by clicks in several tabs", async (visitor) => {
  for (const { name, seats } of rulesets) {
    const people = ["Ada", "Bo", "Cy"].slice(0, Math.max(2, seats.min)).map((each) => ({ name: each }));
    const told = (error) => {
      throw new Error(`${name}: ${error.message}`, { cause: error });
    };
    const { pages, onTable } = await playByClicks(visitor, await server.create(name, people), 12).catch(told);
    assert.ok(onTable > 0, `${name}: something is clicked on the table`);
    await Promise.all(pages.map((page) => page.close()));
  }
});

visit("a move is played without a mouse", async (visitor) => {
  const { game, tokens } = await server.create("red-panda", two, { options: { starter: "seat0" } });
  const page = await visitor.open(`/games/${game.id}`);
  await sit(page, game.id, { 0: tokens[0] });
  await page.locator(".moves .choices button").first().waitFor();
  for (let tabs = 0; tabs < 60; tabs += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => Boolean(document.activeElement?.closest(".choices")))) break;
  }
  await page.keyboard.press("Enter");
  await at(page, 1);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "moves-title", "the focus stays with the moves");
});

visit("where the browser gives no cryptography the page says that nothing is verified", async (visitor) => {
  const game = await server.finished("red-panda", 2);
  const page = await visitor.open("/");
  await page.addInitScript(() => Object.defineProperty(crypto, "subtle", { value: undefined }));
  await page.goto(`${server.url}/games/${game.id}`);
  await page.getByRole("button", { name: /Not verified here: this browser hashes only on https/ }).waitFor();
});

visit(
  "a token that is typed in shows the seat's view, and a wrong one is refused in words",
  async (visitor) => {
    const { game, tokens } = await server.create("panda-spin", [...two, { name: "Cy" }]);
    const page = await visitor.open(`/games/${game.id}`);
    await at(page, 0);
    const hidden = await page.locator(".table").innerHTML();
    await page.getByText("I have the token of a seat").click();
    await page.getByLabel("The seat's token").fill("pds_wrong");
    await page.getByRole("button", { name: "Sit down" }).click();
    await page.getByText("no seat of this game has it").waitFor();
    await page.getByLabel("The seat's token").fill(tokens[1]);
    await page.getByRole("button", { name: "Sit down" }).click();
    await page.waitForFunction((before) => document.querySelector(".table")?.innerHTML !== before, hidden);
    assert.equal(await page.getByLabel("Look as").inputValue(), "1");
    assert.ok(!page.url().includes("pds_"));
    assert.ok(!(await page.content()).includes(tokens[1]));
    await page.getByLabel("Look as").selectOption("spectator");
    await page.waitForFunction((before) => document.querySelector(".table")?.innerHTML === before, hidden);
  },
  (line) => line.includes("401"),
);

visit("a new game is made from the page, against bots, with entropy", async (visitor) => {
  const page = await visitor.open("/");
  await page.getByRole("button", { name: "New game" }).click();
  assert.deepEqual(await serious(page), []);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Game").selectOption("takenoko");
  await dialog.getByLabel("Seats").selectOption("3");
  await dialog.getByLabel("Name of seat 1").fill("Ada");
  await dialog.locator("summary", { hasText: /^Options$/ }).click();
  await dialog.getByLabel("Turn cap").fill("30");
  await dialog.getByLabel("Edition").selectOption({ label: "first" });
  await dialog.getByLabel("Pond edge channel").uncheck();
  await dialog.getByLabel("Every seat adds random bytes").check();
  await picture(page, "new-game");
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: "Give random bytes" }).click();
  await page.locator(".table > .drawn").waitFor();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const game = await server.call(`/v1/games/${id}`);
  assert.deepEqual(game.seats, [
    { name: "Ada", bot: null },
    { name: "Bao", bot: "random" },
    { name: "Lin", bot: "random" },
  ]);
  const { turn_cap: cap, edition, pond_edge_channel: channel } = game.options;
  assert.deepEqual([cap, edition, channel, game.entropy], [30, "first", false, "required"]);
  await page.locator(".moves .choices button").first().click();
  await page.locator(".moves .choices button").first().waitFor();
});

visit("a game of several people tells their tokens once, and is played in one tab", async (visitor) => {
  const page = await visitor.open("/");
  await page.getByRole("button", { name: "New game" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Who plays seat 2").selectOption("person");
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.getByRole("button", { name: "Play all of them" }).waitFor();
  assert.equal(await dialog.getByRole("button", { name: "Copy address and token" }).count(), 2);
  await dialog.getByRole("button", { name: "Play all of them" }).click();
  await page.getByLabel("Always look as the seat that is awaited").check();
  for (let move = 1; move < 5; move += 1) {
    await page.locator(".moves .choices button").first().click();
    await at(page, move);
  }
});

visit(
  "an organiser's token is asked for where the server wants one",
  async (visitor) => {
    const guarded = await startServer("--organiser", "0".repeat(64));
    visitor.server = guarded;
    try {
      const page = await visitor.open("/");
      await page.getByRole("button", { name: "New game" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Create" }).click();
      await dialog.getByText("needs an organiser's token").waitFor();
      await dialog.getByLabel("Token").fill("pdo_wrong");
      await dialog.getByRole("button", { name: "Create" }).click();
      await dialog.getByText("no organiser of this server has it").waitFor();
    } finally {
      await visitor.context.close();
      await guarded.stop();
    }
  },
  (line) => line.includes("401"),
);

/** Opens a bundle in the room by dropping it onto the page. */
async function drop(page, bundle) {
  const data = await page.evaluateHandle(
    (text) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], "game.pandect.json", { type: "application/json" }));
      return transfer;
    },
    typeof bundle === "string" ? bundle : JSON.stringify(bundle),
  );
  await page.dispatchEvent("main", "drop", { dataTransfer: data });
}

visit("the badge opens to show every level that this browser and the server checked", async (visitor) => {
  const game = await server.finished("takenoko", 2, { options: { turn_cap: 20 } });
  const page = await visitor.open(`/games/${game.id}`);
  await page.locator(".verdict.passed", { hasText: `${game.head.index + 1} events verified` }).click();
  const sheet = page.getByRole("dialog");
  const own = sheet.locator("section", { has: page.getByRole("heading", { name: "This browser" }) });
  await sheet.getByText("every state is the one that was committed to").waitFor();
  assert.deepEqual(await own.locator("li.failed").count(), 0);
  assert.ok((await own.locator("li.passed").count()) >= 6, await own.innerText());
  assert.deepEqual(await serious(page), []);
  await picture(page, "proof");
  await sheet.getByText(/Every event/).click();
  await sheet.getByRole("row").nth(4).getByRole("button").click();
  await at(page, 3);
});

visit("a bundle that is dropped onto the page is verified and played, and shows where it breaks", async (visitor) => {
  const game = await server.finished("red-panda", 3);
  const bundle = await server.call(`/v1/games/${game.id}/bundle`);
  const page = await visitor.open("/");
  await page.getByRole("heading", { name: "The replay room" }).waitFor();
  await drop(page, bundle);
  await page.locator(".verdict.passed").waitFor();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await at(page, 1);
  await page.locator(".table > .drawn").waitFor();
  // The sentence is the server's to make; the file has a code.
  await page.locator(".outcome", { hasText: bundle.outcome.reason.type.replaceAll("-", " ") }).waitFor();

  const broken = async (change, index, words) => {
    const other = structuredClone(bundle);
    change(other);
    await drop(page, other);
    await page.locator(".verdict.failed", { hasText: index === null ? "✗ Not proven" : `✗ Broken at event ${index}` }).waitFor();
    await page.locator(".verdict").click();
    await page.getByText(words).first().waitFor();
    if (index === 5) {
      await picture(page, "proof-broken");
      await page.getByRole("button", { name: "Show event 5" }).first().click();
      await at(page, 5);
    } else await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
  };
  await broken(
    (b) => {
      // Whatever the bots played, another seat did not.
      b.events[5].payload.seat = (b.events[5].payload.seat + 1) % 3;
    },
    5,
    "does not open what was committed",
  );
  await broken(
    (b) => {
      b.events[0].texts[1].text = "Eve";
    },
    0,
    "a text of event 0 does not open its commitment",
  );
  await broken(
    (b) => {
      b.events[3].texts.push(b.events[0].texts[0]);
    },
    3,
    "event 3 shows a text that its payload does not commit to",
  );
  await broken(
    (b) => {
      b.events.splice(7, 1);
    },
    7,
    "the log goes from event 6 to event 8",
  );
  await broken(
    (b) => {
      b.events[9].hash = "0".repeat(64);
    },
    9,
    "does not have the hash beside it",
  );
  await broken(
    (b) => {
      b.events.pop();
    },
    game.head.index - 1,
    "the receipt is of event",
  );
  await broken(
    (b) => {
      b.server_seed = "0".repeat(64);
    },
    0,
    "the seed is not the one that was committed to",
  );
  await broken(
    (b) => {
      b.receipt = b.receipt.replace(/^(.*\n.*\n.*\n)./, "$1x");
    },
    null,
    "does not fit the text",
  );
  await drop(page, "no JSON");
  await page.getByText("is not JSON").waitFor();
  await drop(page, { ...bundle, format: "pandect-replay/2-draft.7", events: "of another kind" });
  await page.getByText("is not judged: draft 7 is not known here; this page knows draft 1").waitFor();
});

visit("where names were erased a file shows the numbers of seats, and still verifies", async (visitor) => {
  const game = await server.finished("red-panda", 3);
  const bundle = await server.call(`/v1/games/${game.id}/bundle`);
  bundle.events[0].texts.splice(1, 1);
  const page = await visitor.open("/");
  await page.getByRole("heading", { name: "The replay room" }).waitFor();
  await drop(page, bundle);
  await page.locator(".verdict.passed").waitFor();
  assert.deepEqual(await page.locator(".places .player").allTextContents(), ["Ada", "seat 1", "Cy"]);
  await page.locator(".verdict").click();
  await page
    .getByText(/payloads open to what was committed; 1 text erased or left out/)
    .first()
    .waitFor();
  await picture(page, "proof-erased");
});

visit(
  "the list shows erased names by their seats, and games that the server does not know with the reason",
  async (visitor) => {
    const { game } = await server.create("red-panda", [{ name: "Ada" }, { name: "Bo" }]);
    visitor.context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
    const detail = "red-panda version 9 is not known here; this program knows 1";
    await visitor.context.route("**/v1/games?*", async (route) => {
      const page = await (await route.fetch()).json();
      const [one] = page.games.filter(({ id }) => id === game.id);
      const [id, seats] = [one.id.replace(/^./, "f"), [null, "Bo"]];
      page.unknown = [{ ...one, id, ruleset: "red-panda", version: 9, seats, detail }];
      one.seats[0].name = null;
      await route.fulfill({ json: page });
    });
    await visitor.context.route(`**/v1/games/${game.id}`, (route) =>
      route.fulfill({ status: 501, json: { code: "unknown-version", title: "The version is not known", detail } }),
    );
    const page = await visitor.open("/");
    await page.locator(`.game[href="/games/${game.id}"]`, { hasText: "seat 0 and Bo" }).waitFor();
    await page.locator(".game", { hasText: detail }).getByText("seat 0 and Bo").waitFor();
    assert.match(await page.locator(".game").first().innerText(), /version 9 is not known here/, "newest first");
    await picture(page, "list-unknown");
    await page.goto(`${server.url}/games/${game.id}`);
    await page.getByRole("heading", { name: "The game cannot be shown" }).waitFor();
    await page.getByText(detail).waitFor();
    assert.equal(await page.getByRole("link", { name: "save the bundle" }).getAttribute("href"), `/v1/games/${game.id}/bundle`);
  },
  (line) => line.includes("501"),
);

visit("what players wrote is shown as text", async (visitor) => {
  const hostile = '<img src=x onerror="document.title=1"><script>alert(1)</script>';
  const seats = [
    { name: hostile.slice(0, 64), bot: "random" },
    { name: '&amp; "Bo" {{1}} `${1}`', bot: "random" },
  ];
  for (const { name } of rulesets) {
    const { game } = await server.create(name, seats);
    await server.until(game.id, ({ status }) => status === "over");
    const page = await visitor.open(`/games/${game.id}#1`);
    await at(page, 1);
    await page.getByText(hostile.slice(0, 30)).first().waitFor();
    assert.equal(await page.locator("main img, main script").count(), 0);
    await page.close();
  }
  const page = await visitor.open("/");
  await page.locator(".game", { hasText: "onerror" }).first().waitFor();
  assert.equal(await page.locator("main img, main script").count(), 0);
});

visit(
  "a ruleset without a drawing is told by the names of its catalogue",
  async (visitor) => {
    const game = await server.finished("red-panda", 2);
    visitor.context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
    await visitor.context.route("**/room/tables/red-panda.js", (route) => route.fulfill({ status: 404 }));
    const page = await visitor.open(`/games/${game.id}`);
    await at(page, game.head.index);
    await page.locator(".table-outline").waitFor();
    assert.ok((await page.locator(".table-outline [title^=Kata]").count()) > 0, "cards have what is printed on them");
    assert.deepEqual(await serious(page), []);
    await picture(page, "outline", { fullPage: true });
  },
  (line) => line.includes("red-panda"),
);

visit("games are listed, filtered and searched, and live ones marked", async (visitor) => {
  const { game } = await server.create("takenoko", [{ name: "Zaphod the only" }, { name: "Bo" }]);
  const page = await visitor.open("/");
  const card = page.locator(`.game[href="/games/${game.id}"]`);
  await card.waitFor();
  assert.equal(await card.locator(".stand.running").textContent(), "live");
  assert.deepEqual(await serious(page), []);
  await picture(page, "list");
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await serious(page), []);
  await page.getByLabel("Search").fill("zaphod");
  await page.getByText("1 game, 1 live").waitFor();
  await page.getByLabel("Game", { exact: true }).selectOption("inori");
  await page.getByText("No loaded game fits").waitFor();
  await page.getByLabel("Game", { exact: true }).selectOption("");
  await page.getByLabel("Status").selectOption("over");
  await card.waitFor({ state: "detached" });
  await page.getByLabel("Status").selectOption("");
  await page.setViewportSize({ width: 360, height: 740 });
  assert.ok(!(await isTooWide(page)));
  await picture(page, "list-phone");
  await page.getByLabel("Search").fill(game.id);
  await page.keyboard.press("Enter");
  await at(page, 0);
});

visit("tournaments are listed where there are some", async (visitor) => {
  visitor.context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
  const tournaments = [{ id: "t-1", name: "Spring <b>Cup</b>", status: "running" }];
  await visitor.context.route("**/v1/tournaments", (route) => route.fulfill({ json: { tournaments, next_cursor: null } }));
  const page = await visitor.open("/");
  const link = page.getByRole("link", { name: /Spring <b>Cup<\/b>/ });
  assert.equal(await link.getAttribute("href"), "/tournaments/t-1");
});

visit(
  "an id that is not known is told in words",
  async (visitor) => {
    const page = await visitor.open("/games/01a22c09-0336-75c2-8237-31814e63ffee");
    await page.getByRole("heading", { name: "There is no such game" }).waitFor();
    await page.goto(`${server.url}/games/nonsense`);
    await page.getByRole("heading", { name: "There is no such game" }).waitFor();
  },
  (line) => line.includes("404") || line.includes("400"),
);
