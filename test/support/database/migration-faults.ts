// Applies a migration to a database. Observes its locks, its reads under these locks, and its changes that affect older versions.
import { Client, type ClientConfig } from 'pg';
import type { Migration } from '../../../prisma/migration-history.ts';

/** All objects that statements of an older version may use, one line for each object. */
const DESCRIBE_SCHEMA = `
  with tables as (
    select oid, relname from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
  )
  select relname::text as "table", concat_ws(' ', 'column', relname || '.' || attname, format_type(atttypid, atttypmod),
      case when attnotnull then 'not null' end, 'default ' || pg_get_expr(adbin, adrelid)) as line
    from tables join pg_attribute on attrelid = oid and attnum > 0 and not attisdropped
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  union all select relname, 'index ' || pg_get_indexdef(indexrelid) from tables join pg_index on indrelid = oid
  union all select relname, 'constraint ' || relname || '.' || conname || ' ' || pg_get_constraintdef(c.oid)
    from tables join pg_constraint c on conrelid = tables.oid where contype <> 'n'
  union all select relname, 'trigger ' || relname || '.' || tgname
    from tables join pg_trigger on tgrelid = tables.oid where not tgisinternal
  union all select '', 'value ' || enumlabel || ' of ' || typname from pg_enum join pg_type on pg_type.oid = enumtypid
    where typnamespace = current_schema()::regnamespace
  union all select '', 'function ' || oid::regprocedure || ' returns ' || pg_get_function_result(oid)
    from pg_proc where pronamespace = current_schema()::regnamespace`;

interface SchemaLine {
  readonly table: string;
  readonly line: string;
}

/** Which of the given tables the transaction has locked, how, and whether it has scanned them. */
const LIST_LOCKS = `
  select pg_class.relname::text as "table", array_agg(mode) as modes, coalesce(max(seq_scan), 0) > 0 as "isScanned"
  from pg_locks join pg_class on pg_class.oid = relation left join pg_stat_xact_user_tables on relid = relation
  where pid = pg_backend_pid() and relkind = 'r' and pg_class.relname = any($1)
  group by 1 order by 1`;

interface TableLock {
  readonly table: string;
  readonly modes: readonly string[];
  readonly isScanned: boolean;
}

/** Locks for which all writes to the table wait. */
const BLOCKING_MODES = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];

/** A migration waits at most 300 ms for each lock. Meanwhile, writes to the tables that it has already locked wait too. */
const MAX_BLOCKED_TABLES = 3;

/**
 * Runs a migration on a database in the state before it. Returns the reasons why it must not run beside boards that write, or
 * beside an older version. Rolls the migration back if it runs in a transaction.
 */
export async function findMigrationFaults(
  connection: ClientConfig,
  { sql, phase, runsInTransaction }: Migration,
): Promise<string[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    const { rows: before } = await client.query<SchemaLine>(DESCRIBE_SCHEMA);
    if (runsInTransaction) await client.query('begin');
    await client.query(sql);
    const tables = new Set(before.map(({ table }) => table));
    const faults = runsInTransaction
      ? await findFaultsInTransaction(client, tables)
      : await findFaultsOutsideTransaction(client, sql);
    const { rows: after } = await client.query<SchemaLine>(DESCRIBE_SCHEMA);
    const isKnownPhase = /^expand$|^contract( after \d{14}_\w+)?$/.test(phase ?? '');
    return [
      ...(isKnownPhase
        ? []
        : [
            'has no line "-- phase: expand" or "-- phase: contract" (with or without "after NAME") at its start',
          ]),
      ...faults,
      ...(phase === 'expand' ? findIncompatibilities(before, after) : []),
    ];
  } finally {
    await client.query('rollback');
    await client.end();
  }
}

async function findFaultsInTransaction(client: Client, tables: ReadonlySet<string>): Promise<string[]> {
  const { rows: locks } = await client.query<TableLock>(LIST_LOCKS, [[...tables]]);
  const blocked = locks.filter(({ modes }) => modes.some((mode) => BLOCKING_MODES.includes(mode)));
  const names = blocked.map(({ table }) => table).join(', ');
  const scanned = locks.filter(({ isScanned }) => isScanned);
  return [
    ...(blocked.length > MAX_BLOCKED_TABLES
      ? [`blocks writes to more than ${MAX_BLOCKED_TABLES} tables: ${names}`]
      : []),
    ...scanned.flatMap(({ table, modes }) => {
      if (blocked.length > 0) return [`reads all rows of ${table} while it blocks writes to ${names}`];
      return modes.includes('RowExclusiveLock')
        ? [`changes rows of the whole table ${table} in one transaction`]
        : [];
    }),
  ];
}

const REPEATABLE =
  /^(create (unique )?index concurrently if not exists|drop index concurrently if exists|do)\s/i;

/** Runs the statement again, as after an interruption. Returns why it must not run outside of a transaction. */
async function findFaultsOutsideTransaction(client: Client, sql: string): Promise<string[]> {
  await client.query(sql);
  const statement = sql.replaceAll(/^--.*\n|^\s*\n/gm, '');
  if (!REPEATABLE.test(statement))
    return [
      'is none of the statements that may run outside of a transaction: create index concurrently if not exists, …',
    ];
  if (!/^do\s/i.test(statement)) return [];
  return ['commit', 'limit'].flatMap((word) =>
    new RegExp(`\\b${word}\\b`, 'i').test(statement)
      ? []
      : [`has no ${word} in its loop: batches keep few rows locked`],
  );
}

/** The objects that an older version misses, and the constraints that its writes could violate. */
function findIncompatibilities(before: readonly SchemaLine[], after: readonly SchemaLine[]): string[] {
  const [earlier, later] = [before, after].map((lines) => new Set(lines.map(({ line }) => line)));
  const tables = new Set(before.map(({ table }) => table));
  const added = after.filter(({ table, line }) => table !== '' && tables.has(table) && !earlier!.has(line));
  const columns = added.flatMap(({ line }) => /^column \w+\.(\w+)/.exec(line)?.[1] ?? []);
  const restrictive = added.filter(
    ({ line }) =>
      /^column .* not null$/.test(line) ||
      (/^(constraint|index CREATE UNIQUE)/.test(line) && !columns.some((column) => line.includes(column))),
  );
  return [
    ...[...earlier!].filter((line) => !later!.has(line)).map((line) => `removes ${line}`),
    ...restrictive.map(({ line }) => `adds ${line}, which writes of older versions may violate`),
  ];
}
