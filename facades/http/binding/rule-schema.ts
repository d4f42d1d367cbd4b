import type { OperationDescription, JsonSchema, Parameter } from '../../../schema/contract.ts';

/** The rules that read nothing but these parameters. */
export function rulesOfParameters(
  { rules }: Pick<OperationDescription, 'rules'>,
  parameters: readonly Parameter[],
): OperationDescription['rules'] {
  const known = new Set(parameters.map(({ wireName: wire }) => wire));
  return rules.filter(({ parameters: names }) => names.every((name) => known.has(name)));
}

/**
 * Keywords that add rules to the JSON Schema of an object. A single rule needs no `allOf`, which some MCP clients refuse
 * at the top of a schema.
 */
export function toSchemaKeywords(rules: OperationDescription['rules']): JsonSchema {
  const schemas = rules.flatMap(({ schema }) => (schema ? [schema] : []));
  const [only = {}, second] = schemas;
  return second ? { allOf: schemas } : only;
}
