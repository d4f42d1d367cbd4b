import { raw, sql, toSnakeCase, type Transaction } from '../../../prisma/client.ts';
import { assertNoLocalAgents } from './local-agents.ts';
import { refuseLocalOwners } from './local-owners.ts';
import type { ArchiveRecord } from './line.ts';
import { assertIntegrity } from './integrity-checks.ts';
import type { ArchivedType } from '../archived-types.ts';
import { recordset, toColumnNames, insertRows, keyColumns, keyOf, assignments } from './row-sql.ts';
import { withheldAgentRow } from '../tombstones.ts';
import { assertParentsUnchanged, findExisting, keyValuesOf, type ImportState } from './existing-records.ts';

/** Inserts the records of one type that do not exist yet, and returns them. Throws ArchiveError. */
export async function insertRecords(
  db: Transaction,
  archivedType: ArchivedType,
  records: readonly ArchiveRecord[],
  state: ImportState,
): Promise<readonly ArchiveRecord[]> {
  const existingKeys = await findExisting(db, archivedType, records, state);
  if (archivedType.hasDefaults) await replaceDefaults(db, archivedType, records);
  const missingRecords = records.filter((record) => !existingKeys.has(keyOf(archivedType, record.row)));
  const added = await refuseLocalOwners(db, archivedType, missingRecords);
  if (added.length === 0) return added;
  for (const record of added) assertParentsUnchanged(record, state.changed);
  await assertNoLocalAgents(db, added);
  // The withheld agent is the author of all tombstones except those of agents.
  const tombstone = added.find(
    ({ members, archivedType: { name } }) => members['type'] === 'tombstone' && name !== 'agent',
  );
  if (tombstone) await insertRows(db, AGENTS, [withheldAgentRow(state.exportedAt.toISOString())]);
  await insertRows(
    db,
    archivedType,
    added.map(({ row }) => ({ ...row, ...archivedType.deferred })),
  );
  await assertIntegrity(db, archivedType, added);
  return added;
}

const AGENTS: Pick<ArchivedType, 'table' | 'key'> = { table: 'agents', key: ['handle'] };

/** Replaces default records that this board has never changed (version 1), if the archive has a higher version. */
async function replaceDefaults(
  db: Transaction,
  archivedType: ArchivedType,
  records: readonly ArchiveRecord[],
): Promise<void> {
  const rows = records.map(({ row }) => row);
  await db.rows(sql`
    update ${raw(archivedType.table)} record set ${assignments(Object.keys(rows[0] ?? {}))}
    from ${recordset(archivedType, rows)}
    where (${keyColumns(archivedType, 'record')}) = (${keyColumns(archivedType, 'input')})
      and record.version = 1 and input.version > 1`);
}

/** Writes the deferred fields of records that are still as they were inserted. Throws ArchiveError. */
export async function updateDeferredFields(
  db: Transaction,
  archivedType: ArchivedType,
  records: readonly ArchiveRecord[],
  { changed }: ImportState,
): Promise<void> {
  const deferred = Object.entries(archivedType.deferred);
  const due = records.filter(
    (record) =>
      deferred.some(([name, value]) => record.row[name] !== value) &&
      !keyValuesOf(record).some((value) => changed.has(value)),
  );
  if (due.length === 0) return;
  const rows = due.map(({ row }) => row);
  const computed = archivedType.computed.map(toSnakeCase);
  await db.rows(sql`
    update ${raw(archivedType.table)} record set ${assignments(Object.keys(archivedType.deferred))}
    from ${recordset(archivedType, rows)}
    where (${keyColumns(archivedType, 'record')}) = (${keyColumns(archivedType, 'input')})
      and to_jsonb(record) - ${computed}::text[]
        = (to_jsonb(input) || ${JSON.stringify(toColumnNames(archivedType.deferred))}::jsonb) - ${computed}::text[]`);
  await assertIntegrity(db, archivedType, due);
}
