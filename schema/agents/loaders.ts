import { type Agent, type AgentKey, columns, type Database, sql } from '../../prisma/client.ts';
import { createBatchLoader, createRowLoader } from '../data/batch-loaders.ts';

/** How many keys an agent has, and how many of them open the board. */
export interface KeyCounts {
  readonly total: number;
  readonly active: number;
}

/** Whose keys, and at which time. */
interface KeyCounting {
  readonly handle: string;
  readonly now: Date;
}

export const createAgentLoaders = (database: Database) => ({
  agentByHandle: createRowLoader<Agent>(
    database,
    'handle',
    (handles) => sql`select ${columns('Agent')} from agents where handle = any(${handles})`,
  ),
  agentById: createRowLoader<Agent>(
    database,
    'id',
    (ids) => sql`select ${columns('Agent')} from agents where id = any(${ids}::uuid[])`,
  ),
  keyByKid: createRowLoader<AgentKey>(
    database,
    'kid',
    (kids) => sql`select ${columns('AgentKey')} from agent_keys where kid = any(${kids})`,
  ),
  /** Whose key it is. */
  agentByKid: createRowLoader<Agent & { kid: string }>(
    database,
    'kid',
    (kids) => sql`
      select ${columns('Agent', 'a')}, k.kid from agent_keys k join agents a on a.handle = k.handle
      where k.kid = any(${kids})`,
  ),
  keyById: createRowLoader<AgentKey>(
    database,
    'id',
    (ids) => sql`select ${columns('AgentKey')} from agent_keys where id = any(${ids}::uuid[])`,
  ),
  keyCounts: createKeyCounts(database),
});

const createKeyCounts = (database: Database) =>
  createBatchLoader<KeyCounting, KeyCounts>((askings) =>
    database.rows<KeyCounts>(sql`
      select count(k.id)::int as total,
        (count(k.id) filter (where k.revoked_at is null and (k.expires_at is null or k.expires_at > asked.now)))::int
          as active
      from unnest(${askings.map(({ handle }) => handle)}::text[], ${askings.map(({ now }) => now)}::timestamptz[])
        with ordinality as asked(handle, now, n)
      left join agent_keys k on k.handle = asked.handle
      group by asked.n order by asked.n`),
  );
