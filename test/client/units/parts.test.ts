// The parts of the client that compute without a board.
import { describe, expect, test } from 'vitest';
import { hasAliases, removeAliases } from '../../../client/aliases.ts';
import { isMutation, toDocumentId, toText } from '../../../client/document.ts';
import { addFragments, createFunctions, createStreams } from '../../../client/functions.ts';
import { fragments } from '../../../client/generated/documents.ts';
import { hasIdempotencyKey, withIdempotencyKey } from '../../../client/idempotency.ts';
import { toSettings } from '../../../client/options.ts';

describe('the settings', () => {
  test('have the documented defaults', () => {
    const { fetch: send, ...others } = toSettings({ url: 'http://board' });
    expect(send).toBeInstanceOf(Function);
    expect(others).toEqual({
      documentIds: false,
      maxTries: 5,
      maxWaitMs: 65_000,
      timeoutMs: 30_000,
      backoffMs: 500,
      idleMs: 45_000,
      endpoint: 'http://board/graphql',
    });
  });

  test('are those of the caller', () => {
    const options = {
      documentIds: true,
      maxTries: 1,
      maxWaitMs: 2,
      timeoutMs: 3,
      backoffMs: 4,
      idleMs: 5,
      fetch,
    };
    const hooks = { key: 'sbk_1', onRequest: () => {}, onResponse: () => {}, onWait: () => {} };
    expect(toSettings({ url: 'http://board/', ...options, ...hooks })).toEqual({
      ...options,
      ...hooks,
      endpoint: 'http://board/graphql',
    });
  });
});

describe('the idempotency key', () => {
  test('is that of the caller', () => {
    const variables = { input: { idempotencyKey: 'mine', body: 'b' }, other: 1 };
    expect(withIdempotencyKey(variables)).toEqual(variables);
  });

  test.each([
    [{ body: 'b' }],
    [{ body: 'b', idempotencyKey: null }],
    [{ body: 'b', idempotencyKey: undefined }],
  ])('is new for %j, each time', (input) => {
    const made = [1, 2].map(
      () => withIdempotencyKey({ input, other: 1 }) as { input: { idempotencyKey: string } },
    );
    for (const variables of made)
      expect(variables).toEqual({
        input: { body: 'b', idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string },
        other: 1,
      });
    expect(new Set(made.map(({ input: { idempotencyKey } }) => idempotencyKey)).size).toBe(2);
  });

  test.each([[{}], [{ input: null }], [{ input: 'text' }]])('is not added to %j', (variables) => {
    expect(withIdempotencyKey(variables)).toBe(variables);
    expect(hasIdempotencyKey(variables)).toBe(false);
  });

  test.each([
    [{ idempotencyKey: 'k' }, true],
    [{ idempotencyKey: null }, false],
    [{}, false],
  ])('of the input %j exists: %s', (input, expected) => {
    expect(hasIdempotencyKey({ input })).toBe(expected);
  });
});

describe('a document', () => {
  test.each([
    ['mutation{a}', true],
    ['  mutation M{a}', true],
    ['# Writes.\nmutation M{a}', true],
    ['fragment F on A{b}\nmutation M{...F}', true],
    ['query mutation{a}', false],
    ['{mutation}', false],
    ['mutations', false],
  ])('%j is a mutation: %s', (text, expected) => {
    expect(isMutation(text)).toBe(expected);
  });

  test('has its text in a string, a String object, its source or its tree', () => {
    const tree = { kind: 'Document', definitions: [] };
    expect(toText('{a}')).toBe('{a}');
    expect(toText(new String('{b}'))).toBe('{b}');
    expect(toText({ ...tree, loc: { source: { body: '{c}' } } })).toBe('{c}');
    expect(toText(tree)).toBe('');
  });

  test('has the SHA-256 of its text as id', async () => {
    expect(await toDocumentId('{me{id}}')).toBe(
      '8a1ab4b0112458feae674c80d2d91ccbc820e0cedd000365c0b66271ee83aa79',
    );
    expect(await toDocumentId('é')).toBe('4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c');
  });
});

describe('the aliases of a result', () => {
  test('are removed from records, at any depth, and from nothing else', () => {
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

  test('exist in documents with types', () => {
    expect([hasAliases('{node{__typename}}'), hasAliases('{me{id}}')]).toEqual([true, false]);
  });
});

/** Functions whose calls are recorded. Each resolves to `data`. */
function recorded(data: unknown) {
  const calls: [text: string, variables: object, options: object][] = [];
  const functions = createFunctions((...call) => {
    calls.push(call);
    return Promise.resolve(data);
  });
  return {
    calls,
    functions: functions as unknown as Record<string, (a?: object, b?: object) => PromiseLike<unknown>>,
  };
}

describe('a function', () => {
  test('of a list sends its arguments, and requests counts only when the caller does', async () => {
    const { calls, functions } = recorded({ threads: { nodes: [] } });
    await functions['threads']?.({ first: 1 }, { totalCount: true, timeoutMs: 5 });
    await functions['threads']?.({ first: 1 }, { totalCount: false });
    await functions['threads']?.();
    expect(calls.map(([, variables, options]) => [variables, options])).toEqual([
      [{ first: 1, totalCount: true }, { timeoutMs: 5 }],
      [{ first: 1 }, {}],
      [{}, {}],
    ]);
  });

  test('of a mutation sends its arguments as input, and returns the field', async () => {
    const { calls, functions } = recorded({ createPost: { post: 1 } });
    expect(await functions['createPost']?.({ body: 'b', idempotencyKey: 'k' }, { timeoutMs: 5 })).toEqual({
      post: 1,
    });
    expect(calls.map(([, variables, options]) => [variables, options])).toEqual([
      [{ input: { body: 'b', idempotencyKey: 'k' } }, { timeoutMs: 5 }],
    ]);
  });

  test('of a record that does not exist returns null', async () => {
    const { functions } = recorded({ thread: null });
    expect(await functions['thread']?.({ id: 'T-1' })).toBeNull();
  });

  test('has all fragments that its document needs, each once', () => {
    const text = addFragments('{a{...Agent}b{...Agent ...Unknown}}');
    const spread = new Set([...text.matchAll(/\.\.\.([A-Z]\w*)/g)].map(([, name = '']) => name));
    expect(spread).toContain('Agent');
    expect(text).toBe(
      ['{a{...Agent}b{...Agent ...Unknown}}', ...[...spread].map((name) => fragments[name] ?? '')].join(' '),
    );
  });
});

test('a stream yields the value of its field in each event', async () => {
  const calls: unknown[] = [];
  const streams = createStreams(async function* (_, ...call) {
    calls.push(call);
    await Promise.resolve();
    yield { feed: 1 };
    yield { feed: 2 };
  });
  const values: unknown[] = [];
  for await (const value of streams.feed({ after: 'c' }, { timeoutMs: 5 })) values.push(value);
  expect(calls).toEqual([[{ after: 'c' }, { timeoutMs: 5 }]]);
  expect(values).toEqual([1, 2]);
});
