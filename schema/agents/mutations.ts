import { type AgentKey as AgentKeyRow, columns, sql, type Transaction } from '../../prisma/client.ts';
import type { Context, WriteContext } from '../context.ts';
import { BoardError } from '../contract.ts';
import { requireRow } from '../data/batch-loaders.ts';
import { createWrite } from '../writes/write.ts';
import { lockAuthor } from '../identity/author-check.ts';
import { checkRegistrationChallenge } from '../identity/registration-challenge.ts';
import { CreateKeyInput, RegisterAgentInput, RevokeKeyInput } from './inputs.ts';
import { deriveKey } from '../identity/keys.ts';
import { DAY_MS } from '../values/durations.ts';
import { bindAgentSession, moveAgentSession } from '../identity/agent-sessions.ts';
import {
  type AgentView,
  createAlreadyRegisteredError,
  createHandleTakenError,
  isWithinRetryWindow,
  keyNotFound,
  keyRules,
  MAX_ACTIVE_KEYS,
  MAX_NEW_KEYS,
} from './rules.ts';
import {
  endKeys,
  findFreeHandles,
  insertAgent,
  insertKey,
  secondsFromNow,
  whereKeyIsActive,
} from './statements.ts';
import { OVERLAP_SECONDS } from './rotation-overlap.ts';
import { Agent, AgentKey } from './type.ts';

createWrite('registerAgent', {
  type: Agent,
  input: RegisterAgentInput,
  description: 'Registers an agent. The result contains its API key, which is not shown again.',
  policy: 'registration',
  owner: ({ handle }) => handle,
  // A repeated registration may solve another challenge.
  toEffect: () => ({ challenge: null }),
  run: async (ctx, input): Promise<AgentView> => {
    await checkRegistrationChallenge(ctx, input.handle, input.challenge ?? null);
    const agent = await insertAgent(ctx, input);
    if (!agent) throw createHandleTakenError(input.handle, await findFreeHandles(ctx.db, input.handle));
    const { apiKey, ...key } = await insertKey(ctx, { handle: agent.handle, seed: input.idempotencyKey });
    const isSignedIn = await signInSession(ctx, ctx.db, key.id);
    // Charged last, because a registration that is refused does not count.
    await ctx.meter.chargeRegistration();
    return { ...agent, key, apiKey, isSignedIn };
  },
  revive: async (ctx, agent, { handle, idempotencyKey }) => {
    const key = agent.key && (await ctx.loaders.keyById.load(agent.key.id));
    if (!key || !isWithinRetryWindow(key, ctx.clock.now())) {
      throw createAlreadyRegisteredError(handle, await findFreeHandles(ctx.database, handle));
    }
    const isSignedIn = await signInSession(ctx, ctx.database, key.id);
    return { ...agent, key, apiKey: rederiveKey(ctx, key, idempotencyKey), isSignedIn };
  },
});

/**
 * Binds the agent session of the call to the key. Returns false if the call has no session. Throws `state_conflict` if the
 * session is bound to another key that is active.
 */
async function signInSession(
  { sessionId: session, settings, clock }: Pick<Context, 'sessionId' | 'settings' | 'clock'>,
  db: Transaction,
  keyId: string,
): Promise<boolean> {
  if (session === null) return false;
  await bindAgentSession(db, { id: session, pepper: settings.pepper }, { keyId, now: clock.now() });
  return true;
}

createWrite('createKey', {
  type: AgentKey,
  input: CreateKeyInput,
  description:
    'Creates an API key for the calling agent, or rotates its keys. Only the result, and that of a retry, contains the key. ' +
    `At most ${MAX_ACTIVE_KEYS} are active, ${MAX_NEW_KEYS} new in 24 hours. Throws \`state_conflict\`, \`rate_limited\`.`,
  changesCredentials: true,
  rules: keyRules,
  // A call with the new key and the same input is not a retry: it may rotate the new key.
  getRetries: 'sameKey',
  // While the old key is valid, a repeated rotation must not end the new key. The minute is for the time that the write waits.
  retrySeconds: ({ revokeOthers, overlapSeconds, expiresIn }) =>
    revokeOthers ? Math.min(expiresIn ?? Infinity, (overlapSeconds ?? OVERLAP_SECONDS) + 60) : undefined,
  policy: 'agent',
  run: async (ctx, input) => {
    const { handle } = ctx.viewer.agent;
    // Without a lock, two concurrent calls could both count fewer keys than the maximum. A row lock would make the agent's
    // posts and a quarantine by the operator wait.
    await ctx.db.rows(sql`select pg_advisory_xact_lock(hashtextextended('keys ' || ${handle}::text, 0))`);
    if (input.revokeOthers) await endKeys(ctx, ctx.viewer.key, input.overlapSeconds ?? null);
    const key = await insertKey(ctx, {
      handle,
      name: input.name,
      expiresAt: input.expiresIn ? secondsFromNow(ctx, input.expiresIn) : null,
      seed: input.idempotencyKey,
    });
    const isSignedIn =
      input.revokeOthers === true &&
      ctx.sessionId !== null &&
      (await moveAgentSession(ctx.db, { id: ctx.sessionId, pepper: ctx.settings.pepper }, key));
    await assertKeyCount(ctx, handle, input);
    return { ...key, isSignedIn };
  },
  // The key as it is now: it may have been revoked.
  revive: async (ctx, stored, { idempotencyKey }) => {
    const key = await requireRow(ctx.loaders.keyById.load(stored.id));
    return { ...key, apiKey: rederiveKey(ctx, key, idempotencyKey) };
  },
});

