import { LRUCache } from 'lru-cache';
import { sql } from '../../prisma/client.ts';
import type { Clock } from '../../schema/clock.ts';
import type { Board, Context } from '../../schema/context.ts';
import { createBatchLoader } from '../../schema/data/batch-loaders.ts';
import { sizeOf } from '../../schema/data/text-bound.ts';
import type { AgentViewer } from '../../schema/viewer.ts';

/**
 * Shares results between callers. A result is reused for up to 5 s for the same operation and variables, by callers of
 * the same kind, if no transaction has written to the database in between (in any process) and if computing it did not
 * read anything that belongs to the caller. Concurrent equal requests share one computation.
 */
export interface ResponseCache {
  /** Returns the cached result, or computes it. `compute` must use the context that is passed to it. */
  getOrCompute<Result extends object>(
    request: CacheableRequest<Result>,
    compute: (context: Context) => Promise<Result>,
  ): Promise<Result>;
}

export interface CacheableRequest<Result> {
  /** An operation or a parsed document; compared by identity. */
  readonly operation: object;
  /** A JSON value. */
  readonly variables: unknown;
  readonly context: Context;
  /** Returns the result as the cache keeps it; null if it must not be cached. */
  readonly toShareable: (result: Result) => Result | null;
}

interface CacheEntry {
  /** The database snapshot from before the result was computed. */
  readonly snapshot: string;
  readonly createdAt: number;
  /** Resolves to null if the result is not shareable. */
  readonly result: Promise<object | null>;
  /** The result was not shareable: compute the next one without waiting for this one. */
  readonly isPersonal: boolean;
}

/** Results also depend on the time: facts become stale, claims expire. */
const MAX_AGE_MS = 5000;

/** Maximum results, most of which have 20 to 60 KB. */
const MAX_ENTRIES = 600;

/** Maximum size of all results (`sizeOf`). In memory they take two to three times as much, with the serialized text. */
const MAX_SIZE = 32 * 1024 * 1024;

/** Requests with a longer cache key are not cached: such long variables are hardly ever repeated. */
const MAX_KEY_LENGTH = 1000;

export function createResponseCache({ database, clock }: Pick<Board, 'database' | 'clock'>): ResponseCache {
  const entries = createEntries(clock);
  const toKey = createKeys();
  const snapshots = createSnapshotLoader(database);

  return {
    async getOrCompute<Result extends object>(
      { operation, variables, context, toShareable }: CacheableRequest<Result>,
      compute: (context: Context) => Promise<Result>,
    ) {
      const key = toKey(operation, context, variables);
      const isUncacheable = context.viewer.kind === 'operator' || key.length > MAX_KEY_LENGTH;
      if (isUncacheable || entries.find(key)?.isPersonal) return compute(context);
      const snapshot = await snapshots.load('');
      const known = entries.find(key);
      if (known?.snapshot === snapshot) return ((await known.result) as Result | null) ?? compute(context);
      const personalRead = Promise.withResolvers<null>();
      const computing = compute(trackPersonalReads(context, () => personalRead.resolve(null)));
      // Null as soon as it is known: a request that waits for news must not make others wait for its result.
      const shareable = Promise.race([personalRead.promise, computing.then(toShareable, () => null)]);
      entries.add(key, { snapshot, result: shareable });
      // Return the shared object to the first caller too, so caches keyed by it hit.
      return ((await shareable) as Result | null) ?? computing;
    },
  };
}

/**
 * Loads an identifier of the database's state, once for all requests of an iteration of the event loop. Every
 * transaction that has written changes it. A standby's snapshot omits transactions in progress, so its replay position
 * is used.
 */
const createSnapshotLoader = (database: Board['database']) =>
  createBatchLoader<'', string>(async (keys) => {
    const [row] = await database.rows<{ snapshot: string }>(sql`
      select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text else pg_current_snapshot()::text end
        as snapshot`);
    return keys.map(() => row?.snapshot ?? '');
  });

function createEntries(clock: Clock) {
  const now = () => clock.now().getTime();
  // Timers remove old entries to free their memory. The board's clock, which may be set back, decides about their age.
  const entries = new LRUCache<string, CacheEntry>({
    ...{ max: MAX_ENTRIES, maxSize: MAX_SIZE, ttl: MAX_AGE_MS, ttlAutopurge: true },
  });
  return {
    find(key: string): CacheEntry | null {
      const entry = entries.get(key);
      if (!entry) return null;
      const age = now() - entry.createdAt;
      return age >= 0 && age < MAX_AGE_MS ? entry : null;
    },
    add(key: string, { snapshot, result }: Pick<CacheEntry, 'snapshot' | 'result'>): void {
      const entry = { snapshot, createdAt: now(), result, isPersonal: false };
      entries.set(key, entry, { size: 1 });
      void result.then((value) => {
        if (entries.peek(key) !== entry) return;
        // A copy, because the cache does not update the size of an equal value.
        const complete = { ...entry, isPersonal: value === null };
        entries.set(key, complete, { size: sizeOf(value), noUpdateTTL: true });
      });
    },
  };
}

/** Keys consist of a number for the operation, the kind of viewer, the base URL of links, and the variables. */
function createKeys() {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (operation: object, { viewer, settings }: Context, variables: unknown): string => {
    const number = numbers.get(operation) ?? (last += 1);
    numbers.set(operation, number);
    const viewerKind = viewer.kind === 'anonymous' && viewer.canListAgents ? 'siteReader' : viewer.kind;
    return `${number} ${viewerKind} ${settings.baseUrl} ${JSON.stringify(variables)}`;
  };
}

/** Wraps a context so that it reports each read of a property that belongs to the caller. */
function trackPersonalReads(context: Context, onRead: () => void): Context {
  const read = <Value>(value: Value): Value => {
    onRead();
    return value;
  };
  const { viewer, facade, address, connection, sessionId, meter } = context;
  return {
    ...context,
    viewer: viewer.kind === 'agent' ? new TrackedAgent(viewer, onRead) : viewer,
    get facade() {
      return read(facade);
    },
    get address() {
      return read(address);
    },
    get connection() {
      return read(connection);
    },
    get sessionId() {
      return read(sessionId);
    },
    get meter() {
      return read(meter);
    },
  };
}

/** A class, because of its getters (docs/decisions/0035-no-getters-in-object-literals.md). */
class TrackedAgent implements AgentViewer {
  readonly kind = 'agent';
  readonly #viewer: AgentViewer;
  readonly #onRead: () => void;

  constructor(viewer: AgentViewer, onRead: () => void) {
    this.#viewer = viewer;
    this.#onRead = onRead;
  }

  get agent() {
    this.#onRead();
    return this.#viewer.agent;
  }

  get key() {
    this.#onRead();
    return this.#viewer.key;
  }
}
