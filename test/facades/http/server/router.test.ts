import { describe, expect, test } from 'vitest';
import { BoardError } from '../../../../schema/contract.ts';
import { createAddressReader } from '../../../../facades/http/server/client-address.ts';
import { openTestRouter, readProblem, testRoute, SITE } from './test-router.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const router = openTestRouter([
  testRoute('GET /v1/things/{id}'),
  testRoute('GET /v1/things/me'),
  testRoute('POST /v1/things/{id}', {
    serve: ({ body }) => ({ status: 201, headers: {}, body: String(body?.byteLength) }),
  }),
  testRoute('GET /quiet', { cors: false, servesHead: false, refusesHtml: false }),
  testRoute('GET /a/{b}/c', { headers: { 'cache-control': 'public, max-age=15' } }),
  testRoute('GET /{anything}/b/c'),
]);

describe('a path', () => {
  test('with a literal segment takes precedence over one with a parameter', async () => {
    const [me, other] = await Promise.all([
      router.call('GET /v1/things/me'),
      router.call('GET /v1/things/you'),
    ]);

    expect(await me.json()).toEqual({ line: 'GET /v1/things/me', params: {} });
    expect(await other.json()).toEqual({ line: 'GET /v1/things/{id}', params: { id: 'you' } });
  });

  test('whose literal segment comes first takes precedence if both have parameters', async () => {
    expect(await (await router.call('GET /a/b/c')).json()).toEqual({
      line: 'GET /a/{b}/c',
      params: { b: 'b' },
    });
    expect(await (await router.call('GET /x/b/c')).json()).toMatchObject({ params: { anything: 'x' } });
  });

  test('has its parameters percent-decoded once', async () => {
    const response = await router.call('GET /v1/things/%C3%A4%2F%2525?x=%ZZ');

    expect(await response.json()).toMatchObject({ params: { id: 'ä/%25' } });
  });

  test.each(['%ZZ', '%00', 'a%00b', '%C0%AF', '%ED%A0%80', '%', '%F'])(
    'with %s in it is malformed',
    async (segment) => {
      const response = await router.call(`GET /v1/things/${segment}`);

      expect([response.status, (await readProblem(response))['code']]).toEqual([400, 'malformed_request']);
    },
  );

  test.each([
    '/v1/things',
    '/v1/things/',
    '/v1/things/x/',
    '//v1/things/x',
    '/v1//things/x',
    '/V1/things/x',
    '/quiet/',
  ])('%s is not found', async (path) => {
    const response = await router.call(`GET ${path}`);

    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
    expect(await readProblem(response)).toMatchObject({
      code: 'not_found',
      type: `${SITE}/problems/not_found`,
    });
  });

  test('in a URL of more than 8 KiB is refused because of the length, even if no route has the path', async () => {
    const response = await router.call(`GET /nowhere?q=${'x'.repeat(8192)}`);

    expect([response.status, (await readProblem(response))['code']]).toEqual([414, 'uri_too_long']);
  });

  test('with more than 256 parameters is refused', async () => {
    const responses = [256, 257].map((count) =>
      router.call(`GET /v1/things/x?a=1${'&a=1'.repeat(count - 1)}`),
    );
    const [allowed, refused] = await Promise.all(responses);

    expect(allowed?.status).toBe(200);
    expect([refused?.status, await readProblem(refused!)]).toEqual([
      400,
      expect.objectContaining({ code: 'malformed_request', detail: 'A URL has at most 256 parameters' }),
    ]);
  });

  test('cannot have two routes of one method, or two names of one parameter', () => {
    expect(() => openTestRouter([testRoute('GET /a/{b}'), testRoute('GET /a/{b}')])).toThrow('collide');
    expect(() => openTestRouter([testRoute('GET /a/{b}'), testRoute('POST /a/{c}')])).toThrow('collide');
  });
});

