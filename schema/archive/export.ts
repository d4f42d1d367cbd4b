import { sql, type Sql } from '../../prisma/client.ts';
import { BOARD_PROTOCOL } from '../contract.ts';
import { type Noun, NOUNS, type Row } from './nouns.ts';
import { createLineWriter, selectRecords } from './line-writer.ts';

/** Of the lines' form: another is refused. */
export const FORMAT_VERSION = 1;

/** The store at one moment (prisma/snapshot.ts). */
export interface RowStream {
  stream<Row>(statement: Sql): AsyncIterable<Row>;
}

interface Head {
  readonly baseUrl: string;
  readonly now: Date;
}

/**
 * Everything public, a line of JSON for each record: first a head, last a line that says how many there were, so that
 * an archive that was cut short shows. What was withdrawn is a tombstone. Holds as many records as `source` does.
 */
export async function* exportBoard(source: RowStream, { baseUrl, now }: Head): AsyncGenerator<string, void> {
  yield JSON.stringify({
    type: 'archive',
    format: FORMAT_VERSION,
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

async function* exportNoun(source: RowStream, noun: Noun, now: Date): AsyncGenerator<Row, void> {
  const write = createLineWriter(noun, now);
  for await (const row of source.stream<Row>(sql`${selectRecords(noun)} order by ${noun.order}`)) {
    const line = write(row);
    if (line) yield line;
  }
}
