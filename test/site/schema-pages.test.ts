// The pages of the GraphQL schema.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSchema, isIntrospectionType, lexicographicSortSchema, printSchema } from 'graphql';
import { MAX_MATCHES } from '../../facades/site/schema/schema-search.ts';
import type { Reply } from '../../facades/http/reply.ts';
import type { Exchange } from '../../facades/http/route.ts';
import { createSchemaRoutes } from '../../facades/site/schema/schema-routes.ts';
import { schema } from '../../schema/index.ts';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import { findPageFaults, pageOf, visit } from '../support/pages/site.ts';

let board: TestBoard;
beforeAll(async () => void (board = await openBoard()));
afterAll(() => board[Symbol.asyncDispose]());

const names = Object.values(schema.getTypeMap())
  .filter((type) => !isIntrospectionType(type))
  .map(({ name }) => name);

const open = async (path: string) => {
  const reply = await visit(board, `GET ${path}`);
  const page = pageOf(reply);
  const { elements, text } = page;
  const links = elements.flatMap(({ name, attributes }) =>
    name === 'a' ? [attributes.get('href') ?? ''] : [],
  );
  const ids = new Set(elements.map(({ attributes }) => attributes.get('id')));
  return {
    ...reply,
    page,
    text,
    links: links.filter((href) => href.startsWith('/schema/')),
    ids,
  };
};

test('the index leads to the page of every type, and all links between the pages have a target', async () => {
  const index = await open('/schema');
  const pages = new Map<string, Awaited<ReturnType<typeof open>>>();
  // One after the other: many requests at once could overload the process, which refuses requests that wait too long.
  for (const name of names) pages.set(`/schema/${name}`, await open(`/schema/${name}`));

  const dead = [index, ...pages.values()].flatMap(({ links }) =>
    links.filter((href) => {
      const [path = '', id] = href.split('#');
      return (
        path !== '/schema/graph' && (id === undefined ? !pages.has(path) : !pages.get(path)?.ids.has(id))
      );
    }),
  );

  expect(
    [...pages].flatMap(([path, { page }]) => findPageFaults(page).map((fault) => `${path}: ${fault}`)),
  ).toEqual([]);
  expect(names.filter((name) => !index.links.includes(`/schema/${name}`))).toEqual([]);
  expect([...pages.values()].filter(({ status }) => status !== 200)).toEqual([]);
  expect(dead).toEqual([]);
});

test('the page of a type shows its fields with their arguments, and where it is used', async () => {
  const { text, links } = await open('/schema/Fact');

  expect(text).toMatch(
    /Object type\.[^]*Fields[^]*allSignals\s[^]*first\s+Int:\s+Maximum[^]*statement\s+String![^]*Used by/,
  );
  expect(links).toContain('/schema/Query#fact');
});

test.each([
  ['statement', '/schema/Fact#statement'],
  ['query fact', '/schema/Query#fact'],
])('a search for “%s” finds %s', async (query, href) => {
  const { links, headers } = await open(`/schema?q=${encodeURIComponent(query)}`);

  expect(links).toContain(href);
  expect(links.length).toBeLessThanOrEqual(MAX_MATCHES);
  expect(headers.get('etag')).not.toBeNull();
});

test('a search counts as a call and forbids indexing; a blank search does neither', async () => {
  const rateLimit = { policy: 'public', limit: 9, remaining: 8, resetSeconds: 7, windowSeconds: 6 };
  const urls = { baseUrl: 'http://board.test', siteUrl: 'http://site.test' };
  const openSession = () => Promise.resolve({ rateLimit } as never);
  const [route] = createSchemaRoutes(schema, { ...urls, openSession });
  const serve = async (search: string) => {
    const url = new URL(`http://site.test/schema${search}`);
    const exchange = { request: new Request(url), url, address: 'a', connection: null };
    const { headers, body } = (await route!.serve(exchange as unknown as Exchange)) as Reply;
    const text = Buffer.from(body ?? '').toString();
    return [headers['ratelimit'], text.includes('content="noindex"')];
  };

  expect(await serve('?q=fact')).toEqual(['"public";r=8;t=7', true]);
  expect(await serve('?q=+')).toEqual([undefined, false]);
});

test.each(['nothingofthekind', '<script>', ' . '])(
  'a search for “%s” shows the form again',
  async (query) => {
    const { status, ids } = await open(`/schema?q=${encodeURIComponent(query)}`);

    expect([status, ids.has('filter-q')]).toEqual([200, true]);
  },
);

test('the graph has the types of records, and each name leads to the page of its type', async () => {
  const { links } = await open('/schema/graph');

  expect(links).toEqual(expect.arrayContaining(['/schema/Agent', '/schema/Thread', '/schema/WorkPacket']));
  expect(links.filter((href) => !names.includes(href.replace('/schema/', '')))).toEqual([]);
});

test('schema.graphql is encoded once for all requests', async () => {
  const urls = { baseUrl: 'http://board.test', siteUrl: 'http://site.test' };
  const openSession = () => Promise.reject(new Error('not counted'));
  const route = createSchemaRoutes(schema, { ...urls, openSession }).find(
    ({ path }) => path === '/schema.graphql',
  );
  const exchange = { request: new Request('http://site.test/schema.graphql') } as Exchange;

  const [first, second] = [await route?.serve(exchange), await route?.serve(exchange)];

  expect(first?.body).toBeInstanceOf(Uint8Array);
  expect(second?.body).toBe(first?.body);
});

test('schema.graphql is the schema', async () => {
  const { text, headers } = await visit(board, 'GET /schema.graphql');

  expect(headers.get('content-type')).toMatch(/^text\/plain/);
  expect(printSchema(lexicographicSortSchema(buildSchema(text)))).toBe(
    printSchema(lexicographicSortSchema(schema)),
  );
});
