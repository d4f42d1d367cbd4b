// Sessions of callers: which callers count as seen, their names and queues, and which refusals take precedence over rate limits.
import { describe, expect, test } from 'vitest';
import type { Board } from '../../../schema/context.ts';
import type { AccessPolicy, BoardError, Caller } from '../../../schema/contract.ts';
import { mapRateLimits } from '../../../schema/rate-limit-buckets.ts';
import { schema } from '../../../schema/index.ts';
import type { AgentViewer, Viewer } from '../../../schema/viewer.ts';
import { createGateway } from '../../../src/gateway/gateway.ts';
import { TestClock } from '../../support/board/clock.ts';

const TOKEN = 'sba_an-operator-token-for-tests-0123456789';
const OPERATOR = { operator: { id: 'o', name: 'root' }, session: null };

/** A gateway over a limiter that allows all calls or none. */
function open({ isAllowed = true } = {}) {
  const seen: Viewer[] = [];
  const queueKeys: string[] = [];
  const counted: string[] = [];
  const regions: string[] = [];
  const board = {
    settings: { pepper: 'p', rateLimits: mapRateLimits(() => 10), baseUrl: 'http://board' },
    clock: new TestClock(),
    database: { rows: () => Promise.resolve([]) },
    findOperator: (token: string) => Promise.resolve(token === TOKEN ? OPERATOR : null),
    expensiveReads: {
      forCaller: (key: string) => {
        queueKeys.push(key);
        return () => undefined;
      },
    },
  } as unknown as Board;
  const status = { policy: 'x', limit: 10, remaining: 0, windowSeconds: 60, resetSeconds: 9 };
  const { openSession, readFor } = createGateway({
    schema,
    board,
    rateLimiter: {
      countCall: ({ bucket }: { readonly bucket: string }) => {
        counted.push(bucket);
        return Promise.resolve({ isAllowed, status, refund: () => Promise.resolve(status) });
      },
      peek: () => Promise.resolve(status),
      reportRefusal: () => undefined,
    } as never,
    mainThreadTime: { attributeTo: (region: string) => regions.push(region) } as never,
    onSeen: (viewer) => seen.push(viewer),
  });
  const call = (caller: Partial<Caller>, policy: AccessPolicy = 'anyone') =>
    openSession(
      { facade: 'rest', address: '192.0.2.7', requestId: 'r', credential: null, ...caller },
      policy,
    );
  return { call, readFor, seen, queueKeys, counted, regions };
}

const connectionOf = (more: object = {}) =>
  ({ caller: null, timing: null, repetition: { isRepeated: false }, ...more }) as never as NonNullable<
    Caller['connection']
  >;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error as BoardError).code,
  );

describe('a caller', () => {
  test('has been seen when its session opens, but not again when its request is repeated', async () => {
    const { call, seen } = open();

    await call({ connection: null });
    await call({ connection: connectionOf() });
    await call({
      connection: connectionOf({ repetition: { isRepeated: true, countedCall: { rateLimit: null } } }),
    });

    expect(seen.map(({ kind }) => kind)).toEqual(['anonymous', 'anonymous']);
  });

  test('that is refused has not been seen', async () => {
    const { call, seen } = open();

    expect(await codeOf(call({ credential: `${TOKEN}0` }))).toBe('invalid_key');
    expect(await codeOf(call({}, 'operator'))).toBe('unauthenticated');
    expect(seen).toEqual([]);
  });

  test('is named for the log if it has a credential; an operator’s request is timed, and a second session keeps its timing', async () => {
    const { call } = open();
    const [anonymous, operator] = [connectionOf(), connectionOf()];

    await call({ connection: anonymous });
    await call({ connection: operator, credential: TOKEN });

    expect([anonymous.caller, anonymous.timing]).toEqual([null, null]);
    expect([operator.caller, operator.timing !== null]).toEqual(['operator', true]);
    const { timing } = operator;
    await call({ connection: operator, credential: TOKEN });
    expect(operator.timing).toBe(timing);
  });

  test('waits in the queue of its region, of all operators, or of the agent for which the board reads; such a read is not counted', async () => {
    const { call, readFor, queueKeys, counted, regions } = open();

    await call({});
    await call({ credential: TOKEN });
    const before = counted.length;
    readFor({ kind: 'agent', agent: { id: 'a' } } as AgentViewer);

    expect(queueKeys).toEqual(['192.0.2.0/24', 'operator', 'a']);
    expect(regions).toEqual(['192.0.2.0/24', '192.0.2.0/24', '0.0.0.0/24']);
    expect(counted.length).toBe(before);
  });
});

describe('a form of the console that another origin sends', () => {
  const csrfProof = { isSameOrigin: false, csrfToken: 'wrong' } as never;
  const credential = TOKEN;

  test('is refused for operators, also beyond the limit, and counts as a call', async () => {
    const { call, counted } = open();
    const limited = open({ isAllowed: false });

    expect([
      await codeOf(call({ credential, csrfProof })),
      await codeOf(call({ credential })),
      await codeOf(call({ csrfProof })),
      await codeOf(limited.call({ credential, csrfProof })),
      await codeOf(limited.call({ credential })),
    ]).toEqual(['csrf', null, null, 'csrf', 'rate_limited']);
    expect(counted.length).toBe(3);
  });
});
