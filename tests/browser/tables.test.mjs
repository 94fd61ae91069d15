// The drawings of the tables, held against games that a real server played: run with `node --test tests/browser`.
//
// PANDECT names the binary, target/debug/pandect when it is not set.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { install } from "./document.mjs";
import { record, serve } from "./recorded.mjs";
import { sample, variants } from "./samples.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const binary = process.env.PANDECT ?? `${root}target/debug/pandect`;
const openapi = JSON.parse(execFileSync(binary, ["openapi"], { maxBuffer: 1 << 26, encoding: "utf8" }));
const room = `${root}web`;

install();

// Moves that no place on the table stands for: they end or decline something.
const PLACELESS = {
  "red-panda": ["decline"],
  "panda-spin": ["pass", "decline"],
  takenoko: ["decline", "end-turn"],
  inori: ["done"],
  "villa-panda": ["pass", "end-turn"],
};
const placeless = (ruleset, move) => PLACELESS[ruleset]?.includes(move.type) || (move.type === "lay" && move.cards?.length === 0);

// The first game of each ruleset has the fewest seats and comes to its end, the second has the most and need not.
const OPTIONS = {
  "red-panda": [{}, { mimicry_mandatory: false, series: { wins: 2 } }],
  "panda-rei": [{}, { monkey_assignment: "final-best", royal_pandas: true }],
  "panda-spin": [{ mood: "hungry" }, { mood: "spin" }],
  takenoko: [{ turn_cap: 24 }, {}],
  inori: [{}, { move_any_piece: true }],
  "villa-panda": [{ emperor: "both", hand_public: false, round_cap: 6 }, { emperor: "both" }],
};
const LIMITS = [600, 150];

let server;
let rulesets;
before(async () => {
  server = await serve(binary);
  rulesets = (await (await fetch(`${server.url}/v1/rulesets`)).json()).rulesets;
});
after(() => server?.stop());

