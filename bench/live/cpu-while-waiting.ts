import { setTimeout as wait } from 'node:timers/promises';
import type { Fixtures } from '../environment/fixtures.ts';
import type { Server } from '../environment/server.ts';
import { readCpuTime, readDatabaseCpuTime } from '../measurement/resource-usage.ts';

/** Measures the shares of a processor that board, database and clients use while the clients wait without news. */
export async function measureCpuWhileWaiting(board: Server, { postmasterPid }: Fixtures, durationMs: number) {
  const readTimes = async () => {
    const { user, system } = process.cpuUsage();
    return {
      board: await readCpuTime(board.pid),
      database: await readDatabaseCpuTime(postmasterPid),
      clients: (user + system) / 1000,
    };
  };
  const before = await readTimes();
  await wait(durationMs);
  const after = await readTimes();
  const shareOf = (name: keyof typeof before) => (after[name] - before[name]) / durationMs;
  return [
    { name: 'processor time of the board while clients wait', value: formatShare(shareOf('board')) },
    { name: 'processor time of the database while clients wait', value: formatShare(shareOf('database')) },
    { name: 'processor time of the clients themselves', value: formatShare(shareOf('clients')) },
  ];
}

const formatShare = (share: number): string => `${(share * 100).toFixed(1)} % of one processor`;
