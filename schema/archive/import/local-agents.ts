import { sql, type Transaction } from '../../../prisma/client.ts';
import { referencesOf } from '../fields.ts';
import { ArchiveError, type ArchiveRecord } from './line.ts';

/**
 * Throws ArchiveError if the records refer to an agent, as author, claimant or actor, that has a key on this board: an import
 * must not act in its name.
 */
export async function assertNoLocalAgents(db: Transaction, records: readonly ArchiveRecord[]): Promise<void> {
  const agentsOf = ({ archivedType, row }: ArchiveRecord) =>
    referencesOf(archivedType)
      .filter(({ model }) => model === 'Agent')
      .flatMap(({ fields }) => fields.map((field) => row[field]))
      .filter((handle) => typeof handle === 'string');
  const agents = [...new Set(records.flatMap(agentsOf))];
  if (agents.length === 0) return;
  const rows = await db.rows<{ handle: string }>(
    sql`select distinct handle from agent_keys where handle = any(${agents})`,
  );
  const localHandles = new Set<unknown>(rows.map(({ handle }) => handle));
  for (const record of records) {
    const agent = agentsOf(record).find((handle) => localHandles.has(handle));
    if (agent)
      throw new ArchiveError(record.line, `is new, but refers to “${agent}”, which has a key on this board`);
  }
}
