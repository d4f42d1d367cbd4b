// Browser sessions of operators, used instead of the operator token. Only hashes of session tokens are stored.
import { randomBytes } from 'node:crypto';
import { columns, type Database, type OperatorSession, sql, type Transaction } from '../../prisma/client.ts';
import type { WriteContext } from '../context.ts';
import { ignoreUnavailable } from '../errors.ts';
import type { Operator } from '../viewer.ts';
import { createId } from '../values/ids.ts';
import { deriveSessionToken, hashKey } from '../identity/keys.ts';

/** Hours until a session expires, counted from its creation. */
const SESSION_HOURS = 12;

/** The resolution of `last_seen_at`, so that not every request writes. */
const LAST_SEEN_RESOLUTION_SECONDS = 60;

const addSeconds = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

/**
 * Returns the operator of an active session, or null. `hash` is the hash of the session token; `configuredHash` is the
 * hash of the configured operator token, null without one. A session is not active if the token that created it has
 * been disabled or is no longer configured.
 */
export async function findOperatorBySession(
  database: Database,
  {
    hash,
    configuredHash,
    now,
  }: {
    readonly hash: Uint8Array<ArrayBuffer>;
    readonly configuredHash: Uint8Array<ArrayBuffer> | null;
    readonly now: Date;
  },
): Promise<Operator | null> {
  const [session] = await database.rows<OperatorSession>(sql`
    select ${columns('OperatorSession', 'session')} from operator_sessions session
    where session.hash = ${hash} and session.ended_at is null and session.expires_at > ${now} and (
      session.token_hash = ${configuredHash}::bytea
      or exists (select from operator_tokens token where token.hash = session.token_hash and token.disabled_at is null)
    )`);
  if (!session) return null;
  if (session.lastSeenAt <= addSeconds(now, -LAST_SEEN_RESOLUTION_SECONDS))
    await updateLastSeen(database, session.id, now).catch(ignoreUnavailable);
  const { operator, tokenHash } = session;
  return { tokenName: operator, tokenHash, session };
}

async function updateLastSeen({ prisma }: Database, id: string, now: Date): Promise<void> {
  const { operatorSession } = await prisma();
  await operatorSession.updateMany({ where: { id, lastSeenAt: { lt: now } }, data: { lastSeenAt: now } });
}

/** A session as resolvers return it. */
export interface OperatorSessionView extends OperatorSession {
  /** The session token in plain text; only in the result of the write that created it. */
  readonly sessionToken?: string;
}

interface NewSession {
  readonly operator: Operator;
  readonly userAgent: string | null;
  /** The idempotency key of the write: a replay derives the same session token from it. */
  readonly seed: string | null | undefined;
}

/** Inserts a session and returns it with its session token. */
export async function insertSession(ctx: WriteContext, newSession: NewSession): Promise<OperatorSessionView> {
  const { tokenName: operator, tokenHash } = newSession.operator;
  const { pepper } = ctx.settings;
  const now = ctx.clock.now();
  const id = createId(now);
  const sessionToken = deriveSessionToken(
    pepper,
    id,
    newSession.seed ?? randomBytes(32).toString('base64url'),
  );
  const [session] = await ctx.db.rows<OperatorSession>(sql`
    insert into operator_sessions (id, hash, token_hash, operator, user_agent, created_at, last_seen_at, expires_at)
    values (${id}::uuid, ${hashKey(pepper, sessionToken)}, ${tokenHash}, ${operator}, ${newSession.userAgent}, ${now},
      ${now}, ${addSeconds(now, SESSION_HOURS * 3600)})
    returning ${columns('OperatorSession')}`);
  if (!session) throw new Error('insert into operator_sessions returned no row');
  return { ...session, sessionToken };
}

/** Ends a session. Returns undefined if there is no such session or it has ended already. */
export async function endSession(
  db: Transaction,
  id: string,
  now: Date,
): Promise<OperatorSession | undefined> {
  const [session] = await db.rows<OperatorSession>(sql`
    update operator_sessions set ended_at = ${now} where id = ${id}::uuid and ended_at is null
    returning ${columns('OperatorSession')}`);
  return session;
}
