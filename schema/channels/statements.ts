import { type Channel, columns, sql, type Sql, type Transaction } from '../../prisma/client.ts';
import { batchPerTransaction } from '../data/batch-per-transaction.ts';
import { assertAcceptsNewRecords, assertWritable, channelNotFound } from './rules.ts';

const shareChannel = batchPerTransaction<string, Channel | undefined>(async (db, slugs) => {
  const rows = await db.rows<Channel>(sql`
    select ${columns('Channel')} from channels where slug = any(${slugs}::text[]) order by slug for share`);
  return slugs.map((slug) => rows.find((channel) => channel.slug === slug));
});

/** The channel, held as it is until what is filed in it is committed. Throws as `assertTakesRecords`; `not_found`. */
export async function requireOpenChannel(db: Transaction, slug: string): Promise<Channel> {
  const channel = await shareChannel(db, slug);
  if (!channel) throw channelNotFound(slug);
  assertAcceptsNewRecords(channel);
  return channel;
}

/** Whether what is in a channel may be added to, as `assertWritten` has it; `slug` is a column. */
export const whereChannelIsWritable = (slug: Sql): Sql => sql`exists (
  select from channels where channels.slug = ${slug} and posting <> 'closed' and not archived)`;

/** Throws `state_conflict` where a channel that is there is closed or archived. It holds nobody up. */
export async function assertChannelWritable(db: Transaction, slug: string): Promise<void> {
  const [channel] = await db.rows<Channel>(
    sql`select ${columns('Channel')} from channels where slug = ${slug}`,
  );
  if (channel) assertWritable(channel);
}

/** The same of a channel that is held as it is until what is written in it is committed. */
export async function lockWritableChannel(db: Transaction, slug: string): Promise<void> {
  const channel = await shareChannel(db, slug);
  if (channel) assertWritable(channel);
}

/** Waits for who posts or answers at the moment, for they hold no channel; nobody begins to until this is committed. */
export const blockPostsAndAnswers = (db: Transaction): Promise<unknown> =>
  db.rows(sql`lock table threads, inquiries in share mode`);

/** The channel, held until what changes it is committed. Throws `not_found`. */
export async function lockChannel(db: Transaction, slug: string): Promise<Channel> {
  const [channel] = await db.rows<Channel>(
    sql`select ${columns('Channel')} from channels where slug = ${slug} for no key update`,
  );
  if (!channel) throw channelNotFound(slug);
  return channel;
}

/** Changes a channel that is held. */
export async function saveChannel(
  db: Transaction,
  { id, title, description, posting, archived }: Omit<Channel, 'slug' | 'version' | 'createdAt'>,
): Promise<Channel> {
  const [channel] = await db.rows<Channel>(sql`
    update channels set title = ${title}, description = ${description}, posting = ${posting}::"Posting",
      archived = ${archived}, version = version + 1
    where id = ${id}::uuid returning ${columns('Channel')}`);
  if (!channel) throw new Error('a channel that was held is gone');
  return channel;
}
