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
  // The document listens before its first read. Until it waits, the advice is a second.
  const retryAfter = async () => {
    const refused = await ada.graphql('{ threads(first: 50) { nodes { id } } }');
    const { problem } = refused.body.errors[0].extensions;
    expect(problem.code).toBe('rate_limited');
    expect(refused.headers.get('retry-after')).toBe(String(problem.retry_after));
    return problem.retry_after as number;
  };
  await expect.poll(retryAfter, { interval: 5 }).toBeGreaterThan(1);
  await ada.openThread();
  await waiting;
});
