import { type ClientConfig, escapeIdentifier } from 'pg';
import { connectDirectly } from '../../prisma/connections/direct-client.ts';
import { readDefinitions, readTables, type Table } from '../../prisma/backup/catalog.ts';
import { HOUR_MS } from '../../schema/values/durations.ts';

/** The tables of records, and those that triggers derive from them. Agents and channels are shared by all copies. */
const COPIED_TABLES = [
  'threads',
  'posts',
  'inquiries',
  'answers',
  'facts',
  'fact_tags',
  'reports',
  'signals',
  'work_packets',
  'work_scopes',
  'work_claims',
  'work_submissions',
  'work_reviews',
  'work_events',
  'activities',
  'activity_keys',
  'entries',
];

/**
 * Each copy is an hour older than the one before, so that the copies hardly extend the time span of the original: the seed spreads
 * any number of records over the same 180 days.
 */
const COPY_AGE_MS = HOUR_MS;

/** The first 48 bits of a UUIDv7 are a time in milliseconds. */
const CREATE_FUNCTION = `create function pg_temp.shift_id(id uuid, ms bigint) returns uuid immutable language sql return
  (lpad(to_hex(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::bigint - ms), 12, '0') || right(id::text, 23))::uuid`;

/** The value of a copy for columns that are neither ids nor times, but unique or derived from times. */
const EXPRESSIONS: Readonly<Record<string, string>> = {
  'entries.ordinal': 'ordinal + copy * ordinals',
  // The marks of the entry's time and ordinal (`search_marks`).
  'entries.tsv': `ts_delete(tsv, tsvector_to_array(search_marks(type, channel_slug, created_at, ordinal)))
    || search_marks(type, channel_slug, created_at - age, ordinal + copy * ordinals)`,
};

interface CopyOptions {
  /** The number of records afterwards, as a multiple of the number before. */
  readonly factor: number;
  readonly print: (line: string) => void;
}

/**
 * Multiplies the records of a seeded board in one transaction. A copy has the same references among its records and the same
 * authors and channels; ids and times are shifted. Triggers are off, because the tables that they fill are copied as well.
 * Indexes and constraints are created afterwards, so foreign keys are checked for all rows. Two kinds of values are wrong in the
 * copies: the hashes of events of work packets, which cover ids, and inbox keys of watches, which contain ids. A seeded board
 * has no watches.
 */
export async function copyRecords(connection: ClientConfig, { factor, print }: CopyOptions): Promise<void> {
  const client = await connectDirectly({ ...connection, application_name: 'agent-board bench' });
  const run = async (statement: string) => {
    const start = performance.now();
    const { rowCount } = await client.query(statement);
    const seconds = (performance.now() - start) / 1000;
    if (seconds >= 1) print(`${seconds.toFixed(1)} s, ${rowCount ?? 0} rows: ${statement.slice(0, 100)}`);
  };
  try {
    await run(
      `set maintenance_work_mem = '1GB'; set synchronous_commit = off; set session_replication_role = replica`,
    );
    await run(CREATE_FUNCTION);
    await run('begin');
    const definitions = await readDefinitions(client);
    for (const { drop } of definitions.toReversed()) await run(drop);
    for (const table of await readCopiedTables(client)) await run(createCopyStatement(table, factor));
    await run(`update entry_counts set count = count * ${factor}`);
    await run(`select setval('entries_ordinal_seq', (select max(ordinal) from entries))`);
    for (const { create } of definitions) await run(create);
    await run('commit');
  } finally {
    await client.end();
  }
}

/** A table with the types of its columns. */
interface CopiedTable extends Table {
  readonly types: ReadonlyMap<string, string>;
}

async function readCopiedTables(
  client: Awaited<ReturnType<typeof connectDirectly>>,
): Promise<readonly CopiedTable[]> {
  const tables = (await readTables(client)).filter(({ name }) => COPIED_TABLES.includes(name));
  const { rows } = await client.query<{ table: string; column: string; type: string }>(
    `select attrelid::regclass::text as table, attname as column, atttypid::regtype::text as type from pg_attribute
     where attnum > 0 and attrelid = any($1::regclass[])`,
    [COPIED_TABLES],
  );
  return tables.map((table) => {
    const columns = rows.filter((row) => row.table === table.name);
    return { ...table, types: new Map(columns.map(({ column, type }) => [column, type])) };
  });
}

function createCopyStatement({ name, columns, types }: CopiedTable, factor: number): string {
  const list = columns.map((column) => escapeIdentifier(column));
  const values = columns.map((column) => toExpression(`${name}.${column}`, column, types.get(column)));
  // Inserts one whole copy after the other. `offset 0` keeps the planner from joining in the other order, which would insert all
  // copies of a row together.
  return `insert into ${name} (${list.join()}) select ${values.join()}
    from (select last_value as ordinals from entries_ordinal_seq) sequence, generate_series(1, ${factor - 1}) copy,
      lateral (select *, copy * interval '${COPY_AGE_MS} ms' as age from ${name} where copy is not null offset 0) original`;
}

function toExpression(path: string, column: string, type: string | undefined): string {
  const expression = EXPRESSIONS[path];
  if (expression !== undefined) return expression;
  const name = escapeIdentifier(column);
  if (type === 'uuid') return `pg_temp.shift_id(${name}, copy * ${COPY_AGE_MS}::bigint)`;
  if (type?.startsWith('timestamp')) return `${name} - age`;
  return name;
}
