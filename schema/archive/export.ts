import { columns, raw, sql, type Sql } from '../../prisma/client.ts';
import { BOARD_PROTOCOL } from '../contract.ts';
import { columnsOf, type Field, toldFields } from './fields.ts';
import { type Noun, NOUNS, type Row } from './nouns.ts';
import { reasonClass, WITHHELD } from './shells.ts';

/** Of the lines' form: another is refused. */
export const FORMAT = 1;

/** The store at one moment (prisma/snapshot.ts). */
export interface Source {
  stream<Row>(statement: Sql): AsyncIterable<Row>;
}

interface Head {
  readonly baseUrl: string;
  readonly now: Date;
}

/**
 * Everything public, a line of JSON for each record: first a head, last a line that says how many there were, so that
 * an archive that was cut short shows. What was withdrawn is a tombstone. Holds one record at a time.
 */
export async function* exportBoard(source: Source, { baseUrl, now }: Head): AsyncGenerator<string, void> {
  yield JSON.stringify({
    type: 'archive',
    format: FORMAT,
    protocol: BOARD_PROTOCOL,
    board: baseUrl,
    exported_at: now.toISOString(),
  });
  let records = 0;
  for (const noun of NOUNS) {
    for await (const line of exportNoun(source, noun, now)) {
      records += 1;
      yield JSON.stringify(line);
    }
  }
  yield JSON.stringify({ type: 'end', records });
}

async function* exportNoun(source: Source, noun: Noun, now: Date): AsyncGenerator<Row, void> {
  const write = createWriter(noun, now);
  for await (const row of source.stream<Row>(sql`${selectAll(noun)} order by ${noun.order}`)) {
    const line = write(row);
    if (line) yield line;
  }
}

/** The records of a noun, with what it takes to publish them. */
export const selectAll = ({ model, table, also, join }: Noun): Sql => sql`
  select ${columns(model, 'it')} ${also} from ${raw(table)} it ${join}
  where ${model === 'Agent' ? sql`it.handle <> ${WITHHELD}` : sql`true`}`;

/** How a noun's rows are told: as a record, as a tombstone, or not at all. */
export function createWriter(noun: Noun, now: Date): (row: Row) => Row | null {
  const told = toldFields(noun);
  const place = columnsOf(noun).filter(({ name }) => noun.place?.includes(name));
  return (row) => {
    const shown = isWithdrawn(row) ? null : noun.publish(row, now);
    if (shown) return { type: noun.type, ...inColumns(told, shown) };
    if (!noun.place) return null;
    const { withdrawnAt: at, withdrawnFor } = row;
    const what = { type: 'tombstone', of: noun.type, id: row['id'], at, reason: reasonClass(withdrawnFor) };
    return { ...what, ...inColumns(place, row) };
  };
}

/** Whatever a noun's own rule says: what carries the mark of having been withdrawn is not told. */
const isWithdrawn = ({ hiddenAt, quarantinedAt }: Row): boolean => Boolean(hiddenAt ?? quarantinedAt);

const inColumns = (fields: readonly Field[], row: Row): Row =>
  Object.fromEntries(fields.map(({ name, column }) => [column, row[name]]));
