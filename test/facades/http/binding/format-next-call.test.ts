import { expect, test } from 'vitest';
import { createRestNextCallFormatter } from '../../../../facades/http/binding/format-next-call.ts';
import { define, describing, GET_FACT, operation, PATCH_FACT } from './recorded-route.ts';

test('a suggested call has the known values in its path, query and body', () => {
  const named = (name: string) => ({ ...operation, name });
  const format = createRestNextCallFormatter(
    [define(GET_FACT, { operation: named('Read') }), define(PATCH_FACT, { operation: named('Write') })],
    describing(['factId', 'limit', 'note']),
  );
  const variables = { factId: 'F/1', limit: 5, note: 'a b', other: 1 };
  const [surface, path] = ['rest', '/v1/facts/F%2F1'];
  expect(format({ operation: 'Read', variables })).toEqual([
    { surface, method: 'GET', path: `${path}?limit=5&note=a+b` },
  ]);
  expect(format({ operation: 'Write', variables })).toEqual([
    { surface, method: 'PATCH', path, body: { limit: 5, note: 'a b' } },
  ]);
  expect(format({ operation: 'Write', variables: { factId: 'F/1', note: undefined } })).toEqual([
    { surface, method: 'PATCH', path },
  ]);
  expect(format({ operation: 'Read' })).toEqual([{ surface, method: 'GET', path: '/v1/facts/{fact_id}' }]);
  expect(format({ operation: 'Other' })).toEqual([]);
});
