// Controls for the options of a ruleset, from the API's own document: a switch, a number or a choice for each option that
// is one. Lists and the like stay in the JSON.

import { call } from "./api.js";
import { field, h, select } from "./dom.js";
import { capital, spaced } from "./words.js";

/** @type {ReturnType<typeof call> | null} */
let answer = null;

/** The schemas of the API, read once. */
async function schemas() {
  answer ??= call("/openapi.json");
  return (await answer).components.schemas;
}

const component = (ruleset) => `${ruleset.split("-").map(capital).join("")}Options`;

/** What can be chosen, as [JSON, text]; nothing when it is no short list. */
function choices(schema, all) {
  const resolved = schema.$ref ? all[schema.$ref.split("/").at(-1)] : schema;
  if (resolved.type === "null") return [["null", "not set (null)"]];
  if (Array.isArray(resolved.type) && resolved.type.join() === "boolean,null") {
    return [
      ["null", "not set (null)"],
      ["true", "yes"],
      ["false", "no"],
    ];
  }
  const values = resolved.enum ?? (resolved.const === undefined ? null : [resolved.const]);
  if (values) return values.map((value) => [JSON.stringify(value), spaced(value)]);
  const parts = resolved.oneOf?.map((part) => choices(part, all));
  return parts?.every(Boolean) ? parts.flat() : null;
}

function control(schema, all, value, write) {
  if (schema.type === "boolean") {
    const box = h("input", { type: "checkbox", checked: value, onchange: () => write(box.checked) });
    return box;
  }
  if (schema.type === "integer") {
    const { minimum: min, maximum: max } = schema;
    const number = h("input", { type: "number", value, min, max, onchange: () => write(Number(number.value)) });
    return number;
  }
  const list = choices(schema, all);
  return list && select(list, JSON.stringify(value), (chosen) => write(JSON.parse(chosen)));
}

/** Controls for the options, with what the document says of each; `write` is called with a name and a value. */
export async function controls(ruleset, options, write) {
  const all = await schemas();
  const { properties } = all[component(ruleset)] ?? { properties: {} };
  return Object.entries(options).map(([name, value]) => {
    const schema = properties[name];
    const made = schema && control(schema, all, value, (chosen) => write(name, chosen));
    if (!made) return null;
    const hint = schema.description ?? schema.oneOf?.find((part) => part.description)?.description;
    return field(capital(spaced(name)), made, hint?.replaceAll("\n", " ").replaceAll("`", ""));
  });
}
