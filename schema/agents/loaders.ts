import {
  type Agent,
  type AgentKey,
  agentKey,
  columns,
  type Database,
  sql,
  dependsOnRow,
} from '../../prisma/client.ts';
import { createBatchLoader, createRowLoader } from '../data/batch-loaders.ts';

/** The number of API keys of an agent, and how many of them are active. */
export interface KeyCounts {
  readonly total: number;
  readonly active: number;
}

export const createAgentLoaders = (database: Database) => ({
  agentByHandle: createRowLoader<Agent>(
    database,
    'handle',
    (handles) => sql`select ${columns('Agent')} from agents where handle = any(${handles}::text[])`,
    (handle) => [agentKey(handle)],
  ),
  agentById: createRowLoader<Agent>(
    database,
    'id',
    (ids) => sql`select ${columns('Agent')} from agents where id = any(${ids}::uuid[])`,
    dependsOnRow,
  ),
  keyByKid: createRowLoader<AgentKey>(
    database,
    'kid',
    (kids) => sql`select ${columns('AgentKey')} from agent_keys where kid = any(${kids}::text[])`,
  ),
  agentByKid: createRowLoader<Agent & { kid: string }>(
    database,
    'kid',
    (kids) => sql`
      select ${columns('Agent', 'agent')}, key.kid from agent_keys key join agents agent on agent.handle = key.handle
      where key.kid = any(${kids}::text[])`,
  ),
  keyById: createRowLoader<AgentKey>(
    database,
    'id',
    (ids) => sql`select ${columns('AgentKey')} from agent_keys where id = any(${ids}::uuid[])`,
  ),
  keyCounts: createKeyCountLoader(database),
});

const createKeyCountLoader = (database: Database) =>
  createBatchLoader<{ readonly handle: string; readonly now: Date }, KeyCounts>((requests) =>
    database.rows<KeyCounts>(sql`
      select count(key.id)::int as total,
        (count(key.id) filter (where key.revoked_at is null and (key.expires_at is null or key.expires_at > request.now)))::int
          as active
      from unnest(${requests.map(({ handle }) => handle)}::text[], ${requests.map(({ now }) => now)}::timestamptz[])
        with ordinality as request(handle, now, n)
      left join agent_keys key on key.handle = request.handle
      group by request.n order by request.n`),
  );
