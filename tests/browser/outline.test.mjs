// A ruleset that the pages have no drawing of, told from its catalogue and its views alone. Nothing here needs a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { outline } from "../../web/outline.js";
import { Element, install } from "./document.mjs";

install();

const fact = (name, value) => ({ name, value: { type: "text", value } });
const catalogue = [
  { id: "heap-1", kind: "heap", facts: [fact("name", "The long heap"), fact("first_size", 7)] },
  { id: "heap-2", kind: "heap", facts: [] },
];
const context = { names: ["Ada", "Bo"], viewer: 0, previous: { heap: "heap-1", seats: [{ taken: 0 }, { taken: 0 }] } };
const { draw, tell, label } = outline(catalogue);

test("a view is drawn with the names of seats and of components, and what changed is marked", () => {
  const view = { heap: "heap-1", other: "heap-2", turn: { seat: 1 }, seats: [{ taken: 2 }, { taken: 0 }] };
  /** @type {unknown} */
  const drawn = draw(view, context);
  assert.ok(drawn instanceof Element);
  const texts = [...drawn.texts()];
  for (const text of ["The long heap (heap-1)", "heap-2", "Ada", "Bo", "Taken", "Heap\nname: The long heap\nfirst size: 7"]) {
    assert.ok(texts.includes(text), `${text} in ${texts.join(" | ")}`);
  }
  const changed = [...drawn.all()].filter((element) => element.has("changed"));
  assert.deepEqual(
    changed.map((element) => element.children[0].children[0]),
    ["Other", "Turn", "Seats"],
  );
});

test("effects and moves are told in words", () => {
  assert.equal(
    tell({ type: "stones-taken", seat: 1, heap: "heap-1", count: 2 }, context),
    "Bo: stones taken (heap The long heap (heap-1), count 2)",
  );
  assert.equal(
    label({ type: "take-from", heaps: ["heap-1", "heap-2"], last: false }, {}, context),
    "Take from: heaps The long heap (heap-1), heap-2, last no",
  );
  assert.equal(label({ type: "pass" }, null), "Pass");
});
