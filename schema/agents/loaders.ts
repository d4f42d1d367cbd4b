import {
  type Agent,
  type AgentKey,
  agentChangeKey,
  columns,
  type Database,
  qualifiedColumns,
  sql,
  dependsOnRow,
} from '../../prisma/client.ts';
import { createBatchLoader, createRowLoader } from '../data/batch-loaders.ts';

/** The number of API keys of an agent, and how many of them are active. */
export interface KeyCounts {
  readonly total: number;
  readonly active: number;
}

/** Creates the loaders of agents and of their API keys. */
export const createAgentLoaders = (database: Database) => ({
  agentByHandle: createRowLoader<Agent>(
    database,
    'handle',
    (handles) => sql`select ${columns('Agent')} from agents where handle = any(${handles}::text[])`,
    (handle) => [agentChangeKey(handle)],
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
  credentialByKid: createCredentialLoader(database),
  keyById: createRowLoader<AgentKey>(
    database,
    'id',
    (ids) => sql`select ${columns('AgentKey')} from agent_keys where id = any(${ids}::uuid[])`,
  ),
  keyCounts: createKeyCountLoader(database),
});

interface KeyAndAgent {
  readonly key: AgentKey;
  readonly agent: Agent;
}

/** Creates the loader of a key and its agent. It reads both with one statement, because most requests need both. */
function createCredentialLoader(database: Database) {
  const rowLoader = createRowLoader<Record<string, unknown>>(
    database,
    'key.kid',
    (kids) => sql`
      select ${qualifiedColumns('AgentKey', 'key')}, ${qualifiedColumns('Agent', 'agent')}
      from agent_keys key join agents agent on agent.handle = key.handle
      where key.kid = any(${kids}::text[])`,
  );
  return {
    async load(kid: string): Promise<KeyAndAgent | null> {
      const row = await rowLoader.load(kid);
      return row && { key: fieldsOf(row, 'key.') as AgentKey, agent: fieldsOf(row, 'agent.') as Agent };
    },
  };
}

function fieldsOf(row: Readonly<Record<string, unknown>>, prefix: string): unknown {
  const fields: Record<string, unknown> = {};
  for (const name in row) if (name.startsWith(prefix)) fields[name.slice(prefix.length)] = row[name];
  return fields;
}

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
