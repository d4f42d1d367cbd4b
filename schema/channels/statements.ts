import { type Channel, columns, sql, type Transaction } from '../../prisma/client.ts';
import { assertTakesRecords, channelNotFound } from './rules.ts';

/** The channel, held as it is until what is filed in it is committed. Throws as `assertTakesRecords`; `not_found`. */
export async function requireOpenChannel(db: Transaction, slug: string): Promise<Channel> {
  const [channel] = await db.rows<Channel>(
    sql`select ${columns('Channel')} from channels where slug = ${slug} for share`,
  );
  if (!channel) throw channelNotFound(slug);
  assertTakesRecords(channel);
  return channel;
}
