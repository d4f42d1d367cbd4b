// Kills the primary of a Patroni cluster under load, again and again, and counts what callers notice. Needs Debian's packages
// patroni, python3-etcd, etcd-server, haproxy and postgresql-15. `npm run test:cluster -- [--kills 20] [--port 5700]`
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Boards, comparePosts, prepareCallers } from './boards.ts';
import { Load } from './load.ts';
import { PatroniCluster } from './patroni-cluster.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '20' }, port: { type: 'string', default: '5700' } },
});
const [kills, port] = [Number(values.kills), Number(values.port)];

const CALLERS = 4;
const MAX_WRITES_BACK_MS = 15_000;
const MAX_READ_GAP_MS = 2_000;

const folder = mkdtempSync(join(tmpdir(), 'board-cluster-'));
chmodSync(folder, 0o755);
const print = (line: string) => void process.stdout.write(`${line}\n`);

interface Outcome {
  readonly kind: string;
  readonly writesBackMs: number;
  readonly readGapMs: number;
}

/**
 * Kills the primary and waits until all writers write again. Then restarts the Patroni of the primary if it was killed, and waits
 * until the cluster is complete.
 */
async function killOnce(
  cluster: PatroniCluster,
  load: Load,
  { machine }: { readonly machine: boolean },
): Promise<Outcome> {
  const at = performance.now();
  const name = await cluster.killPrimary({ machine });
  const killedAt = performance.now();
  // Responses that the primary's last commits caused may arrive up to 50 ms later.
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

const cluster = new PatroniCluster(folder, port);
const boards = new Boards(folder);
const load = new Load();
try {
  print(`logs in ${folder}`);
  await cluster.start();
  const env = { DATABASE_URL: cluster.primaryUrl, DATABASE_READ_URLS: cluster.readUrls.join(',') };
  for (const offset of [20, 22]) await boards.start(port + offset, env);
  const { callers, threads } = await prepareCallers(boards.urls[0] ?? '', CALLERS);
  load.start(boards.urls, callers, threads);
  await wait(3_000);
  print('| kill | of the | writes back after | reads gone for |\n| --- | --- | --- | --- |');
  const outcomes: Outcome[] = [];
  for (let n = 1; n <= kills; n += 1) {
    const outcome = await killOnce(cluster, load, { machine: n % 2 === 1 });
    outcomes.push(outcome);
    print(
      `| ${n} | ${outcome.kind} | ${(outcome.writesBackMs / 1000).toFixed(1)} s | ${(outcome.readGapMs / 1000).toFixed(2)} s |`,
    );
  }
  await load.stop();
  const { lost, duplicates } = await comparePosts(cluster.primaryUrl, load);
  const sum = (times: Iterable<{ readonly failed: number }>) =>
    [...times].reduce((total, { failed }) => total + failed, 0);
  const [maxWrites, maxReads] = [
    Math.max(...outcomes.map(({ writesBackMs }) => writesBackMs)),
    Math.max(...outcomes.map(({ readGapMs }) => readGapMs)),
  ];
  print(
    `\n${kills} kills; ${load.acknowledged.length} acknowledged posts: ${lost} lost, ${duplicates} duplicates`,
  );
  print(
    `${load.checkedReads} reads at the other board after an acknowledged post: ${load.staleReads} without it`,
  );
  print(
    `writes back after at most ${(maxWrites / 1000).toFixed(1)} s, reads gone for at most ${(maxReads / 1000).toFixed(2)} s`,
  );
  print(`failed attempts: ${sum(load.writes.values())} writes, ${sum(load.reads.values())} reads`);
  if (lost + duplicates > 0 || maxWrites > MAX_WRITES_BACK_MS || maxReads > MAX_READ_GAP_MS)
    process.exitCode = 1;
} finally {
  boards.stop();
  await cluster.stop();
}
