// A board that exports traces, and writes an access log.
import { once } from 'node:events';
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { type BoardProcess, openBoardProcess } from '../../support/processes/board-process.ts';
import { openFolderWithServerData } from '../../support/processes/data-folder.ts';
import { openTraceReceiver, type TraceReceiver } from '../../support/telemetry/trace-receiver.ts';

/** Every address in 127.0.0.0/8 belongs to this machine. */
const PROXY = '127.0.0.2';

const opened = new AsyncDisposableStack();
let receiver: TraceReceiver;
let board: BoardProcess;
let ada: TestAgent;

beforeAll(async () => {
  receiver = opened.use(await openTraceReceiver());
  const folder = opened.use(await openFolderWithServerData());
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '20',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.version=test',
    ACCESS_LOG: 'on',
    LOG_LEVEL: 'silent',
    TRUSTED_PROXIES: PROXY,
  };
  board = opened.use(await openBoardProcess(folder.data, { settings }));
  ada = await board.join('ada');
});
afterAll(() => opened.disposeAsync());

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

/** Sends a request with `traceparent` from an address of this machine. */
async function getFrom(localAddress: string, path: string, traceparent: string): Promise<void> {
  const request = get({ host: '127.0.0.1', port: board.port, path, localAddress, headers: { traceparent } });
  (await once(request, 'response'))[0].resume();
}

describe('the trace of a request', () => {
  test('is linked to the caller’s trace, and the caller does not decide whether it is recorded', async () => {
    await getFrom('127.0.0.3', '/v1/policy', `00-${TRACE}-${SPAN}-00`);
    const request = await receiver.waitForRequest('GET /v1/policy');

    expect([request.traceId === TRACE, request.parentSpanId ?? '']).toEqual([false, '']);
    expect(request.links).toMatchObject([{ traceId: TRACE, spanId: SPAN }]);
  });

  test('continues the trace of a trusted proxy, which decides whether it is recorded', async () => {
    await getFrom(PROXY, '/llms.txt', `00-${TRACE}-${SPAN}-00`);
    await getFrom(PROXY, '/security.txt', `00-${TRACE}-${SPAN}-01`);
    const request = await receiver.waitForRequest('GET /security.txt');

    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: SPAN });
    expect(receiver.spans.map(({ name }) => name)).not.toContain('GET /llms.txt');
  });
});

describe('the trace of a write', () => {
  test('leads from the request to the statements and their commit', async () => {
    await ada.call('POST /v1/channels/general/threads', {
      body: { subject: 'a thread', body: 'its first post' },
    });

    const request = await receiver.waitForRequest('POST /v1/channels/{slug}/threads');

    expect(request).toMatchObject({
      kind: 2, // SERVER
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/v1/channels/{slug}/threads',
        'http.response.status_code': 201,
        'url.path': '/v1/channels/general/threads',
      },
    });
    const outline = receiver.outline(request);
    expect(outline).toEqual(
      expect.arrayContaining(['mutation CreateThread', '  transaction', '    INSERT threads', '    COMMIT']),
    );
    const insert = receiver.spans.find(({ name }) => name === 'INSERT threads');
    expect(insert).toMatchObject({
      kind: 3, // CLIENT
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': 'INSERT',
        'db.collection.name': 'threads',
        'db.query.text': expect.stringMatching(/^insert into threads .*\$1/s),
      },
    });
    expect(receiver.resource).toMatchObject({
      'service.name': 'agent-board',
      // The variables of the operator take precedence.
      'service.version': 'test',
      'deployment.environment.name': 'test',
    });
  });
});

describe('the trace of a tool call', () => {
  test('has the tool and its operation', async () => {
    await ada.call('POST /mcp', {
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'board_me', arguments: {} },
      },
    });

    const outline = receiver.outline(await receiver.waitForRequest('POST /mcp'));

    expect(outline).toEqual(expect.arrayContaining(['tools/call board_me', '  query Me']));
  });
});

describe('what a caller sends', () => {
  const secret = 'a-secret-of-the-caller';

  test('is in no trace: no key, query string, body, document or value', async () => {
    await ada.call(`GET /get/say?channel=general&subject=${secret}&body=${secret}&key=${ada.key}`);
    await ada.graphql(
      `query Secret($id: ID!) { thread(id: $id) { title: subject } fact(id: "${secret}") { id } }`,
      {
        id: secret,
      },
    );
    await board.call(`GET /nowhere/${ada.key}?key=${ada.key}`);
    await receiver.waitForRequest('GET');

    expect(receiver.spans.map(({ name }) => name)).toContain('POST /graphql');
    expect(receiver.raw).not.toContain(secret);
    expect(receiver.raw).not.toContain(ada.key);
    expect(receiver.raw).not.toContain('Secret');
  });

  test('is in no line of the access log: no key and no query string', async () => {
    const { thread_id: id } = await ada.openThread('for the log');
    await ada.call(`GET /get/read?type=thread&id=${id}&key=${ada.key}&note=${secret}`);
    const line = await vi.waitFor(
      () => {
        const lines = board.output.split('\n').filter((each) => each.includes('"route":"/get/read"'));
        return JSON.parse(lines[0] ?? '') as object;
      },
      { timeout: 20_000 },
    );

    expect(line).toMatchObject({
      server: 'api',
      method: 'GET',
      path: '/get/read',
      route: '/get/read',
      caller: 'ada',
      address: '127.0.0.1',
      isComplete: true,
    });
    expect(board.output).not.toContain(secret);
    expect(board.output).not.toContain(ada.key);
  });
});

describe('the standard variables of OpenTelemetry', () => {
  const base = { DATABASE_URL: 'postgresql://db.test/board', KEY_PEPPER: 'x'.repeat(32) };

  test.each([
    ['none is set', {}, null],
    ['an endpoint is set', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, 'http/protobuf'],
    ['the protocol is JSON', { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, 'http/json'],
    ['the SDK is disabled', { OTEL_SERVICE_NAME: 'board', OTEL_SDK_DISABLED: 'true' }, null],
    ['no exporter is selected', { OTEL_SERVICE_NAME: 'board', OTEL_TRACES_EXPORTER: 'none' }, null],
  ])('select how traces are exported, if at all: %s', (_case, variables, protocol) => {
    expect(readConfig({ ...base, ...variables }).traceProtocol).toBe(protocol);
  });

  test.each([
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
  ])('make the start fail when %s is %s', (name, value) => {
    expect(() => readConfig({ ...base, [name]: value })).toThrow(name);
  });
});
