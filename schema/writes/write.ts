import { setImmediate } from 'node:timers/promises';
import type { InputObjectRef, ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { OpenTransaction } from '../../prisma/client.ts';
import { chargeAndAuthorize } from '../access.ts';
import { checkAuthorAtCommit, toAuthorError } from '../identity/author-check.ts';
import { refuseSecrets } from '../identity/exposed-keys.ts';
import { builder } from '../graphql/builder.ts';
import type { Context, WriteContext } from '../context.ts';
import { BoardError, type AccessPolicy } from '../contract.ts';
import {
  assertUnusedKey,
  findReplay,
  hashInput,
  receiptOwner,
  type Receipt,
  toReceiptKey,
  runOnce,
} from './idempotency.ts';
import { toNetwork } from '../rate-limits.ts';
import { findBrokenRules, type InputRule, toInputError } from './input-rules.ts';
import { checkArguments } from '../graphql/validation.ts';

type Types = typeof builder.$inferSchemaTypes;

interface WriteInput {
  readonly clientMutationId?: string | null | undefined;
}

/** A root field of Mutation: lock and meter, what it takes and gives, and what it does. */
export interface Write<Input, Row, Prepared> {
  readonly type: ObjectRef<Types, Row>;
  readonly input: InputObjectRef<Types, Input>;
  readonly description: string;
  readonly policy: AccessPolicy;
  /** What holds between the fields of the input. */
  readonly rules?: readonly InputRule<Input>[];
  /** What takes long and needs no transaction, before there is one; a replay goes without it. */
  readonly prepare?: (ctx: Context, input: Input) => Promise<Prepared>;
  /** May they, write, return. Runs in a transaction: what it throws undoes what it wrote, and it may run again. */
  readonly run: (ctx: WriteContext, input: Input, prepared: Prepared) => Promise<Row>;
  /** Whether it may share a transaction with others (`Database.shared`); default false. */
  readonly shared?: boolean;
  /** Whose idempotency keys these are, where the caller has no handle yet. */
  readonly owner?: (input: Input) => string;
  /** Changes who may call: what is remembered of callers is forgotten once it is done. */
  readonly rekeys?: true;
  /** Adds to the stored answer of an earlier run what is never stored: a key. */
  readonly revive?: (ctx: Context, row: Row, input: Input) => Promise<Row>;
}

/**
 * Makes a write, the one way a write is made: admit and count, read the input, refuse secrets, then run once, in one
 * transaction with its receipt. Its field is nullable, so that its failure leaves the answers of the writes beside it.
 */
export function createWrite<Input extends WriteInput, Row extends { id: string }, Prepared>(
  name: string,
  rule: Write<Input, Row, Prepared>,
): void {
  const { type, input, description, policy, rules = [] } = rule;
  builder.mutationField(name, (t) =>
    t.field({
      type,
      nullable: true,
      description,
      args: { input: t.arg({ type: input, required: true, description: 'What to write.' }) },
      extensions: { policy, rules },
      // Pothos cannot follow a type that is a parameter; the signature above holds both ends together.
      resolve: createResolver(rule) as never,
    }),
  );
}

type Args<Input> = Readonly<{ input: Input }>;

const createResolver =
  <Input extends WriteInput, Row extends { id: string }, Prepared>(rule: Write<Input, Row, Prepared>) =>
  async (_root: unknown, args: Args<Input>, ctx: Context, info: GraphQLResolveInfo): Promise<Row> => {
    await chargeAndAuthorize(ctx, rule.policy);
    // The writes of a caller's document take turns with other requests: the input of each may take a while to read.
    if (ctx.reservedPoints > 0) await setImmediate();
    const read = await readInput(rule, args, { ctx, info });
    await refuseSecrets(ctx, read);
    const receipt = createReceipt(rule, read, { ctx, operation: info.fieldName });
    const input = receipt ? { ...read, clientMutationId: receipt.key } : read;
    const replay = (stored: Row): Row | Promise<Row> => {
      ctx.outcome.replayed.push(String(info.path.key));
      return rule.revive ? rule.revive(ctx, stored, input) : stored;
    };
    const earlier = rule.prepare && receipt && (await findReplay<Row>(ctx.database, receipt));
    if (earlier) return replay(earlier.stored);

    const prepared = (await rule.prepare?.({ ...ctx, loaders: ctx.loaders.complete }, input)) as Prepared;
    const run = (db: WriteContext['db']) => rule.run({ ...ctx, db }, input, prepared);
    try {
      if (!receipt) return await transact(ctx, rule, run);
      const made = await transact(ctx, rule, (db) => runOnce(db, receipt, () => run(db)));
      return 'row' in made ? made.row : await replay(made.stored);
    } finally {
      if (rule.rekeys) ctx.credentialCache.clear();
    }
  };

/** Runs a write in a transaction that commits only while its author may write. */
async function transact<Result>(
  { database, viewer }: Context,
  { shared }: { readonly shared?: boolean },
  work: (db: OpenTransaction) => Promise<Result>,
): Promise<Result> {
  const begin = shared ? database.groupCommit : database.transaction;
  try {
    return await begin(async (db) => {
      const result = await work(db);
      checkAuthorAtCommit(db, viewer);
      return result;
    });
  } catch (error) {
    throw toAuthorError(error) ?? error;
  }
}

interface Call {
  readonly ctx: Context;
  readonly info: GraphQLResolveInfo;
}

/** A key that was used already is what is wrong with invalidFields input under it (decisions, section 2, order of checks). */
async function readInput<Input extends WriteInput>(
  { rules = [] }: { readonly rules?: readonly InputRule<Input>[] },
  args: Args<Input>,
  { ctx, info }: Call,
): Promise<Input> {
  const { read, issues } = checkArguments(args, info);
  const { input } = read as Args<Input>;
  const invalidFields = new Set(issues.map(({ path: [, field] }) => field));
  const faults = [...issues, ...findBrokenRules(rules, { input, now: ctx.clock.now(), invalidFields })];
  if (faults.length === 0) return input;
  await refuseSecrets(ctx, input);
  await assertUnusedKey(ctx, info.fieldName, args.input.clientMutationId);
  throw toInputError(faults);
}

interface Asked {
  readonly ctx: Context;
  readonly operation: string;
}

function createReceipt<Input extends WriteInput>(
  rule: { readonly owner?: (input: Input) => string },
  { clientMutationId, ...effect }: Input,
  { ctx, operation }: Asked,
): Receipt | null {
  // Without a key of its own a caller is known by its network only.
  const hash = hashInput(ctx.viewer.kind === 'anonymous' ? { effect, from: toNetwork(ctx.address) } : effect);
  const key = toReceiptKey(clientMutationId, { hash, ctx });
  if (!key) return null;
  const owner = receiptOwner(ctx.viewer) ?? rule.owner?.(effect as Input);
  if (owner === undefined) throw new BoardError('unauthenticated', 'An idempotency key is an agent’s');
  return { owner, operation, ...key, hash, now: ctx.clock.now() };
}
