import cluster, { type Worker } from 'node:cluster';
import type { CloseTimes } from '../running-board.ts';
import { type Channel, openChannelTo, type Packet } from './channel.ts';

/** Workers could not be started. The message is for the operator. */
export class WorkerError extends Error {}

/** A worker of the board, in the primary process. */
export interface WorkerProcess {
  /** From 1 to the number of workers. A replacement has the number of the worker that it replaces. */
  readonly number: number;
  readonly pid: number;
  readonly channel: Channel;
  /** Resolves when the worker serves. Never resolves if it ends before. */
  readonly ready: Promise<void>;
  /** Resolves to the reason when the process has ended. */
  readonly ended: Promise<string>;
  kill(): void;
}

/** A worker that does not serve this long after the database has been opened is killed. */
const START_MS = 60_000;

/** For a rolling restart, during which other workers serve. */
const DRAIN_TIMES: CloseTimes = { graceMs: 60_000, idleMs: 2_000 };

/** For the stop of the board, which must end within ten seconds (`src/serve.ts`). */
const STOP_TIMES: CloseTimes = { graceMs: 7_500 };

/** A worker that has not ended this long after `graceMs` is killed. */
const KILL_MS = 1_300;

/**
 * Forks a worker. Workers accept connections themselves from a shared socket (docs/decisions/0054-workers.md): a connection
 * that no worker has accepted yet is not lost when a worker ends.
 */
export function forkWorker(number: number): WorkerProcess {
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const worker = cluster.fork();
  const channel = openChannelTo(worker.process);
  worker.on('message', (packet: Packet) => channel.receive(packet));
  const serving = Promise.withResolvers<undefined>();
  channel.handle('ready', () => serving.resolve(undefined));
  return {
    ...{ number, channel, ready: serving.promise, pid: worker.process.pid ?? 0 },
    ended: observeEnd(worker, channel),
    kill: () => void worker.process.kill('SIGKILL'),
  };
}

function observeEnd(worker: Worker, channel: Channel): Promise<string> {
  let failure: string | undefined;
  channel.handle('failed', (message) => void (failure = String(message)));
  return new Promise((resolve) => {
    const end = (reason: string) => {
      channel.close();
      resolve(failure ?? reason);
    };
    worker.on('exit', (code, signal) => end(signal ? `killed by ${signal}` : `exit code ${code}`));
    worker.on('error', (error) => end(error.message));
  });
}

/**
 * Resolves to null when the worker serves, or else to the reason why it has ended. The time for its start begins when
 * `databaseOpening` settles: until then the worker waits for the answer to its request `start`, and migrations can take minutes.
 */
export async function waitUntilReady(
  worker: WorkerProcess,
  databaseOpening: Promise<unknown>,
): Promise<string | null> {
  const outcome = Promise.race([worker.ready.then(() => null), worker.ended]);
  await Promise.race([outcome, databaseOpening.catch(() => undefined)]);
  const timer = setTimeout(() => worker.kill(), START_MS).unref();
  const failure = await outcome;
  clearTimeout(timer);
  return failure;
}

/** Throws WorkerError if the worker ends before it serves. */
export async function assertServes(worker: WorkerProcess, databaseOpening: Promise<unknown>): Promise<void> {
  const failure = await waitUntilReady(worker, databaseOpening);
  if (failure !== null) throw new WorkerError(failure);
}

/** Lets a worker finish its requests, in a rolling restart. */
export const drainWorker = (worker: WorkerProcess): Promise<void> => close(worker, DRAIN_TIMES);

/** Lets a worker finish its requests, when the board stops. */
export const stopWorker = (worker: WorkerProcess): Promise<void> => close(worker, STOP_TIMES);

/** Closes a worker. Kills the worker if it does not end in time, or does not serve yet. */
async function close(worker: WorkerProcess, times: CloseTimes): Promise<void> {
  const timer = setTimeout(() => worker.kill(), times.graceMs + KILL_MS);
  worker.channel.request('close', times).catch(() => worker.kill());
  await worker.ended;
  clearTimeout(timer);
}
