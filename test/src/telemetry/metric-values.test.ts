// The values of the metrics that are read at each scrape.
import { Registry } from 'prom-client';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { serveMetrics } from '../../../src/telemetry/metrics/metrics-server.ts';
import { registerReadMetrics } from '../../../src/telemetry/metrics/register-read-metrics.ts';
import { createSources } from './metric-sources.ts';

afterEach(() => void vi.useRealTimers());

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

test('the metrics port serves one text to simultaneous scrapes, and refuses other requests', async () => {
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
