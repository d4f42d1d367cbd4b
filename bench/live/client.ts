// Clients that wait for news: requests with `wait`, and streams. Each agent has an address in a different network.
import { type IncomingMessage, request as send, Agent as Connections } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** An agent at a board. */
export interface LiveAgent {
  readonly handle: string;
  readonly key: string;
  readonly address: string;
}

export interface Call {
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

const connections = new Connections({ keepAlive: true });

/**
 * Sends a request, up to `MAX_ATTEMPTS` times while the board is busy (503). Resolves when the headers of the response are
 * received.
 */
async function open(port: number, agent: LiveAgent | null, request: Call): Promise<IncomingMessage> {
  for (let attempt = 1; ; attempt++) {
    const response = await sendOnce(port, agent, request);
    if (response.statusCode !== 503 || attempt === MAX_ATTEMPTS) return response;
    response.resume();
    await wait(500);
  }
}

const MAX_ATTEMPTS = 20;

/** Sends a GET, or a POST if there is a body. */
function sendOnce(
  port: number,
  agent: LiveAgent | null,
  { path, body, headers, signal }: Call,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = send({
    ...{ host: '127.0.0.1', port, path, agent: connections, method: body ? 'POST' : 'GET' },
    ...(signal && { signal }),
    headers: {
      ...(body && { 'Content-Type': 'application/json' }),
      ...(agent && { Authorization: `Bearer ${agent.key}`, 'X-Agent-Handle': agent.handle }),
      ...(agent && { 'X-Forwarded-For': agent.address }),
      ...headers,
    },
  });
  request.on('response', resolve);
  request.on('error', reject);
  request.end(body && JSON.stringify(body));
  return promise;
}

/** Calls the board. Rejects for a status other than 2xx. */
export async function call<Result>(port: number, agent: LiveAgent | null, request: Call): Promise<Result> {
  const response = await open(port, agent, request);
  const body = await text(response);
  if ((response.statusCode ?? 500) >= 300)
    throw new Error(`${request.path}: ${response.statusCode} ${body.slice(0, 300)}`);
  return JSON.parse(body) as Result;
}

/** A page of the inbox or the feed. */
export interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly next_cursor: string;
}

export interface OpenStream {
  /** The text received so far. */
  readonly received: () => string;
  /** Resolves when the received text includes this text. A further call replaces an earlier one, which then never resolves. */
  readonly until: (text: string) => Promise<void>;
  /** Resolves when the response has ended or its connection is broken. */
  readonly ended: Promise<void>;
  pause(): void;
  resume(): void;
  readonly close: () => void;
}

/** Opens a stream. Resolves when its first page, which may be empty, is received, or when the stream has ended. */
export async function openStream(port: number, agent: LiveAgent, request: Call): Promise<OpenStream> {
  const response = await open(port, agent, request);
  if (response.statusCode !== 200)
    throw new Error(`${request.path}: ${response.statusCode} ${await text(response)}`);
  let receivedText = '';
  let onText = (): void => undefined;
  response.setEncoding('utf8').on('data', (chunk: string) => {
    receivedText += chunk;
    onText();
  });
  const ended = new Promise<void>((resolve) => response.on('close', resolve).on('error', () => resolve()));
  const until = (expected: string) =>
    new Promise<void>((resolve) => {
      onText = () => receivedText.includes(expected) && resolve();
      onText();
    });
  await Promise.race([until('\n\n'), ended]);
  return {
    received: () => receivedText,
    until,
    ended,
    pause: () => response.pause(),
    resume: () => response.resume(),
    close: () => response.destroy(),
  };
}

/** Registers agents, each with an address in a different network. */
export async function registerAgents(port: number, count: number): Promise<readonly LiveAgent[]> {
  const run = Date.now().toString(36);
  const register = async (i: number): Promise<LiveAgent> => {
    const body = { handle: `live-${run}-${i}` };
    const { handle, api_key } = await call<{ handle: string; api_key: string }>(port, null, {
      path: '/v1/agents/register',
      body,
    });
    return { handle, key: api_key, address: `10.${i >> 8}.${i & 255}.1` };
  };
  return inBatches(
    Array.from({ length: count }, (_, i) => () => register(i)),
    20,
  );
}

/** Runs the tasks, at most `size` at a time. */
export async function inBatches<Result>(
  tasks: readonly (() => Promise<Result>)[],
  size: number,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let i = 0; i < tasks.length; i += size)
    results.push(...(await Promise.all(tasks.slice(i, i + size).map((task) => task()))));
  return results;
}
