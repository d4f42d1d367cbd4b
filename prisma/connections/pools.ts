import { Pool, type PoolConfig } from 'pg';
import { FULL_POOLS, type PoolSizes } from './pool-sizes.ts';
import { READINESS_POOL } from '../readiness.ts';
import { CONNECTION_TIMEOUT_MS } from './server-reads.ts';
import { typeParsers } from './type-parsers.ts';
import { openPoolWithLocalSettings, type TransactionPool } from './local-settings.ts';
import type { Pooler } from './pooler.ts';

/**
 * How long a process waits for the response to a statement: longer than `statement_timeout`. If the network fails, the wait would
 * otherwise last until TCP gives up, after a quarter of an hour.
 */
export const RESPONSE_TIMEOUT_MS = 15_000;

export const POOL_DEFAULTS = {
  application_name: 'agent-board',
  types: typeParsers,
  connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
  query_timeout: RESPONSE_TIMEOUT_MS,
} satisfies PoolConfig;

/** The time limit of each statement of expensive reads. */
export const EXPENSIVE_POOL = { statement_timeout: 5_000 } satisfies PoolConfig;

/** After this wait for a lock a write fails, and its caller gets `unavailable`. */
const LOCK_TIMEOUT_MS = 3_000;

const SINGLE_POOL = { lock_timeout: LOCK_TIMEOUT_MS } satisfies PoolConfig;

/**
 * All members of a group wait while a statement of one member runs or waits for a lock, so both limits are short. Statements of
 * a group take a few milliseconds.
 */
const GROUP_POOL = { statement_timeout: 2_000, lock_timeout: 100 } satisfies PoolConfig;

/**
 * For writes with long input, and members of groups that timed out: few connections, so that short writes get most of
 * the processors.
 */
const LONG_POOL = { statement_timeout: 5_000, lock_timeout: LOCK_TIMEOUT_MS } satisfies PoolConfig;

export interface ReplicaOptions {
  /** Each URL leads to one standby, without a pooler. */
  readonly urls: readonly string[];
  /** A standby that is further behind is left out. */
  readonly maxLagMs: number;
  /** Called with the reason when a standby is left out, and with null when reads begin to use it. */
  readonly onChange: (name: string, reason: string | null) => void;
}

export interface PoolOptions {
  /** Called for each connection to the server that breaks. Not called for standbys. */
  readonly onConnectionLost?: ((error: Error) => void) | undefined;
  /** The transaction pooler in front of the server. */
  readonly pooler?: Pooler | undefined;
  readonly sizes?: PoolSizes | undefined;
  /** Standbys for reads. */
  readonly replicas?: ReplicaOptions | undefined;
}

/** The pools of a process. Transactions may wait for each other's locks; reads have a separate pool and do not wait. */
export interface Pools {
  readonly reads: Pool;
  readonly expensive: Pool;
  readonly single: TransactionPool;
  readonly group: TransactionPool;
  readonly long: TransactionPool;
  readonly readiness: Pool;
  close(): Promise<void>;
}

/** Opens the pools of a process on a server, or on the pooler in front of it. */
export function openPools(server: PoolConfig, options: PoolOptions): Pools {
  const { pooler, sizes = FULL_POOLS } = options;
  const config = pooler?.connection ?? server;
  const open = (overrides: PoolConfig) => openPool({ ...POOL_DEFAULTS, ...config, ...overrides }, options);
  const openWriters = (overrides: PoolConfig) => open({ ...overrides, pipeline: true });
  const pools = {
    reads: open({ max: sizes.reads, verify: setTimeZone }).pool,
    expensive: open({ ...EXPENSIVE_POOL, max: sizes.expensive }).pool,
    single: openWriters({ ...SINGLE_POOL, max: sizes.single }),
    group: openWriters({ ...GROUP_POOL, max: sizes.group }),
    long: openWriters({ ...LONG_POOL, max: sizes.long }),
    readiness: open(READINESS_POOL).pool,
  };
  const all = Object.values(pools).map((each) => ('pool' in each ? each.pool : each));
  return {
    ...pools,
    close: async () => {
      await Promise.all(all.map((pool) => pool.end()));
    },
  };
}

/** Prisma's driver adapter, which uses the pool of reads, reads times without their offset: correct in UTC only. */
const setTimeZone: NonNullable<PoolConfig['verify']> = (client, done) => {
  client.query(`set time zone 'UTC'`, done);
};

function openPool(
  config: PoolConfig,
  { pooler, onConnectionLost = () => undefined }: PoolOptions,
): TransactionPool {
  const opened = pooler
    ? openPoolWithLocalSettings(config, pooler)
    : { pool: new Pool(config), begin: 'begin' };
  // An error event without a listener ends the process. The pool re-emits the errors of its idle connections, so
  // listening on each connection reports every loss exactly once, idle or in a transaction.
  opened.pool.on('error', () => undefined);
  opened.pool.on('connect', (client) => client.on('error', onConnectionLost));
  return opened;
}
