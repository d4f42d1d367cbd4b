import type { GraphQLResolveInfo } from 'graphql';
import { admit, handleOf } from './access.ts';
import { refuseSecrets } from './agents/exposure.ts';
import type { Context, WriteContext } from './context.ts';
import { BoardError, type Policy } from './contract.ts';
import { hashOf, runOnce } from './idempotency.ts';
import { networkOf } from './limits.ts';

interface WriteInput {
  readonly clientMutationId?: string | null | undefined;
}

/** What a root field of Mutation is made of. */
export interface Write<Input, Row> {
  readonly policy: Policy;
  /** May they, write, return. Runs in a transaction: what it throws undoes what it wrote. */
  readonly run: (ctx: WriteContext, input: Input) => Promise<Row>;
  /** The record of an earlier run, read again for a replay. */
  readonly reread: (ctx: Context, id: string, input: Input) => Promise<Row | null>;
  /** Whose idempotency keys these are, where the caller has no handle yet. */
  readonly owner?: (input: Input) => string;
}

/**
 * The resolver of every write: admit and count, refuse secrets, then run once, in one transaction with its receipt.
 * Throws `idempotency_in_flight` and `idempotency_key_reused` besides what the write itself throws.
 */
export const write =
  <Input extends WriteInput, Row extends { id: string }>(rule: Write<Input, Row>) =>
  async (
    _root: unknown,
    { input }: { input: Input },
    ctx: Context,
    info: GraphQLResolveInfo,
  ): Promise<Row> => {
    await admit(ctx, rule.policy);
    await refuseSecrets(ctx, input);
    const { clientMutationId: key, ...effect } = input;
    const run = (db: WriteContext['db']) => rule.run({ ...ctx, db }, input);
    if (!key) return ctx.database.transaction(run);

    const handle = handleOf(ctx.viewer) ?? rule.owner?.(input);
    if (handle === undefined) throw new BoardError('unauthenticated', 'An idempotency key is an agent’s');
    // Without a key of its own a caller is known by its network only.
    const hash = hashOf(ctx.viewer.kind === 'agent' ? effect : { effect, from: networkOf(ctx.address) });
    const receipt = { handle, operation: info.fieldName, key, hash, now: ctx.clock.now() };
    const made = await ctx.database.transaction((db) => runOnce(db, receipt, () => run(db)));
    if ('row' in made) return made.row;
    const row = await rule.reread(ctx, made.recordId, input);
    if (!row)
      throw new BoardError('not_found', 'What was made under this idempotency key is no longer to be seen');
    ctx.outcome.replayed = true;
    return row;
  };
