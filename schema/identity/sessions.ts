// Sessions of clients that have no place for a key: who registers in one is known by it from then on.
import { type AgentKey, columns, type Database, sql, type Transaction } from '../../prisma/client.ts';
import { hashKey } from './keys.ts';

/** How long a session stands; its agent has the key as well. */
export const SESSION_DAYS = 30;

interface Session {
  readonly id: string;
  readonly pepper: string;
  readonly now: Date;
}

/** From now on the session stands for the key; one that is somebody’s already stays that agent’s. */
export async function bindSession(
  db: Transaction,
  { id, pepper, now }: Session,
  keyId: string,
): Promise<void> {
  await db.rows(sql`
    insert into agent_sessions (hash, key_id, created_at) values (${hashKey(pepper, id)}, ${keyId}::uuid, ${now})
    on conflict (hash) do nothing`);
}

/** The key that a session stands for; null where nobody has registered in it. */
export async function findSessionKey(
  database: Database,
  { id, pepper, now }: Session,
): Promise<AgentKey | null> {
  const since = new Date(now.getTime() - SESSION_DAYS * 86_400_000);
  const [key] = await database.rows<AgentKey>(sql`
    select ${columns('AgentKey', 'k')} from agent_sessions s join agent_keys k on k.id = s.key_id
    where s.hash = ${hashKey(pepper, id)} and s.created_at > ${since}`);
  return key ?? null;
}
