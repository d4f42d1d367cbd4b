import { type Channel, columns, sql, type Sql, type Transaction } from '../../prisma/client.ts';
import { batchPerTransaction } from '../data/batch-per-transaction.ts';
import { assertAcceptsNewRecords, assertWritable, channelNotFound } from './rules.ts';

/**
 * Locks channels against changes until the transaction ends. In order of slug, so that transactions cannot deadlock.
 */
const lockShared = batchPerTransaction<string, Channel | undefined>(async (db, slugs) => {
  const rows = await db.rows<Channel>(sql`
    select ${columns('Channel')} from channels where slug = any(${slugs}::text[]) order by slug for share`);
  return slugs.map((slug) => rows.find((channel) => channel.slug === slug));
});

/**
 * Returns a channel that accepts new records, locked against changes until the transaction ends. Throws `not_found`,
 * `state_conflict` or `operation_not_in_scope`.
 */
export async function requireOpenChannel(db: Transaction, slug: string): Promise<Channel> {
  const channel = await lockShared(db, slug);
  if (!channel) throw channelNotFound(slug);
  assertAcceptsNewRecords(channel);
  return channel;
}

/** The condition that the channel whose slug is in the column `slug` passes `assertWritable`. */
export const whereChannelIsWritable = (slug: Sql): Sql => sql`exists (
  select from channels where channels.slug = ${slug} and posting <> 'closed' and not archived)`;

/** Throws `state_conflict` if the channel exists and is closed or archived. Takes no lock. */
export async function assertChannelWritable(db: Transaction, slug: string): Promise<void> {
  const [channel] = await db.rows<Channel>(
    sql`select ${columns('Channel')} from channels where slug = ${slug}`,
  );
  if (channel) assertWritable(channel);
}

/** Like `assertChannelWritable`, and locks the channel against changes until the transaction ends. */
export async function lockWritableChannel(db: Transaction, slug: string): Promise<void> {
  const channel = await lockShared(db, slug);
  if (channel) assertWritable(channel);
}

/**
 * Waits for posts and answers in flight and blocks new ones until this transaction ends. They do not lock their
 * channel, so without this they could be committed after the channel is closed.
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
