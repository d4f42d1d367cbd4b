import cluster, { type Worker } from 'node:cluster';
import { Channel, type Packet } from './channel.ts';

/** A worker of the board, as the primary process sees it. */
export interface WorkerProcess {
  /** From 1 to the number of workers. A replacement has the number of its predecessor. */
  readonly number: number;
  readonly pid: number;
  readonly channel: Channel;
  /** Resolves when the worker serves. Never resolves if it ends before. */
  readonly ready: Promise<void>;
  /** Resolves to the reason when the process has ended. */
  readonly ended: Promise<string>;
  kill(): void;
}

/**
 * Forks a worker. Workers accept connections themselves from a shared socket (docs/decisions/0054-workers.md): what one of them
 * has not accepted is not lost with it.
 */
export function forkWorker(number: number): WorkerProcess {
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const worker = cluster.fork();
  // Without the callback, sending to a worker that has just ended would throw.
  const channel = new Channel((packet) => worker.send(packet, () => undefined));
  worker.on('message', (packet: Packet) => channel.receive(packet));
  const ready = Promise.withResolvers<undefined>();
  channel.handle('ready', () => ready.resolve(undefined));
  return {
    ...{ number, channel, ready: ready.promise, pid: worker.process.pid ?? 0 },
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