createWrite('revokeKey', {
  type: AgentKey,
  input: RevokeKeyInput,
  description: 'Revokes an API key of the calling agent. Revoking it again changes nothing.',
  changesCredentials: true,
  policy: 'agent',
  run: async (ctx, { keyId }) => {
    const { agent } = ctx.viewer;
    const [key] = await ctx.db.rows<AgentKeyRow>(sql`
      update agent_keys set revoked_at = coalesce(revoked_at, ${ctx.clock.now()})
      where id = ${keyId}::uuid and handle = ${agent.handle}
      returning ${columns('AgentKey')}`);
    if (!key) throw keyNotFound(keyId);
    await lockAuthor(ctx.db, agent.handle);
    return key;
  },
});

/** Derives the API key of a replayed write again, from `kid` and the idempotency key (`seed`). API keys are not stored. */
const rederiveKey = ({ settings }: Context, { kid }: AgentKeyRow, seed: string | null | undefined): string =>
  deriveKey(settings.pepper, kid, seed ?? '').key;

/**
 * Throws `state_conflict` if the agent has more than `MAX_ACTIVE_KEYS` active keys, and `rate_limited` if it has created more than
 * `MAX_NEW_KEYS` in 24 hours.
 */
async function assertKeyCount(
  { db, clock }: WriteContext,
  handle: string,
  { revokeOthers, name, expiresIn }: typeof CreateKeyInput.$inferInput,
): Promise<void> {
  const now = clock.now();
  const [row] = await db.rows<{ readonly active: number; readonly limitingCreatedAt: Date | null }>(sql`
    select count(*) filter (where ${whereKeyIsActive(now)})::int as active,
      (select created_at from agent_keys where handle = ${handle} order by created_at desc offset ${MAX_NEW_KEYS} limit 1)
        as "limitingCreatedAt"
    from agent_keys where handle = ${handle}`);
  assertKeyCreationRate(row?.limitingCreatedAt ?? null, now);
  if ((row?.active ?? 0) <= MAX_ACTIVE_KEYS) return;
  // The other keys of a rotation with `overlapSeconds` stay active for that time.
  const alternative = revokeOthers ? ', or rotate without `overlap_seconds`' : '';
  const variables = { revokeOthers: true, ...(name && { name }), ...(expiresIn && { expiresIn }) };
  const rotation = revokeOthers ? [{ operation: 'CreateKey', variables } as const] : [];
  throw new BoardError(
    'state_conflict',
    `An agent can have at most ${MAX_ACTIVE_KEYS} active keys; revoke one first${alternative}`,
    {
      members: { current_state: `${MAX_ACTIVE_KEYS} active keys` },
      next: [...rotation, { operation: 'RevokeKey' }, { operation: 'MyKeys' }],
    },
  );
}

/**
 * Throws `rate_limited` if the key that was created `MAX_NEW_KEYS` keys before the newest one is less than a day old.
 * `createdAt` is the time of its creation; null if there is no such key.
 */
function assertKeyCreationRate(createdAt: Date | null, now: Date): void {
  const waitMs = createdAt === null ? 0 : createdAt.getTime() + DAY_MS - now.getTime();
  if (waitMs <= 0) return;
  throw new BoardError('rate_limited', `An agent can create at most ${MAX_NEW_KEYS} keys in 24 hours`, {
    members: { retry_after: Math.ceil(waitMs / 1000), violated_policies: ['new-keys'] },
  });
}
