// What was checked, level by level, and what was found.

/** @typedef {{ level: string, kind: string, index: number | null, detail: string }} Finding */
/** @typedef {{ level: string, status: string, detail: string }} Level */
/** @typedef {"verified" | "incomplete" | "failed"} Verdict */

/**
 * A report that is closed. `firstBad` is the first event that is wrong, `unknown` what this page would have to know.
 * @typedef {object} Verified
 * @property {Level[]} levels
 * @property {Finding[]} findings
 * @property {number | null} firstBad
 * @property {Verdict} verdict
 * @property {boolean} failed
 * @property {string | null} unknown
 */

/**
 * What was found, by the event it was found at.
 * @param {Finding[]} findings
 */
export function byEvent(findings) {
  /** @type {Map<number | null, Finding[]>} */
  const found = new Map();
  for (const finding of findings) {
    const there = found.get(finding.index);
    if (there) there.push(finding);
    else found.set(finding.index, [finding]);
  }
  return found;
}

export class Report {
  /** @type {Level[]} */
  levels = [];
  /** @type {Finding[]} */
  findings = [];
  /**
   * What this page would have to know to judge what it skips, in words; nothing where it knows enough.
   * @type {string | null}
   */
  unknown = null;

  /**
   * @param {string} level
   * @param {Finding[]} findings
   * @param {string} [passed]
   */
  checked(level, findings, passed = "") {
    const failed = findings.length > 0;
    const detail = failed ? findings[0].detail : passed;
    this.levels.push({ level, status: failed ? "failed" : "passed", detail });
    this.findings.push(...findings);
  }

  /**
   * @param {string} level
   * @param {string} detail
   */
  skip(level, detail) {
    this.levels.push({ level, status: "skipped", detail });
  }

  /**
   * Nothing of it is known here, and so nothing is judged.
   * @param {string} why
   */
  notKnown(why) {
    this.unknown = why;
    return this;
  }

  /**
   * Sums up; one of these levels that was never reached was skipped.
   * @param {string[][]} levels
   * @returns {Verified}
   */
  close(levels) {
    for (const [level] of levels) {
      if (!this.levels.some((known) => known.level === level)) this.skip(level, this.unknown ?? "not reached");
    }
    const { findings, unknown } = this;
    const any = (/** @type {string} */ status) => this.levels.some((known) => known.status === status);
    const verdict = any("failed") ? "failed" : any("skipped") ? "incomplete" : "verified";
    const indexes = findings.flatMap(({ index }) => (index === null ? [] : [index]));
    const firstBad = indexes.length > 0 ? Math.min(...indexes) : null;
    return { levels: this.levels, findings, firstBad, verdict, failed: verdict === "failed", unknown };
  }
}
