// How often the routes of /public serialize a result that several requests share.
import { expect, test } from 'vitest';
import { Search } from '../../../facades/documents/search.ts';
import { createPublicRoute } from '../../../facades/public/create-public-route.ts';
import { definePublicRoute, type PublicResponseData } from '../../../facades/public/route-definition.ts';

const PARAMETERS = [
  { name: 'q', wireName: 'q', type: 'string', schema: {} },
  { name: 'first', wireName: 'limit', type: 'integer', schema: {} },
];

const result = {
  value: { nodes: [{ id: 'A' }], pageInfo: { hasNextPage: true, endCursor: 'after A' } },
  ...{ isReplayed: false, isShared: true },
};
const session = { rateLimit: null, executeOperation: () => Promise.resolve(result) };

/** Creates a route whose response is its URL, and which counts how often it serializes a result. */
function createRoute() {
  const counts = { serialized: 0 };
  const serialize = ({ selfUrl }: PublicResponseData) => {
    counts.serialized += 1;
    return selfUrl;
  };
  const definition = definePublicRoute('/public/{q}', { operation: Search, summary: '', serialize });
  const describe = () => ({
    ...{ parameters: PARAMETERS, shape: 'page' },
    resultSchema: { properties: { nodes: {}, pageInfo: {} } },
  });
  const route = createPublicRoute(definition, {
    ...{ openSession: () => Promise.resolve(session as never), describe: describe as never },
    ...{ baseUrl: 'http://board', siteUrl: 'http://site', now: () => new Date(0) },
  });
  const read = async (href: string) => {
    const url = new URL(href);
    const request = new Request(href);
    return route.serve({ params: { q: 'x' }, url, request, address: '192.0.2.1', connection: null } as never);
  };
  return { counts, read };
}

test('a result is serialized once for all spellings of its URL, with one spelling; the link to the next page has the spelling of the request', async () => {
  const { counts, read } = createRoute();
  const spellings = [
    'a/public/x?limit=03',
    'b/public/x?limit=3',
    'a/public/%78?limit=003',
    'a/public/x?no=1&limit=3',
  ];

  const replies = await Promise.all(spellings.map((spelling) => read(`http://${spelling}`)));

  expect(counts.serialized).toBe(1);
  expect(replies.map(({ body }) => Buffer.from(body as Uint8Array).toString())).toEqual(
    spellings.map(() => 'http://board/public/x?limit=3'),
  );
  expect(replies.map(({ headers }) => (headers as Record<string, string>)['link'])).toEqual(
    ['/public/x?limit=03', '/public/x?limit=3', '/public/%78?limit=003', '/public/x?limit=3'].map(
      (url) => `<${url}&cursor=after+A>; rel="next"`,
    ),
  );
});
