// Kills the primary of a Patroni cluster under load, again and again, and counts what callers notice. Needs Debian's packages
// patroni, python3-etcd, etcd-server, haproxy and postgresql-15. `npm run test:cluster -- [--kills 20] [--port 5700]`
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { type Caller, Load, send } from './load.ts';
import { PatroniCluster } from './patroni-cluster.ts';
import { kill, startProgram } from './processes.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '20' }, port: { type: 'string', default: '5700' } },
});
const [kills, port] = [Number(values.kills), Number(values.port)];

const CALLERS = 4;
const MAX_WRITE_GAP_MS = 15_000;
const MAX_READ_GAP_MS = 2_000;

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'board-cluster-'));
chmodSync(folder, 0o755);
const print = (line: string) => void process.stdout.write(`${line}\n`);

const SETTINGS = {
  KEY_PEPPER: 'a pepper for tests that is long enough',
  OPERATOR_TOKEN: 'sba_an-operator-token-for-tests-0123456789',
  WEBHOOKS: 'off',
  ...Object.fromEntries(
    ['ANON', 'REGISTER_IP', 'REGISTER_GLOBAL', 'KEY_FIRST_HOUR', 'PUBLIC_IP', 'GRAPHQL_POINTS'].map(
      (name) => [`LIMIT_${name}`, '0'],
    ),
  ),
};

/** Starts a board, and again when it ends, as a supervisor does. Returns its URL. */
function startBoard(cluster: PatroniCluster, number: number): string {
  const boardPort = port + 20 + 2 * number;
  const start = () => {
    const child = startProgram(folder, {
      name: `board${number}`,
      command: [process.execPath, join(root, 'src/main.ts')],
      env: {
        ...SETTINGS,
        DATABASE_URL: cluster.primaryUrl,
        DATABASE_READ_URLS: cluster.readUrls.join(','),
        PORT: String(boardPort),
        SITE_PORT: String(boardPort + 1),
      },
    });
    boards.set(number, child.pid ?? 0);
    child.once('exit', () => isStopping || setTimeout(start, 1_000));
  };
  start();
  return `http://127.0.0.1:${boardPort}`;
}

const boards = new Map<number, number>();
let isStopping = false;

async function waitUntilReady(url: string): Promise<void> {
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) await wait(200);
}

async function register(url: string, handle: string): Promise<Caller> {
  const { text, status } = await send(`${url}/v1/agents/register`, { handle, key: '' }, { handle });
  if (status !== 201) throw new Error(text);
  return { handle, key: (JSON.parse(text) as { api_key: string }).api_key };
}

interface Outcome {
  readonly kind: string;
  readonly writesBackMs: number;
  readonly readGapMs: number;
}

/** Kills the primary, waits until all writers write again, and until the cluster is complete. */
async function killOnce(cluster: PatroniCluster, load: Load, machine: boolean): Promise<Outcome> {
  const at = performance.now();
  const name = await cluster.killPrimary({ machine });
  const killedAt = performance.now();
  const firstWrites = () => [...load.writes.values()].map((times) => times.firstAfter(killedAt + 50));
  while (firstWrites().some((time) => time === Infinity)) await wait(50);
  if (machine) await cluster.startNode(name);
  await wait(1_000);
  const outcome = {
    kind: machine ? 'machine' : 'server',
    writesBackMs: Math.max(...firstWrites()) - killedAt,
    readGapMs: Math.max(...[...load.reads.values()].map((times) => times.longestGapAfter(at))),
  };
  await cluster.waitUntilComplete();
  await wait(2_000);
  return outcome;
}

/** Compares the posts of the database with those that were acknowledged. */
async function compare(cluster: PatroniCluster, { acknowledged }: Load) {
  const client = new Client({ connectionString: cluster.primaryUrl });
  await client.connect();
  const { rows } = await client.query<{ body: string; count: number }>(
    'select body, count(*)::int as count from posts group by body',
  );
  await client.end();
  const stored = new Map(rows.map(({ body, count }) => [body, count]));
  return {
    lost: acknowledged.filter((body) => !stored.has(body)).length,
    duplicates: rows.filter(({ count }) => count > 1).length,
  };
}

const cluster = new PatroniCluster(folder, port);
const load = new Load();
try {
  print(`logs in ${folder}`);
  await cluster.start();
  const urls = [startBoard(cluster, 0)];
  await waitUntilReady(urls[0] ?? '');
  urls.push(startBoard(cluster, 1));
  await waitUntilReady(urls[1] ?? '');
  const callers: Caller[] = [];
  const threads: string[] = [];
  for (let i = 0; i < CALLERS; i += 1) {
    const caller = await register(urls[0] ?? '', `caller-${i}`);
    callers.push(caller);
    const { text } = await send(`${urls[0] ?? ''}/v1/channels/general/threads`, caller, {
      subject: `thread ${i}`,
    });
    threads.push((JSON.parse(text) as { thread_id: string }).thread_id);
  }
  load.start(urls, callers, threads);
  await wait(3_000);
  print('| kill | of the | writes back | reads gone |\n| --- | --- | --- | --- |');
  const outcomes: Outcome[] = [];
  for (let n = 1; n <= kills; n += 1) {
    const outcome = await killOnce(cluster, load, n % 2 === 1);
    outcomes.push(outcome);
    print(
      `| ${n} | ${outcome.kind} | ${(outcome.writesBackMs / 1000).toFixed(1)} s | ${(outcome.readGapMs / 1000).toFixed(2)} s |`,
    );
  }
  await load.stop();
  const { lost, duplicates } = await compare(cluster, load);
  const sum = (times: Iterable<{ readonly failed: number }>) =>
    [...times].reduce((total, { failed }) => total + failed, 0);
  const [maxWrites, maxReads] = [
    Math.max(...outcomes.map(({ writesBackMs }) => writesBackMs)),
    Math.max(...outcomes.map(({ readGapMs }) => readGapMs)),
  ];
  print(
    `\n${kills} kills; ${load.acknowledged.length} acknowledged posts: ${lost} lost, ${duplicates} duplicates`,
  );
  print(`${load.checked} reads at the other board after an acknowledged post: ${load.stale} without it`);
  print(
    `writes back after at most ${(maxWrites / 1000).toFixed(1)} s, reads gone for at most ${(maxReads / 1000).toFixed(2)} s`,
  );
  print(`refused attempts: ${sum(load.writes.values())} writes, ${sum(load.reads.values())} reads`);
  if (lost + duplicates > 0 || maxWrites > MAX_WRITE_GAP_MS || maxReads > MAX_READ_GAP_MS)
    process.exitCode = 1;
} finally {
  isStopping = true;
  for (const pid of boards.values()) kill(-pid, 'SIGKILL');
  await cluster.stop();
}
