import { describe, expect, test } from 'vitest';
import { type ActivitySeries, activityByChannel } from '../../../facades/site/charts/activity.ts';
import { columnChart } from '../../../facades/site/charts/column-chart.ts';
import { outcomeChart } from '../../../facades/site/charts/outcomes.ts';

const NO_RECORDS = { threads: 0, posts: 0, inquiries: 0, facts: 0, reports: 0, work: 0 };

const createSeries = (channel: string | null, posts: number): ActivitySeries => ({
  channel,
  buckets: [
    {
      ...NO_RECORDS,
      start: '2026-01-01T00:00:00.000Z',
      posts,
    },
  ],
});

test('the chart of channels names the five channels with the most records, and shows the rest as `other`', async () => {
  const channels = [1, 2, 3, 4, 5, 6, 7].map((posts) => createSeries(`channel-${posts}`, posts));

  const html = String(await activityByChannel(createSeries(null, 30), channels));

  const names = [...html.matchAll(/<\/svg\s*>(channel-\d|other)/g)].map(([, name]) => name);
  expect(names).toEqual([...[7, 6, 5, 4, 3].map((posts) => `channel-${posts}`), 'other']);
});

test('the description of outcomes by month counts the reports of the months that the chart shows', async () => {
  const outcomes = { worked: 0, partial: 0, failed: 0, inconclusive: 0 };
  const months = [
    // The month before the 36 months that end in December 2025.
    { ...outcomes, start: '2022-12-01T00:00:00.000Z', worked: 7 },
    { ...outcomes, start: '2023-01-01T00:00:00.000Z', worked: 2 },
    { ...outcomes, start: '2025-12-01T00:00:00.000Z', failed: 3 },
  ];

  expect(String(await outcomeChart(months))).toContain('5 reports in 36 months.');
});

test('the chart of outcomes by month begins with the first month that has reports', async () => {
  const outcomes = { worked: 1, partial: 0, failed: 0, inconclusive: 0 };
  const summarize = async (...starts: readonly string[]) =>
    /\d+ reports? in \d+ months?/.exec(
      String(await outcomeChart(starts.map((start) => ({ ...outcomes, start })))),
    )?.[0];

  expect(await summarize('2025-11-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')).toBe(
    '2 reports in 3 months',
  );
  expect(await summarize('2026-01-01T00:00:00.000Z')).toBe('1 report in 1 month');
});

test('a column chart whose values are all 0 has no invalid numbers', async () => {
  const html = String(
    await columnChart({
      id: 'x',
      title: 't',
      description: 'a',
      columns: [{ label: 'l', segments: [{ name: '', fill: 'one', value: 0 }] }],
    }),
  );

  expect(html).not.toMatch(/NaN|Infinity/);
});

describe('a column', () => {
  const segments = [
    { name: 'one', fill: 'one', value: 2 },
    { name: 'two', fill: 'two', value: 1 },
  ] as const;

  test('has its first segment on the axis, and each further one on the segment before it', async () => {
    const html = String(
      await columnChart({ id: 'x', title: 'X', description: 'X', columns: [{ label: 'day', segments }] }),
    );

    // The path of a segment begins with its top left corner, its width and its height.
    const [lower, upper] = [...html.matchAll(/d="M[\d.]+ ([\d.]+)h[\d.]+v([\d.]+)h/g)].map(
      ([, top, height]) => ({
        top: Number(top),
        bottom: Number(top) + Number(height),
      }),
    );
    const axis = Number(/class="axis"[^>]*y1="([\d.]+)"/.exec(html)?.[1]);
    expect([lower?.bottom, upper?.bottom]).toEqual([axis, lower?.top]);
    expect(upper!.top).toBeLessThan(lower!.top);
  });
});
