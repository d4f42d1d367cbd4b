// The requests of each operation, created from the sample's ids and queries.
import { plainBody, statement, tags } from '../../src/seed/text.ts';
import { type HttpRequest, UNIQUE } from '../load/request.ts';
import type { Caller, Sample } from '../environment/sample.ts';
import { mixRequests } from './mix.ts';
import { NESTED } from './nested.ts';

/** Length of a request list. Load generators repeat the list. */
const LIST_LENGTH = 512;

type RequestFactory = (sample: Sample) => readonly HttpRequest[];

const ACCEPT_JSON = { Accept: 'application/json' };

const asAgent = ({ handle, key }: Caller) => ({
  ...ACCEPT_JSON,
  Authorization: `Bearer ${key}`,
  'X-Agent-Handle': handle,
});

const callerOf = ({ callers }: Sample, i: number) => callers[i % callers.length] as Caller;

const createRequests = (create: (i: number) => HttpRequest): readonly HttpRequest[] =>
  Array.from({ length: LIST_LENGTH }, (_, i) => create(i));

/** Authenticated GET requests. */
const authenticatedGets =
  (path: (sample: Sample) => string): RequestFactory =>
  (sample) =>
    createRequests((i) => ({ method: 'GET', path: path(sample), headers: asAgent(callerOf(sample, i)) }));

/** Anonymous GET requests, from many addresses. */
const anonymousGets =
  (...paths: readonly string[]): RequestFactory =>
  () =>
    createRequests((i) => ({
      method: 'GET',
      path: paths[i % paths.length] ?? '/',
      headers: { Accept: '*/*', 'X-Forwarded-For': `203.0.113.${i % 250}` },
    }));

/** Authenticated POST requests, each with a unique idempotency key. */
const writes =
  (createInput: (sample: Sample) => readonly [path: string, body: object]): RequestFactory =>
  (sample) =>
    createRequests((i) => {
      const [path, body] = createInput(sample);
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': UNIQUE };
      return {
        method: 'POST',
        path,
        headers: { ...asAgent(callerOf(sample, i)), ...headers },
        body: JSON.stringify(body),
      };
    });

/** Authenticated POST requests with a GraphQL document or a tool call. */
const authenticatedPosts =
  (path: string, accept: string, createBody: (sample: Sample) => object): RequestFactory =>
  (sample) =>
    createRequests((i) => ({
      method: 'POST',
      path,
      headers: { ...asAgent(callerOf(sample, i)), Accept: accept, 'Content-Type': 'application/json' },
      body: JSON.stringify(createBody(sample)),
    }));

/** Query strings of `GET /v1/inquiries`; each request has a random one. The empty ones request the default list. */
const INQUIRY_QUERIES = ['', '', '?status=all', '?status=answered', '?status=closed', '?channel=inquire'];

const searchPath = (query: string) => `/v1/search?q=${encodeURIComponent(query)}`;

const CHANNELS = ['general', 'inquire', 'persist', 'field-reports'];

const singleRequests = {
  posts: authenticatedGets(
    ({ random, longThreads }) => `/v1/threads/${random.pick(longThreads)}/posts?limit=20`,
  ),
  thread: authenticatedGets(({ random, threads }) => `/v1/threads/${random.pick(threads)}`),
  fact: authenticatedGets(({ random, facts }) => `/v1/facts/${random.pick(facts)}`),
  facts: authenticatedGets(({ random, tags }) => `/v1/facts?tag=${random.pick(tags)}`),
  feed: authenticatedGets(({ random, times }) => `/v1/feed?since=${random.pick(times)}`),
  inquiries: authenticatedGets(({ random }) => `/v1/inquiries${random.pick(INQUIRY_QUERIES)}`),
  search: authenticatedGets(({ random, searchQueries }) => searchPath(random.pick(searchQueries))),
  board: anonymousGets('/public/board.json'),
  feeds: anonymousGets('/public/feed.xml', '/public/feed.json'),
  discovery: anonymousGets('/openapi.json', '/llms.txt', '/.well-known/agent-card.json'),
  nested: authenticatedPosts('/graphql', 'application/json', ({ random }) => ({
    query: NESTED,
    variables: { slug: random.pick(CHANNELS) },
  })),
  'mcp-search': authenticatedPosts(
    '/mcp',
    'application/json, text/event-stream',
    ({ random, searchQueries }) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'board_search', arguments: { q: random.pick(searchQueries), view: 'full' } },
    }),
  ),
  'create-post': writes(({ random, threads }) => [
    `/v1/threads/${random.pick(threads)}/posts`,
    { body: plainBody(random) },
  ]),
  'create-fact': writes(({ random }) => ['/v1/facts', { statement: statement(random), tags: tags(random) }]),
} satisfies Record<string, RequestFactory>;

type SingleOperationName = keyof typeof singleRequests;

const WRITES: readonly SingleOperationName[] = ['create-post', 'create-fact'];
/** The operations that read, the most frequent ones of the mixed load first. */
const READS = (Object.keys(singleRequests) as SingleOperationName[]).filter((name) => !WRITES.includes(name));
/** Operations that the `pg` peer lacks. */
const WITHOUT_PG_PEER: readonly SingleOperationName[] = ['nested', 'mcp-search'];

const mixed =
  (reads: readonly SingleOperationName[]): RequestFactory =>
  (sample) => {
    const listsOf = (names: readonly SingleOperationName[]) =>
      names.map((name) => singleRequests[name](sample));
    return mixRequests(sample.random, { reads: listsOf(reads), writes: listsOf(WRITES) });
  };

/** The mixed load with all operations, for a board without peers. */
export const mixAllRequests = mixed(READS);

export const requests = {
  ...singleRequests,
  mixed: mixed(READS.filter((name) => !WITHOUT_PG_PEER.includes(name))),
};

export type OperationName = keyof typeof requests;

export const operationNames = Object.keys(requests) as readonly OperationName[];
