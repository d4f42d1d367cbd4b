// Processes that get no more memory. RLIMIT_DATA is lowered to little more than a running process uses, or to
// less, so its next allocations fail. The last fault kills a process, as the OOM killer does.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Account, findServerAccount } from '../../prisma/postgres/account.ts';
import { openStandbys } from '../support/database/standbys.ts';
import type { Campaign } from './campaign.ts';

/** Bytes of private writable memory that a process has (VmData). */
function readDataBytes(pid: number): number {
  const [, kibibytes = '0'] = /^VmData:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}

/** Sets the soft limit of RLIMIT_DATA. Runs as `account`, which must be the account of the process. */
const limitMemory = (pid: number, bytes: number | 'unlimited', account?: Account) =>
  void execFileSync('prlimit', ['--pid', String(pid), `--data=${bytes}:`], { ...account });

const MIB = 2 ** 20;

/** Sends large requests until `signal` aborts, so that the board allocates. */
async function sendLargeRequests(url: string, signal: AbortSignal): Promise<void> {
  const body = JSON.stringify({ query: `{ __typename } #${'x'.repeat(100_000)}` });
  const headers = { 'Content-Type': 'application/json' };
  while (!signal.aborted)
    await Promise.all(
      Array.from({ length: 50 }, () =>
        fetch(`${url}/graphql`, { method: 'POST', body, headers, signal: AbortSignal.timeout(5_000) })
          .then((response) => response.text())
          .catch(() => ''),
      ),
    );
}

export async function injectMemoryLimits({ folder, port, startBoards, run }: Campaign): Promise<void> {
  await using servers = await openStandbys(folder, 0);
  const { primary } = servers;
  using running = await startBoards([port + 40, port + 42], { DATABASE_URL: primary.url });
  const [first] = running.boards.processes;
  if (!first) throw new Error('no board');
  const stopped = new AbortController();
  let requests = Promise.resolve();
  await run(running, primary.url, {
    name: 'a board gets no more memory',
    ...{ seconds: 20, failures: ['503 unavailable', 'connection refused or closed'], maxRecoverySeconds: 15 },
    inject: () => {
      limitMemory(first.pid, readDataBytes(first.pid) + MIB);
      requests = sendLargeRequests(first.url, stopped.signal);
    },
    heal: () => stopped.abort(),
    check: async () => {
      await requests;
      return { 'the board ended, and was started again': first.ends > 0 };
    },
  });
  const [server, account] = [await primary.pid(), await findServerAccount(`${folder}/primary`)];
  const backends = async () =>
    (
      await primary.query<{ pid: number }>(
        "select pid from pg_stat_activity where application_name like 'agent-board%'",
      )
    ).map(({ pid }) => pid);
  await run(running, primary.url, {
    name: 'the database gets no more memory',
    ...{ seconds: 20, failures: ['503 unavailable'], maxRecoverySeconds: 15 },
    inject: async () => {
      for (const pid of [server, ...(await backends())]) limitMemory(pid, MIB, account);
    },
    heal: async () => {
      limitMemory(server, 'unlimited', account);
      for (const pid of await backends()) limitMemory(pid, 'unlimited', account);
    },
  });
  await run(running, primary.url, {
    name: 'the kernel kills a process of the database (OOM killer)',
    ...{ seconds: 5, failures: ['503 unavailable'], maxRecoverySeconds: 15 },
    inject: async () => process.kill((await backends())[0] ?? 0, 'SIGKILL'),
    heal: () => undefined,
  });
}
