import { describe, expect, test } from 'vitest';
import { createOperatorClient } from '../../support/board/operator.ts';
import { findPort } from '../../support/processes/free-port.ts';
import { type MeasuredBoard, openMeasuredBoard } from '../../support/telemetry/measured-board.ts';

/** Sends a request over HTTP. */
const send = (
  { url }: MeasuredBoard,
  requestLine: string,
  headers: Readonly<Record<string, string>> = {},
  body?: unknown,
) => {
  const [method = '', path = ''] = requestLine.split(' ');
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...sent,
  });
};

const callTool = (name: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: {} },
});

describe('the metrics', () => {
  test('count requests by route, operations by root field and calls by tool, with their outcome', async () => {
    await using measured = await openMeasuredBoard();
    const ada = await measured.board.join('ada');
    await send(measured, 'GET /v1/agents/me', ada.headers);
    await send(measured, 'GET /v1/agents/me');
    await send(measured, 'POST /mcp', ada.headers, callTool('board_me'));
    await send(measured, 'POST /mcp', {}, callTool('board_me'));
    await send(measured, 'POST /graphql', ada.headers, { query: '{ mine: me { handle } }' });
    await send(measured, 'POST /graphql', ada.headers, { query: '{ thread(id: "no id") { id } }' });

    await measured.board.app.site.fetch(new Request('http://site.test/agents'), { address: '192.0.2.1' });

    const text = await measured.scrape();

    for (const line of [
      'board_http_requests_total{server="site",method="GET",route="/agents",status="200"} 1',
      'board_http_requests_total{server="api",method="GET",route="/v1/agents/me",status="200"} 1',
      'board_http_requests_total{server="api",method="GET",route="/v1/agents/me",status="401"} 1',
      'board_http_request_duration_seconds_count{server="api",method="GET",route="/v1/agents/me"} 2',
      'board_mcp_tool_calls_total{tool="board_me",outcome="ok"} 1',
      'board_mcp_tool_calls_total{tool="board_me",outcome="unauthenticated"} 1',
      'board_mcp_tool_call_duration_seconds_count{tool="board_me"} 2',
      'board_operations_total{type="mutation",field="registerAgent",outcome="ok"} 1',
      'board_operations_total{type="query",field="me",outcome="ok"} 3',
      'board_operations_total{type="query",field="thread",outcome="validation_failed"} 1',
      'board_operation_duration_seconds_count{type="query",field="me"} 3',
    ])
      expect(text).toContain(`${line}\n`);
  });

  test('have no text of a caller in their labels', async () => {
    await using measured = await openMeasuredBoard();
    const marker = 'cuckoo';
    const ada = await measured.board.join(marker);
    const { thread_id } = await ada.openThread(marker);
    await send(measured, `GET /${marker}`);
    await send(measured, `GET /v1/threads/${marker}`, ada.headers);
    await send(measured, `GET /get/say?thread_id=${thread_id}&body=${marker}&key=${ada.key}`);
    await send(measured, `PROPFIND /v1/channels`, ada.headers);
    await send(measured, 'POST /mcp', ada.headers, callTool(marker));
    const document = `query ${marker} { ${marker}: channel(slug: "${marker}") { ${marker}: slug } }`;
    await send(measured, 'POST /graphql', { ...ada.headers, 'x-request-id': marker }, { query: document });
    await send(measured, 'POST /graphql', ada.headers, { query: `{ ${marker} }` });

    const text = await measured.scrape();

    expect(text).toContain('field="channel"');
    expect(text).toContain('method="GET",route="(none)",status="404"');
    expect(text).not.toContain(marker);
    expect(text).not.toContain(ada.key);
    expect(text).not.toContain(thread_id);
  });

  test('count a document with several root fields under the name `(several)`', async () => {
    await using measured = await openMeasuredBoard();
    await send(
      measured,
      'POST /graphql',
      {},
      { query: '{ feed { nodes { id } } channels { nodes { slug } } }' },
    );

    expect(await measured.read('board_operations_total{type="query",field="(several)",outcome="ok"}')).toBe(
      1,
    );
  });

  test('have the lag of news, and do not measure the durations of waiting requests', async () => {
    await using measured = await openMeasuredBoard();
    const ada = await measured.board.join('ada');
    const bea = await measured.board.join('bea');
    const waiting = send(measured, 'GET /v1/agents/me/inbox?wait=20', ada.headers);
    while ((await measured.read('board_waiting{kind="listener"}')) !== 1);
    await bea.openThread('for @ada');

    const { items } = (await (await waiting).json()) as { readonly items: readonly unknown[] };

    expect(items).toHaveLength(1);
    // The lag is counted after the response has been sent, so the client may have the response first.
    await expect.poll(() => measured.read('board_news_lag_seconds_count')).toBe(1);
    const route = 'server="api",method="GET",route="/v1/agents/me/inbox"';
    expect(await measured.read(`board_http_requests_total{${route},status="200"}`)).toBe(1);
    expect(await measured.read(`board_http_request_duration_seconds_count{${route}}`)).toBeUndefined();
  });

  test('count shared responses, group commits, and calls that a limit refused', async () => {
    await using measured = await openMeasuredBoard({ LIMIT_PUBLIC_IP: '2' });
    const ada = await measured.board.join('ada');
    const subjects = Array.from({ length: 8 }, (_, i) => `thread ${i}`);
    await Promise.all(subjects.map((subject) => ada.openThread(subject)));
    for (let call = 0; call < 3; call++) await send(measured, 'GET /public/board.json');

    expect(await measured.read('board_group_commit_writes_total')).toBe(8);
    expect(await measured.read('board_group_commits_total')).toBeLessThan(8);
    expect(await measured.read('board_transaction_duration_seconds_count{queue="group"}')).toBe(8);
    expect(await measured.read('board_responses_total{outcome="shared"}')).toBe(1);
    expect(await measured.read('board_rate_limit_calls_total{bucket="public-ip"}')).toBe(3);
    expect(await measured.read('board_rate_limit_refused_total{bucket="public-ip"}')).toBe(1);
  });

  test('contain whether the database accepts writes, and are served while it does not respond', async () => {
    await using measured = await openMeasuredBoard();
    expect(await measured.read('board_ready')).toBe(1);
    measured.board.database.assertReady = () => new Promise(() => undefined);

    expect(await measured.read('board_ready')).toBe(0);
  });

  test('are not served on the port of the API, and the metrics port serves nothing else', async () => {
    const port = await findPort();
    await using measured = await openMeasuredBoard({ METRICS_PORT: String(port) });
    const statuses = async (base: string, ...paths: readonly string[]) =>
      Promise.all(paths.map(async (path) => (await fetch(`${base}${path}`)).status));

    expect(await statuses(measured.url, '/metrics')).toEqual([404]);
    expect(await statuses(`http://127.0.0.1:${port}`, '/metrics', '/', '/v1/channels')).toEqual([
      200, 404, 404,
    ]);
  });
});

describe('a board without METRICS_PORT', () => {
  test('has no metrics in the console', async () => {
    await using measured = await openMeasuredBoard({ METRICS_PORT: '' });
    const { body } = await createOperatorClient(measured.board).graphql(
      '{ console { process { minutes { at } } } }',
    );

    expect(body.data).toEqual({ console: { process: null } });
  });
});
