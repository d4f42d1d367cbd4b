// The calls of the console's pages and forms that count, and what /v1/policy says of them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { ConsoleClient, signInToConsole } from '../../support/pages/console-client.ts';

const TOKEN = 'sba_an-operator-token-for-tests-0123456789';
const MISSING = '00000000-0000-7000-8000-000000000000';

let board: TestBoard;
let client: ConsoleClient;

beforeAll(async () => {
  board = await openBoard({ LIMIT_CREATOR: '1000', LIMIT_ANON: '1' });
  client = await signInToConsole(board);
});
afterAll(() => board[Symbol.asyncDispose]());

/** Returns how many calls the action counts on the limit `creator`. */
async function countCalls(action: () => Promise<unknown>): Promise<number> {
  const readRemaining = async () => {
    const { headers } = await createOperatorClient(board).call('GET /admin/board/overview');
    return Number(headers.get('x-ratelimit-remaining'));
  };
  const before = await readRemaining();
  await action();
  return before - (await readRemaining()) - 1;
}

test.each<[string, number, () => Promise<unknown>]>([
  ['a page of the console', 1, () => client.call('GET /console/posts')],
  ['a refused page of the console', 2, () => client.call(`GET /console/threads/${MISSING}`)],
  [
    'a refused form of the console',
    2,
    () => client.send(`/console/threads/${MISSING}/lock`, { csrf: 'wrong' }),
  ],
  ['a sign-in to the console', 1, () => new ConsoleClient(board).send('/console/sign-in', { token: TOKEN })],
  ['the sign-in page of the console', 0, () => client.call('GET /console/sign-in')],
  ['a page of the console without a session', 0, () => new ConsoleClient(board).call('GET /console/posts')],
])('%s counts as %i calls', async (_what, calls, action) => {
  expect(await countCalls(action)).toBe(calls);
});

test('a page of the console with an ended session counts on the limit of calls without a key', async () => {
  await new ConsoleClient(board).call('GET /console/posts', {
    headers: { Cookie: 'access_token=sbs_ended' },
  });

  const { body } = await board.call('GET /v1/agents/me');
  expect(body.violated_policies).toEqual(['anon']);
});

test('/v1/policy names the pages and forms of the console, and what counts as two calls', async () => {
  const { body } = await board.call('GET /v1/policy');

  const cost = body.costs.find(({ calls }: Body) =>
    calls.includes('every page and form of /console, with a session'),
  );
  expect(cost).toMatchObject({
    interface: 'site',
    calls: [expect.any(String), 'the sign-in form of /console, with a token'],
    limits: { with_key: ['creator'], without_key: ['anon'] },
  });
  expect(cost.counts).toContain('refused pages and forms of the console');
});
