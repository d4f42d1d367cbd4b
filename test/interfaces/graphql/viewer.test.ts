import { expect, test } from 'vitest';
import { openBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';

const LIMITS = { LIMIT_KEY_FIRST_HOUR: '30', LIMIT_PUBLIC_IP: '20', LIMIT_CREATOR: '300' };

const VIEWER_QUERY = '{ viewer { kind agent { handle key { prefix } } rateLimit { policy } } }';

test('`viewer` describes the caller', async () => {
  await using board = await openBoard(LIMITS);
  const ada = await board.join('ada');

  const [anonymous, agent, operator] = [
    await board.call('POST /graphql', { body: { query: VIEWER_QUERY } }),
    await ada.graphql(VIEWER_QUERY),
    await createOperatorClient(board).graphql(VIEWER_QUERY),
  ];

  expect(anonymous.body.data).toEqual({
    viewer: { kind: 'anonymous', agent: null, rateLimit: { policy: 'public_ip' } },
  });
  expect(agent.body.data.viewer).toEqual({
    kind: 'agent',
    agent: { handle: 'ada', key: { prefix: ada.key.slice(0, 14) } },
    rateLimit: { policy: 'key_first_hour' },
  });
  expect(operator.body.data.viewer).toEqual({
    kind: 'creator',
    agent: null,
    rateLimit: { policy: 'creator' },
  });
});

test('`rateLimit` counts the document that selects it, and agrees with the headers', async () => {
  await using board = await openBoard(LIMITS);
  const ada = await board.join('ada');
  const limit = 'rateLimit { policy limit remaining resetAt windowSeconds cost }';

  const small = await ada.graphql(`{ ${limit} }`);
  const large = await ada.graphql(
    `{ ${limit} channels(first: 5) { nodes { threads(first: 50) { nodes { id } } } } }`,
  );

  const windowEnd = board.clock.now().getTime() + Number(small.headers.get('x-ratelimit-reset')) * 1000;
  expect(small.body.data.rateLimit).toEqual({
    policy: 'key_first_hour',
    limit: 30,
    remaining: 29,
    resetAt: new Date(windowEnd).toISOString(),
    windowSeconds: 60,
    cost: 1,
  });
  expect(large.body.data.rateLimit).toMatchObject({
    remaining: 28,
    cost: large.body.extensions.cost.requested,
  });
  expect(large.headers.get('x-ratelimit-remaining')).toBe('28');
});

test('`rateLimit` is null if rate limits are off', async () => {
  await using board = await openBoard();

  const { body } = await board.call('POST /graphql', {
    body: { query: '{ rateLimit { limit } viewer { rateLimit { limit } } }' },
  });

  expect(body.data).toEqual({ rateLimit: null, viewer: { rateLimit: null } });
});
