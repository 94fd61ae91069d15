// What was checked, level by level, and what was found.

export class Report {
  levels = [];
  findings = [];
  /** What this page would have to know to judge what it skips, in words; nothing where it knows enough. */
  unknown = null;

  checked(level, findings, passed) {
    const failed = findings.length > 0;
    const detail = failed ? findings[0].detail : passed;
    this.levels.push({ level, status: failed ? "failed" : "passed", detail });
    this.findings.push(...findings);
  }

  skip(level, detail) {
    this.levels.push({ level, status: "skipped", detail });
  }

  /** Nothing of it is known here, and so nothing is judged. */
  notKnown(why) {
    this.unknown = why;
    return this;
  }

  /** Sums up; one of these levels that was never reached was skipped. */
  close(levels) {
    for (const [level] of levels) {
      if (!this.levels.some((known) => known.level === level)) this.skip(level, this.unknown ?? "not reached");
    }
    const { findings, unknown } = this;
    const any = (status) => this.levels.some((known) => known.status === status);
    const verdict = any("failed") ? "failed" : any("skipped") ? "incomplete" : "verified";
    const indexes = findings.map((finding) => finding.index).filter((index) => index !== null);
    const firstBad = indexes.length > 0 ? Math.min(...indexes) : null;
    return { levels: this.levels, findings, firstBad, verdict, failed: verdict === "failed", unknown };
  }
}
