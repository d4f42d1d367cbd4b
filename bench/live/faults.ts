// Agents read their inboxes while boards, database and Redis are killed, the clock of the boards steps and connections break.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Command } from '../command.ts';
import { startBoard } from '../environment/board.ts';
import { type Fixtures, openFixtures } from '../environment/fixtures.ts';
import type { Server } from '../environment/server.ts';
import { describeMachine } from '../measurement/machine.ts';
import { markdownList, markdownTable, writeDocument } from '../report.ts';
import { throwIfStopped } from '../stop.ts';
import { type Call, call, type LiveAgent, registerAgents } from './client.ts';
import { openThread } from './deliveries.ts';
import { InboxReader, READ_FUNCTIONS } from './inbox-readers.ts';
import { WebhookReader } from './webhook-reader.ts';

const READER_COUNT = 9;
const WEBHOOK_COUNT = 3;
/** How long the endpoint of the first webhook has no network, from just before the first fault. */
const LONG_OUTAGE_MS = 10 * 60_000;
/** Further outages of endpoints last up to this time. */
const MAX_OUTAGE_MS = 20_000;
/**
 * Maximum time after the last fault until all readers have all posts. A webhook whose calls have failed for ten minutes is called
 * again after up to 13 minutes.
 */
const COMPLETION_MS = 15 * 60_000;
const WRITE_EVERY_MS = 150;
const MAX_CLOCK_STEP_MS = 10_000;

/** The processes that faults affect, and the readers. */
interface Campaign {
  readonly fixtures: Fixtures;
  readonly port: number;
  readonly clockFile: string;
  readonly boards: Server[];
  readonly readers: readonly InboxReader[];
  readonly webhooks: readonly WebhookReader[];
  redis: Awaited<ReturnType<typeof startRedis>>;
}

type BoardSettings = Pick<Campaign, 'fixtures' | 'port' | 'clockFile'>;

/** Retries while the database starts: a board that cannot connect exits, and a supervisor would restart it. */
const startBoardWithRetries = (settings: BoardSettings, i: number, attempts = 10): Promise<Server> =>
  startNthBoard(settings, i).catch(async (error: unknown) => {
    if (attempts === 1) throw error;
    await wait(1000);
    return startBoardWithRetries(settings, i, attempts - 1);
  });

const startNthBoard = ({ fixtures, port, clockFile }: BoardSettings, i: number) =>
  startBoard(fixtures, port + 2 * i, {
    name: `board-${i}`,
    nodeOptions: ['--import', join(import.meta.dirname, 'shifted-clock.ts')],
    env: {
      BENCH_CLOCK_FILE: clockFile,
      REDIS_URL: `redis://127.0.0.1:${port + 5}`,
      WEBHOOKS: 'loopback',
    },
  });

async function startRedis(port: number) {
  const child = spawn('redis-server', ['--port', String(port), '--save', ''], { stdio: 'ignore' });
  await once(child, 'spawn');
  return child;
}

const pickRandom = <Value>(values: readonly Value[]): Value =>
  values[Math.floor(Math.random() * values.length)] as Value;

const FAULTS: Readonly<Record<string, (campaign: Campaign) => Promise<void>>> = {
  'kill -9 of a board': async (campaign) => {
    const i = pickRandom([0, 1]);
    process.kill(campaign.boards[i]?.pid ?? 0, 'SIGKILL');
    await campaign.boards[i]?.stop();
    campaign.boards[i] = await startBoardWithRetries(campaign, i);
  },
  'SIGTERM of a board': async (campaign) => {
    const i = pickRandom([0, 1]);
    await campaign.boards[i]?.stop();
    campaign.boards[i] = await startBoardWithRetries(campaign, i);
  },
  'kill -9 of PostgreSQL': ({ fixtures }) => signalDatabase(fixtures, 'SIGKILL'),
  'restart of PostgreSQL': ({ fixtures }) => signalDatabase(fixtures, 'SIGINT'),
  'loss of Redis': async (campaign) => {
    campaign.redis.kill('SIGKILL');
    await wait(500 * Math.random());
    campaign.redis = await startRedis(campaign.port + 5);
  },
  'step of a clock': ({ clockFile }) =>
    writeFile(clockFile, String(Math.round((2 * Math.random() - 1) * MAX_CLOCK_STEP_MS))),
  'no network to the endpoint of a webhook': ({ webhooks }) => {
    const webhook = pickRandom(webhooks);
    const until = performance.now() + MAX_OUTAGE_MS * Math.random();
    webhook.offlineUntil = Math.max(webhook.offlineUntil, until);
    return Promise.resolve();
  },
  'broken connection': async ({ readers }) => {
    pickRandom(readers).stream?.close();
    await wait(300);
  },
};

