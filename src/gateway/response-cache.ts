import { sql } from '../../prisma/client.ts';
import { createBatchLoader } from '../../schema/data/batch-loaders.ts';
import type { Board, Context } from '../../schema/context.ts';
import type { Viewer } from '../../schema/viewer.ts';
import type { Clock } from '../../schema/clock.ts';

/**
 * Answers that several are told. One is worked out for the first who asks and told to all who ask the same after it,
 * as long as nothing has been written to the database, by whichever process, and nobody looked at who asked.
 */
export interface ResponseCache {
  /** `work` is given the context in which it must run. */
  getOrCompute<Value extends object>(
    asking: CacheableRequest<Value>,
    work: (context: Context) => Promise<Value>,
  ): Promise<Value>;
}

export interface CacheableRequest<Value> {
  /** An operation or a document: an object that is the same whenever it is asked. */
  readonly operation: object;
  /** With what it is asked: JSON. */
  readonly variables: unknown;
  readonly context: Context;
  /** As others are told it; null where they are not. */
  readonly toShareable: (value: Value) => Value | null;
}

interface Shared {
  /** What the database had then. */
  readonly snapshot: string;
  readonly at: number;
  /** Null where it is nobody else's. */
  readonly value: Promise<object | null>;
  isPersonal: boolean;
}

/** Answers depend on the time as well: on what has become stale, or whose claim has lapsed. */
const SHARED_MS = 1000;
/** Of these some 20 KB each; one may be a list of several MB, but no board answers many such lists within a second. */
const SHARED_MAX = 600;
/** Characters of the variables an answer is known by. What is asked with longer ones is hardly asked twice. */
const NAME_MAX = 1000;

export function createResponseCache({ database, clock }: Pick<Board, 'database' | 'clock'>): ResponseCache {
  const memory = createMemory(clock);
  const nameOf = createNaming();
  const snapshots = createSnapshots(database);

  return {
    async getOrCompute<Value extends object>(
      { operation: question, variables, context, toShareable: share }: CacheableRequest<Value>,
      work: (context: Context) => Promise<Value>,
    ) {
      const name = nameOf(question, context.viewer, variables);
      const isOwn = context.viewer.kind === 'operator' || name.length > NAME_MAX;
      if (isOwn || memory.find(name)?.isPersonal) return work(context);
      const snapshot = await snapshots.load('');
      const known = memory.find(name);
      if (known?.snapshot === snapshot) return ((await known.value) as Value | null) ?? work(context);
      const watched = watch(context);
      const working = work(watched.context);
      const value = working.then(
        (found) => (watched.isPersonal() ? null : share(found)),
        () => null,
      );
      memory.keep(name, { snapshot, value });
      // The first is told it as the others are: what is made of it for one is made for all.
      return ((await value) as Value | null) ?? working;
    },
  };
}

/**
 * What the database has. It changes with every transaction that has written: the same text is the same database, to the
 * last row. A standby's snapshots do not name what is under way; it has what it has replayed.
 */
const createSnapshots = (database: Board['database']) =>
  createBatchLoader<'', string>(async (askings) => {
    const [row] = await database.rows<{ snapshot: string }>(sql`
      select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text else pg_current_snapshot()::text end
        as snapshot`);
    return askings.map(() => row?.snapshot ?? '');
  });

function createMemory(clock: Clock) {
  const entries = new Map<string, Shared>();
  const isFresh = ({ at }: Shared, now: number) => now >= at && now - at < SHARED_MS;
  return {
    find(name: string): Shared | null {
      const known = entries.get(name);
      return known && isFresh(known, clock.now().getTime()) ? known : null;
    },
    keep(name: string, { snapshot, value }: Pick<Shared, 'snapshot' | 'value'>): void {
      const now = clock.now().getTime();
      entries.delete(name);
      for (const [other, known] of entries) {
        if (entries.size < SHARED_MAX && isFresh(known, now)) break;
        entries.delete(other);
      }
      const entry = { snapshot, at: now, value, isPersonal: false };
      entries.set(name, entry);
      void value.then((found) => (entry.isPersonal = found === null));
    },
  };
}

/** Names what is asked, by whom it may be told. */
function createNaming() {
  const numbers = new WeakMap<object, number>();
  let last = 0;
  return (question: object, viewer: Viewer, variables: unknown): string => {
    const number = numbers.get(question) ?? (last += 1);
    numbers.set(question, number);
    const audience = viewer.kind === 'anonymous' && viewer.canListAgents ? 'siteReader' : viewer.kind;
    return `${number} ${audience} ${JSON.stringify(variables)}`;
  };
}

/** A context that tells whether anybody has looked at what is the caller's own. */
function watch(context: Context) {
  let isPersonal = false;
  const own = <Value>(value: Value): Value => {
    isPersonal = true;
    return value;
  };
  const { viewer, facade: door, address, sessionId: session, meter } = context;
  const watched: Context = {
    ...context,
    viewer: viewer.kind === 'agent' ? watchAgent(viewer, own) : viewer,
    get facade() {
      return own(door);
    },
    get address() {
      return own(address);
    },
    get sessionId() {
      return own(session);
    },
    get meter() {
      return own(meter);
    },
  };
  return { context: watched, isPersonal: () => isPersonal };
}

const watchAgent = (
  { agent, key }: Extract<Viewer, { kind: 'agent' }>,
  own: <Value>(value: Value) => Value,
): Viewer => ({
  kind: 'agent',
  get agent() {
    return own(agent);
  },
  get key() {
    return own(key);
  },
});
