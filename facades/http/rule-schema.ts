import type { Description, JsonSchema, Parameter } from '../../schema/contract.ts';

/** The rules that read nothing but these parameters. */
export function rulesAmong(
  { rules }: Pick<Description, 'rules'>,
  parameters: readonly Parameter[],
): Description['rules'] {
  const known = new Set(parameters.map(({ wire }) => wire));
  return rules.filter(({ names }) => names.every((name) => known.has(name)));
}

/**
 * Keywords that add rules to the JSON Schema of an object. A single rule needs no `allOf`, which some MCP clients refuse
 * at the top of a schema.
 */
export function ruleKeywords(rules: Description['rules']): JsonSchema {
  const schemas = rules.flatMap(({ schema }) => (schema ? [schema] : []));
  const [only = {}, second] = schemas;
  return second ? { allOf: schemas } : only;
}