/** The fault cannot be injected now, because an earlier one still lasts. */
class NotInjectedError extends Error {}

/** Sends a signal that ends the embedded PostgreSQL, and waits until this process, which runs it, has restarted it. */
async function signalDatabase({ folder }: Fixtures, signal: NodeJS.Signals): Promise<void> {
  const file = join(folder, 'data/postgres/postmaster.pid');
  const readReadyPid = async () => {
    const status = await readFile(file, 'utf8').catch(() => '');
    return /^ready/m.test(status) ? Number.parseInt(status, 10) : null;
  };
  const pid = await readReadyPid();
  // After the server was killed, the file has its process id until the next server has started.
  if (pid === null || !existsSync(`/proc/${pid}`)) throw new NotInjectedError();
  process.kill(pid, signal);
  for (let i = 0; i < 200 && [pid, null].includes(await readReadyPid()); i++) await wait(100);
  await wait(1000);
}

/** Injects faults, then checks that each reader has every post. Prints the results and writes LIVE-FAULTS.md. */
export async function injectFaults(count: number, command: Command): Promise<void> {
  await using fixtures = await openFixtures(command);
  const { port, print } = command;
  const clockFile = join(fixtures.folder, 'clock');
  // Start with the earliest clock, so that no step sets the clock back to a time before the watches were created.
  await writeFile(clockFile, String(-MAX_CLOCK_STEP_MS));
  const settings = { fixtures, port, clockFile };
  const redis = await startRedis(port + 5);
  const boards = [await startBoardWithRetries(settings, 0), await startBoardWithRetries(settings, 1)];
  const [author, ...agents] = await registerAgents(port, READER_COUNT + WEBHOOK_COUNT + 1);
  const readers = agents.slice(WEBHOOK_COUNT).map((agent) => new InboxReader(agent));
  const webhooks = agents.slice(0, WEBHOOK_COUNT).map((agent) => new WebhookReader(agent));
  const campaign: Campaign = { ...settings, redis, boards, readers, webhooks };
  await using stack = new AsyncDisposableStack();
  stack.defer(async () => {
    for (const reader of readers) reader.isDone = true;
    for (const webhook of webhooks) webhook.close();
    campaign.redis.kill('SIGKILL');
    for (const board of campaign.boards) await board.stop();
  });
  const ports = [port, port + 2];
  const thread = await prepareThread(port, author as LiveAgent, agents);
  for (const webhook of webhooks) await webhook.start(port);
  for (const webhook of webhooks.slice(0, 1)) webhook.offlineUntil = performance.now() + LONG_OUTAGE_MS;
  const runs = readers.map((reader, i) => reader.run(ports, elementInRotation(READ_FUNCTIONS, i)));
  const written: string[] = [];
  const stopWriting = new AbortController();
  const { signal } = stopWriting;
  const writing = writePosts({ author: author as LiveAgent, ports, thread, written, signal });
  const counts = await runFaults(campaign, count, print);
  stopWriting.abort();
  await writing;
  await untilComplete([...readers, ...webhooks], written);
  for (const reader of readers) reader.isDone = true;
  await Promise.all(runs);
  await report({ counts, readers, webhooks, written }, fixtures, print);
}

const elementInRotation = <Value>(values: readonly Value[], i: number): Value =>
  values[i % values.length] as Value;

async function prepareThread(port: number, author: LiveAgent, agents: readonly LiveAgent[]): Promise<string> {
  const { thread_id: thread } = await openThread(port, author, 'Under faults');
  for (const agent of agents) await call(port, agent, { path: '/v1/agents/me/watches', body: { thread } });
  return thread;
}

async function runFaults(campaign: Campaign, count: number, print: Command['print']) {
  const counts = new Map<string, number>();
  for (let i = 0; i < count;) {
    throwIfStopped();
    await wait(500 * Math.random());
    const [name, inject] = pickRandom(Object.entries(FAULTS)) as [
      string,
      (campaign: Campaign) => Promise<void>,
    ];
    if (!(await inject(campaign).then(() => true, ignoreNotInjected))) continue;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    i += 1;
    if (i % 20 === 0) print(`faults ${i} of ${count}`);
  }
  return counts;
}

