import { type Agent, type AgentKey, columns, type Database, sql } from '../../prisma/client.ts';
import { batchedBy } from '../batch.ts';

export const createAgentLoaders = (database: Database) => ({
  agentByHandle: batchedBy<Agent>(
    database,
    'handle',
    (handles) => sql`select ${columns('Agent')} from agents where handle = any(${handles})`,
  ),
  agentById: batchedBy<Agent>(
    database,
    'id',
    (ids) => sql`select ${columns('Agent')} from agents where id = any(${ids}::uuid[])`,
  ),
  keyByKid: batchedBy<AgentKey>(
    database,
    'kid',
    (kids) => sql`select ${columns('AgentKey')} from agent_keys where kid = any(${kids})`,
  ),
  keyById: batchedBy<AgentKey>(
    database,
    'id',
    (ids) => sql`select ${columns('AgentKey')} from agent_keys where id = any(${ids}::uuid[])`,
  ),
});
