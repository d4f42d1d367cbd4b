import type { JsonSchema, Parameter } from '../../../schema/contract.ts';

/** A parameter of an operation: an optional text without bounds. */
export const parameter = (
  overrides: Partial<Parameter> & { readonly schema?: JsonSchema } = {},
): Parameter => ({
  name: 'name',
  wireName: 'name',
  required: false,
  type: 'string',
  schema: {},
  ...overrides,
});
