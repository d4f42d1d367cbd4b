// The values of metrics and of the minutes of the history, each from its own source.
import { Registry } from 'prom-client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BoardError } from '../../../schema/contract.ts';
import { mapRateLimits } from '../../../schema/rate-limit-buckets.ts';
import { bucketsOf, readValues, sumOf } from '../../../src/telemetry/history/metric-reader.ts';
import { readTotals, toMinute, toMs } from '../../../src/telemetry/history/process-totals.ts';
import { quantile, subtract } from '../../../src/telemetry/history/quantile.ts';
import { createMetricsObserver } from '../../../src/telemetry/metrics/measured-requests.ts';
import { Metrics } from '../../../src/telemetry/metrics/metrics.ts';
import { serveMetrics } from '../../../src/telemetry/metrics/metrics-server.ts';
import { registerReadMetrics } from '../../../src/telemetry/metrics/register-read-metrics.ts';

afterEach(() => void vi.useRealTimers());

const pool = (name: string, n: number) => ({ pool: name, max: n, used: n + 1, idle: n + 2, waiting: n + 3 });

/** Sources in which each value is different. */
const createSources = (change: object = {}) => ({
  database: {
    usage: () => ({
      pools: [pool('read', 10), pool('group', 20)],
      groupCommit: { groups: 31, writes: 32, waitedMs: 33_000 },
      replicas: [
        { name: 'a', lagMs: 4_100, isUsed: true, chosen: 42 },
        { name: 'b', lagMs: 43_000, isUsed: false, chosen: 44 },
      ],
    }),
    assertReady: () => Promise.resolve(),
    rows: () => Promise.resolve([]),
  },
  clock: { now: () => new Date() },
  usage: () => ({
    ...{ inFlight: 51, maxInFlight: 52, live: { waiting: 53, viewers: 54, streams: 55, max: 56 } },
    webhooks: { scheduled: 57, calls: { running: 58, waiting: 59 }, delivered: 60, failed: 61 },
    responses: { shared: 62, computed: 63 },
    rateLimits: mapRateLimits((bucket) =>
      bucket === 'creator' ? { calls: 64, refused: 65 } : { calls: 0, refused: 0 },
    ),
  }),
  disk: { isLow: () => false, freeBytes: () => 66 },
  ...change,
});

const render = async (sources: object) => {
  const registry = new Registry();
  registerReadMetrics(registry, sources as never);
  const lines = (await registry.metrics()).split('\n');
  return lines.filter((line) => !line.startsWith('#') && line !== '' && !line.endsWith(' 0'));
};

describe('the metrics that are read at each scrape', () => {
  test('have the values of their sources', async () => {
    const lines = await render(createSources());

    expect(
      lines.filter((line) => !line.startsWith('board_info') && !line.startsWith('board_webhook_oldest')),
    ).toEqual([
      'board_ready 1',
      'board_disk_free_bytes{disk="data"} 66',
      'board_http_requests_in_flight 51',
      'board_http_requests_in_flight_max 52',
      'board_database_connections{pool="read",state="used"} 11',
      'board_database_connections{pool="read",state="idle"} 12',
      'board_database_connections{pool="group",state="used"} 21',
      'board_database_connections{pool="group",state="idle"} 22',
      'board_database_connections_max{pool="read"} 10',
      'board_database_connections_max{pool="group"} 20',
      'board_database_waiting{pool="read"} 13',
      'board_database_waiting{pool="group"} 23',
      'board_group_commits_total 31',
      'board_group_commit_writes_total 32',
      'board_group_commit_wait_seconds_total 33',
      'board_replica_chosen_total{replica="a"} 42',
      'board_replica_chosen_total{replica="b"} 44',
      'board_replica_lag_seconds{replica="a"} 4.1',
      'board_replica_lag_seconds{replica="b"} 43',
      'board_responses_total{outcome="shared"} 62',
      'board_responses_total{outcome="computed"} 63',
      'board_rate_limit_calls_total{bucket="creator"} 64',
      'board_rate_limit_refused_total{bucket="creator"} 65',
      'board_waiting{kind="listener"} 53',
      'board_waiting{kind="stream"} 55',
      'board_waiting{kind="viewer"} 54',
      'board_waiting_max 56',
      'board_webhooks_scheduled 57',
      'board_webhook_calls{state="running"} 58',
      'board_webhook_calls{state="waiting"} 59',
      'board_webhook_deliveries_total{outcome="delivered"} 60',
      'board_webhook_deliveries_total{outcome="failed"} 61',
    ]);
  });

  test.each<[string, object]>([
    ['its disk is almost full', { disk: { isLow: () => true, freeBytes: () => undefined } }],
    [
      'its database refuses writes',
      { database: { ...createSources().database, assertReady: () => Promise.reject(new Error('no')) } },
    ],
  ])('say that a board is not ready if %s', async (_what, change) => {
    const lines = await render(createSources(change));

    expect(lines).not.toContain('board_ready 1');
    expect(lines).toContain('board_http_requests_in_flight 51');
    expect(lines.filter((line) => line.startsWith('board_disk'))).toHaveLength('disk' in change ? 0 : 1);
  });
});

