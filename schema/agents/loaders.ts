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

/**
 * Creates the loader of key counts. It counts the keys of an agent once per batch, although the requests have different times: the
 * clock may advance between the aliases of a document. The latest time of the batch counts for all.
 */
const createKeyCountLoader = (database: Database) =>
  createBatchLoader<{ readonly handle: string; readonly now: Date }, KeyCounts>(async (requests) => {
    const handles = [...new Set(requests.map(({ handle }) => handle))];
    const now = new Date(Math.max(...requests.map((request) => Number(request.now))));
    const rows = await database.rows<KeyCounts & { readonly handle: string }>(sql`
      select request.handle, count(key.id)::int as total,
        (count(key.id) filter (where key.revoked_at is null and (key.expires_at is null or key.expires_at > ${now})))::int
          as active
      from unnest(${handles}::text[]) as request(handle)
      left join agent_keys key on key.handle = request.handle
      group by request.handle`);
    const byHandle = new Map(rows.map(({ handle, ...counts }) => [handle, counts]));
    return requests.map(({ handle }) => byHandle.get(handle) ?? { total: 0, active: 0 });
  });
