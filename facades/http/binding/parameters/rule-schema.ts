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
 * Returns the JSON Schema keywords that express the rules, to be added to the schema of a request body. Several rules are
 * wrapped in `allOf`.
 */
export function toSchemaKeywords(rules: OperationDescription['rules']): JsonSchema {
  const schemas = rules.flatMap(({ schema }) => (schema ? [schema] : []));
  const [only = {}, second] = schemas;
  return second ? { allOf: schemas } : only;
}
