import { type ASTVisitor, NoUndefinedVariablesRule, parse, type validate } from 'graphql';
import { expect, test } from 'vitest';
import { useBoundedValidation } from '../../../facades/graphql/plugins.ts';
import { schema } from '../../../schema/index.ts';

test('a valid document is validated once, and errors of an invalid one are not kept', () => {
  const plugin = useBoundedValidation();
  let visits = 0;
  const countVisits = (): ASTVisitor => ({ Document: () => void (visits += 1) });
  const validateTwice = (text: string) => {
    const document = parse(text);
    const context = { outcome: { errorCount: 0, validatedTokenCount: 0 } };
    const counts: number[] = [];
    const setValidationFn = (fn: typeof validate) =>
      counts.push(fn(schema, document, [NoUndefinedVariablesRule, countVisits]).length);
    for (let i = 0; i < 2; i++) plugin.onValidate?.({ context, setValidationFn } as never);
    return { counts, visits };
  };

  const valid = validateTwice('query A { posts { nodes { id } } }');
  visits = 0;
  const invalid = validateTwice('query A { posts(after: $x) { nodes { id } } }');

  expect([valid, invalid]).toEqual([
    { counts: [0, 0], visits: 1 },
    { counts: [1, 1], visits: 2 },
  ]);
});
