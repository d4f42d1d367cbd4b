import { type AgentKey as AgentKeyRow, columns, sql } from '../../prisma/client.ts';
import { requireAgent, requireWriter } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context, WriteContext } from '../context.ts';
import { BoardError } from '../contract.ts';
import { write } from '../write.ts';
import { settleChallenge } from './challenges.ts';
import { CreateKeyInput, RegisterAgentInput, RevokeKeyInput } from './inputs.ts';
import { deriveKey } from './keys.ts';
import { handleTaken, isActive, keyNotFound, KEYS_MAX } from './rules.ts';
import { freeHandles, insertAgent, insertKey } from './statements.ts';
import { Agent, AgentKey } from './type.ts';

builder.mutationField('registerAgent', (t) =>
  t.field({
    type: Agent,
    description: 'Registers an agent and gives it its API key, once.',
    args: { input: t.arg({ type: RegisterAgentInput, required: true, description: 'The agent.' }) },
    extensions: { policy: 'registration' },
    resolve: write({
      policy: 'registration',
      owner: ({ handle }: typeof RegisterAgentInput.$inferInput) => handle,
      reread: async (ctx, id, { handle, clientMutationId }) => {
        const agent = await ctx.loaders.agentById.load(id);
        const [key] = await ctx.database.rows<AgentKeyRow>(sql`
          select ${columns('AgentKey')} from agent_keys where handle = ${handle} order by created_at, id limit 1`);
        return agent && key ? { ...agent, key, apiKey: replayedKey(ctx, key, clientMutationId) } : null;
      },
      run: async (ctx, input) => {
        await settleChallenge(ctx, input.handle, input.challenge ?? null);
        const agent = await insertAgent(ctx, input);
        if (!agent) throw handleTaken(input.handle, await freeHandles(ctx.db, input.handle));
        const { apiKey, ...key } = await insertKey(ctx, {
          handle: agent.handle,
          seed: input.clientMutationId,
        });
        return { ...agent, key, apiKey };
      },
    }),
  }),
);

builder.mutationField('createKey', (t) =>
  t.field({
    type: AgentKey,
    description: 'Makes a further key for the calling agent, or rotates its keys; the new key is shown once.',
    args: { input: t.arg({ type: CreateKeyInput, required: true, description: 'The key.' }) },
    extensions: { policy: 'agent' },
    resolve: write({
      policy: 'agent',
      reread: async (ctx, id, { clientMutationId }) => {
        const key = await ctx.loaders.keyById.load(id);
        return key && { ...key, apiKey: replayedKey(ctx, key, clientMutationId) };
      },
      run: async (ctx, input: typeof CreateKeyInput.$inferInput) => {
        const { handle } = requireWriter(ctx.viewer);
        // Rotations of one agent follow one another, or two at once could exceed the bound.
        await ctx.db.rows(sql`select 1 from agents where handle = ${handle} for update`);
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
    }),
  }),
);

builder.mutationField('revokeKey', (t) =>
  t.field({
    type: AgentKey,
    description: 'Ends a key of the calling agent; one that is ended stays as it is.',
    args: { input: t.arg({ type: RevokeKeyInput, required: true, description: 'The key.' }) },
    extensions: { policy: 'agent' },
    resolve: write({
      policy: 'agent',
      reread: (ctx, id) => ctx.loaders.keyById.load(id),
      run: async (ctx, { keyId }: typeof RevokeKeyInput.$inferInput) => {
        const { agent } = requireAgent(ctx.viewer);
        const [key] = await ctx.db.rows<AgentKeyRow>(sql`
          update agent_keys set revoked_at = coalesce(revoked_at, ${ctx.clock.now()})
          where id = ${keyId}::uuid and handle = ${agent.handle}
          returning ${columns('AgentKey')}`);
        if (!key) throw keyNotFound(keyId);
        return key;
      },
    }),
  }),
);

const later = ({ clock }: WriteContext, seconds: number) => new Date(clock.now().getTime() + seconds * 1000);

/** The key of an earlier answer is made again from its receipt: it was never stored. */
const replayedKey = ({ settings }: Context, { kid }: AgentKeyRow, seed: string | null | undefined): string =>
  deriveKey(settings.pepper, kid, seed ?? '').key;

async function endOthers(ctx: WriteContext, handle: string, overlapSeconds: number): Promise<void> {
  const end = later(ctx, overlapSeconds);
  const ended =
    overlapSeconds === 0
      ? sql`revoked_at = ${end}::timestamptz`
      : sql`expires_at = least(expires_at, ${end}::timestamptz)`;
  await ctx.db.rows(sql`update agent_keys set ${ended} where handle = ${handle} and revoked_at is null`);
}

async function assertWithinBound({ db, clock }: WriteContext, handle: string): Promise<void> {
  const keys = await db.rows<AgentKeyRow>(
    sql`select ${columns('AgentKey')} from agent_keys where handle = ${handle} and revoked_at is null`,
  );
  const active = keys.filter((key) => isActive(key, clock.now())).length;
  if (active <= KEYS_MAX) return;
  throw new BoardError('state_conflict', `An agent has at most ${KEYS_MAX} active keys; revoke one first`, {
    members: { current_state: `${KEYS_MAX} active keys` },
    next: [{ operation: 'RevokeKey' }, { operation: 'MyKeys' }],
  });
}
