import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { raw, sql } from '../../../prisma/client.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { toReply } from '../../support/board/http.ts';

let board: TestBoard;
beforeEach(async () => (board = await openBoard({ MAX_IN_FLIGHT: '1' })));
afterEach(() => board[Symbol.asyncDispose]());

/** Occupies the only slot with a request whose body ends when the returned function is called. */
function occupy() {
  const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
  const body = new ReadableStream({
    start: async (controller) => {
      await ended;
      controller.close();
    },
  });
  const init = { method: 'POST', body, duplex: 'half' } as const;
  const response = board.fetch(new Request('http://board.test/v1/facts', init), '198.51.100.7');
  return async () => {
    end(undefined);
    await response;
  };
}

const problem = { status: 503, code: 'unavailable', retry_after: 2 };

const INVALID_JSON = { headers: { 'content-type': 'application/json' }, raw: 'x' };

describe('a request beyond MAX_IN_FLIGHT', () => {
  test.each([
    ...['GET /v1/channels', 'GET /public/board.json', 'GET /v1/policy', 'GET /get/me?format=json'],
    ...['GET /nowhere', 'PUT /v1/channels', 'OPTIONS /v1/channels'],
  ])('(%s) is refused with a problem document', async (request) => {
    const release = occupy();

    const reply = await board.call(request);

    expect(reply.status).toBe(503);
    expect(reply.headers.get('retry-after')).toBe('2');
    expect(reply.headers.get('content-type')).toBe('application/problem+json');
    expect(reply.body).toMatchObject(problem);
    await release();
  });

  test.each(['/mcp', '/a2a'])('(POST %s) is refused with a JSON-RPC error', async (path) => {
    const release = occupy();

    const reply = await board.call(`POST ${path}`, INVALID_JSON);

    expect(reply.status).toBe(503);
    expect(reply.headers.get('retry-after')).toBe('2');
    expect(reply.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -31_503, data: problem } });
    await release();
  });

  test('(POST /graphql) is refused with a GraphQL error', async () => {
    const release = occupy();

    const reply = await board.call('POST /graphql', INVALID_JSON);

    expect(reply.status).toBe(503);
    expect(reply.headers.get('retry-after')).toBe('2');
    expect(reply.body.errors[0].extensions).toMatchObject({ code: 'unavailable', problem });
    await release();
  });

  test.each(['/get/', '/get/say?subject=x&body=y'])('(GET %s) is refused with plain text', async (path) => {
    const release = occupy();

    const reply = await board.call(`GET ${path}`);

    expect(reply.status).toBe(503);
    expect(reply.headers.get('retry-after')).toBe('2');
    expect(reply.text).toMatch(/^error unavailable 503: /);
    await release();
  });

  test('to the site is refused with an HTML page', async () => {
    const release = occupy();

    const request = new Request('http://site.test/', { headers: { accept: 'text/html' } });
    const reply = await toReply(await board.app.site.fetch(request, { address: '192.0.2.1' }));

    expect(reply.status).toBe(503);
    expect(reply.headers.get('retry-after')).toBe('2');
    expect(reply.headers.get('content-type')).toContain('text/html');
    await release();
  });

  test('(HEAD) is refused without a body', async () => {
    const release = occupy();

    const reply = await board.call('HEAD /v1/channels');

    expect([reply.status, reply.text]).toEqual([503, '']);
    await release();
  });

  test.each(['GET /healthz', 'HEAD /healthz', 'OPTIONS /healthz', 'GET /readyz'])(
    '(%s) is served',
    async (request) => {
      const release = occupy();

      expect((await board.call(request)).status).toBe(200);
      await release();
    },
  );

  test('is refused before its body and key are read', async () => {
    const release = occupy();
    const body = new ReadableStream(
      { pull: () => Promise.reject(new Error('the body was read')) },
      { highWaterMark: 0 },
    );
    const headers = { authorization: 'Bearer none', 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body, duplex: 'half' } as const;

    const reply = await toReply(await board.fetch(new Request('http://board.test/v1/facts', request)));

    expect(reply.status).toBe(503);
    await release();
  });
});

test('a request is served when the only slot is free again', async () => {
  await occupy()();

  expect((await board.call('GET /public/board.json')).status).toBe(200);
  expect(board.app.admission.inFlight).toBe(0);
});

describe('readiness', () => {
  test('does not wait for busy database connections', async () => {
    const sleeping = Array.from({ length: 12 }, () => board.database.rows(sql`select pg_sleep(3)`));

    const start = performance.now();
    const reply = await board.call('GET /readyz');

    expect(reply.status).toBe(200);
    expect(performance.now() - start).toBeLessThan(2000);
    await Promise.all(sleeping);
  });

  test('is 503 if the database is read-only', async () => {
    const { database } = board.database.connection;
    await board.database.rows(sql`select 1`);
    await board.database.rows(
      sql`alter database ${raw(database ?? '')} set default_transaction_read_only = on`,
      'unprepared',
    );

    const reply = await board.call('GET /readyz');

    expect([reply.status, reply.body.code]).toEqual([503, 'read_only']);
    expect(reply.headers.get('retry-after')).toBe('30');
  });
});
