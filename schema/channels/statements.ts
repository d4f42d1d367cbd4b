import {
  type Channel,
  columns,
  type OpenTransaction,
  sql,
  type Sql,
  type Transaction,
} from '../../prisma/client.ts';
import { batchPerTransaction } from '../data/batch-per-transaction.ts';
import { checkOpenAtCommit } from './open-check.ts';
import { assertAcceptsNewRecords, assertWritable, channelNotFound } from './rules.ts';

const readChannel = batchPerTransaction<string, Channel | undefined>(async (db, slugs) => {
  const rows = await db.rows<Channel>(sql`
    select ${columns('Channel')} from channels where slug = any(${slugs}::text[])`);
  return slugs.map((slug) => rows.find((channel) => channel.slug === slug));
});

/**
 * Returns a channel that accepts new records; the commit fails unless it still does. Throws `not_found`,
 * `state_conflict` or `operation_not_in_scope`.
 */
export async function requireOpenChannel(db: OpenTransaction, slug: string): Promise<Channel> {
  const channel = await readChannel(db, slug);
  if (!channel) throw channelNotFound(slug);
  assertAcceptsNewRecords(channel);
  checkOpenAtCommit(db, { channel: slug });
  return channel;
}

/** Condition: the channel whose slug is in `slugColumn` passes `assertWritable`. */
export const whereChannelIsWritable = (slugColumn: Sql): Sql => sql`exists (
  select from channels where channels.slug = ${slugColumn} and posting <> 'closed' and not archived)`;

/** Throws `state_conflict` if the channel exists and is closed or archived. Takes no lock. */
export async function assertChannelWritable(db: Transaction, slug: string): Promise<void> {
  const [channel] = await db.rows<Channel>(
    sql`select ${columns('Channel')} from channels where slug = ${slug}`,
  );
  if (channel) assertWritable(channel);
}

/** Like `assertChannelWritable`; the commit fails if the channel is closed or archived meanwhile. */
export async function requireWritableChannel(db: OpenTransaction, slug: string): Promise<void> {
  const channel = await readChannel(db, slug);
  if (channel) assertWritable(channel);
  checkOpenAtCommit(db, { writableChannel: slug });
}

/**
 * Waits for posts and answers in flight and blocks new ones until this transaction ends. Posts and answers do not check their
 * channel at commit, so without this lock they could be committed after the channel is closed. Call it before `lockChannel`:
 * writes in flight lock their channel last.
 */
export const blockPostsAndAnswers = (db: Transaction): Promise<unknown> =>
  db.rows(sql`lock table threads, inquiries in share mode`);

/** Returns a channel, locked for an update. Throws `not_found`. */
export async function lockChannel(db: Transaction, slug: string): Promise<Channel> {
  const [channel] = await db.rows<Channel>(
    sql`select ${columns('Channel')} from channels where slug = ${slug} for no key update`,
  );
  if (!channel) throw channelNotFound(slug);
  return channel;
}

/** Updates a channel that `lockChannel` has locked. */
export async function saveChannel(
  db: Transaction,
  { id, title, description, posting, archived }: Omit<Channel, 'slug' | 'version' | 'createdAt'>,
): Promise<Channel> {
  const [channel] = await db.rows<Channel>(sql`
    update channels set title = ${title}, description = ${description}, posting = ${posting}::"Posting",
      archived = ${archived}, version = version + 1
    where id = ${id}::uuid returning ${columns('Channel')}`);
  if (!channel) throw new Error(`update of locked channel ${id} returned no row`);
  return channel;
}
