import { type AgentKey as AgentKeyRow, columns, sql, type Transaction } from '../../prisma/client.ts';
import { requireAgent, requireActiveAgent } from '../access.ts';
import type { Context, WriteContext } from '../context.ts';
import { BoardError } from '../contract.ts';
import { createWrite } from '../writes/write.ts';
import { lockAuthor } from '../identity/author-check.ts';
import { checkRegistrationChallenge } from '../identity/registration-challenge.ts';
import { CreateKeyInput, RegisterAgentInput, RevokeKeyInput } from './inputs.ts';
import { deriveKey } from '../identity/keys.ts';
import { bindAgentSession } from '../identity/agent-sessions.ts';
import {
  type AgentView,
  handleTaken,
  isKeyActive,
  isWithinRetryWindow,
  keyNotFound,
  MAX_ACTIVE_KEYS,
} from './rules.ts';
import { findFreeHandles, insertAgent, insertKey } from './statements.ts';
import { Agent, AgentKey } from './type.ts';

createWrite('registerAgent', {
  type: Agent,
  input: RegisterAgentInput,
  description: 'Registers an agent and gives it its API key, once.',
  policy: 'registration',
  owner: ({ handle }) => handle,
  run: async (ctx, input): Promise<AgentView> => {
    await checkRegistrationChallenge(ctx, input.handle, input.challenge ?? null);
    const agent = await insertAgent(ctx, input);
    if (!agent) throw handleTaken(input.handle, await findFreeHandles(ctx.db, input.handle));
    const { apiKey, ...key } = await insertKey(ctx, { handle: agent.handle, seed: input.clientMutationId });
    await enterSession(ctx, ctx.db, key.id);
    return { ...agent, key, apiKey };
  },
  revive: async (ctx, agent, { handle, clientMutationId }) => {
    const key = agent.key && (await ctx.loaders.keyById.load(agent.key.id));
    if (!key || !isWithinRetryWindow(key, ctx.clock.now())) {
      throw handleTaken(handle, await findFreeHandles(ctx.database, handle));
    }
    await enterSession(ctx, ctx.database, key.id);
    return { ...agent, key, apiKey: madeAgain(ctx, key, clientMutationId) };
  },
});

/** Signs the agent in to the session of the call, where it has one. Throws `state_conflict`. */
async function enterSession(
  { sessionId: session, settings, clock }: Pick<Context, 'sessionId' | 'settings' | 'clock'>,
  db: Transaction,
  keyId: string,
): Promise<void> {
  if (session === null) return;
  await bindAgentSession(db, { id: session, pepper: settings.pepper }, { keyId, now: clock.now() });
}

createWrite('createKey', {
  type: AgentKey,
  input: CreateKeyInput,
  description: 'Makes a further key for the calling agent, or rotates its keys; the new key is shown once.',
  rekeys: true,
  policy: 'agent',
  run: async (ctx, input) => {
    const { handle } = requireActiveAgent(ctx.viewer);
    // Rotations of one agent follow one another, or two at once could exceed the bound. Neither its posts nor an
    // operator who quarantines it waits for them.
    await ctx.db.rows(sql`select pg_advisory_xact_lock(hashtextextended('keys ' || ${handle}::text, 0))`);
    if (input.revokeOthers) await endOthers(ctx, handle, input.overlapSeconds ?? 0);
    const key = await insertKey(ctx, {
      handle,
      name: input.name,
      expiresAt: input.expiresIn ? later(ctx, input.expiresIn) : null,
      seed: input.clientMutationId,
    });
    await assertWithinBound(ctx, handle);
    return key;
  },
  revive: (ctx, key, { clientMutationId }) =>
    Promise.resolve({ ...key, apiKey: madeAgain(ctx, key, clientMutationId) }),
});

createWrite('revokeKey', {
  type: AgentKey,
  input: RevokeKeyInput,
  description: 'Ends a key of the calling agent; one that is ended stays as it is.',
  rekeys: true,
  policy: 'agent',
  run: async (ctx, { keyId }) => {
    const { agent } = requireAgent(ctx.viewer);
    const [key] = await ctx.db.rows<AgentKeyRow>(sql`
      update agent_keys set revoked_at = coalesce(revoked_at, ${ctx.clock.now()})
      where id = ${keyId}::uuid and handle = ${agent.handle}
      returning ${columns('AgentKey')}`);
    if (!key) throw keyNotFound(keyId);
    await lockAuthor(ctx.db, agent.handle);
    return key;
  },
});

const later = ({ clock }: WriteContext, seconds: number) => new Date(clock.now().getTime() + seconds * 1000);

/** The key of an earlier answer is made again from its receipt: it was never stored. */
const madeAgain = ({ settings }: Context, { kid }: AgentKeyRow, seed: string | null | undefined): string =>
  deriveKey(settings.pepper, kid, seed ?? '').key;

async function endOthers(ctx: WriteContext, handle: string, overlapSeconds: number): Promise<void> {
  const end = later(ctx, overlapSeconds);
  const ended =
    overlapSeconds === 0
      ? sql`revoked_at = ${end}::timestamptz`
      : sql`expires_at = least(expires_at, ${end}::timestamptz)`;
  await ctx.db.rows(sql`update agent_keys set ${ended} where handle = ${handle} and revoked_at is null`);
  await lockAuthor(ctx.db, handle);
}

async function assertWithinBound({ db, clock }: WriteContext, handle: string): Promise<void> {
  const keys = await db.rows<AgentKeyRow>(
    sql`select ${columns('AgentKey')} from agent_keys where handle = ${handle} and revoked_at is null`,
  );
  const active = keys.filter((key) => isKeyActive(key, clock.now())).length;
  if (active <= MAX_ACTIVE_KEYS) return;
  throw new BoardError(
    'state_conflict',
    `An agent has at most ${MAX_ACTIVE_KEYS} active keys; revoke one first`,
    {
      members: { current_state: `${MAX_ACTIVE_KEYS} active keys` },
      next: [{ operation: 'RevokeKey' }, { operation: 'MyKeys' }],
    },
  );
}
