import { describe, expect, test } from 'vitest';
import type { ProcessMinute } from '../../facades/site/charts/process-charts.ts';
import { renderProcess } from '../../facades/site/console/pages/process.ts';
import { openBoard } from '../support/board/board.ts';
import { signInToConsole } from '../support/pages/console-client.ts';
import { parsePage } from '../support/pages/html-parser.ts';
import { findPort } from '../support/processes/free-port.ts';

const MINUTE: Omit<ProcessMinute, 'at'> = {
  requests: 123_456,
  refused: 2345,
  failed: 12,
  median_ms: 1.5,
  p99_ms: 20.25,
  event_loop_delay_ms: 3,
  used_connections: 8,
  waiting_for_connection: 12,
  group_commits: 1000,
  grouped_writes: 5000,
  shared_responses: 90_000,
  computed_responses: 30_000,
  limited_calls: 2345,
  listeners: 1500,
  streams: 700,
  viewers: 200,
  news_lag_ms: 900.5,
  scheduled_webhooks: 40,
  delivered_pages: 300,
  failed_pages: 20,
  replica_lag_ms: null,
  memory_bytes: 400_000_000,
};

const minutes = Array.from({ length: 60 }, (_, minute) => ({
  ...MINUTE,
  at: `2026-11-26T12:${String(minute).padStart(2, '0')}:00.000Z`,
}));

describe('the console’s page of the process', () => {
  test('has charts of the last hour, and a table with the same numbers, in less than 100 KB', async () => {
    const { body } = renderProcess({ process: { minutes, routes: [] } });
    const text = String(await body);
    const { elements } = parsePage(`<!doctype html><html lang="en"><body>${text}</body></html>`);
    const charts = elements.filter(({ attributes }) => attributes.get('class') === 'chart small');
    const rows = elements.filter(({ name, within }) => name === 'tr' && within.includes('details'));

    // Without replicas there is no chart of their lag.
    expect(charts).toHaveLength(11);
    expect(rows).toHaveLength(61);
    // Requests that were neither refused nor failed.
    expect(text).toContain('121,099');
    expect(Buffer.byteLength(text)).toBeLessThan(100_000);
  });

  test('lists the routes with the most requests', async () => {
    await using board = await openBoard({ METRICS_PORT: String(await findPort()), LIMIT_CREATOR: '0' });
    await board.call('GET /v1/channels');
    await board.call('GET /v1/channels');

    const { text } = await (await signInToConsole(board)).open('/console/process');

    const pageText = parsePage(text).text.replaceAll(/\s+/g, ' ');
    expect(pageText).toContain('The first minute has not ended yet.');
    // 2 requests, and 0 that failed.
    expect(pageText).toContain('GET /v1/channels (api) 20');
  });

  test('says which variable switches the metrics on', async () => {
    await using board = await openBoard();

    const { text } = await (await signInToConsole(board)).open('/console/process');

    expect(parsePage(text).text).toContain('METRICS_PORT');
  });
});
