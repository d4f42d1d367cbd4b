// A Redis master with a replica, and Sentinels that watch them, on free loopback ports.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { findPort } from '../processes/free-port.ts';

const NAME = 'board';
const DOWN_AFTER_MS = 500;

export interface TestSentinels extends AsyncDisposable {
  /** For `REDIS_URL`. */
  readonly url: string;
  /** Sends a signal to the server that the first Sentinel names as the master. Returns its port. */
  signalMaster(signal: NodeJS.Signals): Promise<number>;
  /** Sends a signal to a server. */
  signal(port: number, signal: NodeJS.Signals): void;
  /** The port of the master, as the first Sentinel names it. */
  readMaster(): Promise<number>;
}

/** Starts a master, a replica and `count` Sentinels. Waits until the Sentinels have found each other and the replica. */
export async function openSentinels(count: number): Promise<TestSentinels> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-board-redis-'));
  const processes = new Map<number, ChildProcess>();
  const start = async (
    name: string,
    port: number,
    lines: readonly string[],
    args: readonly string[] = [],
  ) => {
    const file = join(folder, `${name}.conf`);
    await writeFile(file, [`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`, ...lines, ''].join('\n'));
    processes.set(port, spawn('redis-server', [file, ...args], { stdio: 'ignore' }));
  };
  const [master, replica] = [await findPort(), await findPort()];
  const serverLines = ['save ""', 'appendonly no', 'repl-diskless-sync-delay 0'];
  await start('master', master, serverLines);
  await start('replica', replica, [...serverLines, `replicaof 127.0.0.1 ${master}`]);
  // A Sentinel reads the replicas of a master only when it starts and every ten seconds, so the replica must be connected first.
  await onServer(replica, async (client) => {
    while (!(await client.info('replication')).includes('master_link_status:up')) await wait(20);
  });
  const ports: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const port = await findPort();
    ports.push(port);
    const watch = [
      `sentinel monitor ${NAME} 127.0.0.1 ${master} ${Math.floor(count / 2) + 1}`,
      `sentinel down-after-milliseconds ${NAME} ${DOWN_AFTER_MS}`,
      `sentinel failover-timeout ${NAME} 5000`,
    ];
    await start(`sentinel${i}`, port, watch, ['--sentinel']);
  }
  for (const port of ports) await waitUntilComplete(port, count);
  const readMaster = () => readMasterOf(ports);
  return {
    url: `redis+sentinel://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${NAME}`,
    readMaster,
    signal: (port, signal) => void processes.get(port)?.kill(signal),
    signalMaster: async (signal) => {
      const port = await readMaster();
      processes.get(port)?.kill(signal);
      return port;
    },
    [Symbol.asyncDispose]: async () => {
      for (const child of processes.values()) {
        child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function onServer<Result>(port: number, read: (client: Redis) => Promise<Result>): Promise<Result> {
  const client = new Redis(port, { retryStrategy: () => 50, maxRetriesPerRequest: 200 });
  client.on('error', () => undefined);
  try {
    return await read(client);
  } finally {
    client.disconnect();
  }
}

const readMasterOf = ([port = 0]: readonly number[]): Promise<number> =>
  onServer(port, async (client) => {
    const [, master] = (await client.call('sentinel', 'get-master-addr-by-name', NAME)) as [string, string];
    return Number(master);
  });

async function waitUntilComplete(port: number, count: number): Promise<void> {
  await onServer(port, async (client) => {
    for (;;) {
      const fields = (await client.call('sentinel', 'master', NAME)) as readonly string[];
      const read = (name: string) => Number(fields[fields.indexOf(name) + 1]);
      if (read('num-slaves') === 1 && read('num-other-sentinels') === count - 1) return;
      await wait(50);
    }
  });
}
