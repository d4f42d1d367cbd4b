import { describe, expect, test } from 'vitest';
import type { ServedRequest } from '../../../facades/http/server/observe-request.ts';
import { MetricsHistory } from '../../../src/telemetry/history/history.ts';
import { Metrics } from '../../../src/telemetry/metrics/metrics.ts';
import { quantile } from '../../../src/telemetry/history/quantile.ts';
import { TestClock } from '../../support/board/clock.ts';

const served: ServedRequest = {
  route: '/v1/channels',
  status: 200,
  bytes: 10,
  caller: null,
  readyMs: 20,
  totalMs: 21,
  hasWaited: false,
  isComplete: true,
};

describe('a quantile of a histogram', () => {
  const buckets = new Map([
    [0.1, 50],
    [0.2, 90],
    [Infinity, 100],
  ]);

  test.each([
    ['lies in its bucket, in proportion', 0.5, 0.1],
    ['lies between the bounds of the next bucket', 0.7, 0.15],
    ['is the highest finite bound if the values lie beyond', 0.99, 0.2],
  ])('%s', (_case, share, expected) => {
    expect(quantile(share, buckets)).toBeCloseTo(expected);
  });

  test('is null without values', () => {
    expect(quantile(0.5, new Map([[Infinity, 0]]))).toBeNull();
  });
});

describe('the history of a process', () => {
  test('has the counts of each minute, and at most sixty minutes', async () => {
    const metrics = new Metrics();
    const clock = new TestClock();
    const history = new MetricsHistory(metrics.registry, clock);
    await history.sample();
    for (let minute = 0; minute < 62; minute++) {
      metrics.countRequest('api', 'GET', served);
      if (minute === 61) metrics.countRequest('api', 'GET', { ...served, status: 503, readyMs: 400 });
      clock.advance({ minutes: 1 });
      await history.sample();
    }

    const { minutes, routes } = await history.read();

    expect(minutes).toHaveLength(60);
    expect(minutes[0]).toMatchObject({ requests: 1, failed: 0, refused: 0 });
    expect(minutes.at(-1)).toMatchObject({ at: clock.now(), requests: 2, failed: 1 });
    expect(minutes[0]?.p99Ms).toBeLessThan(minutes.at(-1)?.p99Ms ?? 0);
    expect(minutes[0]?.newsLagMs).toBeNull();
    expect(routes).toMatchObject([{ route: '/v1/channels', requests: 63, failed: 1 }]);
  });

  test('has the twenty routes with the most requests, each of one server and method', async () => {
    const metrics = new Metrics();
    const history = new MetricsHistory(metrics.registry, new TestClock());
    const count = (
      times: number,
      [server, method, route]: readonly ['api' | 'site', string, string],
      change = {},
    ) => {
      for (let n = 0; n < times; n++) metrics.countRequest(server, method, { ...served, route, ...change });
    };
    for (let i = 1; i <= 22; i++) count(i, ['api', 'GET', `/v1/${i}`]);
    count(30, ['api', 'GET', '/']);
    count(7, ['api', 'GET', '/'], { status: 404 });
    count(3, ['api', 'GET', '/'], { status: 503, readyMs: 3_000 });
    count(30, ['site', 'GET', '/']);
    count(25, ['api', 'POST', '/']);

    const { routes } = await history.read();

    expect(
      routes.map(({ server, method, route, requests }) => `${server} ${method} ${route} ${requests}`),
    ).toEqual([
      ...['api GET / 40', 'site GET / 30', 'api POST / 25'],
      ...Array.from({ length: 17 }, (_, i) => `api GET /v1/${22 - i} ${22 - i}`),
    ]);
    expect(routes.map(({ failed }) => failed)).toEqual([3, ...Array<number>(19).fill(0)]);
    const isSlow = (ms: number | null) => ms !== null && ms > 1_000;
    expect(routes.slice(0, 2).map(({ medianMs, p99Ms }) => [isSlow(medianMs), isSlow(p99Ms)])).toEqual([
      [false, true],
      [false, false],
    ]);
  });
});
