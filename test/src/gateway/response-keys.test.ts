// Which requests share a response.
import { beforeEach, describe, expect, test } from 'vitest';
import { type Database, dependOn, rowKey } from '../../../prisma/client.ts';
import { createResponseCache } from '../../../src/gateway/responses/response-cache.ts';
import type { Context } from '../../../schema/context.ts';
import { TestClock } from '../../support/board/clock.ts';

const STATE = { isStandby: false, server: 'a server', position: 1, rows: 0, keys: [], words: [] };

let clock: TestClock;
let snapshot: string;
let changed: readonly string[];
let isStandby: boolean;
let cache: ReturnType<typeof createResponseCache>;
let computed: number;
beforeEach(() => {
  clock = new TestClock();
  [snapshot, computed, changed, isStandby] = ['1:1:', 0, [], false];
  cache = createResponseCache({ database: openDatabase(), clock });
});

const openDatabase = (members: object = {}) =>
  ({
    rows: () => Promise.resolve([{ ...STATE, snapshot, isStandby, keys: changed }]),
    ...members,
  }) as unknown as Database;

const OPERATION = {};
const AGENT = { kind: 'agent', agent: { handle: 'ada' }, key: { id: 'a key' } };

interface Request {
  readonly operation?: object;
  readonly variables?: unknown;
  readonly viewer?: object;
  readonly baseUrl?: string;
  readonly mayWait?: boolean;
  readonly isShareable?: boolean;
  readonly read?: (context: Context) => unknown;
}

/** Sends a request. Returns the number of its computation. */
async function send({
  operation = OPERATION,
  variables = { a: 1 },
  viewer = { kind: 'anonymous' },
  baseUrl = 'http://a',
  mayWait = false,
  isShareable = true,
  read = () => undefined,
}: Request = {}): Promise<number> {
  const context = {
    ...{ viewer, queueKey: 'a region', settings: { baseUrl }, facade: 'rest', address: '192.0.2.1' },
    ...{ connection: null, sessionId: null, meter: {} },
  } as unknown as Context;
  const toShareable = (result: { n: number }) => (isShareable ? result : null);
  const { n } = await cache.getOrCompute(
    { operation, variables, context, mayWait, toShareable },
    (runContext) => {
      read(runContext);
      return Promise.resolve({ n: (computed += 1) });
    },
  );
  return n;
}

describe('a response', () => {
  test('is shared by equal requests of callers of the same kind', async () => {
    expect([
      await send(),
      await send(),
      await send({ viewer: AGENT }),
      await send({ viewer: { ...AGENT } }),
    ]).toEqual([1, 1, 2, 2]);
    expect(cache.totals).toEqual({ shared: 2, computed: 2 });
  });

  test.each<[string, Request]>([
    ['operations', { operation: {} }],
    ['variables', { variables: { a: 2 } }],
    ['base URLs', { baseUrl: 'http://b' }],
    ['kinds of callers', { viewer: AGENT }],
    ['rights to list agents', { viewer: { kind: 'anonymous', canListAgents: true } }],
  ])('is not shared by requests with other %s', async (_what, other) => {
    expect([await send(), await send(other), await send(), await send(other)]).toEqual([1, 2, 1, 2]);
  });

  test('is shared for less than five seconds', async () => {
    const numbers = [await send()];
    for (const seconds of [4.999, 0.001]) {
      clock.advance({ seconds });
      numbers.push(await send());
    }

    expect(numbers).toEqual([1, 1, 2]);
  });

  test.each<[string, Request]>([
    ['may wait for news', { mayWait: true }],
    ['is an operator’s', { viewer: { kind: 'operator' } }],
    ['has an unshareable result', { isShareable: false }],
    ['has very long variables', { variables: 'x'.repeat(1_000) }],
  ])('is not shared if the request %s', async (_what, request) => {
    expect([await send(request), await send(request)]).toEqual([1, 2]);
  });

  test('is shared if its key has at most 1000 characters', async () => {
    const variables = 'x'.repeat(1_000 - '1 anonymous http://a ""'.length);

    expect([
      await send({ variables }),
      await send({ variables }),
      await send({ variables: `${variables}x` }),
    ]).toEqual([1, 1, 2]);
    expect(await send({ variables: `${variables}x` })).toBe(3);
  });

  test.each<[string, (context: Context) => unknown]>([
    ['facade', (context) => context.facade],
    ['address', (context) => context.address],
    ['connection', (context) => context.connection],
    ['sessionId', (context) => context.sessionId],
    ['meter', (context) => context.meter],
    ['agent', ({ viewer }) => viewer.kind === 'agent' && viewer.agent],
    ['key', ({ viewer }) => viewer.kind === 'agent' && viewer.key],
  ])('is not shared if its computation has read the %s of the caller', async (_what, read) => {
    expect([await send({ viewer: AGENT, read }), await send({ viewer: AGENT, read })]).toEqual([1, 2]);
  });

  test('is shared although its computation has read the kind of the caller', async () => {
    const kinds: string[] = [];
    const read = ({ viewer }: Context) => kinds.push(viewer.kind);

    expect([
      await send({ viewer: AGENT, read }),
      await send({ viewer: AGENT, read }),
      await send({ read }),
    ]).toEqual([1, 1, 2]);
    expect(kinds).toEqual(['agent', 'anonymous']);
  });
});

test.each<[string, object]>([
  ['without', {}],
  ['with', { chooseTarget: () => Promise.resolve(null) }],
])(
  '%s standbys, a response is computed again after a change on which it depends, and after no other change',
  async (_standbys, members) => {
    cache = createResponseCache({ database: openDatabase(members), clock });
    const read = () => dependOn([rowKey('a key')]);
    const numbers = [await send({ read })];
    for (const [i, key] of ['another key', rowKey('a key'), 'another key'].entries()) {
      [snapshot, changed] = [`${i + 2}:${i + 2}:`, [key]];
      numbers.push(await send({ read }));
    }

    expect(numbers).toEqual([1, 1, 2, 2]);
  },
);

test('a result that cannot be shared counts as computed only, also for the requests that have waited for it', async () => {
  const request = { isShareable: false };

  expect(await Promise.all([send(request), send(request)])).toEqual([1, 2]);
  expect(cache.totals).toEqual({ shared: 0, computed: 2 });
});

test.each([true, false])(
  'with standbys, a server is chosen by the state of the database, also for results that are not shared (state of a standby: %s)',
  async (isStandbyState) => {
    const chosen: object[] = [];
    const chooseTarget = (state: object) => {
      chosen.push(state);
      return Promise.resolve(null);
    };
    cache = createResponseCache({ database: openDatabase({ chooseTarget }), clock });
    isStandby = isStandbyState;

    expect([await send(), await send({ mayWait: true })]).toEqual([1, 2]);

    const state = { position: 1, server: 'a server', snapshot: isStandbyState ? null : '1:1:' };
    expect(chosen).toEqual([state, state]);
  },
);
