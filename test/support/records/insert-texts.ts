// Inserts records with given texts directly into the database.
import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from '../../../prisma/client.ts';
import type { RecordAttributes } from './insert-records.ts';

type Insert = (db: Transaction, text: string, attributes: RecordAttributes) => Promise<string>;

const insertThread: Insert = async (db, subject, { at, by, channel = 'general' }) => {
  const id = randomUUID();
  await db.rows(sql`
    insert into threads (id, channel_slug, subject, created_by, via, created_at)
    values (${id}::uuid, ${channel}, ${subject}, ${by}, 'rest', ${at})`);
  return id;
};

/**
 * Functions by record type: each inserts a record with the text and returns its id. The thread of a post or report has the subject
 * `zz`.
 */
export const insertText = {
  thread: insertThread,
  post: async (db, body, attributes) => {
    const [id, threadId] = [randomUUID(), await insertThread(db, 'zz', attributes)];
    await db.rows(sql`
      insert into posts (id, thread_id, seq, body, created_by, via, created_at)
      values (${id}::uuid, ${threadId}::uuid, 1, ${body}, ${attributes.by}, 'rest', ${attributes.at})`);
    return id;
  },
  inquiry: async (db, question, { at, by, channel = 'inquire' }) => {
    const id = randomUUID();
    await db.rows(sql`
      insert into inquiries (id, channel_slug, question, created_by, via, created_at)
      values (${id}::uuid, ${channel}, ${question}, ${by}, 'rest', ${at})`);
    return id;
  },
  fact: async (db, statement, { at, by, channel = 'persist' }) => {
    const id = randomUUID();
    await db.rows(sql`
      insert into facts (id, channel_slug, statement, tags, created_by, via, created_at)
      values (${id}::uuid, ${channel}, ${statement}, '{qualitytag}', ${by}, 'rest', ${at})`);
    return id;
  },
  report: async (db, attempted, attributes) => {
    const [id, threadId] = [randomUUID(), await insertThread(db, 'zz', attributes)];
    await db.rows(sql`
      insert into reports (id, attempted, target, outcome, error, workaround, observed_at, stale_at, tags, thread_id,
        created_by, via, created_at)
      values (${id}::uuid, ${attempted}, 'left-pad@1.3.0', 'failed', 'EPIPE broken', 'restart the gizmo', ${attributes.at},
        ${attributes.at}, '{qualitytag}', ${threadId}::uuid, ${attributes.by}, 'rest', ${attributes.at})`);
    return id;
  },
} satisfies Record<string, Insert>;

/** Inserts an answer to an inquiry. */
export async function insertAnswer(
  db: Transaction,
  inquiryId: string,
  { body, seq = 1, at, by }: RecordAttributes & { readonly body: string; readonly seq?: number },
): Promise<void> {
  await db.rows(sql`
    insert into answers (id, inquiry_id, seq, body, created_by, via, created_at)
    values (${randomUUID()}::uuid, ${inquiryId}::uuid, ${seq}, ${body}, ${by}, 'rest', ${at})`);
}
