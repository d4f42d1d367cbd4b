// Simulates a disk on which no operation ends for a time: all processes of the server are stopped (SIGSTOP), as if each waited in
// `fsync` or `read`. With a real disk, pages in memory could still be read.
import { setTimeout as wait } from 'node:timers/promises';
import { signalWithChildren } from '../cluster/processes.ts';
import { openStandbys } from '../support/database/standbys.ts';
import type { Campaign } from './campaign.ts';

export async function injectSlowDisks({ folder, port, startBoards, run }: Campaign): Promise<void> {
  await using servers = await openStandbys(folder, 0);
  const { primary } = servers;
  using boards = await startBoards([port + 36, port + 38], { DATABASE_URL: primary.url });
  // A stopped server starts no processes for new connections, so it suffices to stop those that exist.
  const signal = async (name: NodeJS.Signals) => signalWithChildren(await primary.pid(), name);
  let isSlow = false;
  let stalling = Promise.resolve();
  const stall = async () => {
    while (isSlow) {
      await signal('SIGSTOP');
      await wait(3_000);
      await signal('SIGCONT');
      await wait(300);
    }
  };
  await run(boards, primary.url, {
    name: 'the disk of the server stalls for 3 s, again and again',
    ...{ seconds: 40, failures: ['503 unavailable', '409 idempotency_in_flight'], maxRecoverySeconds: 10 },
    inject: () => {
      isSlow = true;
      stalling = stall();
    },
    heal: async () => {
      isSlow = false;
      await stalling;
    },
  });
  await run(boards, primary.url, {
    name: 'the disk of the server stalls for 40 s',
    ...{ seconds: 40, failures: ['503 unavailable', '409 idempotency_in_flight'], maxRecoverySeconds: 35 },
    inject: () => signal('SIGSTOP'),
    heal: () => signal('SIGCONT'),
  });
}
