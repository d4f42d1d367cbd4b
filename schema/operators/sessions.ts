// Sessions of operators: what a browser holds instead of the token. Only hashes are stored.
import { randomBytes } from 'node:crypto';
import { columns, type Database, type OperatorSession, sql, type Transaction } from '../../prisma/client.ts';
import type { WriteContext } from '../context.ts';
import type { Operator } from '../viewer.ts';
import { createId } from '../values/ids.ts';
import { deriveSessionToken, hashKey } from '../identity/keys.ts';

/** How long a session lasts, whatever is done in it. */
export const SESSION_HOURS = 12;

/** How often it is noted that a session is in use. */
const NOTED_SECONDS = 60;

const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

interface Knock {
  readonly hash: Uint8Array<ArrayBuffer>;
  /** What is stored of the configured token; null where none is. */
  readonly bootstrap: Uint8Array<ArrayBuffer> | null;
  readonly now: Date;
}

/** Whose session it is, as long as it runs and the token that opened it is good for something. */
export async function findOperatorBySession(
  database: Database,
  { hash, bootstrap, now }: Knock,
): Promise<Operator | null> {
  const [session] = await database.rows<OperatorSession>(sql`
    select ${columns('OperatorSession', 's')} from operator_sessions s
    where s.hash = ${hash} and s.ended_at is null and s.expires_at > ${now} and (
      s.token_hash = ${bootstrap}::bytea
      or exists (select from operator_tokens t where t.hash = s.token_hash and t.disabled_at is null)
    )`);
  if (!session) return null;
  if (session.lastSeenAt <= after(now, -NOTED_SECONDS)) await noteSeen(database, session.id, now);
  const { operator, tokenHash } = session;
  return { tokenName: operator, tokenHash, session };
}

const noteSeen = (database: Database, id: string, now: Date): Promise<unknown> =>
  database.rows(
    sql`update operator_sessions set last_seen_at = ${now} where id = ${id}::uuid and last_seen_at < ${now}`,
  );

/** A session as resolvers pass it on; with what the browser is to hold only right after it was opened. */
export interface OperatorSessionView extends OperatorSession {
  readonly sessionToken?: string;
}

interface NewSession {
  readonly operator: Operator;
  readonly userAgent: string | null;
  /** The write's idempotency key: its replay gives the same session again. */
  readonly seed: string | null | undefined;
}

/** Opens a session for who holds a token. */
export async function insertSession(ctx: WriteContext, made: NewSession): Promise<OperatorSessionView> {
  const { tokenName: operator, tokenHash } = made.operator;
  const { pepper } = ctx.settings;
  const now = ctx.clock.now();
  const id = createId(now);
  const sessionToken = deriveSessionToken(pepper, id, made.seed ?? randomBytes(32).toString('base64url'));
  const [session] = await ctx.db.rows<OperatorSession>(sql`
    insert into operator_sessions (id, hash, token_hash, operator, user_agent, created_at, last_seen_at, expires_at)
    values (${id}::uuid, ${hashKey(pepper, sessionToken)}, ${tokenHash}, ${operator}, ${made.userAgent}, ${now},
      ${now}, ${after(now, SESSION_HOURS * 3600)})
    returning ${columns('OperatorSession')}`);
  if (!session) throw new Error('the database took a session and gave none back');
  return { ...session, sessionToken };
}

/** Ends a session at once; gives nothing where it is ended already, or not there. */
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
