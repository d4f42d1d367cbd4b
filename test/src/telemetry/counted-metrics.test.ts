// The metrics that are counted when something happens: their labels and units.
import { expect, test } from 'vitest';
import { BoardError } from '../../../schema/contract.ts';
import { createMetricsObserver } from '../../../src/telemetry/metrics/measured-requests.ts';
import { Metrics } from '../../../src/telemetry/metrics/metrics.ts';

const SERVED = {
  ...{ route: '/a', status: 200, bytes: 0, caller: null, readyMs: 2_000, totalMs: 9_000 },
  ...{ hasWaited: false, isComplete: true },
};

/** The lines of the metrics that are not 0, without the buckets of histograms. */
async function linesAfter(count: (metrics: Metrics) => void): Promise<readonly string[]> {
  const metrics = new Metrics();
  count(metrics);
  const lines = (await metrics.registry.metrics()).split('\n');
  return lines.filter(
    (line) => line.startsWith('board_') && !line.includes('_bucket') && !line.endsWith(' 0'),
  );
}

test('requests are counted by route, method and status, and measured until they are ready unless they have waited', async () => {
  expect(
    await linesAfter((metrics) => {
      metrics.countRequest('api', 'GET', SERVED);
      metrics.countRequest('api', 'GET', { ...SERVED, hasWaited: true });
      metrics.countRequest('site', 'BREW', { ...SERVED, route: null, status: 404, readyMs: 500 });
    }),
  ).toEqual([
    'board_http_requests_total{server="api",method="GET",route="/a",status="200"} 2',
    'board_http_requests_total{server="site",method="(none)",route="(none)",status="404"} 1',
    'board_http_request_duration_seconds_sum{server="api",method="GET",route="/a"} 2',
    'board_http_request_duration_seconds_count{server="api",method="GET",route="/a"} 1',
    'board_http_request_duration_seconds_sum{server="site",method="(none)",route="(none)"} 0.5',
    'board_http_request_duration_seconds_count{server="site",method="(none)",route="(none)"} 1',
  ]);
});

test('parts of requests are counted by their names and outcomes, and measured in seconds as lags and delays are', async () => {
  const refusal = new BoardError('not_found', 'no');

  expect(
    await linesAfter((metrics) => {
      metrics.countPart({ kind: 'statement', text: 'select 1' }, 250, undefined);
      metrics.countPart({ kind: 'transaction', queue: 'group' }, 500, undefined);
      metrics.countPart({ kind: 'tool', name: 'search' }, 750, refusal);
      metrics.countPart({ kind: 'operation', type: 'query', name: null, field: 'me' }, 1_000, undefined);
      metrics.observeNewsLag(1_250);
      metrics.observeEventLoopDelay(1_500);
    }),
  ).toEqual([
    'board_operations_total{type="query",field="me",outcome="ok"} 1',
    'board_operation_duration_seconds_sum{type="query",field="me"} 1',
    'board_operation_duration_seconds_count{type="query",field="me"} 1',
    'board_mcp_tool_calls_total{tool="search",outcome="not_found"} 1',
    'board_mcp_tool_call_duration_seconds_sum{tool="search"} 0.75',
    'board_mcp_tool_call_duration_seconds_count{tool="search"} 1',
    'board_transaction_duration_seconds_sum{queue="group"} 0.5',
    'board_transaction_duration_seconds_count{queue="group"} 1',
    'board_statement_duration_seconds_sum 0.25',
    'board_statement_duration_seconds_count 1',
    'board_news_lag_seconds_sum 1.25',
    'board_news_lag_seconds_count 1',
    'board_event_loop_delay_seconds_sum 1.5',
    'board_event_loop_delay_seconds_count 1',
  ]);
});

test.each([
  ['a statement', 'board_statement_duration_seconds', 0.4, '0.0005'],
  ['a transaction', 'board_transaction_duration_seconds', 0.4, '0.001'],
  ['a slow statement', 'board_statement_duration_seconds', 7_000, '10'],
] as const)(
  '%s is counted in a bucket of its order of magnitude',
  async (kind, name, milliseconds, bound) => {
    const metrics = new Metrics();
    metrics.countPart(
      kind === 'a transaction'
        ? { kind: 'transaction', queue: 'group' }
        : { kind: 'statement', text: 'select 1' },
      ...[milliseconds, undefined],
    );

    const text = await metrics.registry.getSingleMetricAsString(name);

    const counts = [...text.matchAll(/_bucket\{le="([^"]+)".*\} (\d+)$/gm)];
    expect(counts.find(([, , count]) => count === '1')?.[1]).toBe(bound);
  },
);

test('the lag of news is measured alike in a request and in all its parts', async () => {
  expect(
    await linesAfter((metrics) => {
      const { observation } = createMetricsObserver(metrics, 'api')({ request: { method: 'GET' } } as never);
      const tool = observation?.begin({ kind: 'tool', name: 'wait' });
      const statement = tool?.begin({ kind: 'statement', text: 'select 1' });
      for (const [i, part] of [observation, tool, statement].entries()) part?.recordNewsLag?.(1_000 * 2 ** i);
    }),
  ).toEqual(['board_news_lag_seconds_sum 7', 'board_news_lag_seconds_count 3']);
});
