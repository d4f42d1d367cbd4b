import { isDeepStrictEqual } from 'node:util';
import { raw, sql, type Sql, toColumn, type Transaction } from '../../prisma/client.ts';
import { createWriter, selectAll } from './export.ts';
import { referencesOf } from './fields.ts';
import { ArchiveFault, type Entry } from './lines.ts';
import type { Noun, Row } from './nouns.ts';
import { withheldAgent } from './shells.ts';

/** What is known of a board that an archive comes to. */
export interface Standing {
  /** When the archive was made. */
  readonly exportedAt: Date;
  /** Ids of what is there and no longer as the archive has it: nothing is added to that. */
  readonly changed: Set<string>;
}

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

/** What tells a record from the others of its noun. */
const nameOf = ({ key }: Noun, row: Row): string => key.map((field) => String(row[field])).join(' ');

const keysOf = ({ key }: Noun, alias: string): Sql =>
  raw(key.map((field) => `${alias}.${toColumn(field)}`).join(', '));

const inColumns = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [toColumn(name), value]));

/** Rows as a table of their own, `made`. */
const asRows = ({ table }: Pick<Noun, 'table'>, rows: readonly Row[]): Sql =>
  sql`json_populate_recordset(${raw(`null::${table}`)}, ${JSON.stringify(rows.map(inColumns))}::json) made`;

const keyRows = (noun: Noun, entries: readonly Entry[]): Sql =>
  asRows(
    noun,
    entries.map(({ row }) => Object.fromEntries(noun.key.map((field) => [field, row[field]]))),
  );

/** The names of those that are on the board; what is no longer as the archive has it is marked as changed. */
async function findThere(
  db: Transaction,
  noun: Noun,
  entries: readonly Entry[],
  { exportedAt, changed }: Standing,
): Promise<ReadonlySet<string>> {
  const write = createWriter(noun, exportedAt);
  const told = new Map(entries.map((entry) => [nameOf(noun, entry.row), entry.told]));
  const rows = await db.rows<Row>(sql`
    ${selectAll(noun)} and (${keysOf(noun, 'it')}) in (select ${keysOf(noun, 'made')} from ${keyRows(noun, entries)})`);
  const there = new Set<string>();
  for (const row of rows) {
    const name = nameOf(noun, row);
    there.add(name);
    if (!isSame(noun, write(row), told.get(name))) changed.add(name);
  }
  return there;
}

/** Late fields may not be there yet, where an import was cut short. */
function isSame({ late }: Noun, written: Row | null, told: Row | undefined): boolean {
  const withoutLate = (line: Row | null | undefined) => {
    const names = new Set(Object.keys(late).map(toColumn));
    const kept = Object.entries(line ?? {}).filter(([name]) => !names.has(name));
    return JSON.parse(JSON.stringify(Object.fromEntries(kept))) as unknown;
  };
  return isDeepStrictEqual(withoutLate(written), withoutLate(told));
}

/** Ids of what a record is or belongs to. */
const idsAround = ({ noun, row }: Entry): readonly string[] =>
  [...noun.key, ...referencesOf(noun).flatMap(({ fields }) => fields)].map((field) => String(row[field]));

/** Throws ArchiveFault for a record that would be added to one that has moved on. */
function assertUnchanged(entry: Entry, changed: ReadonlySet<string>): void {
  const parent = changed.size === 0 ? undefined : idsAround(entry).find((id) => changed.has(id));
  if (parent) throw new ArchiveFault(entry.line, `is new, and belongs to ${parent}, which has changed here`);
}

/** An agent that has a key here writes for itself. Throws ArchiveFault. */
async function assertNobodysOwn(db: Transaction, entries: readonly Entry[]): Promise<void> {
  const authorsOf = ({ noun, row }: Entry) =>
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
    if (mine) throw new ArchiveFault(entry.line, `is new, and “${mine}” is an agent of this board’s own`);
  }
}

