// An observed session does the same as the session that it wraps, and reports its operations as parts.
import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { currentObservation, type Observation, type Part } from '../../../prisma/client.ts';
import type { DocumentRequest, Operation, Session } from '../../../schema/contract.ts';
import { ObservedSession } from '../../../src/gateway/observed-session.ts';

const LIMIT = { policy: 'key', limit: 9, remaining: 5, resetSeconds: 7, windowSeconds: 60 };
const OPERATION = { kind: 'query', name: 'Facts' } as unknown as Operation;
const VARIABLES = { limit: 1 };
const ISSUES = [{ path: [], msg: 'm', type: 't' }];

const requestOf = (text: string): DocumentRequest => ({
  document: parse(text),
  operationName: /^\w+ (\w+)/.exec(text)?.[1] ?? null,
  variables: {},
});

/**
 * Wraps a session whose methods return `result`, or reject with it if it is an error. `parts` has the parts that have begun, and
 * the ends of parts; `calls` has the calls of the methods, each with whether it ran in a part.
 */
function open(result: unknown) {
  const parts: unknown[] = [];
  const calls: unknown[] = [];
  const part: Observation = {
    begin: (each) => {
      parts.push(each);
      return part;
    },
    end: (error) => void parts.push(['end', error]),
  };
  const answer =
    (name: string) =>
    (...args: unknown[]) => {
      calls.push([name, ...args, currentObservation() === part]);
      return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
    };
  const names = [
    'executeOperation',
    'subscribeOperation',
    'repeatOperation',
    'refundCall',
    'executeDocument',
    'subscribeDocument',
  ];
  const session = {
    ...{ rateLimit: LIMIT, isRotationDue: true, livePageViewers: 'viewers' },
    ...Object.fromEntries(names.map((name) => [name, answer(name)])),
  } as unknown as Session;
  const observed = new ObservedSession(session, {
    observation: part,
    rootFieldOf: ({ name }) => `field of ${name}`,
  });
  return { observed, parts, calls };
}

const PART = { kind: 'operation', type: 'query', field: 'field of Facts', name: 'Facts' } satisfies Part;

describe('an observed session', () => {
  test('has the limit, the rotation and the viewers of its session, and reports no part for a refund or a repetition', async () => {
    const { observed, parts, calls } = open('a result');

    expect([observed.rateLimit, observed.isRotationDue, observed.livePageViewers]).toEqual([
      LIMIT,
      true,
      'viewers',
    ]);
    await observed.refundCall();
    expect(await observed.repeatOperation(OPERATION, VARIABLES)).toBe('a result');
    expect(calls).toEqual([
      ['refundCall', false],
      ['repeatOperation', OPERATION, VARIABLES, false],
    ]);
    expect(parts).toEqual([]);
  });

  test.each(['executeOperation', 'subscribeOperation'] as const)(
    'passes the issues of %s on, and reports the operation as a part',
    async (name) => {
      const { observed, parts, calls } = open('a result');

      expect(await observed[name](OPERATION, VARIABLES, ISSUES)).toBe('a result');

      expect(calls).toEqual([[name, OPERATION, VARIABLES, ISSUES, true]]);
      expect(parts).toEqual([PART, ['end', undefined]]);
    },
  );

  test('reports the error that ends a part', async () => {
    const error = new Error('no');
    const { observed, parts } = open(error);

    await expect(observed.executeOperation(OPERATION, VARIABLES)).rejects.toBe(error);

    expect(parts).toEqual([PART, ['end', error]]);
  });

  test.each<['executeDocument' | 'subscribeDocument', string, object, object, unknown]>([
    [
      'executeDocument',
      '{ facts { nodes { id } } }',
      { errors: [] },
      { type: 'query', field: 'facts' },
      undefined,
    ],
    [
      'executeDocument',
      'mutation OfCaller { ack }',
      { errors: ['first', 'second'] },
      { type: 'mutation', field: 'ack' },
      'first',
    ],
    [
      'subscribeDocument',
      'subscription OfCaller { feed }',
      { event: null },
      { type: 'subscription', field: 'feed' },
      undefined,
    ],
    [
      'subscribeDocument',
      'subscription { feed }',
      { event: { errors: ['of an event'] } },
      { type: 'subscription', field: 'feed' },
      'of an event',
    ],
    [
      'subscribeDocument',
      'subscription { inbox }',
      { errors: ['of the document'] },
      { type: 'subscription', field: 'inbox' },
      'of the document',
    ],
  ])(
    'reports %s of %s, whose result is %j, with the first error of the result and without a name',
    async (name, text, result, part, error) => {
      const { observed, parts, calls } = open(result);
      const request = requestOf(text);

      expect(await observed[name](request)).toBe(result);

      expect(calls).toEqual([[name, request, true]]);
      expect(parts).toEqual([{ kind: 'operation', name: null, ...part }, ['end', error]]);
    },
  );
});
