// A board without workers: one process opens the database and serves.
import { isatty } from 'node:tty';
import { openBoardServer } from './board-server.ts';
import type { Config } from './config.ts';
import { MEMORY_STORE } from './gateway/limits/limit-store.ts';
import type { Logger } from './logger.ts';
import { printStart } from './print-start.ts';
import type { RunningBoard } from './running-board.ts';
import { openStore, replicasOf } from './store.ts';
import { warnOfNodeVersion } from './node-version.ts';
import { warnOfUntrustedProxy } from './untrusted-proxies.ts';
import { createSingleProcess } from './workers/process-group.ts';

/** Requests may finish within this time after a signal. */
const GRACE_MS = 8000;

/** Opens the database and both ports, starts the tasks and prints the URLs. */
export async function startSingleProcess({
  config,
  log,
}: {
  readonly config: Config;
  readonly log: Logger;
}): Promise<RunningBoard> {
  handleHangup(log);
  const store = await openStore(config, log, replicasOf(config, log));
  try {
    const processes = createSingleProcess();
    const parts = { config, store, log, processes, limitStore: MEMORY_STORE };
    const server = await openBoardServer({ ...parts, preparesBeforeListening: false });
    server.startTasks();
    warnOfNodeVersion(process.versions.node, log);
    warnOfUntrustedProxy(config, log);
    await printStart(config, store);
    server.prepare();
    return { stop: () => server.close({ graceMs: GRACE_MS }) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * Keeps SIGHUP, which restarts the workers of other boards, from ending the process. A process at a terminal ends, because there
 * the system sends the signal when the terminal is closed.
 */
function handleHangup(log: Logger): void {
  if ([0, 1, 2].some((descriptor) => isatty(descriptor))) return;
  process.on('SIGHUP', () => log.warn('SIGHUP is ignored: without WORKERS there are no workers to restart'));
}
