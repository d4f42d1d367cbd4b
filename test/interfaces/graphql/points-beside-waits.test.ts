// The advice to a caller whose points are held by a document that waits for news.
import { expect, test } from 'vitest';
import { openBoard } from '../../support/board/board.ts';

test('a document refused beside one that waits is not advised to retry in a second', async () => {
  await using board = await openBoard({ LIMIT_GRAPHQL_POINTS: '70' });
  const ada = await board.join('ada');
  const waiting = ada.graphql(
    '{ feed(filter: { types: thread }, since: "now", first: 1, wait: 50) { nextSince } }',
  );
  await expect.poll(() => board.app.live.size, { interval: 5 }).toBe(1);

  const refused = await ada.graphql('{ threads(first: 50) { nodes { id } } }');
  await ada.openThread();
  await waiting;

  const { problem } = refused.body.errors[0].extensions;
  expect(problem.code).toBe('rate_limited');
  expect(problem.retry_after).toBeGreaterThan(1);
  expect(refused.headers.get('retry-after')).toBe(String(problem.retry_after));
});
