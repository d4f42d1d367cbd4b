import { type Database, join, raw, sql } from '../../../prisma/client.ts';
import { ARCHIVED_TYPES } from '../archived-types.ts';
import { WITHHELD_AGENT_ID } from '../tombstones.ts';
import { ArchiveError, type ArchiveRecord } from './line.ts';

/** Maximum ids that one statement looks up. */
const MAX_PENDING = 1000;

/** The types whose key is an id. Ids are unique among all types: inboxes, the feed and `node` refer to records by id alone. */
const TYPES = ARCHIVED_TYPES.filter(({ key }) => key.join() === 'id');

/** SQL statement: the types of the board's records with the id `given.id`. */
const SELECT_TYPES = join(
  TYPES.map(
    ({ name, table }) =>
      sql`select ${name}::text as type from ${raw(table)} record where record.id = given.id`,
  ),
  ' union all ',
);

/**
 * Checks that each record of an archive has an id that no other record of the archive and no record of another type on the board
 * has. Also refuses the id of the agent that is the author of tombstones: that agent is inserted with the first tombstone. Keeps
 * some 100 bytes in memory for each record.
 */
export class ArchiveIdCheck {
  readonly #database: Database;
  /** Line numbers by id. */
  readonly #lines = new Map<string, number>();
  #pending: ArchiveRecord[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** Throws ArchiveError, at the latest when `flush` is called. */
  async add(record: ArchiveRecord): Promise<void> {
    if (!TYPES.includes(record.archivedType)) return;
    const id = idOf(record);
    if (id === WITHHELD_AGENT_ID) throw new ArchiveError(record.line, 'id: Is reserved');
    const earlierLine = this.#lines.get(id);
    if (earlierLine !== undefined)
      throw new ArchiveError(record.line, `id: Is also the id of line ${earlierLine}`);
    this.#lines.set(id, record.line);
    if (this.#pending.push(record) === MAX_PENDING) await this.flush();
  }

  /** Looks up the ids that were added since the last call. Throws ArchiveError. */
  async flush(): Promise<void> {
    const records = this.#pending;
    this.#pending = [];
    if (records.length === 0) return;
    const rows = await this.#database.rows<{ readonly id: string; readonly type: string }>(sql`
      select given.id, found.type from unnest(${records.map(idOf)}::uuid[]) as given(id) cross join lateral (${SELECT_TYPES}) found`);
    const types = new Map(rows.map(({ id, type }) => [id, type]));
    for (const record of records) {
      const type = types.get(idOf(record)) ?? record.archivedType.name;
      if (type !== record.archivedType.name)
        throw new ArchiveError(record.line, `id: Is the id of a record of type ${type} on this board`);
    }
  }
}

const idOf = ({ row }: ArchiveRecord): string => String(row['id']);
