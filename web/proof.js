// What is told of the proof of a game: its bundle, verified in this browser, and the server's audit of it.

import { call, receipts } from "./api.js";
import { h } from "./dom.js";
import { byEvent } from "./proof/report.js";
import { LEVELS, verify } from "./proof/verify.js";
import { ProofView } from "./proofview.js";

const PATIENCE = 1500;
const EVENTS = 2000;

/** @typedef {import("./proof/report.js").Finding} Finding */

/** The proof of a game. */
export class Proof extends ProofView {
  /**
   * As the source gave it: nothing of its shape is known before it is verified.
   * @type {Record<string, any> | null}
   */
  bundle = null;
  /** @type {Finding[]} */
  found = [];

  /**
   * @param {import("./sources.js").Source} source
   * @param {string[]} names of the seats
   * @param {(index: number) => unknown} go
   * @param {(index: number | null) => unknown} onbroken
   */
  constructor(source, names, go, onbroken) {
    super(
      {
        intro:
          "The left list was checked by this page, in your browser, from the log alone. The right one by the server, which also knows the rules.",
        levels: LEVELS,
        asks: source.live ? "when opened" : "at once",
        pending: "Asking…",
        check: () => this.check(),
        audit: () => source.audit(),
        broken: ({ levels }) => levels.find((level) => level.first_bad_index !== null)?.first_bad_index ?? null,
        audited: ({ findings }) =>
          findings.length > 0 && this.findings(findings.map(({ tampering: kind, ...rest }) => ({ ...rest, kind }))),
        more: () => [
          Array.isArray(this.bundle?.events) && this.events(this.bundle.events),
          h(
            "p",
            {},
            h("button", { type: "button", onclick: () => this.save() }, "Save the bundle"),
            " Keep it: it can be verified without this server.",
          ),
        ],
      },
      go,
      onbroken,
    );
    this.source = source;
    this.names = names;
  }

  /**
   * Verifies when the log has been quiet for a moment, a longer one when there is more to fetch again.
   * @override
   */
  soon(wait = PATIENCE + 10 * (this.bundle?.events?.length ?? 0)) {
    super.soon(wait);
  }

  async check() {
    const bundle = await this.source.bundle();
    const sealed = bundle.server_seed !== null;
    const proof = sealed ? await call(`/v1/log/inclusion?id=${this.source.id}`).catch(() => null) : null;
    const { keys } = await call("/v1/keys").catch(() => ({ keys: [] }));
    const trusted = keys.find((key) => key.public_key === bundle.public_key) ?? keys[0];
    const known = { trusted: trusted?.public_key ?? null, kept: receipts(this.source.id), proof };
    const report = await verify(bundle, known);
    this.bundle = bundle;
    this.found = report.findings;
    return { report, events: bundle.events?.length ?? 0, sealed };
  }

  /** Every event with what was found at it. */
  events(events) {
    const found = byEvent(this.found);
    const heads = ["Event", "Kind", "Seat", "Payload", "Hash"].map((name) => h("th", { scope: "col" }, name));
    const rows = events.slice(0, EVENTS).map((event, place) => this.row(event, place, found.get(event?.record?.index) ?? []));
    const table = h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows));
    return h(
      "details",
      {},
      h("summary", {}, `Every event (${events.length})`),
      h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Every event" }, table),
    );
  }

  row(event, place, found) {
    const record = event?.record ?? {};
    const who = typeof record.seat === "number" ? (this.names[record.seat] ?? `seat ${record.seat}`) : "–";
    const stands = event?.payload === null ? "concealed" : "open, as committed";
    return h(
      "tr",
      { class: found.length > 0 ? "failed" : null },
      h("td", {}, this.jump(place, String(record.index))),
      h("td", {}, String(record.kind)),
      h("td", {}, who),
      h("td", {}, found.length > 0 ? found.map((finding) => finding.detail).join("; ") : stands),
      h("td", {}, h("code", {}, String(event?.hash).slice(0, 16))),
    );
  }

  save() {
    const link = h("a", { download: `${this.source.id}.pandect.json` });
    link.href = URL.createObjectURL(new Blob([JSON.stringify(this.bundle)], { type: "application/json" }));
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
}
