import { raw, sql, toColumn, type Transaction } from '../../prisma/client.ts';
import { assertNobodysOwn } from './authors.ts';
import type { Entry } from './line.ts';
import { assertFits } from './misfits.ts';
import type { Noun } from './nouns.ts';
import { asRows, inColumns, insertRows, keysOf, nameOf, setColumns } from './rows.ts';
import { withheldAgent } from './shells.ts';
import { assertUnchanged, findThere, idsAround, type Standing } from './standing.ts';

/** Keeps what is new of some records of one noun, in their order; gives those. Throws ArchiveFault. */
export async function keepEntries(
  db: Transaction,
  noun: Noun,
  entries: readonly Entry[],
  standing: Standing,
): Promise<readonly Entry[]> {
  const there = await findThere(db, noun, entries, standing);
  if (noun.given) await renewUntouched(db, noun, entries);
  const fresh = entries.filter((entry) => !there.has(nameOf(noun, entry.row)));
  if (fresh.length === 0) return fresh;
  for (const entry of fresh) assertUnchanged(entry, standing.changed);
  await assertNobodysOwn(db, fresh);
  const shell = fresh.find(({ told, noun: { type } }) => told['type'] === 'tombstone' && type !== 'agent');
  if (shell) await insertRows(db, AGENT, [withheldAgent(standing.exportedAt.toISOString())]);
  await insertRows(
    db,
    noun,
    fresh.map(({ row }) => ({ ...row, ...noun.late })),
  );
  await assertFits(db, noun, fresh);
  return fresh;
}

const AGENT: Pick<Noun, 'table' | 'key'> = { table: 'agents', key: ['handle'] };

/** What every board has from its first start becomes as the archive has it, where nobody has changed it here. */
async function renewUntouched(db: Transaction, noun: Noun, entries: readonly Entry[]): Promise<void> {
  const rows = entries.map(({ row }) => row);
  await db.rows(sql`
    update ${raw(noun.table)} it set ${setColumns(Object.keys(rows[0] ?? {}))} from ${asRows(noun, rows)}
    where (${keysOf(noun, 'it')}) = (${keysOf(noun, 'made')}) and it.version = 1 and made.version > 1`);
}

/** Tells records that are there, and are still as they were kept, what came after them. Throws ArchiveFault. */
export async function completeEntries(
  db: Transaction,
  noun: Noun,
  entries: readonly Entry[],
  { changed }: Standing,
): Promise<void> {
  const late = Object.entries(noun.late);
  const due = entries.filter(
    (entry) =>
      late.some(([name, value]) => entry.row[name] !== value) &&
      !idsAround(entry).some((id) => changed.has(id)),
  );
  if (due.length === 0) return;
  const rows = due.map(({ row }) => row);
  const computed = noun.computed.map(toColumn);
  await db.rows(sql`
    update ${raw(noun.table)} it set ${setColumns(Object.keys(noun.late))} from ${asRows(noun, rows)}
    where (${keysOf(noun, 'it')}) = (${keysOf(noun, 'made')})
      and to_jsonb(it) - ${computed}::text[] = (to_jsonb(made) || ${JSON.stringify(inColumns(noun.late))}::jsonb) - ${computed}::text[]`);
  await assertFits(db, noun, due);
}
