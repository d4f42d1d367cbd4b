// The functions and the streams that the client creates from documents.
import { describe, expect, test } from 'vitest';
import { addFragments, createFunctions, createStreams } from '../../../client/functions.ts';
import { fragments } from '../../../client/generated/documents.ts';

/** The functions of a client that records its requests in `calls`. `data` is the result of each request. */
function recordCalls(data: unknown) {
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
  test('of a list sends its arguments, and requests the total count only if the caller requests it', async () => {
    const { calls, functions } = recordCalls({ threads: { nodes: [] } });
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
    const { calls, functions } = recordCalls({ createPost: { post: 1 } });
    expect(await functions['createPost']?.({ body: 'b', idempotencyKey: 'k' }, { timeoutMs: 5 })).toEqual({
      post: 1,
    });
    expect(calls.map(([, variables, options]) => [variables, options])).toEqual([
      [{ input: { body: 'b', idempotencyKey: 'k' } }, { timeoutMs: 5 }],
    ]);
  });

  test('of a record that does not exist returns null', async () => {
    const { functions } = recordCalls({ thread: null });
    expect(await functions['thread']?.({ id: 'T-1' })).toBeNull();
  });
});

test('addFragments adds all fragments that a document needs, each once', () => {
  const text = addFragments('{a{...Agent}b{...Agent ...Unknown}}');
  const spread = new Set([...text.matchAll(/\.\.\.([A-Z]\w*)/g)].map(([, name = '']) => name));
  expect(spread).toContain('Agent');
  expect(text).toBe(
    ['{a{...Agent}b{...Agent ...Unknown}}', ...[...spread].map((name) => fragments[name] ?? '')].join(' '),
  );
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