describe('a minute of the history', () => {
  test('has the differences of two readings, and the values of the later one', async () => {
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

  test('counts refused and failed requests by their status', async () => {
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

test('parts of requests are counted by what they are and how they end, in seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const metrics = new Metrics();
  const { observation } = createMetricsObserver(
    metrics,
    'api',
  )({ request: new Request('http://a') } as never);
  const observe = (part: object, error?: unknown) => {
    const observed = observation!.begin(part as never);
    vi.advanceTimersByTime(500);
    observed.end(error);
    return observed;
  };
  observe({ kind: 'tool', name: 't' }, new BoardError('not_found', 'no'));
  observe({ kind: 'operation', type: 'query', field: 'f', name: 'F' });
  observe({ kind: 'transaction', queue: 'long' }, new Error('no'));
  observe({ kind: 'statement', text: 'select' }).newsLag?.(250);
  observation!.newsLag?.(750);
  metrics.observeEventLoopDelay(2_000);

  const lines = (await metrics.registry.metrics()).split('\n');
  expect(lines.filter((line) => /^board_.*(_sum|_total|_count)/.test(line))).toEqual([
    'board_operations_total{type="query",field="f",outcome="ok"} 1',
    'board_operation_duration_seconds_sum{type="query",field="f"} 0.5',
    'board_operation_duration_seconds_count{type="query",field="f"} 1',
    'board_mcp_tool_calls_total{tool="t",outcome="not_found"} 1',
    'board_mcp_tool_call_duration_seconds_sum{tool="t"} 0.5',
    'board_mcp_tool_call_duration_seconds_count{tool="t"} 1',
    'board_transaction_duration_seconds_sum{queue="long"} 0.5',
    'board_transaction_duration_seconds_count{queue="long"} 1',
    'board_statement_duration_seconds_sum 0.5',
    'board_statement_duration_seconds_count 1',
    'board_news_lag_seconds_sum 1',
    'board_news_lag_seconds_count 2',
    'board_event_loop_delay_seconds_sum 2',
    'board_event_loop_delay_seconds_count 1',
  ]);
});

test('the metrics port serves one text to scrapes at the same time, and nothing else', async () => {
  let renders = 0;
  let isBroken = false;
  const server = await serveMetrics({
    host: '127.0.0.1',
    port: 0,
    render: async () => {
      renders += 1;
      await new Promise((resolve) => void setTimeout(resolve, 20));
      if (isBroken) throw new Error('no');
      return `text ${renders}`;
    },
  });
  const get = async (path: string, method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method });
    return [
      response.status,
      await response.text(),
      response.headers.get('content-type'),
      response.headers.get('allow'),
    ];
  };
  const TYPE = 'text/plain; version=0.0.4; charset=utf-8';

  const together = await Promise.all([get('/metrics'), get('/metrics?x=1')]);
  const others = [
    await get('/metrics'),
    await get('/metrics', 'HEAD'),
    await get('/metrics', 'POST'),
    await get('/metrics/'),
  ];
  isBroken = true;
  others.push(await get('/metrics'));
  await server.close();

  expect([together, others]).toEqual([
    Array(2).fill([200, 'text 1', TYPE, null]),
    [
      [200, 'text 2', TYPE, null],
      [200, '', TYPE, null],
      [405, '', null, 'GET, HEAD'],
      [404, '', null, null],
      [500, '', null, null],
    ],
  ]);
});
