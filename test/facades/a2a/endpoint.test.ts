// Requests to /a2a over a session that records the executed operations.
import { describe, expect, test } from 'vitest';
import { createA2aRoutes } from '../../../facades/a2a/routes.ts';
import type { Reply } from '../../../facades/http/reply.ts';
import { BoardError, type Caller, type Session } from '../../../schema/contract.ts';
import { FairShares } from '../../../src/gateway/load/fair-shares.ts';
import { ID, inquiry, openSession, post } from './recording-session.ts';

const REQUEST_ID = '01900000-0000-7000-8000-000000000001';
const CONTEXT = { siteUrl: 'http://site.test', requestId: REQUEST_ID };
const STATUS = { policy: 'key', limit: 9, remaining: 5, resetSeconds: 7, windowSeconds: 60 };
const LIMIT = {
  'ratelimit-policy': '"key";q=9;w=60',
  ratelimit: '"key";r=5;t=7',
  'x-ratelimit-limit': '9',
  'x-ratelimit-remaining': '5',
  'x-ratelimit-reset': '7',
};
const JSON_TYPE = { 'content-type': 'application/json' };

interface OpenOptions {
  /** The error of opening a session. */
  readonly refusal?: BoardError;
  readonly maxCharacters?: number;
  readonly isReplayed?: boolean;
}

/** Opens the route. `values` has the results or errors of operations by name. */
function open(
  values: Readonly<Record<string, unknown>> = {},
  { refusal, maxCharacters = 1_000_000, isReplayed }: OpenOptions = {},
) {
  const callers: Caller[] = [];
  const { session, executed } = openSession(values, isReplayed);
  const [route] = createA2aRoutes({
    siteUrl: 'http://site.test',
    maxBody: 1000,
    resultShares: new FairShares(maxCharacters),
    admission: { resume: () => undefined },
    formatNextCall: ({ operation }) => [{ surface: 'rest', operation }],
    toRefusal: (error) => error as BoardError,
    openSession: (caller) => {
      callers.push(caller);
      if (refusal) return Promise.reject(refusal);
      return Promise.resolve(Object.assign(session, { rateLimit: STATUS }) as Session);
    },
  });
  const send = async (body: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const url = new URL('http://board.test/a2a');
    const request = new Request(url, { method: 'POST', headers: { ...JSON_TYPE, ...headers } });
    const bytes = new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
    const exchange = { request, url, params: {}, body: bytes, address: '192.0.2.7', connection: null };
    const reply = await route!.serve({ ...exchange, requestId: REQUEST_ID });
    return read(reply as Reply);
  };
  return { route: route!, send, callers, executed };
}

const read = ({ status, headers, body }: Reply) => ({
  status,
  headers,
  body: JSON.parse(String(body)) as unknown,
});
const rpc = (method: string, params?: unknown, id: unknown = 3) => ({ jsonrpc: '2.0', id, method, params });
const taskRequestOf = (version: '0.3' | '1.0') =>
  rpc(version === '0.3' ? 'tasks/get' : 'GetTask', { id: ID });
const errorOf = (code: number, message: unknown, id: unknown = 3) => ({
  ...{ jsonrpc: '2.0', id },
  error: { code, message, data: expect.anything() as unknown },
});

