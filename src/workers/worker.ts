// A worker of a board: it serves with the configuration and on the database of the primary process.
import { inspect } from 'node:util';
import { fitPools } from '../../prisma/connections/pool-sizes.ts';
import { openBoardServer } from '../board-server.ts';
import type { Config } from '../config.ts';
import { createLogger } from '../logger.ts';
import { isOperatorError } from '../operator-errors.ts';
import type { CloseTimes, RunningBoard } from '../running-board.ts';
import { openWorkerStore, replicasOf, type StoreTarget } from '../store.ts';
import { type Channel, openChannelTo, type Packet } from './channel.ts';
import { createWorkerGroup } from './process-group.ts';
import { createSharedLimitStore } from './shared-limits.ts';

/** The answer of the primary process to the request `start` of a worker. */
export interface WorkerStart extends StoreTarget {
  readonly number: number;
  readonly config: Config;
  /** Connections to the database that the worker may have. */
  readonly connections: number;
  readonly preparesBeforeListening: boolean;
}

/** For a signal that reaches the worker itself, not only the primary process. */
const SIGNAL_TIMES: CloseTimes = { graceMs: 8_000 };

/** Starts to serve. If that fails, reports it to the primary process and exits. */
export async function startWorker(): Promise<RunningBoard> {
  const primary = openChannelTo(process);
  process.on('message', (packet: Packet) => primary.receive(packet));
  // A terminal sends its signals to all processes of the board; only the primary process responds to SIGHUP.
  process.on('SIGHUP', () => undefined);
  try {
    return await serve(primary);
  } catch (error) {
    await primary.request('failed', isOperatorError(error) ? error.message : inspect(error));
    process.exit(1);
  }
}

async function serve(primary: Channel): Promise<RunningBoard> {
  const start = await primary.request<WorkerStart>('start');
  const { config, number, isEmbedded, pooler, connections, preparesBeforeListening } = start;
  const log = createLogger(config.LOG_LEVEL, undefined, { worker: number });
  const connection = { ...start.connection, application_name: `agent-board worker ${number}` };
  const pools = { sizes: fitPools(connections), replicas: replicasOf(config, log) };
  const store = openWorkerStore({ connection, pooler, isEmbedded }, log, pools);
  const processes = createWorkerGroup(primary);
  const limitStore = createSharedLimitStore(primary);
  const server = await openBoardServer({
    config,
    store,
    log,
    processes,
    limitStore,
    preparesBeforeListening,
  });
  if (!preparesBeforeListening) server.prepare();
  let closing: Promise<void> | undefined;
  const close = (times: CloseTimes) => {
    server.stopTasks();
    return (closing ??= server.close(times));
  };
  primary.handle('run tasks', () => {
    if (!closing) server.startTasks();
  });
  primary.handle('ping', () => null);
  primary.handle('close', (times) => void close(times as CloseTimes).then(() => process.exit(0)));
  await primary.request('ready');
  return { stop: () => close(SIGNAL_TIMES) };
}
