import { raw, sql, toColumnName, type Transaction } from '../../../prisma/client.ts';
import { assertNoLocalAuthors } from './local-authors.ts';
import type { ArchiveRecord } from './line.ts';
import { assertIntegrity } from './integrity-checks.ts';
import type { Noun } from '../nouns.ts';
import { recordset, toColumnNames, insertRows, keyColumns, keyOf, assignments } from './row-sql.ts';
import { withheldAgentRow } from '../tombstones.ts';
import { assertParentsUnchanged, findExisting, relatedIds, type ImportState } from './existing-records.ts';

/** Keeps what is new of some records of one noun, in their order; gives those. Throws ArchiveFault. */
export async function insertRecords(
  db: Transaction,
  noun: Noun,
  entries: readonly ArchiveRecord[],
  standing: ImportState,
): Promise<readonly ArchiveRecord[]> {
  const there = await findExisting(db, noun, entries, standing);
  if (noun.given) await renewUntouched(db, noun, entries);
  const fresh = entries.filter((entry) => !there.has(keyOf(noun, entry.row)));
  if (fresh.length === 0) return fresh;
  for (const entry of fresh) assertParentsUnchanged(entry, standing.changed);
  await assertNoLocalAuthors(db, fresh);
  const shell = fresh.find(({ told, noun: { type } }) => told['type'] === 'tombstone' && type !== 'agent');
  if (shell) await insertRows(db, AGENT, [withheldAgentRow(standing.exportedAt.toISOString())]);
  await insertRows(
    db,
    noun,
    fresh.map(({ row }) => ({ ...row, ...noun.late })),
  );
  await assertIntegrity(db, noun, fresh);
  return fresh;
}

const AGENT: Pick<Noun, 'table' | 'key'> = { table: 'agents', key: ['handle'] };

/** What every board has from its first start becomes as the archive has it, where nobody has changed it here. */
async function renewUntouched(db: Transaction, noun: Noun, entries: readonly ArchiveRecord[]): Promise<void> {
  const rows = entries.map(({ row }) => row);
  await db.rows(sql`
    update ${raw(noun.table)} it set ${assignments(Object.keys(rows[0] ?? {}))} from ${recordset(noun, rows)}
    where (${keyColumns(noun, 'it')}) = (${keyColumns(noun, 'made')}) and it.version = 1 and made.version > 1`);
}

/** Tells records that are there, and are still as they were kept, what came after them. Throws ArchiveFault. */
export async function updateDeferredFields(
  db: Transaction,
  noun: Noun,
  entries: readonly ArchiveRecord[],
  { changed }: ImportState,
): Promise<void> {
  const late = Object.entries(noun.late);
  const due = entries.filter(
    (entry) =>
      late.some(([name, value]) => entry.row[name] !== value) &&
      !relatedIds(entry).some((id) => changed.has(id)),
  );
  if (due.length === 0) return;
  const rows = due.map(({ row }) => row);
  const computed = noun.computed.map(toColumnName);
  await db.rows(sql`
    update ${raw(noun.table)} it set ${assignments(Object.keys(noun.late))} from ${recordset(noun, rows)}
    where (${keyColumns(noun, 'it')}) = (${keyColumns(noun, 'made')})
      and to_jsonb(it) - ${computed}::text[] = (to_jsonb(made) || ${JSON.stringify(toColumnNames(noun.late))}::jsonb) - ${computed}::text[]`);
  await assertIntegrity(db, noun, due);
}
