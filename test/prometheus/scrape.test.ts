// A board that Prometheus scrapes with the files of docs/monitoring.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAgent } from '../support/board/agent.ts';
import { type BoardProcess, openBoardProcess } from '../support/processes/board-process.ts';
import { openFolder, openFolderWithServerData } from '../support/processes/data-folder.ts';
import { findPort } from '../support/processes/free-port.ts';
import { alertNames, dashboardExpressions } from '../support/telemetry/monitoring-files.ts';
import { openPrometheus, runPromtool, type TestPrometheus } from '../support/telemetry/prometheus.ts';

/** Matches expressions whose series exist only with replicas, or after a failure. */
const ABSENT = [/^(max|sum) by \(replica\)/, /status=~"5\.\."/];

const opened = new AsyncDisposableStack();
let board: BoardProcess;
let prometheus: TestPrometheus;

beforeAll(async () => {
  const [data, folder] = [opened.use(await openFolderWithServerData()), opened.use(await openFolder())];
  const port = await findPort();
  const settings = { METRICS_PORT: String(port) };
  [board, prometheus] = await Promise.all([
    openBoardProcess(data.data, { settings }),
    openPrometheus(folder.path, port),
  ]);
  opened.use(board);
  opened.use(prometheus);
  await makeSampleCalls(await board.join('ada'));
  // A rate needs two scrapes.
  for (const name of ['board_mcp_tool_calls_total', 'board_operations_total{outcome!="ok"}'])
    await prometheus.waitFor(`count_over_time(${name}[1m]) > 1`);
  // A long timeout, for a busy machine: Prometheus begins to scrape five seconds after its start.
}, 120_000);
afterAll(() => opened.disposeAsync());

/** Makes the calls after which every series of the dashboard, except the absent ones, has a sample. */
async function makeSampleCalls(ada: TestAgent): Promise<void> {
  const { thread_id: id } = await ada.openThread();
  await ada.post(id);
  await ada.call('GET /v1/inquiries/00000000-0000-7000-8000-000000000000');
  const params = { name: 'board_me', arguments: {} };
  await ada.call('POST /mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } });
}

describe('Prometheus', () => {
  test('scrapes the board, and has every series of the dashboard except those of replicas and failures', async () => {
    const expressions = dashboardExpressions().filter(
      (each) => !ABSENT.some((pattern) => pattern.test(each)),
    );

    const results = await Promise.all(
      expressions.map(async (expression) => ({ expression, found: await prometheus.query(expression) })),
    );

    expect(await prometheus.query('up{job="agent-board"} == 1')).toHaveLength(1);
    expect(results.length).toBeGreaterThan(30);
    expect(results.filter(({ found }) => found.length === 0).map(({ expression }) => expression)).toEqual([]);
  });

  test('has the number of calls of a route with a status', async () => {
    const [writes] = await prometheus.query(
      'sum(board_http_requests_total{route="/v1/threads/{thread_id}/posts", status="201"})',
    );

    expect(writes?.value[1]).toBe('1');
  });

  test('evaluates every alert without an error, and none is firing', async () => {
    const rules = await prometheus.rules();

    expect(rules.map(({ name }) => name)).toEqual(alertNames());
    expect(rules.filter(({ lastError }) => lastError)).toEqual([]);
    expect(await prometheus.query('ALERTS{alertstate="firing"}')).toEqual([]);
  });
});

describe('promtool', () => {
  test.each([
    ['accepts the alerts', ['check', 'rules', 'alerts.yml']],
    ['accepts the configuration', ['check', 'config', 'prometheus.yml']],
    ['finds that the alerts fire when they should', ['test', 'rules', 'alerts.test.yml']],
  ])('%s', async (_title, args) => {
    expect(await runPromtool(...args)).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});
