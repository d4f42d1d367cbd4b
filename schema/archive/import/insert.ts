import { raw, sql, toSnakeCase, type Transaction } from '../../../prisma/client.ts';
import { assertNoLocalAuthors } from './local-authors.ts';
import type { ArchiveRecord } from './line.ts';
import { assertIntegrity } from './integrity-checks.ts';
import type { Noun } from '../nouns.ts';
import { recordset, toSnakeCases, insertRows, keyColumns, keyOf, assignments } from './row-sql.ts';
import { withheldAgentRow } from '../tombstones.ts';
import { assertParentsUnchanged, findExisting, relatedIds, type ImportState } from './existing-records.ts';

/** Inserts the records of one noun that do not exist yet, and returns those. Throws ArchiveError. */
export async function insertRecords(
  db: Transaction,
  noun: Noun,
  records: readonly ArchiveRecord[],
  state: ImportState,
): Promise<readonly ArchiveRecord[]> {
  const existing = await findExisting(db, noun, records, state);
  if (noun.hasDefaults) await replaceDefaults(db, noun, records);
  const added = records.filter((record) => !existing.has(keyOf(noun, record.row)));
  if (added.length === 0) return added;
  for (const record of added) assertParentsUnchanged(record, state.changed);
  await assertNoLocalAuthors(db, added);
  const tombstone = added.find(
    ({ members, noun: { type } }) => members['type'] === 'tombstone' && type !== 'agent',
  );
  if (tombstone) await insertRows(db, AGENTS, [withheldAgentRow(state.exportedAt.toISOString())]);
  await insertRows(
    db,
    noun,
    added.map(({ row }) => ({ ...row, ...noun.deferred })),
  );
  await assertIntegrity(db, noun, added);
  return added;
}

const AGENTS: Pick<Noun, 'table' | 'key'> = { table: 'agents', key: ['handle'] };

/** Replaces the records that every board has from its first start, if they were not changed on this board. */
async function replaceDefaults(
  db: Transaction,
  noun: Noun,
  records: readonly ArchiveRecord[],
): Promise<void> {
  const rows = records.map(({ row }) => row);
  await db.rows(sql`
    update ${raw(noun.table)} it set ${assignments(Object.keys(rows[0] ?? {}))} from ${recordset(noun, rows)}
    where (${keyColumns(noun, 'it')}) = (${keyColumns(noun, 'made')}) and it.version = 1 and made.version > 1`);
}

/** Writes the deferred fields of records that are still as they were inserted. Throws ArchiveError. */
export async function updateDeferredFields(
  db: Transaction,
  noun: Noun,
  records: readonly ArchiveRecord[],
  { changed }: ImportState,
): Promise<void> {
  const deferred = Object.entries(noun.deferred);
  const due = records.filter(
    (record) =>
      deferred.some(([name, value]) => record.row[name] !== value) &&
      !relatedIds(record).some((id) => changed.has(id)),
  );
  if (due.length === 0) return;
  const rows = due.map(({ row }) => row);
  const computed = noun.computed.map(toSnakeCase);
  await db.rows(sql`
    update ${raw(noun.table)} it set ${assignments(Object.keys(noun.deferred))} from ${recordset(noun, rows)}
    where (${keyColumns(noun, 'it')}) = (${keyColumns(noun, 'made')})
      and to_jsonb(it) - ${computed}::text[] = (to_jsonb(made) || ${JSON.stringify(toSnakeCases(noun.deferred))}::jsonb) - ${computed}::text[]`);
  await assertIntegrity(db, noun, due);
}
