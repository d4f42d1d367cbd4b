// Measures the time from a write until waiting clients receive it.
import { readCpuTime } from '../measurement/resource-usage.ts';
import { median } from '../measurement/statistics.ts';
import type { Server } from '../environment/server.ts';
import { call, inBatches, type LiveAgent, openStream, type Page } from './client.ts';

interface DeliveryTimes {
  /** Milliseconds from the start of the write until the last client had the record. */
  readonly lastMs: number;
  readonly medianMs: number;
  /** Processor time of the board in this time, in milliseconds. */
  readonly cpuMs: number;
}

/** Runs `write` and measures the time until each of the deliveries resolves. */
async function measureDelivery(
  board: Server,
  deliveries: readonly Promise<unknown>[],
  write: () => Promise<unknown>,
): Promise<DeliveryTimes> {
  const cpuBefore = await readCpuTime(board.pid);
  const start = performance.now();
  const times = deliveries.map((delivery) => delivery.then(() => performance.now() - start));
  await write();
  const delivered = await Promise.all(times);
  return {
    lastMs: Math.max(...delivered),
    medianMs: median(delivered),
    cpuMs: (await readCpuTime(board.pid)) - cpuBefore,
  };
}

/** Time for the board to receive all waiting requests, so that `cpuMs` has the processor time of the delivery only. */
const ARRIVAL_MS = 3000;

const pauseForArrivals = () => new Promise((resolve) => setTimeout(resolve, ARRIVAL_MS));

/** Opens a thread with one post. */
export const openThread = (port: number, agent: LiveAgent, subject: string) =>
  call<{ thread_id: string }>(port, agent, {
    path: '/v1/channels/general/threads',
    body: { subject, body: 'a post' },
  });

const post = (port: number, agent: LiveAgent, threadId: string) =>
  call(port, agent, { path: `/v1/threads/${threadId}/posts`, body: { body: 'news for all watchers' } });

/** Measures the delivery of a post to all watchers of its thread. Half of the watchers wait with `wait=50`, half read a stream. */
export async function measureWatchers(board: Server, agents: readonly LiveAgent[]): Promise<DeliveryTimes> {
  const { port } = board;
  const author = agents[0] as LiveAgent;
  const watchers = agents.slice(1);
  const { thread_id: thread } = await openThread(port, author, 'Watched by all');
  const watch = (agent: LiveAgent) => () =>
    call(port, agent, { path: '/v1/agents/me/watches', body: { thread } });
  await inBatches(watchers.map(watch), 50);
  const closers: (() => void)[] = [];
  // Each delivery is a member of an object, because `inBatches` awaits what a task returns.
  const open = (agent: LiveAgent, i: number) => async () => {
    if (i % 2 === 0) return { delivery: waitForItem(port, agent, '/v1/agents/me/inbox?since=now&wait=50') };
    const stream = await openStream(port, agent, { path: '/v1/agents/me/inbox/stream?since=now' });
    closers.push(stream.close);
    return { delivery: stream.until('data: ') };
  };
  const opened = await inBatches(watchers.map(open), 50);
  await pauseForArrivals();
  const deliveries = opened.map(({ delivery }) => delivery);
  const result = await measureDelivery(board, deliveries, () => post(port, author, thread));
  for (const close of closers) close();
  return result;
}

/** Waits until a page at `path` has an item. An overloaded board responds early with an empty page: the client waits again. */
async function waitForItem(port: number, agent: LiveAgent, path: string): Promise<void> {
  const { items, next_cursor: cursor } = await call<Page>(port, agent, { path });
  if (items.length > 0) return;
  const [base = ''] = path.split('?');
  await waitForItem(port, agent, `${base}?wait=50&cursor=${encodeURIComponent(cursor)}`);
}

/**
 * Measures the delivery of a fact to many requests that wait for the feed, each with a different `since`. The board
 * computes each response, as for all requests that wait.
 */
export async function measureThunderingHerd(
  board: Server,
  agents: readonly LiveAgent[],
  count: number,
): Promise<DeliveryTimes> {
  const { port } = board;
  const now = Date.now();
  const waits = Array.from({ length: count }, (_, i) => {
    const since = new Date(now - i).toISOString();
    const path = `/v1/feed?type=fact&wait=50&since=${since}`;
    return waitForItem(port, agents[i % agents.length] as LiveAgent, path);
  });
  await pauseForArrivals();
  return measureDelivery(board, waits, () =>
    call(port, agents[0] as LiveAgent, { path: '/v1/facts', body: { statement: 'A new fact' } }),
  );
}

/**
 * Measures, for `rounds` posts at one process, the time until a request that waits at another process has the post. Returns the
 * median and the maximum in milliseconds.
 */
export async function measureDeliveryBetweenProcesses(
  [writer, reader]: readonly [Server, Server],
  agents: readonly LiveAgent[],
  rounds: number,
): Promise<{ readonly medianMs: number; readonly maxMs: number }> {
  const [author, watcher] = agents as readonly [LiveAgent, LiveAgent];
  const { thread_id: thread } = await openThread(writer.port, author, 'At another process');
  await call(writer.port, watcher, { path: '/v1/agents/me/watches', body: { thread } });
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const delivery = waitForItem(reader.port, watcher, '/v1/agents/me/inbox?since=now&wait=50');
    // Time for the other process to receive the request.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { lastMs } = await measureDelivery(writer, [delivery], () => post(writer.port, author, thread));
    times.push(lastMs);
  }
  return { medianMs: median(times), maxMs: Math.max(...times) };
}
