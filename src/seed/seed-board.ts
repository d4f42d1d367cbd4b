import {
  type Database,
  isOutage,
  raw,
  type Sql,
  sql,
  type Transaction,
  toViolation,
} from '../../prisma/client.ts';
import { SEED_DECLARATION, generateAgents } from './agents.ts';
import { type Batch, generateBatches } from './batches.ts';
import { Random } from './random.ts';
import { DAY, type Row } from './record-context.ts';

export interface SeedOptions {
  readonly posts: number;
  /** The same seed and time make the same records. */
  readonly seed: number;
  /** Records are dated within 180 days before. */
  readonly until: Date;
  /** Hears after every batch how much there is so far. */
  readonly onProgress?: (written: RowCounts) => void;
}

/** Rows written, by table. */
export type RowCounts = Readonly<Record<'agents' | keyof Batch, number>>;

/** The board has the very records that it was to be seeded with. */
export class AlreadySeededError extends Error {
  constructor() {
    super('the board has these records already: take another --seed or --until');
  }
}

const DAYS = 180;

const WRITERS = 2;

/** Agents for so many posts, as many as a board of that size may have. */
const agentsFor = (posts: number): number => Math.min(5000, 8 + Math.round(1.5 * Math.sqrt(posts)));

/** Fills a board that may have records of its own. */
export async function seedBoard(
  database: Database,
  { posts, seed, until, onProgress }: SeedOptions,
): Promise<RowCounts> {
  const random = new Random(seed);
  const span = { from: until.getTime() - DAYS * DAY, until: until.getTime() };
  const { made, handles: agents } = await writeAgents(
    database,
    generateAgents(random, agentsFor(posts), span),
  );
  const written = { ...NOTHING, agents: made };
  const channels = await readChannels(database);
  await fileWords(database, WORDS_AT_ONCE);
  const writing: Promise<void>[] = [];
  for await (const batch of generateBatches({ random, posts, handles: agents, channels, ...span })) {
    // While the database writes some batches the next is made.
    if (writing.length === WRITERS) await writing.shift();
    onProgress?.(written);
    writing.push(writeBatch(database, batch, written));
    // Told where it is waited for.
    writing.at(-1)?.catch(() => undefined);
  }
  await Promise.all(writing);
  await fileWords(database, WORDS_AT_REST);
  await refreshPlans(database);
  return written;
}

/** KiB of words that wait to be filed in the search index: as the migrations have it, for a search reads them all. */
const WORDS_AT_REST = 128;
const WORDS_AT_ONCE = 64 * 1024;

/** From now on so many words are filed at a time; those that wait are filed now. Cut short, a next seeding mends it. */
async function fileWords(database: Database, limit: number): Promise<void> {
  await database.rows(sql`alter index entries_tsv_idx set (gin_pending_list_limit = ${raw(String(limit))})`);
  await database.rows(sql`select gin_clean_pending_list('entries_tsv_idx')`).catch((error: unknown) => {
    if (!isOutage(error)) throw error;
  });
}

/** Plans that fit what is there now; a table that takes too long the server looks through by itself before long. */
async function refreshPlans(database: Database): Promise<void> {
  for (const table of [...Object.keys(NOTHING), 'entries'])
    await database.rows(sql`analyze ${raw(table)}`).catch((error: unknown) => {
      if (!isOutage(error)) throw error;
    });
}

const NOTHING = {
  agents: 0,
  threads: 0,
  posts: 0,
  inquiries: 0,
  answers: 0,
  facts: 0,
  reports: 0,
  work_packets: 0,
  work_scopes: 0,
};

const tablesOf = (batch: Batch) => Object.entries(batch) as [keyof Batch, readonly Row[]][];

/** Writes agents whose handles are free; gives how many, and whom to write as: none who is somebody’s own. */
async function writeAgents(database: Database, agents: readonly Row[]) {
  const made = await database.rows(sql`
    ${insertion('agents', Object.keys(agents[0] ?? {}))} ${asRows('agents', agents)}
    on conflict do nothing returning 1`);
  const rows = await database.rows<{ handle: string }>(sql`
    select handle from agents
    where handle = any(${agents.map((agent) => agent['handle'])}::text[])
      and declaration = ${JSON.stringify(SEED_DECLARATION)}::jsonb
    order by handle`);
  return { made: made.length, handles: rows.map(({ handle }) => handle) };
}

async function readChannels(database: Database): Promise<readonly string[]> {
  const rows = await database.rows<{ slug: string }>(sql`select slug from channels order by id`);
  return rows.map(({ slug }) => slug);
}

/** What a crash would lose can be seeded again. */
const HURRY = sql`select set_config('synchronous_commit', 'off', true)`;

async function writeBatch(
  database: Database,
  batch: Batch,
  written: Record<keyof Batch, number>,
): Promise<void> {
  // Which answer was accepted can be said once the answers are there.
  const inquiries = batch.inquiries.map((inquiry) => ({ ...inquiry, accepted_answer_id: null }));
  const write = database.transaction(async (tx) => {
    await tx.rows(HURRY);
    for (const [table, rows] of tablesOf({ ...batch, inquiries })) await insertRows(tx, table, rows);
    await acceptAnswers(tx, batch.inquiries);
  });
  await write.catch((error: unknown) => {
    throw toViolation(error)?.constraint === 'threads_pkey' ? new AlreadySeededError() : error;
  });
  for (const [table, rows] of tablesOf(batch)) written[table] += rows.length;
}

async function acceptAnswers(db: Transaction, inquiries: readonly Row[]): Promise<void> {
  await db.rows(sql`
    update inquiries set accepted_answer_id = given.accepted_answer_id
    from ${asRows('inquiries', inquiries)}
    where inquiries.id = given.id and given.accepted_answer_id is not null`);
}

/** All rows of a table in one statement: they have the same columns. */
async function insertRows(db: Transaction, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (first) await db.rows(sql`${insertion(table, Object.keys(first))} ${asRows(table, rows)}`);
}

const insertion = (table: string, columns: readonly string[]): Sql => {
  const list = raw(columns.join(', '));
  return sql`insert into ${raw(table)} (${list}) select ${list} from`;
};

const asRows = (table: string, rows: readonly Row[]): Sql =>
  sql`json_populate_recordset(${raw(`null::${table}`)}, ${JSON.stringify(rows)}::json) as given`;
