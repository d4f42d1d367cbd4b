import { type Database, sql } from '../../prisma/client.ts';
import type { Viewer } from '../../schema/viewer.ts';
import type { Logger } from '../logger.ts';
import { MINUTE_MS } from '../../schema/values/durations.ts';

/** Updates `agents.last_seen_at` about once a minute per active agent, outside of requests and for many agents at once. */
export interface LastSeenTracker {
  /** Notes the time if the viewer is an agent whose stored time is at least a minute old, or was written by a clock that was ahead. */
  touch(viewer: Viewer, now: Date): void;
  /** Writes the times that are not yet written. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** A stored time that is this much later than a call was written by a clock that was ahead. Other processes write within seconds. */
const MAX_AHEAD_MS = 10 * MINUTE_MS;

export function createLastSeenTracker(database: Database, log: Logger): LastSeenTracker {
  const seen = new Map<string, Date>();

  async function flush(): Promise<void> {
    if (seen.size === 0) return;
    // Sorted, so that two processes lock the rows in the same order and cannot deadlock.
    const entries = [...seen].sort(([a], [b]) => (a < b ? -1 : 1));
    seen.clear();
    const [ids, times] = [entries.map(([id]) => id), entries.map(([, at]) => at)];
    await database.rows(sql`
      update agents set last_seen_at =
        case when last_seen_at > seen.at + ${MAX_AHEAD_MS} * interval '1 ms' then seen.at
          else greatest(last_seen_at, seen.at) end
      from unnest(${ids}::uuid[], ${times}::timestamptz[]) as seen(id, at) where agents.id = seen.id`);
  }

  const timer = setInterval(
    () => void flush().catch((error: unknown) => log.warn({ err: error }, 'last_seen_at not written')),
    1000,
  );
  timer.unref();

  return {
    flush,
    touch(viewer, now) {
      if (viewer.kind !== 'agent') return;
      const { id, lastSeenAt } = viewer.agent;
      const age = now.getTime() - lastSeenAt.getTime();
      if (age >= MINUTE_MS || age < -MAX_AHEAD_MS) seen.set(id, now);
    },
    async close() {
      clearInterval(timer);
      await flush().catch((error: unknown) => log.warn({ err: error }, 'last_seen_at not written'));
    },
  };
}
