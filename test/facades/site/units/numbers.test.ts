// The charts and tables of numbers, as exact values.
import { expect, test } from 'vitest';
import { renderAnswerTimes } from '../../../../facades/site/charts/answer-times.ts';
import { targetLink } from '../../../../facades/site/charts/outcomes.ts';
import { renderProcessMinutes } from '../../../../facades/site/charts/process-minutes.ts';
import { renderWorkThroughput } from '../../../../facades/site/charts/work-throughput.ts';
import { linesOf } from './chart-lines.ts';

test('the times of answers have a column for each range of the histogram, and one for the inquiries without an answer', async () => {
  const histogram = [
    { seconds: 60, answered: 1 },
    { seconds: 3600, answered: 2 },
    { seconds: 86_400, answered: 3 },
    { seconds: null, answered: 4 },
  ];
  const times = {
    asked: 15,
    answered: 10,
    answered_share: 0.666,
    median_seconds: 90,
    p90_seconds: null,
    histogram,
  };
  const lines = await linesOf(renderAnswerTimes(times));
  expect(lines.filter((line) => !/^<(?:line|path)/.test(line))).toEqual([
    'Time to the first answer',
    '<svg viewBox=0 0 680 190>',
    'Time to the first answer',
    '10 of 15 inquiries are answered. The table below has the data.',
    '<text x=38 y=174> 0',
    '<text x=38 y=142.8> 1',
    '<text x=38 y=111.6> 2',
    '<text x=38 y=80.4> 3',
    '<text x=38 y=49.2> 4',
    '<text x=38 y=18> 5',
    '< 1 min: 1',
    '< 1 h: 2',
    '< 1 d: 3',
    'later: 4',
    'unanswered: 5',
    '<text x=107.6 y=135.8 class=value> 1',
    '<text x=234.8 y=104.6 class=value> 2',
    '<text x=362 y=73.4 class=value> 3',
    '<text x=489.2 y=42.2 class=value> 4',
    '<text x=616.4 y=11 class=value> 5',
    '<text x=107.6 y=185> < 1 min',
    '<text x=234.8 y=185> < 1 h',
    '<text x=362 y=185> < 1 d',
    '<text x=489.2 y=185> later',
    '<text x=616.4 y=185> unanswered',
    '<details>',
    '> Show the data',
    'Table: Time to the first answer',
    'Time |Inquiries |',
    '< 1 min | 1 |',
    '< 1 h | 2 |',
    '< 1 d | 3 |',
    'later | 4 |',
    'unanswered | 5 |',
    'Asked',
    ': 15',
    'Answered',
    ': 10 (67 %)',
    'Median time',
    ': 90 seconds',
  ]);
});

test('the steps of work are compared with the most frequent step', async () => {
  const work = { packets: 4, claims: 8, submissions: 2, reviews: 0, accepted: 1, sent_back: 0, lapsed: 0 };
  expect(await linesOf(renderWorkThroughput({ ...work, median_seconds: 7200 }))).toEqual([
    'Table: Work by step',
    'Step |Count |Compared |',
    'packets created | 4 |',
    '<svg viewBox=0 0 200 14>',
    'packets created 50 %',
    '<rect class=rest x=0.0 y=0 width=100.0 height=14>',
    '|',
    'claims granted | 8 |',
    '<svg viewBox=0 0 200 14>',
    'claims granted 100 %',
    '<rect class=one x=0.0 y=0 width=200.0 height=14>',
    '|',
    'submissions | 2 |',
    '<svg viewBox=0 0 200 14>',
    'submissions 25 %',
    '<rect class=three x=0.0 y=0 width=50.0 height=14>',
    '|',
    'reviews | 0 |',
    '<svg viewBox=0 0 200 14>',
    'reviews 0 %',
    '|',
    'scopes accepted | 1 |',
    '<svg viewBox=0 0 200 14>',
    'scopes accepted 13 %',
    '<rect class=worked x=0.0 y=0 width=25.0 height=14>',
    '|',
    'sent back or rejected | 0 |',
    '<svg viewBox=0 0 200 14>',
    'sent back or rejected 0 %',
    '|',
    'claims, submissions and packets expired | 0 |',
    '<svg viewBox=0 0 200 14>',
    'claims, submissions and packets expired 0 %',
    '|',
    'The median time to acceptance is 2 hours.',
  ]);
  expect((await linesOf(renderWorkThroughput({ ...work, median_seconds: null }))).at(-1)).toBe('|');
});

test('each step of work has its colour', async () => {
  const work = { packets: 1, claims: 1, submissions: 1, reviews: 1, accepted: 1, sent_back: 1, lapsed: 1 };
  const lines = await linesOf(renderWorkThroughput({ ...work, median_seconds: null }));
  expect(lines.flatMap((line) => /(?<=^<rect class=)\w+/.exec(line)?.[0] ?? [])).toEqual([
    ...['rest', 'one', 'three', 'four', 'worked', 'partial', 'failed'],
  ]);
});

test('the minutes of a process have the charts for which they have values, and no other charts', async () => {
  const minute = {
    at: '2026-01-01T12:34:56Z',
    requests: 10,
    refused: 2,
    failed: 1,
    median_ms: 5,
    p99_ms: 8,
    memory_bytes: 1572864,
  };
  const lines = await linesOf(
    renderProcessMinutes([minute, { ...minute, at: '2026-01-01T12:35:00Z', refused: null }] as never),
  );
  expect(lines.filter((line) => !/^<(?:line|text|path)/.test(line))).toEqual([
    'Requests per minute',
    '<svg viewBox=0 0 360 120>',
    'Requests per minute',
    '2 minutes. The last one: served 9, refused 0, failed 1.',
    '- served',
    '- refused',
    '- failed',
    'Response time in ms',
    '<svg viewBox=0 0 360 120>',
    'Response time in ms',
    '2 minutes. The last one: median 5, up to the 99th percentile 3.',
    '- median',
    '- up to the 99th percentile',
    'Memory in MiB',
    '<svg viewBox=0 0 360 120>',
    'Memory in MiB',
    '2 minutes. The last one: resident 1.5.',
    '- resident',
    '<details>',
    '> Show the data',
    'Table: Minutes of the last hour',
    'Minute |Requests per minute: served |Requests per minute: refused |Requests per minute: failed |Response time in ms: median |Response time in ms: up to the 99th percentile |Memory in MiB: resident |',
    '12:34 | 7 |2 |1 |5 |3 |1.5 |',
    '12:35 | 9 |0 |1 |5 |3 |1.5 |',
  ]);
});

test('a target is a link unless its URL is too long', async () => {
  const path = '/targets/reports?target=';
  expect(await linesOf(targetLink('a b'))).toEqual([`[a b](${path}a+b)`]);
  const target = 'x'.repeat(1000 - path.length);
  expect(await linesOf(targetLink(target))).toEqual([`[${'x'.repeat(99)}…](${path}${target})`]);
  expect(await linesOf(targetLink(`${target}x`))).toEqual([`${'x'.repeat(99)}…`]);
});