async function insertRows(
  db: Transaction,
  { table, key }: Pick<Noun, 'table' | 'key'>,
  rows: readonly Row[],
): Promise<void> {
  const list = raw(Object.keys(inColumns(rows[0] ?? {})).join(', '));
  await db.rows(sql`
    insert into ${raw(table)} (${list}) select ${list} from ${asRows({ table }, rows)}
    on conflict (${raw(key.map(toColumn).join(', '))}) do nothing`);
}

/** What every board has from its first start becomes as the archive has it, where nobody has changed it here. */
async function renewUntouched(db: Transaction, noun: Noun, entries: readonly Entry[]): Promise<void> {
  const rows = entries.map(({ row }) => row);
  await db.rows(sql`
    update ${raw(noun.table)} it set ${setColumns(Object.keys(rows[0] ?? {}))} from ${asRows(noun, rows)}
    where (${keysOf(noun, 'it')}) = (${keysOf(noun, 'made')}) and it.version = 1 and made.version > 1`);
}

const setColumns = (fields: readonly string[]): Sql =>
  raw(fields.map((field) => `${toColumn(field)} = made.${toColumn(field)}`).join(', '));

/** What no constraint says of records and what they belong to: which of `it` say otherwise. */
const MISFITS: Readonly<Record<string, { readonly where: Sql; readonly fault: string }>> = {
  post: {
    where: sql`exists (select from threads where threads.id = it.thread_id and it.seq > post_count)`,
    fault: 'seq: Is beyond the posts of its thread',
  },
  answer: {
    where: sql`exists (select from inquiries where inquiries.id = it.inquiry_id and it.seq > answer_count)`,
    fault: 'seq: Is beyond the answers to its inquiry',
  },
  event: {
    where: sql`exists (select from work_packets where work_packets.id = it.packet_id and it.seq > events_head)`,
    fault: 'seq: Is beyond the events of its packet',
  },
  fact: {
    where: sql`it.quarantined_at is null
      and exists (select from facts old where old.id = it.supersedes_id and old.superseded_at is null)`,
    fault: 'supersedes_id: That fact does not say that it was superseded',
  },
  scope: {
    where: sql`
      exists (select from work_claims of where of.id = it.claim_id
        and (of.packet_id, of.scope_name) <> (it.packet_id, it.name))
      or exists (select from work_submissions of where of.id = it.submission_id
        and (of.packet_id, of.scope_name) <> (it.packet_id, it.name))`,
    fault: 'claim_id, submission_id: Are another scope’s',
  },
};

/** Throws ArchiveFault for the first record that does not fit what it belongs to. */
async function assertFits(db: Transaction, noun: Noun, entries: readonly Entry[]): Promise<void> {
  const misfit = MISFITS[noun.type];
  if (!misfit) return;
  const rows = await db.rows<Row>(sql`
    select ${raw(noun.key.map((field) => `it.${toColumn(field)} as "${field}"`).join(', '))} from ${raw(noun.table)} it
    where (${keysOf(noun, 'it')}) in (select ${keysOf(noun, 'made')} from ${keyRows(noun, entries)})
      and (${misfit.where})`);
  const names = new Set(rows.map((row) => nameOf(noun, row)));
  const found = entries.find(({ row }) => names.has(nameOf(noun, row)));
  if (found) throw new ArchiveFault(found.line, misfit.fault);
}

/** Tells records that are there what came after them. Throws ArchiveFault. */
export async function completeEntries(
  db: Transaction,
  noun: Noun,
  entries: readonly Entry[],
  { changed }: Standing,
): Promise<void> {
  const [pointer = ''] = Object.keys(noun.late);
  const due = entries.filter(
    (entry) => entry.row[pointer] !== null && !idsAround(entry).some((id) => changed.has(id)),
  );
  if (due.length === 0) return;
  await db.rows(sql`
    update ${raw(noun.table)} it set ${setColumns(Object.keys(noun.late))} from ${asRows(
      noun,
      due.map(({ row }) => row),
    )}
    where (${keysOf(noun, 'it')}) = (${keysOf(noun, 'made')}) and it.${raw(toColumn(pointer))} is null`);
  await assertFits(db, noun, due);
}