describe('a method', () => {
  test.each(['DELETE', 'PUT', 'PATCH', 'QUERY', 'PROPFIND', 'NONSENSE'])(
    '%s that a path does not support is rejected with the allowed methods',
    async (method) => {
      const response = await router.call(`${method} /v1/things/x`);

      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS');
      expect(await readProblem(response)).toMatchObject({
        code: 'method_not_allowed',
        allow: expect.arrayContaining(['GET']),
      });
    },
  );

  test('HEAD gets the same headers as GET and no body', async () => {
    const [head, get] = [await router.call('HEAD /v1/things/x'), await router.call('GET /v1/things/x')];
    const text = await get.text();
    const comparableHeaders = ({ headers }: Response) =>
      [...headers].filter(([name]) => !['x-request-id', 'content-length'].includes(name));

    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String(text.length));
    expect(comparableHeaders(head)).toEqual(comparableHeaders(get));
  });

  test('HEAD is rejected if the GET has side effects', async () => {
    const response = await router.call('HEAD /quiet');

    expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([
      405,
      'GET, OPTIONS',
      '',
    ]);
  });

  test('OPTIONS gets the allowed methods, and the CORS headers if the path has them', async () => {
    const open = await router.call('OPTIONS /v1/things/x');
    const closed = await router.call('OPTIONS /quiet');

    expect([open.status, open.headers.get('allow')]).toEqual([200, 'GET, POST, HEAD, OPTIONS']);
    expect(open.headers.get('access-control-allow-origin')).toBe('*');
    expect(open.headers.get('access-control-allow-headers')).toContain('X-Agent-Handle');
    expect(open.headers.has('access-control-allow-credentials')).toBe(false);
    expect([closed.status, closed.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });
});

test('every request is observed with its route, also if the method has no endpoint', async () => {
  const routes: (string | null)[] = [];
  const observed = openTestRouter([testRoute('GET /v1/things/{id}')], {
    observeRequest: () => ({ observation: null, end: ({ route }) => void routes.push(route) }),
  });

  for (const line of ['GET /v1/things/x', 'OPTIONS /v1/things/x', 'PUT /v1/things/x', 'GET /v1/unknown'])
    await (await observed.call(line)).text();

  expect(routes).toEqual([...Array<string>(3).fill('/v1/things/{id}'), null]);
});

test('a request that is not admitted pauses its connection unless a trusted proxy sent it', async () => {
  const paused: string[] = [];
  const { router: full } = openTestRouter([testRoute('GET /')], {
    admission: { admit: () => null, waitForTurn: () => null, resume: () => undefined },
    addressOf: createAddressReader(['10.0.0.1']),
    isTrustedProxy: (peer) => peer === '10.0.0.1',
  });

  for (const address of ['10.0.0.1', '203.0.113.9'])
    await full.fetch(new Request(SITE), {
      address,
      pauseRefused: () => void paused.push(address),
    });

  expect(paused).toEqual(['203.0.113.9']);
});

describe('every response', () => {
  test.each(['GET /v1/things/x', 'GET /nowhere', 'DELETE /quiet', 'OPTIONS /quiet', 'GET /v1/things/%00'])(
    'to %s has the common headers',
    async (request) => {
      const { headers } = await router.call(request);

      expect(headers.get('x-request-id')).toMatch(UUID);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('vary')).toBe('Accept, Authorization');
    },
  );

  test('has the request id of the client if it is a UUID, otherwise a new one', async () => {
    const id = '0190A5E0-0000-7000-8000-00000000000A';
    const kept = await router.call('GET /nowhere', { headers: { 'x-request-id': id } });
    const replaced = await router.call('GET /nowhere', { headers: { 'x-request-id': 'mine' } });

    expect(kept.headers.get('x-request-id')).toBe(id.toLowerCase());
    expect((await readProblem(kept))['instance']).toBe(`urn:uuid:${id.toLowerCase()}`);
    expect(replaced.headers.get('x-request-id')).toMatch(UUID);
  });

  test('of a route has the headers of the route, except that errors are not cached', async () => {
    const served = await router.call('GET /a/b/c');
    const refused = await router.call('GET /a/b/c', { headers: { accept: 'text/html' } });

    expect(served.headers.get('cache-control')).toBe('public, max-age=15');
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([406, 'no-store']);
  });
});

describe('a browser', () => {
  test('gets a link to the site', async () => {
    const response = await router.call('GET /v1/things/x', { headers: { accept: 'text/html,*/*;q=0.8' } });

    expect(response.headers.get('link')).toBe(`<${SITE}>; rel="alternate"; type="text/html"`);
    expect(await readProblem(response)).toMatchObject({ code: 'not_acceptable', status: 406, site: SITE });
  });

  test('is served by a route with a fixed media type', async () => {
    expect((await router.call('GET /quiet', { headers: { accept: 'text/html' } })).status).toBe(200);
  });

  test('gets 413 rather than 406 for a body over the size limit', async () => {
    const init = { headers: { accept: 'text/html' }, body: 'x'.repeat(1001) };

    expect((await router.call('POST /v1/things/x', init)).status).toBe(413);
  });
});

describe('a route', () => {
  test('that throws an unexpected error responds with 500 without the message, and the error is reported with the request id', async () => {
    const fault = new Error('secret');
    const { call, reported } = openTestRouter([testRoute('GET /', { serve: () => Promise.reject(fault) })]);

    const response = await call('GET /');

    const text = await response.text();
    expect([response.status, text.includes('secret'), text.includes('internal message')]).toEqual([
      500,
      false,
      false,
    ]);
    expect(reported).toEqual([[fault, response.headers.get('x-request-id')]]);
  });

  test('may throw synchronously', async () => {
    const serve = () => {
      throw new BoardError('handle_taken', 'Taken', { members: { suggestions: ['ada2'] } });
    };
    const response = await openTestRouter([testRoute('GET /', { serve })]).call('GET /');

    expect([response.status, (await readProblem(response))['suggestions']]).toEqual([409, ['ada2']]);
  });

  test('may return a Response, to which missing headers are added', async () => {
    const serve = () => new Response('hello', { headers: { vary: 'Cookie', etag: '"x"' } });
    const { call } = openTestRouter([testRoute('GET /', { serve })]);
    const [get, head] = [await call('GET /'), await call('HEAD /')];

    expect([get.headers.get('vary'), get.headers.get('x-content-type-options')]).toEqual([
      'Cookie',
      'nosniff',
    ]);
    expect([await head.text(), head.headers.get('etag')]).toEqual(['', '"x"']);
  });

  test('gets the bytes of the body, or null for a method without one', async () => {
    const seen: unknown[] = [];
    const serve = ({ body }: { body: Uint8Array | null }) => {
      seen.push(body && [...body]);
      return { status: 204, headers: {}, body: null };
    };
    const { call } = openTestRouter([testRoute('GET /', { serve }), testRoute('POST /', { serve })]);

    await call('GET /');
    await call('POST /');
    await call('POST /', { body: 'hi' });

    expect(seen).toEqual([null, [], [104, 105]]);
  });
});