function ignoreNotInjected(error: unknown): false {
  if (error instanceof NotInjectedError) return false;
  throw error;
}

/** Writes posts until `signal` is aborted, and adds their ids to `written`. */
async function writePosts({
  author,
  ports,
  thread,
  written,
  signal,
}: {
  readonly author: LiveAgent;
  readonly ports: readonly number[];
  readonly thread: string;
  readonly written: string[];
  readonly signal: AbortSignal;
}): Promise<void> {
  while (!signal.aborted) {
    const headers = { 'Idempotency-Key': randomUUID() };
    const request = {
      path: `/v1/threads/${thread}/posts`,
      body: { body: `post ${written.length}` },
      headers,
    };
    written.push(await postUntilConfirmed(author, ports, request));
    await wait(WRITE_EVERY_MS);
  }
}

/** Sends a post until a board confirms it, always with the same idempotency key. Returns its id. */
async function postUntilConfirmed(
  author: LiveAgent,
  ports: readonly number[],
  request: Call,
): Promise<string> {
  for (;;) {
    const posted = await call<{ post_id: string }>(pickRandom(ports), author, request).catch(() => null);
    if (posted) return posted.post_id;
    await wait(WRITE_EVERY_MS);
  }
}

/** Waits until every reader has every post, for at most `COMPLETION_MS`. */
async function untilComplete(readers: readonly InboxReader[], written: readonly string[]): Promise<void> {
  const end = performance.now() + COMPLETION_MS;
  const isComplete = () => readers.every(({ items }) => written.every((id) => items.has(id)));
  while (performance.now() < end && !isComplete()) await wait(1000);
}

async function report(
  {
    counts,
    readers,
    webhooks,
    written,
  }: {
    readonly counts: ReadonlyMap<string, number>;
    readonly readers: readonly InboxReader[];
    readonly webhooks: readonly WebhookReader[];
    readonly written: readonly string[];
  },
  { database }: Fixtures,
  print: Command['print'],
): Promise<void> {
  const all: readonly InboxReader[] = [...readers, ...webhooks];
  const sum = (of: (reader: InboxReader) => number) => all.reduce((total, reader) => total + of(reader), 0);
  const sumOfWebhooks = (of: (webhook: WebhookReader) => number) =>
    webhooks.reduce((total, webhook) => total + of(webhook), 0);
  const rejected = sumOfWebhooks(({ rejectedCalls }) => rejectedCalls);
  const missed = sum(({ items }) => written.filter((id) => !items.has(id)).length);
  const doubled = sum(({ items }) => [...items.values()].filter(({ size }) => size > 1).length);
  const distinct = sum(({ items }) => [...items.values()].reduce((total, { size }) => total + size, 0));
  const findings = [
    `${[...counts.values()].reduce((a, b) => a + b, 0)} faults, ${written.length} posts, ${readers.length} readers and ${webhooks.length} webhooks, ${sum(({ connections }) => connections)} connections and ${sumOfWebhooks(({ acceptedCalls }) => acceptedCalls)} calls of webhooks`,
    `calls of webhooks that found no network: ${sumOfWebhooks(({ brokenConnections }) => brokenConnections)}; one endpoint had no network for ten minutes`,
    `calls of webhooks with a wrong signature or body: ${rejected}`,
    `missed: ${missed} of ${written.length * all.length}`,
    `items with two ids for one post: ${doubled}`,
    `delivered again under the same id: ${sum(({ deliveries }) => deliveries) - distinct}`,
  ];
  findings.forEach(print);
  await writeDocument('LIVE-FAULTS.md', [
    '# Inboxes under faults',
    'Written by `npm run bench -- --live-faults <n>`: two boards on one database. A third of the readers waits, a third has a REST stream, a third a GraphQL subscription; further readers have webhooks. After a fault a reader continues at the other board with its last cursor.',
    markdownTable(
      ['fault', 'times'],
      [...counts].map(([name, times]) => [name, times]),
    ),
    markdownList([...findings, ...(await describeMachine(database))]),
  ]);
  if (missed + doubled + rejected > 0) process.exitCode = 1;
}
