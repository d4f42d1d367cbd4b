// The machine of the primary has no network: Patroni's failover. Needs what `npm run test:cluster` needs.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PatroniCluster } from '../cluster/patroni-cluster.ts';
import { Firewall } from './firewall.ts';
import type { Campaign } from './campaign.ts';

/** The name of a control group (version 2) for a node. */
const groupOf = (name: string) => `board-faults-${process.ppid}-${name}`;

/** Moves a process into the control group of a node: later children and sockets of the process belong to the group too. */
function moveToGroup(name: string, pid: number): void {
  const [, mount = ''] = /^cgroup2? (\S+) cgroup2 /m.exec(readFileSync('/proc/mounts', 'utf8')) ?? [];
  const group = join(mount, groupOf(name));
  mkdirSync(group, { recursive: true });
  writeFileSync(join(group, 'cgroup.procs'), String(pid));
}

export async function isolatePrimary({ folder, port, startBoards, run }: Campaign): Promise<void> {
  const cluster = new PatroniCluster(folder, port, moveToGroup);
  const firewall = new Firewall();
  await cluster.start();
  using boards = await startBoards([port + 20, port + 22], {
    DATABASE_URL: cluster.primaryUrl,
    DATABASE_READ_URLS: cluster.readUrls.join(','),
  });
  let old = '';
  await run(boards, cluster.primaryUrl, {
    name: 'the machine of the primary has no network (Patroni, synchronous standby)',
    ...{ seconds: 40, failures: ['503 unavailable', '409 idempotency_in_flight'], maxRecoverySeconds: 5 },
    inject: async () => {
      old = await cluster.findPrimary();
      firewall.dropOfGroup(groupOf(old));
    },
    heal: () => firewall.heal(),
    check: async () => {
      const next = await cluster.findPrimary();
      await cluster.waitUntilComplete();
      return { 'another server is the primary, and the old one follows it': next !== old };
    },
  });
  await cluster.stop();
}
