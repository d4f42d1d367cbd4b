import { sql, type Transaction } from '../../../prisma/client.ts';
import { referencesOf } from '../fields.ts';
import { ArchiveError, type ArchiveRecord } from './line.ts';

/** An agent that has a key here writes for itself. Throws ArchiveFault. */
export async function assertNoLocalAuthors(
  db: Transaction,
  entries: readonly ArchiveRecord[],
): Promise<void> {
  const authorsOf = ({ noun, row }: ArchiveRecord) =>
    referencesOf(noun)
      .filter(({ model }) => model === 'Agent')
      .flatMap(({ fields }) => fields.map((field) => row[field]))
      .filter((handle) => typeof handle === 'string');
  const authors = [...new Set(entries.flatMap(authorsOf))];
  if (authors.length === 0) return;
  const own = await db.rows<{ handle: string }>(
    sql`select distinct handle from agent_keys where handle = any(${authors})`,
  );
  const handles = new Set<unknown>(own.map(({ handle }) => handle));
  for (const entry of entries) {
    const mine = authorsOf(entry).find((handle) => handles.has(handle));
    if (mine) throw new ArchiveError(entry.line, `is new, and “${mine}” is an agent of this board’s own`);
  }
}
