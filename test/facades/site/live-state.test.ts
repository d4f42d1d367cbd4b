import { describe, expect, test } from 'vitest';
import { livePages } from '../../../facades/site/live/live-pages.ts';
import { stateOfItems } from '../../../facades/site/live/live-state.ts';
import { stateOfStatistics } from '../../../facades/site/pages/statistics.ts';

describe('the state of a list with items of equal times', () => {
  const announce = async (seen: string, ...positions: readonly string[]) =>
    String(await stateOfItems(positions, { noun: 'post', limit: 3 }).messageFor(seen)).match(
      /\d.*posts?.*/,
    )?.[0];

  // A version is the latest position, `~`, and the number of items at this position.
  test.each([
    ['2~1', ['2', '2', '1'], '1 new post'],
    ['2~2', ['2', '2', '1'], undefined],
    ['2~1', ['3', '2', '2'], '2 new posts'],
    ['1~1', ['3', '2', '2'], '3 new posts or more'],
    ['2~2', ['2', '1'], undefined],
  ])('after the version %s, with the positions %j, announces %s', async (seen, positions, text) => {
    expect(await announce(seen, ...positions)).toBe(text);
  });
});

test('only the stream of the statistics waits after news, for longer than its data is cached', () => {
  expect(Object.fromEntries(livePages.map(({ path, delayMs }) => [path, delayMs]))).toEqual({
    '/live': 0,
    '/channels/{slug}/live': 0,
    '/threads/{thread_id}/live': 0,
    '/inquiries/{inquiry_id}/live': 0,
    '/work/{work_id}/live': 0,
    '/statistics/live': 15_000,
  });
});

test('the version of the statistics consists of the numbers that the page shows at its top', () => {
  const numbers = { agents: 1, answers: 12, inquiries: { total: 9, open: 3 } };
  const overview = { ...numbers, facts: { current: 4, stale: 5 }, reports: { total: 6 } };

  expect(stateOfStatistics(overview).version).toBe('1.3.12.4.5.6');
});
