// What is told of the proof of a tournament: its log, verified in this browser, and the server's audit of everything.

import { call } from "./api.js";
import { h } from "./dom.js";
import { LEVELS, verifyTournament } from "./proof/tournament.js";
import { ProofView } from "./proofview.js";
import { count } from "./words.js";

const PATIENCE = 1000;

/**
 * The first line of a bundle; the rest, which may be long, is not fetched.
 * @param {string} path
 */
async function header(path) {
  const answer = await fetch(`${path}/bundle`);
  if (!answer.ok || answer.body === null) throw new Error(`the server answered ${answer.status}`);
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

/** The proof of a tournament. */
export class TournamentProof extends ProofView {
  log = [];
  /** @type {{ id: string, status: string }} */
  tournament = { id: "", status: "open" };

  /**
   * @param {string} path of the tournament in the API
   * @param {(index: number) => unknown} go
   */
  constructor(path, go) {
    super(
      {
        intro:
          "The left list was checked by this page, in your browser, from the tournament's log alone; each game is checked in its own room. The right one by the server, which replays every game.",
        levels: LEVELS,
        asks: "on request",
        pending: "Replaying every game…",
        check: () => this.check(),
        audit: () => call(`${path}/audit`),
        // Its indexes may be those of a game.
        broken: () => null,
        audited: ({ games = [], findings }) => [
          findings.length > 0 &&
            h(
              "ul",
              { class: "findings" },
              findings.map(({ level, detail }) => h("li", {}, h("strong", {}, level), ` ${detail}`)),
            ),
          verdicts(games),
        ],
        more: () => null,
      },
      go,
    );
    this.path = path;
  }

  /** Verifies the log when it has been quiet for a moment. */
  heard(events, tournament) {
    this.log = events.slice();
    this.tournament = tournament;
    this.soon(PATIENCE);
  }

  async check() {
    const { log, tournament } = this;
    const sealed = tournament.status === "sealed";
    const first = await header(this.path);
    const proof = sealed ? await call(`/v1/log/inclusion?id=${tournament.id}`).catch(() => null) : null;
    const { keys } = await call("/v1/keys").catch(() => ({ keys: [] }));
    const report = await verifyTournament(first, log, { trusted: keys[0]?.public_key ?? null, proof });
    return { report, events: log.length, sealed };
  }
}

/**
 * What the audits of the games came to.
 * @param {import("./proofview.js").GameAudit[]} games
 */
function verdicts(games) {
  const wrong = games.filter(({ verdict }) => verdict === "failed");
  const links = wrong.map(({ game }) => game && h("a", { href: `/games/${encodeURIComponent(game)}` }, `${game.slice(0, 8)} `));
  const text = wrong.length === 0 ? `No game of ${games.length} has a finding.` : `${count(wrong.length, "game")} failed: `;
  return h("p", { class: "note" }, text, links);
}
