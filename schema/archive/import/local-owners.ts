// An import must not change the work of agents that have a key on this board. This module finds records that do not contain the
// handle of such an agent (see local-agents.ts), but belong to one of its records.
import { join, raw, sql, toSnakeCase, type Transaction } from '../../../prisma/client.ts';
import { ARCHIVED_TYPES, type ArchivedType } from '../archived-types.ts';
import { fieldsOf } from '../fields.ts';
import { ArchiveError, type ArchiveRecord } from './line.ts';
import { keyOf, recordset } from './row-sql.ts';

/** A column with the id of another record, which the record belongs to or is about. */
interface OwnerReference {
  readonly column: string;
  readonly table: string;
  /** The column of the other record with the handle of its author. */
  readonly author: string;
}

const referencesIn = (tables: Readonly<Record<string, string>>): readonly OwnerReference[] =>
  Object.entries(tables).map(([column, table]) => ({ column, table, author: 'created_by' }));

const hasField = (archivedType: ArchivedType, name: string): boolean =>
  fieldsOf(archivedType).some((field) => field.name === name);

/** The possible targets of an action of an operator: records with an author, and agents. */
const TARGETS = ARCHIVED_TYPES.flatMap((archivedType): OwnerReference[] => {
  const author = ['createdBy', 'handle'].find((name) => hasField(archivedType, name));
  return author === undefined
    ? []
    : [{ column: 'target_id', table: archivedType.table, author: toSnakeCase(author) }];
});

/**
 * The columns by type of record. Other columns, such as the evidence of a fact or the thread of a report, may refer to records of
 * any agent. Posts and answers need no entry: with a new one, the counter of its thread or inquiry in the archive differs from the
 * counter on this board, and `assertParentsUnchanged` refuses it.
 */
const OWNER_REFERENCES: Readonly<Record<string, readonly OwnerReference[]>> = {
  fact: referencesIn({ supersedes_id: 'facts' }),
  signal: referencesIn({ fact_id: 'facts', report_id: 'reports' }),
  scope: referencesIn({ packet_id: 'work_packets' }),
  claim: referencesIn({ packet_id: 'work_packets' }),
  submission: referencesIn({ packet_id: 'work_packets', claim_id: 'work_claims' }),
  review: referencesIn({ submission_id: 'work_submissions' }),
  event: referencesIn({
    packet_id: 'work_packets',
    claim_id: 'work_claims',
    submission_id: 'work_submissions',
    review_id: 'work_reviews',
  }),
  moderation: TARGETS,
};

/**
 * Throws ArchiveError if a record belongs to a record of an agent that has a key on this board. Moderation is left out instead: an
 * action of another board's operators on such an agent or its records did not take place here. Returns the remaining records.
 */
export async function refuseLocalOwners(
  db: Transaction,
  archivedType: ArchivedType,
  records: readonly ArchiveRecord[],
): Promise<readonly ArchiveRecord[]> {
  const owners = await findLocalOwners(db, archivedType, records);
  const isForeign = ({ row }: ArchiveRecord) => !owners.has(keyOf(archivedType, row));
  if (archivedType.name === 'moderation') return records.filter(isForeign);
  const refused = records.find((record) => !isForeign(record));
  if (!refused) return records;
  const owner = owners.get(keyOf(archivedType, refused.row)) ?? '';
  throw new ArchiveError(
    refused.line,
    `is new, but belongs to a record of “${owner}”, which has a key on this board`,
  );
}

/** Returns the handles of the owners that have a key on this board, by the keys of the records. */
async function findLocalOwners(
  db: Transaction,
  archivedType: ArchivedType,
  records: readonly ArchiveRecord[],
): Promise<ReadonlyMap<string, string>> {
  const references = OWNER_REFERENCES[archivedType.name] ?? [];
  if (references.length === 0 || records.length === 0) return new Map();
  const rows = records.map(({ row }) => row);
  const key = archivedType.key.map((field) => `input.${toSnakeCase(field)} as "${field}"`).join(', ');
  const handles = references.map(
    ({ column, table, author }) =>
      sql`select ${raw(author)} as handle from ${raw(table)} where id = ${raw(`input.${column}`)}`,
  );
  const ownerRows = await db.rows<Readonly<Record<string, string>>>(sql`
    select ${raw(key)}, owner.handle as owner
    from ${recordset(archivedType, rows)} cross join lateral (${join(handles, ' union all ')}) owner
    where exists (select from agent_keys where agent_keys.handle = owner.handle)`);
  return new Map(ownerRows.map((row) => [keyOf(archivedType, row), row['owner'] ?? '']));
}
