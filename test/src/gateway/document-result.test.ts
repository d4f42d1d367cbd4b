// The results of documents that callers write: their sizes, and whether they are shared. Repetitions and timings of requests.
import { GraphQLError, parse } from 'graphql';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  assertResponseSize,
  serializeDocumentResult,
  toShareableDocument,
} from '../../../src/gateway/document-result.ts';
import { endStreamOnError, repetitionOf } from '../../../src/gateway/repetition.ts';
import { RequestTiming } from '../../../src/gateway/server-timing.ts';

afterEach(() => void vi.useRealTimers());

type SelectionPlan = NonNullable<Parameters<typeof serializeDocumentResult>[1]>;

const EMPTY: SelectionPlan = new Map();

describe('the result of a document', () => {
  const serialize = (result: object, plan: SelectionPlan | null = EMPTY) => {
    const sizes: number[] = [];
    return { ...serializeDocumentResult(result, plan, (bytes) => sizes.push(bytes)), sizes };
  };

  test('is measured before and after it is serialized', () => {
    const { sizes, ...result } = serialize({ data: { a: 'é' } });

    expect(result).toEqual({ errors: [], data: '{"a":"é"}', bytes: 10, points: 0 });
    expect([sizes.length, sizes[1], sizes[0]! <= 10]).toEqual([2, 10, true]);
  });

  test('costs no points without data or without a plan, and infinite points with null as data', () => {
    const errors = [new GraphQLError('no')];

    expect([
      serialize({ errors }),
      serialize({ data: { a: 1 }, errors }, null),
      serialize({ data: null, errors }),
    ]).toEqual([
      { errors, data: null, bytes: 0, points: 0, sizes: [] },
      { errors, data: null, bytes: 0, points: 0, sizes: [] },
      { errors, data: 'null', bytes: 4, points: Infinity, sizes: [] },
    ]);
  });

  test('may have as many bytes as the maximum', () => {
    const [query, mutation] = ['{ a }', 'mutation { a }'].map((text) => ({ document: parse(text) }));
    expect(() => assertResponseSize(100, 100, query!)).not.toThrow();
    expect(() => assertResponseSize(101, 100, query!)).toThrow(
      expect.objectContaining({
        code: 'query_too_complex',
        message:
          'The response would have more than 100 bytes. Select fewer fields, or request smaller pages with `first`.',
        members: { bound: 'bytes', max: 100 },
      }),
    );
    expect(() => assertResponseSize(101, 100, mutation!)).toThrow(
      /^The mutations have been executed, but their response would have more than 100 bytes\./,
    );
  });

  test('is shared if it has no errors and at most 262 144 characters', () => {
    const executed = (length: number, errors: readonly GraphQLError[] = []) => ({
      ...{ errors, bytes: 0, points: 0, data: 'x'.repeat(length) },
    });

    expect([262_144, 262_145].map((length) => toShareableDocument(executed(length))?.isShared)).toEqual([
      true,
      undefined,
    ]);
    expect(toShareableDocument(executed(1, [new GraphQLError('no')]))).toBeNull();
    expect(toShareableDocument({ ...executed(0), data: null })).toMatchObject({ data: null, isShared: true });
  });
});

describe('a request', () => {
  const repetition = { next: {} };
  const contextOf = (viewer: object) => ({ viewer, connection: { repetition } }) as never;

  test.each([
    [{ kind: 'agent', isKeyNewlyExposed: true }, null],
    [{ kind: 'agent', isKeyNewlyExposed: false }, repetition],
    [{ kind: 'agent' }, repetition],
    [{ kind: 'anonymous' }, repetition],
  ])('of %j can be executed again unless its key has just become exposed', (viewer, expected) => {
    expect(repetitionOf(contextOf(viewer))).toBe(expected);
    expect(repetitionOf({ viewer, connection: null } as never)).toBeNull();
  });

  test('with a subscription is not executed again after an error, which becomes an error of the board', async () => {
    const [failing, working] = [{ next: {} }, { next: {} }] as never[];

    await expect(endStreamOnError(failing!, () => Promise.reject(new Error('no')))).rejects.toMatchObject({
      code: 'internal',
    });

    expect(await endStreamOnError(working!, () => Promise.resolve('done'))).toBe('done');
    expect([failing, working]).toEqual([{ next: null }, { next: {} }]);
    await expect(endStreamOnError(null, () => Promise.reject(new Error('no')))).rejects.toMatchObject({
      code: 'internal',
    });
  });
});

test('the timings of a request are the sums of its operations and statements', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const timing = new RequestTiming(1.26);
  const observe = (part: object, ms: number, inner: () => void = () => undefined) => {
    const observation = timing.begin(part as never);
    inner();
    vi.advanceTimersByTime(ms);
    observation.end();
    return observation;
  };
  observe({ kind: 'operation' }, 10, () => {
    const transaction = timing.begin({ kind: 'transaction' } as never);
    const statement = transaction.begin({ kind: 'statement' } as never);
    vi.advanceTimersByTime(3);
    statement.end();
    transaction.end();
  });
  observe({ kind: 'statement' }, 4)
    .begin({ kind: 'statement' } as never)
    .end();
  observe({ kind: 'tool' }, 7);

  expect(timing.format(30)).toBe(
    'auth;dur=1.3, graphql;dur=13.0, db;dur=7.0;desc="3 statements", total;dur=30.0',
  );
});
