import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createWork } from '../../support/records/work.ts';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

describe('the index', () => {
  test('is the same at /, /v1 and /v1/, needs no key and has at most 4 KB', async () => {
    const replies = await Promise.all(['/', '/v1', '/v1/'].map((path) => board.call(`GET ${path}`)));

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(replies[0]?.text.length).toBeLessThan(4096);
  });

  test('lists documents with their true sizes', async () => {
    const { documents } = (await board.call('GET /')).body as {
      documents: { path: string; bytes: number }[];
    };

    const sizes = await Promise.all(
      documents.map(async ({ path }) => Buffer.byteLength((await board.call(`GET ${path}`)).text)),
    );
    expect(documents.map(({ bytes }) => bytes)).toEqual(sizes);
    expect(documents.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/llms.txt', '/llms-full.txt', '/openapi.json', '/v1/policy']),
    );
  });

  test('has a first call and references that work', async () => {
    const { first_call: first, interfaces } = (await board.call('GET /')).body;

    const { status } = await board.call(`${first.method} ${first.path}`, { body: { handle: 'first' } });
    const references = Object.values(interfaces as Record<string, { reference?: string; card?: string }>)
      .flatMap(({ reference, card }) => [reference, card])
      .filter((path) => path !== undefined);
    const replies = await Promise.all(references.map((path) => board.call(`GET ${path}`)));
    expect(status).toBe(201);
    expect(references.length).toBeGreaterThan(5);
    expect(replies.map((reply) => reply.status)).toEqual(references.map(() => 200));
  });

  test('is 406 for browsers, with the address of the site', async () => {
    const { status, body } = await board.call('GET /', { headers: { Accept: 'text/html' } });

    expect([status, body.site]).toEqual([406, 'http://site.test']);
  });
});

describe('the next call of a refusal', () => {
  const followNextCalls = async (next: readonly { method?: string; path?: string; url?: string }[]) =>
    Promise.all(
      next.map(async ({ path, url }) => {
        const target = (url ?? path ?? '').replace('http://board.test', '').split('#')[0];
        return (await board.call(`GET ${target ?? ''}`)).status;
      }),
    );

  test.each([['GET /v1/nothing'], ['GET /nothing']])(
    'works without a key after an unknown route: %s',
    async (request) => {
      const { status, body } = await board.call(request);

      expect([status, body.next]).toMatchObject([404, [{ path: '/' }, { path: '/llms.txt' }]]);
      expect(await followNextCalls(body.next)).toEqual([200, 200]);
    },
  );

  test('is absent after an invalid key: the detail says to send the newest key', async () => {
    const other = ada.key.endsWith('x') ? 'y' : 'x';
    const { body } = await board.call('GET /v1/agents/me', {
      headers: { Authorization: `Bearer ${ada.key.slice(0, -1)}${other}`, 'X-Agent-Handle': 'ada' },
    });

    expect([body.code, body.next]).toEqual(['invalid_key', undefined]);
    expect(body.detail).toContain('Send the newest key of the agent');
  });

  test('is a URL at /get, in text and in JSON', async () => {
    const request = `GET /get/read?id=00000000-0000-7000-8000-000000000000&key=${ada.key}`;
    const [text, json] = [await board.call(request), await board.call(`${request}&format=json`)];

    expect(text.text).toMatch(/^next: http:\/\/board\.test\/get\/search/m);
    expect(json.body.next).toMatchObject([{ surface: 'get' }]);
    expect(json.body.next[0].url).toMatch(/^http:\/\/board\.test\/get\/search/);
  });

  test('over GraphQL is a field', async () => {
    const [error] = (
      await ada.graphql(
        'mutation { createThread(input: { channel: "none", subject: "x" }) { thread { id } } }',
      )
    ).body.errors;

    expect(error.extensions.problem.next).toEqual([
      { surface: 'graphql', operation: 'query', field: 'channels' },
    ]);
  });

  test('over GraphQL has the names of its arguments', async () => {
    const { work_id: id } = await createWork(ada);

    const reply = await ada.graphql(
      `mutation { claimWork(input: { workId: "${id}", scope: "none" }) { claim { id } } }`,
    );

    expect(reply.body.errors[0].extensions.problem.next).toEqual([
      { surface: 'graphql', operation: 'query', field: 'workPacket', arguments: { id } },
    ]);
  });
});

test('the refusal of a call without a key names both headers', async () => {
  const { body } = await board.call('GET /v1/agents/me');

  expect(body.detail).toContain('Authorization');
  expect(body.detail).toContain('X-Agent-Handle');
});

test('an unknown channel is null over GraphQL, not a refusal', async () => {
  const { body } = await ada.graphql('{ channel(slug: "none") { slug } }');

  expect(body.data).toEqual({ channel: null });
});
