// The charts of activity, as exact values.
import { describe, expect, test } from 'vitest';
import { activityByChannel, activityByKind } from '../../../../facades/site/charts/activity.ts';
import { sparkline } from '../../../../facades/site/charts/sparkline.ts';
import { stackedBar } from '../../../../facades/site/charts/stacked-bar.ts';
import { column, linesOf } from './chart-lines.ts';

const NONE = { threads: 0, posts: 0, inquiries: 0, facts: 0, reports: 0, work: 0 };
const day = (date: string, counts: object) => ({ ...NONE, start: `${date}T00:00:00.000Z`, ...counts });

describe('the activity', () => {
  const days = [day('2026-01-01', { threads: 1, work: 2 }), day('2026-01-02', { posts: 1500 })];

  test('by channel counts records without a channel as `other`', async () => {
    const channel = {
      channel: 'general',
      buckets: [day('2026-01-01', { threads: 1 }), day('2026-01-02', { posts: 1499 })],
    };
    const lines = await linesOf(activityByChannel({ channel: null, buckets: days }, [channel]));
    expect(lines.filter((line) => !/^<(?:line|text|path)/.test(line))).toEqual([
      'Records per day, by channel',
      '<svg viewBox=0 0 1000 230>',
      'Records per day, by channel',
      '1,503 records in 2 days, at most 1,500 in one day. The table below has the data.',
      '2026-01-01, general: 1',
      '2026-01-01, other: 2',
      '2026-01-02, general: 1,499',
      '2026-01-02, other: 1',
      '- general',
      '- other',
      '<details>',
      '> Show the data',
      'Table: Records per day, by channel',
      'Day |general |other |',
      '2026-01-01 | 1 |2 |',
      '2026-01-02 | 1,499 |1 |',
    ]);
  });

  test('by channel has no negative number of `other` records when a channel is read later than the board', async () => {
    const channel = { channel: 'general', buckets: [day('2026-01-01', { threads: 9 })] };
    const lines = await linesOf(activityByChannel({ channel: null, buckets: days }, [channel]));
    expect(lines.slice(-2)).toEqual(['2026-01-01 | 9 |0 |', '2026-01-02 | 0 |1,500 |']);
  });

  test('by kind has a chart for each kind', async () => {
    const lines = await linesOf(activityByKind({ channel: null, buckets: days }));
    expect(lines.filter((line) => !/^<(?:line|text|path)/.test(line))).toEqual([
      'Threads: 1',
      '<svg viewBox=0 0 360 120>',
      'Threads per day',
      '1 record in 2 days, at most 1 in one day. The table below has the data.',
      'Posts: 1,500',
      '<svg viewBox=0 0 360 120>',
      'Posts per day',
      '1,500 records in 2 days, at most 1,500 in one day. The table below has the data.',
      'Inquiries: 0',
      '<svg viewBox=0 0 360 120>',
      'Inquiries per day',
      '0 records in 2 days, at most 0 in one day. The table below has the data.',
      'Facts: 0',
      '<svg viewBox=0 0 360 120>',
      'Facts per day',
      '0 records in 2 days, at most 0 in one day. The table below has the data.',
      'Reports: 0',
      '<svg viewBox=0 0 360 120>',
      'Reports per day',
      '0 records in 2 days, at most 0 in one day. The table below has the data.',
      'Work packets: 2',
      '<svg viewBox=0 0 360 120>',
      'Work packets per day',
      '2 records in 2 days, at most 2 in one day. The table below has the data.',
      '<details>',
      '> Show the data',
      'Table: Records per day, by kind',
      'Day |threads |posts |inquiries |facts |reports |work |',
      '2026-01-01 | 1 |0 |0 |0 |0 |2 |',
      '2026-01-02 | 0 |1,500 |0 |0 |0 |0 |',
    ]);
  });
});

test('a sparkline has its sum and its points, and does not exist without records', async () => {
  expect(
    await linesOf(sparkline([day('a', { threads: 2, work: 1 }), day('b', {}), day('c', { facts: 6 })])),
  ).toEqual([
    '<svg viewBox=0 0 720 64>',
    '9 records in the last 3 days',
    '<path class=below d=M0,33C120,47.5,240,62,360,62C480,62,600,33,720,4L720,64C600,64,480,64,360,64C240,64,120,64,0,64Z>',
    '<path class=line d=M0,33C120,47.5,240,62,360,62C480,62,600,33,720,4>',
    '9 records in the last 3 days. [Statistics](/statistics)',
  ]);
  expect(sparkline([day('a', {})])).toBe('');
});

test('a bar has the shares of its segments', async () => {
  expect(await linesOf(stackedBar(column('', 1, 2).segments, 4))).toEqual([
    '<svg viewBox=0 0 200 14>',
    'a 25 %, b 50 %',
    '<rect class=one x=0.0 y=0 width=50.0 height=14>',
    '<rect class=two x=50.0 y=0 width=100.0 height=14>',
  ]);
  expect(await linesOf(stackedBar(column('', 0, 0).segments, 0))).toEqual([
    '<svg viewBox=0 0 200 14>',
    'a 0 %, b 0 %',
  ]);
});
