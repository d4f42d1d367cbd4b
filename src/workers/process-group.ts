// Requests to all processes that serve a board, for example to read the counters of each.
import { setTimeout as pause } from 'node:timers/promises';
import type { Channel, RequestHandler } from './channel.ts';

/** The processes that serve a board: its workers, or the one process of a board without workers. */
export interface ProcessGroup {
  /** Registers the handler with which this process answers `gather` for a topic. */
  handle(topic: string, handler: RequestHandler): void;
  /**
   * Returns the answers of all processes that serve the board, this one included. Leaves out workers that do not answer within
   * a second. Payload and answers are JSON values.
   */
  gather<Answer>(topic: string, payload?: unknown): Promise<readonly Answer[]>;
}

const TOPIC = 'gather';
const MAX_WAIT_MS = 1_000;

/** The group of a board without workers. */
export function createSingleProcess(): ProcessGroup {
  const handlers = new Map<string, RequestHandler>();
  return {
    handle: (topic, handler) => void handlers.set(topic, handler),
    gather: async <Answer>(topic: string, payload: unknown = null) => [
      (await handlers.get(topic)?.(payload)) as Answer,
    ],
  };
}

/** The group that a worker belongs to. */
export const createWorkerGroup = (primary: Channel): ProcessGroup => ({
  handle: (topic, handler) => primary.handle(topic, handler),
  gather: (topic, payload = null) => primary.request(TOPIC, { topic, payload }),
});

/** Handles the `gather` requests of a worker, in the primary process. */
export const handleGather = (worker: Channel, activeWorkers: () => readonly Channel[]): void =>
  worker.handle(TOPIC, (request) => {
    const { topic, payload } = request as { readonly topic: string; readonly payload: unknown };
    return gather(activeWorkers(), topic, payload);
  });

/** Sends a request to each worker, in the primary process. Returns the answers of the workers that answer within `maxWaitMs`. */
export async function gather<Answer>(
  workers: readonly Channel[],
  topic: string,
  payload: unknown = null,
  maxWaitMs = MAX_WAIT_MS,
): Promise<readonly Answer[]> {
  const answers = workers.map((worker) =>
    Promise.race([
      worker.request<Answer>(topic, payload).catch(() => undefined),
      pause(maxWaitMs, undefined, { ref: false }),
    ]),
  );
  return (await Promise.all(answers)).filter((answer) => answer !== undefined);
}
