import { describe, expect, test } from 'vitest';
import { hasAliases, removeAliases } from '../../../client/aliases.ts';

describe('the aliases of a result', () => {
  test('are removed from records, at any depth; other objects are unchanged', () => {
    const record = {
      __typename: 'Thread',
      Thread_status: 'open',
      Fact_status: 'x',
      content: { Thread_a: 1 },
    };
    const removed = { __typename: 'Thread', status: 'open', Fact_status: 'x', content: { Thread_a: 1 } };
    expect(removeAliases({ nodes: [record, null], one: record, Thread_b: 2 })).toEqual({
      nodes: [removed, null],
      one: removed,
      Thread_b: 2,
    });
  });

  test('exist only in documents with `__typename`', () => {
    expect([hasAliases('{node{__typename}}'), hasAliases('{me{id}}')]).toEqual([true, false]);
  });
});