const BAD = /\b(undefined|NaN|null)\b|\[object|function/;
const sound = (text, where) => assert.doesNotMatch(text, BAD, where);
const drawing = (ruleset) => import(`${room}/tables/${ruleset}.js`);

function contextOf(game, viewer, index) {
  const frames = game.views[viewer];
  return {
    names: game.names,
    options: game.options,
    viewer: /^\d+$/.test(viewer) ? Number(viewer) : viewer,
    awaiting: frames[index].awaiting,
    previous: frames[index - 1]?.view ?? null,
    effects: frames[index].effects,
  };
}

/** Every frame of a game with what a viewer knows. */
function* moments(game) {
  for (const [viewer, frames] of Object.entries(game.views)) {
    for (const [index, frame] of frames.entries()) yield { viewer, index, ...frame, context: contextOf(game, viewer, index) };
  }
}

/** What clicks on the drawing would choose. */
function clicks(drawn, chosen) {
  return [...drawn.all()]
    .filter((element) => element.listeners.has("click"))
    .map((element) => {
      chosen.length = 0;
      element.listeners.get("click")();
      const [name] = element.children;
      assert.ok(name.tag === "title" || name.has("unseen"), "a place that can be clicked begins with its name");
      assert.ok(name.children[0]?.length > 0);
      assert.equal(chosen.length, 1);
      return chosen[0];
    });
}

function drawsEveryMoment(module, game) {
  let changed = 0;
  for (const { viewer, index, view, context } of moments(game)) {
    const where = `${game.ruleset}, as ${viewer}, event ${index}`;
    const drawn = module.draw(view, context, [], () => assert.fail("nothing can be clicked"));
    for (const element of drawn.all()) {
      assert.ok(!element.attributes.has("style"), `${where}: a style attribute is refused by the content security policy`);
      assert.ok(!element.listeners.has("click"), `${where}: without moves there is nothing to click`);
      if (element.has("changed")) changed += 1;
    }
    for (const text of drawn.texts()) sound(text, where);
  }
  assert.ok(changed > 0, "what changes is marked");
}

function tellsEveryEffect(module, game) {
  for (const { viewer, index, effects, context } of moments(game)) {
    for (const effect of effects) {
      const told = module.tell(effect, context);
      const where = `${game.ruleset}, as ${viewer}, event ${index}, ${effect.type}: ${told}`;
      assert.match(told, /^\S.*\.$/, where);
      sound(told, where);
    }
  }
}

function offersEveryMove(module, game) {
  for (const [index, { seat, moves }] of game.legal.entries()) {
    const frame = game.views[seat][index];
    if (!frame) continue;
    const context = contextOf(game, String(seat), index);
    const chosen = [];
    const drawn = module.draw(frame.view, context, moves, (some) => chosen.push(some));
    const reached = clicks(drawn, chosen).flat();
    for (const move of moves) {
      const text = module.label(move, frame.view, context);
      const where = `${game.ruleset}, event ${index}: ${JSON.stringify(move)}`;
      assert.ok(text.length > 0 && text.length < 160, where);
      sound(text, where);
      if (!placeless(game.ruleset, move)) assert.ok(reached.includes(move), `${where} has no place on the table`);
    }
    for (const move of reached) assert.ok(moves.includes(move), "only legal moves are chosen");
    assert.ok(
      clicks(drawn, chosen).every((some) => some.length > 0),
      "a click means at least one move",
    );
  }
}

describe("the drawings", { concurrency: false }, () => {
  test("every moment of games of every ruleset is drawn and told, and every legal move has its place", async (t) => {
    for (const { name, seats } of rulesets) {
      await t.test(name, async () => {
        const module = await drawing(name);
        for (const [at, count] of [seats.min, seats.max].entries()) {
          const game = await record(server.url, {
            ruleset: name,
            seats: count,
            options: OPTIONS[name]?.[at] ?? {},
            limit: LIMITS[at],
          });
          assert.ok(at > 0 || game.views.full, `${LIMITS[at]} events were not enough for a game`);
          drawsEveryMoment(module, game);
          tellsEveryEffect(module, game);
          offersEveryMove(module, game);
        }
      });
    }
  });

  test("every type of effect has a sentence, and every type of move a label", async (t) => {
    for (const { name, seats } of rulesets) {
      await t.test(name, async () => {
        const module = await drawing(name);
        const game = await record(server.url, { ruleset: name, seats: seats.min, limit: 1 });
        const context = contextOf(game, "0", 0);
        const { view } = game.views[0][0];
        for (const schema of variants(openapi, "AnyEffect", name)) {
          const effect = sample(openapi, schema);
          const told = module.tell(effect, context);
          assert.match(told, /\.$/, `${effect.type} has no sentence: ${told}`);
          sound(told, effect.type);
        }
        for (const schema of variants(openapi, "AnyMove", name)) {
          const move = sample(openapi, schema);
          sound(module.label(move, view, context), move.type);
          assert.ok(module.knows(move.type), `${move.type} has no label`);
        }
      });
    }
  });

  test("names from players are text and nothing else", async () => {
    const module = await drawing("red-panda");
    const game = await record(server.url, { ruleset: "red-panda", seats: 5, limit: 1 });
    const drawn = module.draw(game.views.spectator[0].view, contextOf(game, "spectator", 0), [], () => {});
    assert.ok([...drawn.texts()].includes("Eve <b>"));
  });

  test("what would turn a line around or hide in it is spelt out, and joiners stay", async () => {
    const { plain } = await import(`${room}/dom.js`);
    assert.equal(plain("Ada\u202e7-1\u2066\u200b\u{e0041}"), "Ada\\u{202e}7-1\\u{2066}\\u{200b}\\u{e0041}");
    for (const name of ["Zoë", "می\u200cخواهم", "👩\u200d🚀", "❤\ufe0f"]) assert.equal(plain(name), name);
  });
});

describe("what the drawings know of printed cards is what the catalogue says", () => {
  const factsOf = async (name) => {
    const { catalogue } = await (await fetch(`${server.url}/v1/rulesets/${name}`)).json();
    return catalogue.map(({ id, kind, facts }) => ({
      id,
      kind,
      ...Object.fromEntries(facts.map(({ name: fact, value }) => [fact, value.value])),
    }));
  };

  test("both sides of the cards of Panda Spin", async () => {
    const { isElement, sides } = await import(`${room}/tables/panda-spin-cards.js`);
    const cards = (await factsOf("panda-spin")).filter(({ kind }) => kind === "animal");
    assert.equal(cards.length, 65);
    for (const { id, white, blue, blue_symbol: symbol = null } of cards) {
      assert.ok(!isElement(id));
      assert.deepEqual(sides(id), { white: { values: white, symbol: null }, blue: { values: blue, symbol } }, id);
    }
  });

  test("the values of the cards of Panda Rei", async () => {
    const { kindOf } = await import(`${room}/tables/panda-rei.js`);
    const cards = (await factsOf("panda-rei")).filter(({ kind }) => kind === "animal");
    assert.equal(cards.length, 119);
    for (const { id, name, value, level } of cards) {
      const [animal, , worth, crowns] = kindOf(id);
      assert.deepEqual([animal, crowns], [name.toLowerCase(), level], id);
      assert.ok(worth === value || animal === "monkey", id);
    }
  });

  test("the new start cards of Inori", async () => {
    const { effectWords, newStart } = await import(`${room}/tables/inori-pieces.js`);
    const cards = (await factsOf("inori")).filter(({ kind }) => kind === "new-start");
    assert.equal(cards.length, 6);
    for (const { id, colour, lower_right: lower, space_1: first } of cards) {
      const card = newStart(id);
      assert.deepEqual([card.colour, card.lower_right], [colour, lower], id);
      assert.equal(first, `take 1 ${colour}, take 1 ${lower}`);
      const words = [`take 1 ${colour} token and take 1 ${lower} token`, `score 1 for each ${colour} token`, "draw a rune"];
      assert.deepEqual(
        card.spaces.map(({ effect }) => effectWords(effect)),
        words,
        id,
      );
      assert.deepEqual(
        card.spaces.map(({ cost }) => cost.type),
        ["free", "most-held", "free"],
        id,
      );
    }
  });

  test("the points of the objectives of Takenoko", async () => {
    const { worth } = await import(`${room}/tables/takenoko-pieces.js`);
    const cards = (await factsOf("takenoko")).filter(({ kind }) => kind.endsWith("-objective"));
    assert.equal(cards.length, 45);
    for (const { id, points } of cards) assert.equal(worth(id), points, id);
  });
});
