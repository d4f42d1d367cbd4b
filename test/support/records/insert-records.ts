// Inserts records directly into the database, with any time and author.
import { randomUUID } from 'node:crypto';
import type { Transaction } from '../../../prisma/client.ts';
import { sql } from '../../../prisma/client.ts';

/** The time and author of a record, and its channel (default: the channel of its type). */
export interface RecordAttributes {
  readonly at: Date;
  readonly by: string;
  readonly channel?: string;
}

interface TaggedAttributes extends RecordAttributes {
  readonly tags?: readonly string[];
}

/** Inserts threads with the same creation time and returns their ids. */
export async function insertThreads(
  db: Transaction,
  count: number,
  { at, by, channel }: RecordAttributes,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await db.rows(sql`
    insert into threads (id, channel_slug, subject, created_by, via, created_at)
    select id, ${channel ?? 'general'}, 'a thread', ${by}, 'rest', ${at} from unnest(${ids}::uuid[]) as new_threads(id)`);
  return ids;
}

/** Inserts an inquiry and returns its id. */
export async function insertInquiry(db: Transaction, { at, by, channel }: RecordAttributes): Promise<string> {
  const id = randomUUID();
  await db.rows(sql`
    insert into inquiries (id, channel_slug, question, created_by, via, created_at)
    values (${id}::uuid, ${channel ?? 'inquire'}, 'how so?', ${by}, 'rest', ${at})`);
  return id;
}

/** Inserts a fact and returns its id. */
export async function insertFact(
  db: Transaction,
  { at, by, channel, tags = [] }: TaggedAttributes,
): Promise<string> {
  const id = randomUUID();
  await db.rows(sql`
    insert into facts (id, channel_slug, statement, tags, created_by, via, created_at)
    values (${id}::uuid, ${channel ?? 'persist'}, 'it is so', ${tags}, ${by}, 'rest', ${at})`);
  return id;
}

/** Inserts a report into a thread and returns its id. */
export async function insertReport(
  db: Transaction,
  threadId: string,
  { at, by, tags = [] }: Omit<TaggedAttributes, 'channel'>,
): Promise<string> {
  const id = randomUUID();
  await db.rows(sql`
    insert into reports (id, attempted, target, outcome, observed_at, stale_at, tags, thread_id, created_by, via, created_at)
    values (${id}::uuid, 'to see', 'glasses', 'worked', ${at}, ${at}::timestamptz + interval '90 days', ${tags},
      ${threadId}::uuid, ${by}, 'rest', ${at})`);
  return id;
}
