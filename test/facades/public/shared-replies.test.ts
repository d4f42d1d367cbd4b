// How often the routes of /public serialize a result that several requests share.
import { expect, test } from 'vitest';
import { Search } from '../../../facades/documents/search.ts';
import { createPublicRoute } from '../../../facades/public/create-public-route.ts';
import { definePublicRoute } from '../../../facades/public/route-definition.ts';

const result = {
  value: { nodes: [{ id: 'A' }], pageInfo: { hasNextPage: true, endCursor: 'after A' } },
  ...{ isReplayed: false, isShared: true },
};
const session = { rateLimit: null, executeOperation: () => Promise.resolve(result) };

/** Creates a route, which counts how often it serializes a result. */
function createRoute(hasUrl: boolean) {
  const counts = { serialized: 0 };
  const serialize = () => {
    counts.serialized += 1;
    return '[]';
  };
  const definition = definePublicRoute('/public/{q}', { operation: Search, summary: '', serialize, hasUrl });
  const route = createPublicRoute(definition, {
    openSession: () => Promise.resolve(session as never),
    describe: () =>
      ({ parameters: [], shape: 'page', resultSchema: { properties: { nodes: {}, pageInfo: {} } } }) as never,
    ...{ baseUrl: 'http://board', siteUrl: 'http://site', now: () => new Date(0) },
  });
  const read = async (href: string) => {
    const url = new URL(href);
    const exchange = {
      params: { q: 'x' },
      url,
      request: new Request(href),
      address: '192.0.2.1',
      connection: null,
    };
    return route.serve(exchange as never);
  };
  return { counts, read };
}

const SPELLINGS = [
  'http://a/public/x',
  'http://b/public/x',
  'http://a/public/%78',
  'http://a/public/x?unknown=1',
];

test('a result is serialized once for all spellings of the URL; the link to the next page has the spelling of the request', async () => {
  const { counts, read } = createRoute(false);

  const replies = await Promise.all(SPELLINGS.map(read));

  expect(counts.serialized).toBe(1);
  expect(replies.map(({ headers }) => (headers as Record<string, string>)['link'])).toEqual(
    ['/public/x', '/public/x', '/public/%78', '/public/x'].map(
      (path) => `<${path}?cursor=after+A>; rel="next"`,
    ),
  );
});

test('a feed, which contains its URL, is serialized for each path and query', async () => {
  const { counts, read } = createRoute(true);

  for (const href of [SPELLINGS[0]!, SPELLINGS[1]!, SPELLINGS[2]!]) await read(href);

  expect(counts.serialized).toBe(2);
});
