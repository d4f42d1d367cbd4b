import type { OpenTransaction } from '../../prisma/client.ts';
import { toClosedError } from '../channels/open-check.ts';
import type { Context } from '../context.ts';
import { checkAuthorAtCommit, toAuthorError } from '../identity/author-check.ts';
import { toRegion } from '../values/networks.ts';

/**
 * Maximum bytes of the input of a short write. Indexing a longer text takes so long that it would delay other writes
 * noticeably.
 */
const MAX_SHORT_BYTES = 8 * 1024;

/** How the transaction of a write runs. */
export interface WriteTransaction<Input> {
  /**
   * The ids of the records whose rows `run` locks or updates. The write starts when no running write of this
   * process locks one of them. Default none: a write does not lock the records that it only refers to.
   */
  readonly locks?: (input: Input, ctx: Context) => readonly string[] | Promise<readonly string[]>;
  /** Whether the write may share a transaction with other writes (`Database.groupCommit`); default false. */
  readonly isGroupable?: boolean;
  /**
   * The queue of the write, for writes that can take minutes. The writes of a caller with the same queue run at most two at a time,
   * and its other writes do not wait for them. Default: the queue of all other writes of the caller.
   */
  readonly queue?: string;
}

/** Runs a write in a transaction. The commit fails if the author has been quarantined or its key revoked meanwhile. */
export async function transact<Input extends object, Result>(
  ctx: Context,
  { isGroupable, input, locks, queue }: WriteTransaction<Input> & { readonly input: Input },
  work: (db: OpenTransaction) => Promise<Result>,
): Promise<Result> {
  const { database, viewer, queueKey, address } = ctx;
  const bytes = Buffer.byteLength(JSON.stringify(input));
  const records = (await locks?.(input, ctx)) ?? [];
  const caller = queue === undefined ? queueKey : `${queueKey} ${queue}`;
  const entry = { caller, region: toRegion(address), bytes, records };
  const shortTransaction = isGroupable ? 'groupCommit' : 'transaction';
  const method = bytes > MAX_SHORT_BYTES ? 'longTransaction' : shortTransaction;
  try {
    return await database[method](async (db) => {
      const result = await work(db);
      checkAuthorAtCommit(db, viewer);
      return result;
    }, entry);
  } catch (error) {
    throw toAuthorError(error) ?? toClosedError(error) ?? error;
  }
}
