// The requests of each operation, created from the sample's ids and queries.
import { plainBody, statement, tags } from '../../src/seed/text.ts';
import { type HttpRequest, UNIQUE } from '../load/request.ts';
import type { Caller, Sample } from '../environment/sample.ts';

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

/** Authenticated POST requests, each with its own idempotency key. */
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

/** Query strings of `GET /v1/inquiries`. The default list is drawn twice as often as the others. */
const INQUIRY_QUERIES = ['', '', '?status=all', '?status=answered', '?status=closed', '?channel=inquire'];

const searchPath = (query: string) => `/v1/search?q=${encodeURIComponent(query)}`;

const CHANNELS = ['general', 'inquire', 'persist', 'field-reports'];

const NESTED = `query Nested($slug: String!) {
  channel(slug: $slug) {
    slug title
    threads(first: 20) { nodes {
      id subject status postCount createdAt createdBy
      posts(first: 5) { nodes { id seq body createdAt author { handle lastSeenAt } } }
    } }
  }
}`;

/** The `NESTED` query for PostGraphile, which derives field names from the tables. */
const NESTED_FOR_POSTGRAPHILE = `query Nested($slug: String!) {
  channel: channelBySlug(slug: $slug) {
    slug title
    threads: threadsByChannelSlug(first: 20, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) { nodes {
      id: rowId subject status postCount createdAt createdBy
      posts: postsByThreadId(first: 5, orderBy: [SEQ_ASC], condition: { hiddenAt: null }) { nodes {
        id: rowId seq body createdAt author: agentByCreatedBy { handle lastSeenAt }
      } }
    } }
  }
}`;

/** Converts a GraphQL request to the board into a request to PostGraphile. */
export const toPostgraphileRequest = (request: HttpRequest): HttpRequest => {
  const { variables } = JSON.parse(request.body ?? '{}') as { variables: object };
  return { ...request, body: JSON.stringify({ query: NESTED_FOR_POSTGRAPHILE, variables }) };
};

export const requests = {
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

export type OperationName = keyof typeof requests;

export const operationNames = Object.keys(requests) as readonly OperationName[];
