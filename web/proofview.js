// The badge that says how far a log is verified, by code that runs in this browser, and the sheet behind it.

import { fill, h } from "./dom.js";
import { capital, count, spaced } from "./words.js";

const SIGNS = { passed: "✓", failed: "✗", skipped: "–", verified: "✓", incomplete: "–" };
const ROWS = 200;

/** @typedef {import("./proof/report.js").Finding} Finding */
/** @typedef {import("./proof/report.js").Level} Level */
/** @typedef {import("./proof/report.js").Verified} Verified */
/** @typedef {{ level: string, index: number | null, detail: string, tampering: string }} AuditFinding */
/** @typedef {Level & { first_bad_index: number | null }} AuditLevel */
/** @typedef {{ game: string | null, verdict: string }} GameAudit */
/** @typedef {{ levels: AuditLevel[], findings: AuditFinding[], verdict: string, unknown: string | null, games?: GameAudit[] }} Audit */

/**
 * What was verified: the report, how many events there are, and whether nothing more will come.
 * @typedef {{ report: Verified, events: number, sealed: boolean }} Checked
 */

/**
 * A log and what is told of it. `asks` is when the server's audit is asked for: an audit that takes long has a button.
 * `broken` is the first event that the audit finds wrong, where it can name one.
 * @typedef {object} Subject
 * @property {string} intro
 * @property {string[][]} levels
 * @property {"at once" | "when opened" | "on request"} asks
 * @property {string} pending
 * @property {() => Promise<Checked>} check
 * @property {() => Promise<Audit>} audit
 * @property {(audit: Audit) => number | null} broken
 * @property {(audit: Audit, view: ProofView) => import("./dom.js").Child} audited
 * @property {(view: ProofView) => import("./dom.js").Child} more
 */

export class ProofView {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #run = 0;
  /** @type {Checked | null} */
  #checked = null;
  /** @type {Audit | null} */
  #audit = null;
  /** What stands where the audit will: that it is asked for, or why there is none. */
  #waiting = "";
  #refused = "";

  /**
   * `go` is called with the index of an event that somebody wants to see, `onbroken` with that of the first event that is
   * wrong, or nothing.
   *
   * @param {Subject} subject
   * @param {(index: number) => unknown} go
   * @param {(index: number | null) => unknown} onbroken
   */
  constructor(subject, go, onbroken = () => {}) {
    this.subject = subject;
    this.go = go;
    this.onbroken = onbroken;
    this.badge = h(
      "button",
      { type: "button", class: "verdict", "aria-haspopup": "dialog", onclick: () => this.open() },
      "Verifying…",
    );
    this.body = h("div", { class: "proof" });
    const close = h("button", { type: "button", class: "quiet", onclick: () => this.dialog.close() }, "Close");
    this.dialog = h(
      "dialog",
      { class: "paper", "aria-labelledby": "proof-title" },
      h("header", {}, h("h2", { id: "proof-title" }, "What is proven"), close),
      this.body,
    );
  }

  open() {
    this.dialog.showModal();
    const told = this.#audit !== null || this.#waiting !== "" || this.#refused !== "";
    if (!told && this.subject.asks !== "on request") this.#ask();
  }

  /**
   * Verifies when the log has been quiet for so many milliseconds.
   * @param {number} wait
   */
  soon(wait) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#verify(), wait);
  }

  async #verify() {
    const run = ++this.#run;
    /** @type {Checked | null} */
    let checked = null;
    let wrong = "";
    try {
      checked = await this.subject.check();
    } catch (error) {
      wrong = error.message;
    }
    if (run !== this.#run) return;
    this.#checked = checked;
    [this.#audit, this.#waiting, this.#refused] = [null, "", ""];
    if (checked === null) {
      this.badge.className = "verdict";
      this.badge.textContent = `Not verified: ${wrong}`;
      return;
    }
    this.#tell(checked);
    const { asks } = this.subject;
    if (asks === "at once" || (asks === "when opened" && this.dialog.open)) this.#ask();
  }

  /** The server's own audit knows the rules. */
  async #ask() {
    const run = this.#run;
    [this.#audit, this.#waiting, this.#refused] = [null, this.subject.pending, ""];
    this.#render();
    try {
      const audit = await this.subject.audit();
      if (run === this.#run) this.#audit = audit;
    } catch (error) {
      if (run === this.#run) this.#refused = error.message;
    }
    if (run !== this.#run) return;
    this.#waiting = "";
    if (this.#checked) this.#tell(this.#checked);
  }

  /** @param {Checked} checked */
  #tell({ report, events, sealed }) {
    const audit = this.#audit;
    const skipped = (name) => report.levels.find(({ level, status }) => level === name && status === "skipped");
    const unknown = report.unknown ?? audit?.unknown ?? null;
    const whole = unknown === null && sealed && !skipped("signature");
    const failed = report.failed || audit?.verdict === "failed";
    const state = failed ? "failed" : skipped("format") ? "unproven" : whole ? "passed" : "partly";
    const where = report.firstBad ?? (audit && this.subject.broken(audit));
    this.onbroken(where);
    this.badge.className = `verdict ${state}`;
    this.badge.textContent = {
      failed: where === null ? "✗ Not proven" : `✗ Broken at event ${where}`,
      unproven: `Not verified here: ${skipped("format")?.detail}`,
      partly: `✓ ${count(events, "event")} verified ${unknown === null ? "so far" : "as far as they are known here"}`,
      passed: `✓ ${count(events, "event")} verified`,
    }[state];
    this.#render();
  }

  #render() {
    if (this.#checked === null) return;
    const { report } = this.#checked;
    fill(
      this.body,
      h("p", {}, this.subject.intro),
      h(
        "div",
        { class: "pair" },
        h("section", {}, h("h3", {}, "This browser"), this.#levels(report.levels, this.subject.levels)),
        h("section", {}, h("h3", {}, "The server"), this.#server()),
      ),
      report.findings.length > 0 && h("section", {}, h("h3", {}, "What was found"), this.findings(report.findings)),
      this.subject.more(this),
    );
  }

  /**
   * @param {Level[]} levels
   * @param {string[][]} texts
   */
  #levels(levels, texts = []) {
    const words = new Map(texts.map(([name, text]) => [name, text]));
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
    if (this.#audit) return [this.#levels(this.#audit.levels), this.subject.audited(this.#audit, this)];
    if (this.#waiting) return h("p", {}, this.#waiting);
    const refused = this.#refused && h("p", {}, this.#refused);
    if (this.subject.asks !== "on request") return refused || h("p", {}, this.subject.pending);
    return [refused, h("button", { type: "button", onclick: () => this.#ask() }, "Audit everything")];
  }

  /**
   * A list of what was found, each with the way to its event.
   * @param {Finding[]} findings
   */
  findings(findings) {
    const item = ({ level, index, detail, kind }) =>
      h(
        "li",
        {},
        h("strong", {}, `${capital(spaced(kind))} (${level})`),
        ` ${detail} `,
        index !== null && this.jump(index, `Show event ${index}`),
      );
    return h("ul", { class: "findings" }, findings.slice(0, ROWS).map(item));
  }

  /**
   * A button that leads from the sheet to an event.
   * @param {number} index
   * @param {string} text
   */
  jump(index, text) {
    const show = () => {
      this.dialog.close();
      this.go(index);
    };
    return h("button", { type: "button", class: "quiet", onclick: show }, text);
  }
}
