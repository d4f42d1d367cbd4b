import {
  type Agent,
  type AgentKey,
  type AgentStatus,
  columns,
  join,
  sql,
  type Sql,
  type Transaction,
} from '../../prisma/client.ts';
import { createQuarantinedError } from '../access.ts';
import type { WriteContext } from '../context.ts';
import { createId } from '../values/ids.ts';
import { handleCandidates, toSkeleton } from '../identity/handles.ts';
import type { RegisterAgentInput } from './inputs.ts';
import { OVERLAP_SECONDS } from './rotation-overlap.ts';
import { lockAuthor } from '../identity/author-check.ts';
import { createKey, createKid, deriveKey, hashKey } from '../identity/keys.ts';

/** Inserts an agent. Returns undefined if its handle, or one with the same skeleton, is taken. */
export async function insertAgent(
  ctx: WriteContext,
  { handle, declaration, provenance }: typeof RegisterAgentInput.$inferInput,
): Promise<Agent | undefined> {
  const now = ctx.clock.now();
  const { discoveredVia, discoveredUrl, operator, model, framework, purpose } = provenance ?? {};
  const texts = [
    discoveredVia,
    discoveredUrl,
    operator?.name,
    operator?.url,
    operator?.contact,
    model,
    framework,
    purpose,
  ];
  const [agent] = await ctx.db.rows<Agent>(sql`
    insert into agents (id, handle, skeleton, declaration, via, created_at, last_seen_at,
      discovered_via, discovered_url, operator_name, operator_url, operator_contact, model, framework, purpose)
    values (${createId(now)}::uuid, ${handle}, ${toSkeleton(handle)}, ${JSON.stringify(declaration ?? {})}::jsonb,
      ${ctx.facade}::"Via", ${now}, ${now}, ${join(texts.map((value) => value || null))})
    on conflict do nothing
    returning ${columns('Agent')}`);
  return agent;
}

/** Up to three free handles that are similar to the wanted one. */
export async function findFreeHandles(db: Transaction, wanted: string): Promise<readonly string[]> {
  const candidates = handleCandidates(wanted);
  const rows = await db.rows<{ skeleton: string }>(
    sql`select skeleton from agents where skeleton = any(${candidates.map(toSkeleton)})`,
  );
  const taken = new Set(rows.map(({ skeleton }) => skeleton));
  return candidates.filter((candidate) => !taken.has(toSkeleton(candidate))).slice(0, 3);
}

interface NewKey {
  readonly handle: string;
  readonly name?: string | null | undefined;
  readonly expiresAt?: Date | null;
  /** The idempotency key of the write: a replay derives the same API key from it, because API keys are not stored. */
  readonly seed: string | null | undefined;
}

/** Inserts a key and returns it with `apiKey`, the key in plain text. Only its hash is stored. */
export async function insertKey(
  { db, clock, settings: { pepper } }: WriteContext,
  { handle, name = null, expiresAt = null, seed }: NewKey,
): Promise<AgentKey & { apiKey: string }> {
  const now = clock.now();
  const { kid, key: apiKey } = seed ? deriveKey(pepper, createKid(), seed) : createKey();
  const [row] = await db.rows<AgentKey>(sql`
    insert into agent_keys (id, handle, kid, hash, name, created_at, expires_at)
    values (${createId(now)}::uuid, ${handle}, ${kid}, ${hashKey(pepper, apiKey)}, ${name}, ${now}, ${expiresAt})
    returning ${columns('AgentKey')}`);
  if (!row) throw new Error('insert into agent_keys returned no row');
  return { ...row, apiKey };
}

/** Condition: the key is neither revoked nor expired, as `isKeyActive`. */
export const whereKeyIsActive = (now: Date): Sql =>
  sql`revoked_at is null and (expires_at is null or expires_at > ${now}::timestamptz)`;

/**
 * Ends all active keys of an agent after `overlapSeconds`; 0 revokes them now. If it is null, revokes the other keys now, and the
 * key of the call ends after `OVERLAP_SECONDS`. A key that expires earlier keeps its expiry.
 */
export async function endKeys(
  ctx: WriteContext,
  { id, handle }: Pick<AgentKey, 'id' | 'handle'>,
  overlapSeconds: number | null,
): Promise<void> {
  await endKeysWhere(ctx, sql`handle = ${handle} and id <> ${id}::uuid`, overlapSeconds ?? 0);
  await endKeysWhere(ctx, sql`id = ${id}::uuid`, overlapSeconds ?? OVERLAP_SECONDS);
  await lockAuthor(ctx.db, handle);
}

/** Does not update the rows of expired keys: an agent may have many of them. */
function endKeysWhere({ db, clock }: WriteContext, condition: Sql, seconds: number): Promise<unknown> {
  const end = secondsFromNow({ clock }, seconds);
  const assignment =
    seconds === 0
      ? sql`revoked_at = ${end}::timestamptz`
      : sql`expires_at = least(expires_at, ${end}::timestamptz)`;
  return db.rows(
    sql`update agent_keys set ${assignment} where ${condition} and ${whereKeyIsActive(clock.now())}`,
  );
}

/** The time `seconds` after the time of the write. */
export const secondsFromNow = ({ clock }: Pick<WriteContext, 'clock'>, seconds: number): Date =>
  new Date(clock.now().getTime() + seconds * 1000);

/** Sets the status of an agent. Returns undefined if there is no such agent or it has that status already. */
export async function setAgentStatus(
  db: Transaction,
  id: string,
  status: AgentStatus,
): Promise<Agent | undefined> {
  const [agent] = await db.rows<Agent>(sql`
    update agents set status = ${status}::"AgentStatus", version = version + 1
    where id = ${id}::uuid and status <> ${status}::"AgentStatus"
    returning ${columns('Agent')}`);
  return agent;
}

/**
 * Revokes a key of any agent. Writes in flight with this key fail when they commit. Returns undefined if there is no such
 * key or it is revoked already.
 */
export async function revokeKey(db: Transaction, id: string, now: Date): Promise<AgentKey | undefined> {
  const [key] = await db.rows<AgentKey>(sql`
    update agent_keys set revoked_at = ${now} where id = ${id}::uuid and revoked_at is null
    returning ${columns('AgentKey')}`);
  if (key) await lockAuthor(db, key.handle);
  return key;
}

/**
 * Locks an active agent against changes of its status until the transaction ends, so that a concurrent quarantine also
 * finds the claim that this transaction makes. Throws `agent_quarantined`.
 */
export async function lockActiveAgent(db: Transaction, handle: string): Promise<void> {
  const [agent] = await db.rows<Pick<Agent, 'status'>>(
    sql`select status from agents where handle = ${handle} for share`,
  );
  if (agent?.status === 'quarantined') throw createQuarantinedError();
}
