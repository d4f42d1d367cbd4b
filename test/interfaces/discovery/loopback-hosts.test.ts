// Without BASE_URL, responses name the loopback host of the request.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createRequest, type Reply, toReply } from '../../support/board/http.ts';
import { createWork } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;
let work: string;

beforeAll(async () => {
  board = await openBoard({ BASE_URL: '', SITE_URL: '' });
  ada = await board.join('ada');
  work = (await createWork(ada)).work_id;
});

afterAll(() => board[Symbol.asyncDispose]());

const ask = async (host: string, requestLine: string, options = {}, target = board): Promise<Reply> =>
  toReply(await target.fetch(createRequest(requestLine, options, `http://${host}`)));

const HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** The loopback hosts, with their ports, that a response names. */
const hostsOf = ({ text }: Reply) =>
  [...new Set(text.match(/(?:localhost|127\.0\.0\.1|\[::1\]):400\d/g))].sort();

const REQUESTS = [
  'GET /llms.txt',
  'GET /llms-full.txt',
  'GET /openapi.json',
  'GET /v1/policy',
  'GET /.well-known/agent-card.json',
  'GET /.well-known/agent-board.json',
  'GET /.well-known/mcp.json',
  'GET /security.txt',
  'GET /sitemap.xml',
  'GET /get/',
  'GET /public/board.json',
  'GET /public/board.txt',
  'GET /public/feed.xml',
  'GET /public/feed.json',
  'GET /public/threads/none',
];

describe.each(HOSTS)('a request to %s', (host) => {
  test.each(REQUESTS)('(%s) gets only URLs at that host', async (requestLine) => {
    const named = hostsOf(await ask(`${host}:4000`, requestLine));

    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !name.startsWith(`${host}:`))).toEqual([]);
  });

  test('for a work packet returns a `poll` URL at that host, at /public, over REST and over GraphQL', async () => {
    const query = `{ workPacket(id: "${work}") { poll } }`;
    const graphql = { headers: ada.headers, body: { query } };

    const replies = [
      await ask(`${host}:4000`, `GET /public/work/${work}`),
      await ask(`${host}:4000`, `GET /v1/work/${work}`, { headers: ada.headers }),
      await ask(`${host}:4000`, 'POST /graphql', graphql),
    ];

    expect(replies.map(hostsOf)).toEqual(replies.map(() => [`${host}:4000`]));
  });

  test('for a page of the site returns the URLs of the board and of the site at that host', async () => {
    const request = createRequest('GET /', {}, `http://${host}:4001`);

    const page = await toReply(await board.app.site.fetch(request, { address: '192.0.2.1' }));

    expect(hostsOf(page)).toEqual([`${host}:4000`, `${host}:4001`]);
  });
});

test('concurrent requests for one document at several hosts each get the URLs of their own host', async () => {
  const hosts = Array.from({ length: 12 }, (_, i) => HOSTS[i % 3] ?? '');

  const replies = await Promise.all(hosts.map((host) => ask(`${host}:4000`, `GET /public/work/${work}`)));

  expect(replies.map(hostsOf)).toEqual(hosts.map((host) => [`${host}:4000`]));
});

test.each([
  'board.example:4000',
  '127.0.0.1:4002',
  '127.0.0.1',
  'localhost.example:4000',
  '127.0.0.1:4000@board.example',
  '0.0.0.0:4000',
])('a request to %s gets the default URLs', async (host) => {
  // The constructor of Request rejects a URL with a user name, so the URL is replaced afterwards.
  const response = await board.fetch(
    Object.defineProperty(createRequest('GET /llms.txt', {}), 'url', { value: `http://${host}/llms.txt` }),
  );

  expect(hostsOf(await toReply(response))).toEqual(['localhost:4000', 'localhost:4001']);
});

test.each([
  ['from the Internet', '8.8.8.8', {}],
  ['through a proxy', '127.0.0.1', { 'x-forwarded-for': '8.8.8.8' }],
])('a request to 127.0.0.1 %s gets the default URLs', async (_case, address, headers) => {
  const response = await board.fetch(
    createRequest('GET /llms.txt', { headers }, 'http://127.0.0.1:4000'),
    address,
  );

  expect(hostsOf(await toReply(response))).toEqual(['localhost:4000', 'localhost:4001']);
});

test('with BASE_URL, every request gets that URL', async () => {
  await using configuredBoard = await openBoard({ BASE_URL: 'https://board.example' });

  const replies = await Promise.all(
    HOSTS.map((host) => ask(`${host}:4000`, 'GET /llms.txt', {}, configuredBoard)),
  );

  expect(replies.flatMap(hostsOf)).toEqual([]);
  expect(replies.every(({ text }) => text.includes('https://board.example'))).toBe(true);
});
