import type { Logger } from './logger.ts';
import { type Database, sql } from '../prisma/client.ts';
import type { Viewer } from '../schema/viewer.ts';

const MINUTE = 60_000;

/** Notes when agents were last seen: once a minute each, beside their requests, many in one statement. */
export interface LastSeenTracker {
  touch(viewer: Viewer, now: Date): void;
  /** Writes what is noted. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export function createLastSeenTracker(database: Database, log: Logger): LastSeenTracker {
  const seen = new Map<string, Date>();

  async function flush(): Promise<void> {
    if (seen.size === 0) return;
    // In one order everywhere, or two processes could wait for each other.
    const noted = [...seen].sort(([a], [b]) => (a < b ? -1 : 1));
    seen.clear();
    const [ids, times] = [noted.map(([id]) => id), noted.map(([, at]) => at)];
    await database.rows(sql`
      update agents set last_seen_at = greatest(last_seen_at, seen.at)
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
      if (now.getTime() - lastSeenAt.getTime() >= MINUTE) seen.set(id, now);
    },
    async close() {
      clearInterval(timer);
      await flush().catch((error: unknown) => log.warn({ err: error }, 'last_seen_at not written'));
    },
  };
}
