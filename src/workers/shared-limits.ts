// Limits that the workers of a board share without Redis: the primary process counts, on request of the workers.
import type { LimitStore } from '../gateway/limits/limit-store.ts';
import { MemoryWindows, type WindowCount } from '../gateway/limits/memory-windows.ts';
import { MemoryLog } from '../gateway/limits/sliding-log.ts';
import type { Channel } from './channel.ts';

const TOPIC = 'limits';

/** Identifies the count that a request reads or changes: an owner's calls or points, in the log or the windows with this name. */
interface CounterKey {
  readonly name: string;
  readonly windowMs: number;
  readonly owner: string;
}

type LimitRequest = CounterKey &
  (
    | { readonly action: 'record'; readonly limit: number }
    | { readonly action: 'remove'; readonly recordedAt: number }
    | { readonly action: 'add'; readonly points: number }
    | { readonly action: 'peek' }
  );

/** Creates the counters of the primary process. Returns a function that lets a worker count in them. */
export function createSharedLimits(): (worker: Channel) => void {
  const logs = new Map<string, MemoryLog>();
  const windows = new Map<string, MemoryWindows>();
  const logOf = ({ name, windowMs }: CounterKey) => {
    const log = logs.get(name) ?? new MemoryLog(windowMs);
    logs.set(name, log);
    return log;
  };
  const windowsOf = ({ name, windowMs }: CounterKey) => {
    const found = windows.get(name) ?? new MemoryWindows(windowMs);
    windows.set(name, found);
    return found;
  };
  const answer = (request: LimitRequest): unknown => {
    const { owner } = request;
    if (request.action === 'record') return logOf(request).record(owner, request.limit);
    if (request.action === 'add') return windowsOf(request).add(owner, request.points);
    if (request.action === 'peek') return windowsOf(request).peek(owner);
    logOf(request).remove(owner, request.recordedAt);
    return null;
  };
  return (worker) => worker.handle(TOPIC, (request) => answer(request as LimitRequest));
}

/** The counters of the primary process, for a worker. */
export function createSharedLimitStore(primary: Channel): LimitStore {
  const send = <Result>(request: LimitRequest) => primary.request<Result>(TOPIC, request);
  return {
    log: (name, windowMs) => ({
      readAndRecord: async (owner, limit) => {
        const counter = { name, windowMs, owner };
        const { calls, recordedAt } = await send<ReturnType<MemoryLog['record']>>({
          ...counter,
          action: 'record',
          limit,
        });
        return recordedAt === null
          ? { calls }
          : { calls, remove: () => send({ ...counter, action: 'remove', recordedAt }) };
      },
    }),
    windows: (name, windowMs) => ({
      take: async (owner, points) => {
        const add = (difference: number) =>
          send<WindowCount>({ name, windowMs, owner, action: 'add', points: difference });
        return { count: await add(points), refund: (unused) => add(-unused) };
      },
      get: (owner) => send<WindowCount | null>({ name, windowMs, owner, action: 'peek' }),
    }),
  };
}
