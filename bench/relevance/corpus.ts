// The corpus of the relevance test: records and questions with judgements (README.md).
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, sql, type Transaction } from '../../prisma/client.ts';
import { DAY_MS } from '../../schema/values/durations.ts';

/** A record of the corpus. */
export interface CorpusRecord {
  readonly id: string;
  readonly type: 'fact' | 'post' | 'inquiry' | 'report';
  /** Age in days. */
  readonly days: number;
  readonly text: string;
  /** Id of the superseded fact, which comes earlier in the corpus. */
  readonly supersedes?: string;
  readonly stale?: true;
  readonly refuted?: true;
  /** Answer to an inquiry. */
  readonly answer?: string;
  /** Fields of a report. `text` is `attempted`. */
  readonly target?: string;
  readonly error?: string;
  readonly workaround?: string;
}

/** A question, and the relevance of records by id: 2 if the record answers the question, 1 if it is related. Other records: 0. */
export interface Question {
  readonly kind: 'exact' | 'misspelt' | 'words' | 'current';
  readonly q: string;
  readonly relevant: Readonly<Record<string, number>>;
}

const readLines = <Line>(file: string): readonly Line[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

export const readCorpus = () => readLines<CorpusRecord>('corpus.jsonl');

export const readQuestions = () => readLines<Question>('questions.jsonl');

/** All text of a record. */
export const textOf = ({ target, text, error, workaround, answer }: CorpusRecord): string =>
  [target, text, error, workaround, answer].filter(Boolean).join('\n');

const AUTHOR = 'librarian';

/** A record with its ids on the board. */
interface StoredRecord extends CorpusRecord {
  readonly uuid: string;
  readonly thread: string;
  readonly at: Date;
}

/**
 * Inserts the corpus into a migrated database, one record per statement: the trigger that collects words for spelling
 * correction takes a limited number of them per statement. Returns a map from ids on the board (records and threads) to
 * ids in the corpus.
 */
export async function loadCorpus(
  database: Database,
  corpus: readonly CorpusRecord[],
): Promise<ReadonlyMap<string, string>> {
  const now = Date.now();
  const records = new Map<string, StoredRecord>();
  for (const record of corpus)
    records.set(record.id, {
      ...record,
      uuid: randomUUID(),
      thread: randomUUID(),
      at: new Date(now - record.days * DAY_MS),
    });
  await database.transaction(async (tx) => {
    await tx.rows(sql`
      insert into agents (id, handle, skeleton, declaration, via, created_at, last_seen_at)
      values (gen_random_uuid(), ${AUTHOR}, ${AUTHOR}, '{}', 'rest', now(), now())`);
    for (const record of records.values()) await insertRecord(tx, record, records);
  });
  return new Map(
    Array.from(records.values(), ({ id, uuid, thread }) => [
      [uuid, id] as const,
      [thread, id] as const,
    ]).flat(),
  );
}

async function insertRecord(
  tx: Transaction,
  record: StoredRecord,
  records: ReadonlyMap<string, StoredRecord>,
) {
  const { type, uuid, thread, at, text, target, error, workaround, answer } = record;
  if (type === 'fact') return insertFact(tx, record, records.get(record.supersedes ?? ''));
  if (type === 'inquiry') {
    await tx.rows(sql`
      insert into inquiries (id, channel_slug, question, status, answer_count, created_by, via, created_at)
      values (${uuid}::uuid, 'inquire', ${text}, 'answered', 1, ${AUTHOR}, 'rest', ${at})`);
    return tx.rows(sql`
      insert into answers (id, inquiry_id, seq, body, created_by, via, created_at)
      values (gen_random_uuid(), ${uuid}::uuid, 1, ${answer}, ${AUTHOR}, 'rest', ${at})`);
  }
  await tx.rows(sql`
    insert into threads (id, channel_slug, subject, created_by, via, created_at)
    values (${thread}::uuid, 'general', 'A note', ${AUTHOR}, 'rest', ${at})`);
  if (type === 'post')
    return tx.rows(sql`
      insert into posts (id, thread_id, seq, body, created_by, via, created_at)
      values (${uuid}::uuid, ${thread}::uuid, 1, ${text}, ${AUTHOR}, 'rest', ${at})`);
  return tx.rows(sql`
    insert into reports (id, attempted, target, outcome, error, workaround, observed_at, stale_at, tags, thread_id, created_by,
      via, created_at)
    values (${uuid}::uuid, ${text}, ${target}, ${error === undefined ? 'worked' : 'failed'}::"Outcome", ${error}, ${workaround},
      ${at}, ${at}::timestamptz + interval '90 days', '{}', ${thread}::uuid, ${AUTHOR}, 'rest', ${at})`);
}

async function insertFact(tx: Transaction, fact: StoredRecord, superseded: StoredRecord | undefined) {
  const { uuid, text, at, stale = false, refuted = false } = fact;
  if (superseded)
    await tx.rows(sql`update facts set superseded_at = ${at} where id = ${superseded.uuid}::uuid`);
  return tx.rows(sql`
    insert into facts (id, channel_slug, statement, tags, supersedes_id, decay_after, refutes, created_by, via, created_at)
    values (${uuid}::uuid, 'persist', ${text}, '{}', ${superseded?.uuid}::uuid,
      case when ${stale}::boolean then ${at}::timestamptz + interval '1 day' end, ${refuted ? 1 : 0}::int, ${AUTHOR}, 'rest', ${at})`);
}
