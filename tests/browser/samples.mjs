// An example of what a schema of the API document describes.

const resolve = (openapi, schema) =>
  schema.$ref ? resolve(openapi, openapi.components.schemas[schema.$ref.split("/").at(-1)]) : schema;

/** The variants of the effects or moves of a ruleset, from the union of those of all. */
export function variants(openapi, union, ruleset) {
  const of = openapi.components.schemas[union].oneOf.map((schema) => resolve(openapi, schema));
  const { properties } = of.find((schema) => schema.properties.ruleset.enum.includes(ruleset));
  return resolve(openapi, properties.effect ?? properties.move).oneOf;
}

/** One value that the schema allows. */
export function sample(openapi, given) {
  const schema = resolve(openapi, given);
  if (schema.enum) return schema.enum[0];
  if (schema.examples) return schema.examples[0];
  if (schema.example !== undefined) return schema.example;
  const choice = schema.oneOf ?? schema.anyOf;
  if (choice)
    return sample(
      openapi,
      choice.find((one) => one.type !== "null"),
    );
  const type = [schema.type].flat().find((one) => one !== "null");
  if (type === "object")
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, of]) => [name, sample(openapi, of)]));
  // Two where it is open: a pair of dice does not say that it is one.
  if (type === "array")
    return Array.from({ length: schema.minItems ?? Math.min(2, schema.maxItems ?? 2) }, () => sample(openapi, schema.items));
  if (type === "integer") return Math.max(1, schema.minimum ?? 0);
  if (type === "boolean") return true;
  if (type === undefined) return "8"; // The document says no more of a value of Panda Spin.
  throw new Error(`no sample of ${JSON.stringify(schema)}`);
}
