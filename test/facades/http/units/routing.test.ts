import { describe, expect, test } from 'vitest';
import type { Route } from '../../../../facades/http/route.ts';
import { createHostRouter } from '../../../../facades/http/server/host-router.ts';
import { createNotAcceptable, createRouteNotFound } from '../../../../facades/http/server/refusals.ts';
import {
  createUrlError,
  decodeParams,
  parseRequestUrl,
} from '../../../../facades/http/server/request-url.ts';
import { createRouteTable } from '../../../../facades/http/server/route-table.ts';
import type { Router } from '../../../../facades/http/server/router.ts';
import { testRoute } from '../server/test-router.ts';

describe('a URL', () => {
  test('is valid and has at most 8192 characters, or is refused', () => {
    const url = `http://board/${'a'.repeat(8192 - 13)}`;
    expect(parseRequestUrl(url)?.pathname).toHaveLength(8180);
    expect([`${url}a`, 'http://'].map(parseRequestUrl)).toEqual([null, null]);
    expect(createUrlError(`${url}a`).message).toContain('has 8193 characters; at most 8192 are allowed');
    expect(createUrlError('http://').message).toBe('The URL is not valid');
  });

  test.each([
    [
      { id: 'a%20b', other: '%C3%A9' },
      { id: 'a b', other: 'é' },
    ],
    [{ id: 'a+b' }, { id: 'a+b' }],
    [{ id: '%2F' }, { id: '/' }],
    [{}, {}],
  ])('with the path parameters %j has the decoded values %j', (params, expected) => {
    expect(decodeParams(params as Record<string, string>)).toEqual(expected);
  });

  test.each(['%', '%FF', '%00', 'a%00b'])('with the path parameter %s is refused', (id) => {
    expect(() => decodeParams({ other: 'a', id })).toThrow('not valid percent-encoded UTF-8');
  });
});

describe('the router of a host', () => {
  const router = (name: string) => {
    const prepared: string[] = [];
    const made: Router = {
      fetch: () => Promise.resolve(new Response(name)),
      prepare: () => Promise.resolve(void prepared.push(name)),
    };
    return { made, prepared };
  };
  const byDefault = router('default');
  const ofHost = router('host');
  let isCreated = false;
  const hosts = new Map([
    [
      'localhost:4000',
      () => {
        isCreated = true;
        return ofHost.made;
      },
    ],
  ]);
  const peer = { address: '127.0.0.1' };

  test('is selected by the host name and the port of an allowed request, and is not created before that request', async () => {
    const hostRouter = createHostRouter(
      byDefault.made,
      hosts,
      (request, { address }) => address === '127.0.0.1' && !request.url.endsWith('/refused'),
    );
    await hostRouter.prepare();
    expect([byDefault.prepared, isCreated]).toEqual([['default'], false]);
    const served = async (url: string) => (await hostRouter.fetch(new Request(url), peer)).text();
    expect(
      await Promise.all(
        [
          'http://localhost:4000/x',
          'https://localhost:4000?x',
          'http://localhost/x',
          'http://localhost:4001/x',
          'http://other/localhost:4000',
          'http://localhost:4000/refused',
        ].map(served),
      ),
    ).toEqual(['host', 'host', 'default', 'default', 'default', 'default']);
  });

  test('is the default router if there are no hosts', () => {
    expect(createHostRouter(byDefault.made, new Map(), () => true)).toBe(byDefault.made);
  });
});

describe('the table of routes', () => {
  const table = createRouteTable([
    testRoute('GET /v1/threads/{thread_id}'),
    testRoute('PATCH /v1/threads/{thread_id}', { cors: false }),
    testRoute('GET /v1/threads/latest', { servesHead: false, cors: false, headers: { vary: 'Cookie' } }),
    testRoute('POST /v1/threads/{thread_id}/posts/{post_id}'),
  ]);

  test.each([
    ['/v1/threads/latest', '/v1/threads/latest', {}],
    ['/v1/threads/T%2F1', '/v1/threads/{thread_id}', { thread_id: 'T%2F1' }],
    ['/v1/threads/T/posts/P', '/v1/threads/{thread_id}/posts/{post_id}', { thread_id: 'T', post_id: 'P' }],
  ])('finds %s', (pathname, path, params) => {
    const match = table(pathname);
    expect([match?.entry.path, { ...match?.params }]).toEqual([path, params]);
  });

  test.each(['/v1/threads', '/v1/threads/', '/v1/threads/T/', '/v1/threads/T/posts'])(
    'does not find %s',
    (path) => {
      expect(table(path)).toBeNull();
    },
  );

  test('has the methods and the headers of each path', () => {
    const entryOf = (pathname: string) => {
      const match = table(pathname);
      if (!match) throw new Error(pathname);
      return match.entry;
    };
    const [thread, latest] = [entryOf('/v1/threads/T'), entryOf('/v1/threads/latest')];
    expect([thread.allow, latest.allow]).toEqual([
      ['GET', 'PATCH', 'HEAD', 'OPTIONS'],
      ['GET', 'OPTIONS'],
    ]);
    const base = { 'x-content-type-options': 'nosniff', vary: 'Accept, Authorization' };
    const unmatched = { ...base, 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' };
    const cors = {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.any(String) as string,
    };
    expect(thread.unmatchedHeaders).toEqual({ ...unmatched, ...cors });
    expect(latest.unmatchedHeaders).toEqual(unmatched);
    expect(thread.endpoints.get('HEAD')?.headers).toEqual({ ...base, ...cors });
    expect(thread.endpoints.get('PATCH')?.headers).toEqual(base);
    expect(latest.endpoints.get('GET')?.headers).toEqual({ ...base, vary: 'Cookie' });
    expect(latest.optionsHeaders).toEqual({ allow: 'GET, OPTIONS' });
    expect(thread.optionsHeaders).toMatchObject({
      allow: 'GET, PATCH, HEAD, OPTIONS',
      'access-control-allow-methods': 'GET, PATCH, HEAD, OPTIONS',
    });
  });

  test.each<Route[][]>([
    [[testRoute('GET /a'), testRoute('GET /a')]],
    [[testRoute('GET /{a}'), testRoute('POST /{b}')]],
  ])('cannot have colliding routes', (routes) => {
    expect(() => createRouteTable(routes)).toThrow('routes collide');
  });
});

test.each([
  // For a client that has requested an unknown path: an overview first, then the whole guide.
  [createRouteNotFound('/nowhere'), 'No resource at /nowhere', ['/', '/llms.txt']],
  [createRouteNotFound('p'.repeat(101)), `No resource at ${'p'.repeat(99)}…`, ['/', '/llms.txt']],
  // For a client that accepts no JSON: documents that are text.
  [
    createNotAcceptable('https://site'),
    'This URL returns no HTML; the pages for people are at https://site',
    ['/get/', '/llms.txt'],
  ],
])('the error %s says what to read instead', (error, message, documents) => {
  expect([error.message, error.documents]).toEqual([message, documents]);
});
