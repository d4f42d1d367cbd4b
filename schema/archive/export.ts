import { sql, type Sql } from '../../prisma/client.ts';
import { BOARD_PROTOCOL } from '../contract.ts';
import { type ArchivedType, ARCHIVED_TYPES, type Row } from './archived-types.ts';
import { createLineWriter, selectRecords } from './line-writer.ts';

/** Version of the archive format. An import refuses all other versions. */
export const FORMAT_VERSION = 2;

/** Reads of one snapshot of the database (prisma/snapshot.ts). */
interface RowStream {
  stream<Result>(statement: Sql): AsyncIterable<Result>;
}

/**
 * Yields the lines of an archive, each a JSON object without a line break: a head line, a line for each record, and an end
 * line with the number of records, so that a truncated file is noticed. Hidden and quarantined records become tombstones, or are
 * left out if their type has none or their work packet is hidden. Memory use does not depend on the size of the board.
 */
export async function* exportBoard(
  source: RowStream,
  { baseUrl, now }: { readonly baseUrl: string; readonly now: Date },
): AsyncGenerator<string, void> {
  yield JSON.stringify({
    type: 'archive',
    format: FORMAT_VERSION,
    protocol: BOARD_PROTOCOL,
    board: baseUrl,
    exported_at: now.toISOString(),
  });
  let records = 0;
  for (const archivedType of ARCHIVED_TYPES) {
    for await (const line of exportType(source, archivedType, now)) {
      records += 1;
      yield JSON.stringify(line);
    }
  }
  yield JSON.stringify({ type: 'end', records });
}

async function* exportType(
  source: RowStream,
  archivedType: ArchivedType,
  now: Date,
): AsyncGenerator<Row, void> {
  const toLine = createLineWriter(archivedType, now);
  for await (const row of source.stream<Row>(
    sql`${selectRecords(archivedType)} order by ${archivedType.order}`,
  )) {
    const line = toLine(row);
    if (line) yield line;
  }
}
