import { setImmediate } from 'node:timers/promises';
import type { InputObjectRef, ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { authorizeWrite, isOperator, type WriterOf } from '../access.ts';
import { createReadOnlyError } from '../errors.ts';
import { clearAfter } from '../identity/credential-cache.ts';
import { refuseSecrets } from '../identity/exposed-keys.ts';
import { builder } from '../graphql/builder.ts';
import type { Context, WriteContext } from '../context.ts';
import { BoardError, type AccessPolicy } from '../contract.ts';
import { findReplay, hashInput, receiptOwner, type Receipt, toReceiptKey, runOnce } from './idempotency.ts';
import { toNetwork } from '../values/networks.ts';
import { checkInput } from './check-input.ts';
import { findBrokenRules, type InputRule } from './input-rules.ts';
import { createPayloadType, type CreatePayload, type Payload } from './payload.ts';
import { checkArguments } from '../graphql/validation.ts';
import { assertMayBeginWrite } from './time-limit.ts';
import { transact, type WriteTransaction } from './transact.ts';

type Types = typeof builder.$inferSchemaTypes;

interface WriteInput {
  readonly idempotencyKey?: string | null | undefined;
  readonly clientMutationId?: string | null | undefined;
}

/** Definition of a root field of Mutation. */
export interface Write<
  Input,
  Row,
  Prepared,
  Policy extends AccessPolicy = AccessPolicy,
> extends WriteTransaction<Input> {
  readonly type: ObjectRef<Types, Row>;
  readonly input: InputObjectRef<Types, Input>;
  readonly description: string;
  readonly policy: Policy;
  /** Rules that involve several fields of the input, or the time. */
  readonly rules?: readonly InputRule<Input>[];
  /**
   * Whether `prepare` waits for another host. The document then counts among those that wait for news. `prepare` must refuse the
   * call if the request would keep much in memory meanwhile (`Context.mayWait`).
   */
  readonly waits?: true;
  /** Slow work that needs no transaction. Runs before the transaction, and not for a replay. */
  readonly prepare?: (
    ctx: Context & { readonly viewer: WriterOf<Policy> },
    input: Input,
  ) => Promise<Prepared>;
  /**
   * Checks permissions, writes and returns the row. Runs in a transaction, which an error rolls back; may run again.
   */
  readonly run: (ctx: WriteContext<WriterOf<Policy>>, input: Input, prepared: Prepared) => Promise<Row>;
  /** Null for each member that the caller got from the board and that may look like a secret. */
  readonly withoutSecrets?: Readonly<Partial<Record<keyof Input, null>>>;
  /**
   * Returns members that replace those of the input before the receipt's hash is computed, so that inputs with the same effect have
   * equal hashes.
   */
  readonly toEffect?: (input: Input) => object;
  /** Owner of the idempotency keys of anonymous callers. Without it, an anonymous call with a key throws `unauthenticated`. */
  readonly owner?: (input: Input) => string;
  /**
   * Which equal `/get` actions without an idempotency key count as retries: actions with any API key of the agent (default), or
   * with the same API key. A retry gets the first response. `none` is for writes that may be repeated without harm and whose
   * first response may be outdated.
   */
  readonly getRetries?: 'sameAgent' | 'sameKey' | 'none';
  /** For how many seconds such an equal action counts as a retry, if not 60. At most `RECEIPT_HOURS`: older receipts are deleted. */
  readonly retrySeconds?: (input: Input) => number | undefined;
  /** Whether the write changes keys or agents, so that the credential cache must be cleared. */
  readonly changesCredentials?: true;
  /** Returns the row of a replay: the stored row, with members that receipts never store, such as an API key. May throw. */
  readonly revive?: (ctx: Context, row: Row, input: Input) => Promise<Row>;
}

/**
 * Adds a root field to Mutation. Every write takes these steps: count the call and check access, validate the input,
 * reject secrets, `prepare`, then `run` in one transaction with the idempotency receipt. The field is nullable, so that an
 * error leaves the results of other writes of the document intact.
 */
export function createWrite<
  Input extends WriteInput,
  Row extends { id: string },
  Prepared,
  Policy extends AccessPolicy,
>(name: string, definition: Write<Input, Row, Prepared, Policy>): void {
  const { type, input, description, policy, rules = [], waits = false } = definition;
  const { payloadType, createPayload } = createPayloadType(name, type);
  builder.mutationField(name, (t) =>
    t.field({
      type: payloadType,
      nullable: true,
      description,
      args: { input: t.arg({ type: input, required: true, description: 'The input of the write.' }) },
      extensions: { policy, rules, waits },
      // Pothos cannot infer types from a type parameter; the signature of createWrite checks them.
      resolve: createResolver(definition, createPayload) as never,
    }),
  );
}

type Args<Input> = Readonly<{ input: Input }>;

const createResolver =
  <Input extends WriteInput, Row extends { id: string }, Prepared, Policy extends AccessPolicy>(
    definition: Write<Input, Row, Prepared, Policy>,
    createPayload: CreatePayload<Row>,
  ) =>
  async (_root: unknown, args: Args<Input>, ctx: Context, info: GraphQLResolveInfo): Promise<Payload> => {
    assertMayBeginWrite(ctx);
    // An anonymous call of a field that needs a key counts on the shared `anon` bucket before it is refused.
    await ctx.meter.charge(definition.policy, ctx.operationCall);
    const viewer = authorizeWrite(ctx.viewer, definition.policy);
    if (ctx.isReadOnly() && !isOperator(viewer)) throw createReadOnlyError();
    // Yield to other requests before each write of a caller's document: validating long input takes time.
    if (ctx.reservedPoints > 0) await setImmediate();
    const validated = await readInput(definition, addIdempotencyKey(args, ctx), { ctx, info });
    await refuseSecrets(ctx, { ...validated, ...definition.withoutSecrets });
    const receipt = createReceipt(definition, validated, { ctx, operation: info.fieldName });
    const input = receipt ? { ...validated, idempotencyKey: receipt.key } : validated;
    const { clientMutationId } = input;
    const replay = async (stored: Row): Promise<Payload> => {
      const row = definition.revive ? await definition.revive(ctx, stored, input) : stored;
      ctx.writeOutcome.isReplayed = true;
      return createPayload(row, { clientMutationId, replayed: true });
    };
    const earlierResult = definition.prepare && receipt && (await findReplay<Row>(ctx.database, receipt));
    if (earlierResult) return await replay(earlierResult.stored);

    const prepared = (await definition.prepare?.(
      { ...ctx, viewer, loaders: ctx.loaders.complete },
      input,
    )) as Prepared;
    const run = (db: WriteContext['db']) => definition.run({ ...ctx, viewer, db }, input, prepared);
    const write = async (): Promise<Payload> => {
      const transaction = { ...definition, input };
      const result = await transact(ctx, transaction, async (db) =>
        receipt ? runOnce(db, receipt, () => run(db)) : { row: await run(db) },
      );
      return 'row' in result
        ? createPayload(result.row, { clientMutationId, replayed: false })
        : replay(result.stored);
    };
    return definition.changesCredentials ? clearAfter(ctx.credentialCache, write) : write();
  };

/** Adds the idempotency key of the request to an input that has none. */
const addIdempotencyKey = <Input extends WriteInput>(
  args: Args<Input>,
  { idempotencyKey }: Context,
): Args<Input> =>
  idempotencyKey === null
    ? args
    : { input: { ...args.input, idempotencyKey: args.input.idempotencyKey ?? idempotencyKey } };

/**
 * Validates the input and returns it normalized. The input of a fixed document was already validated as variables of the document,
 * so it is returned as it is. Throws the errors of `checkInput`.
 */
async function readInput<Input extends WriteInput>(
  { rules = [] }: { readonly rules?: readonly InputRule<Input>[] },
  args: Args<Input>,
  { ctx, info }: { readonly ctx: Context; readonly info: GraphQLResolveInfo },
): Promise<Input> {
  if (ctx.isFixedDocument) return args.input;
  const { value, issues } = checkArguments(args, info);
  const { input } = value as Args<Input>;
  const invalidFields = new Set(issues.map(({ path: [, field] }) => field));
  await checkInput(ctx, { operation: info.fieldName, input }, (now) => ({
    issues: [...issues, ...findBrokenRules(rules, { input, now, invalidFields })],
  }));
  return input;
}

function createReceipt<Input extends WriteInput>(
  {
    owner: ownerOf,
    getRetries,
    retrySeconds,
    toEffect,
  }: Pick<Write<Input, never, never>, 'owner' | 'getRetries' | 'retrySeconds' | 'toEffect'>,
  validated: Input,
  { ctx, operation }: { readonly ctx: Context; readonly operation: string },
): Receipt | null {
  const {
    clientMutationId: _unused,
    idempotencyKey,
    ...effect
  } = toEffect ? { ...validated, ...toEffect(validated) } : validated;
  // Anonymous callers are distinguished by their network only.
  const hash = hashInput(ctx.viewer.kind === 'anonymous' ? { effect, from: toNetwork(ctx.address) } : effect);
  const keyId = getRetries === 'sameKey' && ctx.viewer.kind === 'agent' ? ctx.viewer.key.id : null;
  const key = toReceiptKey(idempotencyKey, {
    action: getRetries === 'none' ? null : { effect, by: keyId },
    retrySeconds: retrySeconds?.(validated),
    ctx,
  });
  if (!key) return null;
  const owner = receiptOwner(ctx.viewer) ?? ownerOf?.(effect as Input);
  if (owner === undefined) throw new BoardError('unauthenticated', 'An idempotency key requires an API key');
  return { owner, operation, ...key, hash, now: ctx.clock.now() };
}
