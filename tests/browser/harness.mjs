// What every test of the room needs: a real server, a real browser, and a page that tells whatever goes wrong on it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
const PANDECT = process.env.PANDECT ?? join(ROOT, "target/debug/pandect");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Where pictures are kept for whoever wants to look. */
export const PICTURES = join(ROOT, "target/room");
mkdirSync(PICTURES, { recursive: true });

/** A server on a free port and a database of its own. */
export async function startServer(...flags) {
  const folder = mkdtempSync(join(tmpdir(), "pandect-room-"));
  const files = ["--database", join(folder, "pandect.db"), "--key-file", join(folder, "pandect.key")];
  const child = spawn(PANDECT, ["serve", "--address", "127.0.0.1:0", "--log", "json", ...files, ...flags]);
  const address = await new Promise((resolve, reject) => {
    let log = "";
    child.stderr.on("data", (data) => {
      log += data;
      const found = /"address":"([^"]+)"/.exec(log);
      if (found) resolve(found[1]);
    });
    child.on("exit", (code) => reject(new Error(`the server ended with ${code}:\n${log}`)));
  });
  return new Server(`http://${address}`, async () => {
    const ended = new Promise((resolve) => child.removeAllListeners("exit").on("exit", resolve));
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true });
  });
}

class Server {
  constructor(url, stop) {
    this.url = url;
    this.stop = stop;
  }

  /**
   * @param {string} path
   * @param {{ token?: string, body?: object }} [request]
   */
  async call(path, { token, body } = {}) {
    const headers = { ...(body && { "Content-Type": "application/json" }), ...(token && { Authorization: `Bearer ${token}` }) };
    const answer = await fetch(this.url + path, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) });
    const json = await answer.json();
    assert.ok(answer.ok, `${path}: ${answer.status} ${JSON.stringify(json)}`);
    return json;
  }

  /** Whether the API has a path. */
  async has(path) {
    return (await fetch(this.url + path)).status !== 404;
  }

  create(ruleset, seats, more = {}) {
    return this.call("/v1/games", { body: { ruleset, seats, ...more } });
  }

  /** A game that bots have played to its end. */
  async finished(ruleset, seats, more) {
    const names = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"];
    const bots = names.slice(0, seats).map((name) => ({ name, bot: "random" }));
    const { game } = await this.create(ruleset, bots, more);
    return this.until(game.id, (now) => now.status === "over");
  }

  async until(id, holds) {
    for (let tries = 0; tries < 3000; tries += 1) {
      const game = await this.call(`/v1/games/${id}`);
      if (holds(game)) return game;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`game ${id} does not come so far`);
  }

  /** Plays the first legal move of whoever is awaited; gives nothing when the game is over. */
  async playOne(id, tokens) {
    const { awaiting } = await this.call(`/v1/games/${id}`);
    if (awaiting.length === 0) return null;
    const token = tokens[awaiting[0]];
    const { moves } = await this.call(`/v1/games/${id}/legal-moves`, { token });
    return this.call(`/v1/games/${id}/moves`, { token, body: moves[0] });
  }
}

export const launch = () => chromium.launch({ executablePath: CHROMIUM, args: FLAGS });

/**
 * Opens pages that must stay clean: no error, no console error, no request to another host.
 *
 * `missing` are paths whose absence the page takes in its stride: parts of the API that this server does not have.
 */
export class Visitor {
  /** @type {string[]} */
  wrong = [];
  /** @type {import("playwright-core").BrowserContext | undefined} */
  context;

  /**
   * @param {import("playwright-core").Browser} browser
   * @param {Server} server
   * @param {string[]} missing
   */
  constructor(browser, server, missing = []) {
    this.browser = browser;
    this.server = server;
    this.missing = missing;
  }

  /**
   * @param {string} path
   * @param {import("playwright-core").BrowserContextOptions} options
   * @returns {Promise<import("playwright-core").Page>}
   */
  async open(path, options = {}) {
    this.context ??= await this.browser.newContext({
      viewport: { width: 1200, height: 900 },
      reducedMotion: "reduce",
      ...options,
    });
    const page = await this.context.newPage();
    const { wrong, server, missing } = this;
    page.on("pageerror", (error) => wrong.push(`error: ${error.stack}`));
    page.on("console", (message) => {
      const absent = missing.some((part) => message.location().url.startsWith(server.url + part));
      if (["error", "warning"].includes(message.type()) && !absent)
        wrong.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(`${server.url}/`) && !/^(data|blob):/.test(url)) wrong.push(`request: ${url}`);
    });
    await page.goto(server.url + path);
    return page;
  }

  /**
   * What went wrong, apart from answers that a test has asked for.
   * @param {(line: string) => boolean} expected
   */
  async close(expected = () => false) {
    await this.context?.close();
    assert.deepEqual(
      this.wrong.filter((line) => !expected(line)),
      [],
    );
  }
}

/** What an accessibility checker finds serious on a page. */
export async function serious(page) {
  // Not as a script of the page: its policy allows none but its own.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations
    .filter(({ impact }) => ["serious", "critical"].includes(impact))
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map((node) => `${node.html} ${node.failureSummary}`)
          .join(" | ")}`,
    );
}

/** Whether the page can be scrolled sideways. */
export const isTooWide = (page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
