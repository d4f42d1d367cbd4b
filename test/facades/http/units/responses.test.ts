import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { describe, expect, test } from 'vitest';
import { serveObserved, type ServedRequest } from '../../../../facades/http/server/observe-request.ts';
import type { RequestConnection } from '../../../../facades/http/server/request-connection.ts';
import { readRequestId } from '../../../../facades/http/server/request-id.ts';
import { addHeaders, toResponse } from '../../../../facades/http/server/responses.ts';

const stateOf = (method: string) => ({
  request: new Request('http://board', { method }),
  requestId: 'r',
  headers: { vary: 'Accept', 'cache-control': 'private' },
  arrivedAt: 0,
  connection: null,
});

describe('the response of a reply', () => {
  const reply = { status: 201, headers: { 'cache-control': 'no-store' }, body: 'é' };

  test('has the headers of the route, overridden by the headers of the reply, and the request id', async () => {
    const response = toResponse(reply, stateOf('GET'));
    expect([response.status, await response.text()]).toEqual([201, 'é']);
    expect(Object.fromEntries(response.headers)).toEqual({
      vary: 'Accept',
      'cache-control': 'no-store',
      'x-request-id': 'r',
      'content-type': 'text/plain;charset=UTF-8',
    });
  });

  test.each([
    ['é', '2'],
    [new TextEncoder().encode('éa'), '3'],
    [null, null],
  ])('to HEAD has no body; for the body %j, its Content-Length is %j', async (body, length) => {
    const response = toResponse({ ...reply, body }, stateOf('HEAD'));
    expect([response.headers.get('content-length'), await response.text()]).toEqual([length, '']);
  });

  test('has the timing of its connection', () => {
    const connection = {
      timing: { format: (ms: number) => `total;dur=${ms > 0}` },
    } as unknown as RequestConnection;
    const { headers } = toResponse(reply, { ...stateOf('GET'), connection });
    expect(headers.get('server-timing')).toBe('total;dur=true');
  });

  test('that is already a Response keeps its headers except the request id, and gets missing ones; for HEAD its body is cancelled', async () => {
    let isCancelled = false;
    const made = () =>
      new Response(new ReadableStream({ cancel: () => void (isCancelled = true) }), {
        status: 202,
        headers: { vary: 'Origin', 'x-request-id': 'forged' },
      });
    const headers = { vary: 'Origin', 'cache-control': 'private', 'x-request-id': 'r' };
    const response = addHeaders(made(), stateOf('GET'));
    expect([response.status, Object.fromEntries(response.headers), isCancelled]).toEqual([
      202,
      headers,
      false,
    ]);
    await response.body?.cancel();
    isCancelled = false;
    const head = addHeaders(made(), stateOf('HEAD'));
    expect([head.status, Object.fromEntries(head.headers), isCancelled]).toEqual([202, headers, true]);
    expect(head.body).toBeNull();
  });
});

test.each([
  ['0190ABCD-0000-7000-8000-00000000000F', '0190abcd-0000-7000-8000-00000000000f'],
  ['0190abcd-0000-7000-8000-00000000000', null],
  ['x0190abcd-0000-7000-8000-00000000000f', null],
  ['0190abcd-0000-7000-8000-00000000000f\n', null],
  ['', null],
  [null, null],
])('the request id %j is read as %j (null: a new id)', (header, expected) => {
  const id = readRequestId(header);
  if (expected !== null) expect(id).toBe(expected);
  else {
    expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(readRequestId(header)).not.toBe(id);
  }
});

describe('an observed request', () => {
  /** Observes a request. With `outgoing` it has a socket, which closes after `before` and `msBeforeEnd` are read. */
  async function observe(
    overrides: object,
    response = new Response('x', { status: 201 }),
    outgoing?: object,
  ) {
    const served: ServedRequest[] = [];
    let end: (() => void) | undefined;
    const peer = {
      address: 'a',
      ...(outgoing && {
        outgoing: outgoing as ServerResponse,
        onEnd: (listener: () => void) => (end = listener),
      }),
    };
    const state = {
      ...{
        request: new Request('http://board'),
        peer,
        requestId: 'r',
        address: 'a',
        arrivedAt: performance.now(),
      },
      ...{ route: '/v1/x', bytes: 5, connection: null, ...overrides },
    };
    const observer = () => ({ observation: null, end: (each: ServedRequest) => served.push(each) });
    expect(await serveObserved(state, observer, () => Promise.resolve(response))).toBe(response);
    const before = served.length;
    const msBeforeEnd = performance.now() - state.arrivedAt;
    end?.();
    return { served, before, msBeforeEnd };
  }
  const times = { readyMs: expect.any(Number) as number, totalMs: expect.any(Number) as number };

  test('without a socket ends at once', async () => {
    const { served, before } = await observe({});
    expect(before).toBe(1);
    const expected = {
      route: '/v1/x',
      status: 201,
      bytes: 5,
      caller: null,
      hasWaited: false,
      isComplete: true,
    };
    expect(served).toEqual([{ ...expected, ...times }]);
  });

  test('ends when its socket closes', async () => {
    const connection = { caller: 'ada', hasPaused: true };
    const { served, before } = await observe({ connection }, undefined, {
      writableFinished: false,
      statusCode: 500,
    });
    expect(before).toBe(0);
    const expected = {
      route: '/v1/x',
      status: 201,
      bytes: 5,
      caller: 'ada',
      hasWaited: true,
      isComplete: false,
    };
    expect(served).toEqual([{ ...expected, ...times }]);
  });

  test('is ready before its response has been sent', async () => {
    const { served, msBeforeEnd } = await observe({}, undefined, { writableFinished: true });
    const [{ readyMs, totalMs }] = served as [ServedRequest];
    expect([readyMs <= msBeforeEnd, msBeforeEnd <= totalMs]).toEqual([true, true]);
  });

  test('whose response is sent later has the status of that response and an unknown number of bytes, and has waited', async () => {
    const outgoing = { writableFinished: true, statusCode: 429 };
    const { served } = await observe({}, RESPONSE_ALREADY_SENT, outgoing);
    expect(served).toMatchObject([{ status: 429, bytes: null, hasWaited: true, isComplete: true }]);
  });
});
