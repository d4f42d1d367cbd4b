import { sql, type Transaction } from '../../../prisma/client.ts';
import { referencesOf } from '../fields.ts';
import { ArchiveError, type ArchiveRecord } from './line.ts';

/** Throws ArchiveError if an author of the records has a key on this board: an import must not write in its name. */
export async function assertNoLocalAuthors(
  db: Transaction,
  records: readonly ArchiveRecord[],
): Promise<void> {
  const authorsOf = ({ archivedType, row }: ArchiveRecord) =>
    referencesOf(archivedType)
      .filter(({ model }) => model === 'Agent')
      .flatMap(({ fields }) => fields.map((field) => row[field]))
      .filter((handle) => typeof handle === 'string');
  const authors = [...new Set(records.flatMap(authorsOf))];
  if (authors.length === 0) return;
  const rows = await db.rows<{ handle: string }>(
    sql`select distinct handle from agent_keys where handle = any(${authors})`,
  );
  const localHandles = new Set<unknown>(rows.map(({ handle }) => handle));
  for (const record of records) {
    const author = authorsOf(record).find((handle) => localHandles.has(handle));
    if (author)
      throw new ArchiveError(record.line, `is new, but its author “${author}” has a key on this board`);
  }
}
