// The badge that says how far the log is verified, by code that runs in this browser, and what stands behind it.

import { call, receipts } from "./api.js";
import { fill, h } from "./dom.js";
import { LEVELS, verify } from "./proof/verify.js";
import { capital, count, spaced } from "./words.js";

const SIGNS = { passed: "✓", failed: "✗", skipped: "–", verified: "✓", incomplete: "–" };
const PATIENCE = 1500;
const ROWS = 200;

export class Proof {
  #timer = null;
  #run = 0;

  /**
   * `go` is called with the index of an event that somebody wants to see, `onbroken` with that of the first event that is
   * wrong, or nothing.
   */
  constructor(source, go, onbroken) {
    this.source = source;
    this.go = go;
    this.onbroken = onbroken;
    this.names = [];
    this.badge = h(
      "button",
      { type: "button", class: "verdict", "aria-haspopup": "dialog", onclick: () => this.open() },
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

  open() {
    this.dialog.showModal();
    if (this.audit === null) this.#ask();
  }

  /** Verifies when the log has been quiet for a moment, a longer one when there is more to fetch again. */
  soon(wait = PATIENCE + 10 * (this.bundle?.events?.length ?? 0)) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#verify(), wait);
  }

  async #verify() {
    const run = ++this.#run;
    try {
      const bundle = await this.source.bundle();
      const proof = bundle.server_seed === null ? null : await call(`/v1/log/inclusion?id=${this.source.id}`).catch(() => null);
      const keys = await call("/v1/keys").catch(() => ({ keys: [] }));
      const trusted = keys.keys.find((key) => key.public_key === bundle.public_key) ?? keys.keys[0];
      const report = await verify(bundle, { trusted: trusted?.public_key ?? null, kept: receipts(this.source.id), proof });
      if (run !== this.#run) return;
      this.bundle = bundle;
      this.report = report;
    } catch (error) {
      if (run !== this.#run) return;
      this.report = null;
      this.badge.className = "verdict";
      this.badge.textContent = `Not verified: ${error.message}`;
      return;
    }
    this.audit = null;
    this.#tell();
    if (this.dialog.open || !this.source.live) this.#ask();
  }

  /** The server's own audit knows the rules. */
  async #ask() {
    this.audit = { pending: true };
    this.#render();
    try {
      this.audit = await this.source.audit();
    } catch (error) {
      this.audit = { refused: error.message };
    }
    this.#tell();
  }

  #tell() {
    const { report, bundle } = this;
    const events = count(bundle.events?.length ?? 0, "event");
    const rules = this.audit?.verdict === "failed";
    const skipped = (name) => report.levels.find(({ level, status }) => level === name && status === "skipped");
    const unknown = report.unknown ?? this.audit?.unknown ?? null;
    const whole = unknown === null && bundle.server_seed !== null && !skipped("signature");
    const state = report.failed || rules ? "failed" : skipped("format") ? "unproven" : whole ? "passed" : "partly";
    const where = report.firstBad ?? this.audit?.levels?.find((level) => level.first_bad_index !== null)?.first_bad_index ?? null;
    const text = {
      failed: where === null ? "✗ Not proven" : `✗ Broken at event ${where}`,
      unproven: `Not verified here: ${skipped("format")?.detail}`,
      partly: `✓ ${events} verified ${unknown === null ? "so far" : "as far as they are known here"}`,
      passed: `✓ ${events} verified`,
    }[state];
    this.onbroken(where);
    this.badge.className = `verdict ${state}`;
    this.badge.textContent = text;
    this.#render();
  }

  #render() {
    if (!this.report) return;
    const { report } = this;
    fill(
      this.body,
      h(
        "p",
        {},
        "The left list was checked by this page, in your browser, from the log alone. The right one by the server, which also knows the rules.",
      ),
      h(
        "div",
        { class: "pair" },
        h("section", {}, h("h3", {}, "This browser"), this.#levels(report.levels, LEVELS)),
        h("section", {}, h("h3", {}, "The server"), this.#server()),
      ),
      report.findings.length > 0 && h("section", {}, h("h3", {}, "What was found"), this.#findings(report.findings)),
      this.#events(),
      h(
        "p",
        {},
        h("button", { type: "button", onclick: () => this.#save() }, "Save the bundle"),
        " Keep it: it can be verified without this server.",
      ),
    );
  }

  #levels(levels, texts = []) {
    const words = new Map(texts);
    return h(
      "ul",
      { class: "levels" },
      levels.map(({ level, status, detail }) =>
        h(
          "li",
          { class: status },
          h("span", { class: "proof-sign", role: "img", "aria-label": status }, SIGNS[status]),
          h("div", {}, h("strong", {}, words.get(level) ?? capital(spaced(level))), h("small", {}, detail)),
        ),
      ),
    );
  }

  #server() {
    const { audit } = this;
    if (audit?.verdict) {
      const findings = audit.findings.map(({ level, index, detail, tampering }) => ({ level, index, detail, kind: tampering }));
      return [this.#levels(audit.levels), findings.length > 0 && this.#findings(findings)];
    }
    return h("p", {}, audit?.refused ?? "Asking…");
  }

  #findings(findings) {
    return h(
      "ul",
      { class: "findings" },
      findings
        .slice(0, ROWS)
        .map(({ level, index, detail, kind }) =>
          h("li", {}, h("strong", {}, `${capital(spaced(kind))} (${level})`), ` ${detail} `, index !== null && this.#jump(index)),
        ),
    );
  }

  #jump(index) {
    return h(
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
    );
  }

  /** Every event with what was found at it. */
  #events() {
    if (!Array.isArray(this.bundle.events)) return null;
    const bad = Map.groupBy ? Map.groupBy(this.report.findings, (finding) => finding.index) : new Map();
    const shown = this.bundle.events.slice(0, 2000);
    const rows = shown.map((event, place) => {
      const record = event?.record ?? {};
      const found = bad.get(record.index) ?? [];
      const who = typeof record.seat === "number" ? (this.names[record.seat] ?? `seat ${record.seat}`) : "–";
      return h(
        "tr",
        { class: found.length > 0 ? "failed" : null },
        h(
          "td",
          {},
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              onclick: () => {
                this.dialog.close();
                this.go(place);
              },
            },
            String(record.index),
          ),
        ),
        h("td", {}, String(record.kind)),
        h("td", {}, who),
        h(
          "td",
          {},
          found.length > 0
            ? found.map((finding) => finding.detail).join("; ")
            : event?.payload === null
              ? "concealed"
              : "open, as committed",
        ),
        h("td", {}, h("code", {}, String(event?.hash).slice(0, 16))),
      );
    });
    return h(
      "details",
      {},
      h("summary", {}, `Every event (${this.bundle.events.length})`),
      h(
        "div",
        { class: "scroll", tabindex: "0", role: "region", "aria-label": "Every event" },
        h(
          "table",
          {},
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["Event", "Kind", "Seat", "Payload", "Hash"].map((name) => h("th", { scope: "col" }, name)),
            ),
          ),
          h("tbody", {}, rows),
        ),
      ),
    );
  }

  #save() {
    const link = h("a", { download: `${this.source.id}.pandect.json` });
    link.href = URL.createObjectURL(new Blob([JSON.stringify(this.bundle)], { type: "application/json" }));
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }
}
