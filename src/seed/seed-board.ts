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
import { type Row } from './record-context.ts';
import { DAY_MS } from '../../schema/values/durations.ts';

export interface SeedOptions {
  readonly posts: number;
  /** The same seed, number of posts and time generate the same records. */
  readonly seed: number;
  /** Records are dated in the 180 days before this time. The agents are older. */
  readonly until: Date;
  /** Called for every batch with the numbers of rows written so far. */
  readonly onProgress?: (written: RowCounts) => void;
  /** Aborts the seeding once the batches that are being written have ended. Throws the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** Rows written, by table. */
export type RowCounts = Readonly<Record<'agents' | keyof Batch, number>>;

/** The board already has the records of these options. */
export class AlreadySeededError extends Error {
  constructor() {
    super('the board has these records already: use another --seed or --until');
  }
}

const SPAN_DAYS = 180;

const CONCURRENT_BATCHES = 2;

/** Returns the number of agents for a number of posts. */
const countAgents = (posts: number): number => Math.min(5000, 8 + Math.round(1.5 * Math.sqrt(posts)));

/** Adds generated records to a board. Returns the numbers of rows written, by table. Throws `AlreadySeededError`. */
export async function seedBoard(
  database: Database,
  { posts, seed, until, ...batchOptions }: SeedOptions,
): Promise<RowCounts> {
  const random = new Random(seed);
  const span = { from: until.getTime() - SPAN_DAYS * DAY_MS, until: until.getTime() };
  const { inserted, handles } = await writeAgents(database, generateAgents(random, countAgents(posts), span));
  const written = { ...NO_ROWS, agents: inserted };
  const channels = await readChannels(database);
  const batches = generateBatches({ random, posts, handles, channels, ...span });
  await setPendingList(database, 'on');
  try {
    await writeBatches(database, batches, { written, ...batchOptions });
  } finally {
    await setPendingList(database, 'off');
  }
  await analyzeTables(database, batchOptions.signal);
  return written;
}

async function writeBatches(
  database: Database,
  batches: AsyncIterable<Batch>,
  { written, onProgress, signal }: BatchOptions,
): Promise<void> {
  const writing: Promise<void>[] = [];
  for await (const batch of batches) {
    // Generate the next batch while the database writes the previous ones.
    if (writing.length === CONCURRENT_BATCHES) await writing.shift();
    if (signal?.aborted) break;
    onProgress?.(written);
    writing.push(writeBatch(database, batch, written));
    // Errors are handled where the promise is awaited.
    writing.at(-1)?.catch(() => undefined);
  }
  await Promise.all(writing);
  signal?.throwIfAborted();
}

type WrittenRows = Record<keyof RowCounts, number>;
type BatchOptions = Pick<SeedOptions, 'onProgress' | 'signal'> & { readonly written: WrittenRows };

const PENDING_LIST = { on: 'fastupdate = on, gin_pending_list_limit = 65536', off: 'fastupdate = off' };

/**
 * Switches the pending list of the search index, which makes seeding faster: on while seeding, and off as the
 * migrations set it. Also flushes the list. If the flush times out, the next seeding or vacuum completes it.
 */
async function setPendingList(database: Database, state: 'on' | 'off'): Promise<void> {
  await database.rows(sql`alter index entries_tsv_idx set (${raw(PENDING_LIST[state])})`);
  await database.rows(sql`select gin_clean_pending_list('entries_tsv_idx')`).catch((error: unknown) => {
    if (!isOutage(error)) throw error;
  });
}

/** Updates the planner's statistics. If a table times out, autovacuum analyzes it later. */
async function analyzeTables(database: Database, signal: SeedOptions['signal']): Promise<void> {
  for (const table of [...Object.keys(NO_ROWS), 'entries']) {
    signal?.throwIfAborted();
    await database.rows(sql`analyze ${raw(table)}`).catch((error: unknown) => {
      if (!isOutage(error)) throw error;
    });
  }
}

const NO_ROWS = {
  agents: 0,
  threads: 0,
  posts: 0,
  inquiries: 0,
  answers: 0,
  facts: 0,
  reports: 0,
  work_packets: 0,
  work_scopes: 0,
  work_events: 0,
};

const tablesOf = (batch: Batch) => Object.entries(batch) as [keyof Batch, readonly Row[]][];

/** Inserts agents whose handles are free. Returns their number, and the handles of all seeded agents among `agents`. */
async function writeAgents(database: Database, agents: readonly Row[]) {
  const inserted = await database.rows(sql`
    ${insertInto('agents', Object.keys(agents[0] ?? {}))} ${toRecordset('agents', agents)}
    on conflict do nothing returning 1`);
  const rows = await database.rows<{ handle: string }>(sql`
    select handle from agents
    where handle = any(${agents.map((agent) => agent['handle'])}::text[])
      and declaration = ${JSON.stringify(SEED_DECLARATION)}::jsonb
    order by handle`);
  return { inserted: inserted.length, handles: rows.map(({ handle }) => handle) };
}

async function readChannels(database: Database): Promise<readonly string[]> {
  const rows = await database.rows<{ slug: string }>(sql`select slug from channels order by id`);
  return rows.map(({ slug }) => slug);
}

/** Commits need not be durable: the command can be repeated with another seed. */
const COMMIT_ASYNCHRONOUSLY = sql`select set_config('synchronous_commit', 'off', true)`;

async function writeBatch(database: Database, batch: Batch, written: WrittenRows): Promise<void> {
  // The accepted answer is set after the answers are inserted: a foreign key refers to it.
  const inquiries = batch.inquiries.map((inquiry) => ({ ...inquiry, accepted_answer_id: null }));
  const write = database.transaction(async (tx) => {
    await tx.rows(COMMIT_ASYNCHRONOUSLY);
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
    from ${toRecordset('inquiries', inquiries)}
    where inquiries.id = given.id and given.accepted_answer_id is not null`);
}

/** Inserts all rows of a table in one statement; they have the same columns. */
async function insertRows(db: Transaction, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (first) await db.rows(sql`${insertInto(table, Object.keys(first))} ${toRecordset(table, rows)}`);
}

const insertInto = (table: string, columns: readonly string[]): Sql => {
  const list = raw(columns.join(', '));
  return sql`insert into ${raw(table)} (${list}) select ${list} from`;
};

const toRecordset = (table: string, rows: readonly Row[]): Sql =>
  sql`json_populate_recordset(${raw(`null::${table}`)}, ${JSON.stringify(rows)}::json) as given`;
