// The values of the minutes of the history.
import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { bucketsOf, readValues, sumOf } from '../../../src/telemetry/history/metric-reader.ts';
import { readTotals, toMinute, toMs } from '../../../src/telemetry/history/process-totals.ts';
import { quantile, subtract } from '../../../src/telemetry/history/quantile.ts';
import { Metrics } from '../../../src/telemetry/metrics/metrics.ts';
import { registerReadMetrics } from '../../../src/telemetry/metrics/register-read-metrics.ts';
import { createSources } from './metric-sources.ts';

describe('a minute of the history', () => {
  test('has the differences of the counters of two readings, and the gauges of the later reading', async () => {
    const registry = new Registry();
    registerReadMetrics(registry, createSources() as never);
    const totals = await readTotals(Registry.merge([registry, new Metrics().registry]));
    const earlier = { ...totals, counters: { ...totals.counters, groupCommits: 1, failedPages: 2 } };

    const minute = toMinute(new Date(0), totals, earlier);

    expect(minute).toEqual({
      at: new Date(0),
      ...{ requests: 0, refused: 0, failed: 0, groupCommits: 30, groupedWrites: 0, sharedResponses: 0 },
      ...{ computedResponses: 0, limitedCalls: 0, deliveredPages: 0, failedPages: 59 },
      ...{ medianMs: null, p99Ms: null, eventLoopDelayMs: null, newsLagMs: null },
      ...{ usedConnections: 32, waitingForConnection: 36, listeners: 53, streams: 55, viewers: 54 },
      ...{ scheduledWebhooks: 57, replicaLagMs: 43_000, memoryBytes: expect.any(Number) },
    });
    expect(totals.counters).toEqual({
      ...{ requests: 0, refused: 0, failed: 0, groupCommits: 31, groupedWrites: 32, sharedResponses: 62 },
      ...{ computedResponses: 63, limitedCalls: 65, deliveredPages: 60, failedPages: 61 },
    });
  });

  test('counts refused and failed requests by their status, and has no lag without replicas', async () => {
    const metrics = new Metrics();
    const served = {
      route: '/a',
      bytes: 0,
      caller: null,
      readyMs: 1,
      totalMs: 1,
      hasWaited: false,
      isComplete: true,
    };
    for (const status of [200, 399, 400, 499, 500, 503])
      metrics.countRequest('api', 'GET', { ...served, status });

    expect((await readTotals(metrics.registry)).counters).toMatchObject({
      requests: 6,
      refused: 2,
      failed: 2,
    });
    expect((await readTotals(metrics.registry)).gauges.replicaLagMs).toBeNull();
  });

  test('has sums over labels, and quantiles within buckets', async () => {
    const values = [
      { value: 2, labels: { le: 1 }, metricName: 'a_bucket' },
      { value: 3, labels: { le: 1 }, metricName: 'a_bucket' },
      { value: 7, labels: { le: '+Inf' }, metricName: 'a_bucket' },
      { value: 99, labels: { le: 1 }, metricName: 'a_sum' },
    ];

    expect([...bucketsOf(values)]).toEqual([
      [1, 5],
      [Infinity, 7],
    ]);
    expect([
      sumOf(values),
      sumOf(values, ({ le }) => le === 1),
      await readValues(new Registry(), 'none'),
    ]).toEqual([111, 104, []]);
    expect([
      ...subtract(
        new Map([
          [1, 5],
          [2, 7],
        ]),
        new Map([[1, 3]]),
      ),
    ]).toEqual([
      [1, 2],
      [2, 7],
    ]);
    expect([toMs(null), toMs(0.25)]).toEqual([null, 250]);
    const buckets = new Map([
      [Infinity, 10],
      [4, 8],
      [2, 8],
      [1, 4],
    ]);
    expect([0.1, 0.4, 0.6, 0.8, 0.81, 1].map((share) => quantile(share, buckets))).toEqual([
      0.25, 1, 1.5, 2, 4, 4,
    ]);
    expect(
      quantile(
        0,
        new Map([
          [1, 0],
          [2, 3],
          [Infinity, 3],
        ]),
      ),
    ).toBe(1);
  });
});
