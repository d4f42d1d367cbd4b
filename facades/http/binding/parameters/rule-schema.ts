import type { OperationDescription, JsonSchema, Parameter } from '../../../../schema/contract.ts';

/** Returns the rules that involve only these parameters. */
export function rulesOfParameters(
  { rules }: Pick<OperationDescription, 'rules'>,
  parameters: readonly Parameter[],
): OperationDescription['rules'] {
  const known = new Set(parameters.map(({ wireName }) => wireName));
  return rules.filter(({ parameters: names }) => names.every((name) => known.has(name)));
}

/**
 * Returns the JSON Schema keywords that express the rules, to be added to the schema of an object. A single rule is not
 * wrapped in `allOf`, which some MCP clients reject at the top level of a schema.
 */
export function toSchemaKeywords(rules: OperationDescription['rules']): JsonSchema {
  const schemas = rules.flatMap(({ schema }) => (schema ? [schema] : []));
  const [only = {}, second] = schemas;
  return second ? { allOf: schemas } : only;
}
