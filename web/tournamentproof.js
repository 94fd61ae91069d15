// The badge of a tournament: how far its log is verified in this browser, and the server's audit of everything.

import { call } from "./api.js";
import { fill, h } from "./dom.js";
import { LEVELS, verifyTournament } from "./proof/tournament.js";
import { capital, count, spaced } from "./words.js";

const SIGNS = { passed: "✓", failed: "✗", skipped: "–", verified: "✓", incomplete: "–" };
const PATIENCE = 1000;

/** The first line of a bundle; the rest, which may be long, is not fetched. */
async function header(path) {
  const answer = await fetch(`${path}/bundle`);
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("\n")) {
    const { value, done } = await reader.read();
    if (done) break;
    text += value;
  }
  await reader.cancel().catch(() => {});
  return JSON.parse(text.split("\n", 1)[0]).content;
}

export class TournamentProof {
  #timer = null;
  #run = 0;

  /** `go` is called with the index of an event that somebody wants to see. */
  constructor(path, go) {
    this.path = path;
    this.go = go;
    this.badge = h(
      "button",
      { type: "button", class: "verdict", "aria-haspopup": "dialog", onclick: () => this.dialog.showModal() },
      "Verifying…",
    );
    this.body = h("div", { class: "proof" });
    this.dialog = h(
      "dialog",
      { class: "paper", "aria-labelledby": "proof-title" },
      h(
        "header",
        {},
        h("h2", { id: "proof-title" }, "What is proven"),
        h("button", { type: "button", class: "quiet", onclick: () => this.dialog.close() }, "Close"),
      ),
      this.body,
    );
    this.audit = null;
  }

  /** Verifies the log when it has been quiet for a moment. */
  soon(events, tournament) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#verify(events.slice(), tournament), PATIENCE);
  }

  async #verify(events, tournament) {
    const run = ++this.#run;
    try {
      const first = await header(this.path);
      const proof = tournament.status === "sealed" ? await call(`/v1/log/inclusion?id=${tournament.id}`).catch(() => null) : null;
      const keys = await call("/v1/keys").catch(() => ({ keys: [] }));
      const report = await verifyTournament(first, events, { trusted: keys.keys[0]?.public_key ?? null, proof });
      if (run !== this.#run) return;
      this.report = report;
      this.sealed = tournament.status === "sealed";
      this.events = events.length;
      this.audit = null;
      this.#tell();
    } catch (error) {
      if (run !== this.#run) return;
      this.badge.textContent = `Not verified: ${error.message}`;
    }
  }

  async #ask() {
    this.audit = { pending: true };
    this.#render();
    try {
      this.audit = await call(`${this.path}/audit`);
    } catch (error) {
      this.audit = { refused: error.message };
    }
    this.#tell();
  }

  #tell() {
    const { report } = this;
    const failed = report.failed || this.audit?.verdict === "failed";
    const unproven = report.levels.find(({ level, status }) => level === "format" && status === "skipped");
    const unknown = this.audit?.unknown ?? null;
    const state = failed ? "failed" : unproven ? "unproven" : this.sealed && unknown === null ? "passed" : "partly";
    this.badge.className = `verdict ${state}`;
    this.badge.textContent = {
      failed: report.firstBad === null ? "✗ Not proven" : `✗ Broken at event ${report.firstBad}`,
      unproven: `Not verified here: ${unproven?.detail}`,
      partly: `✓ ${count(this.events, "event")} verified ${unknown === null ? "so far" : "as far as they are known here"}`,
      passed: `✓ ${count(this.events, "event")} verified`,
    }[state];
    this.#render();
  }

  #render() {
    const { report, audit } = this;
    fill(
      this.body,
      h(
        "p",
        {},
        "The left list was checked by this page, in your browser, from the tournament's log alone; each game is checked in its own room. The right one by the server, which replays every game.",
      ),
      h(
        "div",
        { class: "pair" },
        h("section", {}, h("h3", {}, "This browser"), levels(report.levels, new Map(LEVELS))),
        h(
          "section",
          {},
          h("h3", {}, "The server"),
          audit?.verdict
            ? [levels(audit.levels, new Map()), games(audit)]
            : audit?.pending
              ? h("p", {}, "Replaying every game…")
              : [
                  audit?.refused && h("p", {}, audit.refused),
                  h("button", { type: "button", onclick: () => this.#ask() }, "Audit everything"),
                ],
        ),
      ),
      report.findings.length > 0 &&
        h(
          "section",
          {},
          h("h3", {}, "What was found"),
          h(
            "ul",
            { class: "findings" },
            report.findings.map(({ level, index, detail, kind }) =>
              h(
                "li",
                {},
                h("strong", {}, `${capital(spaced(kind))} (${level})`),
                ` ${detail} `,
                index !== null &&
                  h(
                    "button",
                    {
                      type: "button",
                      class: "quiet",
                      onclick: () => {
                        this.dialog.close();
                        this.go(index);
                      },
                    },
                    `Show event ${index}`,
                  ),
              ),
            ),
          ),
        ),
    );
  }
}

function levels(found, texts) {
  return h(
    "ul",
    { class: "levels" },
    found.map(({ level, status, detail }) =>
      h(
        "li",
        { class: status },
        h("span", { class: "proof-sign", role: "img", "aria-label": status }, SIGNS[status]),
        h("div", {}, h("strong", {}, texts.get(level) ?? capital(spaced(level))), h("small", {}, detail)),
      ),
    ),
  );
}

function games({ games: audits, findings }) {
  const wrong = audits.filter(({ verdict }) => verdict === "failed");
  return [
    findings.length > 0 &&
      h(
        "ul",
        { class: "findings" },
        findings.map(({ level, detail }) => h("li", {}, h("strong", {}, level), ` ${detail}`)),
      ),
    h(
      "p",
      { class: "note" },
      wrong.length === 0
        ? `No game of ${audits.length} has a finding.`
        : [
            `${count(wrong.length, "game")} failed: `,
            wrong.map(({ game }) => game && h("a", { href: `/games/${encodeURIComponent(game)}` }, `${game.slice(0, 8)} `)),
          ],
    ),
  ];
}
