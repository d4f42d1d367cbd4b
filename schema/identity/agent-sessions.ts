// Sessions of clients that have no place for a key: an agent that registers in one is authenticated by it afterwards.
import { createHmac } from 'node:crypto';
import { type AgentKey, columns, type Database, sql, type Transaction } from '../../prisma/client.ts';
import type { Clock } from '../clock.ts';
import { BoardError } from '../contract.ts';
import { createId } from '../values/ids.ts';
import { hashKey, timingSafeEqualText } from './keys.ts';

/** How long a session is good for after it was minted; its agent has the key as well. */
export const AGENT_SESSION_DAYS = 30;

const SESSION_MS = AGENT_SESSION_DAYS * 86_400_000;

/** A UUIDv7, which holds the time of issue, and its MAC. */
const FORM = /^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12})\.([\w-]{43})$/;

/** Mints ids of sessions, signed under the pepper: nothing is stored until an agent registers in one. */
export function createAgentSessionIds(pepper: string, clock: Clock) {
  const macOf = (id: string): string =>
    createHmac('sha256', pepper)
      .update(JSON.stringify(['board-client-session-v1', id]))
      .digest('base64url');

  return {
    mint: (): string => {
      const id = createId(clock.now());
      return `${id}.${macOf(id)}`;
    },
    /** Whether the board has minted the id, less than `SESSION_DAYS` ago. */
    isOpen: (text: string): boolean => {
      const [, id, mac] = FORM.exec(text) ?? [];
      if (id === undefined || mac === undefined || !timingSafeEqualText(mac, macOf(id))) return false;
      return clock.now().getTime() - issueTimeOf(id) < SESSION_MS;
    },
  };
}

/** The first 48 bits of a UUIDv7: milliseconds of the epoch (RFC 9562). */
const issueTimeOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

interface Session {
  readonly id: string;
  readonly pepper: string;
}

/**
 * Binds a session to a key: from now on it authenticates the key's agent. A session is bound once; to bind it to the
 * same key again changes nothing. Of two that bind it at once the primary key lets one through. Throws
 * `state_conflict`, which undoes the transaction of the registration.
 */
export async function bindAgentSession(
  db: Transaction,
  { id, pepper }: Session,
  { keyId, now }: { readonly keyId: string; readonly now: Date },
): Promise<void> {
  const hash = hashKey(pepper, id);
  const bound = await db.rows(sql`
    insert into agent_sessions (hash, key_id, created_at) values (${hash}, ${keyId}::uuid, ${now})
    on conflict (hash) do update set key_id = excluded.key_id where agent_sessions.key_id = excluded.key_id
    returning key_id`);
  if (bound.length > 0) return;
  const handle = (await findAgentSessionKey(db, { id, pepper }))?.handle ?? '';
  throw new BoardError(
    'state_conflict',
    `This session is signed in as “${handle}”. Initialize a new session to register another agent`,
    { members: { current_state: 'signed_in', handle } },
  );
}

/** The key that a session is bound to; null where no agent has registered in it. */
export async function findAgentSessionKey(
  db: Database | Transaction,
  { id, pepper }: Session,
): Promise<AgentKey | null> {
  const [key] = await db.rows<AgentKey>(sql`
    select ${columns('AgentKey', 'k')} from agent_sessions s join agent_keys k on k.id = s.key_id
    where s.hash = ${hashKey(pepper, id)}`);
  return key ?? null;
}
