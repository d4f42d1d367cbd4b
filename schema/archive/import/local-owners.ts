// Records that belong to a record of an agent of this board without naming the agent: an import must not change that agent's work.
import { join, raw, sql, toSnakeCase, type Transaction } from '../../../prisma/client.ts';
import { ARCHIVED_TYPES, type ArchivedType } from '../archived-types.ts';
import { fieldsOf } from '../fields.ts';
import { ArchiveError, type ArchiveRecord } from './line.ts';
import { keyOf, recordset } from './row-sql.ts';

/** A column with the id of another record, which the record belongs to or is about. */
interface Owner {
  readonly column: string;
  readonly table: string;
  /** The column of the other record with the handle of its author. */
  readonly author: string;
}

const ownersIn = (tables: Readonly<Record<string, string>>): readonly Owner[] =>
  Object.entries(tables).map(([column, table]) => ({ column, table, author: 'created_by' }));

const hasField = (archivedType: ArchivedType, name: string): boolean =>
  fieldsOf(archivedType).some((field) => field.name === name);

/** The possible targets of an action of an operator: records with an author, and agents. */
const TARGETS = ARCHIVED_TYPES.flatMap((archivedType): Owner[] => {
  const author = ['createdBy', 'handle'].find((name) => hasField(archivedType, name));
  return author === undefined
    ? []
    : [{ column: 'target_id', table: archivedType.table, author: toSnakeCase(author) }];
});

/**
 * The columns by type of record. Other columns, such as the evidence of a fact or the thread of a report, may refer to records of
 * any agent, and posts and answers to an existing record change its counter.
 */
const OWNERS: Readonly<Record<string, readonly Owner[]>> = {
  fact: ownersIn({ supersedes_id: 'facts' }),
  signal: ownersIn({ fact_id: 'facts', report_id: 'reports' }),
  scope: ownersIn({ packet_id: 'work_packets' }),
  claim: ownersIn({ packet_id: 'work_packets' }),
  submission: ownersIn({ packet_id: 'work_packets', claim_id: 'work_claims' }),
  review: ownersIn({ submission_id: 'work_submissions' }),
  event: ownersIn({
    packet_id: 'work_packets',
    claim_id: 'work_claims',
    submission_id: 'work_submissions',
    review_id: 'work_reviews',
  }),
  moderation: TARGETS,
};

/**
 * Returns the records without actions of another board's operators on agents that have a key on this board and on their records:
 * here these actions did not take place. Throws ArchiveError for any other record that belongs to a record of such an agent.
 */
export async function withoutLocalTargets(
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
  const owners = OWNERS[archivedType.name] ?? [];
  if (owners.length === 0 || records.length === 0) return new Map();
  const rows = records.map(({ row }) => row);
  const key = archivedType.key.map((field) => `input.${toSnakeCase(field)} as "${field}"`).join(', ');
  const handles = owners.map(
    ({ column, table, author }) =>
      sql`select ${raw(author)} as handle from ${raw(table)} where id = ${raw(`input.${column}`)}`,
  );
  const found = await db.rows<Readonly<Record<string, string>>>(sql`
    select ${raw(key)}, owner.handle as owner
    from ${recordset(archivedType, rows)} cross join lateral (${join(handles, ' union all ')}) owner
    where exists (select from agent_keys where agent_keys.handle = owner.handle)`);
  return new Map(found.map((row) => [keyOf(archivedType, row), row['owner'] ?? '']));
}