describe('a call', () => {
  test.each<['0.3' | '1.0', Record<string, string>, string]>([
    ['0.3', {}, 'completed'],
    ['1.0', { 'a2a-version': '1.0' }, 'TASK_STATE_COMPLETED'],
  ])('of A2A %s returns the result and the rate limit', async (version, headers, state) => {
    const { send, callers, executed } = open({ A2aTask: post });

    const {
      status,
      headers: sent,
      body,
    } = await send(taskRequestOf(version), { authorization: 'Bearer k', ...headers });

    expect([status, sent]).toEqual([200, { ...JSON_TYPE, ...LIMIT }]);
    expect(body).toMatchObject({ jsonrpc: '2.0', id: 3, result: { id: ID, status: { state } } });
    expect(executed.map(([name]) => name)).toEqual(['A2aTask']);
    expect(callers).toEqual([
      {
        ...{ facade: 'a2a', address: '192.0.2.7', requestId: REQUEST_ID, credential: 'k' },
        ...{ isCredentialExposed: false, connection: null },
      },
    ]);
  });

  test('that reads is refused if its result takes too much memory while it waits for its turn', async () => {
    const { send } = open({ A2aTask: { ...post, body: 'x'.repeat(1000) } }, { maxCharacters: 1000 });

    const { body } = await send(taskRequestOf('0.3'));

    expect(body).toMatchObject({ error: { code: -31_503 } });
  });

  test.each([
    ['is not refused, because it has been committed', false, 200],
    ['is refused if it is a replay, which can be repeated', true, 503],
  ])('that writes and whose result takes too much memory %s', async (_case, isReplayed, status) => {
    const values = { A2aInquire: { ...inquiry, question: 'x'.repeat(1000) } };
    const { send } = open(values, { maxCharacters: 1000, isReplayed });
    const message = { messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'q' }] };

    const { body } = await send(
      rpc('message/send', { message: { kind: 'message', ...message, metadata: { skill: 'inquire' } } }),
    );

    expect(body).toMatchObject(status === 200 ? { result: { id: ID } } : { error: { code: -31_503 } });
  });

  test('names the agent by X-Agent-Handle', async () => {
    const { send, callers } = open({ A2aTask: post });

    await send(taskRequestOf('0.3'), { 'x-agent-handle': 'ada' });

    expect(callers).toMatchObject([{ handle: 'ada', credential: null }]);
  });

  test('names no agent by an empty X-Agent-Handle', async () => {
    const { send, callers } = open({ A2aTask: post });

    await send(taskRequestOf('0.3'), { 'x-agent-handle': '' });

    expect(callers).toEqual([expect.not.objectContaining({ handle: expect.anything() })]);
  });

  test.each<[string, unknown, Record<string, string>, number, string, unknown]>([
    ['is no JSON', '{', {}, -32_700, 'The body is not valid JSON', null],
    [
      'is JSON that is nested too deeply',
      '['.repeat(65) + ']'.repeat(65),
      {},
      -32_600,
      'The JSON is nested deeper than 64 levels',
      null,
    ],
    ['is no request', { id: 3 }, {}, -32_600, 'The body must be a JSON-RPC 2.0 request', 3],
    [
      'has no valid id',
      { ...rpc('tasks/get'), id: 1.5 },
      {},
      -32_600,
      'The body must be a JSON-RPC 2.0 request',
      null,
    ],
    [
      'has an unknown version',
      rpc('tasks/get'),
      { 'a2a-version': '2.0' },
      -32_009,
      'A2A-Version must be one of 1.0, 0.3',
      3,
    ],
    [
      'has a method of the other version',
      rpc('GetTask'),
      {},
      -32_601,
      'A2A 0.3 has no method GetTask; for A2A 1.0, send the header A2A-Version: 1.0',
      3,
    ],
    [
      'has an unknown method',
      rpc('x'.repeat(101)),
      {},
      -32_601,
      `A2A 0.3 has no method ${'x'.repeat(100)}`,
      3,
    ],
    [
      'has the name of an Object.prototype member as method',
      rpc('toString'),
      {},
      -32_601,
      'A2A 0.3 has no method toString',
      3,
    ],
    [
      'streams',
      rpc('message/stream'),
      {},
      -32_004,
      'Streaming is not supported; use message/send and poll with tasks/get',
      3,
    ],
    [
      'lists configurations of push notifications',
      rpc('ListTaskPushNotificationConfigs'),
      { 'a2a-version': '1.0' },
      -32_003,
      'Push notifications are not supported; poll with GetTask',
      3,
    ],
  ])('that %s is refused without a session', async (_case, body, headers, code, message, id) => {
    const { send, callers } = open();

    const reply = await send(body, headers);

    expect(reply).toEqual({ status: 200, headers: JSON_TYPE, body: errorOf(code, message, id) });
    expect(callers).toEqual([]);
  });

  test.each<[ConstructorParameters<typeof BoardError>[0], number, number, Record<string, string>]>([
    ['invalid_key', 401, -31_401, { 'www-authenticate': 'Bearer realm="board"' }],
    ['handle_mismatch', 200, -31_403, {}],
    ['unavailable', 200, -31_503, { 'retry-after': '1' }],
  ])('whose session is refused with %s has the status %i', async (refused, status, code, headers) => {
    const { send } = open({}, { refusal: new BoardError(refused, 'no') });

    expect(await send(taskRequestOf('0.3'))).toEqual({
      status,
      headers: { ...JSON_TYPE, ...headers },
      body: errorOf(code, 'no'),
    });
  });

  test('that fails returns the rate limit, and the next calls of A2A before those of REST', async () => {
    const next = [{ operation: 'A2aTask', variables: { id: ID } }];
    const { send } = open({ A2aTask: new BoardError('state_conflict', 'no', { next }) });

    const { headers, body } = await send(taskRequestOf('0.3'));

    expect(headers).toEqual({ ...JSON_TYPE, ...LIMIT });
    expect(body).toMatchObject({
      error: {
        code: -31_409,
        data: {
          next: [
            { surface: 'a2a', method: 'tasks/get' },
            { surface: 'rest', operation: 'A2aTask' },
          ],
        },
      },
    });
  });
});

test.each<[Record<string, string>, object]>([
  [{}, { code: 'body_too_large', status: 413 }],
  [{ 'a2a-version': '1.0' }, [{ reason: 'BODY_TOO_LARGE' }, { value: { status: 413 } }]],
])(
  'an error before the call is read has an HTTP status; with the headers %j its data has the form of their A2A version',
  async (headers, data) => {
    const request = new Request('http://board.test/a2a', { headers });
    const { writeRefusal } = open().route;

    const reply = await writeRefusal!(new BoardError('body_too_large', 'no'), CONTEXT, request);

    expect(read(reply)).toMatchObject({
      ...{ status: 413, headers: JSON_TYPE },
      body: { jsonrpc: '2.0', id: null, error: { code: -31_413, message: 'no', data } },
    });
  },
);
