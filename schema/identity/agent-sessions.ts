// Agent sessions: sessions of MCP clients that cannot store an API key. A session authenticates the agent that registered in it.
import { createHmac } from 'node:crypto';
import { type AgentKey, columns, type Database, sql, type Transaction } from '../../prisma/client.ts';
import type { Clock } from '../clock.ts';
import { BoardError } from '../contract.ts';
import { createId, timeOfId } from '../values/ids.ts';
import { hashKey, timingSafeEqualText } from './keys.ts';
import { DAY_MS } from '../values/durations.ts';

/** Days until a session expires, counted from its creation. The agent can use its API key afterwards. */
export const AGENT_SESSION_DAYS = 30;

const SESSION_MS = AGENT_SESSION_DAYS * DAY_MS;

/** A UUIDv7, which contains the time of creation, and its MAC. */
const SESSION_ID = /^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})\.([\w-]{43})$/;

/**
 * Creates and verifies session ids. They are signed with the pepper: nothing is stored until an agent registers in a
 * session.
 */
export function createAgentSessionIds(pepper: string, clock: Clock) {
  const macOf = (id: string): string =>
    createHmac('sha256', pepper)
      .update(JSON.stringify(['board-client-session-v1', id]))
      .digest('base64url');

  return {
    create: (): string => {
      const id = createId(clock.now());
      return `${id}.${macOf(id)}`;
    },
    /** Whether this board has created the session id, less than `AGENT_SESSION_DAYS` ago. */
    isValid: (text: string): boolean => {
      const [, id, mac] = SESSION_ID.exec(text) ?? [];
      if (id === undefined || mac === undefined || !timingSafeEqualText(mac, macOf(id))) return false;
      return clock.now().getTime() - timeOfId(id) < SESSION_MS;
    },
  };
}

interface Session {
  readonly id: string;
  readonly pepper: string;
}

/**
 * Binds a session to a key, so that it authenticates the agent of the key. Throws `state_conflict` if it is bound to
 * another key that is active: the registration is rolled back. Of concurrent bindings to several keys only one succeeds, because
 * the hash of the session id is the primary key.
 */
export async function bindAgentSession(
  db: Transaction,
  { id, pepper }: Session,
  { keyId, now }: { readonly keyId: string; readonly now: Date },
): Promise<void> {
  const hash = hashKey(pepper, id);
  const bound = await db.rows(sql`
    insert into agent_sessions (hash, key_id, created_at) values (${hash}, ${keyId}::uuid, ${now})
    on conflict (hash) do update set key_id = excluded.key_id
      where agent_sessions.key_id = excluded.key_id or exists (
        select from agent_keys ended where ended.id = agent_sessions.key_id
          and (ended.revoked_at is not null or ended.expires_at <= ${now}::timestamptz))
    returning key_id`);
  if (bound.length > 0) return;
  const handle = (await findAgentSessionKey(db, { id, pepper }))?.handle ?? '';
  throw new BoardError(
    'state_conflict',
    `This session is signed in as “${handle}”; initialize a new session to register another agent`,
    { members: { current_state: 'signed_in', handle } },
  );
}

/**
 * Binds a session of an agent to another key of the agent, so that it stays signed in. Returns false, and changes nothing,
 * if the session is not bound to a key of this agent.
 */
export async function moveAgentSession(
  db: Transaction,
  { id, pepper }: Session,
  { id: keyId, handle }: Pick<AgentKey, 'id' | 'handle'>,
): Promise<boolean> {
  const moved = await db.rows(sql`
    update agent_sessions set key_id = ${keyId}::uuid
    where hash = ${hashKey(pepper, id)} and key_id in (select id from agent_keys where handle = ${handle})
    returning hash`);
  return moved.length > 0;
}

/** Returns the key that a session is bound to, or null if no agent has registered in it. */
export async function findAgentSessionKey(
  db: Database | Transaction,
  { id, pepper }: Session,
): Promise<AgentKey | null> {
  const [key] = await db.rows<AgentKey>(sql`
    select ${columns('AgentKey', 'key')} from agent_sessions session join agent_keys key on key.id = session.key_id
    where session.hash = ${hashKey(pepper, id)}`);
  return key ?? null;
}
