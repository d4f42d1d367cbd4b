import { type GraphQLError, parse, specifiedRules, type validate } from 'graphql';
import { expect, test } from 'vitest';
import { useBoundedValidation } from '../../../facades/graphql/plugins.ts';
import { schema } from '../../../schema/index.ts';

test('errors of a document that repeat a long name have messages of at most 500 characters, as they are kept with the document', () => {
  let validateDocument: typeof validate | undefined;
  const setValidationFn = (fn: typeof validate) => (validateDocument = fn);
  const context = { outcome: { errorCount: 0 } };
  useBoundedValidation().onValidate?.({ context, setValidationFn } as never);
  const document = parse(`query N${'n'.repeat(30_000)} { posts(after: $x) { nodes { id } } }`);

  const errors = validateDocument?.(schema, document, specifiedRules) as readonly GraphQLError[];

  expect(errors.map(({ message }) => message.length)).toEqual([500]);
  expect(errors[0]?.message).toMatch(/^Variable "\$x" is not defined by operation "Nnnn.*…$/);
});
