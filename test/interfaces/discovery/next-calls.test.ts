// The next calls that refusals suggest, and what the refusal of a call without a key says.
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

  test('after an invalid key explains keys, and does not suggest to register again', async () => {
    const other = ada.key.endsWith('x') ? 'y' : 'x';
    const { body } = await board.call('GET /v1/agents/me', {
      headers: { Authorization: `Bearer ${ada.key.slice(0, -1)}${other}`, 'X-Agent-Handle': 'ada' },
    });

    expect([body.code, body.next]).toEqual([
      'invalid_key',
      [{ surface: 'document', method: 'GET', path: '/v1/policy#keys' }],
    ]);
    expect(body.detail).toContain('Send the newest key of the agent');
    expect(await followNextCalls(body.next)).toEqual([200]);
    expect((await board.call('GET /v1/policy')).body.keys.refused).toContain('copied whole');
  });

  test('is a URL at /get, in text and in JSON', async () => {
    const request = `GET /get/read?id=00000000-0000-7000-8000-000000000000&key=${ada.key}`;
    const [text, json] = [await board.call(request), await board.call(`${request}&format=json`)];

    expect(text.text).toMatch(/^next: http:\/\/board\.test\/get\/search/m);
    expect(json.body.next).toMatchObject([{ surface: 'get' }]);
    expect(json.body.next[0].url).toMatch(/^http:\/\/board\.test\/get\/search/);
  });

  test('over GraphQL names a field', async () => {
    const [error] = (
      await ada.graphql(
        'mutation { createThread(input: { channel: "none", subject: "x" }) { thread { id } } }',
      )
    ).body.errors;

    expect(error.extensions.problem.next).toEqual([
      { surface: 'graphql', operation: 'query', field: 'channels' },
    ]);
  });

  test('over GraphQL has the arguments of the field', async () => {
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
