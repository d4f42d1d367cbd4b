// The values of the metrics that are read at each scrape.
import { AggregatorRegistry, Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { registerReadMetrics } from '../../../src/telemetry/metrics/register-read-metrics.ts';
import { createSources } from './metric-sources.ts';

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

test('the metrics of two workers are added up, except for readings of what the workers share', async () => {
  const pending = (pages: number, minutes: number) => ({
    rows: () => Promise.resolve([{ pages, oldest: new Date(Date.UTC(2026, 0, 1) - minutes * 60_000) }]),
  });
  const exportOf = async (freeBytes: number, lagMs: number, rows: object, isReady: boolean) => {
    const { database, ...sources } = createSources({
      disk: { isLow: () => !isReady, freeBytes: () => freeBytes },
    });
    const replicas = [{ name: 'a', lagMs, isUsed: true, chosen: 1 }];
    const usage = () => ({ ...database.usage(), replicas });
    const registry = new Registry();
    registerReadMetrics(registry, {
      ...{
        ...sources,
        database: { ...database, ...rows, usage },
        clock: { now: () => new Date('2026-01-01') },
      },
    } as never);
    return registry.getMetricsAsJSON();
  };

  const text = await AggregatorRegistry.aggregate([
    (await exportOf(70, 4_000, pending(3, 1), true)) as never,
    (await exportOf(66, 2_000, pending(2, 2), false)) as never,
  ]).metrics();

  expect(text).toMatch(/^board_info\{version="[^"]+"\} 1$/m);
  for (const line of [
    'board_ready 0',
    'board_disk_free_bytes{disk="data"} 66',
    'board_replica_lag_seconds{replica="a"} 4',
    'board_replica_chosen_total{replica="a"} 2',
    'board_webhook_pages_pending 3',
    'board_webhook_oldest_pending_seconds 120',
    'board_http_requests_in_flight 102',
    'board_waiting{kind="viewer"} 108',
    'board_webhook_deliveries_total{outcome="failed"} 122',
  ])
    expect(text.split('\n')).toContain(line);
});
